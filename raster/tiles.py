"""Partition of a grid into square tiles: the buffer a tile is worked on in, loading and storing.

A tile of 32×32 cells is copied into a flat buffer twice, as it lies and transposed, each copy as
three planes: labels, straight half costs, diagonal half costs. Straight is north-south in the copy
as it lies and east-west in the transposed one. Beside them lie the four sides of the halo, the
cells around the tile, which stay as they were when the tile was loaded.

Outside the grid labels are UNREACHED and half costs BARRIER, so the sweeps need no edge cases.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types
from numba.extending import overload
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.lanes import (
    WIDTH,
    fill,
    load,
    load_evens,
    load_odds,
    prefetch,
    store,
    total,
    transpose,
    within,
)
from raster.steps import (
    BARRIER,
    DIAGONAL,
    EAST_WEST,
    NORTH_SOUTH,
    SLOWEST,
    StepCosts,
    half_cost,
)

TILE = WIDTH
"""Cells along a side. 64 needs a third more sweeps a visit and a fifth more visits (measured)."""

AREA = TILE * TILE
STRAIGHTS, DIAGONALS = AREA, 2 * AREA  # planes of a copy, counted from its labels
AS_IT_LIES, TRANSPOSED = 0, 3 * AREA  # copies

SPAN = 64  # words of a halo line
FIRST = 16  # in a halo line: its cells begin on a cache line, its corners lie at 15 and 48
ASLANT = 3 * SPAN  # the last of a side's four lines: labels, straights, diagonals, their label sum
TOP, BOTTOM, LEFT, RIGHT = (6 * AREA + side * 4 * SPAN for side in range(4))
BUFFER = 6 * AREA + 16 * SPAN

_LAST = AREA - TILE  # first cell of the last row
HALO_SIDES = (
    (TOP, AS_IT_LIES, -1, 0),
    (BOTTOM, AS_IT_LIES + _LAST, 1, 0),
    (LEFT, TRANSPOSED, 0, -1),
    (RIGHT, TRANSPOSED + _LAST, 0, 1),
)
"""Side, the row of cells beside it, and the way to the neighbouring tile: down, right."""

HALO_CORNERS = (
    (TOP + FIRST - 1, 0, -1, -1),
    (TOP + FIRST + TILE, TILE - 1, -1, 1),
    (BOTTOM + FIRST - 1, _LAST, 1, -1),
    (BOTTOM + FIRST + TILE, AREA - 1, 1, 1),
)
"""Corner cell, the cell beside it, and the way to the neighbouring tile: down, right."""

_HALO_RUNS = (
    (TOP, -1, -1, 0, 1),
    (BOTTOM, TILE, -1, 0, 1),
    (LEFT, -1, -1, 1, 0),
    (RIGHT, -1, TILE, 1, 0),
)
"""Side, its first corner counted from the first cell, and the way from there: down, right."""

_CACHE_LINE = 16  # words


class TileCosts(NamedTuple):
    """`StepCosts` (the first four), and what a tile is loaded with.

    pairs : uint64, (codes,), by code the north-south half cost, and the diagonal one above it.
    square : whether east-west half costs are the north-south ones.
    """

    values: NDArray[Any]
    table: NDArray[np.uint32]
    scale: NDArray[np.float64]
    zero_speed: float
    pairs: NDArray[np.uint64]
    square: bool


def tile_costs(costs: StepCosts) -> TileCosts:
    """Prepare half costs for loading tiles."""
    straight, diagonal = costs.table[NORTH_SOUTH], costs.table[DIAGONAL]
    pairs = straight.astype(np.uint64) | diagonal.astype(np.uint64) << np.uint64(32)
    square = bool(costs.scale[EAST_WEST] == costs.scale[NORTH_SOUTH])
    return TileCosts(*costs, pairs=pairs, square=square)


def tile_buffers(count: int) -> NDArray[np.uint32]:
    """Buffers for `count` threads, uint32, (count, BUFFER); every row of a tile on a cache line."""
    words = np.zeros(count * BUFFER + _CACHE_LINE, np.uint32)
    skip = -(words.ctypes.data // words.itemsize) % _CACHE_LINE
    return words[skip : skip + count * BUFFER].reshape(count, BUFFER)


def _pair_of(costs: Any, value: Any) -> Any:
    """North-south half cost of a raw cell value, and the diagonal one above it, as a uint64."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_pair_of)
def _pair_of_body(costs: Any, value: Any) -> Callable[..., Any]:
    if isinstance(value, types.Integer):

        def by_code(costs: Any, value: Any) -> Any:
            return costs.pairs[value]

        return by_code

    def by_speed(costs: Any, value: Any) -> Any:
        speed = np.float64(value)
        speed = costs.zero_speed if speed <= 0.0 else speed
        straight, diagonal = np.float64(BARRIER), np.float64(BARRIER)
        if speed > 0.0:
            straight = min(max(np.rint(costs.scale[1] / speed), 1.0), np.float64(SLOWEST))
            diagonal = min(max(np.rint(costs.scale[2] / speed), 1.0), np.float64(SLOWEST))
        return np.uint64(straight) | np.uint64(diagonal) << np.uint64(32)

    return by_speed


@njit(cache=True, nogil=True)
def load_tile(costs: Any, labels: Any, buffer: Any, top: int, left: int) -> None:
    """Copy the tile whose first cell is (top, left), with its halo, into the buffer."""
    rows, cols = labels.shape
    height, width = min(TILE, rows - top), min(TILE, cols - left)
    if height < TILE or width < TILE:
        buffer[:AREA] = UNREACHED
        buffer[TRANSPOSED : TRANSPOSED + 3 * AREA] = BARRIER
    for r in range(height):
        if width == TILE:
            store(buffer, r * TILE, load(labels, (top + r) * cols + left))
        else:
            for c in range(width):
                buffer[r * TILE + c] = labels[top + r, left + c]
    _load_half_costs(costs, buffer, top, left, height, width)
    for side, first_row, first_col, down, right in _HALO_RUNS:
        _load_side(costs, labels, buffer, side, top + first_row, left + first_col, down, right)


@njit(cache=True, nogil=True)
def prefetch_tile(costs: Any, labels: Any, top: int, left: int) -> None:
    """Have a tile that is loaded soon brought into the cache, with its halo."""
    rows, cols = labels.shape
    for row in range(max(top - 1, 0), min(top + TILE + 1, rows)):
        at = row * cols + left
        for ahead in range(0, TILE, _CACHE_LINE):
            prefetch(labels, at + ahead)
        prefetch(labels, at + TILE)
        prefetch(costs.values, at)


@njit(cache=True, nogil=True)
def _load_half_costs(costs: Any, buffer: Any, top: int, left: int, height: int, width: int) -> None:
    """Fill the four planes of half costs; cells past the height and width keep the buffer's.

    They are priced into the transposed copy, which is overwritten last, and sorted from there.
    """
    pairs = buffer[TRANSPOSED : TRANSPOSED + 2 * AREA].view(np.uint64)
    for r in range(height):
        line, values = pairs[r * TILE : (r + 1) * TILE], costs.values[top + r, left : left + width]
        for c in range(width):
            line[c] = _pair_of(costs, values[c])
    for r in range(TILE):
        straights = load_evens(buffer, TRANSPOSED + 2 * r * TILE)
        store(buffer, STRAIGHTS + r * TILE, straights)
        store(buffer, DIAGONALS + r * TILE, load_odds(buffer, TRANSPOSED + 2 * r * TILE))
    across = STRAIGHTS
    if not costs.square:
        across = TRANSPOSED
        buffer[across : across + AREA] = BARRIER
        for r in range(height):
            for c in range(width):
                cost = half_cost(costs, top + r, left + c, EAST_WEST)
                buffer[across + r * TILE + c] = cost
    transpose(buffer, across, TRANSPOSED + STRAIGHTS)
    transpose(buffer, DIAGONALS, TRANSPOSED + DIAGONALS)


@njit(cache=True, nogil=True)
def _load_side(
    costs: Any, labels: Any, buffer: Any, side: int, row: int, col: int, down: int, right: int
) -> None:
    """Copy the side of the halo that runs from the corner (row, col) down or to the right."""
    rows, cols = labels.shape
    line = buffer[side + FIRST - 1 : side + 4 * SPAN]
    for k in range(TILE + 2):
        label, straight, diagonal = np.uint32(UNREACHED), np.uint32(BARRIER), np.uint32(BARRIER)
        r, c = row + k * down, col + k * right
        if 0 <= r < rows and 0 <= c < cols:
            label = labels[r, c]
            pair = _pair_of(costs, costs.values[r, c])
            straight, diagonal = np.uint32(pair), np.uint32(pair >> np.uint64(32))
            if down and not costs.square:
                straight = np.uint32(half_cost(costs, r, c, EAST_WEST))
        line[k] = label
        line[SPAN + k] = straight
        line[2 * SPAN + k] = diagonal
        line[ASLANT + k] = label + diagonal


@njit(cache=True, nogil=True)
def store_tile(buffer: Any, labels: Any, top: int, left: int, limit_ticks: int) -> Any:
    """Copy the tile's own cells back; returns how many came within the limit for the first time."""
    rows, cols = labels.shape
    if top + TILE <= rows and left + TILE <= cols:
        bound, gained = fill(limit_ticks), fill(0)
        for r in range(TILE):
            at = (top + r) * cols + left
            new = load(buffer, r * TILE)
            gained = gained + (within(new, bound) - within(load(labels, at), bound))
            store(labels, at, new)
        return np.int64(total(gained))
    width, reached = min(TILE, cols - left), np.int64(0)
    for r in range(min(TILE, rows - top)):
        line = labels[top + r, left : left + width]
        cells = buffer[r * TILE : r * TILE + width]
        for c in range(width):
            reached += np.int64(line[c] > limit_ticks) & np.int64(cells[c] <= limit_ticks)
            line[c] = cells[c]
    return reached
