"""Run solvers and other long work off the caller's thread: latest wins, cancel, finish.

One thread solves. A request goes into a mailbox of one; a newer request replaces an unserved one
and, unless the running solve is a preview, stops it. Outcomes are collected by whoever polls, who
may be told that there is one: nothing here calls back into another thread.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from app.solving.request import SolveRequest
from app.solving.result import Result
from app.solving.solve import Solving
from app.user_errors import as_user_error
from core.cancel import Cancel
from core.errors import CancelledError, IsofrontError
from core.progress import Progress
from core.trace import Event, Ring, SolveStarted


@dataclass(frozen=True, eq=False)
class SolveDone:
    """A solve that ended; `solved.times.partial` tells a cancelled one."""

    request: SolveRequest
    solved: Result


@dataclass(frozen=True, eq=False)
class SolveFailed:
    request: SolveRequest
    error: IsofrontError


SolveOutcome = SolveDone | SolveFailed


class _RingWithBell(Ring):
    """begun : set once a solve has begun."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = threading.Event()

    def emit(self, event: Event) -> None:
        super().emit(event)
        if isinstance(event, SolveStarted):
            self.begun.set()


class SolverThread:
    """The one thread that solves for a window.

    `trace` is a ring that panels drain; it holds the events of all solves in order. While nothing
    is asked it makes ready for the first step of a drag (`Solving.foresee`).

    answered : called by that thread when an outcome is there; it must not wait for anything.
    beforehand : called by that thread with what was solved before anybody else hears of it, as to
        have its picture at hand.
    """

    def __init__(
        self,
        answered: Callable[[], object] = lambda: None,
        beforehand: Callable[[SolveDone], object] = lambda done: None,
    ) -> None:
        self._tell, self._beforehand = answered, beforehand
        self.trace = _RingWithBell()
        self._outcomes: deque[SolveOutcome] = deque()
        self._condition = threading.Condition()
        self._waiting: SolveRequest | None = None
        self._running: SolveRequest | None = None
        self._cancel, self._abandon, self._foreseeing = Cancel(), Cancel(), Cancel()
        self._answered: SolveRequest | None = None  # exactly, and nothing is foreseen of it yet
        self._preparing = NOT_PREPARING
        self._generation = 0
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="isofront-solver", daemon=True)
        self._thread.start()

    def submit(self, request: SolveRequest, lead_seconds: float = 0.0) -> int:
        """Put a request into the mailbox; returns its generation.

        lead_seconds : where nothing is being solved, how long this waits at most for the solve to
            begin: who goes on in Python at once takes the interpreter from the thread that needs it
            to begin, and leaves it alone from then on.
        """
        with self._condition:
            self._generation += 1
            generation, idle = self._generation, self._running is None
            self.trace.begun.clear()
            self._waiting = replace(request, generation=self._generation)
            if self._running is not None and not self._running.preview:
                self._cancel.set()
            if self._running is not None and not _serves_too(self._running, request):
                self._abandon.set()
            if not (request.preview and self._answered and _serves_too(self._answered, request)):
                self._foreseeing.set()
            self._condition.notify()
        if idle and lead_seconds:
            self.trace.begun.wait(lead_seconds)
        return generation

    def cancel(self) -> None:
        """Drop what waits and stop what runs. A solver that was still being prepared gives no
        outcome."""
        with self._condition:
            self._waiting = None
            self._stop()

    @property
    def preparing(self) -> tuple[float, str]:
        """(fraction, label) of a solver being prepared, as of `core.progress`; no label while none
        is."""
        return self._preparing

    @property
    def busy(self) -> bool:
        with self._condition:
            return self._running is not None or self._waiting is not None

    def poll(self) -> list[SolveOutcome]:
        """Outcomes since the last call, oldest first."""
        outcomes = []
        while self._outcomes:
            outcomes.append(self._outcomes.popleft())
        return outcomes

    def close(self) -> None:
        """Stop and wait for the thread to end."""
        with self._condition:
            self._closed = True
            self._waiting = None
            self._stop()
            self._condition.notify()
        self._thread.join()

    def _stop(self) -> None:
        self._cancel.set()
        self._abandon.set()
        self._foreseeing.set()

    def _prepares(self, fraction: float, label: str) -> None:
        self._preparing = fraction, label

    def _work(self) -> None:
        solving = Solving()
        while True:
            with self._condition:
                self._running = None
                while self._waiting is None and not self._closed:
                    idle = not self._condition.wait(IDLE_SECONDS if self._answered else None)
                    if idle and self._waiting is None:
                        break
                if self._closed:
                    return
                request, self._waiting = self._waiting, None
                if request is None:
                    self._foreseeing = Cancel()
                else:
                    self._running = request
                cancel, abandon = self._cancel, self._abandon = Cancel(), Cancel()
            if request is None:
                self._foresee(solving)
                continue
            told: Any = {"progress": self._prepares, "abandon": abandon}
            try:
                outcome: SolveOutcome = SolveDone(
                    request, solving.run(request, self.trace, cancel, **told)
                )
            except CancelledError:  # before it began
                continue
            except Exception as error:  # whatever happens, the window must hear of it
                outcome = SolveFailed(request, as_user_error(error))
            finally:
                self._preparing = NOT_PREPARING
            self._answered = _answered_by(outcome)
            if isinstance(outcome, SolveDone):
                self._look_ahead(outcome)
            self._outcomes.append(outcome)
            self._tell()

    def _look_ahead(self, done: SolveDone) -> None:
        try:
            self._beforehand(done)
        except Exception:  # the answer is there all the same
            logging.getLogger(__name__).exception("an answer could not be looked at beforehand")

    def _foresee(self, solving: Solving) -> None:
        """Get ready for a drag, while nobody asks for anything."""
        more = False
        with suppress(Exception):  # the drag tries again, and tells what it meets
            more = solving.foresee(self._foreseeing)
        if not more:
            with self._condition:
                self._answered = None


NOT_PREPARING = -1.0, ""

IDLE_SECONDS = 0.5
"""Seconds without a question after an exact answer before a drag is got ready for: a window draws
the answer first and counts its areas."""


def _answered_by(outcome: SolveOutcome) -> SolveRequest | None:
    """The request that was answered exactly, and in full."""
    done = isinstance(outcome, SolveDone) and not outcome.solved.times.partial
    return outcome.request if done and not outcome.request.preview else None


def _serves_too(running: SolveRequest, newer: SolveRequest) -> bool:
    """Whether what is being prepared for one request is of use to a newer one."""
    one, other = running.options, newer.options
    same = (one.algorithm, one.parameters) == (other.algorithm, other.parameters)
    if newer.meanwhile and not running.preview:  # what is contracted serves its own costs alone
        return same and running.document is newer.document
    return same and running.document.subject is newer.document.subject


@dataclass(eq=False)
class Task:
    """A long piece of work other than a solve: opening, importing, exporting, contouring.

    `work(progress, cancel)` runs in a thread of its own; poll `finished`, then read `result` or
    `error`. `fraction` and `label` tell how far it is.
    """

    title: str
    work: Callable[[Progress, Cancel], Any]
    fraction: float = -1.0
    label: str = ""
    result: Any = None
    error: IsofrontError | None = None
    cancel: Cancel = field(default_factory=Cancel)
    _thread: threading.Thread | None = None

    def start(self) -> Task:
        self._thread = threading.Thread(target=self._run, name=self.title, daemon=True)
        self._thread.start()
        return self

    @property
    def finished(self) -> bool:
        return self._thread is not None and not self._thread.is_alive()

    @property
    def cancelled(self) -> bool:
        return isinstance(self.error, CancelledError)

    def stop(self) -> None:
        """Ask for an end and wait for it."""
        self.cancel.set()
        if self._thread is not None:
            self._thread.join()

    def wait(self, seconds: float) -> None:
        """Wait for its end, no longer than so many seconds."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _progress(self, fraction: float, label: str) -> None:
        self.fraction, self.label = fraction, label

    def _run(self) -> None:
        try:
            self.result = self.work(self._progress, self.cancel)
        except Exception as error:  # whatever happens, the window must hear of it
            self.error = as_user_error(error)
