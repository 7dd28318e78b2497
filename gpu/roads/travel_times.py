"""Times whose labels stay on the device until somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np

from core.errors import DeviceMemoryError
from core.times import UNREACHED
from gpu.buffers import address, require
from gpu.failures import device_errors
from gpu.module import load, reading_stream
from gpu.roads.label_order import LabelOrder
from gpu.roads.state_places import state_places
from road.graph import U32
from road.results.travel_times import RoadTimes
from road.search.search_graph import SearchGraph
from road.search.starts import RoadSources

BLOCKS, THREADS = 264, 512
"""Thread blocks of a look at all labels at most, enough for the largest device, and threads of
each."""


class DeviceRoadTimes(RoadTimes):
    """`RoadTimes` from labels in device memory, which are copied when first asked for.

    order : None where labels lie in the order of states.

    May be read from any thread, also while the next solve runs. Raises DeviceError where the
    device fails.
    """

    def __init__(
        self,
        search: SearchGraph,
        device_labels: Any,
        device: int,
        sources: RoadSources,
        limit_seconds: float,
        partial: bool,
        order: LabelOrder | None = None,
    ) -> None:
        for name, value in (
            ("search", search),
            ("device_labels", device_labels[: search.states]),
            ("device", device),
            ("sources", tuple(sources)),
            ("limit_seconds", limit_seconds),
            ("partial", partial),
            ("order", order),
        ):
            object.__setattr__(self, name, value)  # the class is frozen

    device_labels: Any
    device: int
    order: LabelOrder | None

    @property
    def label_order(self) -> Any:
        """uint32 on the device, states; where in `device_labels` the label of each lies. None where
        each lies at the state's number."""
        return None if self.order is None else self.order.array

    @cached_property
    def state_labels(self) -> U32:
        """uint32, states of `search`; UNREACHED where not reached within the limit."""
        import cupy

        labels: U32
        if self.order is not None:
            try:
                with self._reading():
                    labels = self.in_order().get()
                return labels
            except DeviceMemoryError:
                pass  # the host has room to bring them into their order
        with device_errors(self.device), cupy.cuda.Device(self.device):
            labels = self.device_labels.get(stream=reading_stream(self.device))
        return labels if self.order is None else labels[self.order.of_state]

    def in_order(self) -> Any:
        """Labels on the device in the order of states; on the current stream. DeviceMemoryError."""
        import cupy

        order = self.label_order
        if order is None:
            return self.device_labels
        require(4 * self.search.states, self.device, "times of these roads")
        labels = cupy.empty(self.search.states, cupy.uint32)
        module, count = load("roads/labels", {}, self.device), self.search.states
        arrays = self.device_labels, order, np.uint64(count), labels
        module.launch("in_order", _blocks(count), THREADS, *arrays)
        return labels

    @cached_property
    def state_summary(self) -> tuple[int, int]:
        """Reached states and the largest label of these, found on the device."""
        with self._reading():
            return self._summary(self.device_labels)

    @cached_property
    def vertex_summary(self) -> tuple[int, int]:
        """The same of vertices, each with the least label of the states that lead to it."""
        import cupy

        if not self.search.edge_based:
            return self.state_summary
        with self._reading():
            places = state_places(self.search, self.device)
            least = cupy.full(self.search.graph.vertices, UNREACHED, cupy.uint32)
            module = load("roads/labels", {}, self.device)
            order, states = np.uint64(address(self.label_order)), np.uint64(self.search.states)
            arrays = self.device_labels, order, states, places.arc, places.far
            module.launch("least_at_vertices", _blocks(int(states)), THREADS, *arrays, least)
            starts = self.vertex_starts()
            if starts:
                table = cupy.asarray(np.array(starts, np.uint32).T.copy())
                blocks, count = -(-len(starts) // THREADS), np.uint32(len(starts))
                module.launch("lower_at", blocks, THREADS, table[0], table[1], count, least)
            return self._summary(least)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """On the device and a stream that no solve uses."""
        import cupy

        device = cupy.cuda.Device(self.device)
        with device_errors(self.device), device, reading_stream(self.device):
            yield

    def _summary(self, labels: Any) -> tuple[int, int]:
        import cupy

        summary = cupy.zeros(2, cupy.uint64)
        module = load("roads/labels", {}, self.device)
        count = labels.size
        module.launch("summarise", _blocks(count), THREADS, labels, np.uint64(count), summary)
        reached, largest = summary.get().tolist()
        return reached, largest

    @cached_property
    def reached(self) -> int:
        """Vertices with a time."""
        return self._of_vertices(0)

    @cached_property
    def max_ticks(self) -> int:
        """The largest time of a vertex, 0 where none is reached."""
        return self._of_vertices(1)

    def _of_vertices(self, which: int) -> int:
        if "labels" not in vars(self):
            try:
                return self.vertex_summary[which]
            except DeviceMemoryError:
                pass  # the host has room for it
        return int(super().max_ticks if which else super().reached)

    @property
    def counts_every_path(self) -> bool:
        """Whether no path can have been lost for reaching UNREACHED ticks."""
        return self.state_summary[1] + self.search.longest_step < UNREACHED


def _blocks(count: int) -> int:
    """For so many labels; a thread has several where there are many."""
    return max(min(-(-count // THREADS), BLOCKS), 1)
