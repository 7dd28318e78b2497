"""Times at places somewhere on streets equal those of a solve, one after another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.errors import ParameterError
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from road.crp.query.isochrone import Crp
from road.crp.query.many_to_many import ManyToMany
from road.graph import RoadGraph
from road.matrix.one_by_one import OneByOne
from road.matrix.places import RoadDestinations, RoadPlaces, Source, TimesAtPlaces
from road.routes.route import route_in
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from road.streets import streets_of
from road.turns import NO_ARC
from tests.road.crp.nests import halved
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights


def on_streets(roads: RoadGraph, count: int, seed: int) -> list[RoadStart]:
    """Points somewhere on streets, on one arc or on both."""
    rng, streets = np.random.default_rng(seed), streets_of(roads)
    found = []
    for street in rng.integers(0, len(streets.arc), count).tolist():
        arc, back, share = int(streets.arc[street]), int(streets.back[street]), float(rng.random())
        places = [ArcPoint(arc, share)]
        places += [] if back == NO_ARC else [ArcPoint(back, 1 - share)]
        found.append(RoadStart(tuple(places)))
    return found


def ticks_of(solver: Any, start: Any, places: list[Any], limit: float) -> int:
    """By a solve, of the first of these places that is reached."""
    times = solver.solve((start,), limit=limit)
    ways = (route_in(times, place) for place in places)
    return next((way.ticks for way in ways if way is not None), UNREACHED)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", DRAWN)
def test_times_at_places_equal_routes_one_after_another(
    graph: str, turns: bool, direction: Any
) -> None:
    roads = DRAWN[graph]()
    weights = random_weights(roads, 3, turns=turns)
    solver = Dijkstra(roads, weights, direction=direction)
    points = on_streets(roads, 4, 1)
    sources: list[Source] = [Start(0), Start(roads.vertices - 1), *points[:3]]
    ends: list[list[Source]]
    ends = [[Start(1)], [points[0]], [points[1], Start(2)], [points[3], points[2]]]
    meetings = RoadPlaces.of([place for some in ends for place in some])
    first = np.cumsum([0, *(len(some) for some in ends)])
    at = TimesAtPlaces(solver.search, RoadDestinations(meetings, first))
    crp = Crp(roads, weights, partition=halved(roads, (4, 16)), direction=direction, smallest=0)
    for limit in (UNLIMITED, 5.0):
        expected = [[ticks_of(solver, s, some, limit) for some in ends] for s in sources]
        for tables in (OneByOne(solver), ManyToMany(crp)):
            found = at.table(tables, sources, limit=limit)
            np.testing.assert_array_equal(found, expected)


def test_places_are_arrays_and_back() -> None:
    places: list[Source] = [Start(3), RoadStart((ArcPoint(1, 0.25), ArcPoint(4, 0.75))), Start(0)]
    arrays = RoadPlaces.of(places)
    assert arrays.sources() == places
    assert arrays.sources(1, 2) == places[1:2]
    assert len(arrays) == 3


@pytest.mark.parametrize("turns", [False, True])
def test_any_solver_makes_tables(turns: bool) -> None:
    roads = random_town(60, 4)
    solver = Dijkstra(roads, random_weights(roads, 4, turns=turns))
    tables = OneByOne(solver)
    for limit in (UNLIMITED, 0.003, 7.0):
        expected = [solver.solve((Start(k),), limit=limit).labels for k in (5, 0, 5)]
        found = tables.table([Start(5), Start(0), Start(5)], limit=limit)
        np.testing.assert_array_equal(found, expected)
    with pytest.raises(ParameterError, match="not a state"):
        tables.table_of_states([Start(0)], [solver.search.states])
