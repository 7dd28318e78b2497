"""Long work seen from a terminal: a progress line, and Ctrl-C that always answers.

The work runs in a thread of its own; the main thread draws and listens. A signal handler of Python
runs in the main thread only, so this is what lets Ctrl-C through while compiled code works.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from app.cli.exit_status import INTERRUPTED
from app.progress_bar import ProgressBar
from core.cancel import Cancel
from core.errors import CancelledError
from core.progress import Progress

POLL_SECONDS = 0.01

GRACE_SECONDS = 0.1
"""Seconds that work which leaves nothing behind has to notice that it is over. Loading and
compiling a solver cannot be stopped; it is left to die with the process."""

DISK_GRACE_SECONDS = 30.0
"""Seconds that work with an open file has to remove it."""

FORCE_SECONDS = 3.0
"""Seconds after the first Ctrl-C from which a second one ends the process at once. (Sooner it may
be the same one: a terminal and a wrapping program often both deliver it.)"""

Result = TypeVar("Result")


class Foreground:
    """Runs pieces of work one after another.

    written : files completed so far, for the message after an interrupt.
    bar : where progress is drawn; nowhere at first.
    """

    def __init__(self, bar: ProgressBar | None = None) -> None:
        self.written: list[str] = []
        self.bar = bar or ProgressBar(None)
        self._files_open = 0

    @contextmanager
    def on_disk(self) -> Iterator[None]:
        """Around work that has a half-written file somewhere: it is given time to clean up."""
        self._files_open += 1
        try:
            yield
        finally:
            self._files_open -= 1

    def run(self, title: str, work: Callable[[Progress, Cancel], Result]) -> Result:
        """The result of `work(progress, cancel)`; raises what it raised, or CancelledError."""
        running = _ForegroundThread(title, work)
        with interrupts_call(running.cancel.set):
            running.start()
            self._watch(running)
        self.bar.clear()
        if running.cancel.requested:
            raise CancelledError(title)
        if running.error is not None:
            raise running.error
        return running.results[0]

    def run_here(self, title: str, work: Callable[[Cancel], None]) -> None:
        """Short work that belongs in the main thread, as all drawing does."""
        cancel = Cancel()
        with interrupts_call(cancel.set):
            work(cancel)
        cancel.check(title)

    def _watch(self, running: _ForegroundThread[Any]) -> None:
        """Until the work ends or, after an interrupt, has had its grace."""
        stopped: float | None = None
        while running.is_alive():
            running.join(POLL_SECONDS)
            if not running.cancel.requested:
                self.bar.show(running.fraction, running.label)
                continue
            stopped = stopped or time.monotonic()
            grace = DISK_GRACE_SECONDS if self._files_open else GRACE_SECONDS
            if time.monotonic() - stopped > grace:
                return


class _ForegroundThread(threading.Thread, Generic[Result]):
    """A thread that keeps what became of its work.

    (`app.solving.jobs.Task` serves the window; importing it here would load the solvers for every
    `isofront info`.)
    """

    def __init__(self, title: str, work: Callable[[Progress, Cancel], Result]) -> None:
        super().__init__(name=title, daemon=True)
        self.cancel = Cancel()
        self.results: list[Result] = []
        self.error: BaseException | None = None
        self.fraction, self.label = -1.0, title
        self._work = work

    def run(self) -> None:
        try:
            self.results.append(self._work(self._report, self.cancel))
        except BaseException as error:  # raised again in the main thread
            self.error = error

    def _report(self, fraction: float, label: str) -> None:
        self.fraction, self.label = fraction, label


@contextmanager
def interrupts_call(stop: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C and a polite kill call `stop` within; outside the main thread nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    first: list[float] = []

    def interrupted(_number: int, _frame: object) -> None:
        if first and time.monotonic() - first[0] > FORCE_SECONDS:
            os._exit(INTERRUPTED)
        first.append(time.monotonic())
        stop()

    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, interrupted) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
