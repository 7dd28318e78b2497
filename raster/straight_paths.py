"""Ways along straight lines: descent in a settled field through points between cells.

The times of neighbouring cells span lines between their centres, and these lines squares with a
centre at each corner. A way goes from side to side of these squares. Every point has a lower time
than the one before it, so the way ends where no neighbour is sooner: at a start. Points are where
lines cross sides; labels, and with them starts and limits, are as they are.

What a line takes is reckoned as the wedges do that the labels are made of (`raster.wedges`): to a
point between two centres by the slower of the two, whatever part of it lies in either cell, and to
a centre by that one; from a point between two by the mean of both, as its time is one. The next
point is the one by way of which it takes most nearly as long as the time here says: from a centre
the one that its wedge is offered from. Tried are the ends of sides, the point of each from which it
is soonest, and, where none of them agrees, points evenly apart. Between two centres the time may be
earlier than any way takes, where two fronts meet; so the next line counts, too.

Within the disc of its start a way ends by the straight line that labels there are made of
(`raster.start_discs`).

Source: backtracking in fields of arrival times, as in Kimmel and Sethian 1998. Ours differs in that
what explains the time here is looked for, instead of following a gradient.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit
from numba.extending import overload
from numpy.typing import NDArray

from core.parallel.growing import longer_rows
from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.paths import WINDOW_SIDE, window_around
from raster.slopes.costs import costs_on
from raster.slopes.lines import ticks_on_slope
from raster.slopes.slopes import GridSlopes
from raster.start_discs import ended_by_line, radii
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
    if len(found) and found[-1, 2] > until:
        took = _costs_along(costs, found, tall)
        found = ended_by_line(costs, found, took, radii(costs), AGREES)
    return found[:, :2], found[:, 2]


TRIES = 16
"""Parts of a side at whose ends lines are tried where the soonest point of it does not agree, and
on slopes, where no formula finds that."""


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
    """The same where slopes do not count, as wedges have it: half costs of where it leads to by
    the slower of two cells, and here by their mean."""
    length = math.hypot((to[0] - at[0]) * tall, to[1] - at[1])
    row, col = math.floor(at[0]), math.floor(at[1])
    down, right = at[0] - row, at[1] - col
    last = (costs.values.shape[0] - 1, costs.values.shape[1] - 1)
    mixed = 0.0
    for i in range(2):
        for j in range(2):
            share = (down if i else 1.0 - down) * (right if j else 1.0 - right)
            if share > 0.0:
                half = half_cost(costs, min(row + i, last[0]), min(col + j, last[1]), EAST_WEST)
                if half >= BARRIER:
                    return np.inf
                mixed += share * half
    row, col = math.floor(to[0]), math.floor(to[1])
    down, right = to[0] - row, to[1] - col
    slower = 0.0
    for i in range(1 + int(down > 0.0)):
        for j in range(1 + int(right > 0.0)):
            slower = max(slower, float(half_cost(costs, row + i, col + j, EAST_WEST)))
    if slower >= BARRIER:
        return np.inf
    return (mixed + slower) * length


@njit(cache=True, nogil=True)
def _costs_along(costs: Any, points: Any, tall: float) -> Any:
    """Ticks of the lines between the points of a way."""
    found = np.empty(len(points) - 1)
    for k in range(len(found)):
        here, there = (points[k, 0], points[k, 1]), (points[k + 1, 0], points[k + 1, 1])
        found[k] = _cost(costs, here, there, tall)
    return found


@njit(cache=True, nogil=True)
def _label(labels: Any, top: int, left: int, row: int, col: int) -> float:
    """inf where it is not reached, or outside."""
    r, c = row - top, col - left
    if r < 0 or c < 0 or r >= labels.shape[0] or c >= labels.shape[1]:
        return np.inf
    label = labels[r, c]
    return np.inf if label >= UNREACHED else float(label)


@njit(cache=True, nogil=True)
def _over_side(
    costs: Any, at: Any, ends: Any, times: Any, tall: float, finely: bool, found: Any, n: int
) -> Any:
    """Add the points of a side, whose ends have these times, that a way may go to."""
    for end in range(2):
        n = _offer(costs, at, ends[end], times[end], tall, found, n)
    if times[0] == np.inf or times[1] == np.inf:
        return n
    return _over_points(costs, at, ends, times, tall, finely, found, n)


def _over_points(
    costs: Any, at: Any, ends: Any, times: Any, tall: float, finely: Any, found: Any, n: Any
) -> Any:
    """The same by points between the ends, for compiled code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_over_points)
def _over_some_points(
    costs: Any, at: Any, ends: Any, times: Any, tall: Any, finely: Any, found: Any, n: Any
) -> Callable[..., Any]:
    if "bins" not in costs.fields:

        def on_the_flat(
            costs: Any, at: Any, ends: Any, times: Any, tall: Any, finely: Any, found: Any, n: Any
        ) -> Any:
            n = _over_soonest(costs, at, ends, times, tall, found, n)
            return _over_parts(costs, at, ends, times, tall, found, n) if finely else n

        return on_the_flat

    def aslant(
        costs: Any, at: Any, ends: Any, times: Any, tall: Any, finely: Any, found: Any, n: Any
    ) -> Any:
        return _over_parts(costs, at, ends, times, tall, found, n)

    return aslant


@njit(cache=True, nogil=True)
def _over_parts(costs: Any, at: Any, ends: Any, times: Any, tall: float, found: Any, n: int) -> int:
    """The same by points evenly apart."""
    for k in range(1, TRIES):
        share = k / TRIES
        row = ends[0][0] + share * (ends[1][0] - ends[0][0])
        col = ends[0][1] + share * (ends[1][1] - ends[0][1])
        time = times[0] + share * (times[1] - times[0])
        n = _offer(costs, at, (row, col), time, tall, found, n)
    return n


@njit(cache=True, nogil=True)
def _over_soonest(
    costs: Any, at: Any, ends: Any, times: Any, tall: float, found: Any, n: Any
) -> Any:
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
        return n
    share = (along - away * slope / math.sqrt(slowness**2 - slope**2)) / length
    if SNAP < share < 1.0 - SNAP:
        row = ends[0][0] + share * (ends[1][0] - ends[0][0])
        col = ends[0][1] + share * (ends[1][1] - ends[0][1])
        n = _offer(costs, at, (row, col), times[0] + share * (times[1] - times[0]), tall, found, n)
    return n


@njit(cache=True, nogil=True)
def _offer(costs: Any, at: Any, point: Any, time: float, tall: float, found: Any, n: int) -> int:
    """Add a point that is earlier than where the way is."""
    if time < at[2]:
        cost = _cost(costs, at, point, tall)
        if cost < np.inf:
            found[n, 0], found[n, 1], found[n, 2], found[n, 3] = (
                point[0],
                point[1],
                time,
                time + cost,
            )
            return n + 1
    return n


@njit(cache=True, nogil=True)
def _ahead(
    costs: Any, labels: Any, top: int, left: int, at: Any, tall: float, finely: bool, found: Any
) -> Any:
    """Fill in the points (row, col, time, time here by way of it) that a way may go to from one."""
    rows, cols = costs.values.shape
    first, last = math.ceil(at[0]) - 1, math.floor(at[0]) + 1
    begin, end = math.ceil(at[1]) - 1, math.floor(at[1]) + 1
    n: Any = np.int64(0)  # a plain number would be a type of its own
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
                n = _over_side(costs, at, ends, times, tall, finely, found, n)
    return n


SIDES_AHEAD = 16
"""Sides that are looked at from a point at most: four of each of four squares."""

AGREES = 0.01
"""Part of what a line takes by which it may differ from what the labels say, before more points
ahead are tried."""


@njit(cache=True, nogil=True)
def _next(costs: Any, labels: Any, top: int, left: int, at: Any, tall: float, more: Any) -> Any:
    """(row, col, time) of the point ahead by way of which it takes most nearly as long as the time
    here says, and whether there is one. more : memory for the points that are tried."""
    found, beyond = more[0], more[1]
    coarsely: Any = np.bool_(False)  # so would a plain truth
    for finely in (False, True):
        best, least = -1, np.inf
        n = _ahead(costs, labels, top, left, at, tall, finely, found)
        for k in range(n):
            through = found[k, 3]
            between = found[k, 0] % 1.0 != 0.0 or found[k, 1] % 1.0 != 0.0
            if between and through - at[2] < least:  # there the time may be too early to be gone
                there = (found[k, 0], found[k, 1], found[k, 2])
                soonest = np.inf
                for i in range(_ahead(costs, labels, top, left, there, tall, coarsely, beyond)):
                    soonest = min(soonest, beyond[i, 3])
                through += max(0.0, soonest - found[k, 2])
            off = abs(through - at[2])
            if off < least:
                best, least = k, off
        if best >= 0 and least <= AGREES * (at[2] - found[best, 2]):
            break
    if best < 0:
        return at, False
    return (found[best, 0], found[best, 1], found[best, 2]), True


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
    tried = np.empty((2, SIDES_AHEAD * (2 + TRIES), 4))
    while at[2] < np.inf:
        if count == len(points):
            points = longer_rows(points, count)
        points[count, 0], points[count, 1], points[count, 2] = at
        count += 1
        if at[2] <= until:
            break
        first, last = math.ceil(at[0]) - 1, math.floor(at[0]) + 1
        begin, end = math.ceil(at[1]) - 1, math.floor(at[1]) + 1
        if (
            (first <= top and top > 0)  # from the next point one cell more is looked at
            or (begin <= left and left > 0)
            or (last + 1 >= top + height and top + height < rows)
            or (end + 1 >= left + width and left + width < cols)
        ):
            return points, count, True
        at, goes_on = _next(costs, labels, top, left, at, tall, tried)
        if not goes_on:
            break
    return points, count, False
