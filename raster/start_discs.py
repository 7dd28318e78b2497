"""Straight lines from a start to the cells around it, whatever lies between.

A front that is taken for a line from cell to cell is none near a start, where it is a small circle:
on even ground 1.2 % are lost there. So the cells of a disc around each start are given the time
that a straight line to them takes, through every cell that it crosses at that cell's speed. A line
through a barrier gives nothing; past the disc, and wherever another way is sooner, wedges and steps
say more. These times stay the same whatever is solved: a label is the least of them and of what
neighbours offer, and everything that is true of the one is true of the other.

In whole ticks, with half costs h of the straight steps along rows and columns, a line over `down`
rows and `right` columns takes

    Σ share · isqrt((2 · down · h_ns)² + (2 · right · h_ew)²)

over the cells it crosses; the shares of the line in them are whole numbers of one denominator, by
which the sum is divided, floored.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.steps import EAST_WEST, NORTH_SOUTH, StepCosts, half_costs_of

RADIUS = 16
"""Cells from a start to the edge of its disc, along the longer side of cells. On even ground times
beyond 20 cells are then 0.22 % off at worst, with half of it 0.48 % (docs/experiments.md)."""

FARTHEST = 128
"""Cells that it reaches at most along the shorter side, where as many metres would be more: lines
grow by the square of them."""

_I64 = NDArray[np.int64]


class DiscLines(NamedTuple):
    """The lines from a start to all cells of its disc.

    down, right : int64, (lines,), where they end. whole : int64, (lines,), the denominators.
    first : int64, (lines,), where the crossings of a line begin among those of all.
    line : int64, (crossings,), whose they are. row, col : int64, (crossings,), cells, seen from the
    start. share : int64, (crossings,).
    """

    down: _I64
    right: _I64
    whole: _I64
    first: _I64
    line: _I64
    row: _I64
    col: _I64
    share: _I64


def _crossed(down: int, right: int) -> tuple[int, list[tuple[int, int, int]]]:
    """The denominator, and (row, col, share) of the cells that a line crosses."""
    steps = [abs(way) for way in (down, right) if way]
    whole = math.lcm(*(2 * n for n in steps))
    borders = {(2 * i + 1) * whole // (2 * n) for n in steps for i in range(n)}
    ends = [0, *sorted(borders), whole]
    cells = []
    for begin, end in pairwise(ends):
        middle = begin + end  # in halves of the shares
        row, col = ((way * middle + whole) // (2 * whole) for way in (down, right))
        cells.append((row, col, end - begin))
    return whole, cells


def _radii(costs: StepCosts) -> tuple[int, int]:
    """Rows and columns from a start to the edge of its disc, which is round on the ground."""
    wide, high = float(costs.scale[EAST_WEST]), float(costs.scale[NORTH_SOUTH])
    along = min(round(RADIUS * max(wide, high) / min(wide, high)), FARTHEST)
    return (along, RADIUS) if wide > high else (RADIUS, along)


@lru_cache(maxsize=4)
def disc_lines(rows: int = RADIUS, cols: int = RADIUS) -> DiscLines:
    """Those of a disc of so many rows and columns to its edge."""
    found, ends = [], []
    for down, right in product(range(rows + 1), range(cols + 1)):
        if not 0 < (down * cols) ** 2 + (right * rows) ** 2 <= (rows * cols) ** 2:
            continue
        whole, cells = _crossed(down, right)
        for south, east in product((1, -1)[: 1 + (down > 0)], (1, -1)[: 1 + (right > 0)]):
            ends.append((south * down, east * right))
            found.append((whole, [(south * r, east * c, share) for r, c, share in cells]))
    downs, rights = np.array(ends, np.int64).T
    counts = [len(cells) for _, cells in found]
    row, col, share = np.array([cell for _, cells in found for cell in cells], np.int64).T
    return DiscLines(
        downs,
        rights,
        np.array([whole for whole, _ in found], np.int64),
        np.cumsum([0, *counts[:-1]]),
        np.repeat(np.arange(len(ends)), counts),
        row,
        col,
        share,
    )


def _roots(numbers: _I64) -> _I64:
    """Their square roots, floored exactly; numbers below 2⁶²."""
    roots = np.sqrt(numbers.astype(np.float64)).astype(np.int64)
    roots -= roots * roots > numbers
    roots += (roots + 1) * (roots + 1) <= numbers
    return roots


def ticks_by_line(costs: StepCosts, row: int, col: int) -> tuple[_I64, _I64]:
    """Flat indices of the cells that straight lines from a cell lead to, and their ticks from it;
    without the cell itself, and those whose line meets a barrier or takes UNREACHED ticks."""
    rows, cols = costs.values.shape
    high, wide = _radii(costs)
    lines = disc_lines(high, wide)
    top, left = max(row - high, 0), max(col - wide, 0)
    around = costs.values[top : row + high + 1, left : col + wide + 1]
    places = (
        np.clip(lines.row + row - top, 0, around.shape[0] - 1),
        np.clip(lines.col + col - left, 0, around.shape[1] - 1),
    )  # lines to cells outside of the grid are left out below
    of_line = lines.line
    squares = np.zeros(len(of_line), np.int64)
    for kind, way in ((NORTH_SOUTH, lines.down), (EAST_WEST, lines.right)):
        # What takes longer is not told apart: its square would not fit.
        along = (
            2 * np.abs(way[of_line]) * half_costs_of(costs, around, kind).astype(np.int64)[places]
        )
        squares += np.minimum(along, UNREACHED) ** 2
    took = _roots(squares)
    ticks = np.add.reduceat(took * lines.share, lines.first) // lines.whole
    slowest = np.maximum.reduceat(took, lines.first)
    r, c = lines.down + row, lines.right + col
    good = (r >= 0) & (r < rows) & (c >= 0) & (c < cols) & (slowest < UNREACHED)
    good &= ticks < UNREACHED
    return (r * cols + c)[good], ticks[good]
