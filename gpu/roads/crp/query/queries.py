"""What all queries on one overlay share: its arrays on the device, prices, and labels to lend."""

from __future__ import annotations

from threading import Lock

from gpu.buffers import Lender, require
from gpu.roads.crp.customization.customize import Customizer
from gpu.roads.crp.device_overlay import (
    DeviceOverlay,
    bytes_for_queries,
    bytes_needed,
)
from gpu.roads.crp.query.sweep import Sweeps, level_structs
from gpu.roads.crp.query.upward import Upward
from gpu.roads.device_graph import check_countable
from road.crp.overlay.overlay import Overlay
from road.search.search_graph import SearchGraph


def customizer_of(overlay: DeviceOverlay) -> Customizer:
    """What writes the costs; tests put another in its place."""
    return Customizer(overlay)


class DeviceQueries:
    """An overlay on a device, ready for queries. On the current device.

    The overlay has room for the costs of one metric. `lock` is held from `price` until the answer
    is there: whoever else asks, with other weights, waits.

    stream : where all of it runs. customizer : what writes the costs.
    """

    def __init__(self, overlay: Overlay, device: int) -> None:
        import cupy

        check_countable(overlay.search)
        needed = bytes_needed(overlay) + bytes_for_queries(overlay) + 4 * overlay.states
        require(needed, device, "customizable route planning on these roads")
        self.overlay, self.device = overlay, device
        self.on_device = DeviceOverlay(overlay, device)
        levels = cupy.asarray(level_structs(self.on_device))
        self.upward = Upward(self.on_device, levels)
        self.sweeps = Sweeps(self.on_device, levels)
        self.labels = Lender(overlay.states, device)
        self.lock = Lock()
        self.stream = cupy.cuda.Stream(non_blocking=True)
        self.customizer = customizer_of(self.on_device)
        self._priced: SearchGraph | None = None
        cupy.cuda.runtime.deviceSynchronize()  # the upload ran on the default stream

    def price(self, search: SearchGraph) -> None:
        """Have the costs of these weights on the device, on the current stream."""
        if search is self._priced:
            return
        self._priced = None  # should customization fail
        self.customizer.customize(search.weights.arc_costs, search.weights.turn_costs)
        self._priced = search
