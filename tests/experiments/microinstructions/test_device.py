"""Microinstructions on a device give the CPU's bits, whatever the form of the triples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.errors import ParameterError
from core.times import UNREACHED
from experiments.microinstructions.code import packed_microcode
from experiments.microinstructions.device import by_microcode
from road.costs.metric import Weights
from road.crp.customization.customize import customize
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Nested, Overlay, overlay_of
from road.graph import RoadGraph
from road.search.search_graph import SearchGraph
from tests.gpu.roads.crp.customizing import Customizing
from tests.road.crp.nests import halved, random_nest
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu


class OnDevice:
    """An overlay and the code of its lowest level."""

    def __init__(
        self, overlay: Overlay, partition: Nested, threads: int = 0, **parameters: Any
    ) -> None:
        from experiments.microinstructions.device import DeviceMicrocode
        from gpu.roads.crp.device_metric import DeviceMetric
        from gpu.roads.crp.device_overlay import DeviceOverlay

        self.overlay = DeviceOverlay(overlay, 0)
        self.metric = DeviceMetric(self.overlay)
        self.code = packed_microcode(overlay, partition, **parameters)
        self.on_device = DeviceMicrocode(self.code, 0, threads=threads)

    def launch(self, *, down: bool) -> None:
        level = self.metric.levels[0]
        level.shortcuts.fill(7)
        level.down.fill(9)
        self.on_device.launch(
            self.overlay.ground_struct,
            self.metric.costs_struct,
            level.shortcuts,
            level.down if down else None,
        )

    def assert_same_bits(self, weights: Weights, *, down: bool) -> None:
        self.metric.arc_costs[: len(weights.arc_costs)].set(weights.arc_costs)
        self.metric.turn_costs.set(weights.turn_costs)
        self.launch(down=down)
        host = self.overlay.overlay
        own = host.search
        search = SearchGraph.of(own.graph, weights, own.direction, edge_based=own.edge_based)
        done = customize(host, search, keep_all=True)
        level = self.metric.levels[0]
        found = level.shortcuts[: len(done.shortcuts[0])].get()
        np.testing.assert_array_equal(found, done.shortcuts[0])
        if down:
            found = level.down[: len(done.down[0])].get()
            np.testing.assert_array_equal(found, done.down[0])


def lowest(graph: RoadGraph, weights: Weights, partition: Nested, smallest: int) -> Overlay:
    return ordered(overlay_of(SearchGraph.of(graph, weights), partition, smallest=smallest))


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", DRAWN)
def test_drawn_graphs(name: str, turns: bool) -> None:
    graph = DRAWN[name]()
    weights = random_weights(graph, 5, turns=turns)
    for partition in (halved(graph, (4, 20, 60)), random_nest(graph.vertices, (8, 5))):
        overlay = lowest(graph, weights, partition, 5)
        for down in (False, True):
            OnDevice(overlay, partition, down=down).assert_same_bits(weights, down=down)


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("turns", [False, True])
def test_every_form_and_several_metrics_in_a_row(turns: bool, small: bool) -> None:
    graph = random_town(400, 3, restrictions=80)
    partition = halved(graph, (4, 16, 64))
    weights = random_weights(graph, 1, turns=turns)
    closed = np.full(graph.arc_count, UNREACHED, np.uint32)
    dear = np.full(graph.arc_count, UNREACHED - 1, np.uint32)
    for smallest in (4, 64):
        overlay = lowest(graph, weights, partition, smallest)
        for threads in (0, 32, 256):
            there = OnDevice(overlay, partition, threads, small=small, down=True)
            for arc_costs in (weights.arc_costs, closed, dear, random_weights(graph, 2).arc_costs):
                metric = replace(weights, arc_costs=arc_costs)
                there.assert_same_bits(metric, down=True)
                there.assert_same_bits(metric, down=False)


@pytest.mark.parametrize("memory_registers", [1, 1024, 12288])
def test_a_town_of_many_blocks(memory_registers: int) -> None:
    graph = generated_network(150, 150, 2)
    partition = halved(graph, (4, 11, 32, 90))
    weights = random_weights(graph, 1, turns=True)
    for smallest in (4, 32, 90):
        overlay = lowest(graph, weights, partition, smallest)
        for small in (False, True):
            there = OnDevice(overlay, partition, memory_registers=memory_registers, small=small)
            there.assert_same_bits(weights, down=False)


def test_launches_can_be_recorded() -> None:
    import cupy

    graph = generated_network(60, 60, 2)
    partition = halved(graph, (11, 32))
    weights = random_weights(graph, 1, turns=True)
    there = OnDevice(lowest(graph, weights, partition, 32), partition, down=True)
    there.assert_same_bits(weights, down=True)
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        there.launch(down=True)
        recorded = stream.end_capture()
    level = there.metric.levels[0]
    right = level.shortcuts.get()
    level.shortcuts.fill(1)
    recorded.launch(cupy.cuda.get_current_stream())
    np.testing.assert_array_equal(level.shortcuts.get(), right)


@pytest.mark.parametrize("down", [False, True])
def test_the_lowest_level_of_a_customizer(down: bool) -> None:
    graph = generated_network(60, 60, 2)
    partition = halved(graph, (11, 32, 90))
    weights = random_weights(graph, 1, turns=True)
    made = lowest(graph, weights, partition, 32)
    code = packed_microcode(made, partition, down=down)
    engines = {0: by_microcode(code, down=down)}
    device = Customizing(made, engines=engines, down=down, keep_all=down)
    assert [plan.engine for plan in device.plans][:2] == ["microinstructions", "local"]
    for seed in range(4):  # launched, recorded, replayed
        metric = replace(weights, arc_costs=random_weights(graph, seed).arc_costs)
        device.customize(metric.arc_costs, metric.turn_costs)
        own = made.search
        search = SearchGraph.of(own.graph, metric, own.direction, edge_based=own.edge_based)
        done = customize(made, search, keep_all=True)
        for level, right in zip(device.metric.levels, done.shortcuts, strict=True):
            if level.stays:
                np.testing.assert_array_equal(level.shortcuts[: len(right)].get(), right)
    if not down:
        with pytest.raises(ParameterError, match="shortcuts alone"):
            Customizing(made, engines={0: by_microcode(code, down=True)})


def test_down_has_to_be_in_the_code() -> None:
    graph = generated_network(20, 20, 2)
    partition = halved(graph, (11, 32))
    there = OnDevice(lowest(graph, random_weights(graph, 1), partition, 32), partition)
    with pytest.raises(ParameterError, match="inner states"):
        there.launch(down=True)
