"""The nearest point on a street: the same as by looking at all of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from shapely import LineString, Point

from core.errors import InputError, ParameterError
from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.places.snap import SnapIndex
from road.routes.route_descent import ArcStretch
from road.routes.route_line import arc_line, part_line
from road.search.starts import RoadStart
from tests.road.drawn import DRAWN, chain, graph_of, grid_city, random_town
from tests.road.searches import random_weights


def nearest_of_all(roads: RoadGraph, weights: Weights | None, x: float, y: float) -> float:
    is_open = np.ones(roads.arc_count, bool) if weights is None else weights.arc_costs < UNREACHED
    lines = [LineString(arc_line(roads, int(arc))) for arc in np.flatnonzero(is_open)]
    return min(line.distance(Point(x, y)) for line in lines)


def clicks(roads: RoadGraph, count: int) -> np.ndarray:
    assert roads.x is not None
    assert roads.y is not None
    low = np.array([roads.x.min(), roads.y.min()])
    size = np.array([roads.x.max(), roads.y.max()]) - low + 1
    return low + size * np.random.default_rng(5).uniform(-0.6, 1.6, (count, 2))


@pytest.mark.parametrize("graph", DRAWN)
def test_no_street_is_nearer(graph: str) -> None:
    roads = DRAWN[graph]()
    weights = random_weights(roads, 6)
    index = SnapIndex(roads)
    for x, y in clicks(roads, 6 if graph == "chain" else 60):
        for chosen in (None, weights):
            found = index.nearest(float(x), float(y), None if chosen is None else chosen.arc_costs)
            assert found is not None
            assert found.distance_m == pytest.approx(nearest_of_all(roads, chosen, x, y), abs=1e-6)
            assert np.hypot(found.x - x, found.y - y) == pytest.approx(found.distance_m)
            for place in found.places:
                if place.fraction > 0:
                    end = part_line(roads, ArcStretch(place.arc, 0.0, place.fraction))[-1]
                    np.testing.assert_allclose(end, (found.x, found.y), atol=1e-6)
                assert chosen is None or chosen.arc_costs[place.arc] < UNREACHED


def test_a_two_way_street_gives_both_arcs_and_a_one_way_street_one() -> None:
    # 0 ══ 1 ──> 2     100 m each
    roads = graph_of([(0, 0), (100, 0), (200, 0)], [(0, 1), (1, 2, True)])
    for_cars = np.where(roads.arcs.vehicles & 1, 1000, UNREACHED).astype(np.uint32)
    index, weights = SnapIndex(roads), Weights(for_cars, tick_seconds=0.001)
    two_way, one_way = (index.nearest(x, 7.0, weights.arc_costs) for x in (30.0, 160.0))
    assert two_way is not None
    assert one_way is not None
    assert sorted(p.fraction for p in two_way.places) == pytest.approx([0.3, 0.7])
    assert [p.fraction for p in one_way.places] == pytest.approx([0.6])
    assert isinstance(two_way.source(3.0), RoadStart)
    assert two_way.distance_m == pytest.approx(7.0)


def test_past_the_end_of_a_street_it_is_the_vertex() -> None:
    roads = chain(5)
    found = SnapIndex(roads).nearest(-50.0, -3.0)
    assert found is not None
    assert found.source(2.0) == Start(0, 2.0)


def test_a_coordinate_that_was_rounded_is_the_vertex_still() -> None:
    index = SnapIndex(graph_of([(0, 0), (100, 0), (200, 0)], [(0, 1), (1, 2)]))
    for off in (-1e-6, 1e-6):
        at, beside = index.nearest(100.0 + off, 0.0), index.nearest(100.0 + 1e4 * off, 0.0)
        assert at is not None
        assert beside is not None
        assert at.source() == Start(1)
        assert isinstance(beside.source(), RoadStart)


def test_longitude_counts_less_than_latitude_in_the_north() -> None:
    # at 60° a degree of longitude is half as long as one of latitude
    roads = replace(
        graph_of([(10, 60), (10, 60.1), (10.3, 60), (10.3, 60.1)], [(0, 1), (2, 3)]),
        geographic=True,
    )
    found = SnapIndex(roads).nearest(10.1, 60.05)
    assert found is not None
    assert found.x == pytest.approx(10)
    assert found.distance_m == pytest.approx(0.1 * 111_195 * 0.4992, rel=1e-3)


def test_far_away_clicks_find_a_street_too() -> None:
    roads = random_town(40, 3)
    index = SnapIndex(roads)
    for x, y in ((1e7, -1e7), (-1e300, 0.0), (3e5, 2.0)):
        found = index.nearest(x, y)
        assert found is not None


def test_nothing_open_finds_nothing() -> None:
    roads = grid_city()
    closed = Weights(np.full(roads.arc_count, UNREACHED, np.uint32))
    assert SnapIndex(roads).nearest(0.0, 0.0, closed.arc_costs) is None


def test_what_cannot_be_searched_is_an_error_in_words() -> None:
    roads = grid_city()
    with pytest.raises(InputError, match=r"have no positions.*vertex:7.*\.co"):
        SnapIndex(replace(roads, x=None, y=None))
    with pytest.raises(ParameterError, match="finite"):
        SnapIndex(roads).nearest(float("nan"), 0.0)
