"""Which cells a query with a limit has to do with: the host's side of struct Gates.

See sweep.cu for why no other cell has anything to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.buffers import address, require
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query.runs import cells_of_runs
from gpu.sources import layout_of
from road.crp.overlay.overlay import Overlay
from road.graph import U32

GATES = layout_of("Gates", "include/crp/query.cuh")

NO_MARKS = 2**32 - 1
"""Value that stands where the cells of a level have no marks; NONE of upward.cu."""

GATES_A_RUN = 4
"""Marks of which a run waits for one; a power of two."""

MOST_WITH_MORE = 0.01
"""Share of a level's runs that may lie in cells that wait for more marks than a run can, which
take marks of larger cells for theirs."""

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


def gates_of_runs(overlay: Overlay, told: CellMarks, number: int, states: int) -> U32:
    """Of each run of so many inner states of a level, for which marks its cells wait; uint32, runs
    by GATES_A_RUN.

    Where they would wait for more, they wait for marks of cells farther up: of the nearest from a
    higher level on that has inner states. Those are marked wherever a nearer one is.
    """
    level = overlay.levels[number]
    first, last = cells_of_runs(level, states)
    found = np.zeros((len(first), GATES_A_RUN), np.uint32)
    wanting: NDArray[np.int64] = np.arange(len(first))
    around: NDArray[np.int64] = np.arange(level.cells)  # of each cell, the one on a higher level
    for higher in range(number, len(overlay.levels) - 1):
        marks, fits = _few_marks(told.gate[higher][around], first[wanting], last[wanting])
        if len(wanting) < len(first) or np.mean(fits) >= 1 - MOST_WITH_MORE:
            found[wanting[fits]] = marks[fits]
            wanting = wanting[~fits]
            if not len(wanting):
                break
        around = overlay.levels[higher].parent[around].astype(np.int64)
    return found  # what is wanting waits for the root, whose mark is the first


def _few_marks(
    gate: U32, first: NDArray[np.int64], last: NDArray[np.int64]
) -> tuple[U32, NDArray[np.bool_]]:
    """Different marks for which cells from these first to these last ones wait, GATES_A_RUN for
    each, and whether that is all."""
    changes = np.append(0, np.cumsum(gate[1:] != gate[:-1]))  # before each cell
    values = gate[np.append(0, np.flatnonzero(np.diff(changes)) + 1)]
    begin, end = changes[first], changes[last]
    most = int(np.max(end - begin)) + 1
    marks = np.sort(values[np.minimum(begin[:, None] + np.arange(most), end[:, None])], axis=1)
    rank = np.cumsum(np.diff(marks, axis=1, prepend=marks[:, :1]) != 0, axis=1)
    found = np.repeat(marks[:, :1], GATES_A_RUN, axis=1)
    for at in range(1, GATES_A_RUN):
        row, place = np.nonzero(rank == at)
        found[row, at] = marks[row, place]
    return found, rank[:, -1] < GATES_A_RUN


class CellGates:
    """The marks of an overlay's cells on the current device, for all queries one after another.

    marks, first_mark : uint32; the marks, and `CellMarks.first`, for who marks open cells.
    of : by level, GATES. own_mark : by level in runs, uint32, inner states; the mark of the cell
        of each, if some cell waits for such marks.
    nbytes : device memory.
    """

    def __init__(
        self,
        overlay: DeviceOverlay,
        lowest: int,
        by_state: frozenset[int],
        in_runs: Mapping[int, int],
    ) -> None:
        """lowest : level with gates. by_state : levels whose threads have inner states. in_runs :
        those whose warps have runs, and how many inner states these have."""
        import cupy

        self._number = 0
        told = marked_cells(overlay.overlay, lowest)
        gates = dict(told.gate)
        for number in by_state:
            inner = np.diff(overlay.overlay.levels[number].first_inner)
            gates[number] = np.repeat(gates[number], inner)
        for number, states in in_runs.items():
            gates[number] = gates_of_runs(overlay.overlay, told, number, states).reshape(-1)
        waited: NDArray[np.bool_] = np.zeros(told.marks, bool)
        for gate in gates.values():
            waited[gate] = True
        own = {
            number: _own_marks(overlay.overlay, told, number)
            for number in in_runs
            if waited[told.first[number] :][: overlay.overlay.levels[number].cells].any()
        }
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
