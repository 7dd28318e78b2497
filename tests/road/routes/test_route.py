"""Ways: connected, as dear as the labels say, the same from both ends; known ones in Moscow."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from core.cancel import Cancel
from core.errors import CancelledError
from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import Weights
from road.costs.profiles import CAR
from road.files.read import open_roads
from road.graph import RoadGraph
from road.places.snap import SnapIndex
from road.properties import Turn
from road.routes.route import Route, Router, legs_of, route_in
from road.routes.route_line import line_of
from road.routes.route_stations import stations_of
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from road.streets import streets_of
from road.turns import NO_ARC
from tests.road.drawn import chain, grid_city, parallels_and_loops, random_town
from tests.road.searches import random_weights
from tests.shared_data import needs_shared, shared

Place = Start | RoadStart


def some_places(roads: RoadGraph, weights: Weights) -> list[Place]:
    """Vertices, and points on one-way and two-way streets."""
    streets = streets_of(roads)
    places: list[Place] = [Start(0), Start(5), Start(9)]
    for street in (1, 4, 7, 8):
        arcs = [(int(streets.arc[street]), 0.37)]
        if streets.back[street] != NO_ARC:
            arcs.append((int(streets.back[street]), 0.63))
        points = [ArcPoint(a, f) for a, f in arcs if weights.arc_costs[a] < UNREACHED]
        places += [RoadStart(tuple(points))] if points else []
    return places


def assert_way(route: Route, origin: Place, destination: Place) -> None:
    """The parts follow one another, from the one place to the other, and cost what is said."""
    roads = route.graph
    for (a, b), turn in zip(pairwise(route.parts), route.turn_ticks, strict=True):
        assert (a.end, b.begin) == (1.0, 0.0)
        assert roads.head[a.arc] == roads.tail[b.arc]
        assert turn < UNREACHED
    ticks = sum(route.part_ticks(p) for p in route.parts)
    ticks += sum(route.turn_ticks)
    assert abs(ticks - route.ticks) <= 1
    assert abs(sum(leg.ticks for leg in legs_of(route)) - route.ticks) <= 1
    assert sum(leg.length_m for leg in legs_of(route)) == pytest.approx(route.length_m)
    if route.parts:
        first, last = route.parts[0], route.parts[-1]
        assert_end(origin, first.arc, first.begin, int(roads.tail[first.arc]))
        assert_end(destination, last.arc, last.end, int(roads.head[last.arc]))
        assert_stations(route)


def assert_stations(route: Route) -> None:
    """Point by point the way is as long and as dear as a whole, and waits where a turn costs."""
    found, line = stations_of(route), line_of(route)
    stays = (np.diff(found.points, axis=0) == 0).all(axis=1)
    assert np.array_equal(found.points[np.append(True, ~stays)], line)
    for column, total in ((found.metres, route.length_m), (found.costs, route.cost)):
        assert (np.diff(column) >= 0).all()
        assert column[0] == 0
        assert column[-1] == pytest.approx(total)
    turns = sum(route.turn_ticks)
    scale = route.weights.tick_seconds or 1.0
    assert np.diff(found.costs)[stays].sum() >= (turns - 1) * scale


def assert_end(place: Place, arc: int, fraction: float, vertex: int) -> None:
    if isinstance(place, Start):
        assert fraction in (0.0, 1.0)
        assert place.element == vertex
    else:
        assert any(p.arc == arc and p.fraction == pytest.approx(fraction) for p in place.places)


def test_heights_grow_by_the_slopes_of_the_arcs() -> None:
    roads = grid_city(4, 4)
    up = np.full(roads.arc_count, 10, np.int8)
    roads = replace(roads, arcs=replace(roads.arcs, slope=up))
    times = Dijkstra(roads, CAR.weights(roads)).solve((Start(0),))
    route = route_in(times, Start(9))
    assert route is not None
    found = stations_of(route)
    assert found.rise == pytest.approx(0.1 * found.metres)
    assert found.metres[-1] > 0


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_ways_cost_what_the_labels_say_and_are_the_same_from_both_ends(
    seed: int, turns: bool
) -> None:
    roads = random_town(40, seed)
    weights = random_weights(roads, seed, turns=turns)
    router = Router(Dijkstra(roads, weights))
    places = some_places(roads, weights)
    for destination in places:
        there = Dijkstra(roads, weights, direction="to").solve((destination,))
        for origin in places:
            here = Dijkstra(roads, weights).solve((origin,))
            direct = router.route(origin, destination)
            found = route_in(here, destination), route_in(there, origin)
            if direct is None:
                assert found == (None, None)
                continue
            assert_way(direct, origin, destination)
            for way in found:
                assert way is not None
                assert_way(way, origin, destination)
                assert abs(way.ticks - direct.ticks) <= 1  # parts of arcs are rounded
            if isinstance(destination, RoadStart):
                ticks = here.ticks_at(destination.places)
            else:
                ticks = float(here.labels[destination.element])
            assert direct.ticks == pytest.approx(ticks, abs=1)


def test_from_a_place_to_the_same_place_nothing_is_driven() -> None:
    roads = grid_city()
    router = Router(Dijkstra(roads, CAR.weights(roads)))
    for place in (Start(7), RoadStart((ArcPoint(0, 0.4),))):
        found = router.route(place, place)
        assert found is not None
        assert (found.ticks, found.length_m) == (0, 0.0)


def test_on_one_street_the_way_ahead_is_short_and_back_goes_round() -> None:
    roads = grid_city()
    weights = CAR.weights(roads)
    one_way = int(np.flatnonzero((roads.arcs.vehicles & 1 > 0) & (roads.tail == 7))[0])
    router = Router(Dijkstra(roads, weights))
    early, late = (RoadStart((ArcPoint(one_way, f),)) for f in (0.2, 0.9))
    ahead, back = router.route(early, late), router.route(late, early)
    assert ahead is not None
    assert back is not None
    assert [(p.arc, p.begin, p.end) for p in ahead.parts] == [(one_way, 0.2, 0.9)]
    assert len(back.parts) > 3
    assert_way(back, late, early)


def test_circles_that_cost_nothing_do_not_trap_it() -> None:
    roads = parallels_and_loops()
    weights = Weights(np.zeros(roads.arc_count, np.uint32), unit="units")
    found = route_in(Dijkstra(roads, weights).solve((Start(0),)), Start(3))
    assert found is not None
    assert_way(found, Start(0), Start(3))


def test_what_is_past_the_limit_has_no_way() -> None:
    roads = chain(20)
    weights = Weights(np.full(roads.arc_count, 1000, np.uint32), tick_seconds=0.001, unit="ms")
    times = Dijkstra(roads, weights).solve((Start(0),), limit=5.5)
    assert route_in(times, Start(5)) is not None
    assert route_in(times, Start(6)) is None
    ahead = int(np.flatnonzero((roads.tail == 5) & (roads.head == 6))[0])
    within, past = (RoadStart((ArcPoint(ahead, f),)) for f in (0.4, 0.6))
    assert route_in(times, within) is not None
    assert route_in(times, past) is None


def test_delays_are_no_part_of_a_way() -> None:
    roads = chain(20)
    weights = Weights(np.full(roads.arc_count, 1000, np.uint32), tick_seconds=0.001, unit="ms")
    found = route_in(Dijkstra(roads, weights).solve((Start(0, 60.0),)), Start(4))
    assert found is not None
    assert (found.cost, found.vertices) == (4.0, (0, 1, 2, 3, 4))


def test_a_route_can_be_cancelled() -> None:
    roads = chain(20)
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        Router(Dijkstra(roads, random_weights(roads))).route(Start(0), Start(19), cancel)


def test_the_line_begins_and_ends_where_the_way_does() -> None:
    roads = grid_city()
    weights = replace(CAR.weights(roads), turn_costs=np.zeros(4, np.uint32))
    index = SnapIndex(roads)
    a, b = (
        index.nearest(130.0, 4.0, weights.arc_costs),
        index.nearest(320.0, -301.0, weights.arc_costs),
    )
    assert a is not None
    assert b is not None
    found = Router(Dijkstra(roads, weights)).route(a.source(), b.source())
    assert found is not None
    line = line_of(found)
    np.testing.assert_allclose(line[[0, -1]], [(a.x, a.y), (b.x, b.y)], atol=1e-9)
    assert np.hypot(*np.diff(line, axis=0).T).sum() == pytest.approx(found.length_m, rel=1e-5)


MOSCOW: list[Any] = [
    # with turn restrictions; in metres, of the quickest way without turning round
    ((55.813357, 37.5958585), (55.811042, 37.594689), 1043.99, 0.01),
    ((55.813159, 37.593884), (55.811278, 37.594217), 1048.0, 0.5),
    # a one-way street, there and back; both places lie 50 m off it
    ((55.818536, 37.595848), (55.818702, 37.595564), 24.0, 2.0),
    ((55.818702, 37.595564), (55.818536, 37.595848), 1114.0, 2.0),
]


@needs_shared
@pytest.mark.parametrize(("origin", "destination", "metres", "within"), MOSCOW)
def test_known_ways_in_moscow(
    origin: tuple[float, float], destination: tuple[float, float], metres: float, within: float
) -> None:
    roads = open_roads(shared("roads/osm/moscow.osm.gz"))
    weights = replace(CAR, turn_seconds={Turn.U_TURN: float("inf")}).weights(roads)
    index = SnapIndex(roads)
    a = index.nearest(origin[1], origin[0], weights.arc_costs)
    b = index.nearest(destination[1], destination[0], weights.arc_costs)
    assert a is not None
    assert b is not None
    found = Router(Dijkstra(roads, weights)).route(a.source(), b.source())
    assert found is not None
    assert_way(found, a.source(), b.source())
    assert found.length_m == pytest.approx(metres, abs=within)
