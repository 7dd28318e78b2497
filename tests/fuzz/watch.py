"""Children that open spoiled inputs, watched: none may crash, hang or eat the memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from tests.fuzz import child
from tests.fuzz.child import AS_USERS_DO, MOST_BYTES, sounds

ROOT = Path(__file__).resolve().parents[2]
LOOK_SECONDS = 0.1
SOUND_SECONDS = 240.0
"""Of processor time that a sound input may take: kernels may have to be compiled."""

WALL_FACTOR = 12
"""How much longer than its processor time a case may take on a busy machine; what waits for
something that never comes takes no processor time."""


@dataclass(frozen=True, order=True)
class Fault:
    """A case that ended otherwise than it may."""

    reader: str
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.reader} {self.number}: {self.text}"


@dataclass
class Watch:
    """Serves jobs by one child after another.

    faults : found so far. cases : served so far.
    """

    jobs: list[tuple[str, list[int]]]
    faults: list[Fault] = field(default_factory=list)
    cases: int = 0

    def run(self) -> None:
        """Until all jobs are served; after a crash the next child goes on behind it."""
        left = {reader: list(numbers) for reader, numbers in self.jobs}
        while any(left.values()):
            self._child(left)

    def _child(self, left: dict[str, list[int]], as_users_do: bool = False) -> None:
        with tempfile.TemporaryDirectory(prefix="fuzz") as folder:  # also where it is ended
            again = self._served(left, as_users_do, folder)
        if again:
            self._child(again, as_users_do=True)

    def _served(
        self, left: dict[str, list[int]], as_users_do: bool, folder: str
    ) -> dict[str, list[int]]:
        """What a child crashed at that did not do as users do; else nothing."""
        jobs = [(reader, numbers) for reader, numbers in left.items() if numbers]
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.child", json.dumps(jobs)],
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "QT_QPA_PLATFORM": "offscreen",
                "TMPDIR": folder,
                "FUZZ_SECONDS": str(child.SECONDS),
                AS_USERS_DO: "1" if as_users_do else "",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        now: dict[str, Any] = {}
        look = _Look(process.pid)
        guard = threading.Thread(target=look.run, daemon=True)
        guard.start()
        assert process.stdout is not None
        for line in process.stdout:
            told = json.loads(line)
            if "fault" in told:
                now = {}
                look.ended()
                self.cases += told["number"] >= 0
                if told["fault"]:
                    self.faults.append(Fault(told["reader"], told["number"], told["fault"]))
            else:
                now = told
                look.began(told["number"] < 0)
                left[told["reader"]].remove(told["number"])
        _, words = process.communicate()
        look.over.set()
        guard.join()
        if now and not (look.reason or as_users_do):  # it crashed: is that seen by users?
            return {now["reader"]: [now["number"]]}
        if now:
            self.cases += 1
            why = look.reason or f"crashed with status {process.returncode}: {words[-300:]}"
            self.faults.append(Fault(now["reader"], now["number"], why))
        elif process.returncode:
            raise RuntimeError(f"the child ended with {process.returncode}: {words}")
        return {}


class _Look:
    """Ends a child whose case takes too long or too much."""

    def __init__(self, pid: int) -> None:
        self.over = threading.Event()
        self.reason = ""
        self._process = psutil.Process(pid)
        self._since: tuple[float, float, float] | None = None  # limit, wall clock, processor time

    def began(self, sound: bool) -> None:
        limit = SOUND_SECONDS if sound else 2 * child.SECONDS
        self._since = limit, time.monotonic(), self._used()

    def ended(self) -> None:
        self._since = None

    def run(self) -> None:
        while not self.over.wait(LOOK_SECONDS):
            since = self._since
            try:
                memory = self._process.memory_info().rss
                used = self._used()
            except psutil.Error:
                return
            if since is None:
                continue
            limit, wall, before = since
            if memory > 2 * MOST_BYTES:
                self._end(f"took more than {memory / 2**30:.1f} GiB")
            elif used - before > limit:
                self._end(f"hung: ended after {used - before:.0f} s of processor time")
            elif time.monotonic() - wall > WALL_FACTOR * limit:
                self._end(f"hung: ended after {time.monotonic() - wall:.0f} s")

    def _end(self, reason: str) -> None:
        self.reason = reason
        self._process.kill()

    def _used(self) -> float:
        try:
            times = self._process.cpu_times()
        except psutil.Error:
            return 0.0
        return float(times.user + times.system)


def fuzz(
    jobs: Sequence[tuple[str, Iterable[int]]], children: int = 2, *, warm: bool = True
) -> tuple[int, list[Fault]]:
    """Serve jobs of (reader, numbers) in some children; (cases served, faults).

    warm : sound inputs first, so that what they load and compile is no case's time.
    """
    shares: list[list[tuple[str, list[int]]]] = [[] for _ in range(children)]
    for k, (reader, numbers) in enumerate(jobs):
        sound = [-1 - index for index in range(len(sounds(reader)))] if warm else []
        shares[k % children].append((reader, [*sound, *numbers]))
    watches = [Watch(share) for share in shares if share]
    threads = [threading.Thread(target=watch.run) for watch in watches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(w.cases for w in watches), sorted(f for w in watches for f in w.faults)
