"""What all solvers of roads on a device have in common: where attempts are made, labels lent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gpu.buffers import Lender
from gpu.failures import device_errors
from gpu.roads.device_graph import check_countable
from gpu.roads.label_order import LabelOrder
from gpu.roads.travel_times import DeviceRoadTimes
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from road.solvers.attempts import RoadAttempt, SolvesInAttempts


class RoadDeviceSolver(SolvesInAttempts[DeviceRoadTimes]):
    """Base of the solvers; otherwise as `SolvesInAttempts`. device : index of the GPU."""

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        direction: Direction = "from",
        edge_based: bool | None = None,
        device: int = 0,
    ) -> None:
        import cupy

        super().__init__(graph, weights, direction=direction, edge_based=edge_based)
        check_countable(self.search)
        self.device = cupy.cuda.Device(device)

    @contextmanager
    def _place(self) -> Iterator[None]:
        with device_errors(self.device.id), self.device:
            yield

    def _lost(self, search: SearchGraph, found: DeviceRoadTimes) -> bool:
        """Labels are copied to the host only where they may be too large."""
        return not found.counts_every_path and super()._lost(search, found)

    def _found(
        self,
        attempt: RoadAttempt,
        labels: Any,
        lender: Lender,
        *,
        partial: bool,
        order: LabelOrder | None = None,
    ) -> DeviceRoadTimes:
        """What an attempt found in labels that come back to the lender when it is garbage. order :
        as in `DeviceRoadTimes`."""
        told = attempt.search, labels, self.device.id, attempt.sources, attempt.limit, partial
        times = DeviceRoadTimes(*told, order)
        lender.returned_by(times, labels)
        return times
