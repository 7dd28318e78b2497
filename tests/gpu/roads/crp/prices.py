"""Costs of an overlay on the device that the CPU made, to test queries apart from customization."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gpu.roads.crp.device_overlay import DeviceOverlay
from road.crp.customization.customize import Customized, customize
from road.graph import U32
from road.search.search_graph import SearchGraph


def upload(overlay: DeviceOverlay, done: Customized) -> None:
    """All shortcuts and matrices of a customization that kept them."""
    for level, shortcuts, down in zip(overlay.levels, done.shortcuts, done.down, strict=True):
        for room, costs in ((level.shortcuts, shortcuts), (level.down, down)):
            if len(costs):
                room[: len(costs)].set(costs)


class UploadingCustomizer:
    """Instead of the device's own."""

    def __init__(self, overlay: DeviceOverlay) -> None:
        self._overlay = overlay

    def customize(self, arc_costs: Any, turn_costs: U32) -> None:
        """As `Customizer.customize`."""
        overlay = self._overlay
        own = overlay.overlay.search
        weights = replace(own.weights, arc_costs=arc_costs, turn_costs=turn_costs)
        search = SearchGraph.of(own.graph, weights, own.direction, edge_based=own.edge_based)
        upload(overlay, customize(overlay.overlay, search, keep_all=True))
        if len(arc_costs):
            overlay.arc_costs[: len(arc_costs)].set(np.ascontiguousarray(arc_costs))
        overlay.turn_costs.set(np.ascontiguousarray(turn_costs))
