"""Customization on a device gives the CPU's bits on every level, by every engine."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.errors import ParameterError
from core.times import UNREACHED
from gpu.roads.crp.customization import columns
from gpu.roads.crp.device_metric import bytes_needed, passing_shortcuts
from gpu.roads.crp.device_overlay import bytes_of_steps
from road.costs.metric import Weights, given_weights
from road.crp.customization.customize import Customized, customize
from road.crp.customization.report import Engine
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Nested, Overlay, overlay_of
from road.crp.overlay.rooted import rooted
from road.crp.partition.build import partition_roads
from road.crp.partition.nested import Partition
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from tests.gpu.roads.crp.customizing import Customizing
from tests.road.crp.nests import halved, random_nest
from tests.road.drawn import DRAWN, random_town, star
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu

SMALL_CELLS = pytest.mark.parametrize("by_columns", [False, True], indirect=True)
"""As a device has it on so small a graph, and as on one of millions of cells."""


@pytest.fixture
def by_columns(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether every cell that can be has a thread for each entry."""
    if request.param:
        monkeypatch.setattr(columns, "COLUMNS_A_MULTIPROCESSOR", 0)
    return bool(request.param)


@cache
def town() -> tuple[RoadGraph, Partition]:
    """About 19,000 vertices, and all levels of a partition."""
    graph = generated_network(140, 140, 3)
    return graph, partition_roads(graph)


def nests(graph: RoadGraph) -> tuple[Nested, ...]:
    return (
        halved(graph, (2, 4, 8, 16), mezzanine=(4,), phantom=(2,)),
        random_nest(graph.vertices, (8, 5, 2, 1)),
    )


def overlay(
    graph: RoadGraph, weights: Weights, partition: Nested, direction: Direction = "from"
) -> Overlay:
    search = SearchGraph.of(graph, weights, direction)
    return ordered(overlay_of(search, rooted(partition, graph.vertices)))


def customizer(
    made: Overlay, engines: dict[int, Engine] | None = None, *, keep_all: bool = True
) -> Customizing:
    return Customizing(made, engines=engines, down=keep_all, keep_all=keep_all)


def expected(made: Overlay, weights: Weights) -> Customized:
    own = made.search
    search = SearchGraph.of(own.graph, weights, own.direction, edge_based=own.edge_based)
    return customize(made, search, keep_all=True)


def assert_customizes(device: Customizing, weights: Weights) -> None:
    for level in device.metric.levels:
        level.shortcuts.fill(3)
        level.down.fill(5)
    device.customize(weights.arc_costs, weights.turn_costs)
    assert_has(device, expected(device.overlay.overlay, weights))


def assert_has(device: Customizing, done: Customized) -> None:
    for plan in device.plans:
        level, number = device.metric.levels[plan.number], plan.number
        for found, right in (
            (level.shortcuts, done.shortcuts[number]),
            (level.down, done.down[number]),
        ):
            np.testing.assert_array_equal(found[: len(right)].get(), right)


def assert_keeps(device: Customizing, weights: Weights) -> None:
    """The shortcuts of the levels that a CPU keeps, and no matrices."""
    for level in device.metric.levels:
        level.shortcuts.fill(3)
    device.customize(weights.arc_costs, weights.turn_costs)
    done = expected(device.overlay.overlay, weights)
    kept = [level for level in device.metric.levels if level.host.kept]
    for level in kept:
        right = done.shortcuts[level.number]
        np.testing.assert_array_equal(level.shortcuts[: len(right)].get(), right)


@SMALL_CELLS
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", [name for name in DRAWN if name != "chain"])
def test_drawn_graphs(name: str, turns: bool, by_columns: bool) -> None:
    graph = DRAWN[name]()
    weights = random_weights(graph, 7, turns=turns)
    for partition in nests(graph):
        for direction in ("from", "to"):
            assert_customizes(customizer(overlay(graph, weights, partition, direction)), weights)


@SMALL_CELLS
@pytest.mark.parametrize("seed", range(6))
def test_random_towns_with_restrictions(seed: int, by_columns: bool) -> None:
    graph = random_town(seed=seed)
    weights = random_weights(graph, seed, turns=seed % 2 == 0)
    for partition in nests(graph):
        assert_customizes(customizer(overlay(graph, weights, partition)), weights)


@SMALL_CELLS
@pytest.mark.parametrize("edge_based", [False, True])
def test_one_metric_after_another(edge_based: bool, by_columns: bool) -> None:
    """Recorded launches are replayed; closed arcs are open again afterwards."""
    graph, partition = town()
    first = given_weights(graph, "time")
    if edge_based:
        first = replace(first, turn_costs=np.array([0, 900, 300, 100_000], np.uint32))
    device = customizer(overlay(graph, first, partition))
    closed = first.arc_costs.copy()
    closed[::11] = UNREACHED
    random = np.random.default_rng(2)
    other = random.integers(1, 1 << 20, graph.arc_count).astype(np.uint32)
    nothing = np.full(graph.arc_count, UNREACHED, np.uint32)
    for arc_costs in (first.arc_costs, closed, other, nothing, first.arc_costs):
        assert_customizes(device, replace(first, arc_costs=arc_costs))
    assert device.work.recorded is not None


@pytest.mark.parametrize("engine", ["local", "global"])
def test_every_engine_on_every_level(engine: Engine) -> None:
    graph, partition = town()
    weights = given_weights(graph, "time")
    weights = replace(weights, turn_costs=np.array([0, 900, 300, 100_000], np.uint32))
    made = overlay(graph, weights, partition)
    device = customizer(made, dict.fromkeys(range(len(made.levels)), engine))
    assert {plan.engine for plan in device.plans} == {engine}
    for _ in range(3):
        assert_customizes(device, weights)
    assert len(device.level_times()) == len(device.plans)


@SMALL_CELLS
@pytest.mark.parametrize("engine", [None, "local", "global"])
def test_without_queries_levels_share_memory(engine: Engine | None, by_columns: bool) -> None:
    graph, partition = town()
    weights = given_weights(graph, "time")
    weights = replace(weights, turn_costs=np.array([0, 900, 300, 100_000], np.uint32))
    made = overlay(graph, weights, partition)
    engines = dict.fromkeys(range(len(made.levels)), engine) if engine else None
    device = customizer(made, engines, keep_all=False)
    assert sum(count is not None for count in passing_shortcuts(made, False, None)) > 3
    dearer = replace(weights, arc_costs=weights.arc_costs * np.uint32(2))
    for chosen in (weights, dearer, weights, dearer):
        assert_keeps(device, chosen)
    times = device.level_times()
    assert len(times) == len(device.plans)
    whole = customizer(made, engines)
    if engine != "global":
        assert not any("down" in vars(level) for level in device.metric.levels)
        brought = "arc" in vars(device.overlay)  # for cells that no columns have
        assert brought or by_columns
        assert device.overlay.nbytes == (bytes_of_steps(made) if brought else 0)
        assert device.metric.nbytes == bytes_needed(made, keep_all=False)
        assert whole.metric.nbytes > device.metric.nbytes
    assert_customizes(whole, weights)


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", [name for name in DRAWN if name != "chain"])
def test_drawn_graphs_without_queries(name: str, turns: bool) -> None:
    graph = DRAWN[name]()
    weights = random_weights(graph, 7, turns=turns)
    for partition in nests(graph):
        assert_keeps(customizer(overlay(graph, weights, partition), keep_all=False), weights)


def test_costs_may_lie_on_the_device() -> None:
    import cupy

    graph, partition = town()
    weights = given_weights(graph, "time")
    device = customizer(overlay(graph, weights, partition))
    device.customize(cupy.asarray(weights.arc_costs), weights.turn_costs)
    top = device.plans[-1].number
    right = expected(device.overlay.overlay, weights).shortcuts[top]
    assert device.metric.levels[top].shortcuts[: len(right)].get().tolist() == right.tolist()


def test_cells_that_fit_no_block_are_global() -> None:
    """A star of 5,000 rays in one cell has more states than a task can number."""
    graph = star(5_000)
    weights = random_weights(graph, 1, turns=True)
    made = overlay(graph, weights, random_nest(graph.vertices, (400, 30)))
    device = customizer(made)
    assert "global" in {plan.engine for plan in device.plans}
    assert_customizes(device, weights)
    with pytest.raises(ParameterError, match="shared memory"):
        customizer(made, {0: "local"})


def test_many_in_a_row_leak_nothing() -> None:
    import cupy

    graph, partition = town()
    weights = given_weights(graph, "time")
    device = customizer(overlay(graph, weights, partition))
    device.customize(weights.arc_costs, weights.turn_costs)
    device.customize(weights.arc_costs, weights.turn_costs)
    used = cupy.get_default_memory_pool().used_bytes()
    for _ in range(300):
        device.customize(weights.arc_costs, weights.turn_costs)
    assert cupy.get_default_memory_pool().used_bytes() == used
