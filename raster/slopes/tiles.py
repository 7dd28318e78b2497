"""Tiles on slopes: the buffer a tile is worked on in, loading, settling and storing it.

The twin of `raster.tiles.layout` and `raster.tiles.sweeps` where a step costs what its direction
says. Tiles, halo and passes are the same. A tile of 32×32 cells is held in two copies, as it lies
and transposed, each as seven planes: labels, and for each cell the costs of the steps into it, from
the row before and from the row after, straight and aslant from either side. Priced once when the
tile is loaded, 32 steps at a time, they serve all passes of a visit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.simd import (
    BLOCK,
    differing_lanes,
    fill,
    from_left,
    from_right,
    highest_bit,
    least,
    load,
    lowest_bit,
    most,
    select_less,
    store,
    transpose,
    transpose_block,
)
from core.parallel.team import hand_in, take_ticket, tasks_of_round
from core.parallel.wide import along, looked_up, product, rounded_product
from core.times import UNREACHED
from raster.slopes.costs import NO_STEP, sloped_cost
from raster.slopes.heights import UNKNOWN
from raster.steps import BARRIER, DIAGONAL, EAST_WEST, NORTH_SOUTH, half_cost
from raster.tiles.layout import TILE, prefetch_tile, store_tile
from raster.tiles.schedule import wake
from raster.tiles.sweeps import DOWN, EVERY, TO_RIGHT

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

BUFFER = LINES + 4 * 64

_SWEEPS = (
    (AS_IT_LIES, 0, TOP, LEFT, RIGHT, 0, 1),
    (AS_IT_LIES, AFTER, BOTTOM, LEFT, RIGHT, TILE - 1, -1),
    (TRANSPOSED, 0, LEFT, TOP, BOTTOM, 0, 1),
    (TRANSPOSED, AFTER, RIGHT, TOP, BOTTOM, TILE - 1, -1),
)
"""Copy, and in it the first plane of steps; sides of the halo before its rows, to the left of them
and to the right; first row, and from a row to the next. In the order of `raster.tiles.sweeps`."""

_BLOCK_BITS = (1 << BLOCK) - 1
_MIDDLE = 1 + TILE // 2

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

_HALO = (
    (0, 0, 0, 1, -1, 0),
    (SIDE - 1, 0, 0, 1, 1, 0),
    (0, 0, 1, 0, 0, -1),
    (0, SIDE - 1, 1, 0, 0, 1),
)
"""Sides of the halo: first row and column in the padded tile, the way along the side, and the way
to the neighbouring tile: down, right, each."""


def sloped_buffers(count: int) -> NDArray[np.uint32]:
    """Buffers for `count` threads, uint32, (count, BUFFER)."""
    return np.zeros((count, BUFFER), np.uint32)


@njit(cache=True, nogil=True)
def load_sloped(costs: Any, labels: Any, buffer: Any, top: int, left: int) -> None:
    """Copy the tile whose first cell is (top, left), with its halo, and price the steps into its
    cells."""
    _load_cells(costs, labels, buffer, top, left)
    _price_steps(costs, buffer)


@njit(cache=True, nogil=True)
def _load_cells(costs: Any, labels: Any, buffer: Any, top: int, left: int) -> None:
    """Labels, heights and half costs of a tile with its halo; what is outside are barriers."""
    rows, cols = labels.shape
    begin, end = max(1 - left, 0), min(cols - left + 1, SIDE)
    for r in range(SIDE):
        row, at = top + r - 1, r * SIDE
        inside = 0 <= row < rows
        if not inside or begin > 0 or end < SIDE:
            buffer[LABELS + at : LABELS + at + SIDE] = UNREACHED
            buffer[HEIGHTS + at : HEIGHTS + at + SIDE] = UNKNOWN
            for kind in range(3):
                first = HALVES + kind * PADDED + at
                buffer[first : first + SIDE] = BARRIER
        if not inside:
            continue
        first, last = left - 1 + begin, left - 1 + end
        line = labels[row, first:last]
        high, low = costs.high[row, first:last], costs.low[row, first:last]
        found = buffer[LABELS + at + begin : LABELS + at + end]
        heights = buffer[HEIGHTS + at + begin : HEIGHTS + at + end]
        for c in range(len(line)):
            found[c] = line[c]
            heights[c] = np.uint32(high[c]) << np.uint32(8) | np.uint32(low[c])
        for kind in range(3):
            halves = buffer[HALVES + kind * PADDED + at : HALVES + kind * PADDED + at + SIDE]
            for c in range(begin, end):
                halves[c] = half_cost(costs, row, left - 1 + c, kind)


@njit(cache=True, nogil=True)
def _price_steps(costs: Any, buffer: Any) -> None:
    """Fill the planes of both copies from the cells with their halo, and the labels."""
    for k in range(SIDE):
        buffer[TOP + k] = buffer[LABELS + k]
        buffer[BOTTOM + k] = buffer[LABELS + (SIDE - 1) * SIDE + k]
        buffer[LEFT + k] = buffer[LABELS + k * SIDE]
        buffer[RIGHT + k] = buffer[LABELS + k * SIDE + SIDE - 1]
    for way in range(8):
        down, right, kind, plane = _WAYS[way]
        priced = AS_IT_LIES if down == 0 else plane
        _price(costs, buffer, down * SIDE + right, kind, priced)
        if down == 0:
            transpose(buffer, AS_IT_LIES, plane)
    for k in range(4):
        transpose(buffer, _SAME[k][0], TRANSPOSED + _SAME[k][1])
    for r in range(TILE):
        store(buffer, r * TILE, load(buffer, LABELS + (r + 1) * SIDE + 1))


@njit(nogil=True, inline="always")
def _steps(costs: Any, kind: int, halves: Any, here: Any, there: Any) -> Any:
    """`raster.slopes.costs.sloped_cost` of 32 steps: vectors of half costs' sums and of heights."""
    unknown, none, barrier = fill(UNKNOWN), fill(0), fill(BARRIER)
    rise = select_less(most(here, there), unknown, there - here, none)
    size = select_less(there, here, none - rise, rise)
    bins, between = product(size, costs.rise_scale[kind])
    bins = select_less(there, here, bins + fill(costs.bins.shape[1]), bins)
    value, gain = looked_up(costs.bins, bins)
    level = costs.level[kind]
    priced = halves if level == 0 else fill(level)
    cost = rounded_product(priced, along(value, gain, between), 20, BARRIER)
    cost = most(cost, fill(1))
    if costs.kept:
        cost = least(cost + halves, barrier)
    signed, far = rise + fill(_SIGN), fill(NO_STEP)
    cost = select_less(signed, fill(costs.least[kind] + _SIGN), far, cost)
    cost = select_less(fill(costs.most[kind] + _SIGN), signed, far, cost)
    return select_less(halves, barrier, cost, barrier)


@njit(cache=True, nogil=True)
def _price(costs: Any, buffer: Any, apart: int, kind: int, plane: int) -> None:
    """Fill a plane with the costs of the steps into the cells from those so many words apart."""
    halves = HALVES + kind * PADDED
    for r in range(TILE):
        first = (r + 1) * SIDE + 1
        other = first + apart
        both = load(buffer, halves + first) + load(buffer, halves + other)
        heights = load(buffer, HEIGHTS + other), load(buffer, HEIGHTS + first)
        store(buffer, plane + r * TILE, _steps(costs, kind, both, heights[0], heights[1]))


@njit(cache=True, nogil=True)
def _sweep(buffer: Any, way: int, due: int) -> Any:
    """Relax the rows that are due, and those after rows with labels that fell.

    Returns rows and columns with labels that fell.
    """
    copy, planes, halo, left, right, first, step = _SWEEPS[way]
    fell, changed = 0, fill(0)
    while due:
        r = lowest_bit(due) if step > 0 else highest_bit(due)
        before = load(buffer, halo + 1 if r == first else copy + (r - step) * TILE)
        while 0 <= r < TILE:
            due &= ~(1 << r)
            at, end = copy + r * TILE, r + 1 - step
            steps = at + planes
            own = load(buffer, at)
            straight = before + load(buffer, steps + STRAIGHT)
            one = from_left(before, buffer[left + end]) + load(buffer, steps + ASLANT_LEFT)
            other = from_right(before, buffer[right + end]) + load(buffer, steps + ASLANT_RIGHT)
            labels = least(least(own, straight), least(one, other))
            if differing_lanes(own, labels) == 0:
                break
            changed = changed | (own ^ labels)
            store(buffer, at, labels)
            fell |= 1 << r
            before = labels
            r += step
    return fell, differing_lanes(changed, fill(0))


@njit(nogil=True)
def _pass(buffer: Any, way: int, due: int, due_back: int) -> Any:
    """`raster.tiles.sweeps._pass` on slopes: a copy one way and back, and the other is told."""
    forth, cols = _sweep(buffer, way, due)
    back, more = _sweep(buffer, way + 1, due_back | forth >> 1)
    rows, cols = forth | back, cols | more
    here, there = _SWEEPS[way][0], TRANSPOSED - _SWEEPS[way][0]
    for row in range(0, TILE, BLOCK):
        for col in range(0, TILE, BLOCK):
            if rows >> row & _BLOCK_BITS and cols >> col & _BLOCK_BITS:
                transpose_block(buffer, here + row * TILE + col, there + col * TILE + row)
    return rows, cols, back << 1 & EVERY


@njit(cache=True, nogil=True)
def settle_sloped(buffer: Any, as_settled: bool) -> Any:
    """Sweep until no row is due; both copies then hold the same labels.

    as_settled : whether only labels of the halo fell since the tile was last settled. Returns rows
    and columns with labels that fell.
    """
    transpose(buffer, AS_IT_LIES, TRANSPOSED)
    down = right = 1 if as_settled else EVERY
    up = left = 1 << (TILE - 1) if as_settled else EVERY
    nearest = min(buffer[LEFT + _MIDDLE], buffer[RIGHT + _MIDDLE])
    way, fell, other_fell = DOWN, 0, 0
    if nearest < min(buffer[TOP + _MIDDLE], buffer[BOTTOM + _MIDDLE]):
        way, down, up, right, left = TO_RIGHT, right, left, down, up
    while down | up | right | left:  # of the two copies in turn: turned, rightwards is downwards
        if down | up:
            rows, cols, down = _pass(buffer, way, down, up)
            up, right, left = 0, right | cols << 1 & EVERY, left | cols >> 1
            fell, other_fell = fell | rows, other_fell | cols
        way, down, up, right, left = TO_RIGHT - way, right, left, down, up
        fell, other_fell = other_fell, fell
    return (fell, other_fell) if way == DOWN else (other_fell, fell)


@njit(cache=True, nogil=True)
def wake_beyond(
    costs: Any, buffer: Any, keys: Any, tile: int, tile_cols: int, limit_ticks: int, fell: Any
) -> None:
    """Lower the keys of the neighbours whose labels, as they were when this tile was loaded, its
    own improve. fell : rows and columns of it with labels that fell."""
    rows, cols = fell
    ends = rows & 1, rows >> (TILE - 1), cols & 1, cols >> (TILE - 1)
    for side in range(4):
        if not ends[side]:
            continue
        row, col, down, right, to_row, to_col = _HALO[side]
        best = np.int64(UNREACHED)
        for k in range(1, SIDE - 1):
            best = min(best, _offered(costs, buffer, row + k * down, col + k * right))
        wake(keys, tile, tile_cols, to_row, to_col, best, limit_ticks)
    for corner in range(4):
        if not (ends[corner // 2] and ends[2 + corner % 2]):
            continue
        row, col = (SIDE - 1) * (corner // 2), (SIDE - 1) * (corner % 2)
        best = _offered(costs, buffer, row, col)
        to_row, to_col = 2 * (corner // 2) - 1, 2 * (corner % 2) - 1
        wake(keys, tile, tile_cols, to_row, to_col, best, limit_ticks)


@njit(cache=True, nogil=True)
def _offered(costs: Any, buffer: Any, row: int, col: int) -> Any:
    """The least label, int64, that the tile gives a cell of the halo, by its place in the padded
    tile; UNREACHED where that is no improvement."""
    at = row * SIDE + col
    best = own = np.int64(buffer[LABELS + at])
    there = np.int64(buffer[HEIGHTS + at])
    for r in range(max(row - 1, 1), min(row + 2, SIDE - 1)):
        for c in range(max(col - 1, 1), min(col + 2, SIDE - 1)):
            label = np.int64(buffer[(r - 1) * TILE + c - 1])
            if label >= best:
                continue
            kind = EAST_WEST if r == row else NORTH_SOUTH if c == col else DIAGONAL
            halves = HALVES + kind * PADDED
            both = np.int64(buffer[halves + at]) + np.int64(buffer[halves + r * SIDE + c])
            here = np.int64(buffer[HEIGHTS + r * SIDE + c])
            rise = np.int64(0) if here == UNKNOWN or there == UNKNOWN else there - here
            step = sloped_cost(
                costs.bins, costs.rise_scale[kind], costs.least[kind],
                costs.most[kind], costs.level[kind], costs.kept, both, rise,
            )  # fmt: skip
            best = min(best, label + step)
    return best if best < own else np.int64(UNREACHED)


@njit(cache=True, nogil=True)
def serve_sloped(
    tickets: Any,
    members: int,
    looks: int,
    costs: Any,
    labels: Any,
    buffer: Any,
    active: Any,
    as_settled: Any,
    tile_cols: int,
    keys: Any,
    limit_ticks: int,
    counts: Any,
    stop: Any,
) -> None:
    """`raster.solvers.tiled` on slopes: settle active tiles until none was left so many times.

    The same race is allowed, for the same reason.
    """
    while True:
        place = take_ticket(tickets, looks)
        if place < 0:
            return
        if stop[0] != 0:
            counts[1] += 1
            hand_in(tickets)
            continue
        tile = active[place]
        top, left = tile // tile_cols * TILE, tile % tile_cols * TILE
        load_sloped(costs, labels, buffer, top, left)
        if place + members < tasks_of_round(tickets):  # likely this thread's next one
            following = active[place + members]
            row, col = following // tile_cols * TILE, following % tile_cols * TILE
            prefetch_tile(costs, labels, row, col)
        fell = settle_sloped(buffer, as_settled[tile])
        as_settled[tile] = True
        counts[0] += store_tile(buffer, labels, top, left, limit_ticks)
        wake_beyond(costs, buffer, keys, tile, tile_cols, limit_ticks, fell)
        hand_in(tickets)
