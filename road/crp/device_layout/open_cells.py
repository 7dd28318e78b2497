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
from road.graph import I64, U32
from road.search.search_graph import sealed
from road.search.starts import Seeds

OPEN = np.dtype(
    [
        (name, "u4")
        for name in ("cell", "level", "above", "awaited", "column", "first_seed", "last_seed")
    ]
)
"""Record of an open cell: its number within its level; the place of the open cell around it, NONE
on the highest level; how many open cells of the level below lie in it, 0 if only one; of the lowest
open cells the seeds in them, as a range of those that are written."""

CELL_WORDS = OPEN.itemsize // 4
"""Words of a record."""

_CELL, _LEVEL, _ABOVE, _AWAITED, _COLUMN, _FIRST_SEED, _LAST_SEED = range(CELL_WORDS)

FEW = 64
"""Seeds up to which it takes longer to ask how many cells there are than to make room for them."""


class Opened(NamedTuple):
    """Open cells, each before the one around it, and seeds sorted by column and cell, as written.

    words : uint32; from the first word on. total : of cells. lowest : how many of them belong to
    the level on which the search begins. seeds : how many there are.
    """

    words: U32
    total: int
    lowest: int
    seeds: int

    @property
    def cells(self) -> NDArray[Any]:
        """OPEN; the lowest first, within a level sorted by column and cell."""
        return self.words[: CELL_WORDS * self.total].view(OPEN)

    @property
    def seed_places(self) -> U32:
        """uint32, seeds; where the label of each lies."""
        return self.words[CELL_WORDS * self.total :][: self.seeds]

    @property
    def seed_ticks(self) -> U32:
        """uint32, seeds; the label itself."""
        return self.words[CELL_WORDS * self.total + self.seeds :][: self.seeds]


class OpenCells:
    """Finds the open cells of an overlay whose highest level is a single cell.

    places : uint32, states; where the label of each lies. None where at the state's number.
    lowest : number of the level on which a search begins.
    """

    def __init__(self, overlay: Overlay, places: U32 | None = None, lowest: int = 0) -> None:
        levels = overlay.levels[lowest:]
        parent = np.concatenate([level.parent for level in levels])
        self._counts = np.array([level.cells for level in levels])
        first_cell = np.cumsum(self._counts) - self._counts
        cell = overlay.lowest
        for level in overlay.levels[:lowest]:
            cell = sealed(level.parent[cell])
        where = sealed(np.empty(0, np.uint32)) if places is None else places  # of one type
        self._arrays = overlay.vertex_of_state, cell, parent, first_cell, where
        self._first_level = np.int64(lowest)

    def words_for(self, seeds: int, columns: I64) -> int:
        """Words that so many seeds need at most. columns : int64, of each."""
        cells = seeds * len(self._counts)
        if seeds > FEW:
            cells = int(np.minimum(seeds, (int(columns.max()) + 1) * self._counts).sum())
        return CELL_WORDS * cells + 2 * seeds

    def write(self, seeds: Seeds, columns: I64, words: U32) -> Opened:
        """Write the cells around seeds, then where their labels lie, then their ticks.

        columns : int64, of each seed. words : uint32; `words_for` them, or more.
        """
        told = seeds.states, seeds.ticks, columns, self._first_level
        count, lowest = _write(*told, *self._arrays, words)
        return Opened(words, count, lowest, len(seeds.states))


@njit(cache=True, nogil=True)
def _write(
    states: Any, ticks: Any, columns: Any, first_level: Any,
    vertex_of_state: Any, lowest_of: Any, parent: Any, first_cell: Any, places: Any, words: Any,
) -> Any:  # fmt: skip
    """Returns how many cells there are, and how many on the first level.

    What lies in one cell has consecutive numbers on every level, so what is found around sorted
    cells is sorted as well.
    """
    keys = np.empty(len(states), np.int64)
    for k in range(len(states)):
        keys[k] = columns[k] << 32 | np.int64(lowest_of[vertex_of_state[states[k]]])
    order = np.argsort(keys, kind="mergesort")
    count = 0
    for k in range(len(order)):
        key = keys[order[k]]
        if k == 0 or key != keys[order[k - 1]]:
            _open(words, count, key & 0xFFFFFFFF, first_level, key >> 32)
            words[count * CELL_WORDS + _FIRST_SEED] = k
            count += 1
        words[(count - 1) * CELL_WORDS + _LAST_SEED] = k + 1
    begin, lowest = 0, count
    for level in range(1, len(first_cell)):
        end = count
        for k in range(begin, end):
            at, last = k * CELL_WORDS, (count - 1) * CELL_WORDS
            around = parent[first_cell[level - 1] + words[at + _CELL]]
            column = words[at + _COLUMN]
            if count == end or words[last + _CELL] != around or words[last + _COLUMN] != column:
                _open(words, count, around, first_level + level, column)
                last = count * CELL_WORDS
                count += 1
            words[at + _ABOVE] = count - 1
            words[last + _AWAITED] += 1
        for k in range(end, count):
            if words[k * CELL_WORDS + _AWAITED] == 1:
                words[k * CELL_WORDS + _AWAITED] = 0
        begin = end
    at = count * CELL_WORDS
    for k in range(len(order)):
        state = states[order[k]]
        words[at + k] = places[state] if len(places) else state
        words[at + len(order) + k] = ticks[order[k]]
    return count, lowest


@njit(inline="always")
def _open(words: Any, number: Any, cell: Any, level: Any, column: Any) -> None:
    at = number * CELL_WORDS
    for k in range(CELL_WORDS):
        words[at + k] = 0
    words[at + _CELL], words[at + _LEVEL], words[at + _COLUMN] = cell, level, column
    words[at + _ABOVE] = NONE
