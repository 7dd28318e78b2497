"""Times between vertices: along arcs, from both ends, around starts, cut at the limits of bands."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from core.parallel import threads
from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.results.latest import latest_seconds
from road.results.spans import lengths_by_band, spans_of
from road.results.travel_times import RoadTimes
from road.search.search_graph import SearchGraph
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from road.streets import streets_of
from road.turns import NO_ARC
from tests.road.drawn import DRAWN, chain, grid_city, random_town, ring
from tests.road.searches import random_weights

LIMITS = (0.5, 1.0, 2.5, 4.0, 7.0, 9.5)


def places_on(times: RoadTimes, street: int, share: float) -> list[ArcPoint]:
    streets = streets_of(times.search.graph)
    arc, back = int(streets.arc[street]), int(streets.back[street])
    there = [ArcPoint(arc, share)]
    return there if back == NO_ARC else [*there, ArcPoint(back, 1 - share)]


def roads_of(seed: int) -> RoadGraph:
    return random_town(30, seed)


def solved(seed: int, direction: Any, turns: bool) -> RoadTimes:
    roads = roads_of(seed)
    weights = random_weights(roads, seed, turns=turns)
    street = int(np.flatnonzero(streets_of(roads).back != NO_ARC)[seed])
    arc, back = int(streets_of(roads).arc[street]), int(streets_of(roads).back[street])
    start = RoadStart((ArcPoint(arc, 0.3), ArcPoint(back, 0.7)), 0.2)
    solver = Dijkstra(roads, weights, direction=direction)
    return solver.solve((Start(2, 1.0), start), limit=9.0)


def test_each_arc_belongs_to_one_street() -> None:
    for make in DRAWN.values():
        roads = make()
        streets = streets_of(roads)
        arcs = np.concatenate([streets.arc, streets.back[streets.back != NO_ARC]])
        np.testing.assert_array_equal(np.sort(arcs), np.arange(roads.arc_count))


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("seed", range(4))
def test_spans_are_where_the_time_lies_in_their_band(
    seed: int, direction: Any, turns: bool
) -> None:
    times = solved(seed, direction, turns)
    spans = spans_of(times, LIMITS)
    edges = (-math.inf, *LIMITS)
    number = {int(arc): street for street, arc in enumerate(streets_of(times.search.graph).arc)}
    inside: dict[int, list[tuple[float, float, int]]] = {}
    for arc, begin, end, band in zip(spans.arc, spans.begin, spans.end, spans.band, strict=True):
        inside.setdefault(number[int(arc)], []).append((float(begin), float(end), int(band)))
    for street in range(streets_of(times.search.graph).count):
        parts = inside.get(street, [])
        assert all(begin < end for begin, end, _ in parts)
        assert all(a[1] <= b[0] for a, b in pairwise(parts))
        for share in np.random.default_rng(street).random(40):
            seconds = times.seconds_at(places_on(times, street, float(share)))
            band = next((b for begin, end, b in parts if begin < share < end), None)
            if band is None:
                assert seconds > 9.0 - 1e-9
            else:
                assert edges[band] - 1e-9 <= seconds <= edges[band + 1] + 1e-9


def test_a_street_reached_from_both_ends_is_cut_twice() -> None:
    # 0 ── 1 ── 2     10 s each; from both ends the middle of each street is reached last
    roads = chain(3)
    weights = Weights(np.full(roads.arc_count, 10_000, np.uint32), tick_seconds=0.001, unit="ms")
    times = Dijkstra(roads, weights).solve((Start(0), Start(1), Start(2)))
    spans = spans_of(times, (2.0, math.inf))
    np.testing.assert_allclose(spans.begin, [0, 0.2, 0.8] * 2)
    np.testing.assert_allclose(spans.end, [0.2, 0.8, 1.0] * 2)
    assert spans.band.tolist() == [0, 1, 0] * 2


@pytest.mark.parametrize("limits", [LIMITS, (3.0, math.inf), tuple(np.linspace(0.1, 9, 200))])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("direction", ["from", "to"])
def test_lengths_of_bands_are_those_of_their_spans(
    direction: Any, turns: bool, limits: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "WORTH_SHARING", 1)
    for seed in range(4):
        times = solved(seed, direction, turns)
        spans = spans_of(times, limits)
        metres = times.search.graph.arcs.length_m[spans.arc] * (spans.end - spans.begin)
        expected = np.bincount(spans.band, metres, len(limits))
        assert expected.sum() > 0
        np.testing.assert_allclose(lengths_by_band(times, limits), expected, rtol=1e-9, atol=1e-6)


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("direction", ["from", "to"])
def test_nothing_is_reached_after_the_latest_time(direction: Any, turns: bool) -> None:
    for seed in range(8):
        from_arcs = solved(seed, direction, turns)
        roads, weights = from_arcs.search.graph, random_weights(roads_of(seed), seed, turns=turns)
        from_vertex = Dijkstra(roads, weights, direction=direction).solve((Start(2, 1.0),))
        for times in (from_arcs, from_vertex):
            latest = latest_seconds(times)
            later = spans_of(times, (latest * (1 + 1e-9), math.inf))
            assert latest >= times.max_seconds
            assert not (later.band == 1).any()
        sooner = spans_of(from_vertex, (latest - 0.01, math.inf))
        assert (sooner.band == 1).any(), "with no start between two junctions it is exact"


def test_a_start_on_a_one_way_street_reaches_what_lies_ahead_first() -> None:
    roads = ring(4)
    one_way = roads.head == (roads.tail + 1) % 4
    weights = Weights(
        np.where(one_way, 1000, UNREACHED).astype(np.uint32), tick_seconds=0.001, unit="ms"
    )
    arc = int(np.flatnonzero(one_way & (roads.tail == 0))[0])
    times = Dijkstra(roads, weights).solve((RoadStart((ArcPoint(arc, 0.75),)),))
    assert times.labels.tolist() == [3250, 250, 1250, 2250]
    assert times.seconds_at([ArcPoint(arc, 0.75)]) == 0
    assert times.seconds_at([ArcPoint(arc, 0.5)]) == pytest.approx(3.75)
    spans = spans_of(times, (0.1, 3.5))
    there = np.isin(spans.arc, [arc, *streets_of(roads).arc[streets_of(roads).back == arc]])
    assert int(there.sum()) == 3  # from the tail, then none, then two bands from the start on


@pytest.mark.parametrize("turns", [False, True])
def test_a_limit_does_not_change_when_arcs_are_entered(turns: bool) -> None:
    roads = random_town(50, 9)
    weights = random_weights(roads, 9, turns=turns)
    everything = Dijkstra(roads, weights).solve((Start(0),))
    cut = Dijkstra(roads, weights).solve((Start(0),), limit=4.0)
    within = everything.entered <= cut.limit_ticks
    expected = np.where(within, everything.entered, UNREACHED)
    np.testing.assert_array_equal(cut.entered, expected)
    ends = np.where(everything.arc_labels <= cut.limit_ticks, everything.arc_labels, UNREACHED)
    np.testing.assert_array_equal(cut.arc_labels, ends)


@pytest.mark.parametrize("limit", [4.0, math.inf])
def test_threads_enter_arcs_as_one_alone_does(
    monkeypatch: pytest.MonkeyPatch, limit: float
) -> None:
    roads = random_town(300, 9)
    weights = random_weights(roads, 9, turns=True)
    place = ArcPoint(int(np.flatnonzero(weights.arc_costs < UNREACHED)[0]), 0.5)
    times = Dijkstra(roads, weights).solve((Start(0), RoadStart((place,))), limit=limit)
    assert times.search.states > roads.arc_count, "some arcs have several states"
    alone = times.entered
    monkeypatch.setattr(threads, "WORTH_SHARING", 1)
    monkeypatch.setattr(threads, "thread_count", lambda: 4)
    assert len(threads.short_parallel_for(lambda begin, end: None, roads.arc_count)) > 1
    np.testing.assert_array_equal(replace(times).entered, alone)


def test_seconds_are_infinite_where_nothing_is_reached() -> None:
    roads = grid_city()
    weights = Weights(np.full(roads.arc_count, UNREACHED, np.uint32), tick_seconds=0.001)
    times = Dijkstra(roads, weights).solve((Start(3),))
    seconds = times.seconds()
    assert seconds[3] == 0
    assert np.isinf(np.delete(seconds, 3)).all()
    assert math.isinf(times.seconds_at([ArcPoint(0, 0.5)]))
    assert len(spans_of(times, (1.0,)).arc) == 0


def test_coarser_ticks_say_how_long_they_are() -> None:
    roads = chain(4)
    weights = Weights(np.full(roads.arc_count, 5, np.uint32), tick_seconds=0.001, unit="ms")
    search = SearchGraph.of(roads, weights)
    assert search.coarser.weights.unit == "2 ms"
    assert search.coarser.coarser.weights.unit == "4 ms"
    assert search.coarser.weights.tick_seconds == 0.002
