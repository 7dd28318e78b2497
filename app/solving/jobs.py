"""Run solvers and other long work off the caller's thread: latest wins, cancel, finish.

One thread solves. A request goes into a mailbox of one; a newer request replaces an unserved one
and, unless the running solve is a preview, stops it. Outcomes are collected by whoever polls:
nothing here calls back into another thread.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from app.catalog.algorithms import GridSolver, Prepared, prepare
from app.document.large_grids import lies_in_a_file
from app.solving.fallback import Plan, first_that_works
from app.solving.kept_solvers import KeptSolvers
from app.solving.preview_pace import EXACT_STEP_GPU_MS, EXACT_STEP_MS, PreviewPace
from app.solving.road_jobs import RoadRequest, RoadSolving
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved, with_precision
from app.solving.warm_up import warm
from app.user_errors import as_user_error
from core.cancel import NEVER, Cancel
from core.errors import CancelledError, IsofrontError
from core.progress import Progress, no_progress
from core.solver import Sources
from core.times import UNLIMITED
from core.trace import SILENT, Ring, Trace
from gpu.buffers import limit_memory
from gpu.failures import device_errors
from raster.coarse import Coarse, coarsen, coarsen_by_rows
from raster.grid import VelocityGrid


@dataclass(frozen=True, eq=False)
class SolveRequest:
    """Everything a solve needs, frozen, so that the session may change meanwhile.

    places : (x, y, delay seconds) of the sources, in CRS units.
    preview : an answer is wanted at once, as while a start is dragged; where an exact one takes
        long (`app.solving.preview_pace`) it is that of a coarser grid.
    device : index of the GPU to use; None for one that is chosen by itself.
    gpu_memory_mib : memory that may be used on it; 0 for all that is free.
    notes : what the user should know of how it is solved.
    generation : rises with every request; 0 until submitted.
    """

    grid: VelocityGrid
    sources: Sources
    places: tuple[tuple[float, float, float], ...]
    limit_seconds: float = UNLIMITED
    algorithm: str = "tiled"
    backend: str = "auto"
    zero_speed_kmh: float = 0.0
    parameters: tuple[tuple[str, float], ...] = ()
    preview: bool = False
    device: int | None = None
    gpu_memory_mib: int = 0
    notes: tuple[str, ...] = ()
    generation: int = 0

    @property
    def preparation(self) -> tuple[object, ...]:
        """What a solver is prepared for, beside its grid and what runs."""
        return self.zero_speed_kmh, self.parameters, self.device, self.gpu_memory_mib


AnyRequest = SolveRequest | RoadRequest


@dataclass(frozen=True, eq=False)
class SolveDone:
    """A solve that ended; `solved.times.partial` tells a cancelled one.

    `solved` is a RoadSolved where the request was for roads.
    """

    request: AnyRequest
    solved: Solved | RoadSolved


@dataclass(frozen=True, eq=False)
class SolveFailed:
    request: AnyRequest
    error: IsofrontError


SolveOutcome = SolveDone | SolveFailed


KEPT_SOLVERS = 2
"""Solvers kept at a time: one for the grid and one for the coarser grid of its previews."""


class Solving:
    """Solves requests one after another and keeps the last prepared solvers.

    Where the backend is left to Isofront and the GPU fails, it goes on without; the result says so.
    """

    def __init__(self) -> None:
        self._grid: VelocityGrid | None = None
        self._plan: tuple[tuple[object, ...], Plan] | None = None
        self._kept: KeptSolvers[GridSolver] = KeptSolvers(KEPT_SOLVERS)
        self._coarse: Coarse | None = None
        self._pace = PreviewPace()

    def run(self, request: SolveRequest, trace: Trace = SILENT, cancel: Cancel = NEVER) -> Solved:
        """Solve in the calling thread."""
        limit_memory(request.gpu_memory_mib)
        if self._grid is not request.grid:
            self._forget_grid()
            self._grid = request.grid
        plan = self._plan_of(request)
        return first_that_works(
            plan, lambda: self._attempt(plan, request, trace, cancel), self._kept.forget_all
        )

    def forget(self) -> None:
        """Let go of grid and device memory."""
        self._forget_grid()
        self._grid = None

    def _plan_of(self, request: SolveRequest) -> Plan:
        kind = (request.algorithm, request.backend, *request.preparation)
        if self._plan is None or self._plan[0] != kind:
            self._plan = kind, Plan.of(request.algorithm, request.backend, request.device)
            self._pace = PreviewPace()
        return self._plan[1]

    def _attempt(self, plan: Plan, request: SolveRequest, trace: Trace, cancel: Cancel) -> Solved:
        grid, sources = request.grid, request.sources
        coarse = self._coarser(plan, request)
        if coarse is not None:
            grid, sources = coarse.grid, coarse.sources(sources, request.zero_speed_kmh)
        prepared = self._prepare(grid, sources, plan, request)
        began = time.perf_counter()
        with device_errors(prepared.device.index):
            times = prepared.solver.solve(
                sources, limit=request.limit_seconds, trace=trace, cancel=cancel
            )
        solve_ms = (time.perf_counter() - began) * 1e3
        plan.succeeded()
        if not times.partial:
            self._pace.took(solve_ms, 1 if coarse is None else coarse.factor)
        solved = Solved(
            grid=request.grid,
            times=times if coarse is None else coarse.magnified(times),
            starts=request.places,
            algorithm=prepared.algorithm,
            backend=prepared.backend,
            device=prepared.device.name,
            zero_speed_kmh=request.zero_speed_kmh,
            solve_ms=solve_ms,
            notes=(*request.notes, *plan.notes),
        )
        return with_precision(solved) if coarse is None else solved

    def _coarser(self, plan: Plan, request: SolveRequest) -> Coarse | None:
        """What a preview solves; None where it is the very grid."""
        if not request.preview:
            return None
        grid = request.grid
        quick_ms = EXACT_STEP_GPU_MS if plan.runner.backend == "gpu" else EXACT_STEP_MS
        factor = self._pace.factor(grid.rows * grid.cols, quick_ms)
        if factor == 1:
            return None
        if self._coarse is None or self._coarse.factor != factor:
            self._coarse = (coarsen_by_rows if lies_in_a_file(grid) else coarsen)(grid, factor)
        return self._coarse

    # -- prepared solvers, all of one grid and its coarser version

    def _prepare(
        self, grid: VelocityGrid, sources: Sources, plan: Plan, request: SolveRequest
    ) -> Prepared[GridSolver]:
        runner = plan.runner
        own = runner.algorithm == request.algorithm
        parameters = dict(request.parameters) if own else {}

        def make() -> Prepared[GridSolver]:
            warm(grid, runner, sources, request.zero_speed_kmh, parameters)
            return prepare(
                grid,
                runner.algorithm,
                runner.backend,
                request.zero_speed_kmh,
                parameters,
                request.device if runner.backend == "gpu" else None,
            )

        return self._kept.get((grid.shape, runner, *request.preparation), make)

    def _forget_grid(self) -> None:
        self._kept.forget_all()
        self._plan = self._coarse = None
        self._pace = PreviewPace()


class AllSolving:
    """Solves terrain and roads, and keeps solvers for what was asked for last."""

    def __init__(self) -> None:
        self._terrain, self._roads = Solving(), RoadSolving()

    def run(
        self,
        request: AnyRequest,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
        *,
        progress: Progress = no_progress,
        abandon: Cancel | None = None,
    ) -> Solved | RoadSolved:
        """Solve in the calling thread. progress, abandon : as in `RoadSolving.run`."""
        if isinstance(request, RoadRequest):
            self._terrain.forget()
            return self._roads.run(request, trace, cancel, progress=progress, abandon=abandon)
        self._roads.forget()
        return self._terrain.run(request, trace, cancel)


class SolverThread:
    """The one thread that solves for a window.

    `trace` is a ring that panels drain; it holds the events of all solves in order.
    """

    def __init__(self) -> None:
        self.trace = Ring()
        self._outcomes: deque[SolveOutcome] = deque()
        self._condition = threading.Condition()
        self._waiting: AnyRequest | None = None
        self._running: AnyRequest | None = None
        self._cancel, self._abandon = Cancel(), Cancel()
        self._preparing = NOT_PREPARING
        self._generation = 0
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="isofront-solver", daemon=True)
        self._thread.start()

    def submit(self, request: AnyRequest) -> int:
        """Put a request into the mailbox; returns its generation."""
        with self._condition:
            self._generation += 1
            self._waiting = replace(request, generation=self._generation)
            if self._running is not None and not self._running.preview:
                self._cancel.set()
            if self._running is not None and not _serves_too(self._running, request):
                self._abandon.set()
            self._condition.notify()
            return self._generation

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

    def _prepares(self, fraction: float, label: str) -> None:
        self._preparing = fraction, label

    def _work(self) -> None:
        solving = AllSolving()
        while True:
            with self._condition:
                self._running = None
                while self._waiting is None and not self._closed:
                    self._condition.wait()
                if self._closed:
                    return
                request, self._waiting = self._waiting, None
                assert request is not None
                self._running = request
                cancel, abandon = self._cancel, self._abandon = Cancel(), Cancel()
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
            self._outcomes.append(outcome)


NOT_PREPARING = -1.0, ""


def _serves_too(running: AnyRequest, newer: AnyRequest) -> bool:
    """Whether what is being prepared for one request is of use to a newer one."""
    if not (isinstance(running, RoadRequest) and isinstance(newer, RoadRequest)):
        return False
    same = (running.algorithm, running.parameters) == (newer.algorithm, newer.parameters)
    return same and running.roads.graph is newer.roads.graph


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
