"""A single way between two places on roads, by the planner of a row or in the times of a solve."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from app.catalog.algorithms import Prepared, RoadSolver, find, prepare_roads
from app.catalog.rows import ROADS
from app.roads.open_roads import OpenRoads, Source
from app.solving.one_solve import solve_once
from app.solving.request import SolveRequest
from app.solving.warm_up_roads import IN_SEVERAL_CELLS, streets_of, unit_weights
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from core.solver import Start
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.routes.route import Planner, Route, route_in
from road.search.edge_expanded import needs_turns


@dataclass(frozen=True, eq=False)
class FoundRoute:
    """A way and how it came about. where : which of the destinations it leads to.

    solve_ms : wall time of the search. prepare_ms : of what it sets out from.
    """

    route: Route
    where: int
    roads: OpenRoads
    algorithm: str
    backend: str
    device: str
    solve_ms: float
    prepare_ms: float
    notes: tuple[str, ...]


def find_way(
    request: SolveRequest,
    roads: OpenRoads,
    destinations: Sequence[Source],
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> FoundRoute | None:
    """The way on roads from the first start of a request to the first of the destinations that is
    reached, else None.

    By the planner of the request's algorithm, which runs on the CPU; where it has none or another
    backend is asked for, in the times of a solve. Raises CancelledError.
    """
    options = request.options
    if find(options.algorithm, ROADS).planner is not None and options.backend == "cpu":
        return _planned(request, roads, destinations, progress, cancel)
    solved = solve_once(request, progress, cancel)[0].on_graph
    assert solved is not None, "a way on roads, without roads"
    for where, place in enumerate(destinations):
        route = route_in(solved.times, place)
        if route is not None:
            told = solved.algorithm, solved.backend, solved.device
            took = solved.solve_ms, solved.prepare_ms
            return FoundRoute(route, where, solved.roads, *told, *took, solved.notes)
    return None


def _planned(
    request: SolveRequest,
    roads: OpenRoads,
    destinations: Sequence[Source],
    progress: Progress,
    cancel: Cancel,
) -> FoundRoute | None:
    weights, origin = roads.weights, roads.met(request.starts[0])[0]
    progress(-1.0, "preparing the planner (first run only)")
    few = streets_of(IN_SEVERAL_CELLS)
    again = unit_weights(few, needs_turns(roads.graph, weights))
    _planner(request, few, again)[1].route(Start(0), Start(IN_SEVERAL_CELLS - 1))
    began = time.perf_counter()
    prepared, planner = _planner(request, roads.graph, weights, progress, cancel)
    progress(-1.0, "looking for the way")
    ready = time.perf_counter()
    for where, place in enumerate(destinations):
        route = planner.route(origin, place, cancel)
        if route is not None:
            took = (time.perf_counter() - ready) * 1e3, (ready - began) * 1e3
            told = prepared.algorithm, prepared.backend, prepared.device.name
            return FoundRoute(route, where, roads, *told, *took, (*request.notes, *prepared.notes))
    return None


def _planner(
    request: SolveRequest,
    graph: RoadGraph,
    weights: Weights,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> tuple[Prepared[RoadSolver], Planner]:
    options = request.options
    prepared = prepare_roads(
        graph,
        weights,
        options.algorithm,
        options.backend,
        parameters=dict(options.parameters),
        preprocessing=request.preprocessing,
        progress=progress,
        cancel=cancel,
    )
    assert prepared.planner is not None
    return prepared, prepared.planner
