"""The costs of one metric on a device: of arcs, of turns, and of all shortcuts of an overlay.

A metric is a value: a `Customizer` makes it for an overlay, queries read it, and any number of them
lie beside one another. To make another in its memory, it is handed to the customizer; the recorded
launches that hold its addresses serve again then.

Queries on the device go through all levels, each a small step, so that the shortcuts that a CPU
would forget after customization stay, too. Without queries (`keep_all=False`) those of such a level
are needed until the level above is done, and several levels share memory. Where memory is short
those of the lowest levels do not stay either, and share the memory of a batch of cells
(`road.crp.device_layout.batches`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from core.parallel.ranges import Range
from gpu.buffers import address, require
from gpu.roads.crp.device_overlay import DeviceLevel, DeviceOverlay
from gpu.sources import layout_of
from road.crp.device_layout.batches import Batches
from road.crp.overlay.overlay import Overlay
from road.turn_codes import TURN_CODES

LEVEL = layout_of("CrpLevel", "include/crp/level.cuh")
COSTS = layout_of("CrpCosts", "include/crp/level.cuh")

_NUMBERS = "cells", "first_label"
"""Fields of a level that are no arrays."""

COST_BYTES = 4
"""Bytes of a cost."""

LINE = 128
"""Costs that levels are aligned to, 512 bytes: where a separate allocation would begin, too."""


class SharedWorkspace(NamedTuple):
    """Places of shortcuts that need not stay, in one array of `size` costs.

    begin : by number of a level. What lies next to one another, the levels k and k + 1, does not
    overlap.
    """

    begin: dict[int, int]
    size: int


def shared_workspace(shortcuts: Sequence[int | None]) -> SharedWorkspace:
    """Places of levels with so many shortcuts, None for those that stay: of even ones from the
    array's beginning on, of odd ones up to its end. No array that holds both of any two neighbours
    can be smaller."""
    sizes = [0 if count is None else -(-_padded(count) // LINE) * LINE for count in shortcuts]
    most = max((low + high for low, high in pairwise([*sizes, 0])), default=0)
    places = {k: most - size if k % 2 else 0 for k, size in enumerate(sizes) if size}
    return SharedWorkspace(places, most)


def passing_shortcuts(
    overlay: Overlay, keep_all: bool, batches: Batches | None
) -> list[int | None]:
    """By level, shortcuts that there has to be room for at once and that do not stay; None where
    they do."""
    levels = overlay.levels
    passing = [None if keep_all or level.kept else level.shortcuts for level in levels]
    if batches is not None:
        lowest = range(batches.transient)
        passing[: batches.transient] = [batches.room(number) for number in lowest]
    return passing


class LevelCosts:
    """What the shortcuts of a level cost.

    shortcuts : uint32, written by customization. stays : whether they are still there when the
        levels above are done; if not, they lie in a `workspace` that other levels use as well, and
        on transient levels each batch of cells.
    ranges : of the level's shortcuts, those of each batch.
    down : uint32, for queries on the device; also what a global search works on. Its memory is
        taken when it is first asked for.
    """

    def __init__(
        self, level: DeviceLevel, workspace: Any = None, ranges: Sequence[Range] = ()
    ) -> None:
        import cupy

        self.level, self.host, self.number = level, level.host, level.number
        self.stays, self.ranges = workspace is None, ranges or ((0, level.host.shortcuts),)
        count = _padded(level.host.shortcuts)
        self.shortcuts = cupy.empty(count, cupy.uint32) if workspace is None else workspace

    def of_batch(self, batch: int) -> Any:
        """The shortcuts of a batch of cells."""
        begin, end = self.ranges[batch]
        return self.shortcuts[begin:end] if self.stays else self.shortcuts[: end - begin]

    def address_for(self, batch: int) -> int:
        """Where the level's first shortcut would lie, beside those of the batch."""
        begin = 0 if self.stays else self.ranges[batch][0]
        return address(self.shortcuts) - COST_BYTES * begin

    @cached_property
    def down(self) -> Any:
        import cupy

        count = _in_pieces(int(self.host.first_down[-1]))
        require(4 * count, self.level.device, f"costs inside cells of {self.level.size} vertices")
        return cupy.empty(count, cupy.uint32)

    @property
    def struct(self) -> np.void:
        """struct CrpLevel, with all that queries read."""
        return self.struct_of(*(name for name in LEVEL.names or () if name not in _NUMBERS))

    def struct_of(self, *names: str) -> np.void:
        """struct CrpLevel with these arrays alone, besides the number of cells and where labels of
        `inner` begin."""
        record: np.void = np.zeros(1, LEVEL)[0]
        for name in names:
            owner = self if name in ("shortcuts", "down") else self.level
            record[name] = address(getattr(owner, name))
        record["cells"] = self.level.cells
        if "inner" in names:
            record["first_label"] = self.level.first_label
        return record

    @property
    def nbytes(self) -> int:
        """Device memory of costs that no other level writes."""
        down = vars(self).get("down")
        own = int(self.shortcuts.nbytes) if self.stays else 0
        return own + (0 if down is None else int(down.nbytes))


class DeviceMetric:
    """Costs of an overlay's levels, the lowest first, and of its arcs and turns; on the current
    device, contents undefined until a customization.

    keep_all : whether the shortcuts of all levels stay after a customization, as queries on the
        device ask; if not, those of the levels that a CPU keeps. batches : of the lowest levels,
        where theirs do not stay in any case.
    arc_costs : uint32, arcs; that of another metric may be given. turn_costs : uint32, 16.

    Raises DeviceMemoryError, also where `down` of a level is first asked for.
    """

    def __init__(
        self,
        overlay: DeviceOverlay,
        *,
        keep_all: bool = True,
        arc_costs: Any = None,
        batches: Batches | None = None,
    ) -> None:
        import cupy

        host = overlay.overlay
        given = 0 if arc_costs is None else int(arc_costs.nbytes)
        needed = bytes_needed(host, keep_all=keep_all, batches=batches) - given
        require(needed, overlay.device, "the costs of the roads")
        self.keep_all = keep_all
        arcs = _padded(host.search.graph.arc_count)
        self.arc_costs = cupy.empty(arcs, cupy.uint32) if arc_costs is None else arc_costs
        self.turn_costs = cupy.zeros(TURN_CODES, cupy.uint32)
        passing = passing_shortcuts(host, keep_all, batches)
        places = shared_workspace(passing)
        workspace: Any = cupy.empty(places.size, cupy.uint32) if places.size else None
        self.workspace = workspace
        found: list[LevelCosts] = []
        for level, count in zip(overlay.levels, passing, strict=True):
            room: Any = None
            ranges: Sequence[Range] = ()
            if count is not None:
                begin = places.begin[level.number]
                room = workspace[begin : begin + _padded(count)]
            if batches is not None and level.number <= batches.transient:
                ranges = batches.shortcuts[level.number]
            found.append(LevelCosts(level, room, ranges))
        self.levels = tuple(found)

    @cached_property
    def costs_struct(self) -> np.void:
        """struct CrpCosts."""
        record: np.void = np.zeros(1, COSTS)[0]
        record["arc"], record["turn"] = address(self.arc_costs), address(self.turn_costs)
        return record

    @cached_property
    def structs(self) -> Any:
        """uint8; all levels as an array of struct CrpLevel, for kernels that go through several."""
        import cupy

        structs = np.array([level.struct for level in self.levels], LEVEL)
        return cupy.asarray(structs.view(np.uint8))

    @property
    def nbytes(self) -> int:
        """Device memory."""
        own = (self.arc_costs, self.turn_costs, self.workspace)
        levels = sum(level.nbytes for level in self.levels)
        return levels + sum(int(array.nbytes) for array in own if array is not None)


def _in_pieces(costs: int) -> int:
    """Costs of an array that is read in pieces of 16 bytes."""
    return -(-_padded(costs) // 4) * 4


def _padded(costs: int) -> int:
    """Costs of an array for so many: CuPy gives no address to an empty one."""
    return max(costs, 1)


def bytes_needed(overlay: Overlay, *, keep_all: bool = True, batches: Batches | None = None) -> int:
    """Device memory that a metric takes at once."""
    places = shared_workspace(passing_shortcuts(overlay, keep_all, batches))
    stay = (m.shortcuts for k, m in enumerate(overlay.levels) if k not in places.begin)
    arcs = _padded(overlay.search.graph.arc_count)
    return 4 * (arcs + TURN_CODES + places.size + sum(map(_padded, stay)))


def bytes_of_matrices(overlay: Overlay) -> int:
    """Device memory that one-to-all queries need of a metric besides."""
    return 4 * sum(_in_pieces(int(level.first_down[-1])) for level in overlay.levels)
