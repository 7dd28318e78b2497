"""Global Bellman-Ford gives the bits of customization on the CPU, level by level."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.errors import DeviceMemoryError
from core.times import UNREACHED
from gpu.buffers import BUDGET_VARIABLE
from gpu.roads.crp.customization import global_search
from gpu.roads.crp.customization.global_search import (
    TWO_WORDS,
    GlobalArcs,
    Index,
    global_arcs,
    index_of,
)
from road.costs.metric import Weights
from road.crp.customization.customize import Customized, customize
from road.crp.overlay.overlay import Nested, Overlay, overlay_of
from road.graph import U32, RoadGraph
from road.search.search_graph import Direction, SearchGraph
from tests.road.crp.nests import halved, random_nest
from tests.road.drawn import DRAWN, chain, random_town
from tests.road.searches import random_weights

on_gpu = pytest.mark.gpu

GRAPHS = [name for name in DRAWN if name != "chain"]


def customized(
    graph: RoadGraph, weights: Weights, partition: Nested, direction: Direction = "from"
) -> Customized:
    search = SearchGraph.of(graph, weights, direction)
    return customize(overlay_of(search, partition), search, keep_all=True)


def nests(graph: RoadGraph) -> tuple[Nested, ...]:
    """Halved in space; at random, one cell of all vertices on top."""
    return (
        halved(graph, (2, 4, 8, 16), mezzanine=(4,), phantom=(2,)),
        random_nest(graph.vertices, (8, 5, 2, 1)),
    )


def costs_below(done: Customized, number: int) -> U32:
    if number:
        return done.shortcuts[number - 1]
    return done.search.cost[done.overlay.ground.step]


def on_device(overlay: Overlay) -> tuple[Any, Any]:
    """A device overlay and a metric."""
    from gpu.roads.crp.device_metric import DeviceMetric
    from gpu.roads.crp.device_overlay import DeviceOverlay

    device = DeviceOverlay(overlay, 0)
    return device, DeviceMetric(device)


def bring(metric: Any, done: Customized, number: int) -> None:
    """What a level is made from, and rubbish where its costs belong."""
    weights, level = done.search.weights, metric.levels[number]
    if number:
        below = done.shortcuts[number - 1]
        metric.levels[number - 1].shortcuts[: len(below)].set(below)
    metric.arc_costs[: len(weights.arc_costs)].set(weights.arc_costs)
    metric.turn_costs.set(weights.turn_costs)
    level.shortcuts.fill(3)
    level.down.fill(5)


def assert_has(metric: Any, done: Customized, number: int) -> None:
    level = metric.levels[number]
    for found, expected in (
        (level.shortcuts, done.shortcuts[number]),
        (level.down, done.down[number]),
    ):
        np.testing.assert_array_equal(found[: len(expected)].get(), expected)


def assert_customizes(done: Customized) -> None:
    device, metric = on_device(done.overlay)
    for number in range(len(done.overlay.levels)):
        run = global_search.GlobalSearch(device, number).bound(metric)
        bring(metric, done, number)
        run()
        assert_has(metric, done, number)


def rows_of(index: Index) -> tuple[U32, U32]:
    if index.bits == TWO_WORDS:
        return index.words[:, 0], index.words[:, 1]
    return index.words >> np.uint32(index.bits), index.words & np.uint32((1 << index.bits) - 1)


def offered(index: Index, first: U32, tail: U32, cost: U32, down: U32) -> U32:
    """The least that arcs into its row bring for each value."""
    row, entry = rows_of(index)
    least = np.full(len(row), UNREACHED, np.uint32)
    for value in range(len(row)):
        arcs = slice(first[row[value]], first[row[value] + 1])
        offers = down[tail[arcs] + entry[value]] + cost[arcs]
        least[value] = offers.min(initial=UNREACHED)
    return least


def by_phases(done: Customized, number: int, arcs: GlobalArcs) -> tuple[U32, U32]:
    """Shortcuts and `down` of a level as the kernels find them."""
    level, below = done.overlay.levels[number], costs_below(done, number)
    shortcuts = np.full(level.shortcuts, UNREACHED, np.uint32)
    down = np.full(int(level.first_down[-1]), UNREACHED, np.uint32)
    np.minimum.at(shortcuts, arcs.mapping[:, 1], below[arcs.mapping[:, 0]])
    np.minimum.at(down, arcs.init[:, 1], below[arcs.init[:, 0]])
    inner = arcs.first_inner_arc, arcs.inner_arcs[:, 0], below[arcs.inner_from]
    before = None
    while before is None or (down != before).any():
        before = down.copy()
        np.minimum(down, offered(arcs.distances, *inner, down), out=down)
    tail, cost = arcs.collection[:, 0], below[arcs.collection[:, 1]]
    offers = offered(arcs.shortcuts, arcs.first_collection, tail, cost, down)
    exit_, entry = rows_of(arcs.shortcuts)
    cell = arcs.exit_cell[exit_]
    exits = np.diff(level.first_exit)[cell]
    place = level.first_shortcut[cell] + entry * exits + exit_ - level.first_exit[cell]
    assert len(np.unique(place)) == len(shortcuts)
    shortcuts[place] = np.minimum(shortcuts[place], offers)
    return shortcuts, down


@pytest.mark.parametrize("bits", [0, 32])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", ["random town", "grid city", "parallels and loops"])
def test_the_arcs_that_kernels_get_give_the_bits_of_the_cpu(
    monkeypatch: pytest.MonkeyPatch, graph: str, turns: bool, bits: int
) -> None:
    monkeypatch.setattr(global_search, "INDEX_BITS", bits)
    roads = DRAWN[graph]()
    for partition in nests(roads):
        done = customized(roads, random_weights(roads, 3, turns=turns), partition)
        for number, level in enumerate(done.overlay.levels):
            arcs = global_arcs(done.overlay, number)
            shortcuts, down = by_phases(done, number, arcs)
            np.testing.assert_array_equal(shortcuts, done.shortcuts[number])
            np.testing.assert_array_equal(down, done.down[number])
            assert len(arcs.inner_cell) == len(level.inner)
            inside = arcs.inner_cell[rows_of(arcs.distances)[0]]
            assert (np.bincount(inside, minlength=level.cells) == np.diff(level.first_down)).all()


def test_an_index_is_one_word_where_it_fits() -> None:
    for entries, bits in (([1, 1, 1], 0), ([3, 0, 5], 3), ([4, 1], 2), ([], 0), ([0, 0], 0)):
        index = index_of(np.array(entries, np.uint32))
        rows = [(row, k) for row, count in enumerate(entries) for k in range(count)]
        assert index.bits == bits
        assert list(zip(*(part.tolist() for part in rows_of(index)), strict=True)) == rows
    many = np.zeros(1 << 17, np.uint32)
    many[-1] = 1 << 15
    assert index_of(many).bits == 15
    many[-1] += 1
    assert index_of(many).bits == TWO_WORDS


@on_gpu
@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", GRAPHS)
def test_every_level_has_the_bits_of_the_cpu(graph: str, turns: bool, direction: Direction) -> None:
    roads = DRAWN[graph]()
    weights = random_weights(roads, 7, turns=turns)
    for partition in nests(roads):
        assert_customizes(customized(roads, weights, partition, direction))


@on_gpu
@pytest.mark.parametrize("seed", range(3))
def test_towns_with_restrictions(seed: int) -> None:
    roads = random_town(120, seed, restrictions=60)
    weights = random_weights(roads, seed, turns=True)
    assert_customizes(customized(roads, weights, halved(roads, (4, 10, 32), mezzanine=(10,))))
    assert_customizes(customized(roads, weights, random_nest(roads.vertices, (9, 2, 1), seed)))


@on_gpu
def test_an_index_of_two_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(global_search, "INDEX_BITS", 0)
    for turns in (False, True):
        roads = random_town(120, 5)
        weights = random_weights(roads, 5, turns=turns)
        assert_customizes(customized(roads, weights, halved(roads, (4, 16, 64))))


@on_gpu
def test_all_arcs_closed() -> None:
    roads = random_town(50, 1)
    weights = Weights(np.full(roads.arc_count, UNREACHED, np.uint32))
    assert_customizes(customized(roads, weights, halved(roads, (4, 16))))


@on_gpu
@pytest.mark.parametrize("turns", [False, True])
def test_a_chain_of_many_rounds(turns: bool) -> None:
    roads = chain()
    weights = random_weights(roads, 2, turns=turns)
    done = customized(roads, weights, halved(roads, (300, 1000)))
    device, metric = on_device(done.overlay)
    search = global_search.GlobalSearch(device, 0)
    run = search.bound(metric)
    bring(metric, done, 0)
    run()
    assert_has(metric, done, 0)
    assert search.rounds() > 1


@on_gpu
@pytest.mark.parametrize("turns", [False, True])
def test_a_town_under_several_metrics_in_a_row(turns: bool) -> None:
    # Up to half a million distances a level: blocks look at several values, cells end at
    # different rounds.
    roads = generated_network(140, 140, 3)
    partition = halved(roads, (32, 512, 8192))
    base = customized(roads, random_weights(roads, 0, turns=turns), partition)
    device, metric = on_device(base.overlay)
    searches = [
        global_search.GlobalSearch(device, k).bound(metric) for k in range(len(base.overlay.levels))
    ]
    for seed in range(3):
        weights = random_weights(roads, seed, turns=turns)
        search = SearchGraph.of(roads, weights, edge_based=base.search.edge_based)
        done = customize(base.overlay, search, keep_all=True)
        for number, run in enumerate(searches):
            bring(metric, done, number)
            run()
            assert_has(metric, done, number)


@on_gpu
def test_many_runs_give_the_same_bits() -> None:
    roads = generated_network(60, 60, 8)
    done = customized(roads, random_weights(roads, 1, turns=True), halved(roads, (16, 128, 1024)))
    device, metric = on_device(done.overlay)
    for number, level in enumerate(metric.levels):
        run = global_search.GlobalSearch(device, number).bound(metric)
        bring(metric, done, number)
        run()
        assert_has(metric, done, number)
        shortcuts, down = level.shortcuts.copy(), level.down.copy()
        for turn in range(200):
            run()
            assert bool((level.shortcuts == shortcuts).all()), f"run {turn}"
            assert bool((level.down == down).all()), f"run {turn}"


@on_gpu
def test_a_first_run_can_be_recorded_and_replayed_for_other_costs() -> None:
    import cupy

    roads = random_town(200, 4)
    partition = halved(roads, (8, 40, 100))
    base = customized(roads, random_weights(roads, 0, turns=True), partition)
    for number in range(len(base.overlay.levels)):
        device, metric = on_device(base.overlay)
        run = global_search.GlobalSearch(device, number).bound(metric)
        cupy.cuda.runtime.deviceSynchronize()
        with cupy.cuda.Stream(non_blocking=True) as stream:
            stream.begin_capture()
            run()
            recorded = stream.end_capture()
            for seed in range(3):
                weights = random_weights(roads, seed, turns=True)
                done = customize(base.overlay, SearchGraph.of(roads, weights), keep_all=True)
                bring(metric, done, number)
                recorded.launch()
                assert_has(metric, done, number)


@on_gpu
def test_memory_is_told_and_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import cupy

    roads = generated_network(140, 140, 3)
    weights = random_weights(roads, 1, turns=True)
    done = customized(roads, weights, halved(roads, (32, 512, 8192)))
    (device, metric), pool = on_device(done.overlay), cupy.get_default_memory_pool()
    for number in range(len(done.overlay.levels)):
        before, there = pool.used_bytes(), device.nbytes + metric.nbytes
        search = global_search.GlobalSearch(device, number)
        search.bound(metric)
        needed = device.nbytes + metric.nbytes - there + search.nbytes
        assert 0 <= pool.used_bytes() - before - needed <= 20 * 512  # rounded up, each
        del search
    monkeypatch.setenv(BUDGET_VARIABLE, "1")
    with pytest.raises(DeviceMemoryError, match="may be used"):
        global_search.GlobalSearch(device, 2)
