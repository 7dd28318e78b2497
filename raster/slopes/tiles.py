"""Settling a tile on slopes.

The twin of `raster.tiles.sweeps` where a step costs what its direction says: passes are the same,
prices are those of `raster.slopes.tile_steps`, wedges those of `raster.slopes.tile_wedges`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.parallel.in_place import in_place
from core.parallel.simd import (
    BLOCK,
    any_less,
    differing_lanes,
    fill,
    from_left,
    from_right,
    highest_bit,
    least,
    less_lanes,
    load,
    lowest_bit,
    most,
    store,
    transpose,
    transpose_block,
)
from raster.slopes.tile_layout import (
    ALONG,
    ALONG_BIT,
    AS_IT_LIES,
    ASLANT_LEFT,
    ASLANT_RIGHT,
    AT_SIDES,
    BEFORE,
    BOTTOM,
    KEPT,
    LEFT,
    RIGHT,
    SIDE,
    SIDE_PRICED,
    SIDE_WORDS,
    STEP_WORDS,
    STEPS,
    STRAIGHT,
    TILE_AT,
    TOP,
    TRANSPOSED,
    WAY_WORDS,
    WEDGE_WORDS,
    WEDGES,
    WEDGES_OF_ROW,
)
from raster.slopes.tile_wedges import offered, price_wedges, through_wedges
from raster.steps import EAST_WEST, NORTH_SOUTH
from raster.tiles.cells import TILE
from raster.tiles.sweeps import DOWN, EVERY, TO_RIGHT

_SWEEPS = (
    (AS_IT_LIES, TOP, LEFT, RIGHT, 0, 1),
    (AS_IT_LIES, BOTTOM, LEFT, RIGHT, TILE - 1, -1),
    (TRANSPOSED, LEFT, TOP, BOTTOM, 0, 1),
    (TRANSPOSED, RIGHT, TOP, BOTTOM, TILE - 1, -1),
)
"""Copy; sides of the halo before its rows, to the left of them and to the right; first row, and
from a row to the next. In the order of `raster.tiles.sweeps`."""

_BLOCK_BITS = (1 << BLOCK) - 1
_MIDDLE = 1 + TILE // 2

OUTER = (
    (TOP, AS_IT_LIES, LEFT, RIGHT, 1, True),
    (BOTTOM, AS_IT_LIES + (TILE - 1) * TILE, LEFT, RIGHT, TILE, True),
    (LEFT, TRANSPOSED, TOP, BOTTOM, 1, False),
    (RIGHT, TRANSPOSED + (TILE - 1) * TILE, TOP, BOTTOM, TILE, False),
)
"""Sides of the halo: the row of cells beside it, the sides of the halo at the ends of that row and
its place in them, and whether it is a row of the copy as it lies."""


@in_place
def _sweep(
    costs: Any, buffer: Any, steps: Any, first_step: Any, wedges: Any, first_wedge: Any, way: int,
    due: int,
) -> Any:  # fmt: skip
    """Relax the rows that are due, and those after rows with labels that fell.

    Returns rows and columns with labels that fell.
    """
    copy, halo, left, right, first, step = _SWEEPS[way]
    fell, changed, planes = 0, fill(0), first_step + way * WAY_WORDS
    while due:
        r = lowest_bit(due) if step > 0 else highest_bit(due)
        before = load(buffer, halo + 1 if r == first else copy + (r - step) * TILE)
        while 0 <= r < TILE:
            due &= ~(1 << r)
            at, end = copy + r * TILE, r + 1 - step
            price = planes + r * TILE
            own = load(buffer, at)
            straight = before + load(steps, price + STRAIGHT)
            one = from_left(before, buffer[left + end]) + load(steps, price + ASLANT_LEFT)
            other = from_right(before, buffer[right + end]) + load(steps, price + ASLANT_RIGHT)
            labels = least(least(own, straight), least(one, other))
            if costs.straight:
                ends = buffer[left + end], buffer[right + end]
                labels = through_wedges(
                    costs, buffer, wedges, first_wedge, way, r, r - step, before, ends[0], ends[1],
                    labels,
                )  # fmt: skip
            if differing_lanes(own, labels) == 0:
                break
            changed = changed | (own ^ labels)
            store(buffer, at, labels)
            fell |= 1 << r
            before = labels
            r += step
    return fell, differing_lanes(changed, fill(0))


@in_place
def _pass(
    costs: Any, buffer: Any, steps: Any, first_step: Any, wedges: Any, first_wedge: Any, way: int,
    due: int, due_back: int,
) -> Any:  # fmt: skip
    """`raster.tiles.sweeps._pass` on slopes: a copy one way and back, and the other is told."""
    prices = steps, first_step, wedges, first_wedge
    forth, cols = _sweep(costs, buffer, *prices, way, due)
    back, more = _sweep(costs, buffer, *prices, way + 1, due_back | forth >> 1)
    rows, cols = forth | back, cols | more
    here, there = _SWEEPS[way][0], TRANSPOSED - _SWEEPS[way][0]
    for row in range(0, TILE, BLOCK):
        for col in range(0, TILE, BLOCK):
            if rows >> row & _BLOCK_BITS and cols >> col & _BLOCK_BITS:
                transpose_block(buffer, here + row * TILE + col, there + col * TILE + row)
    return rows, cols, back << 1 & EVERY


@in_place
def settle_sloped(costs: Any, buffer: Any, as_settled: bool) -> Any:
    """Sweep until no row is due; both copies then hold the same labels.

    as_settled : whether only labels of the halo fell since the tile was last settled. Returns rows
    and columns with labels that fell.
    """
    tile = np.int64(buffer[TILE_AT])
    here, step, wedge = np.int64(STEPS), tile * STEP_WORDS, tile * WEDGE_WORDS
    if not buffer[KEPT]:
        return _settled(costs, buffer, buffer, here, buffer, np.int64(WEDGES), as_settled)
    if len(costs.wedges) == 0:
        return _settled(costs, buffer, costs.prices, step, buffer, np.int64(WEDGES), as_settled)
    return _settled(costs, buffer, costs.prices, step, costs.wedges, wedge, as_settled)


@in_place
def _settled(
    costs: Any, buffer: Any, steps: Any, first_step: Any, wedges: Any, first_wedge: Any,
    as_settled: bool,
) -> Any:  # fmt: skip
    """The same, with what steps and wedges of the tile cost, and where that begins."""
    prices = steps, first_step, wedges, first_wedge
    transpose(buffer, AS_IT_LIES, TRANSPOSED)
    down = right = 1 if as_settled else EVERY
    up = left = 1 << (TILE - 1) if as_settled else EVERY
    if costs.straight:
        for side in range(4):
            store(buffer, BEFORE + side * TILE, load(buffer, OUTER[side][1]))
            forth, back = (
                _offered_along(costs, buffer, wedges, first_wedge, side) if as_settled else (0, 0)
            )
            if side < 2:
                right, left = right | forth, left | back
            else:
                down, up = down | forth, up | back
    nearest = min(buffer[LEFT + _MIDDLE], buffer[RIGHT + _MIDDLE])
    way, fell, other_fell = DOWN, 0, 0
    if nearest < min(buffer[TOP + _MIDDLE], buffer[BOTTOM + _MIDDLE]):
        way, down, up, right, left = TO_RIGHT, right, left, down, up
    while down | up | right | left:  # of the two copies in turn: turned, rightwards is downwards
        if down | up:
            rows, cols, down = _pass(costs, buffer, *prices, way, down, up)
            up, right, left = 0, right | cols << 1 & EVERY, left | cols >> 1
            fell, other_fell = fell | rows, other_fell | cols
        way, down, up, right, left = TO_RIGHT - way, right, left, down, up
        fell, other_fell = other_fell, fell
    return (fell, other_fell) if way == DOWN else (other_fell, fell)


@in_place
def _offered_along(costs: Any, buffer: Any, wedges: Any, begin: Any, side: int) -> Any:
    """Cells of an outer row that wedges between a cell of the row and one of the halo improve: in
    the order of the row and against it."""
    halo, inner, first, last, place, as_it_lies = OUTER[side]
    kind = EAST_WEST if as_it_lies else NORTH_SOUTH
    labels, outside = load(buffer, inner), load(buffer, halo + 1)
    cells, forth, back = place * SIDE + 1, 0, 0
    told, extra = begin + SIDE_PRICED + side, begin + AT_SIDES + side * SIDE_WORDS + ALONG
    beyond = cells - SIDE if place == 1 else cells + SIDE
    for turn in range(2):
        to = 2 * turn - 1
        axis = from_left(labels, buffer[first + place])
        aslant = from_left(outside, buffer[halo])
        if turn == 1:
            axis = from_right(labels, buffer[last + place])
            aslant = from_right(outside, buffer[halo + TILE + 1])
        later = most(axis, aslant) + fill(1)
        if any_less(later, labels):
            at, bit = extra + turn * WEDGES_OF_ROW, ALONG_BIT + turn
            if not wedges[told] >> bit & 1:
                where = not as_it_lies, cells, cells + to, beyond + to
                price_wedges(costs, buffer, kind, *where, wedges, at)
                wedges[told] |= 1 << bit
            better = less_lanes(offered(wedges, at, axis, aslant, later, labels), labels)
            forth, back = (better, back) if turn == 0 else (forth, better)
    return forth, back
