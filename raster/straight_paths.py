"""Ways along straight lines: descent in a settled field through points between cells.

The times of neighbouring cells span lines between their centres, and these lines squares with a
centre at each corner. A way goes from side to side of these squares, each time to where the time
there and the line from here take least, through each quarter of a cell at that cell's speed. Every
point has a lower time than the one before it, so the way ends, where no neighbour is sooner: at a
start. Points are where lines cross sides; labels, and with them starts and limits, are as they are.

Source: backtracking in fields of arrival times, as in Kimmel and Sethian 1998. Ours differs in that
the line of least time over a side is solved for, instead of following a gradient.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit
from numba.extending import overload
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.paths import WINDOW_SIDE, window_around
from raster.slopes.costs import costs_on
from raster.slopes.lines import ticks_on_slope
from raster.slopes.slopes import GridSlopes
from raster.steps import BARRIER, EAST_WEST, half_cost
from raster.travel_times import TravelTimeGrid, TravelTimes

SNAP = 1 / 64
"""Part of a side within which a point on it is taken for its end: a square further on would be
crossed over less than that."""


def straight_path(
    grid: VelocityGrid,
    times: TravelTimes,
    row: int,
    col: int,
    zero_speed_kmh: float = 0.0,
    slopes: GridSlopes | None = None,
    until: float = -1.0,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points from the centre of (row, col) back to the start that serves it, and the time at each.

    until : ticks; the way ends at the first point that is no later.
    Returns float64, (n, 2), rows and columns, whole at centres; and float64, (n,), ticks. Both are
    empty where the cell is not reached.
    """
    costs = costs_on(grid, times.tick_seconds, zero_speed_kmh, times.geometry, slopes)
    tall = grid.step_y / grid.step_x
    on_host = isinstance(times, TravelTimeGrid)  # a window is then a view, of whatever size
    side = max(grid.shape) if on_host else WINDOW_SIDE
    at = np.array([row, col, -1.0])  # its time is its label
    parts: list[NDArray[np.float64]] = []
    leaves = True
    while leaves:
        window = window_around(int(at[0]), int(at[1]), grid.shape, side)
        labels = np.ascontiguousarray(times.ticks_in(window))
        points, count, leaves = _descend(costs, labels, window.row, window.col, at, tall, until)
        at = points[count - 1]
        parts.append(points[: count - leaves])  # the next part begins with it
    found = np.concatenate(parts)
    return found[:, :2], found[:, 2]


TRIES = 16
"""Parts of a side at whose ends lines are tried on slopes, where no formula finds the soonest."""


def _cost(costs: Any, at: Any, to: Any, tall: float) -> float:
    """Ticks of the line between two points of one square, from the second to the first; inf
    through a barrier, or too steep. For compiled code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_cost)
def _line_cost(costs: Any, at: Any, to: Any, tall: Any) -> Callable[..., Any]:
    if "bins" not in costs.fields:

        def on_the_flat(costs: Any, at: Any, to: Any, tall: Any) -> Any:
            return _level_cost(costs, at, to, tall)

        return on_the_flat

    def aslant(costs: Any, at: Any, to: Any, tall: Any) -> Any:
        level = _level_cost(costs, at, to, tall)
        if level == np.inf:
            return level
        run = math.hypot((to[0] - at[0]) * tall, to[1] - at[1])
        return ticks_on_slope(costs, at, to, run, level)

    return aslant


@njit(cache=True, nogil=True)
def _level_cost(costs: Any, at: Any, to: Any, tall: float) -> Any:
    """The same where slopes do not count."""
    top, left = math.floor(min(at[0], to[0])), math.floor(min(at[1], to[1]))
    down, right = to[0] - at[0], to[1] - at[1]
    length = math.hypot(down * tall, right)
    cuts = np.array([0.0, 1.0, 1.0, 1.0])
    for axis in range(2):
        way = to[axis] - at[axis]
        middle = (top, left)[axis] + 0.5
        if way != 0.0:
            cuts[1 + axis] = min(max((middle - at[axis]) / way, 0.0), 1.0)
    if cuts[1] > cuts[2]:
        cuts[1], cuts[2] = cuts[2], cuts[1]
    total = 0.0
    for i in range(3):
        share = cuts[i + 1] - cuts[i]
        if share > 0.0:
            middle = 0.5 * (cuts[i] + cuts[i + 1])
            row = math.floor(at[0] + middle * down + 0.5)
            col = math.floor(at[1] + middle * right + 0.5)
            half = half_cost(costs, row, col, EAST_WEST)
            if half >= BARRIER:
                return np.inf
            total += share * 2.0 * half
    return total * length


@njit(cache=True, nogil=True)
def _label(labels: Any, top: int, left: int, row: int, col: int) -> float:
    """inf where it is not reached, or outside."""
    r, c = row - top, col - left
    if r < 0 or c < 0 or r >= labels.shape[0] or c >= labels.shape[1]:
        return np.inf
    label = labels[r, c]
    return np.inf if label >= UNREACHED else float(label)


@njit(cache=True, nogil=True)
def _over_side(costs: Any, at: Any, ends: Any, times: Any, tall: float, best: Any) -> None:
    """Lower `best` (row, col, time there, time by way of it) to the best point of a side, whose
    ends have these times."""
    for end in range(2):
        _offer(costs, at, ends[end], times[end], tall, best)
    if times[0] == np.inf or times[1] == np.inf:
        return
    _over_points(costs, at, ends, times, tall, best)


def _over_points(costs: Any, at: Any, ends: Any, times: Any, tall: float, best: Any) -> None:
    """The same by points between the ends, for compiled code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_over_points)
def _over_some_points(
    costs: Any, at: Any, ends: Any, times: Any, tall: Any, best: Any
) -> Callable[..., Any]:
    if "bins" not in costs.fields:

        def on_the_flat(costs: Any, at: Any, ends: Any, times: Any, tall: Any, best: Any) -> None:
            _over_soonest(costs, at, ends, times, tall, best)

        return on_the_flat

    def aslant(costs: Any, at: Any, ends: Any, times: Any, tall: Any, best: Any) -> None:
        for k in range(1, TRIES):
            share = k / TRIES
            row = ends[0][0] + share * (ends[1][0] - ends[0][0])
            col = ends[0][1] + share * (ends[1][1] - ends[0][1])
            _offer(costs, at, (row, col), times[0] + share * (times[1] - times[0]), tall, best)

    return aslant


@njit(cache=True, nogil=True)
def _over_soonest(costs: Any, at: Any, ends: Any, times: Any, tall: float, best: Any) -> None:
    """The same by the one from which it is soonest on level ground."""
    wide = float(ends[1][1] - ends[0][1])
    high = (ends[1][0] - ends[0][0]) * tall
    across, up = at[1] - ends[0][1], (at[0] - ends[0][0]) * tall
    length = math.hypot(wide, high)
    along = (across * wide + up * high) / length
    away = abs(across * high - up * wide) / length
    middle = (0.5 * (ends[0][0] + ends[1][0]), 0.5 * (ends[0][1] + ends[1][1]))
    there = math.hypot(middle[1] - at[1], (middle[0] - at[0]) * tall)
    slowness = _cost(costs, at, middle, tall) / there
    slope = (times[1] - times[0]) / length
    if not abs(slope) < slowness < np.inf:
        return
    share = (along - away * slope / math.sqrt(slowness**2 - slope**2)) / length
    if SNAP < share < 1.0 - SNAP:
        row = ends[0][0] + share * (ends[1][0] - ends[0][0])
        col = ends[0][1] + share * (ends[1][1] - ends[0][1])
        _offer(costs, at, (row, col), times[0] + share * (times[1] - times[0]), tall, best)


@njit(cache=True, nogil=True)
def _offer(costs: Any, at: Any, point: Any, time: float, tall: float, best: Any) -> None:
    """Take a point that is earlier than where the way is, if the line to it is the best so far."""
    if time < at[2]:
        through = time + _cost(costs, at, point, tall)
        if through < best[3]:
            best[0], best[1], best[2], best[3] = point[0], point[1], time, through


@njit(cache=True, nogil=True)
def _descend(
    costs: Any, labels: Any, top: int, left: int, start: Any, tall: float, until: float
) -> Any:
    """Descend within labels whose first cell is (top, left), from a point and its time.

    Returns points with their times, how many they are, and whether the squares around the last lie
    outside of the labels: the descent then goes on there.
    """
    rows, cols = costs.values.shape
    height, width = labels.shape
    points = np.empty((1024, 3))
    at = (start[0], start[1], start[2])
    if at[2] < 0.0:
        at = (at[0], at[1], _label(labels, top, left, int(at[0]), int(at[1])))
    count = 0
    best = np.empty(4)
    while at[2] < np.inf:
        if count == len(points):
            longer = np.empty((2 * count, 3))
            longer[:count] = points
            points = longer
        points[count, 0], points[count, 1], points[count, 2] = at
        count += 1
        if at[2] <= until:
            break
        first, last = math.ceil(at[0]) - 1, math.floor(at[0]) + 1
        begin, end = math.ceil(at[1]) - 1, math.floor(at[1]) + 1
        if (
            (first < top and top > 0)
            or (begin < left and left > 0)
            or (last >= top + height and top + height < rows)
            or (end >= left + width and left + width < cols)
        ):
            return points, count, True
        best[3] = np.inf
        for row in range(max(first, 0), max(min(last, rows - 1), 1)):
            for col in range(max(begin, 0), max(min(end, cols - 1), 1)):
                for side in range(4):
                    r, c = row + int(side == 1), col + int(side == 3)
                    if (side < 2 and at[0] == r) or (side >= 2 and at[1] == c):
                        continue  # the point lies on that side's line, and sees its ends beside
                    ends = ((r, c), (r + int(side >= 2), c + int(side < 2)))
                    times = (
                        _label(labels, top, left, ends[0][0], ends[0][1]),
                        _label(labels, top, left, ends[1][0], ends[1][1]),
                    )
                    _over_side(costs, at, ends, times, tall, best)
        if best[3] == np.inf:
            return points, count, False
        at = (best[0], best[1], best[2])
    return points, count, False
