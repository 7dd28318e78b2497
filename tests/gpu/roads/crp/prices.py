"""Costs of an overlay on the device that the CPU made, to test queries apart from customization."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gpu.roads.crp.customization.customize import take
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from road.crp.customization.customize import Customized, customize
from road.graph import U32
from road.search.search_graph import SearchGraph


def upload(metric: DeviceMetric, done: Customized) -> None:
    """All shortcuts and matrices of a customization that kept them."""
    for level, shortcuts, down in zip(metric.levels, done.shortcuts, done.down, strict=True):
        for room, costs in ((level.shortcuts, shortcuts), (level.down, down)):
            if len(costs):
                room[: len(costs)].set(costs)


class UploadingCustomizer:
    """Instead of the device's own."""

    def __init__(self, overlay: DeviceOverlay) -> None:
        self._overlay = overlay

    def new_metric(self) -> DeviceMetric:
        """As `Customizer.new_metric`."""
        return DeviceMetric(self._overlay)

    def customize(self, arc_costs: Any, turn_costs: U32, out: DeviceMetric) -> None:
        """As `Customizer.customize`."""
        overlay = self._overlay.overlay
        own = overlay.search
        weights = replace(own.weights, arc_costs=arc_costs, turn_costs=turn_costs)
        search = SearchGraph.of(own.graph, weights, own.direction, edge_based=own.edge_based)
        upload(out, customize(overlay, search, keep_all=True))
        take(arc_costs, turn_costs, out)
