"""Times on roads carried to the cells of a grid.

A cell's time is that of a road near its centre: of the nearest point of a reached road, or, where
the way from the road is walked, of the point from which the cell is reached first. The distance is
exact, from the centre of a cell to the line; further than `reach` there is no time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.progress import Progress, no_progress
from core.times import UNREACHED
from road.graph import F32, F64, I64, U32

VISITS_AT_ONCE = 20_000_000
"""Cells looked at between two looks at `cancel`: a tenth of a second."""


@dataclass(frozen=True, slots=True)
class CellGrid:
    """Rows of cells from the north; left, top : the outer corner; cell_x, cell_y : sizes.

    All in units of the lines' CRS, which must be planar; metres_per_unit : of them.
    """

    rows: int
    cols: int
    left: float
    top: float
    cell_x: float
    cell_y: float
    metres_per_unit: float = 1.0

    @property
    def where(self) -> tuple[float, float, float, float, float]:
        """The same for kernels, without the numbers of rows and columns."""
        return self.left, self.top, self.cell_x, self.cell_y, self.metres_per_unit


def ticks_on_cells(
    grid: CellGrid,
    first: I64,
    points: F64,
    ticks: F64,
    *,
    reach: float,
    pace: float = 0.0,
    most: float = UNREACHED - 1,
    line_of: NDArray[np.int32] | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> U32:
    """Ticks of each cell, uint32, (rows, cols); UNREACHED where no road is near.

    first, points, ticks : lines in the grid's CRS with the time at each point.
    reach : metres from a road. pace : ticks a metre of leaving it; 0 takes the nearest road's time.
    most : ticks beyond which nothing is reached.
    line_of : int32, (rows, cols), to hold the number of the line that each cell has its time of.
    """
    if not (0 < reach < math.inf and 0 <= pace < math.inf):
        raise ParameterError(
            f"{reach} m from roads at {pace} ticks a metre", advice="Give a positive distance."
        )
    best = np.full((grid.rows, grid.cols), np.inf)
    nearest = np.full((grid.rows, grid.cols) if pace == 0 else (0, 0), np.inf, np.float32)
    lines = np.empty((0, 0), np.int32) if line_of is None else line_of
    line = 0
    while line < len(first) - 1:
        cancel.check("drawing times on cells")
        progress(line / (len(first) - 1), "times on cells")
        line = _spread(
            grid.where, first, points, ticks, reach, pace, line, VISITS_AT_ONCE, best, nearest,
            lines,
        )  # fmt: skip
    progress(1.0, "times on cells")
    labels = np.full(best.shape, UNREACHED, np.uint32)
    held = best <= most
    labels[held] = np.rint(best[held])
    return labels


def distances_to_lines(
    grid: CellGrid, first: I64, points: F64, reach: float, distance: F32, cancel: Cancel = NEVER
) -> None:
    """Lower `distance`, float32, (rows, cols), to the metres from cells' centres to lines where
    that is at most `reach`."""
    line = 0
    while line < len(first) - 1:
        cancel.check("measuring distances from roads")
        line = _measure(grid.where, first, points, reach, line, VISITS_AT_ONCE, distance)


def speeds_on_cells(
    grid: CellGrid, first: I64, points: F64, kmh: NDArray[np.float32], speeds: F32
) -> int:
    """Raise `speeds`, float32, (rows, cols), to those of the lines in all cells that they touch.

    kmh : float32, lines; those of 0 are left out. Cells that no line touches keep what they hold.
    Returns the number of cells touched. Why not by GDAL: docs/decisions/0012-own-geometry.md.
    """
    touched = np.zeros(speeds.shape, np.uint8)
    return int(_burn(grid.where, first, points, kmh, speeds, touched))


@njit(cache=True, nogil=True)
def _span(low: float, high: float, origin: float, cell: float, cells: int) -> tuple[int, int]:
    """Cells [first, end) along an axis whose centres may lie between two places."""
    first = int(max(math.ceil((low - origin) / cell - 0.5), 0.0))
    end = int(min(math.floor((high - origin) / cell - 0.5) + 1.0, float(cells)))
    return first, end


@njit(cache=True, nogil=True)
def _spread(
    where: Any,
    first: Any,
    points: Any,
    ticks: Any,
    reach: float,
    pace: float,
    line: int,
    visits: int,
    best: Any,
    nearest: Any,
    lines: Any,
) -> int:
    """Lower the cells near lines from `line` on, until some visits are made; returns the next."""
    left, top, cell_x, cell_y, metres = where
    rows, cols = best.shape
    # In metres from the upper left corner, y downwards.
    step_x, step_y = cell_x * metres, cell_y * metres
    while line < len(first) - 1 and visits > 0:
        for p in range(first[line], first[line + 1] - 1):
            ax, ay = (points[p, 0] - left) * metres, (top - points[p, 1]) * metres
            bx, by = (points[p + 1, 0] - left) * metres, (top - points[p + 1, 1]) * metres
            dx, dy = bx - ax, by - ay
            length = math.hypot(dx, dy)
            rise = (ticks[p + 1] - ticks[p]) / length if length > 0 else 0.0
            least = min(ticks[p], ticks[p + 1])
            start = ticks[p] if length > 0 else least
            ux, uy = (dx / length, dy / length) if length > 0 else (0.0, 0.0)
            # A walker leaves the road where time along it grows as fast as the way there falls.
            lean = 0.0
            if pace > abs(rise):
                lean = -rise / math.sqrt(pace * pace - rise * rise)
            elif pace > 0:
                lean = -math.inf if rise > 0 else math.inf
            r0, r1 = _span(min(ay, by) - reach, max(ay, by) + reach, 0.0, step_y, rows)
            c0, c1 = _span(min(ax, bx) - reach, max(ax, bx) + reach, 0.0, step_x, cols)
            visits -= max(r1 - r0, 0) * max(c1 - c0, 0) + 1
            for r in range(r0, r1):
                qy = (r + 0.5) * step_y - ay
                for c in range(c0, c1):
                    qx = (c + 0.5) * step_x - ax
                    foot = qx * ux + qy * uy
                    beside = abs(qx * uy - qy * ux)
                    if beside > reach or (pace == 0 and beside > nearest[r, c] * (1 + 1e-6)):
                        continue
                    if pace > 0 and least + pace * beside >= best[r, c]:
                        continue
                    wide = math.sqrt(reach * reach - beside * beside)
                    low, high = max(foot - wide, 0.0), min(foot + wide, length)
                    if low > high:
                        continue
                    wish = foot
                    if lean != 0.0:
                        wish = foot + (lean * beside if math.isfinite(lean) else lean)
                    s = min(max(wish, low), high)
                    d = math.hypot(foot - s, beside)
                    time = start + s * rise
                    if pace > 0:
                        if time + d * pace >= best[r, c]:
                            continue
                        best[r, c] = time + d * pace
                    elif d < nearest[r, c] or (np.float32(d) == nearest[r, c]):
                        near = np.float32(d)
                        if near >= nearest[r, c] and time >= best[r, c]:
                            continue
                        nearest[r, c], best[r, c] = near, time
                    else:
                        continue
                    if len(lines):
                        lines[r, c] = line
        line += 1
    return line


@njit(cache=True, nogil=True)
def _measure(
    where: Any,
    first: Any,
    points: Any,
    reach: float,
    line: int,
    visits: int,
    distance: Any,
) -> int:
    """Lower the distances near lines from `line` on, until some visits are made."""
    left, top, cell_x, cell_y, metres = where
    rows, cols = distance.shape
    step_x, step_y = cell_x * metres, cell_y * metres
    while line < len(first) - 1 and visits > 0:
        for p in range(first[line], first[line + 1] - 1):
            ax, ay = (points[p, 0] - left) * metres, (top - points[p, 1]) * metres
            dx = (points[p + 1, 0] - left) * metres - ax
            dy = (top - points[p + 1, 1]) * metres - ay
            square = dx * dx + dy * dy
            r0, r1 = _span(ay + min(dy, 0.0) - reach, ay + max(dy, 0.0) + reach, 0.0, step_y, rows)
            c0, c1 = _span(ax + min(dx, 0.0) - reach, ax + max(dx, 0.0) + reach, 0.0, step_x, cols)
            visits -= max(r1 - r0, 0) * max(c1 - c0, 0) + 1
            for r in range(r0, r1):
                qy = (r + 0.5) * step_y - ay
                for c in range(c0, c1):
                    qx = (c + 0.5) * step_x - ax
                    s = (qx * dx + qy * dy) / square if square > 0 else 0.0
                    s = min(max(s, 0.0), 1.0)
                    d = math.hypot(qx - s * dx, qy - s * dy)
                    if d <= reach:
                        distance[r, c] = min(distance[r, c], np.float32(d))
        line += 1
    return line


@njit(cache=True, nogil=True)
def _burn(
    where: Any,
    first: Any,
    points: Any,
    kmh: Any,
    speeds: Any,
    touched: Any,
) -> int:
    """Walk each leg from cell to cell, across the side that it leaves each by."""
    left, top, cell_x, cell_y, _ = where
    rows, cols = speeds.shape
    count = 0
    for line in range(len(first) - 1):
        if not kmh[line] > 0:
            continue
        for p in range(first[line], first[line + 1] - 1):
            ax, ay = (points[p, 0] - left) / cell_x, (top - points[p, 1]) / cell_y
            bx, by = (points[p + 1, 0] - left) / cell_x, (top - points[p + 1, 1]) / cell_y
            begin, end = _clip(ax, ay, bx, by, float(cols), float(rows))
            if begin > end:
                continue
            dx, dy = bx - ax, by - ay
            c = min(max(math.floor(ax + begin * dx), 0), cols - 1)
            r = min(max(math.floor(ay + begin * dy), 0), rows - 1)
            last_c = min(max(math.floor(ax + end * dx), 0), cols - 1)
            last_r = min(max(math.floor(ay + end * dy), 0), rows - 1)
            for _ in range(abs(last_c - c) + abs(last_r - r) + 1):
                if touched[r, c] == 0:
                    touched[r, c] = 1
                    speeds[r, c] = kmh[line]
                    count += 1
                else:
                    speeds[r, c] = max(speeds[r, c], kmh[line])
                across = ((c + 1 if dx > 0 else c) - ax) / dx if c != last_c else math.inf
                down = ((r + 1 if dy > 0 else r) - ay) / dy if r != last_r else math.inf
                if across <= down and c != last_c:
                    c += 1 if last_c > c else -1
                elif r != last_r:
                    r += 1 if last_r > r else -1
    return count


@njit(cache=True, nogil=True)
def _clip(
    ax: float, ay: float, bx: float, by: float, width: float, height: float
) -> tuple[float, float]:
    """Shares of a leg between which it lies in the grid; the first is larger where it does not."""
    begin, end = 0.0, 1.0
    for axis in range(2):
        a, delta, size = (ax, bx - ax, width) if axis == 0 else (ay, by - ay, height)
        if delta == 0:
            if a < 0 or a > size:
                return 1.0, 0.0
            continue
        near, far = -a / delta, (size - a) / delta
        begin, end = max(begin, min(near, far)), min(end, max(near, far))
    return begin, end
