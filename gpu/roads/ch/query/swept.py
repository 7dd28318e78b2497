"""A contracted graph as queries on the device read it: its steps, its core, and who sweeps what."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from gpu.buffers import address, require
from gpu.roads.ch.device_hierarchy import DeviceHierarchy, DeviceSteps
from gpu.roads.device_graph import CSR
from gpu.sources import layout_of
from road.graph import I64

SWEPT = layout_of("SweptPlaces", "roads/ch/query/one_to_all.cu")

WARP = 32

CORE_ALIGNED = 4
"""Multiple to which rows of the core are padded: kernels read four entries at a time."""

STEPS_A_LANE = 4
"""Steps of a place for each lane of a warp that looks at them: as many as it asks for the labels of
side by side."""

WIDE_LANES = 1 << 16
"""Threads that a device has busy at once, about: of a level with more places, each has no more
lanes than its mean row keeps busy; in smaller ones the longest row counts."""


class SweptHierarchy:
    """See the module's text. On the current device; nothing moves once it is there.

    swapped : whether steps are taken the other way round: the hierarchy of a search from vertices
        serves one towards them.
    places, levels, core_size : how many. core_width : entries of a row of `core`, those past
        core_size are UNREACHED. core : uint32, (core_size, core_width); what leads into a place.
    swept : SWEPT, as uint32. first_place : uint32, levels + 1.
    """

    def __init__(self, hierarchy: DeviceHierarchy, *, swapped: bool = False) -> None:
        import cupy

        self.hierarchy, self.device = hierarchy, hierarchy.device
        self.up, self.down = hierarchy.up, hierarchy.down
        if swapped:
            self.up, self.down = self.down, self.up
        self.first_level = hierarchy.first_place
        self.levels = len(self.first_level) - 1
        self.places, self.core_size = len(hierarchy.state_at), len(hierarchy.core)
        self.core_width = -(-self.core_size // CORE_ALIGNED) * CORE_ALIGNED
        require(4 * self.core_size * self.core_width, self.device, "queries of the core")
        self.core = cupy.empty((self.core_size, self.core_width), cupy.uint32)
        if self.core_size:
            self.core[:, self.core_size :] = UNREACHED
            self.core[:, : self.core_size] = hierarchy.core if swapped else hierarchy.core.T
        tasks = swept_places(self.first_level, self.down.first.get().astype(np.int64))
        self.swept, self.swept_count = cupy.asarray(tasks.view(np.uint32)), len(tasks)
        self.first_place = cupy.asarray(self.first_level.astype(np.uint32))

    def rows(self, steps: DeviceSteps) -> np.void:
        """CSR of steps."""
        record: np.void = np.zeros(1, CSR)[0]
        record["first_out"], record["steps"] = address(steps.first), address(steps.steps)
        record["states"] = self.places
        return record


def swept_places(first_place: I64, first_step: I64) -> NDArray[Any]:
    """SWEPT of all places below the core.

    first_place : int64, levels + 1. first_step : int64, places + 1; rows of steps into places.
    """
    degrees = np.diff(first_step)
    parts = [
        _swept_level(level, begin, end, degrees[begin:end])
        for level, (begin, end) in enumerate(
            zip(first_place[1:-1].tolist(), first_place[2:].tolist(), strict=True), 1
        )
        if begin < end
    ]
    return np.concatenate(parts) if parts else np.zeros(0, SWEPT)


def _swept_level(level: int, begin: int, end: int, degrees: I64) -> NDArray[Any]:
    lanes = _lanes_for(float(degrees.max()))
    if (end - begin) * lanes > WIDE_LANES:
        lanes = min(lanes, _lanes_for(float(degrees.mean())))
    firsts = np.arange(begin, end, WARP // lanes)
    tasks = np.zeros(len(firsts), SWEPT)
    tasks["first"], tasks["end"] = firsts, end
    tasks["lanes"], tasks["level"] = lanes, level
    return tasks


def _lanes_for(steps: float) -> int:
    """Lanes for a row of so many steps: a power of two, at most a warp."""
    return min(1 << int(np.ceil(np.log2(max(steps / STEPS_A_LANE, 1.0)))), WARP)
