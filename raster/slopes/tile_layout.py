"""Tiles on slopes: the buffer a tile is worked on in, and loading it.

The twin of `raster.tiles.layout` where a step costs what its direction says. Tiles and halo are the
same. A tile of 32×32 cells is held in two copies of its labels, as it lies and transposed, and each
step into its cells has a price of its own (`raster.slopes.tile_steps`); along straight lines the
lines in wedges have, too (`raster.slopes.tile_wedges`). Prices hang on no label. Where they are
kept they are read from where they lie, in all solves at a tick; elsewhere they are found at each
visit, into the buffer. What they are found from, heights and half costs, is loaded when a price is
asked for that nobody has found.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.in_place import in_place
from core.parallel.spare import aligned_words
from core.times import UNREACHED
from raster.slopes.heights import UNKNOWN
from raster.slopes.slopes import SHARES
from raster.steps import BARRIER, half_cost
from raster.tiles.cells import TILE, take_cells

AREA = TILE * TILE
AS_IT_LIES, TRANSPOSED = 0, AREA  # copies of the labels

STRAIGHT, ASLANT_LEFT, ASLANT_RIGHT = 0, AREA, 2 * AREA
"""Planes of a sweep: costs of the steps into each cell from the row before."""

WAY_WORDS = 3 * AREA
"""Words of the planes of a sweep, of which there are four, in the order of
`raster.tiles.sweeps.SWEEPS`."""

OVER = 4 * WAY_WORDS
"""Words before the costs of the steps over each side of the tile, into the cells of the halo from
the cell beside each, the one before that and the one after."""

CORNERS = OVER + 4 * 3 * TILE
"""Words before the costs of the four steps into the corners of the halo, and behind these BARRIER
for each corner that is one, else 0."""

STEP_WORDS = CORNERS + 16
"""Words of what the steps of a tile cost: an even number of cache lines."""

WEDGES_OF_ROW = len(SHARES) * TILE
"""Words of the wedges that lie on one side of the cells of a row: the costs of their lines, for
each of SHARES those of all cells."""

ROWS_PRICED, SIDE_PRICED = 0, 8
"""Words that say what wedges of a tile are priced: a bit for each row, by sweep and side of the
cells; and bits of the extra ones, by side of the tile."""

LEAST = 16
"""Words before the least of the costs of each wedge: by sweep, row, side of the cells and cell."""

IN_ROWS = LEAST + 4 * TILE * 2 * TILE
"""Words before the costs of the lines, in the same order."""

AT_SIDES = IN_ROWS + 4 * TILE * 2 * WEDGES_OF_ROW
"""Words before the extra ones, by side of the tile."""

BEYOND, ALONG, BESIDE = 0, 2 * WEDGES_OF_ROW, 4 * WEDGES_OF_ROW
"""Words before the extra ones of a side, two of each: wedges of cells of the halo with A in the row
of the tile that is beside it; of cells of that row with A in it, too; and, a word a cell, what is
sooner at least where D alone is the tile's (`raster.slopes.tile_wedges.least_unseen`)."""

BEYOND_BIT, ALONG_BIT, BESIDE_BIT = 0, 2, 4
"""Bits of SIDE_PRICED at which these begin."""

SIDE_WORDS = BESIDE + 2 * TILE

WEDGE_WORDS = AT_SIDES + 4 * SIDE_WORDS
"""Words of what the wedges of a tile cost: an even number of cache lines."""

SIDE = TILE + 2
PADDED = SIDE * SIDE
"""Cells of a tile with its halo."""

LINES = 2 * AREA
TOP, BOTTOM, LEFT, RIGHT = (LINES + side * 64 + 15 for side in range(4))
"""Words at which the labels of the halo's sides begin, corners included."""

BEFORE = LINES + 4 * 64
"""Labels of the four outer rows as loaded, in the order of the halo's sides."""

TILE_AT, KEPT, GROUND = (BEFORE + 4 * TILE + word for word in range(3))
"""Words: which tile is loaded, whether the prices of its steps are kept, and whether heights and
half costs are here."""

HEIGHTS = BEFORE + 4 * TILE + 16
HALVES = HEIGHTS + PADDED  # by kind of step
ACROSS = HALVES + 3 * PADDED
"""Heights and half costs of the tile with its halo, row after row; then the same column after
column, all columns along straight lines, else the two that lie at either border."""

STEPS = (ACROSS + 4 * PADDED + 15) // 16 * 16
WEDGES = STEPS + STEP_WORDS
"""Prices of the tile, where none are kept."""

SCRATCH = WEDGES + WEDGE_WORDS  # lines that are asked for once

BUFFER = SCRATCH + WEDGES_OF_ROW

_HALO = (
    (TOP, -1, -1, 0, 1),
    (BOTTOM, TILE, -1, 0, 1),
    (LEFT, -1, -1, 1, 0),
    (RIGHT, -1, TILE, 1, 0),
)
"""Side, its first corner counted from the first cell, and the way from there: down, right."""


def sloped_buffers(count: int) -> NDArray[np.uint32]:
    """Buffers for `count` threads, uint32, (count, BUFFER); each begins on a cache line."""
    buffers = aligned_words(count * BUFFER).reshape(count, BUFFER)
    buffers.fill(0)
    return buffers


@in_place
def load_labels(labels: Any, buffer: Any, top: int, left: int) -> None:
    """Those of a tile with its halo; UNREACHED outside."""
    take_cells(labels, buffer, top, left)
    rows, cols = labels.shape
    for side in range(4):
        line, first_row, first_col, down, right = _HALO[side]
        for k in range(SIDE):
            r, c = top + first_row + k * down, left + first_col + k * right
            inside = 0 <= r < rows and 0 <= c < cols
            buffer[line + k] = labels[r, c] if inside else np.uint32(UNREACHED)


@in_place
def load_ground(costs: Any, buffer: Any) -> None:
    """Load heights and half costs of the tile whose labels are here, with its halo; what is outside
    are barriers."""
    buffer[GROUND] = 1
    rows, cols = costs.values.shape
    tile, tile_cols = np.int64(buffer[TILE_AT]), (cols + TILE - 1) // TILE
    top, left = tile // tile_cols * TILE, tile % tile_cols * TILE
    begin, end = max(1 - left, 0), min(cols - left + 1, SIDE)
    for r in range(SIDE):
        row, at = top + r - 1, r * SIDE
        inside = 0 <= row < rows
        if not inside or begin > 0 or end < SIDE:
            buffer[HEIGHTS + at : HEIGHTS + at + SIDE] = UNKNOWN
            for kind in range(3):
                first = HALVES + kind * PADDED + at
                buffer[first : first + SIDE] = BARRIER
        if inside:
            _load_row(costs, buffer, row, left, at, begin, end)
    if costs.straight:
        _turn(buffer, 0, SIDE)
    else:
        _turn(buffer, 0, 2)
        _turn(buffer, SIDE - 2, SIDE)


@in_place
def _turn(buffer: Any, begin: int, end: int) -> None:
    """Copy some columns of heights and half costs column after column."""
    for plane in range(4):
        for c in range(begin, end):
            line = buffer[ACROSS + plane * PADDED + c * SIDE :][:SIDE]
            column = buffer[HEIGHTS + plane * PADDED + c :]
            for r in range(SIDE):
                line[r] = column[r * SIDE]


@njit(nogil=True, inline="always")
def _load_row(costs: Any, buffer: Any, row: int, left: int, at: int, begin: int, end: int) -> None:
    """The same of a row, `at` being its place in the padded tile."""
    count = max(end - begin, 0)
    first = left - 1 + begin
    high, low = costs.high[row, first : first + count], costs.low[row, first : first + count]
    heights = buffer[HEIGHTS + at + begin : HEIGHTS + at + begin + count]
    for c in range(count):
        heights[c] = np.uint32(high[c]) << np.uint32(8) | np.uint32(low[c])
    for kind in range(3):
        halves = buffer[HALVES + kind * PADDED + at : HALVES + kind * PADDED + at + SIDE]
        for c in range(begin, begin + count):
            halves[c] = half_cost(costs, row, left - 1 + c, kind)
