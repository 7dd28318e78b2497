"""Customization on several devices, or on one named several times, gives the CPU's bits."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.errors import ParameterError
from core.solver import Start
from core.times import UNREACHED
from gpu.device import devices
from road.costs.metric import Weights, given_weights
from road.crp.customization.customize import Customized, customize
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Nested, Overlay, overlay_of
from road.crp.overlay.rooted import rooted, thinned
from road.crp.partition.build import partition_roads
from road.crp.partition.nested import Partition
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from road.solvers.dijkstra import Dijkstra
from tests.road.crp.nests import halved, random_nest
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu

TURNS = np.array([0, 900, 300, 100_000, *[0] * 12], np.uint32)


@cache
def town() -> tuple[RoadGraph, Partition]:
    """About 19,000 vertices, and all levels of a partition."""
    graph = generated_network(140, 140, 3)
    return graph, partition_roads(graph)


def overlay(
    graph: RoadGraph, weights: Weights, partition: Nested, direction: Direction = "from"
) -> Overlay:
    search = SearchGraph.of(graph, weights, direction)
    return ordered(overlay_of(search, rooted(partition, graph.vertices)))


def several(
    made: Overlay, chosen: tuple[int, ...], cut: int | None = None, *, keep_all: bool = True
) -> Any:
    from gpu.roads.crp.customization.several import SeveralCustomizers

    return SeveralCustomizers(made, chosen, cut=cut, down=keep_all, keep_all=keep_all)


def expected(made: Overlay, weights: Weights) -> Customized:
    own = made.search
    search = SearchGraph.of(own.graph, weights, own.direction, edge_based=own.edge_based)
    return customize(made, search, keep_all=True)


@pytest.mark.parametrize("turns", [False, True])
def test_a_solver_whose_customization_several_devices_share_has_the_bits_of_dijkstra(
    turns: bool,
) -> None:
    from gpu.roads.crp.query.isochrone import Crp
    from gpu.roads.crp.query.queries import DeviceQueries

    graph, partition = town()
    own = [random_weights(graph, seed, turns=turns) for seed in (1, 2)]
    found = [device.index for device in devices() if device.backend == "gpu" and device.usable]
    levels = rooted(thinned(partition), graph.vertices)
    made = ordered(overlay_of(SearchGraph.of(graph, own[0], edge_based=turns), levels))
    for others in {tuple(found[1:]), (0,), (0, 0, 0)} - {()}:
        solver = Crp(graph, own[0], partition=partition, queries=DeviceQueries(made, 0, others))
        for weights in (*own, own[0]):
            solver = solver.customize(weights)
            expected = Dijkstra(graph, weights).solve((Start(7),))
            np.testing.assert_array_equal(solver.solve((Start(7),)).labels, expected.labels)


def spoil(device: Any, *, down: bool = True) -> None:
    """Rubbish where costs belong, so that none of an earlier run is taken for one of this."""
    import cupy

    device.wait()
    for part in (*device.parts, *((device.above,) if device.above else ())):
        with part.current():
            for level in part.metric.levels:
                level.shortcuts.fill(3)
                if down:
                    level.down.fill(5)
            cupy.cuda.runtime.deviceSynchronize()


def assert_has(device: Any, done: Customized) -> None:
    """All shortcuts, and `down` of every part and of what is above."""
    for number, shortcuts in enumerate(done.shortcuts):
        np.testing.assert_array_equal(device.fetch(number), shortcuts)
    for share, part in zip(device.shares, device.parts, strict=True):
        for number, (begin, end) in enumerate(share.down):
            with part.current():
                down = part.metric.levels[number].down[: end - begin].get()
            np.testing.assert_array_equal(down, done.down[number][begin:end])
    if device.above is not None:
        for number in range(device.cut + 1, len(done.down)):
            right = done.down[number]
            with device.above.current():
                level = device.above.metric.levels[number - device.cut]
                np.testing.assert_array_equal(level.down[: len(right)].get(), right)


def assert_customizes(device: Any, weights: Weights, costs: Any = None) -> None:
    spoil(device)
    device.customize(weights.arc_costs if costs is None else costs, weights.turn_costs)
    assert_has(device, expected(device.overlay, weights))


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", [name for name in DRAWN if name != "chain"])
def test_drawn_graphs(name: str, turns: bool) -> None:
    graph = DRAWN[name]()
    weights = random_weights(graph, 7, turns=turns)
    for partition in (
        halved(graph, (2, 4, 8, 16), mezzanine=(4,), phantom=(2,)),
        random_nest(graph.vertices, (8, 5, 2, 1)),
    ):
        for direction in ("from", "to"):
            made = overlay(graph, weights, partition, direction)
            for chosen in ((0,), (0, 0), (0,) * 5):
                assert_customizes(several(made, chosen), weights)


@pytest.mark.parametrize("turns", [False, True])
def test_a_cut_at_any_level(turns: bool) -> None:
    # Below the top, the shortcuts of the cut are brought together for what is above.
    graph = random_town(300, 5, restrictions=60)
    weights = random_weights(graph, 5, turns=turns)
    made = overlay(graph, weights, halved(graph, (4, 12, 40, 100)))
    for cut in range(len(made.levels)):
        device = several(made, (0, 0, 0), cut)
        assert device.cut == cut
        assert (device.above is None) == (cut >= len(made.levels) - 2)
        for _ in range(3):
            assert_customizes(device, weights)


@pytest.mark.parametrize("turns", [False, True])
def test_parts_whose_levels_share_memory(turns: bool) -> None:
    # Also where the cut itself does not stay, neither below it nor above.
    graph = random_town(300, 5, restrictions=60)
    partition = halved(graph, (4, 12, 40, 100), mezzanine=(12,), phantom=(4, 40))
    base = random_weights(graph, 5, turns=turns)
    made = overlay(graph, base, partition)
    for cut in range(len(made.levels)):
        device = several(made, (0, 0, 0), cut, keep_all=False)
        for seed in range(4):
            weights = random_weights(graph, seed, turns=turns)
            spoil(device, down=False)
            device.customize(weights.arc_costs, weights.turn_costs)
            done = expected(made, weights)
            for number, level in enumerate(made.levels):
                if level.kept:
                    np.testing.assert_array_equal(device.fetch(number), done.shortcuts[number])
        with pytest.raises(ParameterError, match="keep_all"):
            device.fetch(0)
        assert device.nbytes < several(made, (0, 0, 0), cut).nbytes


@pytest.mark.parametrize("edge_based", [False, True])
def test_one_metric_after_another(edge_based: bool) -> None:
    # Recorded launches and copies are replayed; closed arcs are open again afterwards.
    graph, partition = town()
    first = given_weights(graph, "time")
    if edge_based:
        first = replace(first, turn_costs=TURNS)
    device = several(overlay(graph, first, partition), (0, 0))
    assert len(device.parts) == 2
    closed = first.arc_costs.copy()
    closed[::11] = UNREACHED
    random = np.random.default_rng(2)
    other = random.integers(1, 1 << 20, graph.arc_count).astype(np.uint32)
    nothing = np.full(graph.arc_count, UNREACHED, np.uint32)
    for arc_costs in (first.arc_costs, closed, other, nothing, first.arc_costs):
        assert_customizes(device, replace(first, arc_costs=arc_costs))
    assert device.nbytes > sum(part.metric.nbytes for part in device.parts)
    assert all(part.milliseconds > 0 for part in device.parts)


def test_metrics_that_nobody_waits_for() -> None:
    # The next one must not overwrite what the levels above are still made from.
    graph, partition = town()
    weights = replace(given_weights(graph, "time"), turn_costs=TURNS)
    made = overlay(graph, weights, partition)
    device = several(made, (0, 0), len(made.levels) - 4)
    assert device.above is not None
    random = np.random.default_rng(3)
    metrics = [
        replace(weights, arc_costs=random.integers(1, 9999, graph.arc_count).astype(np.uint32))
        for _ in range(3)
    ]
    rights = [expected(made, metric) for metric in metrics]
    for turn in range(30):
        device.customize(metrics[turn % 3].arc_costs, TURNS)
        if turn % 7 == 6:
            assert_has(device, rights[turn % 3])


def test_costs_may_lie_on_the_devices() -> None:
    import cupy

    graph, partition = town()
    weights = given_weights(graph, "time")
    device = several(overlay(graph, weights, partition), (0, 0))
    with cupy.cuda.Device(0):
        costs = [cupy.asarray(weights.arc_costs) for _ in device.parts]
    assert_customizes(device, weights, costs)
    for part in device.parts:  # already where the kernels read them
        part.metric.arc_costs[:] = cupy.asarray(weights.arc_costs)
    assert_customizes(device, weights, [part.metric.arc_costs for part in device.parts])
    with pytest.raises(ParameterError, match="for 2 parts"):
        device.customize(costs[:1], weights.turn_costs)


def test_two_devices() -> None:
    found = [gpu.index for gpu in devices() if gpu.backend == "gpu" and gpu.usable]
    if len(found) < 2:
        pytest.skip("needs two CUDA devices")
    graph, partition = town()
    weights = replace(given_weights(graph, "time"), turn_costs=TURNS)
    made = overlay(graph, weights, partition)
    chosen = (found[0], found[1])
    for cut in (None, 2, len(made.levels) - 3, len(made.levels) - 2):
        for order in (chosen, chosen[::-1]):
            device = several(made, order, cut)
            assert [part.device for part in device.parts] == list(order)
            for _ in range(3):
                assert_customizes(device, weights)


def test_no_device_is_refused() -> None:
    graph = random_town(40, 1)
    weights = random_weights(graph, 1)
    with pytest.raises(ParameterError, match="no GPU"):
        several(overlay(graph, weights, halved(graph, (4, 16))), ())
