"""Which cells are to be customized again after some costs changed.

A step lies in the cell of the state that it sets out from, so a cell of the lowest level is what it
was unless one of its steps changed, and one of another level unless a shortcut within it did.
"""

from __future__ import annotations

import numpy as np

from core.parallel.ranges import Range
from road.crp.overlay.overlay import Overlay, OverlayLevel
from road.graph import I64, U32
from road.search.search_graph import SearchGraph

MOST_CHANGED = 1 / 3
"""Share of all steps, and of the lowest cells, from which on everything is customized again."""

MOST_RUNS = 64
"""Runs of cells that are handed to kernels one by one; cells between close ones come with them."""


def changed_cells(overlay: Overlay, before: SearchGraph, after: SearchGraph) -> I64 | None:
    """Cells of the lowest level, ascending, in which a step costs otherwise; None where there are
    so many that all may as well be customized."""
    steps = np.flatnonzero(before.cost != after.cost)
    if len(steps) > MOST_CHANGED * len(after.cost) or not overlay.levels:
        return None
    tails = np.searchsorted(after.first_out, steps, side="right") - 1
    cells = np.unique(overlay.lowest[overlay.vertex_of_state[tails]]).astype(np.int64)
    covered = sum(end - begin for begin, end in runs_of(cells))
    return None if covered > MOST_CHANGED * overlay.levels[0].cells else cells


def runs_of(cells: I64, most: int = MOST_RUNS) -> list[Range]:
    """Ranges that hold these cells, ascending, at most so many: parted where the gaps are
    widest."""
    if not len(cells):
        return []
    gaps = np.diff(cells)
    wide = np.flatnonzero(gaps > 1)
    parted = np.sort(wide[np.argsort(-gaps[wide], kind="stable")[: most - 1]])
    begins = cells[np.concatenate(([0], parted + 1))]
    ends = cells[np.concatenate((parted, [len(cells) - 1]))] + 1
    return list(zip(begins.tolist(), ends.tolist(), strict=True))


def cells_around(level: OverlayLevel, runs: list[Range], before: U32, after: U32) -> I64:
    """Cells of the level above, ascending, that hold one of these with another shortcut. before,
    after : the shortcuts of this level."""
    found = []
    for begin, end in runs:
        first, last = level.first_shortcut[begin], level.first_shortcut[end]
        places = first + np.flatnonzero(before[first:last] != after[first:last])
        cells = np.unique(np.searchsorted(level.first_shortcut, places, side="right") - 1)
        found.append(level.parent[cells])
    return np.unique(np.concatenate(found)).astype(np.int64) if found else np.empty(0, np.int64)
