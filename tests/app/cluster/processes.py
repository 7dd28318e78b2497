"""A scheduler and workers as processes of their own, as on other machines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.test_architecture import ROOT

PATIENCE = 240
"""Seconds for what a machine does that compiles and tests side by side."""

SILENT: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)


class Processes:
    """address : of the scheduler. workers : in the order in which they were started."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        told = folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told)
        )
        self.workers: list[subprocess.Popen[bytes]] = []
        until = time.monotonic() + PATIENCE
        while not told.is_file() or not told.read_text():
            assert time.monotonic() < until
            time.sleep(0.02)
        self.address = str(json.loads(told.read_text())["address"])

    def start_worker(self, root: Path = ROOT) -> None:
        """root : of the program that it runs."""
        flags = ("--nthreads", "1", "--no-nanny", "--memory-limit", "0")
        place = ("--local-directory", str(self._folder), "--death-timeout", str(PATIENCE))
        self.workers.append(self._start("worker", self.address, *flags, *place, root=root))

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _start(self, what: str, *flags: str, root: Path = ROOT) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-P", "-m", f"distributed.cli.dask_{what}", "--no-dashboard"]
        env = dict(os.environ) | {"PYTHONPATH": str(root), "NUMBA_NUM_THREADS": "1"}
        return subprocess.Popen([*words, *flags], env=env, cwd=self._folder, **SILENT)


@contextmanager
def processes(folder: Path, workers: int) -> Iterator[Processes]:
    """A scheduler with so many workers."""
    started = Processes(folder)
    try:
        for _ in range(workers):
            started.start_worker()
        yield started
    finally:
        started.end()
