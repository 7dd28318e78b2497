"""One solve from request to result, for who waits for it: warmed up, with progress and trace."""

from __future__ import annotations

from dataclasses import replace

from app.solving.request import SolveRequest
from app.solving.result import Result
from app.solving.solve import Solving
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from core.times import UNLIMITED
from core.trace import Event, Iteration, Ring, SolveStarted, Tee, Trace

_NOWHERE = 1e-9
"""Seconds, a limit at which nothing but the starts is reached."""

ALL_EVENTS = 1 << 24
"""Events of a trace that keeps all: a solve emits at most one per iteration, never so many."""


def solve_once(
    request: SolveRequest,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
    solving: Solving | None = None,
) -> tuple[Result, list[Event]]:
    """Solve in this thread; the result's time is that of the solve alone. Raises CancelledError.

    solving : one that may have a solver kept.
    """
    progress(-1.0, "preparing the solver (first run only)")
    ring = Ring(ALL_EVENTS)
    trace = Tee(ring, SolveProgress(progress, request.limit_seconds))
    solved = (solving or Solving()).run(request, trace, cancel, progress=progress)
    cancel.check("the solve")
    return solved, ring.drain()


def made_ready(request: SolveRequest, progress: Progress, cancel: Cancel) -> None:
    """Have what the solver of a request sets out from made, and kept where its row keeps it;
    nothing is solved. Raises CancelledError."""
    waiting = replace(request, limit_seconds=_NOWHERE, preview=False, metered=False, meanwhile="")
    Solving().run(waiting, cancel=cancel, progress=progress)
    cancel.check("the preparation")


class SolveProgress(Trace):
    """A sink of events that reports a fraction: of the time limit or of the cells, the larger.

    Cells that cannot be reached are counted among them, so the end may come early.
    """

    def __init__(self, progress: Progress, limit_seconds: float = UNLIMITED) -> None:
        self._progress = progress
        self._limit = limit_seconds
        self._elements = 1

    def emit(self, event: Event) -> None:
        if isinstance(event, SolveStarted):
            self._elements = max(event.elements, 1)
            self._progress(0.0, "solving")
        elif isinstance(event, Iteration):
            done = max(event.settled / self._elements, event.threshold_seconds / self._limit)
            self._progress(min(done, 1.0), "solving")
