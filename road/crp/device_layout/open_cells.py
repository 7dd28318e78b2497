"""The cells around the seeds of queries, as a forest that is worked off from the leaves up.

A cell is *open* in a query if a seed lies in it; the cells around it are open too. A table asks
several queries at once, each with its own *column* of labels and its own open cells.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from road.crp.overlay.overlay import NONE, Overlay
from road.graph import I64

OPEN = np.dtype(
    [
        (name, "u4")
        for name in ("cell", "level", "above", "awaited", "column", "first_seed", "last_seed")
    ]
)
"""Record of an open cell: its number within its level; the place of the open cell around it, NONE
on the highest level; how many open cells of the level below lie in it, 0 if only one; on the lowest
level the seeds in it, as a range of `Opened.order`."""


FEW = 64
"""Seeds up to which it takes longer to ask how many cells there are than to make room for them."""

_FIRST = np.zeros(1, np.int64)


class Opened(NamedTuple):
    """Open cells, each before the one around it.

    cells : OPEN; those of the lowest level first, within a level sorted by column and cell.
    lowest : how many of them belong to the lowest level.
    order : int64; the seeds sorted by column and cell.
    """

    cells: NDArray[Any]
    lowest: int
    order: I64


class OpenCells:
    """Finds the open cells of an overlay whose highest level is a single cell."""

    def __init__(self, overlay: Overlay) -> None:
        self._overlay = overlay
        self._parent = np.concatenate([level.parent for level in overlay.levels])
        self._counts = np.array([level.cells for level in overlay.levels])
        self._first_cell = np.cumsum(self._counts) - self._counts

    def around(self, states: NDArray[np.int64], columns: NDArray[np.int64]) -> Opened:
        """The cells around seeds in these states, each seed with its column."""
        lowest = self._overlay.lowest[self._overlay.vertex_of_state[states]].astype(np.int64)
        keys = columns << 32 | lowest
        order = np.argsort(keys, kind="stable") if len(keys) > 1 else _FIRST[: len(keys)]
        cells = np.zeros(self._at_most(len(keys), columns), OPEN)
        count, leaves = _climb(keys[order], self._parent, self._first_cell, cells)
        return Opened(cells[:count], leaves, order)

    def _at_most(self, seeds: int, columns: NDArray[np.int64]) -> int:
        """Open cells of so many seeds."""
        if seeds <= FEW:
            return seeds * len(self._counts)
        return int(np.minimum(seeds, (int(columns.max()) + 1) * self._counts).sum())


@njit(cache=True, nogil=True)
def _climb(keys: Any, parent: Any, first_cell: Any, cells: Any) -> Any:
    """Fill in `cells`; returns how many there are, and how many on the lowest level.

    keys : int64, sorted; column << 32 | lowest cell of each seed. What lies in one cell has
    consecutive numbers on every level, so what is found around sorted cells is sorted as well.
    """
    count = 0
    for k in range(len(keys)):
        if k == 0 or keys[k] != keys[k - 1]:
            cells[count].cell = keys[k] & 0xFFFFFFFF
            cells[count].column = keys[k] >> 32
            cells[count].above = NONE
            cells[count].first_seed = k
            count += 1
        cells[count - 1].last_seed = k + 1
    begin, lowest = 0, count
    for level in range(1, len(first_cell)):
        end = count
        for k in range(begin, end):
            around = parent[first_cell[level - 1] + cells[k].cell]
            column, last = cells[k].column, count - 1
            if last < end or cells[last].cell != around or cells[last].column != column:
                cells[count].cell, cells[count].column = around, column
                cells[count].level, cells[count].above = level, NONE
                count += 1
            cells[k].above = count - 1
            cells[count - 1].awaited += 1
        for k in range(end, count):
            if cells[k].awaited == 1:
                cells[k].awaited = 0
        begin = end
    return count, lowest
