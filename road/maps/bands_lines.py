"""The lines of parts of arcs, for millions at a time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from core.errors import InputError
from road.graph import F64, I64, U32, RoadGraph, read_only
from road.turns import arc_lines


@dataclass(frozen=True, eq=False)
class PartLines:
    """Lines one after another.

    first : int64, lines + 1; line p has points first[p] to first[p + 1], at least two.
    points : float64, (n, 2), x and y in the graph's CRS.
    share : float64, n; how far along its arc each point lies, 0 to 1 from the arc's tail.
    """

    first: I64
    points: F64
    share: F64


def part_lines(graph: RoadGraph, arcs: U32, begin: F64, end: F64) -> PartLines:
    """From share `begin` to share `end` of each arc, over the points of its shape between.

    Raises InputError for a graph without positions.
    """
    if graph.x is None or graph.y is None:
        raise InputError("the roads have no positions", where=graph.name)
    roads = arc_lines(graph)
    given = roads, read_only(arcs), begin, end
    first = np.zeros(len(arcs) + 1, np.int64)
    _draw(*given, first, np.empty((0, 2)), np.empty(0), True)
    np.cumsum(first, out=first)
    points, share = np.empty((first[-1], 2)), np.empty(first[-1])
    _draw(*given, first, points, share, False)
    return PartLines(first, points, share)


@njit(cache=True, nogil=True)
def _leg(ax: float, ay: float, bx: float, by: float, geographic: bool) -> float:
    """Length of a leg; in degrees of latitude where coordinates are geographic."""
    across = bx - ax
    if geographic:
        across *= math.cos(math.radians(0.5 * (ay + by)))
    return math.hypot(across, by - ay)


@njit(cache=True, nogil=True)
def _unroll(arc: int, roads: Any, line: Any) -> int:
    """Write an arc's points and how far along it each lies, as a share; returns their number."""
    tail, head, x, y, shape_first, shape_points, of_arc, reverse, geographic = roads
    line[0, 0], line[0, 1], line[0, 2] = x[tail[arc]], y[tail[arc]], 0.0
    count = 1
    begin, end = shape_first[of_arc[arc]], shape_first[of_arc[arc] + 1]
    for k in range(end - begin):
        point = end - 1 - k if reverse[arc] else begin + k
        line[count, 0], line[count, 1] = shape_points[point, 0], shape_points[point, 1]
        count += 1
    line[count, 0], line[count, 1] = x[head[arc]], y[head[arc]]
    count += 1
    for k in range(1, count):
        leg = _leg(line[k - 1, 0], line[k - 1, 1], line[k, 0], line[k, 1], geographic)
        line[k, 2] = line[k - 1, 2] + leg
    whole = line[count - 1, 2]
    for k in range(1, count):
        line[k, 2] = line[k, 2] / whole if whole > 0 else k / (count - 1)
    return count


@njit(cache=True, nogil=True)
def _draw(
    roads: Any,
    arcs: Any,
    begins: Any,
    ends: Any,
    first: Any,
    points: Any,
    share: Any,
    counting: bool,
) -> None:
    """Count the points of line p into first[p + 1], or write them from first[p] on."""
    longest, shape_first = 0, roads[4]
    for shape in range(len(shape_first) - 1):
        longest = max(longest, shape_first[shape + 1] - shape_first[shape])
    line = np.empty((longest + 2, 3))
    for part in range(len(arcs)):
        begin, end = begins[part], ends[part]
        count = _unroll(arcs[part], roads, line)
        if counting:
            for k in range(count):
                if begin < line[k, 2] < end:
                    first[part + 1] += 1
            first[part + 1] += 2
            continue
        n = first[part]
        _place(line, count, begin, points, share, n)
        for k in range(count):
            if begin < line[k, 2] < end:
                n += 1
                points[n, 0], points[n, 1], share[n] = line[k, 0], line[k, 1], line[k, 2]
        _place(line, count, end, points, share, n + 1)


@njit(cache=True, nogil=True)
def _place(line: Any, count: int, place: float, points: Any, share: Any, n: int) -> None:
    """Write the point at a share of a line as point n."""
    k = 1
    while k < count - 1 and line[k, 2] < place:
        k += 1
    leg = line[k, 2] - line[k - 1, 2]
    along = (place - line[k - 1, 2]) / leg if leg > 0 else 0.0
    if along >= 1.0:  # to the bit, so that neighbours meet
        points[n, 0], points[n, 1] = line[k, 0], line[k, 1]
    else:
        points[n, 0] = line[k - 1, 0] + along * (line[k, 0] - line[k - 1, 0])
        points[n, 1] = line[k - 1, 1] + along * (line[k, 1] - line[k - 1, 1])
    share[n] = place
