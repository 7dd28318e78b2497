"""Runs processes of random hands, and judges what they tell."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, combinations
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

MOST_GROWTH = 20.0
"""MiB in 1,000 actions by which memory that is held may grow and still be called flat. Ten times as
many are a long day."""

APART = 4
"""Turns between two that are compared, at least: what one of them happens to hold, such as the work
of a thread that nobody waits for, is 2 to 10 MiB, and neighbours would make a slope of that."""

LONG_ENOUGH = 40
"""Turns of which the second half tells whether memory grows."""

PAIRS_ENOUGH = 20
"""Pairs of turns with as many kernels by which growth is judged."""

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
            "PYTHONMALLOC": "malloc",  # small objects are counted, too
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    turns = [json.loads(line) for line in child.stdout.splitlines()]
    faults = judged(turns)
    if child.returncode:
        faults.append(f"the process ended with {child.returncode}: {_told_of_end(child.stderr)}")
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


def growth(turns: list[dict[str, Any]]) -> float | None:
    """MiB in 1,000 actions by which memory that is held grows in the second half; None where that
    cannot be told.

    The median of the slopes between two turns (Theil and Sen) that lie APART, which few turns with
    something large in them do not move. Compiled code stays, over a MiB a kernel, so that memory
    grows in steps for as long as kernels are loaded: turns are compared with as many of them. What
    the system counts is told beside it and does not judge: pages that the C library keeps between
    others come and go by 30 MiB from turn to turn.
    """
    made = list(accumulate(turn["actions"] for turn in turns))
    half = list(zip(made, turns, strict=True))[max(len(turns) // 2 - 1, 0) :]
    slopes = [
        1000 * (later["held"] - turn["held"]) / (half[then][0] - half[now][0])
        for now, then in combinations(range(len(half)), 2)
        if (turn := half[now][1])["kernels"] == (later := half[then][1])["kernels"]
        and then - now >= APART
    ]
    return median(slopes) if len(slopes) >= PAIRS_ENOUGH else None


def told_of_memory(turns: list[dict[str, Any]]) -> str:
    """Whether memory is flat, in a sentence."""
    found = growth(turns)
    if found is None:
        return "memory: too few turns with as many kernels to say whether it is flat"
    flat = "flat" if found <= MOST_GROWTH else "not flat"
    return (
        f"memory: {flat}, {found:+.1f} MiB held in 1,000 actions in the second half; "
        f"up to {MOST_GROWTH:g} count as flat"
    )


def _grown(turns: list[dict[str, Any]]) -> list[str]:
    """What grows in the second half, when every kind has had its turn twice, and nearly all that is
    loaded or compiled once has been."""
    if len(turns) < LONG_ENOUGH:
        return []
    half, last = turns[len(turns) // 2 - 1], turns[-1]
    grown, slope = [], growth(turns)
    if slope is not None and slope > MOST_GROWTH:
        grown.append(told_of_memory(turns))
    now, then = (_threads_of(turn["threads"]) for turn in (last, half))
    pools = {name: os.cpu_count() or 1 for name in now if name.endswith("_")}
    if any(count > max(then[name], pools.get(name, 0)) for name, count in now.items()):
        grown.append(f"threads {last['threads']}, half way {half['threads']}")
    return grown


def _threads_of(names: Sequence[str]) -> Counter[str]:
    """How many there are of each name, of a pool that with "_" at its end. Pools are made once, by
    the first who has work for them, and have a numbered thread for each processor at most."""
    return Counter(re.sub(r"_\d+$", "_", name) for name in names)


def _told_of_end(errors: str) -> str:
    """Where a process ended, out of what it wrote of all its threads; else the last that it
    wrote."""
    _, found, where = errors.partition("Current thread")
    return (found + where)[:3000] if found else errors[-6000:]
