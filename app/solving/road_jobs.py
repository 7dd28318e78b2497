"""Solving on road graphs: what a solve is asked for, and the solver kept between solves."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import cast

from app.catalog.algorithms import Prepared, RoadSolver, prepare_roads
from app.catalog.rows import ROADS
from app.roads.open_roads import OpenRoads, Source
from app.solving.customizing import customize_ms_of, report_of
from app.solving.fallback import Plan, first_that_works
from app.solving.kept_solvers import KeptSolvers
from app.solving.road_solved import RoadSolved
from app.solving.warm_up_roads import warm_roads
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from core.solver import Customizable, Preprocessing
from core.times import UNLIMITED
from core.trace import SILENT, Trace
from gpu.buffers import limit_memory
from gpu.failures import device_errors
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.places.snap import Snapped


@dataclass(frozen=True, eq=False)
class RoadRequest:
    """Everything a solve on roads needs, frozen; names as in `app.solving.jobs.SolveRequest`.

    places : (x, y, delay) as they were placed. snapped : where each met a road, None for a
    vertex that was named.
    limit_seconds : and delays: in the unit of the costs where those are no time.
    metered : the energy of the customization is asked for, which takes a second on a GPU.
    fixed_costs : the weights were not decoded from the roads' costs, so that no others follow.
    preprocessing : of the solver, instead of the one by its row and parameters.
    """

    roads: OpenRoads
    sources: tuple[Source, ...]
    places: tuple[tuple[float, float, float], ...]
    snapped: tuple[Snapped | None, ...] = ()
    limit_seconds: float = UNLIMITED
    algorithm: str = "dijkstra"
    backend: str = "auto"
    parameters: tuple[tuple[str, float], ...] = ()
    preview: bool = False
    device: int | None = None
    gpu_memory_mib: int = 0
    notes: tuple[str, ...] = ()
    generation: int = 0
    metered: bool = False
    fixed_costs: bool = False
    preprocessing: Preprocessing[RoadGraph] | None = None

    @property
    def edge_based(self) -> bool | None:
        """True where another metric may have turn costs: its states are to be the same then."""
        return True if self.roads.costs.metric is not None and not self.fixed_costs else None

    @property
    def preparation(self) -> tuple[object, ...]:
        """What a solver is prepared for, beside its graph, its costs and what runs."""
        direction, phase = self.roads.direction, (self.edge_based, self.preprocessing)
        return direction, *phase, self.parameters, self.device, self.gpu_memory_mib


@dataclass(frozen=True, eq=False)
class _HeardRequest:
    """A request, and who listens to it and may stop it.

    trace, cancel : of the solve. progress, abandon : of what is prepared for it.
    """

    request: RoadRequest
    trace: Trace
    cancel: Cancel
    progress: Progress
    abandon: Cancel


class RoadSolving:
    """Solves requests one after another and keeps the last solver: another start needs no new one,
    another metric no new graph, and no new solver where it can be customized.

    Where the backend is left to Isofront and the GPU fails, it goes on without; the result says so.
    """

    def __init__(self) -> None:
        self._graph: RoadGraph | None = None
        self._weights: Weights | None = None
        self._plan: tuple[tuple[object, ...], Plan] | None = None
        self._kept: KeptSolvers[RoadSolver] = KeptSolvers(1)

    def run(
        self,
        request: RoadRequest,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
        *,
        progress: Progress = no_progress,
        abandon: Cancel | None = None,
    ) -> RoadSolved:
        """Solve in the calling thread.

        progress : of preparing a solver, which with a partition to make takes long; an empty label
        says that it is ready.
        abandon : stops the preparation; None takes `cancel`. Raises CancelledError then, while a
        cancelled solve has a partial result.
        """
        limit_memory(request.gpu_memory_mib)
        if self._graph is not request.roads.graph:
            self.forget()
            self._graph = request.roads.graph
        plan = self._plan_of(request)
        if request.preview:
            trace = SILENT  # to tell of each level takes a GPU longer than all of them
        work = _HeardRequest(
            request, trace, cancel, progress, cancel if abandon is None else abandon
        )
        return first_that_works(plan, lambda: self._attempt(plan, work), self._kept.forget_all)

    def forget(self) -> None:
        """Let go of graph and device memory."""
        self._kept.forget_all()
        self._graph = self._weights = self._plan = None

    def _plan_of(self, request: RoadRequest) -> Plan:
        kind = (request.algorithm, request.backend, *request.preparation)
        if self._plan is None or self._plan[0] != kind:
            plan = Plan.of(request.algorithm, request.backend, request.device, ROADS)
            self._plan = kind, plan
        return self._plan[1]

    def _attempt(self, plan: Plan, work: _HeardRequest) -> RoadSolved:
        request = work.request
        began = time.perf_counter()
        prepared = self._prepare(plan, work)
        work.progress(-1.0, "")
        ready = time.perf_counter()
        with device_errors(prepared.device.index):
            times = prepared.solver.solve(
                request.sources, limit=request.limit_seconds, trace=work.trace, cancel=work.cancel
            )
        solve_ms = (time.perf_counter() - ready) * 1e3
        plan.succeeded()
        return RoadSolved(
            roads=request.roads,
            times=times,
            starts=request.places,
            snapped=request.snapped,
            algorithm=prepared.algorithm,
            backend=prepared.backend,
            device=prepared.device.name,
            solve_ms=solve_ms,
            prepare_ms=(ready - began) * 1e3,
            notes=(*request.notes, *plan.notes, *prepared.notes),
            customize_ms=customize_ms_of(prepared),
            customization=report_of(
                prepared,
                hasty=request.preview or times.partial,
                metered=request.metered,
                cancel=work.cancel,
            ),
        )

    def _prepare(self, plan: Plan, work: _HeardRequest) -> Prepared[RoadSolver]:
        runner, request, roads = plan.runner, work.request, work.request.roads
        own = runner.algorithm == request.algorithm
        parameters = dict(request.parameters) if own else {}

        def make() -> Prepared[RoadSolver]:
            warm_roads(roads, runner, parameters, request.edge_based, work.progress)
            work.abandon.check("the solve")
            return prepare_roads(
                roads.graph,
                roads.weights,
                runner.algorithm,
                runner.backend,
                roads.direction,
                parameters,
                request.device if runner.backend == "gpu" else None,
                edge_based=request.edge_based,
                preprocessing=request.preprocessing if own else None,
                progress=work.progress,
                cancel=work.abandon,
            )

        key = (runner, *request.preparation)
        if self._weights is not roads.weights:
            self._weights = None  # an error leaves the solver between two metrics
            self._kept.adapt(key, partial(_customized, roads.weights))
            self._weights = roads.weights
        return self._kept.get(key, make)


def _customized(weights: Weights, prepared: Prepared[RoadSolver]) -> RoadSolver | None:
    """The solver for other weights; None where it has to be made anew."""
    if not isinstance(prepared.solver, Customizable):
        return None
    with device_errors(prepared.device.index):
        return cast(RoadSolver, prepared.solver.customize(weights))
