"""One solve from request to result, for who waits for it: warmed up, with progress and trace."""

from __future__ import annotations

from dataclasses import replace

from app.catalog.algorithms import choose_backend, find
from app.solving.jobs import SolveRequest, Solving
from app.solving.road_jobs import RoadRequest, RoadSolving
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from app.solving.warm_up import around
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from core.times import UNLIMITED
from core.trace import Event, Iteration, Ring, SolveStarted, Tee, Trace
from raster.coarse import coarsen

ALL_EVENTS = 1 << 24
"""Events of a trace that keeps all: a solve emits at most one per iteration, never so many."""


def solve_once(
    request: SolveRequest, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> tuple[Solved, list[Event]]:
    """Solve in this thread; the result's time is that of the solve alone. Raises CancelledError."""
    progress(-1.0, "preparing the solver (first run only)")
    warm_up(request)
    cancel.check("the solve")
    ring = Ring(ALL_EVENTS)
    trace = Tee(ring, SolveProgress(progress, request.limit_seconds))
    solved = Solving().run(request, trace, cancel)
    cancel.check("the solve")
    return solved, ring.drain()


def solve_roads_once(
    request: RoadRequest, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> tuple[RoadSolved, list[Event]]:
    """The same on roads."""
    progress(-1.0, "preparing the solver (first run only)")
    ring = Ring(ALL_EVENTS)
    trace = Tee(ring, SolveProgress(progress, request.limit_seconds))
    solved = RoadSolving().run(request, trace, cancel, progress=progress)
    cancel.check("the solve")
    return solved, ring.drain()


def warm_up(request: SolveRequest) -> None:
    """Solve the few cells around the first start of `request`, with all its options.

    The first time on a machine the solver is compiled here, which takes seconds.
    """
    small, start = around(request.grid, request.sources[0].element)
    Solving().run(replace(request, grid=small, sources=(start,), preview=False))


def warm_up_preview(request: SolveRequest, cancel: Cancel = NEVER) -> None:
    """The same on a coarser grid, which is of another kind and has other code to compile.

    The GPU solves previews as they are.
    """
    if choose_backend(find(request.algorithm), request.backend, request.device) == "cpu":
        small, start = around(request.grid, request.sources[0].element)
        coarse = coarsen(small, 2)
        sources = coarse.sources((start,), request.zero_speed_kmh)
        cancel.check("the preview")
        Solving().run(replace(request, grid=coarse.grid, sources=sources, preview=False))


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
