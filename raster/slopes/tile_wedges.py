"""What wedges on slopes offer the cells of a row, all at once: `raster.slopes.wedges` in vectors.

Each wedge has five lines to be priced, and a tile 8,192 wedges: five times as much as the steps
of a tile. So the wedges of a row are priced when a label that is later than both of theirs is first
looked at, and kept for the visit, or for as long as those of the steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from core.parallel.simd import (
    any_less,
    fill,
    from_left,
    from_right,
    least,
    load,
    most,
    scaled,
    select_less,
    store,
)
from core.parallel.wide import rounded_product, shifted_right
from raster.slopes.heights import UNKNOWN
from raster.slopes.slopes import PARTS_BITS, SHARES
from raster.slopes.tile_layout import (
    ACROSS,
    GROUND,
    HALVES,
    HEIGHTS,
    IN_ROWS,
    LEAST,
    PADDED,
    ROWS_PRICED,
    SCRATCH,
    SIDE,
    WEDGES_OF_ROW,
    load_ground,
)
from raster.slopes.tile_steps import costs_of_lines
from raster.steps import BARRIER, EAST_WEST, NORTH_SOUTH
from raster.tiles.cells import TILE
from raster.tiles.sweeps import TO_RIGHT

_POINTS = len(SHARES)
_WHOLE = 1 << PARTS_BITS
_LATEST = (1 << 32) - 1
_FAR = 1 << 31


@in_place
def price_wedges(
    costs: Any, buffer: Any, kind: int, turned: bool, cells: int, axis: int, aslant: int,
    wedges: Any, to: Any,
) -> Any:  # fmt: skip
    """Price the wedges of 32 cells beside each other, from index `to` of `wedges` on; returns the
    least of what the lines of each cost.

    kind : of the step from A. turned : whether the cells lie one below the other. cells, axis,
    aslant : the places of the first cell, and of its A and D, in the tile with its halo, row after
    row, or column after column where they are turned.
    """
    if not buffer[GROUND]:
        load_ground(costs, buffer)
    heights = ACROSS if turned else HEIGHTS
    halves = (ACROSS + (1 + kind) * PADDED) if turned else (HALVES + kind * PADDED)
    slower = most(load(buffer, halves + axis), load(buffer, halves + aslant))
    both = slower + load(buffer, halves + cells)
    here = load(buffer, heights + cells)
    near, far = load(buffer, heights + axis), load(buffer, heights + aslant)
    highest, unknown, none = most(here, most(near, far)), fill(UNKNOWN), fill(0)
    apart = far - near
    rise = (here - near) * fill(_WHOLE) + fill(_WHOLE // 2)  # in parts, and half of a whole one
    cheapest = fill(_LATEST)
    for k in range(_POINTS):
        line = kind * _POINTS + k
        longer = rounded_product(both, fill(costs.longer[line]), 16, BARRIER)
        whole = shifted_right(rise - apart * fill(SHARES[k]), PARTS_BITS)
        whole = select_less(highest, unknown, whole, none)
        cost = costs_of_lines(costs, 3 + line, longer, whole)
        store(wedges, to + k * TILE, cost)
        cheapest = least(cheapest, cost)
    return cheapest


@njit(nogil=True, inline="always")
def offered(wedges: Any, at: Any, near: Any, far: Any, later: Any, known: Any) -> Any:
    """The least of labels and of what wedges offer them. at : of what they cost. near, far : labels
    of A and D. later : a tick more than the later of both."""
    apart = far - near
    part = shifted_right(apart, PARTS_BITS)
    left_over = apart - part * fill(_WHOLE)
    soonest = fill(_LATEST)
    for k in range(_POINTS):
        share = fill(SHARES[k])
        label = near + part * share + shifted_right(left_over * share, PARTS_BITS)
        soonest = least(soonest, label + load(wedges, at + k * TILE))
    return least(known, most(soonest, later))


@in_place
def least_unseen(
    costs: Any, buffer: Any, kind: int, turned: bool, cells: int, axis: int, aslant: int
) -> Any:
    """Ticks above the label of D, no more than what wedges offer that are an improvement, whatever
    label A has: for cells to which A lies beside, in a row with them.

    After A's tile is settled a cell has no more than the step from A gives, of s ticks. With x the
    ticks by which A is earlier than D, what is e of n parts on the way and costs c ticks betters
    the cell only where x·e/n < s - c, and it is no less than

        label(D) + c - x · (n - e)/n > label(D) + c - (s - c) · (n - e)/e

    The arguments are those of `price_wedges`.
    """
    at = np.int64(SCRATCH)  # a plain number would be a type of its own
    price_wedges(costs, buffer, kind, turned, cells, axis, aslant, buffer, at)
    heights = ACROSS if turned else HEIGHTS
    halves = (ACROSS + (1 + kind) * PADDED) if turned else (HALVES + kind * PADDED)
    both = load(buffer, halves + cells) + load(buffer, halves + axis)
    here, near = load(buffer, heights + cells), load(buffer, heights + axis)
    rise = select_less(most(here, near), fill(UNKNOWN), here - near, fill(0))
    step = costs_of_lines(costs, kind, both, rise)
    soonest = fill(_LATEST)
    for k in range(_POINTS):
        cost, e = load(buffer, at + k * TILE), SHARES[k]
        sooner = select_less(cost, step, step - cost, fill(0))
        sooner = least(scaled(sooner, -(-(_WHOLE - e << 16) // e), 16), fill(_FAR)) + fill(1)
        offers = select_less(sooner, cost, cost - sooner, fill(1))
        soonest = least(soonest, select_less(cost, fill(BARRIER), offers, fill(BARRIER)))
    return soonest


@in_place
def _price_row(
    costs: Any, buffer: Any, way: int, row: int, before: int, side: int, wedges: Any, begin: Any
) -> None:
    turned, axis = way >= TO_RIGHT, (before + 1) * SIDE + 1
    kind = EAST_WEST if turned else NORTH_SOUTH
    place = (way * TILE + row) * 2 + side
    cells, aslant = (row + 1) * SIDE + 1, axis + 2 * side - 1
    to = begin + IN_ROWS + place * WEDGES_OF_ROW
    cheapest = price_wedges(costs, buffer, kind, turned, cells, axis, aslant, wedges, to)
    store(wedges, begin + LEAST + place * TILE, cheapest)
    wedges[begin + ROWS_PRICED + 2 * way + side] |= 1 << row


@njit(nogil=True, inline="always")
def through_wedges(
    costs: Any, buffer: Any, wedges: Any, begin: Any, way: int, row: int, before: int, labels: Any,
    left: Any, right: Any, known: Any,
) -> Any:  # fmt: skip
    """Labels of a row when entered through the wedges of the row before it.

    wedges, begin : what the tile's cost, and where that begins. labels : of the row before. left,
    right : those of the cells at either end of it. known : labels of the row, no larger than what
    steps give.
    """
    for side in range(2):
        far = from_left(labels, left) if side == 0 else from_right(labels, right)
        later = most(labels, far) + fill(1)
        if any_less(later, known):
            if not wedges[begin + ROWS_PRICED + 2 * way + side] >> row & 1:
                _price_row(costs, buffer, way, row, before, side, wedges, begin)
            place = (way * TILE + row) * 2 + side
            soonest = least(labels, far) + load(wedges, begin + LEAST + place * TILE)
            if any_less(most(soonest, later), known):
                at = begin + IN_ROWS + place * WEDGES_OF_ROW
                known = offered(wedges, at, labels, far, later, known)
    return known
