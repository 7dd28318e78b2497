"""A hierarchy in device memory, as contraction leaves it and queries read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from road.ch.hierarchy import Hierarchy, Steps
from road.graph import I64, read_only


@dataclass(frozen=True, eq=False)
class DeviceSteps:
    """`road.ch.hierarchy.Steps` on a device; all cupy uint32.

    first : rows + 1. steps : (n, 2), other place and cost. middle : n.
    """

    first: Any
    steps: Any
    middle: Any

    @classmethod
    def of(cls, steps: Steps) -> DeviceSteps:
        """Copied to the current device."""
        import cupy

        pairs = np.column_stack([steps.other, steps.cost]).astype(np.uint32, copy=False)
        first = cupy.asarray(steps.first.astype(np.uint32))
        return cls(first, cupy.asarray(np.ascontiguousarray(pairs)), cupy.asarray(steps.middle))

    def fetched(self) -> Steps:
        pairs = self.steps.get()
        first, middle = self.first.get().astype(np.int64), self.middle.get()
        return Steps(*map(read_only, (first, pairs[:, 0].copy(), pairs[:, 1].copy(), middle)))


@dataclass(frozen=True, eq=False)
class DeviceHierarchy:
    """Fields as of `Hierarchy`, cupy uint32 but for first_place, which the host knows."""

    state_at: Any
    place_of: Any
    first_place: I64
    up: DeviceSteps
    down: DeviceSteps
    core: Any
    core_steps: DeviceSteps
    device: int

    @classmethod
    def of(cls, hierarchy: Hierarchy, device: int) -> DeviceHierarchy:
        """Copied to a device."""
        import cupy

        with cupy.cuda.Device(device):
            return cls(
                cupy.asarray(hierarchy.state_at),
                cupy.asarray(hierarchy.place_of),
                hierarchy.first_place,
                DeviceSteps.of(hierarchy.up),
                DeviceSteps.of(hierarchy.down),
                cupy.asarray(hierarchy.core),
                DeviceSteps.of(hierarchy.core_steps),
                device,
            )

    def fetched(self) -> Hierarchy:
        """Copied to the host."""
        import cupy

        with cupy.cuda.Device(self.device):
            return Hierarchy(
                read_only(self.state_at.get()),
                read_only(self.place_of.get()),
                read_only(self.first_place),
                self.up.fetched(),
                self.down.fetched(),
                read_only(self.core.get()),
                self.core_steps.fetched(),
            )
