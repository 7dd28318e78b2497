"""Cells of an ordered overlay as a device works on them: blocks of matrices and a list of tasks.

What a cell is put together from are *blocks*: the matrices of the cells below, or, on the lowest
level, those of the turns at its vertices (where turns are forbidden, each state's own row). The
first rows of a block belong to inner states of the cell, the first columns lead to inner states
(`road.crp.device_layout.order`). A *task* is a column: the least cost to one state by one more
shortcut. Tasks that lead to inner states come first; a search repeats these until nothing falls.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.threads import parallel_for
from road.crp.overlay.ground import gathered
from road.crp.overlay.overlay import Overlay
from road.graph import I64, U32, read_only

HEAD = np.dtype(
    [
        ("block", "u4"), ("task", "u4"), ("shortcut", "u4"), ("down", "u4"), ("entry", "u4"),
        ("staged", "u4"), ("entries", "u2"), ("inner", "u2"), ("exits", "u2"),
        ("inner_tasks", "u2"), ("tasks", "u2"), ("blocks", "u2"),
    ]
)  # fmt: skip
"""Record of a cell: where what belongs to it begins, and how much there is. staged : costs in inner
rows."""

BLOCK = np.dtype(
    [
        ("cost", "u4"), ("staged", "u2"), ("task", "u2"), ("inner_place", "u2"),
        ("columns", "u2"), ("inner_rows", "u2"), ("inner_columns", "u2"),
    ]
)  # fmt: skip
"""Record of a block. cost : position of the matrix. staged : of its inner rows among those of its
cell, of no meaning where a cell has more than 65,535 of these.
inner_place : place of the state of its first inner row. task : its first, within the cell."""

PLACE_BITS, BLOCK_BITS, COLUMN_BITS = 12, 10, 10
"""Bits of a task: place of the inner state or of the exit, number of the block in its cell,
column."""


class MatrixCells(NamedTuple):
    """All cells of a level.

    heads : HEAD, cells. blocks : BLOCK. tasks : uint32; place, block, column from the lowest bit.
    home : uint32, entries; number of the block in the cell << 16 | row.
    """

    heads: NDArray[Any]
    blocks: NDArray[Any]
    tasks: U32
    home: U32

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in self)

    @property
    def several(self) -> bool:
        """Whether more than one task leads to some state: where states are vertices, and where
        turns are forbidden."""
        heads = self.heads
        reached = int(heads["inner"].sum(dtype=np.int64)) + int(heads["exits"].sum(dtype=np.int64))
        return len(self.tasks) > reached


class _Blocks(NamedTuple):
    """first : int64, cells + 1; blocks of each cell. row : int64, blocks + 1; their slots.
    columns, cost, exit : int64, blocks; how many, position of the costs, of what they lead to."""

    first: I64
    row: I64
    columns: I64
    cost: I64
    exit: I64


def matrix_cells(overlay: Overlay, number: int) -> MatrixCells | None:
    """Cells of a level of an ordered overlay; None where the bits do not number all of them."""
    level = overlay.levels[number]
    blocks = _blocks_of_ground(overlay) if number == 0 else _blocks_of_cells(overlay, number)
    heads = np.zeros(level.cells, HEAD)
    made = MatrixCells(
        heads,
        np.zeros(len(blocks.columns), BLOCK),
        np.zeros(int(blocks.columns.sum()), np.uint32),
        np.zeros(len(level.entering), np.uint32),
    )
    first_task = blocks_before(blocks.columns)
    if first_task[-1] >= 1 << 32:
        return None
    arrays = (
        level.first_entry, level.first_inner, level.first_exit, level.first_shortcut,
        level.first_down, level.slot_entry, level.slot_inner, level.no_index, level.exit_place,
    )  # fmt: skip

    def work(begin: int, end: int) -> bool:
        return bool(_fill(begin, end, blocks, first_task, arrays, *made))

    return made if all(parallel_for(work, level.cells)) else None


def bytes_of_cells(heads: NDArray[Any], columns: NDArray[Any]) -> tuple[I64, I64]:
    """int64, cells; shared memory for so many entries of each, without and with its matrices."""
    without = (
        TASK_BYTES * heads["tasks"].astype(np.int64)
        + 4 * heads["inner"] * columns.astype(np.int64)
        + BLOCK.itemsize * heads["blocks"]
    )
    return without, without + 4 * heads["staged"].astype(np.int64)


TASK_BYTES = 16
"""Bytes of a task in shared memory, with all that it needs."""


def blocks_before(counts: NDArray[Any]) -> I64:
    """int64, one longer; the sum of all counts before."""
    first = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=first[1:])
    return first


def _blocks_of_cells(overlay: Overlay, number: int) -> _Blocks:
    level, below = overlay.levels[number], overlay.levels[number - 1]
    first = np.searchsorted(below.parent, np.arange(level.cells + 1))
    columns = np.diff(below.first_exit)
    rest = below.first_shortcut[:-1], below.first_exit[:-1]
    return _Blocks(*map(read_only, (first, below.first_entry, columns, *rest)))


def _blocks_of_ground(overlay: Overlay) -> _Blocks:
    """A block for the states at a vertex of which all lead to the same, else one a state."""
    ground, level = overlay.ground, overlay.levels[0]
    vertex = gathered(overlay.vertex_of_state, ground.entering)
    begin, end = ground.rows.begin, ground.rows.end
    begins = np.ones(len(vertex), np.bool_)
    slots: Any = level.first_slot, vertex, begin, end, ground.leaving, begins
    parallel_for(lambda first, last: _begin_blocks(first, last, *slots), level.cells)
    row = np.flatnonzero(begins)
    first = np.searchsorted(row, level.first_slot)
    cost = begin[row]
    rest = end[row] - cost, cost, cost
    return _Blocks(*map(read_only, (first, np.append(row, len(begins)), *rest)))


@njit(cache=True, nogil=True)
def _begin_blocks(
    first_cell: int,
    last_cell: int,
    first_slot: Any,
    vertex: Any,
    begin: Any,
    end: Any,
    leaving: Any,
    begins: Any,
) -> None:
    """Write 0 to slots of the cells first_cell to last_cell where no block begins."""
    for c in range(first_cell, last_cell):
        for q in range(first_slot[c] + 1, first_slot[c + 1]):
            steps = end[q] - begin[q]
            if vertex[q] != vertex[q - 1] or steps != end[q - 1] - begin[q - 1]:
                continue
            same = True
            for k in range(steps):
                same &= leaving[begin[q] + k] == leaving[begin[q - 1] + k]
            begins[q] = not same


@njit(cache=True, nogil=True)
def _fill(
    begin: int,
    end: int,
    given: Any,
    first_task: Any,
    arrays: Any,
    heads: Any,
    blocks: Any,
    tasks: Any,
    home: Any,
) -> bool:
    """Write what belongs to the cells begin to end; whether all numbers fit."""
    first_entry, first_inner, first_exit, first_shortcut, first_down = arrays[:5]
    slot_entry, slot_inner, none, exit_place = arrays[5:]
    good = True
    for c in range(begin, end):
        first, last = given.first[c], given.first[c + 1]
        head = heads[c]
        head["block"], head["task"] = first, first_task[first]
        head["shortcut"], head["down"] = first_shortcut[c], first_down[c]
        head["entry"], head["entries"] = first_entry[c], first_entry[c + 1] - first_entry[c]
        inner = first_inner[c + 1] - first_inner[c]
        exits = first_exit[c + 1] - first_exit[c]
        head["inner"], head["exits"] = inner, exits
        head["tasks"], head["blocks"] = first_task[last] - first_task[first], last - first
        good &= inner + exits < 1 << PLACE_BITS and last - first < 1 << BLOCK_BITS
        good &= first_entry[c + 1] - first_entry[c] < 1 << 16
        good &= first_task[last] - first_task[first] < 1 << 16
        inner_task, staged, place = 0, 0, 0
        for b in range(first, last):
            rows = given.row[b + 1] - given.row[b]
            columns = given.columns[b]
            good &= columns < 1 << COLUMN_BITS and rows < 1 << 16
            block = blocks[b]
            block["cost"], block["staged"] = given.cost[b], staged & 0xFFFF
            block["task"], block["inner_place"] = inner_task, place
            block["columns"] = columns
            inner_rows = 0
            for q in range(given.row[b], given.row[b + 1]):
                inner_rows += slot_inner[q] != none
                if slot_entry[q] != none:
                    number = (b - first) << 16 | (q - given.row[b])
                    home[first_entry[c] + slot_entry[q]] = number
            block["inner_rows"] = inner_rows
            inner_columns = 0
            for k in range(columns):
                to = np.int64(exit_place[given.exit[b] + k])
                if to < inner:
                    number = to | (b - first) << PLACE_BITS | k << (PLACE_BITS + BLOCK_BITS)
                    tasks[first_task[first] + inner_task] = number
                    inner_task += 1
                    inner_columns += 1
            block["inner_columns"] = inner_columns
            staged += inner_rows * columns
            place += inner_rows
        head["inner_tasks"], head["staged"] = inner_task, staged
        outer = first_task[first] + inner_task
        for b in range(first, last):
            columns = given.columns[b]
            for k in range(columns):
                to = np.int64(exit_place[given.exit[b] + k])
                if to >= inner:
                    number = (to - inner) | (b - first) << PLACE_BITS
                    tasks[outer] = number | k << (PLACE_BITS + BLOCK_BITS)
                    outer += 1
    return good
