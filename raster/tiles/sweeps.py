"""The sweeps that settle one tile in cache, and what it then gives its neighbours.

A *pass* sweeps a copy of the tile down and up: every row takes the best of the row before it,
straight and aslant. The passes alternate between the copy as it lies and the transposed one, which
covers all eight directions, until one changes nothing.

A row is three `core.parallel.simd` vectors: labels, straight half costs, diagonal half costs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.simd import (
    fill,
    from_left,
    from_right,
    least,
    load,
    smallest,
    store,
    transpose,
    union,
    where_less,
)
from core.times import UNREACHED
from raster.tiles.layout import (
    AREA,
    AS_IT_LIES,
    ASLANT,
    BOTTOM,
    DIAGONALS,
    FIRST,
    LEFT,
    RIGHT,
    SPAN,
    STRAIGHTS,
    TILE,
    TOP,
    TRANSPOSED,
)


@njit(nogil=True, inline="always")
def _halo_row(buffer: Any, side: int) -> Any:
    at = side + FIRST
    return load(buffer, at), load(buffer, at + SPAN), load(buffer, at + 2 * SPAN)


@njit(nogil=True, inline="always")
def _row(buffer: Any, at: int) -> Any:
    return load(buffer, at), load(buffer, at + STRAIGHTS), load(buffer, at + DIAGONALS)


@njit(nogil=True, inline="always")
def _through(before: Any, row: Any, left: Any, right: Any) -> Any:
    """Labels of a row when entered from the row before it.

    left, right : label + diagonal half cost of the cells at either end of the row before.
    """
    aslant = before[0] + before[2]
    aslant = least(from_left(aslant, left), from_right(aslant, right))
    return least(before[0] + (before[1] + row[1]), aslant + row[2])


@njit(nogil=True, inline="always")
def _sweep_rows(cells: Any, before: Any, left: Any, right: Any, first: int, step: int) -> Any:
    """Relax the rows from `first` on, the first one from the halo row `before`.

    left, right : label + diagonal half cost of the halo cells beside the rows, corners included.
    Returns a vector with bits set where a label fell.
    """
    changed = fill(0)
    for k in range(TILE):
        r = first + k * step
        row = _row(cells, r * TILE)
        labels = least(row[0], _through(before, row, left[r + 1 - step], right[r + 1 - step]))
        store(cells, r * TILE, labels)
        changed = changed | (row[0] ^ labels)
        before = (labels, row[1], row[2])
    return changed


@njit(cache=True, nogil=True)
def sweep(buffer: Any, copy: int) -> Any:
    """One pass over a copy, down and up; returns whether a label fell."""
    lying = copy == AS_IT_LIES
    cells = buffer[copy : copy + 3 * AREA]
    before, after = (TOP, BOTTOM) if lying else (LEFT, RIGHT)
    beside = (LEFT, RIGHT) if lying else (TOP, BOTTOM)
    left, right = buffer[beside[0] + ASLANT + FIRST - 1 :], buffer[beside[1] + ASLANT + FIRST - 1 :]
    down = _sweep_rows(cells, _halo_row(buffer, before), left, right, 0, 1)
    up = _sweep_rows(cells, _halo_row(buffer, after), left, right, TILE - 1, -1)
    return union(down | up) != 0


@njit(cache=True, nogil=True)
def settle_tile(buffer: Any, square: bool) -> int:
    """Sweep until nothing changes; both copies then hold the same labels. Returns the passes.

    With square cells one pass without a change proves the end. Say it was over the transposed
    copy: then all east-west and diagonal steps are tight. A north-south step could only be slack
    where the sweep up lowered its origin, along a diagonal from beside its target; but the
    target's own east-west step from there is no longer. Where cells are not square that last
    comparison fails, and a pass over each copy has to pass without a change.
    """
    quiet_wanted = 1 if square else 2
    copy, passes, quiet = AS_IT_LIES, 0, 0
    while quiet < quiet_wanted:
        if passes > 0:
            other = TRANSPOSED - copy
            transpose(buffer, copy, other)
            copy = other
        fell = sweep(buffer, copy)
        quiet = 0 if fell or passes == 0 else quiet + 1  # the first pass had none before it
        passes += 1
    return passes


@njit(cache=True, nogil=True)
def best_across_side(buffer: Any, side: int, inner: int) -> Any:
    """Smallest label the inner row would give the halo row where it improves it, or UNREACHED."""
    halo, nothing = _halo_row(buffer, side), np.uint32(UNREACHED)
    labels = _through(_row(buffer, inner), halo, nothing, nothing)
    return smallest(where_less(labels, halo[0], fill(UNREACHED)))


@njit(cache=True, nogil=True)
def best_across_corner(buffer: Any, corner: int, inner: int) -> Any:
    """The same for one corner cell of the halo, entered along the diagonal."""
    label = np.int64(buffer[inner]) + buffer[inner + DIAGONALS] + buffer[corner + 2 * SPAN]
    return label if label < buffer[corner] else np.int64(UNREACHED)
