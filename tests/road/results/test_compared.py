"""Two results laid over each other along streets, against the time of each point of a street."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.solver import Start
from road.results.compared import ComparedStreets, compared_streets
from road.results.spans import spans_of
from road.results.travel_times import RoadTimes
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from road.streets import streets_of
from road.turns import NO_ARC
from tests.road.drawn import random_town
from tests.road.results.test_travel_times import places_on
from tests.road.searches import random_weights


def pair(seed: int, direction: Any = "from", turns: bool = False) -> tuple[RoadTimes, RoadTimes]:
    """From other starts, at other costs, with another limit, on the same streets."""
    roads = random_town(30, seed)
    street = int(np.flatnonzero(streets_of(roads).back != NO_ARC)[seed])
    arc, back = int(streets_of(roads).arc[street]), int(streets_of(roads).back[street])
    on_arc = RoadStart((ArcPoint(arc, 0.3), ArcPoint(back, 0.7)), 0.2)
    a = Dijkstra(roads, random_weights(roads, seed, turns=turns), direction=direction)
    b = Dijkstra(roads, random_weights(roads, seed + 7, turns=turns), direction=direction)
    return a.solve((Start(2, 1.0), on_arc), limit=9.0), b.solve((Start(5, 0.0),), limit=6.0)


def at(streets: ComparedStreets, ends: Any, arc: int, share: float) -> float:
    """What the parts say of a place; infinite where none says anything."""
    there = (streets.arc == arc) & (streets.begin <= share) & (share <= streets.end)
    for part in np.flatnonzero(there):
        long = streets.end[part] - streets.begin[part]
        along = (share - streets.begin[part]) / long
        if np.isinf(ends[part, 0]):
            continue
        value = ends[part, 0] + along * (ends[part, 1] - ends[part, 0])
        return float(value)
    return np.inf


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_both_times_are_those_of_each_point_of_a_street(direction: Any, turns: bool) -> None:
    a, b = pair(1, direction, turns)
    streets = compared_streets(a, b)
    draws = np.random.default_rng(3)
    named = streets_of(a.search.graph)
    for street in range(len(named.arc)):
        for share in draws.random(5):
            places = places_on(a, street, share)
            for times, ends in ((a, streets.a), (b, streets.b)):
                told = at(streets, ends, int(named.arc[street]), share)
                assert told == pytest.approx(times.seconds_at(places), abs=1e-6)


def test_neither_time_crosses_the_other_within_a_part() -> None:
    for seed in range(4):
        streets = compared_streets(*pair(seed))
        off = streets.b - streets.a
        both = np.isfinite(off).all(axis=1)
        assert both.any()
        assert not (off[both].prod(axis=1) < -1e-9).any()


@pytest.mark.parametrize("limit", [1.5, 4.0, np.inf])
def test_lengths_within_a_limit_are_those_of_bands(limit: float) -> None:
    a, b = pair(2)
    streets = compared_streets(a, b)
    for times, held in (
        (a, streets.within(limit, np.nan)),
        (b, streets.within(np.nan, limit)),
    ):
        spans = spans_of(times, (limit,))
        metres = times.search.graph.arcs.length_m[spans.arc] * (spans.end - spans.begin)
        assert held.sum() == pytest.approx(metres.sum(), rel=1e-9)
    both = streets.within(limit, limit).sum()
    either = np.maximum(streets.within(limit, np.nan), streets.within(np.nan, limit)).sum()
    assert both <= either
    assert (both > 0) == np.isinf(limit)  # their starts lie far from each other


def test_a_result_against_itself_is_the_same_everywhere() -> None:
    a, _ = pair(0)
    streets = compared_streets(a, a)
    assert len(streets.arc)
    np.testing.assert_array_equal(streets.a, streets.b)


def test_what_one_alone_reaches_has_no_time_of_the_other() -> None:
    a, b = pair(3)
    streets = compared_streets(a, b)
    alone = np.isfinite(streets.a[:, 0]) & ~np.isfinite(streets.b[:, 0])
    assert alone.any()
    assert np.isfinite(streets.a[alone]).all()
    assert np.isinf(streets.b[alone]).all()
