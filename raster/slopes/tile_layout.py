"""Tiles on slopes: the buffer a tile is worked on in, loading it and pricing the steps into it.

The twin of `raster.tiles.layout` where a step costs what its direction says. Tiles and halo are the
same. A tile of 32×32 cells is held in two copies, as it lies and transposed, each as seven planes:
labels, and for each cell the costs of the steps into it, from the row before and from the row
after, straight and aslant from either side. Priced once when the tile is loaded, 32 steps at a
time, they serve all passes of a visit; where they are kept, all visits of all solves at a tick.

Beside the copies lie labels, heights and half costs of the tile with its halo; along straight lines
heights and half costs transposed, too, and what wedges cost (`raster.slopes.tile_wedges`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.in_place import in_place
from core.parallel.simd import fill, least, load, most, select_less, store, transpose
from core.parallel.wide import along, looked_up, product, rounded_product
from core.times import UNREACHED
from raster.slopes.costs import NO_STEP
from raster.slopes.heights import UNKNOWN
from raster.slopes.slopes import SHARES
from raster.steps import BARRIER, DIAGONAL, EAST_WEST, NORTH_SOUTH, half_cost
from raster.tiles.layout import TILE

AREA = TILE * TILE
STRAIGHT, ASLANT_LEFT, ASLANT_RIGHT = AREA, 2 * AREA, 3 * AREA
"""Planes of a copy, counted from its labels: costs of the steps from the row before."""

AFTER = 3 * AREA
"""Words from a plane of steps from the row before to that of the same from the row after."""

COPY = 7 * AREA
AS_IT_LIES, TRANSPOSED = 0, COPY

SIDE = TILE + 2
PADDED = SIDE * SIDE
"""Cells of a tile with its halo."""

LABELS = 2 * COPY
HEIGHTS = LABELS + PADDED
HALVES = HEIGHTS + PADDED  # by kind of step
LINES = HALVES + 3 * PADDED
"""Labels, heights and half costs of the tile with its halo, row after row; then its four sides."""

TOP, BOTTOM, LEFT, RIGHT = (LINES + side * 64 + 15 for side in range(4))
"""Words at which the labels of the halo's sides begin, corners included."""

ACROSS = LINES + 4 * 64
"""Heights of the tile with its halo, and straight half costs by kind, column after column."""

WEDGES_OF_ROW = (len(SHARES) + 1) * TILE
"""Words of the wedges that lie on one side of the cells of a row: the costs of their lines, for
each of SHARES those of all cells, and the least of them."""

WEDGES = ACROSS + 3 * PADDED
"""Costs of the lines of wedges, by sweep, row and side."""

PRICED = WEDGES + 4 * TILE * 2 * WEDGES_OF_ROW
"""Words of a bit for each row whose wedges are priced, by sweep and side."""

BEFORE = PRICED + 8
"""Labels of the four outer rows as loaded, in the order of the halo's sides."""

SCRATCH = BEFORE + 4 * TILE  # wedges that are asked for once

BUFFER = SCRATCH + WEDGES_OF_ROW

_SIGN = 1 << 31
"""The bit by which signed numbers become words of the same order."""

_WAYS = (
    (-1, 0, NORTH_SOUTH, AS_IT_LIES + STRAIGHT),
    (-1, -1, DIAGONAL, AS_IT_LIES + ASLANT_LEFT),
    (-1, 1, DIAGONAL, AS_IT_LIES + ASLANT_RIGHT),
    (1, 0, NORTH_SOUTH, AS_IT_LIES + AFTER + STRAIGHT),
    (1, -1, DIAGONAL, AS_IT_LIES + AFTER + ASLANT_LEFT),
    (1, 1, DIAGONAL, AS_IT_LIES + AFTER + ASLANT_RIGHT),
    (0, -1, EAST_WEST, TRANSPOSED + STRAIGHT),
    (0, 1, EAST_WEST, TRANSPOSED + AFTER + STRAIGHT),
)
"""Steps: the way to where one comes from, down and right, its kind, and the plane of its costs.
Those from beside are priced as they lie, in the plane of labels, and transposed from there."""

_SAME = (
    (ASLANT_LEFT, ASLANT_LEFT),
    (ASLANT_RIGHT, AFTER + ASLANT_LEFT),
    (AFTER + ASLANT_LEFT, ASLANT_RIGHT),
    (AFTER + ASLANT_RIGHT, AFTER + ASLANT_RIGHT),
)
"""Planes of diagonal steps as they lie, and those of the same steps in the transposed copy."""

_KEPT = (
    (6 * AREA, AS_IT_LIES + STRAIGHT),
    (AREA, TRANSPOSED + STRAIGHT),
    (AREA, TRANSPOSED + AFTER + STRAIGHT),
)
"""Words that follow one another, and where they begin, of the planes of steps that are priced; the
others are the same steps as some of these."""

_KEPT_AT = (0, 6 * AREA, 7 * AREA)
"""Words at which these begin in what is kept of a tile."""


def sloped_buffers(count: int) -> NDArray[np.uint32]:
    """Buffers for `count` threads, uint32, (count, BUFFER)."""
    return np.zeros((count, BUFFER), np.uint32)


@in_place
def load_sloped(costs: Any, labels: Any, buffer: Any, top: int, left: int) -> None:
    """Copy the tile whose first cell is (top, left), with its halo, and price the steps into its
    cells, or fetch what was kept of that."""
    tile = top // TILE * ((labels.shape[1] + TILE - 1) // TILE) + left // TILE
    keeps = len(costs.prices) > 0
    found = keeps and costs.priced[tile] == 1
    _load_labels(labels, buffer, top, left)
    _load_ground(costs, buffer, top, left, found and not costs.straight)
    if not found:
        _price_steps(costs, buffer)
    if found or (keeps and costs.priced[tile] == 0):
        _exchange(buffer, costs.prices[tile], not found)
        costs.priced[tile] = 1
    for k in range(4):
        transpose(buffer, _SAME[k][0], TRANSPOSED + _SAME[k][1])
    _take_labels(buffer)
    if costs.straight:
        _turn(buffer)
        buffer[PRICED : PRICED + 8] = 0


@in_place
def _load_labels(labels: Any, buffer: Any, top: int, left: int) -> None:
    """Those of a tile with its halo; UNREACHED outside."""
    rows, cols = labels.shape
    begin, end = max(1 - left, 0), min(cols - left + 1, SIDE)
    for r in range(SIDE):
        row, at = top + r - 1, LABELS + r * SIDE
        inside = 0 <= row < rows
        if not inside or begin > 0 or end < SIDE:
            buffer[at : at + SIDE] = UNREACHED
        if inside:
            line = labels[row, left - 1 + begin : left - 1 + end]
            found = buffer[at + begin : at + end]
            for c in range(len(line)):
                found[c] = line[c]


@in_place
def _load_ground(costs: Any, buffer: Any, top: int, left: int, edge: bool) -> None:
    """Heights and half costs of a tile with its halo; what is outside are barriers.

    edge : whether nothing is asked for but steps over the border.
    """
    rows, cols = costs.values.shape
    begin, end = max(1 - left, 0), min(cols - left + 1, SIDE)
    for r in range(SIDE):
        row, at = top + r - 1, r * SIDE
        inside = 0 <= row < rows
        if not inside or begin > 0 or end < SIDE:
            buffer[HEIGHTS + at : HEIGHTS + at + SIDE] = UNKNOWN
            for kind in range(3):
                first = HALVES + kind * PADDED + at
                buffer[first : first + SIDE] = BARRIER
        if not inside:
            continue
        if edge and 2 <= r < SIDE - 2:
            _load_part(costs, buffer, row, left, at, begin, 2)
            _load_part(costs, buffer, row, left, at, SIDE - 2, end)
        else:
            _load_part(costs, buffer, row, left, at, begin, end)


@njit(nogil=True, inline="always")
def _load_part(costs: Any, buffer: Any, row: int, left: int, at: int, begin: int, end: int) -> None:
    """The same of some columns of a row, `at` being its place in the padded tile."""
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


@in_place
def _turn(buffer: Any) -> None:
    """Copy heights and straight half costs column after column."""
    for plane in range(3):
        there = (HEIGHTS, HALVES + EAST_WEST * PADDED, HALVES + NORTH_SOUTH * PADDED)[plane]
        here = ACROSS + (0, 1 + EAST_WEST, 1 + NORTH_SOUTH)[plane] * PADDED
        for r in range(SIDE):
            for c in range(SIDE):
                buffer[here + c * SIDE + r] = buffer[there + r * SIDE + c]


@in_place
def _price_steps(costs: Any, buffer: Any) -> None:
    """Fill the planes of steps from the cells with their halo, in whichever copy they are found;
    where labels will be is written."""
    for way in range(8):
        down, right, kind, plane = _WAYS[way]
        priced = AS_IT_LIES if down == 0 else plane
        _price(costs, buffer, down * SIDE + right, kind, priced)
        if down == 0:
            transpose(buffer, AS_IT_LIES, plane)


@in_place
def _exchange(buffer: Any, kept: Any, keep: bool) -> None:
    """Keep what `_price_steps` filled, or fill it with what is kept."""
    for k in range(3):
        words, plane = _KEPT[k]
        here, there = buffer[plane : plane + words], kept[_KEPT_AT[k] : _KEPT_AT[k] + words]
        for i in range(words):
            if keep:
                there[i] = here[i]
            else:
                here[i] = there[i]


@in_place
def _take_labels(buffer: Any) -> None:
    """Copy labels to the copy as it lies, and those of the halo to its sides."""
    for k in range(SIDE):
        buffer[TOP + k] = buffer[LABELS + k]
        buffer[BOTTOM + k] = buffer[LABELS + (SIDE - 1) * SIDE + k]
        buffer[LEFT + k] = buffer[LABELS + k * SIDE]
        buffer[RIGHT + k] = buffer[LABELS + k * SIDE + SIDE - 1]
    for r in range(TILE):
        store(buffer, r * TILE, load(buffer, LABELS + (r + 1) * SIDE + 1))


@njit(nogil=True, inline="always")
def costs_of_lines(costs: Any, line: int, halves: Any, rise: Any) -> Any:
    """`raster.slopes.costs.sloped_cost` of 32 lines: vectors of half costs, BARRIER at most where
    they count, and of rises, signed. line : the place of what is priced in
    `raster.slopes.slopes.lengths_of_lines`."""
    none, barrier = fill(0), fill(BARRIER)
    size = select_less(rise, fill(_SIGN), rise, none - rise)
    bins, between = product(size, costs.rise_scale[line])
    bins = select_less(rise, fill(_SIGN), bins, bins + fill(costs.bins.shape[1]))
    value, gain = looked_up(costs.bins, bins)
    level = costs.level[line]
    priced = halves if level == 0 else fill(level)
    cost = rounded_product(priced, along(value, gain, between), 20, BARRIER)
    cost = most(cost, fill(1))
    if costs.kept:
        cost = least(cost + halves, barrier)
    signed, far = rise + fill(_SIGN), fill(NO_STEP)
    cost = select_less(signed, fill(costs.least[line] + _SIGN), far, cost)
    cost = select_less(fill(costs.most[line] + _SIGN), signed, far, cost)
    return select_less(halves, barrier, cost, barrier)


@in_place
def _price(costs: Any, buffer: Any, apart: int, kind: int, plane: int) -> None:
    """Fill a plane with the costs of the steps into the cells from those so many words apart."""
    halves, unknown, none = HALVES + kind * PADDED, fill(UNKNOWN), fill(0)
    for r in range(TILE):
        first = (r + 1) * SIDE + 1
        other = first + apart
        both = load(buffer, halves + first) + load(buffer, halves + other)
        here, there = load(buffer, HEIGHTS + other), load(buffer, HEIGHTS + first)
        rise = select_less(most(here, there), unknown, there - here, none)
        store(buffer, plane + r * TILE, costs_of_lines(costs, kind, both, rise))
