"""Queries of contracted graphs, upward and the sweep, run on the processor."""

from __future__ import annotations

import numpy as np
import pytest

from core.cancel import Cancel
from core.solver import Start
from core.times import UNREACHED, limit_in_ticks
from core.trace import Iteration, Ring
from gpu.roads.ch.query import phast, queries
from gpu.roads.ch.query.phast import Phast
from road.costs.metric import Weights
from road.search.starts import RoadSources
from road.solvers.dijkstra import Dijkstra
from tests.emulation import fake_cupy
from tests.gpu.roads.ch.hierarchies import uploading
from tests.road.ch.query.test_parents import check
from tests.road.drawn import graph_of, private_town, random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.usefixtures("device")


@pytest.mark.parametrize("places", [1024, 2])  # that a queue on chip has room for
@pytest.mark.parametrize("turns", [False, True])
def test_equals_dijkstra_with_and_without_a_limit(
    turns: bool, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phast, "contracted", uploading(8))
    monkeypatch.setattr(queries, "RISEN", places)
    monkeypatch.setattr(queries, "THREADS", 64)
    roads = private_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=turns)
    starts: RoadSources = (Start(0), Start(1), Start(50, 3.0))
    solver = Phast(roads, weights)
    everything = Dijkstra(roads, weights).solve(starts)
    for seed, share in enumerate((1.0, 0.7, 0.3, 0.05)):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        limit = everything.max_seconds * share
        labels = everything.state_labels
        cut = np.where(labels <= limit_in_ticks(limit, 0.001), labels, UNREACHED)
        times = solver.solve(starts, limit=limit)
        np.testing.assert_array_equal(times.state_labels, cut)
        check(solver.parents(times), times)


@pytest.mark.parametrize("turns", [False, True])
def test_a_trace_hears_of_every_level_and_cancelled_solves_are_partial(
    turns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phast, "contracted", uploading(8))
    monkeypatch.setattr(queries, "THREADS", 64)
    roads = private_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=turns)
    solver, ring, cancel = Phast(roads, weights, direction="to"), Ring(), Cancel()
    right = Dijkstra(roads, weights, direction="to").solve((Start(7),)).state_labels
    times = solver.solve((Start(7),), trace=ring)
    np.testing.assert_array_equal(times.state_labels, right)
    rounds = [event for event in ring.drain() if isinstance(event, Iteration)]
    sizes = np.diff(solver.queries.swept.first_level).tolist()
    assert [event.active for event in rounds if event.kernel != "upward"] == sizes
    assert all(event.microseconds >= 0 for event in rounds)
    cancel.set()
    times = solver.solve((Start(7),), cancel=cancel)
    assert times.partial
    assert set(times.state_labels.tolist()) < {*right.tolist(), UNREACHED}
    np.testing.assert_array_equal(solver.solve((Start(7),)).state_labels, right)


@pytest.mark.parametrize("ahead", [4, 1])  # steps at a time: all of a row, or rows go on and on
def test_queries_one_after_another_leave_nothing_behind(
    ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phast, "contracted", uploading(8))
    monkeypatch.setattr(queries, "THREADS", 64)
    monkeypatch.setattr(queries, "AHEAD", ahead)
    roads = random_town(90, 4)
    weights = random_weights(roads, 4)
    solver, baseline = Phast(roads, weights), Dijkstra(roads, weights)
    for seed, vertex in enumerate((0, 50, 89, 7, 31)):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        expected = baseline.solve((Start(vertex),)).state_labels
        np.testing.assert_array_equal(solver.solve((Start(vertex),)).state_labels, expected)


def test_ways_too_long_to_count_are_found_with_coarser_ticks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 0 ── 1 ── … ── 11, each arc an eighth of what can be counted.
    monkeypatch.setattr(phast, "contracted", uploading(3))
    roads = graph_of([(k, 0) for k in range(12)], [(k, k + 1) for k in range(11)])
    costs = np.full(roads.arc_count, UNREACHED // 8, np.uint32)
    costs.flags.writeable = False
    weights = Weights(costs, np.zeros(4, np.uint32), 0.001, "ms")
    solver = Phast(roads, weights)
    found = solver.solve((Start(0),))
    expected = Dijkstra(roads, weights).solve((Start(0),))
    assert found.tick_seconds == expected.tick_seconds > 0.001
    check(solver.parents(found), found)
    np.testing.assert_array_equal(found.state_labels, expected.state_labels)


def test_nobody_and_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phast, "contracted", uploading(8))
    roads = random_town(20, 4)
    solver = Phast(roads, random_weights(roads, 4))
    assert solver.solve(()).reached == 0
