"""Which cells a query with a limit has to do with: the host's side of struct Gates.

See sweep.cu for why no other cell has anything to do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpu.buffers import address, require
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.sources import layout_of
from road.crp.overlay.overlay import Overlay
from road.graph import U32

GATES = layout_of("Gates", "include/crp_query.cuh")

NO_MARKS = 2**32 - 1
"""Value that stands where the cells of a level have no marks; NONE of upward.cu."""

MOST_NUMBERS = 2**32 - 1
"""Number of the last query before queries are numbered from 1 again."""


class CellMarks(NamedTuple):
    """Which cells have marks, and for whose mark each waits.

    first : uint32, levels; where the marks of a level's cells begin, NO_MARKS where they have none.
    marks : how many there are.
    gate : by level, uint32, cells; the mark of the nearest cell around each that has inner states,
        or of the root. The root waits for nobody and is left out.
    """

    first: U32
    marks: int
    gate: dict[int, U32]


def marked_cells(overlay: Overlay, lowest: int) -> CellMarks:
    """For the levels from this one up."""
    first = np.full(len(overlay.levels), NO_MARKS, np.uint32)
    gate: dict[int, U32] = {}
    count, nearest = 0, np.zeros(1, np.uint32)  # the root has the first mark
    for number in range(len(overlay.levels) - 1, lowest - 1, -1):
        level = overlay.levels[number]
        if number < len(overlay.levels) - 1:
            gate[number] = nearest = nearest[level.parent]
        first[number], own = count, np.arange(count, count + level.cells, dtype=np.uint32)
        count += level.cells
        nearest = np.where(np.diff(level.first_inner) > 0, own, nearest)
    return CellMarks(first, count, gate)


class CellGates:
    """The marks of an overlay's cells on the current device, for all queries one after another.

    marks, first_mark : uint32; the marks, and `CellMarks.first`, for who marks open cells.
    of : by level, GATES. own_mark : by level, uint32, inner states; the mark of the cell of each.
    nbytes : device memory.
    """

    def __init__(
        self,
        overlay: DeviceOverlay,
        lowest: int,
        by_state: frozenset[int],
        marking: frozenset[int] = frozenset(),
    ) -> None:
        """lowest : level with gates. by_state : levels whose threads have inner states. marking :
        those whose threads are told the marks of their cells."""
        import cupy

        self._number = 0
        told = marked_cells(overlay.overlay, lowest)
        gates = dict(told.gate)
        for number in by_state:
            inner = np.diff(overlay.overlay.levels[number].first_inner)
            gates[number] = np.repeat(gates[number], inner)
        own = {number: _own_marks(overlay.overlay, told, number) for number in marking}
        by_number = (*gates.values(), *own.values())
        self.nbytes = 4 * (told.marks + len(told.first) + sum(map(len, by_number)))
        require(self.nbytes, overlay.device, "the sweep of one to all")
        self.marks = cupy.zeros(told.marks, cupy.uint32)
        self.first_mark = cupy.asarray(told.first)
        self._gates = {number: cupy.asarray(gate) for number, gate in gates.items()}
        self.own_mark = {number: cupy.asarray(marks) for number, marks in own.items()}
        self.of: dict[int, np.void] = {}
        for number, gate in self._gates.items():
            struct: np.void = np.zeros(1, GATES)[0]
            struct["gate"], struct["marks"] = address(gate), address(self.marks)
            struct["first"] = told.first[number]
            self.of[number] = struct

    def next_number(self) -> int:
        """Of a query, in whose order they are asked; never 0."""
        self._number = self._number % MOST_NUMBERS + 1
        return self._number


def _own_marks(overlay: Overlay, told: CellMarks, number: int) -> U32:
    inner = np.diff(overlay.levels[number].first_inner)
    marks = np.arange(len(inner), dtype=np.uint32) + told.first[number]
    return np.repeat(marks, inner)
