"""Partition of a grid into square tiles, and the sweeps that settle one tile in cache.

A tile of 32×32 cells is copied with a one-cell halo into a flat buffer, twice: as it lies and
transposed. A *pass* sweeps a copy down and up; every cell of a row takes the best of the three
cells before it, so a row is a few vector instructions. The passes alternate between the copies,
which covers all eight directions, until one changes nothing.

Layout of a buffer of 6 planes of (TILE + 2)² uint32: labels, straight half costs, diagonal half
costs, as they lie (straight is north-south); then the same transposed (straight is east-west).
One buffer with constant strides, because only then the compiler sees that rows cannot overlap and
turns the inner loops into vector code.

Labels outside the grid are UNREACHED and half costs BARRIER, so the sweeps need no edge cases.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import overload

from core.times import UNREACHED
from raster.steps import BARRIER, DIAGONAL, EAST_WEST, NORTH_SOUTH

TILE = 32
"""Cells along a side. 64 needs a third more sweeps a visit and 16 more visits (measured)."""

SIDE = TILE + 2
PLANE = SIDE * SIDE
AS_IT_LIES = 0
TRANSPOSED = 3 * PLANE
BUFFER = 6 * PLANE + 64  # the spare cache lines keep two threads' buffers apart

_STRAIGHT = PLANE
_DIAGONAL = 2 * PLANE


def _load_half_costs(costs: Any, row: int, col: int, count: int, kind: int, out: Any) -> None:
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_load_half_costs)
def _load_half_costs_body(
    costs: Any, row: Any, col: Any, count: Any, kind: Any, out: Any
) -> Callable[..., None]:
    if isinstance(costs.types[0].dtype, types.Integer):

        def by_code(costs: Any, row: Any, col: Any, count: Any, kind: Any, out: Any) -> None:
            codes = costs.values[row, col : col + count]
            table = costs.table[kind]
            for i in range(count):
                out[i] = table[codes[i]]

        return by_code

    def by_speed(costs: Any, row: Any, col: Any, count: Any, kind: Any, out: Any) -> None:
        speeds = costs.values[row, col : col + count]
        scale = costs.scale[kind]
        for i in range(count):
            speed = np.float64(speeds[i])
            speed = costs.zero_speed if speed <= 0.0 else speed
            ticks = max(np.rint(scale / speed), 1.0) if speed > 0.0 else np.float64(BARRIER)
            out[i] = np.uint32(min(ticks, np.float64(BARRIER)))

    return by_speed


@njit(cache=True, nogil=True)
def load_tile(costs: Any, labels: Any, buffer: Any, top: int, left: int) -> None:
    """Copy the tile whose first cell is (top, left), with its halo, into the buffer."""
    rows, cols = labels.shape
    first, last = max(left - 1, 0), min(left + TILE + 1, cols)  # columns inside the grid
    shift, count = first - (left - 1), last - first
    square = costs.scale[EAST_WEST] == costs.scale[NORTH_SOUTH]
    for r in range(SIDE):
        row = top - 1 + r
        at = r * SIDE
        if row < 0 or row >= rows or count < SIDE:
            buffer[at : at + SIDE] = UNREACHED
            buffer[_STRAIGHT + at : _STRAIGHT + at + SIDE] = BARRIER
            buffer[_DIAGONAL + at : _DIAGONAL + at + SIDE] = BARRIER
            buffer[TRANSPOSED + at : TRANSPOSED + at + SIDE] = BARRIER
        if row < 0 or row >= rows:
            continue
        at += shift
        line = labels[row, first:last]
        for c in range(count):
            buffer[at + c] = line[c]
        straight = buffer[_STRAIGHT + at : _STRAIGHT + at + count]
        diagonal = buffer[_DIAGONAL + at : _DIAGONAL + at + count]
        _load_half_costs(costs, row, first, count, NORTH_SOUTH, straight)
        _load_half_costs(costs, row, first, count, DIAGONAL, diagonal)
        if not square:
            across = buffer[TRANSPOSED + at : TRANSPOSED + at + count]
            _load_half_costs(costs, row, first, count, EAST_WEST, across)
    # East-west half costs wait in the transposed labels' plane, which the first pass overwrites.
    transpose(buffer, _STRAIGHT if square else TRANSPOSED, TRANSPOSED + _STRAIGHT)
    transpose(buffer, _DIAGONAL, TRANSPOSED + _DIAGONAL)


@njit(cache=True, nogil=True)
def transpose(buffer: Any, source: int, target: int) -> None:
    """Copy a plane, rows becoming columns."""
    for r in range(SIDE):
        for c in range(SIDE):
            buffer[target + c * SIDE + r] = buffer[source + r * SIDE + c]


@njit(nogil=True, inline="always")
def _through(buffer: Any, cell: int, before: int) -> Any:
    """Label of `cell` when entered from `before` or from one of the cells beside that."""
    straight = np.uint32(buffer[before] + buffer[before + PLANE])
    aslant = min(
        np.uint32(buffer[before - 1] + buffer[before - 1 + 2 * PLANE]),
        np.uint32(buffer[before + 1] + buffer[before + 1 + 2 * PLANE]),
    )
    return np.uint32(min(straight + buffer[cell + PLANE], aslant + buffer[cell + 2 * PLANE]))


@njit(nogil=True, inline="always")
def _sweep_row(buffer: Any, row: int, before: int) -> Any:
    """Relax a row from the row before it; returns nonzero where a label fell."""
    changed = np.uint32(0)
    for c in range(1, TILE + 1):
        old = buffer[row + c]
        new = min(old, _through(buffer, row + c, before + c))
        buffer[row + c] = new
        changed |= old ^ new
    return changed


@njit(cache=True, nogil=True)
def sweep(buffer: Any, copy: int) -> Any:
    """One pass over a copy, down and up; returns whether a label fell."""
    changed = np.uint32(0)
    for r in range(1, TILE + 1):
        changed |= _sweep_row(buffer, copy + r * SIDE, copy + (r - 1) * SIDE)
    for r in range(TILE):
        changed |= _sweep_row(buffer, copy + (TILE - r) * SIDE, copy + (TILE - r + 1) * SIDE)
    return changed != 0


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
    copy, passes, quiet = AS_IT_LIES, 1, 0
    sweep(buffer, AS_IT_LIES)
    while quiet < quiet_wanted:
        other = TRANSPOSED - copy
        transpose(buffer, copy, other)
        copy = other
        passes += 1
        quiet = 0 if sweep(buffer, copy) else quiet + 1
    return passes


@njit(cache=True, nogil=True)
def store_tile(buffer: Any, labels: Any, top: int, left: int) -> Any:
    """Copy the tile's own cells back; returns how many were reached for the first time."""
    rows, cols = labels.shape
    count = min(TILE, cols - left)
    reached = np.int64(0)
    for r in range(min(TILE, rows - top)):
        line = labels[top + r, left : left + count]
        at = (r + 1) * SIDE + 1
        for c in range(count):
            old, new = line[c], buffer[at + c]
            reached += np.int64((old >= UNREACHED) & (new < UNREACHED))
            line[c] = new
    return reached


@njit(cache=True, nogil=True)
def best_across_side(buffer: Any, halo: int, inner: int) -> Any:
    """Smallest label the inner row would give the halo row where it improves it, or UNREACHED."""
    best = np.uint32(UNREACHED)
    for c in range(1, TILE + 1):
        label = _through(buffer, halo + c, inner + c)
        best = min(best, label if label < buffer[halo + c] else np.uint32(UNREACHED))
    return best


@njit(cache=True, nogil=True)
def best_across_corner(buffer: Any, halo: int, inner: int) -> Any:
    """The same for one corner cell of the halo, entered along the diagonal."""
    label = np.uint32(
        buffer[inner] + buffer[inner + _DIAGONAL] + np.uint64(buffer[halo + _DIAGONAL])
    )
    return label if label < buffer[halo] else np.uint32(UNREACHED)
