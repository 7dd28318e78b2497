"""The sweeps that settle one tile in cache.

A *sweep* over a copy of the tile goes down or up: a row takes the best of the row before it,
straight on, aslant, and along straight lines in between. A *pass* is a sweep each way. The passes
alternate between the copy as it lies and the transposed one, which covers all eight directions,
until no row is due. One is due in a way where labels of the row before it fell since it was last
swept that way.

A row is three `core.parallel.simd` vectors: labels, straight half costs, diagonal half costs. Where
something is told of rows or columns, they are bits of a word, the first one lowest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from core.parallel.simd import (
    BLOCK,
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
from raster.steps import EAST_WEST, NORTH_SOUTH
from raster.tiles.cells import TILE
from raster.tiles.layout import (
    AREA,
    AS_IT_LIES,
    BEFORE,
    BESIDE,
    BOTTOM,
    DIAGONALS,
    FIRST,
    HALO_SIDES,
    LEFT,
    RIGHT,
    SHAPES,
    SIDE_CORNERS,
    SIDE_ENDS,
    SPAN,
    STRAIGHTS,
    SUMS,
    TOP,
    TRANSPOSED,
)
from raster.tiles.offers import lanes_offered, least_along, offered_by_row, shape_in

DOWN, TO_RIGHT = 0, 2
SWEEPS = (
    (AS_IT_LIES, TOP, LEFT, RIGHT, 0, 1),
    (AS_IT_LIES, BOTTOM, LEFT, RIGHT, TILE - 1, -1),
    (TRANSPOSED, LEFT, TOP, BOTTOM, 0, 1),
    (TRANSPOSED, RIGHT, TOP, BOTTOM, TILE - 1, -1),
)
"""Copy; sides of the halo before its rows, to the left of them and to the right; first row, and
from a row to the next. DOWN and TO_RIGHT are each followed by the way back."""

EVERY = (1 << TILE) - 1
"""All rows, or columns, of a tile."""

_BLOCK_BITS = (1 << BLOCK) - 1
_MIDDLE = FIRST + TILE // 2


@njit(nogil=True, inline="always")
def through(before: Any, row: Any, left: Any, right: Any) -> Any:
    """Labels of a row when entered by steps from the row before it.

    left, right : label + diagonal half cost of the cells at either end of the row before.
    """
    aslant = before[0] + before[2]
    aslant = least(from_left(aslant, left), from_right(aslant, right))
    return least(before[0] + (before[1] + row[1]), aslant + row[2])


@in_place
def _sweep(buffer: Any, way: int, due: int, straight: bool) -> Any:
    """Relax the rows that are due, and those after rows with labels that fell.

    Returns rows and columns with labels that fell.
    """
    copy, halo, beside, after, first, step = SWEEPS[way]
    left, right = np.uint64(beside + FIRST - 1), np.uint64(after + FIRST - 1)
    fell, changed = 0, fill(0)
    shape = shape_in(buffer, NORTH_SOUTH if way < TO_RIGHT else EAST_WEST)
    ends_at = np.uint64(SPAN if shape[0] == 0 else BESIDE)  # half costs at the ends of a row
    sums_at = np.uint64(SUMS)
    while due:
        r = lowest_bit(due) if step > 0 else highest_bit(due)
        at, plane = (halo + FIRST, SPAN) if r == first else (copy + (r - step) * TILE, AREA)
        before = load(buffer, at), load(buffer, at + plane), load(buffer, at + 2 * plane)
        while 0 <= r < TILE:
            due &= ~(1 << r)
            at, end = copy + r * TILE, np.uint64(r + 1 - step)  # unsigned: it need not be looked
            row = load(buffer, at), load(buffer, at + STRAIGHTS), load(buffer, at + DIAGONALS)
            sums = buffer[left + sums_at + end], buffer[right + sums_at + end]
            labels = least(row[0], through(before, row, sums[0], sums[1]))
            if straight:
                ends = (
                    (buffer[left + end], buffer[left + ends_at + end]),
                    (buffer[right + end], buffer[right + ends_at + end]),
                )
                labels = offered_by_row(before, row, labels, ends[0], ends[1], shape)
            if differing_lanes(row[0], labels) == 0:
                break
            changed = changed | (row[0] ^ labels)
            store(buffer, at, labels)
            fell |= 1 << r
            before = labels, row[1], row[2]
            r += step
    return fell, differing_lanes(changed, fill(0))


@in_place
def _pass(buffer: Any, way: int, due: int, due_back: int, straight: bool) -> Any:
    """Sweep a copy one way and back, and let the other copy know.

    Returns rows and columns with labels that fell, and the rows that are due one way again.
    """
    forth, cols = _sweep(buffer, way, due, straight)
    back, more = _sweep(buffer, way + 1, due_back | forth >> 1, straight)
    rows, cols = forth | back, cols | more
    here, there = SWEEPS[way][0], TRANSPOSED - SWEEPS[way][0]
    for row in range(0, TILE, BLOCK):
        for col in range(0, TILE, BLOCK):
            if rows >> row & _BLOCK_BITS and cols >> col & _BLOCK_BITS:
                transpose_block(buffer, here + row * TILE + col, there + col * TILE + row)
    return rows, cols, back << 1 & EVERY


@in_place
def settle_tile(buffer: Any, as_settled: bool, straight: bool) -> Any:
    """Sweep until no row is due; both copies then hold the same labels.

    as_settled : whether only labels of the halo fell since the tile was last settled.
    straight : whether there are wedges. Returns rows and columns with labels that fell.
    """
    transpose(buffer, AS_IT_LIES, TRANSPOSED)
    # A step from the halo leads into an outer row, which is swept from that side of the halo.
    down = right = 1 if as_settled else EVERY
    up = left = 1 << (TILE - 1) if as_settled else EVERY
    if straight:
        for side in range(len(HALO_SIDES)):
            store(buffer, BEFORE + side * TILE, load(buffer, HALO_SIDES[side][1]))
            forth, back = _offered_along(buffer, side) if as_settled else (0, 0)
            if HALO_SIDES[side][2]:
                right, left = right | forth, left | back
            else:
                down, up = down | forth, up | back
    # The copy first along whose rows the front comes in: the other then has less to put right.
    nearest = min(buffer[LEFT + _MIDDLE], buffer[RIGHT + _MIDDLE])
    way, fell, other_fell = DOWN, 0, 0
    if nearest < min(buffer[TOP + _MIDDLE], buffer[BOTTOM + _MIDDLE]):
        way, down, up, right, left = TO_RIGHT, right, left, down, up
    while down | up | right | left:  # of the two copies in turn: turned, rightwards is downwards
        if down | up:
            rows, cols, down = _pass(buffer, way, down, up, straight)
            up, right, left = 0, right | cols << 1 & EVERY, left | cols >> 1
            fell, other_fell = fell | rows, other_fell | cols
        way, down, up, right, left = TO_RIGHT - way, right, left, down, up
        fell, other_fell = other_fell, fell
    return (fell, other_fell) if way == DOWN else (other_fell, fell)


@in_place
def _offered_along(buffer: Any, side: int) -> Any:
    """Cells of an outer row that wedges between a cell of the row and one of the halo improve: in
    the order of the row and against it. (Some may be told for nothing.)"""
    halo, inner = HALO_SIDES[side][0] + FIRST, HALO_SIDES[side][1]
    labels, cost = load(buffer, inner), load(buffer, inner + STRAIGHTS)
    (first, last), (before, after) = SIDE_ENDS[side], SIDE_CORNERS[side]
    if buffer[SHAPES] != 0:
        return _improved_over_oblong(buffer, side)
    outside, slower = load(buffer, halo), most(cost, load(buffer, halo + SPAN))
    axis, aslant = from_left(labels, buffer[first]), from_left(outside, buffer[before])
    end = max(buffer[first + SPAN], buffer[before + SPAN])
    forth = lanes_offered(axis, aslant, from_left(slower, end) + cost, labels)
    axis, aslant = from_right(labels, buffer[last]), from_right(outside, buffer[after])
    end = max(buffer[last + SPAN], buffer[after + SPAN])
    return forth, lanes_offered(axis, aslant, from_right(slower, end) + cost, labels)


@in_place
def _improved_over_oblong(buffer: Any, side: int) -> Any:
    """The same where cells are not square: half costs along the row are not
    at hand, but no less than those aslant say."""
    halo, inner = HALO_SIDES[side][0] + FIRST, HALO_SIDES[side][1]
    labels, outside = load(buffer, inner), load(buffer, halo)
    cost = load(buffer, inner + DIAGONALS)
    slower = least_along(buffer, side, most(cost, load(buffer, halo + 2 * SPAN)))
    cost = least_along(buffer, side, cost)
    (first, last), (before, after) = SIDE_ENDS[side], SIDE_CORNERS[side]
    nothing = np.uint32(0)
    soonest = from_left(outside, buffer[before]) + from_left(slower, nothing) + cost
    forth = less_lanes(most(soonest, from_left(labels, buffer[first])), labels)
    soonest = from_right(outside, buffer[after]) + from_right(slower, nothing) + cost
    return forth, less_lanes(most(soonest, from_right(labels, buffer[last])), labels)
