"""Tiles on slopes: settling one, and telling its neighbours.

The twin of `raster.tiles.sweeps` and `raster.tiles.borders` where a step costs what its direction
says: passes are the same, prices are those of `raster.slopes.tile_layout`, wedges those of
`raster.slopes.tile_wedges`.
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
    smallest,
    store,
    transpose,
    transpose_block,
    where_less,
)
from core.times import UNREACHED
from raster.slopes.costs import sloped_cost
from raster.slopes.heights import UNKNOWN
from raster.slopes.tile_layout import (
    AFTER,
    AS_IT_LIES,
    ASLANT_LEFT,
    ASLANT_RIGHT,
    BEFORE,
    BOTTOM,
    HALVES,
    HEIGHTS,
    LABELS,
    LEFT,
    PADDED,
    RIGHT,
    SCRATCH,
    SIDE,
    STRAIGHT,
    TOP,
    TRANSPOSED,
)
from raster.slopes.tile_wedges import least_unseen, offered, price_wedges, through_wedges
from raster.steps import BARRIER, DIAGONAL, EAST_WEST, NORTH_SOUTH
from raster.tiles.layout import TILE
from raster.tiles.schedule import misses_corner, misses_side, wake
from raster.tiles.sweeps import DOWN, EVERY, TO_RIGHT

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

_HALO = (
    (0, 0, 0, 1, -1, 0),
    (SIDE - 1, 0, 0, 1, 1, 0),
    (0, 0, 1, 0, 0, -1),
    (0, SIDE - 1, 1, 0, 0, 1),
)
"""Sides of the halo: first row and column in the padded tile, the way along the side, and the way
to the neighbouring tile: down, right, each."""


_OUTER = (
    (TOP, AS_IT_LIES, LEFT, RIGHT, 1, True),
    (BOTTOM, AS_IT_LIES + (TILE - 1) * TILE, LEFT, RIGHT, TILE, True),
    (LEFT, TRANSPOSED, TOP, BOTTOM, 1, False),
    (RIGHT, TRANSPOSED + (TILE - 1) * TILE, TOP, BOTTOM, TILE, False),
)
"""Sides of the halo: the row of cells beside it, the sides of the halo at the ends of that row and
its place in them, and whether it is a row of the copy as it lies."""


@in_place
def _sweep(costs: Any, buffer: Any, way: int, due: int) -> Any:
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
            if costs.straight:
                ends = buffer[left + end], buffer[right + end]
                labels = through_wedges(
                    costs, buffer, way, r, r - step, before, ends[0], ends[1], labels
                )
            if differing_lanes(own, labels) == 0:
                break
            changed = changed | (own ^ labels)
            store(buffer, at, labels)
            fell |= 1 << r
            before = labels
            r += step
    return fell, differing_lanes(changed, fill(0))


@in_place
def _pass(costs: Any, buffer: Any, way: int, due: int, due_back: int) -> Any:
    """`raster.tiles.sweeps._pass` on slopes: a copy one way and back, and the other is told."""
    forth, cols = _sweep(costs, buffer, way, due)
    back, more = _sweep(costs, buffer, way + 1, due_back | forth >> 1)
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
    transpose(buffer, AS_IT_LIES, TRANSPOSED)
    down = right = 1 if as_settled else EVERY
    up = left = 1 << (TILE - 1) if as_settled else EVERY
    if costs.straight:
        for side in range(4):
            store(buffer, BEFORE + side * TILE, load(buffer, _OUTER[side][1]))
            forth, back = _offered_along(costs, buffer, side) if as_settled else (0, 0)
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
            rows, cols, down = _pass(costs, buffer, way, down, up)
            up, right, left = 0, right | cols << 1 & EVERY, left | cols >> 1
            fell, other_fell = fell | rows, other_fell | cols
        way, down, up, right, left = TO_RIGHT - way, right, left, down, up
        fell, other_fell = other_fell, fell
    return (fell, other_fell) if way == DOWN else (other_fell, fell)


@in_place
def _offered_along(costs: Any, buffer: Any, side: int) -> Any:
    """Cells of an outer row that wedges between a cell of the row and one of the halo improve: in
    the order of the row and against it."""
    halo, inner, first, last, place, as_it_lies = _OUTER[side]
    kind = EAST_WEST if as_it_lies else NORTH_SOUTH
    labels, outside = load(buffer, inner), load(buffer, halo + 1)
    cells, forth, back = place * SIDE + 1, 0, 0
    scratch = np.int64(SCRATCH)  # a plain number would be a type of its own
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
            turned = not as_it_lies
            price_wedges(costs, buffer, kind, turned, cells, cells + to, beyond + to, scratch)
            better = less_lanes(offered(buffer, scratch, axis, aslant, later, labels), labels)
            forth, back = (better, back) if turn == 0 else (forth, better)
    return forth, back


@in_place
def wake_beyond(
    costs: Any,
    buffer: Any,
    keys: Any,
    stages: Any,
    tile: int,
    tile_cols: int,
    limit_ticks: int,
    fell: Any,
) -> None:
    """Lower the keys of the neighbours whose labels, as they were when this tile was loaded, its
    own improve, unless their turn is yet to come. fell : rows and columns of it with labels that
    fell."""
    rows, cols = fell
    ends = rows & 1, rows >> (TILE - 1), cols & 1, cols >> (TILE - 1)
    for side in range(4):
        row, col, down, right, to_row, to_col = _HALO[side]
        if not (ends[side] and misses_side(stages, tile + to_row * tile_cols + to_col)):
            continue
        best = np.int64(UNREACHED)
        for k in range(1, SIDE - 1):
            best = min(best, _offered(costs, buffer, row + k * down, col + k * right))
        if costs.straight:
            best = min(best, np.int64(_through_border(costs, buffer, side)))
        wake(keys, tile, tile_cols, to_row, to_col, best, limit_ticks)
    for corner in range(4):
        to_row, to_col = 2 * (corner // 2) - 1, 2 * (corner % 2) - 1
        at_corner = ends[corner // 2] and ends[2 + corner % 2]
        if not (at_corner and misses_corner(stages, tile, tile_cols, to_row, to_col)):
            continue
        row, col = (SIDE - 1) * (corner // 2), (SIDE - 1) * (corner % 2)
        best = _offered(costs, buffer, row, col)
        if costs.straight:
            best = min(best, _told_aslant(buffer, corner))
        wake(keys, tile, tile_cols, to_row, to_col, best, limit_ticks)


@in_place
def _through_border(costs: Any, buffer: Any, side: int) -> Any:
    """The least label that wedges give the cells of a side of the halo where that is an
    improvement, or UNREACHED; or a bound of it (`raster.tiles.borders`)."""
    halo, inner, first, last, place, as_it_lies = _OUTER[side]
    kind, beside = (NORTH_SOUTH, EAST_WEST) if as_it_lies else (EAST_WEST, NORTH_SOUTH)
    turned = not as_it_lies
    known, labels = load(buffer, halo + 1), load(buffer, inner)
    axis, none, one = place * SIDE + 1, np.uint32(UNREACHED), fill(1)
    scratch = np.int64(SCRATCH)
    cells = axis - SIDE if place == 1 else axis + SIDE
    best, before = known, load(buffer, BEFORE + side * TILE)
    fallen = where_less(labels, before, fill(UNREACHED))
    for turn in range(2):
        to = 2 * turn - 1
        far, alone = from_left(labels, buffer[first + place]), from_left(fallen, none)
        if turn == 1:
            far, alone = from_right(labels, buffer[last + place]), from_right(fallen, none)
        later = most(labels, far) + one
        if any_less(later, best):
            price_wedges(costs, buffer, kind, turned, cells, axis, axis + to, scratch)
            best = offered(buffer, scratch, labels, far, later, best)
        # Where only D is ours, A may be falling at this moment, unseen.
        if any_less(alone + one, best):
            price_wedges(costs, buffer, beside, turned, cells, cells + to, axis + to, scratch)
            sooner = least_unseen(costs, buffer, beside, turned, cells, cells + to, scratch)
            best = least(best, alone + sooner)
    return smallest(where_less(best, known, fill(UNREACHED)))


@in_place
def _told_aslant(buffer: Any, corner: int) -> Any:
    """The same of the cell at a corner, which is aslant from all of ours."""
    row, col = (TILE - 1) * (corner // 2), (TILE - 1) * (corner % 2)
    label = buffer[row * TILE + col]
    at = (SIDE - 1) * (corner // 2) * SIDE + (SIDE - 1) * (corner % 2)
    fell = label < buffer[LABELS + (row + 1) * SIDE + col + 1]
    better = label + 1 < buffer[LABELS + at] and buffer[HALVES + at] < BARRIER
    return np.int64(label + 1) if fell and better else np.int64(UNREACHED)


@in_place
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
