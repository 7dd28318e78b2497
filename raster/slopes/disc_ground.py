"""The ground around a start, and what straight lines through it take: for the discs of
`raster.start_discs`.

Half costs and heights are copied out of the costs once, since a disc asks for each of them many
times, and compiled code that is given all of the costs counts references to each of their arrays
whenever it calls on.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import overload
from numpy.typing import NDArray

from raster.slopes.costs import height
from raster.slopes.heights import UNKNOWN
from raster.slopes.lines import factor_of
from raster.steps import BARRIER, EAST_WEST, NORTH_SOUTH, half_cost

CORNER = 1e-9
"""Part of a line within which it crosses two borders at once: where four cells meet."""


class DiscGround(NamedTuple):
    """Cells around a start, row after row.

    top, left : row and column of the first one. tall : its height, in widths. halves : int64,
    (2, rows, cols), of straight steps along rows and columns; BARRIER outside of the grid. heights
    : float64, (rows, cols), in units, below 0 where unknown; empty on the level. bins : of
    `raster.slopes.slopes.Factors`. scale, level, kept, least, most : of `SlopedCosts`, for steps
    along rows.
    """

    top: int
    left: int
    tall: float
    halves: NDArray[np.int64]
    heights: NDArray[np.float64]
    bins: NDArray[np.int64]
    scale: float
    level: float
    kept: int
    least: float
    most: float


def ground_around(costs: Any, row: int, col: int, reach: tuple[int, int]) -> DiscGround:
    """The cells within `reach` rows and columns of a cell, and a row and column more, for compiled
    code. costs : StepCosts."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(ground_around)
def _ground_around(costs: Any, row: Any, col: Any, reach: Any) -> Any:
    def on_the_flat(costs: Any, row: Any, col: Any, reach: Any) -> Any:
        top, left, halves = _halves_around(costs, row, col, reach)
        tall = costs.scale[NORTH_SOUTH] / costs.scale[EAST_WEST]
        none, empty = np.empty((0, 0)), np.empty((2, 0), np.int64)
        return DiscGround(top, left, tall, halves, none, empty, 0.0, 0.0, 0, -np.inf, np.inf)

    def aslant(costs: Any, row: Any, col: Any, reach: Any) -> Any:
        top, left, halves = _halves_around(costs, row, col, reach)
        tall = costs.scale[NORTH_SOUTH] / costs.scale[EAST_WEST]
        return DiscGround(
            top,
            left,
            tall,
            halves,
            _heights_of(costs, top, left, halves.shape[1:]),
            costs.bins,
            float(costs.rise_scale[EAST_WEST]),
            float(costs.level[EAST_WEST]),
            int(costs.kept),
            float(costs.least[EAST_WEST] - 1),
            float(costs.most[EAST_WEST] + 1),
        )

    return aslant if "bins" in costs.fields else on_the_flat


@njit(cache=True, nogil=True)
def _halves_around(costs: Any, row: Any, col: Any, reach: Any) -> Any:
    rows, cols = costs.values.shape
    top, left = row - reach[0] - 1, col - reach[1] - 1
    halves = np.full((2, 2 * reach[0] + 3, 2 * reach[1] + 3), np.int64(BARRIER))
    for r in range(max(top, 0), min(top + halves.shape[1], rows)):
        for c in range(max(left, 0), min(left + halves.shape[2], cols)):
            halves[0, r - top, c - left] = half_cost(costs, r, c, EAST_WEST)
            halves[1, r - top, c - left] = half_cost(costs, r, c, NORTH_SOUTH)
    return top, left, halves


@njit(cache=True, nogil=True)
def _heights_of(costs: Any, top: Any, left: Any, shape: Any) -> Any:
    """As in DiscGround; beyond an edge those at the edge."""
    rows, cols = costs.values.shape
    found = np.empty(shape)
    for i in range(shape[0]):
        for j in range(shape[1]):
            here = height(costs, min(max(top + i, 0), rows - 1), min(max(left + j, 0), cols - 1))
            found[i, j] = -1.0 if here == UNKNOWN else float(here)
    return found


@njit(cache=True, nogil=True)
def _height_between(heights: Any, row: float, col: float) -> float:
    """`raster.slopes.lines.height_at` of a place among these."""
    top, left = math.floor(row), math.floor(col)
    down, right = row - top, col - left
    total = 0.0
    for i in range(2):
        for j in range(2):
            share = (down if i else 1.0 - down) * (right if j else 1.0 - right)
            if share > 0.0:
                here = heights[top + i, left + j]
                if here < 0.0:
                    return -1.0
                total += share * here
    return total


@njit(cache=True, nogil=True)
def ticks_of_part(ground: DiscGround, at: Any, to: Any, part: float) -> float:
    """Ticks of the first part of a line, through whatever cells it crosses, as a disc counts them;
    inf through a barrier, or too steep. at, to : rows and columns of the grid."""
    halves, heights, bins = ground.halves, ground.heights, ground.bins
    first_row, first_col = at[0] - ground.top, at[1] - ground.left
    down, right = to[0] - at[0], to[1] - at[1]
    row, col = math.floor(first_row + 0.5), math.floor(first_col + 0.5)
    length = math.sqrt((down * ground.tall) ** 2 + right**2)
    on_slopes, low = heights.size > 0, 0.0
    if on_slopes:
        low = _height_between(heights, first_row, first_col)
    down_way, right_way = (1 if down >= 0.0 else -1), (1 if right >= 0.0 else -1)
    done, total = 0.0, 0.0
    while done < part:
        upright = (row + 0.5 * down_way - first_row) / down if down != 0.0 else np.inf
        across = (col + 0.5 * right_way - first_col) / right if right != 0.0 else np.inf
        border = min(upright, across)
        if halves[1, row, col] >= BARRIER:
            return np.inf
        end = max(min(border, part), done)
        along, beside = 2.0 * down * halves[1, row, col], 2.0 * right * halves[0, row, col]
        level = (end - done) * math.sqrt(along * along + beside * beside)
        if not on_slopes:
            total += level
        elif end > done:
            run = (end - done) * length
            high = _height_between(heights, first_row + end * down, first_col + end * right)
            rise = high - low if low >= 0.0 and high >= 0.0 else 0.0
            if not ground.least * run <= rise <= ground.most * run:
                return np.inf
            priced = ground.level * run if ground.level > 0.0 else level
            factor = factor_of(bins, abs(rise) * ground.scale / run, rise >= 0.0)
            total += priced * factor + level * ground.kept
            low = high
        done = border
        row += down_way if upright < border + CORNER else 0
        col += right_way if across < border + CORNER else 0
    return total
