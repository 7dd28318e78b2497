"""The kept levels of an overlay laid end to end, as kernels of queries walk them.

Cells of all kept levels are numbered in one row, the lowest level first; so are their entries,
exits and shortcuts. A cell is *open* in a query if a source or the destination lies in it. A query
leaves a state by the shortcuts of the largest closed cell that holds it, and by its own steps where
even the lowest cell is open (the multilevel Dijkstra of Delling et al., SEA 2011).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from road.crp.customization.customize import Customized
from road.crp.overlay.ground import gathered
from road.crp.overlay.overlay import NONE, Overlay, OverlayLevel
from road.graph import I64, U32


class Walk(NamedTuple):
    """What searches read. Cells, entries and exits are numbered through all kept levels.

    first_out, head, cost : the steps. vertex : uint32, states; see `Overlay.vertex_of_state`.
    cell_of : uint32, (kept levels, vertices).
    boundary : uint32, states; number among those that enter a cell of the lowest kept level, NONE
        elsewhere.
    entry_of : uint32, (kept levels, boundary states); position in the row of entries, or NONE.
    first_entry, first_exit : int64, cells + 1. entering, leaving : uint32, states.
    first_shortcut : int64, cells. shortcuts : uint32.
    """

    first_out: I64
    head: U32
    cost: U32
    vertex: U32
    cell_of: U32
    boundary: U32
    entry_of: U32
    first_entry: I64
    entering: U32
    first_exit: I64
    leaving: U32
    first_shortcut: I64
    shortcuts: U32


@dataclass(frozen=True, eq=False)
class QueryGraph:
    """What queries need besides costs. parent : uint32, cells, the next larger kept one, or NONE.

    first_cell : number of the first cell of each kept level.
    """

    overlay: Overlay
    walk: Walk
    parent: U32
    first_cell: tuple[int, ...]

    def walk_with(self, done: Customized) -> Walk:
        """The walk at the costs of a metric."""
        return self.walk._replace(cost=done.search.cost, shortcuts=done.kept)


def query_graph(overlay: Overlay) -> QueryGraph:
    """Lay the kept levels of an overlay end to end."""
    kept = [level for level in overlay.levels if level.kept]
    cells, entries, exits, costs = (
        np.cumsum([0, *(count(level) for level in kept)]).tolist()
        for count in (_cells, _entries, _exits, _shortcuts)
    )
    boundary = np.full(overlay.states, NONE, np.uint32)
    lowest = kept[0].entering if kept else np.empty(0, np.uint32)
    boundary[lowest] = np.arange(len(lowest), dtype=np.uint32)
    entry_of = np.full((len(kept), len(lowest)), NONE, np.uint32)
    cell_of = _cells_of_vertices(overlay, cells)
    for k, level in enumerate(kept):
        numbers = np.arange(len(level.entering), dtype=np.uint32) + np.uint32(entries[k])
        entry_of[k, boundary[level.entering]] = numbers
    search = overlay.search
    none = np.empty(0, np.uint32)
    walk = Walk(
        search.first_out, search.head, none, overlay.vertex_of_state, cell_of, boundary, entry_of,
        _joined([level.first_entry for level in kept], entries),
        _row([level.entering for level in kept]),
        _joined([level.first_exit for level in kept], exits),
        _row([level.leaving for level in kept]),
        _joined([level.first_shortcut for level in kept], costs),
        none,
    )  # fmt: skip
    return QueryGraph(overlay, walk, _parents(overlay, cells), tuple(cells))


def _cells_of_vertices(overlay: Overlay, first_cell: list[int]) -> U32:
    """uint32, (kept levels, vertices); see `Walk`."""
    found = np.empty((len(first_cell) - 1, overlay.search.graph.vertices), np.uint32)
    around: U32 = np.arange(overlay.levels[0].cells if overlay.levels else 0, dtype=np.uint32)
    kept = 0
    for level in overlay.levels:
        if level.kept:
            found[kept] = gathered(around + np.uint32(first_cell[kept]), overlay.lowest)
            kept += 1
        around = level.parent[around]
    return found


def _parents(overlay: Overlay, first_cell: list[int]) -> U32:
    """The next larger kept cell of each kept one."""
    parents = np.full(first_cell[-1], NONE, np.uint32)
    number = -1
    above: U32 = np.empty(0, np.uint32)
    for level in overlay.levels:
        if level.kept:
            if number >= 0:
                begin, end = first_cell[number], first_cell[number + 1]
                parents[begin:end] = above + np.uint32(end)
            number += 1
            above = level.parent
        elif number >= 0 and len(level.parent):
            above = level.parent[above]
    return parents


def _cells(level: OverlayLevel) -> int:
    return level.cells


def _entries(level: OverlayLevel) -> int:
    return len(level.entering)


def _exits(level: OverlayLevel) -> int:
    return len(level.leaving)


def _shortcuts(level: OverlayLevel) -> int:
    return level.shortcuts


def _joined(firsts: list[I64], before: list[int]) -> I64:
    """Offsets of levels as those of one row."""
    parts = [first[:-1] + shift for first, shift in zip(firsts, before[:-1], strict=True)]
    return np.concatenate((*parts, np.array([before[-1]], np.int64)))


def _row(arrays: list[U32]) -> U32:
    return np.concatenate(arrays) if arrays else np.empty(0, np.uint32)
