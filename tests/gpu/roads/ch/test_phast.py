"""One to all in a contracted graph on a device equals Dijkstra's bits."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.cancel import Cancel
from core.errors import InputError
from core.solver import Start
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from gpu.roads.ch.query import phast, queries
from gpu.roads.ch.query.phast import Phast
from road.costs.metric import Weights, given_weights
from road.results.travel_times import RoadTimes
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadSources, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.gpu.roads.ch.hierarchies import uploading
from tests.road.drawn import DRAWN, graph_of, random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu

STARTS: RoadSources = (Start(0), Start(3, 4.0))
CORES = (1, 12, 300)


@pytest.fixture(autouse=True)
def contracted_by_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queries are tested whatever contraction on the device does."""
    monkeypatch.setattr(phast, "contracted", uploading(12))


def assert_same(found: RoadTimes, expected: RoadTimes) -> None:
    np.testing.assert_array_equal(found.state_labels, expected.state_labels)
    np.testing.assert_array_equal(found.labels, expected.labels)
    assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)
    assert found.tick_seconds == expected.tick_seconds
    assert not found.partial


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("drawn", DRAWN)
def test_equals_dijkstra(
    drawn: str, turns: bool, direction: Direction, monkeypatch: pytest.MonkeyPatch
) -> None:
    roads = DRAWN[drawn]()
    weights = random_weights(roads, 2, turns=turns)
    baseline = Dijkstra(roads, weights, direction=direction)
    everywhere = tuple(Start(v, 0.1 * v) for v in range(roads.vertices))
    asked: list[RoadSources] = [STARTS, (Start(roads.vertices - 1),), everywhere, ()]
    expected = [baseline.solve(starts) for starts in asked]
    for core in CORES:
        monkeypatch.setattr(phast, "contracted", uploading(core))
        solver = Phast(roads, weights, direction=direction)
        for starts, times in zip(asked, expected, strict=True):
            assert_same(solver.solve(starts), times)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_points_on_arcs_and_limits(seed: int, turns: bool, direction: Direction) -> None:
    roads = random_town(150, seed, restrictions=50)
    weights = random_weights(roads, seed, turns=turns)
    arcs = np.flatnonzero(weights.arc_costs < UNREACHED)[[seed, 50 + seed]]
    sources = (
        RoadStart((ArcPoint(int(arcs[0]), 0.25),)),
        RoadStart((ArcPoint(int(arcs[1]), 0.6),), 1.5),
        Start(7, 2.0),
    )
    solver = Phast(roads, weights, direction=direction)
    everything = Dijkstra(roads, weights, direction=direction).solve(sources)
    assert_same(solver.solve(sources), everything)
    for share in (0.0, 0.1, 0.5, 0.97):
        limit = everything.max_seconds * share
        labels = everything.state_labels
        cut = np.where(labels <= limit_in_ticks(limit, 0.001), labels, UNREACHED)
        found = solver.solve(sources, limit=limit)
        # As the kernel left them: the result drops what lies past the limit by itself.
        np.testing.assert_array_equal(found.device_labels.get(), cut)


@pytest.mark.parametrize("places", [1, 1024])
def test_more_labels_fall_than_a_queue_holds(places: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "RISEN", places)
    roads = generated_network(40, 40, 3)
    weights = given_weights(roads, "time")
    solver, baseline = Phast(roads, weights), Dijkstra(roads, weights)
    for count in (1, 40, roads.vertices):
        starts = tuple(Start(v) for v in range(count))
        assert_same(solver.solve(starts), baseline.solve(starts))


def test_a_thousand_queries_one_after_another_leave_nothing_behind() -> None:
    roads = random_town(150, 6)
    weights = random_weights(roads, 6)
    solver, baseline = Phast(roads, weights), Dijkstra(roads, weights)
    expected = [baseline.solve((Start(v),)).state_labels for v in range(150)]
    for k in range(1000):
        limit = UNLIMITED if k % 3 else 3.0
        found = solver.solve((Start(k % 150),), limit=limit).device_labels.get()
        right = expected[k % 150]
        if k % 3 == 0:
            right = np.where(right <= 3000, right, UNREACHED)
        np.testing.assert_array_equal(found, right)


def test_results_are_kept_while_others_are_made() -> None:
    roads = random_town(150, 6)
    weights = random_weights(roads, 6)
    solver, baseline = Phast(roads, weights), Dijkstra(roads, weights)
    held = [solver.solve((Start(v),)) for v in range(5)]
    for v, times in enumerate(held):
        assert_same(times, baseline.solve((Start(v),)))
    address = times.device_labels.data.ptr
    del times, held[-1]
    gc.collect()
    assert solver.solve((Start(9),)).device_labels.data.ptr == address


def test_what_is_cancelled_is_partial() -> None:
    roads = random_town(150, 6)
    cancel = Cancel()
    cancel.set()
    times = Phast(roads, random_weights(roads, 6)).solve((Start(4, 1.0),), cancel=cancel)
    assert times.partial
    assert times.state_labels[4] == 1000
    assert times.reached == 1


def test_a_trace_hears_of_every_level() -> None:
    roads = generated_network(30, 30, 3)
    weights = given_weights(roads, "time")
    solver, ring = Phast(roads, weights), Ring()
    times = solver.solve((Start(0),), trace=ring)
    assert_same(times, Dijkstra(roads, weights).solve((Start(0),)))
    events = ring.drain()
    assert isinstance(events[0], SolveStarted)
    assert isinstance(events[-1], SolveFinished)
    rounds = [event for event in events if isinstance(event, Iteration)]
    swept = [event.active for event in rounds if event.kernel == "level"]
    levels = solver.queries.swept.first_level
    assert swept == np.diff(levels)[1:].tolist()
    assert [event.kernel for event in rounds[:2]] == ["upward", "core"]
    assert all(event.microseconds >= 0 for event in rounds)
    assert sum(event.microseconds for event in rounds) > 0


def test_ways_too_long_to_count_are_found_with_coarser_ticks() -> None:
    # 0 ── 1 ── … ── 39, each arc an eighth of what can be counted.
    roads = graph_of([(k, 0) for k in range(40)], [(k, k + 1) for k in range(39)])
    costs = np.full(roads.arc_count, UNREACHED // 8, np.uint32)
    costs.flags.writeable = False
    weights = Weights(costs, np.zeros(4, np.uint32), 0.001, "ms")
    solver, baseline = Phast(roads, weights), Dijkstra(roads, weights)
    for limit in (UNLIMITED, UNREACHED // 4 * 0.001, UNLIMITED):
        assert_same(
            solver.solve((Start(0),), limit=limit), baseline.solve((Start(0),), limit=limit)
        )


def test_costs_that_are_no_times_cannot_be_coarser() -> None:
    # 0 ── 1 ── 2 ── 3, each arc a little less than what can be counted.
    roads = graph_of([(0, 0), (1, 0), (2, 0), (3, 0)], [(0, 1), (1, 2), (2, 3)])
    weights = Weights(np.full(roads.arc_count, UNREACHED - 7, np.uint32), tick_seconds=0.0)
    with pytest.raises(InputError, match="a path costs"):
        Phast(roads, weights).solve((Start(0),))
