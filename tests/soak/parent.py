"""Runs processes of random hands, and judges what they tell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

MOST_GROWTH = 0.10
"""Share by which the memory after the last turn may exceed that half way, or where the last kernel
was loaded."""

LONG_ENOUGH = 40
"""Turns of which the second half tells whether memory grows."""

WITHOUT_KERNELS = 10
"""Turns after the last kernel was loaded by which growth of the memory is judged."""

MOST_WIDGETS = 40
"""Widgets that may live longer than their window: of Qt itself, made once."""


def soaked(
    folder: Path, *, scale: float, seed: int, actions: int, rounds: int, kinds: Sequence[str] = ()
) -> tuple[list[dict[str, Any]], list[str]]:
    """The turns of a process at a scale of the screen, and what is wrong with them.

    folder : for settings, caches and files; made here. kinds : of documents, all where none is
    named.
    """
    folder.mkdir(parents=True)
    words = ["-m", "tests.soak.child", str(seed), str(actions), str(rounds), str(folder), *kinds]
    child = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": str(scale),
            "ISOFRONT_CACHE_DIR": str(folder / "cache"),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    turns = [json.loads(line) for line in child.stdout.splitlines()]
    faults = judged(turns)
    if child.returncode:
        faults.append(f"the process ended with {child.returncode}: {child.stderr[-6000:]}")
    return turns, faults


def judged(turns: list[dict[str, Any]]) -> list[str]:
    """What is wrong with turns: faults, and what stayed behind or grew."""
    faults = []
    for number, turn in enumerate(turns):
        name = f"turn {number} ({turn['kind']}{', maximised' if turn['large'] else ''})"
        if turn["faults"]:
            done = "\n    ".join(turn["done"])
            faults.append(f"{name}: {turn['faults'][0]}\n  after\n    {done}")
        # For a turn a thread may hold a window on whose work nobody waits any more.
        if turn["windows"] and number and turns[number - 1]["windows"]:
            faults.append(f"{name}: {turn['windows']} windows live on")
        if turn["timers"]:
            faults.append(f"{name}: {turn['timers']} timers run on")
        if turn["widgets"] > MOST_WIDGETS:
            faults.append(f"{name}: {turn['widgets']} widgets live on")
    return faults + _grown(turns)


def _grown(turns: list[dict[str, Any]]) -> list[str]:
    """What is more after the last turn than half way, when every kind has had its turn twice, and
    nearly all that is loaded or compiled once has been."""
    if len(turns) < LONG_ENOUGH:
        return []
    half, last = turns[len(turns) // 2 - 1], turns[-1]
    grown = []
    # Compiled code stays, so memory grows in steps for as long as kernels are loaded.
    loaded = [turn["kernels"] for turn in turns].index(last["kernels"])
    since = max(len(turns) // 2 - 1, loaded)
    before = turns[since]["mib"]
    if len(turns) - since > WITHOUT_KERNELS and last["mib"] > before * (1 + MOST_GROWTH):
        grown.append(f"memory grew from {before:.0f} MiB after turn {since} to {last['mib']:.0f}")
    # Pools of threads are made once, by the first who has work for them.
    if len(last["threads"]) > len(half["threads"]):
        grown.append(f"threads {last['threads']}, half way {half['threads']}")
    return grown
