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
which the sum is divided, floored. On slopes each of these pieces has the factor of its own slope,
from the heights where it begins and ends, between those of the centres around; that is reckoned in
reals, and floored once. Models that close slopes have no discs: lines would find their way between
steps that are all too steep.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.slopes.costs import closes_slopes, on_slopes
from raster.slopes.disc_ground import ground_around, ticks_of_part
from raster.steps import (
    EAST_WEST,
    NORTH_SOUTH,
    StepCosts,
    half_cost,
)

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
    row, col : int64, (crossings,), cells, seen from the
    start. share : int64, (crossings,).
    """

    down: _I64
    right: _I64
    whole: _I64
    first: _I64
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


def radii(costs: StepCosts) -> tuple[int, int]:
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
        row,
        col,
        share,
    )


def ticks_by_line(costs: StepCosts, row: int, col: int) -> tuple[_I64, _I64]:
    """Flat indices of the cells that straight lines from a cell lead to, and their ticks from it;
    without the cell itself, and those whose line meets a barrier or takes UNREACHED ticks."""
    cols = costs.values.shape[1]
    high, wide = radii(costs)
    lines = disc_lines(high, wide)
    if not on_slopes(costs):
        ticks = _ticks_on_the_flat(costs, row, col, lines)
    elif closes_slopes(costs):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    else:
        ticks = _ticks_on_slopes(costs, row, col, lines.down, lines.right)
    good = ticks < UNREACHED
    return ((lines.down + row) * cols + lines.right + col)[good], ticks[good]


@njit(cache=True, nogil=True)
def _ticks_on_the_flat(costs: Any, row: Any, col: Any, lines: Any) -> Any:
    """int64, (lines,); UNREACHED for lines to cells outside, and those that cannot be gone."""
    rows, cols = costs.values.shape
    found = np.full(len(lines.down), UNREACHED, np.int64)
    for k in range(len(found)):
        down, right = lines.down[k], lines.right[k]
        if not (0 <= row + down < rows and 0 <= col + right < cols):
            continue
        total, first = 0, lines.first[k]
        end = lines.first[k + 1] if k + 1 < len(found) else len(lines.share)
        for crossing in range(first, end):
            r, c = row + lines.row[crossing], col + lines.col[crossing]
            # What takes longer is not told apart: its square would not fit.
            along = min(2 * abs(down) * np.int64(half_cost(costs, r, c, NORTH_SOUTH)), UNREACHED)
            beside = min(2 * abs(right) * np.int64(half_cost(costs, r, c, EAST_WEST)), UNREACHED)
            square = along * along + beside * beside
            took = np.int64(math.sqrt(np.float64(square)))  # the root, floored exactly
            took -= took * took > square
            took += (took + 1) * (took + 1) <= square
            if took >= UNREACHED:
                total = UNREACHED * lines.whole[k]
                break
            total += took * lines.share[crossing]
        found[k] = min(total // lines.whole[k], UNREACHED)
    return found


@njit(cache=True, nogil=True)
def _ticks_on_slopes(costs: Any, row: Any, col: Any, downs: Any, rights: Any) -> Any:
    """int64, (lines,); UNREACHED for lines to cells outside, and those that cannot be gone."""
    rows, cols = costs.values.shape
    ground = ground_around(costs, row, col, (np.abs(downs).max(), np.abs(rights).max()))
    found = np.full(len(downs), UNREACHED, np.int64)
    for k in range(len(downs)):
        r, c = row + downs[k], col + rights[k]
        if 0 <= r < rows and 0 <= c < cols:
            at, to = (float(row), float(col)), (float(r), float(c))
            ticks = ticks_of_part(ground, at, to, 1.0)
            if ticks < UNREACHED:
                found[k] = np.int64(max(ticks, 1.0))
    return found


@njit(cache=True, nogil=True)
def ended_by_line(costs: Any, points: Any, took: Any, reach: Any, agrees: float) -> Any:
    """The way with its end in the disc of its start drawn as a straight line, as the disc is made
    of them: from the first point where the two agree with its time, or the one where they do best.

    points : float64, (n, 3), rows, columns and ticks down to the start. took : ticks of the lines
    between them. reach : of `radii`. agrees : part of its time by which the two may be off.
    """
    count = len(points)
    ends = round(points[count - 1, 0]), round(points[count - 1, 1])
    ground = ground_around(costs, ends[0], ends[1], reach)
    start, begun = (points[count - 1, 0], points[count - 1, 1]), points[count - 1, 2]
    first, leaves, walked, least, whole = count, count, 0.0, np.inf, 0.0
    for k in range(count - 1):
        here = points[k, 0], points[k, 1]
        down, right = here[0] - start[0], here[1] - start[1]
        if math.hypot(down / reach[0], right / reach[1]) > 1.0:
            first, leaves, walked, least = count, count, 0.0, np.inf  # it comes in again
            continue
        first = min(first, k)
        line = ticks_of_part(ground, start, here, 1.0)
        off = abs(walked + line - (points[first, 2] - begun))
        if off < least:
            leaves, least, whole = k, off, line
        if off <= agrees * line < np.inf:
            break
        walked += took[k]
    if leaves == count:
        return points
    here = points[leaves, 0], points[leaves, 1]
    down, right = here[0] - start[0], here[1] - start[1]
    pieces = max(math.ceil(max(abs(down), abs(right))), 1)
    found = np.empty((leaves + 1 + pieces, 3))
    for k in range(leaves + 1):
        found[k, 0], found[k, 1], found[k, 2] = points[k, 0], points[k, 1], points[k, 2]
    for i in range(pieces):
        share = (pieces - 1 - i) / pieces
        part = ticks_of_part(ground, start, here, share) / whole
        found[leaves + 1 + i, 0] = start[0] + share * down
        found[leaves + 1 + i, 1] = start[1] + share * right
        found[leaves + 1 + i, 2] = begun + (points[leaves, 2] - begun) * part
    return found
