"""Solving on road graphs: what a solve is asked for, and the solver kept between solves."""

from __future__ import annotations

import time
from dataclasses import dataclass

from app.catalog import Prepared, RoadSolver, prepare_roads
from app.catalog_rows import ROADS
from app.fallback import Plan, first_that_works
from app.kept_solvers import KeptSolvers
from app.open_roads import OpenRoads, Source
from app.road_solved import RoadSolved
from app.warm_up_roads import warm_roads
from core.cancel import NEVER, Cancel
from core.times import UNLIMITED
from core.trace import SILENT, Trace
from gpu.buffers import limit_memory
from gpu.failures import device_errors
from road.metric import Weights
from road.snap import Snapped


@dataclass(frozen=True, eq=False)
class RoadRequest:
    """Everything a solve on roads needs, frozen; names as in `app.jobs.SolveRequest`.

    places : (x, y, head start) as they were placed. snapped : where each met a road, None for a
    vertex that was named.
    limit_seconds : and head starts: in the unit of the costs where those are no time.
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

    @property
    def preparation(self) -> tuple[object, ...]:
        """What a solver is prepared for, beside its graph, its costs and what runs."""
        return self.roads.direction, self.parameters, self.device, self.gpu_memory_mib


class RoadSolving:
    """Solves requests one after another and keeps the last solver: another start needs no new one,
    another metric no new graph.

    Where the backend is left to Isofront and the GPU fails, it goes on without; the result says so.
    """

    def __init__(self) -> None:
        self._weights: Weights | None = None
        self._plan: tuple[tuple[object, ...], Plan] | None = None
        self._kept: KeptSolvers[RoadSolver] = KeptSolvers(1)

    def run(
        self, request: RoadRequest, trace: Trace = SILENT, cancel: Cancel = NEVER
    ) -> RoadSolved:
        """Solve in the calling thread."""
        limit_memory(request.gpu_memory_mib)
        if self._weights is not request.roads.weights:
            self._kept.forget_all()
            self._weights = request.roads.weights
        plan = self._plan_of(request)
        return first_that_works(
            plan, lambda: self._attempt(plan, request, trace, cancel), self._kept.forget_all
        )

    def forget(self) -> None:
        """Let go of graph and device memory."""
        self._kept.forget_all()
        self._weights = self._plan = None

    def _plan_of(self, request: RoadRequest) -> Plan:
        graph = id(request.roads.graph)
        kind = (graph, request.algorithm, request.backend, *request.preparation)
        if self._plan is None or self._plan[0] != kind:
            plan = Plan.of(request.algorithm, request.backend, request.device, ROADS)
            self._plan = kind, plan
        return self._plan[1]

    def _attempt(
        self, plan: Plan, request: RoadRequest, trace: Trace, cancel: Cancel
    ) -> RoadSolved:
        began = time.perf_counter()
        prepared = self._prepare(plan, request)
        ready = time.perf_counter()
        with device_errors(prepared.device.index):
            times = prepared.solver.solve(
                request.sources, limit=request.limit_seconds, trace=trace, cancel=cancel
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
            notes=(*request.notes, *plan.notes),
        )

    def _prepare(self, plan: Plan, request: RoadRequest) -> Prepared[RoadSolver]:
        runner, roads = plan.runner, request.roads
        own = runner.algorithm == request.algorithm
        parameters = dict(request.parameters) if own else {}

        def make() -> Prepared[RoadSolver]:
            warm_roads(roads, runner, parameters)
            return prepare_roads(
                roads.graph,
                roads.weights,
                runner.algorithm,
                runner.backend,
                roads.direction,
                parameters,
                request.device if runner.backend == "gpu" else None,
            )

        return self._kept.get((runner, *request.preparation), make)
