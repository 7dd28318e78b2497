"""What the steps into the cells of a tile on slopes cost, and those over its border, in vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from core.parallel.processor import prefetch
from core.parallel.simd import fill, least, load, most, select_less, store, transpose
from core.parallel.wide import along, looked_up, product, rounded_product
from raster.slopes.costs import NO_STEP, sloped_cost
from raster.slopes.heights import UNKNOWN
from raster.slopes.tile_layout import (
    ACROSS,
    ASLANT_LEFT,
    ASLANT_RIGHT,
    CORNERS,
    GROUND,
    HALVES,
    HEIGHTS,
    IN_ROWS,
    KEPT,
    OVER,
    PADDED,
    ROWS_PRICED,
    SIDE,
    SIDE_PRICED,
    STEP_WORDS,
    STEPS,
    STRAIGHT,
    TILE_AT,
    WAY_WORDS,
    WEDGE_WORDS,
    WEDGES,
    load_ground,
    load_labels,
)
from raster.steps import BARRIER, DIAGONAL, EAST_WEST, NORTH_SOUTH
from raster.tiles.cells import TILE
from raster.tiles.layout import prefetch_tile

_SIGN = 1 << 31
"""The bit by which signed numbers become words of the same order."""

_DOWN, _UP, _RIGHT, _LEFT = (way * WAY_WORDS for way in range(4))

_FROM = (
    (-1, 0, NORTH_SOUTH, _DOWN + STRAIGHT),
    (-1, -1, DIAGONAL, _DOWN + ASLANT_LEFT),
    (-1, 1, DIAGONAL, _DOWN + ASLANT_RIGHT),
    (1, 0, NORTH_SOUTH, _UP + STRAIGHT),
    (1, -1, DIAGONAL, _UP + ASLANT_LEFT),
    (1, 1, DIAGONAL, _UP + ASLANT_RIGHT),
    (0, -1, EAST_WEST, _RIGHT + ASLANT_LEFT),
    (0, 1, EAST_WEST, _LEFT + ASLANT_LEFT),
)
"""Steps: the way to where one comes from, down and right, its kind, and the plane that is filled
row by row: of those from beside one that is another's in the end."""

_TURNED = (
    (_RIGHT + ASLANT_LEFT, _RIGHT + STRAIGHT),
    (_LEFT + ASLANT_LEFT, _LEFT + STRAIGHT),
    (_DOWN + ASLANT_LEFT, _RIGHT + ASLANT_LEFT),
    (_UP + ASLANT_LEFT, _RIGHT + ASLANT_RIGHT),
    (_DOWN + ASLANT_RIGHT, _LEFT + ASLANT_LEFT),
    (_UP + ASLANT_RIGHT, _LEFT + ASLANT_RIGHT),
)
"""Planes row by row, and those of the same steps column by column, one after the other."""

_SIDES = (
    (HEIGHTS, HALVES, NORTH_SOUTH, 1, SIDE),
    (HEIGHTS, HALVES, NORTH_SOUTH, (SIDE - 1) * SIDE + 1, -SIDE),
    (ACROSS, ACROSS + PADDED, EAST_WEST, 1, SIDE),
    (ACROSS, ACROSS + PADDED, EAST_WEST, (SIDE - 1) * SIDE + 1, -SIDE),
)
"""Sides of the halo: heights and half costs, the kind of the steps straight on, the place of the
first cell, and how far from there the tile is."""


@in_place
def load_sloped(costs: Any, labels: Any, buffer: Any, top: int, left: int) -> None:
    """Copy the labels of the tile whose first cell is (top, left), with its halo, and price its
    steps, where that was not kept."""
    tile = top // TILE * ((labels.shape[1] + TILE - 1) // TILE) + left // TILE
    load_labels(labels, buffer, top, left)
    keeps = len(costs.prices) > 0 and costs.priced[tile] < 2
    buffer[TILE_AT], buffer[KEPT], buffer[GROUND] = tile, keeps, 0
    if not keeps:
        _price_steps(costs, buffer, buffer, np.int64(STEPS))
    elif costs.priced[tile] == 0:
        _price_steps(costs, buffer, costs.prices, np.int64(tile * STEP_WORDS))
        if len(costs.wedges) > 0:
            _no_wedges_yet(costs.wedges, tile * WEDGE_WORDS)
        costs.priced[tile] = 1
    if costs.straight and (not keeps or len(costs.wedges) == 0):
        _no_wedges_yet(buffer, WEDGES)


@in_place
def prefetch_sloped(costs: Any, labels: Any, tile: int, top: int, left: int) -> None:
    """Have a tile that is loaded soon brought into the cache, with its halo."""
    if len(costs.prices) == 0 or costs.priced[tile] != 1:
        prefetch_tile(costs, labels, top, left)
        return
    rows, cols = labels.shape
    for row in range(max(top - 1, 0), min(top + TILE + 1, rows)):
        at = row * cols + left
        prefetch(labels, at - 1)
        prefetch(labels, at)
        prefetch(labels, at + 16)
        prefetch(labels, at + TILE)
    for at in range(tile * STEP_WORDS, tile * STEP_WORDS + STEP_WORDS, 16):
        prefetch(costs.prices, at)
    if len(costs.wedges) > 0:
        for at in range(tile * WEDGE_WORDS, tile * WEDGE_WORDS + IN_ROWS, 16):
            prefetch(costs.wedges, at)


@in_place
def _no_wedges_yet(wedges: Any, at: int) -> None:
    wedges[at + ROWS_PRICED : at + ROWS_PRICED + 8] = 0
    wedges[at + SIDE_PRICED : at + SIDE_PRICED + 4] = 0


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
def _price(
    costs: Any, buffer: Any, heights: int, halves: int, kind: int, first: int, apart: int,
    rows: int, steps: Any, at: Any,
) -> None:  # fmt: skip
    """Fill rows of 32 with the costs of the steps into cells from those so many words apart.

    heights, halves : indices at which these begin. first : the place of the first cell there.
    """
    halves, unknown, none = halves + kind * PADDED, fill(UNKNOWN), fill(0)
    for r in range(rows):
        to = first + r * SIDE
        origin = to + apart
        both = load(buffer, halves + to) + load(buffer, halves + origin)
        here, there = load(buffer, heights + origin), load(buffer, heights + to)
        rise = select_less(most(here, there), unknown, there - here, none)
        store(steps, at + r * TILE, costs_of_lines(costs, kind, both, rise))


@in_place
def _price_steps(costs: Any, buffer: Any, steps: Any, at: Any) -> None:
    """Fill in what steps of the tile cost, from index `at` of `steps` on."""
    if not buffer[GROUND]:
        load_ground(costs, buffer)
    for way in range(8):
        down, right, kind, plane = _FROM[way]
        apart = down * SIDE + right
        _price(costs, buffer, HEIGHTS, HALVES, kind, SIDE + 1, apart, TILE, steps, at + plane)
    for k in range(6):
        transpose(steps, at + _TURNED[k][0], at + _TURNED[k][1])
    for side in range(4):
        heights, halves, kind, first, apart = _SIDES[side]
        for k in range(3):
            priced, origin = kind if k == 0 else DIAGONAL, apart + (0, -1, 1)[k]
            to = at + OVER + (3 * side + k) * TILE
            _price(costs, buffer, heights, halves, priced, first, origin, 1, steps, to)
    for corner in range(4):
        row, col = (SIDE - 1) * (corner // 2), (SIDE - 1) * (corner % 2)
        to = row * SIDE + col
        origin = (row + 1 - corner // 2 * 2) * SIDE + col + 1 - corner % 2 * 2
        steps[at + CORNERS + corner] = _price_aslant(costs, buffer, origin, to)
        closed = buffer[HALVES + DIAGONAL * PADDED + to] >= BARRIER
        steps[at + CORNERS + 4 + corner] = BARRIER if closed else 0


@in_place
def _price_aslant(costs: Any, buffer: Any, origin: int, to: int) -> Any:
    """The cost of one diagonal step, by places in the padded tile."""
    halves = HALVES + DIAGONAL * PADDED
    both = np.int64(buffer[halves + origin]) + np.int64(buffer[halves + to])
    here, there = np.int64(buffer[HEIGHTS + origin]), np.int64(buffer[HEIGHTS + to])
    rise = np.int64(0) if here == UNKNOWN or there == UNKNOWN else there - here
    return sloped_cost(
        costs.bins, costs.rise_scale[DIAGONAL], costs.least[DIAGONAL], costs.most[DIAGONAL],
        costs.level[DIAGONAL], costs.kept, both, rise,
    )  # fmt: skip
