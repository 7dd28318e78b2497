"""Solving on arcs: what a start on roads is, and the solvers that run on a road graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast
from weakref import ref

from app.catalog.algorithms import Prepared, RoadSolver, Runner, find, prepare_roads
from app.catalog.rows import ROADS, Algorithm
from app.roads.open_roads import OpenRoads, Source
from app.solving.contracting import contraction_of
from app.solving.customizing import customize_ms_of, report_of
from app.solving.preview_pace import PreviewPace
from app.solving.problem import Problem, Run
from app.solving.request import SolveRequest
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from app.solving.warm_up_roads import warm_roads
from core.cancel import NEVER, Cancel
from core.progress import Progress
from core.solver import Customizable
from gpu.failures import device_errors
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.places.snap import Snapped
from road.results.travel_times import RoadTimes
from road.search.search_graph import SearchGraph
from road.solvers.attempts import HostSolver
from road.solvers.dynamic import DynamicUpdate


@dataclass(frozen=True, eq=False)
class ArcProblem:
    """A request on roads; names as in `app.solving.problem.Problem`."""

    request: SolveRequest
    roads: OpenRoads

    domain = ROADS
    factor = 1

    @property
    def ground(self) -> RoadGraph:
        return self.roads.graph

    @property
    def most_kept(self) -> int:
        """Two where another solver answers while the ground is contracted."""
        return 2 if self.request.meanwhile else 1

    @property
    def costs(self) -> Weights:
        return self.roads.weights

    @property
    def edge_based(self) -> bool | None:
        """True where another metric may have turn costs: its states are to be the same then."""
        return True if self.roads.costs.metric is not None else None

    def search(self) -> SearchGraph:
        """What its solvers search."""
        roads = self.roads
        given = roads.graph, roads.weights, roads.direction
        return SearchGraph.of(*given, edge_based=self.edge_based)

    @property
    def preparation(self) -> tuple[object, ...]:
        return self.roads.direction, self.edge_based, self.request.preprocessing

    @property
    def silent(self) -> bool:
        """To tell of each level takes a GPU longer than all of them."""
        return self.request.preview

    @cached_property
    def met(self) -> tuple[tuple[Source, Snapped | None], ...]:
        return tuple(self.roads.met(start) for start in self.request.starts)

    @property
    def sources(self) -> tuple[Source, ...]:
        return tuple(source for source, _ in self.met)

    def hurried(
        self, pace: PreviewPace, backend: str, before: Problem | None, cancel: Cancel = NEVER
    ) -> Problem:
        """Roads are not made coarser: a preview goes less far."""
        return self

    def prepared(
        self,
        runner: Runner,
        parameters: Mapping[str, float],
        device: int | None,
        progress: Progress,
        cancel: Cancel,
    ) -> Prepared[RoadSolver]:
        roads, own = self.roads, runner.algorithm == self.request.options.algorithm
        warm_roads(roads, runner, parameters, self.edge_based, progress, self.domain)
        cancel.check("the solve")
        ready = prepare_roads(
            roads.graph,
            roads.weights,
            runner.algorithm,
            runner.backend,
            roads.direction,
            parameters,
            device,
            edge_based=self.edge_based,
            preprocessing=self.request.preprocessing if own else None,
            domain=self.domain,
            progress=progress,
            cancel=cancel,
        )
        progress(-1.0, "")
        return ready

    def adapted(self, prepared: Prepared[RoadSolver]) -> RoadSolver | None:
        if not isinstance(prepared.solver, Customizable):
            return None
        with device_errors(prepared.device.index):
            return cast(RoadSolver, prepared.solver.customize(self.costs))

    def updating(
        self, prepared: Prepared[RoadSolver], solved: object, times: RoadTimes
    ) -> DynamicUpdate | None:
        """Where arcs cost otherwise, as closed ones do, and it is solved on the host."""
        solver = prepared.solver
        if not isinstance(solver, HostSolver):
            return None
        if not isinstance(solved, ArcProblem) or solved.costs is self.costs:
            return None
        if solved.request.starts != self.request.starts:
            return None
        return DynamicUpdate(times, solver)

    def off_along_paths(self, times: Any) -> float:
        return 0.0

    def result(self, run: Run) -> Result:
        return self.on_arcs(run)

    def on_arcs(self, run: Run) -> RoadSolved:
        """The result as one on roads."""
        prepared, request = run.prepared, self.request
        return RoadSolved(
            roads=self.roads,
            times=run.times,
            starts=request.starts,
            snapped=tuple(snapped for _, snapped in self.met),
            algorithm=prepared.algorithm,
            backend=prepared.backend,
            device=prepared.device.name,
            solve_ms=run.solve_ms,
            prepare_ms=run.prepare_ms,
            notes=(*run.notes, *prepared.notes),
            stale=request.stale,
            contraction=contraction_of(prepared),
            customize_ms=customize_ms_of(prepared),
            customization=report_of(
                prepared,
                hasty=request.preview or run.times.partial,
                metered=request.metered,
                cancel=run.cancel,
            ),
            preview=request.preview,
            prepared=ref(prepared) if plans_ways(find(prepared.algorithm, ROADS)) else None,
        )


def plans_ways(row: Algorithm) -> bool:
    """Whether its solvers find single ways quicker, from cell to cell, than they are read in the
    times."""
    return row.preprocessing is not None and row.planner is not None
