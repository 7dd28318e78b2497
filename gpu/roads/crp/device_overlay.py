"""An overlay in device memory: all of its levels, with room for the costs of one metric.

The counterpart of gpu/include/crp_level.cuh. Levels that a CPU would forget after customization
stay here: queries go through all of them, each a small step.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError
from gpu.buffers import require
from gpu.roads.rounds import address
from road.crp.overlay import Overlay, OverlayLevel
from road.graph import U32

LEVEL = np.dtype(
    [
        (name, "u8")
        for name in (
            "first_slot", "first_below", "first_entry", "first_exit", "first_inner",
            "first_shortcut", "first_down", "parent", "entering", "leaving", "inner",
            "slot_entry", "slot_inner", "exit_place", "shortcuts", "down",
        )
    ]
    + [("cells", "u4")],
    align=True,
)  # fmt: skip
"""struct CrpLevel of crp_level.cuh."""

GROUND = np.dtype([(name, "u8") for name in ("first_step", "state", "head", "arc", "turn")])
"""struct CrpGround."""

COSTS = np.dtype([("arc", "u8"), ("turn", "u8")])
"""struct CrpCosts."""

_OFFSETS = (
    "first_slot", "first_entry", "first_exit", "first_inner", "first_shortcut", "first_down",
)  # fmt: skip
_STATES = ("parent", "entering", "leaving", "inner")
_PLACES = ("slot_entry", "slot_inner", "exit_place")


class DeviceLevel:
    """Arrays of a level on the current device; names as in `OverlayLevel`.

    shortcuts, down : uint32, written by customization.
    """

    def __init__(self, overlay: Overlay, number: int) -> None:
        import cupy

        level = overlay.levels[number]
        self.size, self.cells = level.size, level.cells
        self.host = level
        for name in _OFFSETS:
            setattr(self, name, cupy.asarray(_narrow(getattr(level, name))))
        for name in (*_STATES, *_PLACES):
            setattr(self, name, cupy.asarray(getattr(level, name)))
        self.first_below = cupy.asarray(first_below(overlay, number))
        self.shortcuts = cupy.empty(max(level.shortcuts, 1), cupy.uint32)
        self.down = cupy.empty(max(int(level.first_down[-1]), 1), cupy.uint32)

    first_slot: Any
    first_entry: Any
    first_exit: Any
    first_inner: Any
    first_shortcut: Any
    first_down: Any
    parent: Any
    entering: Any
    leaving: Any
    inner: Any
    slot_entry: Any
    slot_inner: Any
    exit_place: Any

    @cached_property
    def struct(self) -> np.void:
        """struct CrpLevel."""
        record: np.void = np.zeros(1, LEVEL)[0]
        for name in LEVEL.names or ():
            record[name] = self.cells if name == "cells" else address(getattr(self, name))
        return record

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in self._arrays())

    def _arrays(self) -> Iterator[Any]:
        return (value for value in vars(self).values() if type(value).__module__ == "cupy")


class DeviceOverlay:
    """An overlay's levels, the lowest first, and its ground, on a device.

    arc_costs : uint32, arcs. turn_costs : uint32, 4. Both are written before a customization.

    Raises DeviceMemoryError, and ParameterError where a cell has more than 65,534 places or a level
    2**32 costs.
    """

    def __init__(self, overlay: Overlay, device: int) -> None:
        import cupy

        _check(overlay)
        require(bytes_needed(overlay), device, "the overlay of the roads")
        self.overlay, self.device = overlay, device
        search, ground = overlay.search, overlay.ground
        arc, turn = search.step_arcs(ground.step)
        self.levels = tuple(DeviceLevel(overlay, k) for k in range(len(overlay.levels)))
        steps = np.append(ground.rows.begin, len(ground.step)).astype(np.uint32)
        self.first_step = cupy.asarray(steps)
        self.state, self.head = cupy.asarray(ground.entering), cupy.asarray(ground.leaving)
        self.arc = cupy.asarray(arc)
        self.turn = None if turn is None else cupy.asarray(turn)
        self.arc_costs = cupy.empty(max(search.graph.arc_count, 1), cupy.uint32)
        self.turn_costs = cupy.zeros(4, cupy.uint32)

    @cached_property
    def ground_struct(self) -> np.void:
        """struct CrpGround."""
        record: np.void = np.zeros(1, GROUND)[0]
        for name in GROUND.names or ():
            array = getattr(self, name)
            record[name] = 0 if array is None else address(array)
        return record

    @cached_property
    def costs_struct(self) -> np.void:
        """struct CrpCosts."""
        record: np.void = np.zeros(1, COSTS)[0]
        record["arc"], record["turn"] = address(self.arc_costs), address(self.turn_costs)
        return record

    @property
    def nbytes(self) -> int:
        """Device memory of everything, costs included."""
        own = (self.first_step, self.state, self.head, self.arc, self.turn, self.arc_costs)
        levels = sum(level.nbytes for level in self.levels)
        return levels + sum(int(array.nbytes) for array in own if array is not None)


def first_below(overlay: Overlay, number: int) -> U32:
    """uint32, cells + 1; the cells of the level below (on the lowest level: slots) of each."""
    level = overlay.levels[number]
    if number == 0:
        return _narrow(level.first_slot)
    parent = overlay.levels[number - 1].parent
    return _narrow(np.searchsorted(parent, np.arange(level.cells + 1)))


def bytes_needed(overlay: Overlay) -> int:
    """Device memory that an overlay takes, about."""
    ground, search = overlay.ground, overlay.search
    own = 8 * len(ground.entering) + 9 * len(ground.step) + 4 * search.graph.arc_count
    return own + sum(_level_bytes(level) for level in overlay.levels)


def _level_bytes(level: OverlayLevel) -> int:
    costs = level.shortcuts + int(level.first_down[-1])
    states = len(level.entering) + len(level.leaving) + len(level.inner)
    places = len(level.slot_entry) + len(level.slot_inner) + len(level.exit_place)
    return 4 * (costs + states + 8 * level.cells) + 2 * places


def _narrow(offsets: NDArray[Any]) -> U32:
    narrowed: U32 = offsets.astype(np.uint32)
    return narrowed


def _check(overlay: Overlay) -> None:
    for level in overlay.levels:
        costs = max(level.shortcuts, int(level.first_down[-1]), len(overlay.ground.step))
        if level.slot_inner.dtype != np.uint16 or costs >= 1 << 32:
            raise ParameterError(
                f"cells of {level.size} vertices with too many ways in and out for a GPU",
                advice="Choose the CPU, or a partition with more levels.",
            )
