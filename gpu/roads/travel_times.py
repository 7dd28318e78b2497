"""Times whose labels stay on the device until somebody asks for them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from core.times import UNREACHED
from gpu.failures import device_errors
from gpu.module import load, reading_stream
from road.graph import U32
from road.results.travel_times import RoadTimes
from road.search.search_graph import SearchGraph
from road.search.starts import RoadSources

BLOCKS, THREADS = 264, 512
"""Thread blocks of a look at all labels, enough for the largest device, and threads of each."""


class DeviceRoadTimes(RoadTimes):
    """`RoadTimes` from labels in device memory, which are copied when first asked for.

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
    ) -> None:
        for name, value in (
            ("search", search),
            ("device_labels", device_labels[: search.states]),
            ("device", device),
            ("sources", tuple(sources)),
            ("limit_seconds", limit_seconds),
            ("partial", partial),
        ):
            object.__setattr__(self, name, value)  # the class is frozen

    device_labels: Any
    device: int

    @cached_property
    def state_labels(self) -> U32:
        """uint32, states of `search`; UNREACHED where not reached within the limit."""
        import cupy

        with device_errors(self.device), cupy.cuda.Device(self.device):
            labels: U32 = self.device_labels.get(stream=reading_stream(self.device))
        return labels

    @cached_property
    def state_summary(self) -> tuple[int, int]:
        """Reached states and the largest label of these, found on the device."""
        import cupy

        device = cupy.cuda.Device(self.device)
        with device_errors(self.device), device, reading_stream(self.device):
            summary = cupy.zeros(2, cupy.uint64)
            states = np.uint64(self.search.states)
            module = load("roads/labels", {}, self.device)
            module.launch("summarise", BLOCKS, THREADS, self.device_labels, states, summary)
            reached, largest = summary.get().tolist()
        return reached, largest

    @cached_property
    def reached(self) -> int:
        """Vertices with a time."""
        return super().reached if self.search.edge_based else self.state_summary[0]

    @cached_property
    def max_ticks(self) -> int:
        """The largest time of a vertex, 0 where none is reached."""
        return super().max_ticks if self.search.edge_based else self.state_summary[1]

    @property
    def counts_every_path(self) -> bool:
        """Whether no path can have been lost for reaching UNREACHED ticks."""
        return self.state_summary[1] + self.search.longest_step < UNREACHED
