"""What all queries on one overlay share: its arrays on the device, and labels to lend."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from functools import cached_property
from threading import Lock

from gpu.buffers import Lender, budget, require
from gpu.roads.costs.weights import costs_for
from gpu.roads.crp.customization.customize import Customizer, take
from gpu.roads.crp.customization.several import SeveralCustomizers
from gpu.roads.crp.device_metric import DeviceMetric, bytes_needed, bytes_of_matrices
from gpu.roads.crp.device_overlay import (
    DeviceOverlay,
    bytes_for_queries,
    bytes_that_may_stay,
)
from gpu.roads.crp.query.recorded import RecordedQueries
from gpu.roads.crp.query.sweep import Sweeps
from gpu.roads.crp.query.upward import MOST_SHARED, Upward
from gpu.roads.device_graph import check_countable
from road.crp.device_layout.batches import Batches, batches_of
from road.crp.overlay.overlay import Overlay
from road.crp.query.levels import QueryGraph, query_graph
from road.search.search_graph import SearchGraph

SWEEPS = 8
"""Part of all other memory, as its denominator, that the sweeps' own tables may take."""


WHAT = "customizable route planning on these roads"
"""Purpose of the memory, as a refusal tells it."""


def customizer_of(overlay: DeviceOverlay, batches: Batches | None = None) -> Customizer:
    """What makes the costs; tests put another in its place."""
    return Customizer(overlay, batches=batches)


class DeviceQueries:
    """An overlay on a device, ready for queries by any metric. On the current device.

    lock : held from the beginning of a customization or a query to its end, since all have the same
        work space and the same stream. customizer : what makes the costs.
        Where memory is short the overlay keeps what it can in host memory. Where that is not
        enough, shortcuts of the lowest levels do not stay, and searches begin above these.
    others : further devices, which share each customization; the costs are gathered on the first.
    """

    def __init__(self, overlay: Overlay, device: int, others: Sequence[int] = ()) -> None:
        import cupy

        check_countable(overlay.search)
        self.overlay, self.device = overlay, device
        self.on_device = DeviceOverlay(overlay, device)
        self.customizer = self._customizer(one_device=not others)
        self.upward, self.sweeps = Upward(self.on_device), Sweeps(self.on_device)
        self.recorded = RecordedQueries(self.upward, self.sweeps)
        self.labels = Lender(overlay.states, device)
        self.lock = Lock()
        self.stream = cupy.cuda.Stream(non_blocking=True)
        self.devices, self._several = (device, *others), None
        if others:
            self._several = SeveralCustomizers(overlay, self.devices)
        cupy.cuda.runtime.deviceSynchronize()  # the upload ran on the default stream

    def _customizer(self, *, one_device: bool) -> Customizer:
        """By what memory there is."""
        overlay, device = self.overlay, self.device
        needed = bytes_needed(overlay) + bytes_of_matrices(overlay)
        needed += bytes_for_queries(overlay) + 4 * overlay.states
        tables, least = needed // SWEEPS, needed - bytes_that_may_stay(overlay)
        customizer: Customizer | None = None
        if least <= budget(device):
            customizer = customizer_of(self.on_device)
            left = budget(device)  # what the customizer has is taken by now
            if needed + tables <= left:
                return customizer
            self.on_device.stay_far()
            if least + tables <= left:
                return customizer
        self.on_device.stay_far()
        batches = batches_of(overlay, MOST_SHARED // 4) if one_device else None
        if batches is None or (customizer is not None and not customizer.can_batch(batches)):
            if customizer is None:
                require(least, device, WHAT)
            return customizer or customizer_of(self.on_device)
        customizer = None
        gc.collect()  # its plans know it, so that its memory would not be free
        spared = bytes_needed(overlay) - bytes_needed(overlay, batches=batches)
        require(least - spared, device, WHAT)
        self.on_device.begin_at(batches.transient)
        return customizer_of(self.on_device, batches)

    @cached_property
    def query_graph(self) -> QueryGraph:
        """The overlay as searches between two places walk it, on the host."""
        return query_graph(self.overlay)

    def new_metric(self) -> DeviceMetric:
        """Memory for a metric; all that customizing and asking there takes is on the device."""
        metric = self.customizer.new_metric()
        _ = metric.structs  # what is recorded may bring nothing
        return metric

    def customize(self, search: SearchGraph, metric: DeviceMetric) -> None:
        """Write costs by the weights of a search graph; work on the current stream."""
        weights = search.weights
        costs = costs_for(weights, self.device, metric.arc_costs)
        if self._several is None:
            self.customizer.customize(costs, weights.turn_costs, metric)
            return
        take(costs, weights.turn_costs, metric)
        self._several.customize_by(metric, self.device, weights.turn_costs)
        self._several.gather(metric, self.device)
