"""What a settled tile on slopes gives its neighbours: the twin of `raster.tiles.borders`."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.parallel.in_place import in_place
from core.parallel.simd import (
    any_less,
    fill,
    from_left,
    from_right,
    least,
    load,
    most,
    smallest,
    store,
    where_less,
)
from core.times import UNREACHED
from raster.slopes.tile_layout import (
    AT_SIDES,
    BEFORE,
    BESIDE,
    BESIDE_BIT,
    BEYOND,
    BEYOND_BIT,
    BOTTOM,
    CORNERS,
    KEPT,
    OVER,
    SIDE,
    SIDE_PRICED,
    SIDE_WORDS,
    STEP_WORDS,
    STEPS,
    TILE_AT,
    TOP,
    WEDGE_WORDS,
    WEDGES,
    WEDGES_OF_ROW,
)
from raster.slopes.tile_wedges import least_unseen, offered, price_wedges
from raster.slopes.tiles import OUTER
from raster.steps import EAST_WEST, NORTH_SOUTH
from raster.tiles.cells import TILE
from raster.tiles.schedule import misses_corner, misses_side, wake

_TOWARDS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""The way to the neighbouring tile, down and right, in the order of the halo's sides."""


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
    told = keys, stages, tile, tile_cols, limit_ticks, fell
    here, at = np.int64(buffer[TILE_AT]), np.int64(WEDGES)
    step, wedge = here * STEP_WORDS, here * WEDGE_WORDS
    if not buffer[KEPT]:
        _wake(costs, buffer, buffer, np.int64(STEPS), buffer, at, *told)
    elif len(costs.wedges) == 0:
        _wake(costs, buffer, costs.prices, step, buffer, at, *told)
    else:
        _wake(costs, buffer, costs.prices, step, costs.wedges, wedge, *told)


@in_place
def _wake(
    costs: Any, buffer: Any, steps: Any, first_step: Any, wedges: Any, first_wedge: Any, keys: Any,
    stages: Any, tile: int, tile_cols: int, limit_ticks: int, fell: Any,
) -> None:  # fmt: skip
    """The same, with what steps and wedges of the tile cost, and where that begins."""
    rows, cols = fell
    ends = rows & 1, rows >> (TILE - 1), cols & 1, cols >> (TILE - 1)
    for side in range(4):
        down, right = _TOWARDS[side]
        if not (ends[side] and misses_side(stages, tile + down * tile_cols + right)):
            continue
        best = _over_side(buffer, steps, first_step, side)
        if costs.straight:
            best = min(best, _through_border(costs, buffer, wedges, first_wedge, side))
        wake(keys, tile, tile_cols, down, right, np.int64(best), limit_ticks)
    for corner in range(4):
        down, right = 2 * (corner // 2) - 1, 2 * (corner % 2) - 1
        at_corner = ends[corner // 2] and ends[2 + corner % 2]
        if at_corner and misses_corner(stages, tile, tile_cols, down, right):
            best = _over_corner(buffer, steps, first_step + CORNERS, corner, costs.straight)
            wake(keys, tile, tile_cols, down, right, best, limit_ticks)


@in_place
def _over_side(buffer: Any, steps: Any, first_step: Any, side: int) -> Any:
    """The least label that steps give the cells of a side of the halo where that is an improvement,
    or UNREACHED."""
    known, labels = load(buffer, OUTER[side][0] + 1), load(buffer, OUTER[side][1])
    at, none = first_step + OVER + side * 3 * TILE, np.uint32(UNREACHED)
    best = labels + load(steps, at)
    best = least(best, from_left(labels, none) + load(steps, at + TILE))
    best = least(best, from_right(labels, none) + load(steps, at + 2 * TILE))
    return smallest(where_less(best, known, fill(UNREACHED)))


@in_place
def _through_border(costs: Any, buffer: Any, wedges: Any, begin: Any, side: int) -> Any:
    """The least label that wedges give the cells of a side of the halo where that is an
    improvement, or UNREACHED; or a bound of it (`raster.tiles.borders`)."""
    halo, inner, first, last, place, as_it_lies = OUTER[side]
    kind, beside = (NORTH_SOUTH, EAST_WEST) if as_it_lies else (EAST_WEST, NORTH_SOUTH)
    turned = not as_it_lies
    known, labels = load(buffer, halo + 1), load(buffer, inner)
    axis, none, one = place * SIDE + 1, np.uint32(UNREACHED), fill(1)
    told, extra = begin + SIDE_PRICED + side, begin + AT_SIDES + side * SIDE_WORDS
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
            at, bit = extra + BEYOND + turn * WEDGES_OF_ROW, BEYOND_BIT + turn
            if not wedges[told] >> bit & 1:
                price_wedges(costs, buffer, kind, turned, cells, axis, axis + to, wedges, at)
                wedges[told] |= 1 << bit
            best = offered(wedges, at, labels, far, later, best)
        # Where only D is ours, A may be falling at this moment, unseen.
        if any_less(alone + one, best):
            at, bit = extra + BESIDE + turn * TILE, BESIDE_BIT + turn
            if not wedges[told] >> bit & 1:
                where = beside, turned, cells, cells + to
                sooner = least_unseen(costs, buffer, *where, axis + to)
                store(wedges, at, sooner)
                wedges[told] |= 1 << bit
            best = least(best, alone + load(wedges, at))
    return smallest(where_less(best, known, fill(UNREACHED)))


@in_place
def _over_corner(buffer: Any, steps: Any, at: Any, corner: int, straight: bool) -> Any:
    """The same, int64, of the cell at a corner, which is aslant from all of ours: along straight
    lines it may hang on a label that falls at this moment, unseen, and is told at the least."""
    row, col = (TILE - 1) * (corner // 2), (TILE - 1) * (corner % 2)
    label = np.int64(buffer[row * TILE + col])
    known = np.int64(buffer[(TOP, BOTTOM)[corner // 2] + (SIDE - 1) * (corner % 2)])
    best = label + steps[at + corner]
    if straight and label < buffer[BEFORE + (corner // 2) * TILE + col]:
        best = min(best, label + 1 + steps[at + 4 + corner])
    return best if best < known else np.int64(UNREACHED)
