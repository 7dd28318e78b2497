"""A tile's own labels: copied out of the field, row after row from the first word of a buffer, and
back."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.parallel.in_place import in_place
from core.parallel.simd import (
    WIDTH,
    fill,
    load,
    most,
    smallest,
    store,
    total,
    where_less,
    within,
)
from core.times import UNREACHED

TILE = WIDTH
"""Cells along a side. 64 needs a third more sweeps a visit and a fifth more visits (measured)."""

_ALL = 0xFFFFFFFF  # bits of a word


@in_place
def take_cells(labels: Any, buffer: Any, top: int, left: int) -> Any:
    """Copy the labels of the tile whose first cell is (top, left), UNREACHED outside the grid;
    returns how many rows and columns are inside."""
    rows, cols = labels.shape
    height, width = min(TILE, rows - top), min(TILE, cols - left)
    if height < TILE or width < TILE:
        buffer[: TILE * TILE] = UNREACHED
    for r in range(height):
        if width == TILE:
            store(buffer, r * TILE, load(labels, (top + r) * cols + left))
        else:
            for c in range(width):
                buffer[r * TILE + c] = labels[top + r, left + c]
    return height, width


@in_place
def store_tile(buffer: Any, labels: Any, top: int, left: int, limit_ticks: int) -> Any:
    """Copy the tile's own cells back; returns how many came within the limit for the first time,
    and the largest label that is set, 0 where there is none."""
    rows, cols = labels.shape
    if top + TILE <= rows and left + TILE <= cols:
        bound, gained = fill(limit_ticks), fill(0)
        nothing, unset, last = fill(0), fill(UNREACHED), fill(0)
        for r in range(TILE):
            at = (top + r) * cols + left
            new = load(buffer, r * TILE)
            gained = gained + (within(new, bound) - within(load(labels, at), bound))
            last = most(last, where_less(new, unset, nothing))
            store(labels, at, new)
        return np.int64(total(gained)), smallest(last ^ fill(_ALL)) ^ np.uint32(_ALL)
    width, reached, set_last = min(TILE, cols - left), np.int64(0), np.uint32(0)
    for r in range(min(TILE, rows - top)):
        line = labels[top + r, left : left + width]
        cells = buffer[r * TILE : r * TILE + width]
        for c in range(width):
            reached += np.int64(line[c] > limit_ticks) & np.int64(cells[c] <= limit_ticks)
            line[c] = cells[c]
            if cells[c] < UNREACHED:
                set_last = max(set_last, cells[c])
    return reached, set_last
