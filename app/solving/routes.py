"""Single ways between places on roads, by the planner of a row or in the times of solves."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from app.catalog.algorithms import Prepared, RoadSolver, find, prepare_roads
from app.catalog.rows import ROADS
from app.roads.open_roads import OpenRoads, Source
from app.solving.one_solve import solve_once
from app.solving.request import SolveRequest
from app.solving.solve import Solving
from app.solving.warm_up_roads import IN_SEVERAL_CELLS, streets_of, unit_weights
from app.starts import PlacedStart
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from core.solver import Start
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.places.snap import Snapped
from road.routes.route import Planner, Route, route_in
from road.search.edge_expanded import needs_turns

Meeting = tuple[Source, Snapped | None]
"""End of a way in the graph, and where its place met a road: None where a vertex was named."""


@dataclass(frozen=True, eq=False)
class Pair:
    """Two places, and where they meet the roads; of the destination's meetings the first counts
    that is reached."""

    ends: tuple[PlacedStart, PlacedStart]
    origin: Meeting
    destinations: tuple[Meeting, ...]

    @classmethod
    def on(cls, roads: OpenRoads, origin: PlacedStart, destination: PlacedStart) -> Pair:
        """Raises InputError for places without a road."""
        met: tuple[Meeting, ...] = (roads.met(destination),)
        if destination.vertex is None:
            snapped = roads.destinations(destination.x, destination.y)
            met = tuple((place.source(), place) for place in snapped)
        return cls((origin, destination), roads.met(origin), met)


@dataclass(frozen=True, eq=False)
class FoundWay:
    """The way of a pair, None where there is none, and where its ends met a road."""

    pair: Pair
    route: Route | None
    snapped: tuple[Snapped | None, Snapped | None]


@dataclass(frozen=True, eq=False)
class FoundWays:
    """Ways and how they came about.

    solve_ms : wall time of all searches. prepare_ms : of what they set out from.
    """

    ways: tuple[FoundWay, ...]
    roads: OpenRoads
    algorithm: str
    backend: str
    device: str
    solve_ms: float
    prepare_ms: float
    notes: tuple[str, ...]


def find_ways(
    request: SolveRequest,
    roads: OpenRoads,
    pairs: Sequence[Pair],
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> FoundWays:
    """The best way of each pair, one pair or more.

    By the planner of the request's algorithm, which runs on the CPU; where it has none or another
    backend is asked for, in the times of a solve for each pair. Raises CancelledError.
    """
    options = request.options
    if find(options.algorithm, ROADS).planner is not None and options.backend == "cpu":
        return _planned(request, roads, pairs, progress, cancel)
    solving, ways = Solving(), list[FoundWay]()
    solve_ms = prepare_ms = 0.0
    for pair in pairs:
        one = replace(request, starts=pair.ends[:1])
        solved = solve_once(one, progress, cancel, solving)[0].on_graph
        assert solved is not None, "a way on roads, without roads"
        ways.append(_way_of(pair, partial(route_in, solved.times)))
        solve_ms, prepare_ms = solve_ms + solved.solve_ms, prepare_ms + solved.prepare_ms
        how = solved.algorithm, solved.backend, solved.device, solve_ms, prepare_ms, solved.notes
    return FoundWays(tuple(ways), roads, *how)


def _way_of(pair: Pair, route_to: Callable[[Source], Route | None]) -> FoundWay:
    found = ((route_to(place), snapped) for place, snapped in pair.destinations)
    nowhere = None, pair.destinations[-1][1]
    route, snapped = next((way for way in found if way[0] is not None), nowhere)
    return FoundWay(pair, route, (pair.origin[1], snapped))


def _planned(
    request: SolveRequest,
    roads: OpenRoads,
    pairs: Sequence[Pair],
    progress: Progress,
    cancel: Cancel,
) -> FoundWays:
    progress(-1.0, "preparing the planner (first run only)")
    few = streets_of(IN_SEVERAL_CELLS)
    again = unit_weights(few, needs_turns(roads.graph, roads.weights))
    _planner(request, few, again)[1].route(Start(0), Start(IN_SEVERAL_CELLS - 1))
    began = time.perf_counter()
    prepared, planner = _planner(request, roads.graph, roads.weights, progress, cancel)
    ready, ways = time.perf_counter(), list[FoundWay]()
    for pair in pairs:
        cancel.check("the ways")
        progress(len(ways) / len(pairs) if ways else -1.0, "looking for the way")
        ways.append(_way_of(pair, partial(planner.route, pair.origin[0], cancel=cancel)))
    took = (time.perf_counter() - ready) * 1e3, (ready - began) * 1e3
    told = prepared.algorithm, prepared.backend, prepared.device.name
    return FoundWays(tuple(ways), roads, *told, *took, (*request.notes, *prepared.notes))


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
        ways_alone=True,
        progress=progress,
        cancel=cancel,
    )
    assert prepared.planner is not None
    return prepared, prepared.planner
