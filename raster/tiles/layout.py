"""Partition of a grid into square tiles: the buffer a tile is worked on in, and loading it.

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

from core.geometry.wedge_units import PART_BITS
from core.parallel.in_place import in_place
from core.parallel.processor import prefetch
from core.parallel.simd import (
    least,
    load_evens,
    load_odds,
    quotients,
    scaled,
    store,
    transpose,
)
from core.parallel.spare import aligned_words
from core.times import UNREACHED
from raster.oblong import ALONG, ASLANT, REACH, SHARE
from raster.steps import (
    BARRIER,
    DIAGONAL,
    EAST_WEST,
    NORTH_SOUTH,
    SLANT,
    SLOWEST,
    StepCosts,
    half_cost,
)
from raster.tiles.cells import TILE, take_cells

AREA = TILE * TILE
STRAIGHTS, DIAGONALS = AREA, 2 * AREA  # planes of a copy, counted from its labels
AS_IT_LIES, TRANSPOSED = 0, 3 * AREA  # copies

SPAN = 64  # words of a halo line
FIRST = 16  # in a halo line: its cells begin on a cache line, its corners lie at 15 and 48
SUMS = 3 * SPAN  # of a side's lines, after labels, straights, diagonals: labels and the last added
BESIDE = 4 * SPAN  # and straights along the side, where cells are not square and wedges have them
LINES = 5 * SPAN
TOP, BOTTOM, LEFT, RIGHT = (6 * AREA + side * LINES for side in range(4))
BEFORE = 6 * AREA + 4 * LINES  # labels of the four outer rows as loaded: top, bottom, left, right
SHAPES = BEFORE + 4 * TILE  # of wedges over oblong cells, four words by kind of step; else zeros
BUFFER = SHAPES + 16

_LAST = AREA - TILE  # first cell of the last row
_END = TILE - 1  # last cell of a row
HALO_SIDES = (
    (TOP, AS_IT_LIES, -1, 0),
    (BOTTOM, AS_IT_LIES + _LAST, 1, 0),
    (LEFT, TRANSPOSED, 0, -1),
    (RIGHT, TRANSPOSED + _LAST, 0, 1),
)
"""Side, the row of cells beside it, and the way to the neighbouring tile: down, right."""

SIDE_ENDS = (
    (LEFT + FIRST, RIGHT + FIRST),
    (LEFT + FIRST + _END, RIGHT + FIRST + _END),
    (TOP + FIRST, BOTTOM + FIRST),
    (TOP + FIRST + _END, BOTTOM + FIRST + _END),
)
"""Cells of the halo before and after the row of cells beside a side, in the order of HALO_SIDES."""

SIDE_CORNERS = (
    (TOP + FIRST - 1, TOP + FIRST + TILE),
    (BOTTOM + FIRST - 1, BOTTOM + FIRST + TILE),
    (LEFT + FIRST - 1, LEFT + FIRST + TILE),
    (RIGHT + FIRST - 1, RIGHT + FIRST + TILE),
)
"""Corners at both ends of a side, in the order of HALO_SIDES."""

HALO_CORNERS = (
    (TOP + FIRST - 1, 0, -1, -1),
    (TOP + FIRST + TILE, TILE - 1, -1, 1),
    (BOTTOM + FIRST - 1, _LAST, 1, -1),
    (BOTTOM + FIRST + TILE, AREA - 1, 1, 1),
)
"""Corner cell, the cell beside it, and the way to the neighbouring tile: down, right."""

CORNER_ENDS = (
    (TOP + FIRST, LEFT + FIRST, BEFORE),
    (TOP + FIRST + _END, RIGHT + FIRST, BEFORE + _END),
    (BOTTOM + FIRST, LEFT + FIRST + _END, BEFORE + TILE),
    (BOTTOM + FIRST + _END, RIGHT + FIRST + _END, BEFORE + TILE + _END),
)
"""Cells of the halo on both sides of a corner, in the order of HALO_CORNERS, and where the label is
kept that the tile's own cell there was loaded with."""

_HALO_RUNS = (
    (TOP, -1, -1, 0, 1),
    (BOTTOM, TILE, -1, 0, 1),
    (LEFT, -1, -1, 1, 0),
    (RIGHT, -1, TILE, 1, 0),
)
"""Side, its first corner counted from the first cell, and the way from there: down, right."""

_LINE_BYTES = 64  # of a cache line


class TileCosts(NamedTuple):
    """`StepCosts` (the first seven), and what a tile is loaded with.

    pairs : uint64, (codes,), by code the north-south half cost, and the diagonal one above it.
    square : whether east-west half costs are the north-south ones.
    """

    values: NDArray[Any]
    table: NDArray[np.uint32]
    scale: NDArray[np.float64]
    zero_speed: float
    longest: int
    straight: bool
    shapes: NDArray[np.int64]
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
    buffers = aligned_words(count * BUFFER).reshape(count, BUFFER)
    buffers.fill(0)
    return buffers


@njit(nogil=True, inline="always")
def _prices(costs: Any, kmh: Any, at: int, kind: int) -> Any:
    """`raster.steps.half_cost` of the 32 real speeds from index `at` on, as a vector; the diagonal
    one before `_aslant`."""
    scale, zero = costs.scale[kind], costs.zero_speed
    return quotients(kmh, at, scale, zero, np.int64(SLOWEST), np.int64(BARRIER))


@njit(nogil=True, inline="always")
def _aslant(costs: Any, diagonal: Any, kmh: Any, at: int, kind: int, straight: Any) -> Any:
    """Diagonal half costs along straight lines, where those of one kind of step are known."""
    if costs.square:
        bound = scaled(straight, SLANT, 31)
    else:
        other = EAST_WEST + NORTH_SOUTH - kind
        beside = scaled(_prices(costs, kmh, at, other), costs.shapes[other, ASLANT], PART_BITS)
        bound = least(beside, scaled(straight, costs.shapes[kind, ASLANT], PART_BITS))
    return least(diagonal, bound)


@in_place
def load_tile(costs: Any, labels: Any, buffer: Any, top: int, left: int) -> None:
    """Copy the tile whose first cell is (top, left), with its halo, into the buffer."""
    height, width = take_cells(labels, buffer, top, left)
    _load_half_costs(costs, buffer, top, left, height, width)
    for kind in range(2):
        for part in (SHARE, REACH, ALONG):
            buffer[SHAPES + 4 * kind + part] = costs.shapes[kind, part]
    for side, first_row, first_col, down, right in _HALO_RUNS:
        _load_side(costs, labels, buffer, side, top + first_row, left + first_col, down, right)


@in_place
def prefetch_tile(costs: Any, labels: Any, top: int, left: int) -> None:
    """Have a tile that is loaded soon brought into the cache, with its halo."""
    rows, cols = labels.shape
    for row in range(max(top - 1, 0), min(top + TILE + 1, rows)):
        at = row * cols + left
        for ahead in range(0, TILE, _LINE_BYTES // 4):
            prefetch(labels, at + ahead)
        for ahead in range(0, TILE, _LINE_BYTES // costs.values.itemsize):
            prefetch(costs.values, at + ahead)
        for beside in (-1, TILE):  # of the halo, often on lines of their own
            prefetch(labels, at + beside)
            prefetch(costs.values, at + beside)


@in_place
def _load_half_costs(costs: Any, buffer: Any, top: int, left: int, height: int, width: int) -> None:
    """Fill the four planes of half costs; cells past the height and width become barriers."""
    across = STRAIGHTS if costs.square else TRANSPOSED
    _price_cells(costs, buffer, top, left, height, width)
    transpose(buffer, across, TRANSPOSED + STRAIGHTS)
    transpose(buffer, DIAGONALS, TRANSPOSED + DIAGONALS)


def _price_cells(costs: Any, buffer: Any, top: int, left: int, height: int, width: int) -> None:
    """Fill the planes of straight and diagonal half costs of the copy as it lies. Where cells are
    not square, the first plane of the transposed copy takes the east-west ones, row by row."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_price_cells)
def _price_cells_body(
    costs: Any, buffer: Any, top: int, left: int, height: int, width: int
) -> Callable[..., Any]:
    if isinstance(costs.types[0].dtype, types.Integer):

        def by_code(costs: Any, buffer: Any, top: int, left: int, height: int, width: int) -> None:
            # By twos into the transposed copy, whose planes are not in use yet, and from there.
            pairs = buffer[TRANSPOSED : TRANSPOSED + 2 * AREA].view(np.uint64)
            if height < TILE or width < TILE:
                buffer[TRANSPOSED : TRANSPOSED + 2 * AREA] = BARRIER
            for r in range(height):
                line = pairs[r * TILE : (r + 1) * TILE]
                values = costs.values[top + r, left : left + width]
                for c in range(width):
                    line[c] = costs.pairs[values[c]]
            for r in range(TILE):
                at = TRANSPOSED + 2 * r * TILE
                store(buffer, STRAIGHTS + r * TILE, load_evens(buffer, at))
                store(buffer, DIAGONALS + r * TILE, load_odds(buffer, at))
            if not costs.square:
                buffer[TRANSPOSED : TRANSPOSED + AREA] = BARRIER
                for r in range(height):
                    for c in range(width):
                        code = costs.values[top + r, left + c]
                        buffer[TRANSPOSED + r * TILE + c] = costs.table[EAST_WEST, code]

        return by_code

    def by_speed(costs: Any, buffer: Any, top: int, left: int, height: int, width: int) -> None:
        cols = costs.values.shape[1]
        if height < TILE or width < TILE:
            buffer[STRAIGHTS : STRAIGHTS + 2 * AREA] = BARRIER
            buffer[TRANSPOSED : TRANSPOSED + AREA] = BARRIER
        for r in range(height):
            if width == TILE:
                at = (top + r) * cols + left
                straight = _prices(costs, costs.values, at, NORTH_SOUTH)
                diagonal = _prices(costs, costs.values, at, DIAGONAL)
                store(buffer, STRAIGHTS + r * TILE, straight)
                if costs.straight:
                    diagonal = _aslant(costs, diagonal, costs.values, at, NORTH_SOUTH, straight)
                store(buffer, DIAGONALS + r * TILE, diagonal)
                if not costs.square:
                    across = _prices(costs, costs.values, at, EAST_WEST)
                    store(buffer, TRANSPOSED + r * TILE, across)
                continue
            for c in range(width):
                row, col, at = top + r, left + c, r * TILE + c
                buffer[STRAIGHTS + at] = half_cost(costs, row, col, NORTH_SOUTH)
                buffer[DIAGONALS + at] = half_cost(costs, row, col, DIAGONAL)
                if not costs.square:
                    buffer[TRANSPOSED + at] = half_cost(costs, row, col, EAST_WEST)

    return by_speed


@njit(nogil=True, inline="always")
def _price_run(costs: Any, kmh: Any, at: int, kind: int, line: Any) -> None:
    """Price a side of the halo from its real speeds, which begin with the first corner's."""
    store(line, SPAN + 1, _prices(costs, kmh, at + 1, kind))
    for shift in (0, 2):
        diagonal = _prices(costs, kmh, at + shift, DIAGONAL)
        if costs.straight:  # corners lie in wedges
            straight = _prices(costs, kmh, at + shift, kind)
            store(line, SPAN + shift, straight)
            diagonal = _aslant(costs, diagonal, kmh, at + shift, kind, straight)
            if not costs.square:
                other = EAST_WEST + NORTH_SOUTH - kind
                store(line, BESIDE + shift, _prices(costs, kmh, at + shift, other))
        store(line, 2 * SPAN + shift, diagonal)


def _load_side(
    costs: Any, labels: Any, buffer: Any, side: int, row: int, col: int, down: int, right: int
) -> None:
    """Copy the side of the halo that runs from the corner (row, col) down or to the right: labels,
    half costs towards it, diagonal ones, and the sums of labels and those."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_load_side)
def _load_side_body(
    costs: Any, labels: Any, buffer: Any, side: int, row: int, col: int, down: int, right: int
) -> Callable[..., Any]:
    if isinstance(costs.types[0].dtype, types.Integer):

        def by_code(
            costs: Any,
            labels: Any,
            buffer: Any,
            side: int,
            row: int,
            col: int,
            down: int,
            right: int,
        ) -> None:
            rows, cols = labels.shape
            line = buffer[side + FIRST - 1 : side + LINES]
            for k in range(TILE + 2):  # one loop: each cell's place is found and checked once
                label, straight = np.uint32(UNREACHED), np.uint32(BARRIER)
                diagonal, beside = np.uint32(BARRIER), np.uint32(BARRIER)
                r, c = row + k * down, col + k * right
                if 0 <= r < rows and 0 <= c < cols:
                    label = labels[r, c]
                    pair = costs.pairs[costs.values[r, c]]
                    straight, diagonal = np.uint32(pair), np.uint32(pair >> np.uint64(32))
                    if not costs.square:
                        beside = costs.table[EAST_WEST, costs.values[r, c]]
                        if down:
                            straight, beside = beside, straight
                line[k] = label
                line[SPAN + k] = straight
                line[2 * SPAN + k] = diagonal
                if costs.straight and not costs.square:
                    line[BESIDE + k] = beside
                line[SUMS + k] = label + diagonal

        return by_code

    def by_speed(
        costs: Any, labels: Any, buffer: Any, side: int, row: int, col: int, down: int, right: int
    ) -> None:
        rows, cols = labels.shape
        line = buffer[side + FIRST - 1 : side + LINES]
        for k in range(TILE + 2):
            r, c = row + k * down, col + k * right
            inside = 0 <= r < rows and 0 <= c < cols
            line[k] = labels[r, c] if inside else np.uint32(UNREACHED)
        kind = EAST_WEST if down else NORTH_SOUTH
        if right and 0 <= row < rows and 0 <= col <= cols - TILE - 2:
            _price_run(costs, costs.values, row * cols + col, kind, line)
        else:
            kmh = line[SUMS : SUMS + TILE + 2].view(np.float32)  # written below
            for k in range(TILE + 2):
                r, c = row + k * down, col + k * right
                inside = 0 <= r < rows and 0 <= c < cols
                kmh[k] = costs.values[r, c] if inside else np.float32(np.nan)
            _price_run(costs, kmh, 0, kind, line)
        for k in range(TILE + 2):
            line[SUMS + k] = line[k] + line[2 * SPAN + k]

    return by_speed
