"""Query levels copied to the host from a device are those of a customization on the CPU."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from experiments.copy_back.customizer import CopyingCustomizer
from road.costs.metric import given_weights
from road.crp.customization.customize import customize
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import overlay_of
from road.crp.overlay.rooted import rooted
from road.crp.partition.build import partition_roads
from road.search.search_graph import SearchGraph

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("keep_all", [False, True])
def test_shortcuts_of_query_levels_come_to_the_host(keep_all: bool) -> None:
    import cupy

    from gpu.roads.crp.device_overlay import DeviceOverlay

    graph = generated_network(140, 140, 3)
    weights = given_weights(graph, "time")
    partition = rooted(partition_roads(graph), graph.vertices)
    made = ordered(overlay_of(SearchGraph.of(graph, weights), partition))
    device = CopyingCustomizer(DeviceOverlay(made, 0), down=keep_all, keep_all=keep_all)
    metric = device.new_metric()
    dearer = replace(weights, arc_costs=weights.arc_costs * np.uint32(2))
    for chosen in (weights, dearer, weights, dearer):  # launched, recorded, replayed
        device.on_host.kept[:] = 7
        device.customize(chosen.arc_costs, chosen.turn_costs, metric)
        cupy.cuda.get_current_stream().synchronize()
        done = customize(made, SearchGraph.of(graph, chosen), keep_all=True)
        np.testing.assert_array_equal(device.on_host.kept, done.kept)
