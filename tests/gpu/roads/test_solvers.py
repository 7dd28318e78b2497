"""Road solvers on a device: many solves, pauses, cancel, trace, memory, paths too long to count."""

from __future__ import annotations

import gc
import threading
import time
from functools import cache
from itertools import pairwise
from pkgutil import resolve_name
from typing import Any

import numpy as np
import pytest

from app.catalog.algorithms import rows_of
from app.catalog.rows import ROADS
from benchmarks.instances.roads import generated_network, seeded_weights
from core.cancel import Cancel
from core.errors import DeviceMemoryError, InputError
from core.solver import Start
from core.times import UNLIMITED
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from gpu.buffers import BUDGET_VARIABLE
from gpu.roads.solvers.round_solver import RoadRoundSolver
from road.costs.metric import Weights, given_weights
from road.graph import RoadGraph
from road.solvers.dijkstra import Dijkstra
from tests.parity.test_road_solvers_gpu import solver as solver_of
from tests.road.drawn import chain, graph_of, star

pytestmark = pytest.mark.gpu

NAMES = [
    row.id
    for row in rows_of(ROADS)
    if row.gpu and issubclass(resolve_name(row.gpu), RoadRoundSolver)
]
"""Ids of the rows that work in rounds."""


@cache
def town() -> RoadGraph:
    """About 19,000 vertices."""
    return generated_network(140, 140, 3)


def times_of(graph: RoadGraph) -> Weights:
    return given_weights(graph, "time")


def on_device(name: str, graph: RoadGraph, weights: Weights, **parameters: Any) -> Any:
    return solver_of(name, graph, weights, **parameters)


def assert_equals_dijkstra(
    found: Any, graph: RoadGraph, weights: Weights, *starts: Start, limit: float = UNLIMITED
) -> None:
    expected = Dijkstra(graph, weights).solve(starts, limit=limit)
    np.testing.assert_array_equal(found.state_labels, expected.state_labels)
    assert found.tick_seconds == expected.tick_seconds
    assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)
    assert not found.partial


@cache
def long_chain(count: int = 400_000) -> tuple[RoadGraph, Weights]:
    """One road of so many arcs, long enough to be interrupted."""
    graph = chain(count)
    return graph, Weights(np.full(graph.arc_count, 100, np.uint32), tick_seconds=0.001, unit="ms")


@pytest.mark.parametrize("name", NAMES)
def test_a_town_equals_dijkstra(name: str) -> None:
    weights = times_of(town())
    solver = on_device(name, town(), weights)
    for start in (0, town().vertices // 2):
        assert_equals_dijkstra(solver.solve((Start(start),)), town(), weights, Start(start))
    limited = solver.solve((Start(9),), limit=200.0)
    assert_equals_dijkstra(limited, town(), weights, Start(9), limit=200.0)


@pytest.mark.parametrize("delta", [0.0, 0.001, 1.0, 30.0, 1e6])
def test_any_step_width_gives_the_same_bits(delta: float) -> None:
    weights = times_of(town())
    solver = on_device("near-far", town(), weights, delta_seconds=delta)
    assert_equals_dijkstra(solver.solve((Start(5),)), town(), weights, Start(5))


def test_lists_that_are_full_lose_nothing() -> None:
    # All vertices are near at once, and every thousandth is a start: more than all lists hold.
    graph = generated_network(700, 700, 2)
    weights = seeded_weights(graph, 1)
    starts = tuple(Start(v, 0.01 * (v % 7)) for v in range(0, graph.vertices, 1000))
    for delta in (1e6, 0.0):
        solver = on_device("near-far", graph, weights, delta_seconds=delta)
        assert_equals_dijkstra(solver.solve(starts), graph, weights, *starts)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("degree", [4, 5, 7, 8, 22, 23, 4000])
def test_a_vertex_of_any_degree_is_served_whole(name: str, degree: int) -> None:
    graph = star(degree)
    weights = seeded_weights(graph, 4)
    solver = on_device(name, graph, weights)
    for start in (0, degree):
        assert_equals_dijkstra(solver.solve((Start(start),)), graph, weights, Start(start))


def test_rounds_of_one_block_lose_no_share_of_others() -> None:
    """A wide delta makes rounds too small to share in turn with rounds for all blocks."""
    graph = star(700)
    weights = seeded_weights(graph, 4)
    solver = on_device("near-far", graph, weights, delta_seconds=1e6)
    starts = [(Start(vertex),) for vertex in range(7)]
    expected = [Dijkstra(graph, weights).solve(start).state_labels for start in starts]
    for k in range(300):
        found = solver.solve(starts[k % len(starts)]).state_labels
        np.testing.assert_array_equal(found, expected[k % len(starts)])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("traced", [False, True])
def test_a_kernel_that_pauses_all_the_time_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, name: str, traced: bool
) -> None:
    from gpu import rounds

    monkeypatch.setattr(rounds, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(rounds, "RECORD_PLACES", 3)
    graph = generated_network(40, 40, 1)
    weights, ring = times_of(graph), Ring()
    sink = {"trace": ring} if traced else {}
    parameters = {"to_all_us": 0.1, "to_listed_us": 1e6} if name == "adaptive-threads" else {}
    solver = on_device(name, graph, weights, **parameters)
    assert_equals_dijkstra(solver.solve((Start(3),), **sink), graph, weights, Start(3))
    assert bool(ring.drain()) == traced


@pytest.mark.parametrize("name", NAMES)
def test_a_thousand_solves_give_the_same_bits_and_leak_nothing(name: str) -> None:
    import cupy

    graph = generated_network(60, 60, 8)
    solver = on_device(name, graph, times_of(graph))
    expected = cupy.asarray(solver.solve((Start(7),)).state_labels)
    before = 0
    for turn in range(1000):
        times = solver.solve((Start(7),))
        assert bool((times.device_labels == expected).all()), f"solve {turn}"
        del times
        if turn == 10:
            gc.collect()
            before = cupy.get_default_memory_pool().used_bytes()
    gc.collect()
    assert cupy.get_default_memory_pool().used_bytes() <= before


@pytest.mark.parametrize("name", NAMES)
def test_an_older_result_is_not_written_over(name: str) -> None:
    weights = times_of(town())
    solver = on_device(name, town(), weights)
    first = solver.solve((Start(1),))
    for element in (3000, 9000):
        solver.solve((Start(element), Start(17)))
    assert_equals_dijkstra(first, town(), weights, Start(1))


@pytest.mark.parametrize("name", NAMES)
def test_a_cancelled_solve_is_partial_and_the_next_one_whole(name: str) -> None:
    graph, weights = long_chain()
    solver, cancel = on_device(name, graph, weights), Cancel()
    timer = threading.Timer(0.05, cancel.set)
    timer.start()
    times = solver.solve((Start(0),), limit=1e6, cancel=cancel)
    timer.join()
    assert times.partial
    assert 0 < times.reached < graph.vertices
    whole = Dijkstra(graph, weights).solve((Start(0),), limit=1e6)
    assert bool((times.labels >= whole.labels).all())
    small = solver.solve((Start(9),), limit=60.0)
    assert_equals_dijkstra(small, graph, weights, Start(9), limit=60.0)


@pytest.mark.parametrize("name", NAMES)
def test_a_cancel_before_the_first_round_leaves_the_starts(name: str) -> None:
    cancel = Cancel()
    cancel.set()
    times = on_device(name, town(), times_of(town())).solve((Start(4),), cancel=cancel)
    assert times.partial
    assert times.reached == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_trace_tells_the_solve(name: str) -> None:
    solver, ring = on_device(name, town(), times_of(town())), Ring()
    began = time.perf_counter()
    times = solver.solve((Start(4),), trace=ring)
    took = time.perf_counter() - began
    started, *rounds, finished = ring.drain()
    assert isinstance(started, SolveStarted)
    assert (started.algorithm, started.backend, started.active_unit) == (name, "gpu", "vertices")
    steps = [e for e in rounds if isinstance(e, Iteration)]
    assert len(rounds) == len(steps) > 10
    assert [s.index for s in steps] == list(range(len(steps)))
    for earlier, later in pairwise(steps):
        assert earlier.settled <= later.settled
        assert earlier.seconds <= later.seconds <= took
        assert earlier.threshold_seconds <= later.threshold_seconds
    assert sum(s.microseconds for s in steps) <= took * 1e6
    assert isinstance(finished, SolveFinished)
    assert steps[-1].settled == times.reached == finished.reached
    assert finished.max_seconds == times.max_seconds
    assert finished.visits >= times.reached
    assert finished.bytes_moved >= sum(s.bytes_moved for s in steps) > 0


def chain_that_outgrows(tick_seconds: float) -> tuple[RoadGraph, Weights]:
    """0 ── 1 ── 2 ── 3, each arc a little less than what can be counted."""
    graph = graph_of([(0, 0), (1, 0), (2, 0), (3, 0)], [(0, 1), (1, 2), (2, 3)])
    costs = np.full(graph.arc_count, (1 << 30) - 7, np.uint32)
    return graph, Weights(costs, tick_seconds=tick_seconds, unit="ms")


@pytest.mark.parametrize("name", NAMES)
def test_paths_too_long_for_the_tick_are_counted_in_coarser_ones(name: str) -> None:
    graph, weights = chain_that_outgrows(0.001)
    solver = on_device(name, graph, weights)
    for _ in range(2):
        found = solver.solve((Start(0),))
        assert found.tick_seconds == 0.004
        assert_equals_dijkstra(found, graph, weights, Start(0))


@pytest.mark.parametrize("name", NAMES)
def test_costs_that_are_no_times_and_too_large_are_told(name: str) -> None:
    graph, weights = chain_that_outgrows(0.0)
    with pytest.raises(InputError, match="a path costs"):
        on_device(name, graph, weights).solve((Start(0),))


@pytest.mark.parametrize("name", NAMES)
def test_too_small_a_budget_says_what_is_needed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(BUDGET_VARIABLE, "1")
    with pytest.raises(DeviceMemoryError, match="may be used"):
        on_device(name, town(), times_of(town()))
