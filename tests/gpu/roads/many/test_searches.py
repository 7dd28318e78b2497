"""Searches from many origins on a device: chunks, heaps without room, early ends, cancels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.cancel import Cancel
from core.errors import CancelledError, DeviceMemoryError, ParameterError
from core.solver import Start
from core.times import UNREACHED
from gpu.buffers import BUDGET_VARIABLE
from gpu.roads.many import searches
from gpu.roads.many.searches import POOL_TAKEN, SERVED, DeviceAsked, HeapGraph, RowSearches
from gpu.roads.many.tables import WarpHeapTables
from gpu.roads.many.warp_heap import WarpHeap
from road.costs.metric import given_weights, hop_weights
from road.graph import U32
from road.matrix.tables import AskedStates
from road.search.search_graph import SearchGraph
from road.search.starts import seeds_of
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu

STARTS = tuple(Start(97 * k % 9000, 0.1 * k) for k in range(300))


class Town:
    """A town of 10,000 vertices and its labels from some of the starts."""

    def __init__(self) -> None:
        self.roads = generated_network(100, 100, 3)
        self.weights = given_weights(self.roads, "time")
        self.search = SearchGraph.of(self.roads, self.weights)
        solver = Dijkstra(self.roads, self.weights)
        self.expected = {k: solver.solve(STARTS[k : k + 1]).labels for k in (0, 99, 299)}


@pytest.fixture(scope="module")
def town() -> Town:
    return Town()


def rows_by(town: Town, *, one_by_one: bool = False) -> tuple[U32, RowSearches]:
    """Labels from all starts, and what found them."""
    import cupy

    graph = HeapGraph(town.search, 0, one_by_one=one_by_one)
    found = RowSearches(graph)
    labels = cupy.empty((len(STARTS), graph.places), cupy.uint32)
    seeds = [seeds_of(town.search, (start,), UNREACHED - 1) for start in STARTS]
    cupy.cuda.runtime.deviceSynchronize()
    found.begin(labels, seeds, UNREACHED - 1)
    assert found.finish()
    rows: U32 = labels.get()[:, : town.search.states]
    for k, expected in town.expected.items():
        np.testing.assert_array_equal(rows[k], expected)
    return rows, found


def test_states_popped_together_and_one_by_one_end_with_the_same_labels(town: Town) -> None:
    together, _ = rows_by(town)
    one_by_one, _ = rows_by(town, one_by_one=True)
    np.testing.assert_array_equal(together, one_by_one)


def test_heaps_without_room_begin_again_with_more(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"ARRAYS": 2, "TOPS": 4, "FIRST_POOL": 3000}.items():
        monkeypatch.setattr(searches, name, value)
    rows, found = rows_by(town)
    assert found._pool.size > 3000  # rows were given up
    assert 0 < int(found.totals[POOL_TAKEN]) <= found._pool.size
    monkeypatch.undo()
    expected, found = rows_by(town)
    np.testing.assert_array_equal(rows, expected)
    assert found._pool.size == searches.FIRST_POOL


def test_a_search_ends_when_all_destinations_are_settled(town: Town) -> None:
    import cupy

    graph = HeapGraph(town.search, 0)
    found = RowSearches(graph)
    labels = cupy.empty((1, graph.places), cupy.uint32)
    seeds = [seeds_of(town.search, STARTS[:1], UNREACHED - 1)]
    near = np.argsort(town.expected[0], kind="stable")[[400, 30]].astype(np.uint32)
    asked = DeviceAsked(AskedStates(np.arange(3), near))
    cupy.cuda.runtime.deviceSynchronize()
    found.begin(labels, seeds, UNREACHED - 1)
    assert found.finish()
    all_served = int(found.totals[SERVED])
    found.begin(labels, seeds, UNREACHED - 1, asked)
    assert found.finish()
    assert 400 < int(found.totals[SERVED]) < all_served / 2
    times = cupy.empty((1, 2), cupy.uint32)
    found.gather(asked, 1, times)
    found.stream.synchronize()
    assert times.get().tolist() == [town.expected[0][near].tolist()]


def test_ties_do_not_multiply() -> None:
    """Where all costs are equal, a state is reached from several others in one batch."""
    import cupy

    roads = generated_network(60, 60, 3)
    search = SearchGraph.of(roads, hop_weights(roads))
    graph = HeapGraph(search, 0)
    found = RowSearches(graph)
    labels = cupy.empty((1, graph.places), cupy.uint32)
    cupy.cuda.runtime.deviceSynchronize()
    found.begin(labels, [seeds_of(search, STARTS[:1], UNREACHED - 1)], UNREACHED - 1)
    assert found.finish()
    expected = Dijkstra(roads, hop_weights(roads)).solve(STARTS[:1]).state_labels
    np.testing.assert_array_equal(labels.get()[0, : search.states], expected)
    assert int(found.totals[SERVED]) < 1.3 * search.states


def test_chunks_take_turns_on_two_streams(town: Town) -> None:
    solver = WarpHeap(town.roads, town.weights)
    tables = WarpHeapTables(solver)
    tables.chunk, tables.batch = 32, 128
    found = tables.table(STARTS)
    some = [3, 0, 9000, 3]
    for k, expected in town.expected.items():
        np.testing.assert_array_equal(found[k], expected)
    np.testing.assert_array_equal(tables.table(STARTS, some), found[:, some])
    np.testing.assert_array_equal(tables.table(STARTS[:33]), found[:33])
    np.testing.assert_array_equal(tables.on_device(STARTS, some).get(), found[:, some])
    assert tables.on_device(()).shape == (0, town.roads.vertices)


def test_nobody_and_nowhere_and_bad_places() -> None:
    roads = random_town(60, 2)
    tables = WarpHeapTables(WarpHeap(roads, random_weights(roads)))
    assert tables.table([]).shape == (0, 60)
    assert tables.table([Start(1)], []).shape == (1, 0)
    with pytest.raises(ParameterError):
        tables.table([Start(1)], [60])
    with pytest.raises(ParameterError):
        tables.table([Start(60)], [1])
    assert tables.table([Start(1)], [1]).tolist() == [[0]]


def test_a_cancel_ends_a_table_and_a_solve(town: Town) -> None:
    solver = WarpHeap(town.roads, town.weights)
    tables = WarpHeapTables(solver)
    cancel = Cancel()
    stop: Any = lambda share, what: cancel.set()  # noqa: E731
    with pytest.raises(CancelledError):
        tables.table(STARTS, progress=stop, cancel=cancel)
    assert solver.solve(STARTS[:1], cancel=cancel).partial
    np.testing.assert_array_equal(solver.solve(STARTS[:1]).labels, town.expected[0])
    np.testing.assert_array_equal(tables.table(STARTS[:1])[0], town.expected[0])


def test_too_small_a_budget_says_what_is_needed(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(BUDGET_VARIABLE, "1")
    with pytest.raises(DeviceMemoryError, match="may be used"):
        WarpHeap(town.roads, town.weights)
