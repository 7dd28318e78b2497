"""One to all on an overlay on a device equals Dijkstra's bits, however the sweep is shared out."""

from __future__ import annotations

import gc
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.errors import DeviceMemoryError, InputError
from core.solver import Start
from core.times import UNREACHED, limit_in_ticks
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from gpu.buffers import BUDGET_VARIABLE
from gpu.roads.crp.query import queries, sweep, upward
from gpu.roads.crp.query.isochrone import Crp
from road.build import assemble, unknown_properties
from road.costs.metric import Weights, given_weights
from road.graph import RoadGraph
from road.results.travel_times import RoadTimes
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadSources, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.gpu.roads.crp.prices import UploadingCustomizer
from tests.road.crp.nests import Nest, halved, random_nest
from tests.road.drawn import DRAWN, graph_of, random_town
from tests.road.searches import CancelLater, random_weights

pytestmark = pytest.mark.gpu

STARTS: RoadSources = (Start(0), Start(3, 4.0))
OWN = queries.customizer_of


@pytest.fixture(autouse=True)
def prices_of_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queries are tested whatever customization on the device does."""
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)


def assert_same(found: RoadTimes, expected: RoadTimes) -> None:
    np.testing.assert_array_equal(found.state_labels, expected.state_labels)
    np.testing.assert_array_equal(found.labels, expected.labels)
    assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)
    assert found.tick_seconds == expected.tick_seconds
    assert not found.partial


def partitions_of(roads: RoadGraph) -> list[Nest]:
    """Regular, with cells that hang together nowhere, of two sizes, and none at all."""
    return [
        halved(roads, (2, 4, 8, 16), mezzanine=(4,), phantom=(2,)),
        random_nest(roads.vertices, (8, 5, 3, 2)),
        halved(roads, (3, 16), mezzanine=(3, 16)),
        Nest(()),
    ]


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("drawn", DRAWN)
def test_equals_dijkstra(drawn: str, turns: bool, direction: Direction) -> None:
    roads = DRAWN[drawn]()
    weights = random_weights(roads, 2, turns=turns)
    baseline = Dijkstra(roads, weights, direction=direction)
    asked: list[RoadSources] = [
        STARTS, (Start(roads.vertices - 1),), (Start(2), Start(3), Start(1, 0.5)), (),
    ]  # fmt: skip
    expected = [baseline.solve(starts) for starts in asked]
    for partition in partitions_of(roads):
        solver = Crp(roads, weights, partition=partition, direction=direction)
        for starts, times in zip(asked, expected, strict=True):
            assert_same(solver.solve(starts), times)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_points_on_arcs_and_limits(seed: int, turns: bool, direction: Direction) -> None:
    roads = random_town(150, seed, restrictions=50)
    weights = random_weights(roads, seed, turns=turns)
    arcs = np.flatnonzero(weights.arc_costs < UNREACHED)[[seed, 50 + seed]]
    sources = (
        RoadStart((ArcPoint(int(arcs[0]), 0.25),)),
        RoadStart((ArcPoint(int(arcs[1]), 0.6),), 1.5),
        Start(7, 2.0),
    )
    solver = Crp(roads, weights, partition=halved(roads, (4, 12, 40)), direction=direction)
    everything = Dijkstra(roads, weights, direction=direction).solve(sources)
    assert_same(solver.solve(sources), everything)
    for share in (0.0, 0.1, 0.5, 0.97):
        limit = everything.max_seconds * share
        labels = everything.state_labels
        cut = np.where(labels <= limit_in_ticks(limit, 0.001), labels, UNREACHED)
        np.testing.assert_array_equal(solver.solve(sources, limit=limit).state_labels, cut)


@pytest.mark.parametrize("edge_based", [False, True])
def test_starts_everywhere(edge_based: bool) -> None:
    # Every cell is open, several starts lie in each, and many on its border.
    roads = random_town(180, 8)
    weights = random_weights(roads, 8)
    random = np.random.default_rng(8)
    solver = Crp(roads, weights, partition=halved(roads, (4, 12, 40)), edge_based=edge_based)
    baseline = Dijkstra(roads, weights)
    for count in (180, 60, 9):
        chosen = random.permutation(180)[:count].tolist()
        starts = tuple(Start(v, float(random.random() * 20)) for v in chosen)
        expected = baseline.solve(starts)
        np.testing.assert_array_equal(solver.solve(starts).labels, expected.labels)


SHARED_OUT: dict[str, dict[str, int]] = {
    "a block for a cell": {"FEW_CELLS": 1 << 30, "COSTS_A_THREAD": 1 << 30},
    "slices of cells": {
        "FEW_CELLS": 1 << 30, "COSTS_A_THREAD": 1, "BLOCKS_A_MULTIPROCESSOR": 50,
        "COSTS_A_LANE": 1,
    },
    "a thread for an inner state": {"FEW_CELLS": 0, "COSTS_A_STATE_LANE": 1 << 20},
    "up to a warp for an inner state": {"FEW_CELLS": 0, "COSTS_A_STATE_LANE": 1},
    "blocks above, threads below": {"FEW_CELLS": 20},
}  # fmt: skip


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("way", SHARED_OUT)
def test_any_way_to_share_out_the_sweep_gives_the_same_bits(
    monkeypatch: pytest.MonkeyPatch, way: str, turns: bool
) -> None:
    for name, value in SHARED_OUT[way].items():
        monkeypatch.setattr(sweep, name, value)
    roads = random_town(500, 9)
    weights = random_weights(roads, 9, turns=turns)
    expected = Dijkstra(roads, weights).solve(STARTS)
    # In cells of places anywhere, hundreds of ways go in and out.
    for partition in (halved(roads, (4, 12, 40, 150)), random_nest(roads.vertices, (40, 9, 3))):
        assert_same(Crp(roads, weights, partition=partition).solve(STARTS), expected)


@pytest.mark.parametrize("turns", [False, True])
def test_cells_that_do_not_fit_shared_memory(monkeypatch: pytest.MonkeyPatch, turns: bool) -> None:
    monkeypatch.setattr(upward, "MOST_SHARED", 200)
    roads = random_town(300, 12)
    weights = random_weights(roads, 12, turns=turns)
    solver = Crp(roads, weights, partition=halved(roads, (4, 30, 100)))
    starts = tuple(Start(v, 0.3 * k) for k, v in enumerate(range(0, 300, 23)))
    assert_same(solver.solve(starts), Dijkstra(roads, weights).solve(starts))


def test_more_starts_than_were_reckoned_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upward, "FIRST_WORDS", 16)
    roads = random_town(200, 13)
    weights = random_weights(roads, 13)
    solver, baseline = (
        Crp(roads, weights, partition=halved(roads, (4, 40))),
        Dijkstra(roads, weights),
    )
    for count in (1, 50, 3, 200):
        starts = tuple(Start(v) for v in range(count))
        assert_same(solver.solve(starts), baseline.solve(starts))


@pytest.mark.parametrize("one_after_another", [False, True])
def test_weights_in_turns_on_one_overlay(one_after_another: bool) -> None:
    # Each with costs of its own, or each customized anew in the memory of the one before.
    roads, partition = random_town(200, 4), halved(random_town(200, 4), (4, 16, 64))
    weights = [random_weights(roads, seed, turns=True) for seed in range(3)]
    first = Crp(roads, weights[0], partition=partition)
    solvers = [
        first,
        *(
            first.customize(other)
            if one_after_another
            else Crp(roads, other, partition=partition, queries=first.queries)
            for other in weights[1:]
        ),
    ]
    expected = [Dijkstra(roads, own).solve(STARTS) for own in weights]
    results = []
    for k in (0, 1, 2, 1, 0):
        assert solvers[k].overlay is first.overlay
        results.append((solvers[k].solve(STARTS), expected[k]))
    for found, times in results:
        assert_same(found, times)


def test_weights_with_other_turns_have_an_overlay_of_their_own() -> None:
    roads = random_town(100, 4)
    solver = Crp(roads, random_weights(roads, 0), partition=halved(roads, (4, 16)))
    turning = random_weights(roads, 1, turns=True)
    other = solver.customize(turning)
    assert other.overlay is not solver.overlay
    assert_same(other.solve(STARTS), Dijkstra(roads, turning).solve(STARTS))


def test_customized_on_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "customizer_of", OWN)
    roads = random_town(300, 14)
    solver: Crp | None = None
    for seed in range(3):
        weights = random_weights(roads, seed, turns=True)
        if solver is None:
            solver = Crp(roads, weights, partition=halved(roads, (4, 12, 40)))
        else:
            solver = solver.customize(weights)
        assert_same(solver.solve(STARTS), Dijkstra(roads, weights).solve(STARTS))


def one_way_comb() -> RoadGraph:
    """0 → 1 → 2 → …, and into each k a dead straight lane from 30 + k that nothing leads to."""
    tail = np.array([*range(29), *range(30, 60)], np.uint32)
    head = np.array([*range(1, 30), *range(30)], np.uint32)
    along = np.arange(60)
    xy = np.divmod(along, 30)
    return assemble(
        tail=tail, head=head, arcs=unknown_properties(np.zeros(len(tail), np.float32)),
        vertex_ids=along.astype(np.int64), x=xy[1].astype(float), y=xy[0].astype(float),
        name="one-way comb",
    )  # fmt: skip


@pytest.mark.parametrize("edge_based", [False, True])
def test_starts_that_nothing_leads_to(edge_based: bool) -> None:
    roads = one_way_comb()
    weights = random_weights(roads, 20)
    for partition in (halved(roads, (4, 15)), Nest(())):
        solver = Crp(roads, weights, partition=partition, edge_based=edge_based)
        for start in (0, 30, 41, 59):
            expected = Dijkstra(roads, weights).solve((Start(start),))
            np.testing.assert_array_equal(solver.solve((Start(start),)).labels, expected.labels)


@pytest.mark.parametrize("edge_based", [False, True])
def test_all_arcs_closed(edge_based: bool) -> None:
    roads = random_town(60, 1)
    weights = Weights(np.full(roads.arc_count, UNREACHED, np.uint32), tick_seconds=0.001)
    solver = Crp(roads, weights, partition=halved(roads, (4, 16)), edge_based=edge_based)
    assert solver.solve((Start(5),)).labels.tolist().count(UNREACHED) == 59


def test_ways_too_long_for_the_tick_are_counted_in_longer_ones() -> None:
    roads = DRAWN["chain"]()
    weights = Weights(np.full(roads.arc_count, 2_000_000, np.uint32), tick_seconds=0.001, unit="ms")
    solver = Crp(roads, weights, partition=halved(roads, (16, 128)))
    expected = Dijkstra(roads, weights).solve((Start(0),))
    assert expected.tick_seconds > 0.001
    near = Dijkstra(roads, weights).solve((Start(0),), limit=10_000.0)
    for _ in range(2):
        assert_same(solver.solve((Start(0),)), expected)
        assert_same(solver.solve((Start(0),), limit=10_000.0), near)


def test_costs_that_are_no_times_and_too_large_are_told() -> None:
    # 0 ── 1 ── 2 ── 3, each arc a little less than what can be counted.
    roads = graph_of([(0, 0), (1, 0), (2, 0), (3, 0)], [(0, 1), (1, 2), (2, 3)])
    weights = Weights(np.full(roads.arc_count, UNREACHED - 7, np.uint32), tick_seconds=0.0)
    with pytest.raises(InputError, match="a path costs"):
        Crp(roads, weights, partition=halved(roads, (2,))).solve((Start(0),))


def test_three_hundred_solves_give_the_same_bits_and_leak_nothing() -> None:
    import cupy

    roads = random_town(120, 15)
    solver = Crp(roads, random_weights(roads, 15, turns=True), partition=halved(roads, (4, 30)))
    expected = cupy.asarray(solver.solve(STARTS).state_labels)
    before = 0
    for turn in range(300):
        times = solver.solve(STARTS)
        assert bool((times.in_order() == expected).all()), f"solve {turn}"
        del times
        if turn == 10:
            gc.collect()
            before = cupy.get_default_memory_pool().used_bytes()
    gc.collect()
    assert cupy.get_default_memory_pool().used_bytes() <= before


def test_an_older_result_is_not_written_over() -> None:
    roads = random_town(150, 16)
    weights = random_weights(roads, 16)
    solver = Crp(roads, weights, partition=halved(roads, (4, 30)))
    first = solver.solve((Start(1),))
    for vertex in (30, 90):
        solver.solve((Start(vertex), Start(17)))
    solver.customize(random_weights(roads, 17)).solve((Start(2),))
    assert_same(first, Dijkstra(roads, weights).solve((Start(1),)))


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("looks", range(4))
def test_a_cancelled_solve_is_partial_and_the_next_one_whole(looks: int, traced: bool) -> None:
    roads = random_town(200, 18)
    weights = random_weights(roads, 18)
    solver = Crp(roads, weights, partition=halved(roads, (4, 30, 100)))
    whole = Dijkstra(roads, weights).solve((Start(4),))
    sink: dict[str, Any] = {"trace": Ring()} if traced else {}
    times = solver.solve((Start(4),), cancel=CancelLater(looks), **sink)
    if traced or looks < 1:
        assert times.partial
    assert bool((times.labels >= whole.labels).all())
    assert times.labels[4] == 0
    assert_same(solver.solve((Start(4),)), whole)


def test_the_trace_tells_every_level_up_and_down() -> None:
    roads = random_town(300, 19)
    solver = Crp(roads, random_weights(roads, 19), partition=halved(roads, (4, 16, 64)))
    ring = Ring()
    times = solver.solve(STARTS, trace=ring)
    assert_same(times, Dijkstra(roads, solver.search.weights).solve(STARTS))
    started, *steps, finished = ring.drain()
    assert isinstance(started, SolveStarted)
    assert (started.algorithm, started.backend, started.elements) == ("crp", "gpu", 300)
    told = [step for step in steps if isinstance(step, Iteration)]
    assert [step.kernel for step in told] == ["upward"] * 4 + ["sweep"] * 3
    assert told[0].active > 0
    assert all(step.active > 0 for step in told if step.kernel == "sweep")
    for earlier, later in pairwise(told):
        assert earlier.seconds <= later.seconds
    assert isinstance(finished, SolveFinished)
    assert (finished.reached, finished.max_seconds) == (times.reached, times.max_seconds)
    silent = solver.solve(STARTS)
    np.testing.assert_array_equal(silent.state_labels, times.state_labels)


def test_too_small_a_budget_says_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BUDGET_VARIABLE, "1")
    roads = generated_network(140, 140, 3)
    with pytest.raises(DeviceMemoryError, match="may be used"):
        Crp(roads, given_weights(roads, "time"), partition=halved(roads, (4, 30)))
