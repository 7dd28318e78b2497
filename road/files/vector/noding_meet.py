"""Where segments of lines meet: crossings and touches, found over a grid of cells.

Each segment is entered into the cells that it runs through, and only segments of one cell are
compared: near-linear for street layers, whose segments are short against the map.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.errors import InputError
from core.parallel.growing import longer
from road.graph import F64, I64, U8

_CELLS_A_SEGMENT = 2.0

MOST_PAIRS = 1_000_000_000
"""Most pairs of segments in a cell, compared in a few seconds. Layers of streets have a few for
each segment; only lines that are there thousands of times have so many."""

MEETINGS_A_SEGMENT = 64
"""Most crossings of a segment on average, beyond a million in total: more are no crossings but
lines on top of each other."""

ENTRIES_A_SEGMENT = 32
"""Most cells that segments run through on average, beyond ten million in total: those of streets
are short against the map."""


class Meetings(NamedTuple):
    """What was found, an entry each; a place may be there several times.

    segment, at : int64 and float64, 0 to 1; where a segment has to be split.
    candidate : int64; the place it is split at: point p, or crossing c as points + c.
    touched : uint8, points; 1 where a point lies on another line, so that its own is split too.
    crossing_segment, crossing_at : int64 and float64, crossings; where each one lies.
    complete : False where it was cancelled.
    """

    segment: I64
    at: F64
    candidate: I64
    touched: U8
    crossing_segment: I64
    crossing_at: F64
    complete: bool


class Grid(NamedTuple):
    """Cells of a square grid; columns and rows are counted from x and y."""

    x: float
    y: float
    cell: float
    cols: int
    rows: int


def grid_over(points: F64, segments: I64, tolerance: float) -> Grid:
    """About as many cells as segments, not finer than a usual segment is long."""
    low, high = points.min(axis=0), points.max(axis=0)
    legs = points[segments + 1] - points[segments]
    usual = float(np.median(np.hypot(legs[:, 0], legs[:, 1])))
    area = float(np.prod(np.maximum(high - low, tolerance)))
    wanted = _CELLS_A_SEGMENT * len(segments)
    longest = float((high - low).max()) / wanted  # of a narrow map; else it had too many columns
    cell = max(usual, np.sqrt(area / wanted), longest, 4 * tolerance)
    cols, rows = (int(size // cell) + 1 for size in high - low)
    return Grid(float(low[0]), float(low[1]), float(cell), cols, rows)


def meetings(
    points: F64,
    segments: I64,
    line: I64,
    level: NDArray[np.int16],
    is_end: U8,
    tolerances: tuple[float, float],
    crossings: bool,
    cancelled: U8,
) -> Meetings:
    """All places where segments of lines meet that have to be split there.

    points : float64, (n, 2), metres in a plane. segments : int64, the first point of each; the
        next point is its other end. line : int64, segments. level : int16, lines.
    is_end : uint8, points; 1 at the first and last point of a line.
    tolerances : how far an end may be off the line it touches, and any other point.
    crossings : whether lines are split where they cross in mid-segment.
    cancelled : uint8, (1,), see `core.cancel`.
    """
    grid = grid_over(points, segments, tolerances[0])
    first, entries = cells_of(points, segments, grid, tolerances[0])
    if len(entries) < first[-1]:
        raise InputError(
            f"its {len(segments)} segments are too long to be compared with each other",
            advice="Choose a layer of streets, whose lines are short against the map.",
        )
    inside = np.diff(first)
    most = MEETINGS_A_SEGMENT * len(segments) + 1_000_000
    full = int(np.sum(inside * (inside - 1) // 2)) > MOST_PAIRS
    if not full:
        *found, full = _meet(
            points, segments, line, level, is_end, tolerances, crossings, first, entries, cancelled,
            most,
        )  # fmt: skip
    if full:
        raise InputError(
            f"too many of its {len(segments)} segments lie over each other",
            advice="Remove lines that are there several times.",
        )
    return Meetings(*found)


@njit(cache=True, nogil=True)
def cells_of(points, segments, grid, margin):  # type: ignore[no-untyped-def]
    """(first, entries): segments of cell c are entries[first[c] : first[c + 1]]; no entries at all
    where there would be too many."""
    first = np.zeros(grid.cols * grid.rows + 1, np.int64)
    entries = np.empty(0, np.int64)
    fill = first.copy()
    for filling in range(2):
        for s in range(segments.size):
            ax, ay = points[segments[s], 0] - grid.x, points[segments[s], 1] - grid.y
            bx, by = points[segments[s] + 1, 0] - grid.x, points[segments[s] + 1, 1] - grid.y
            if ay > by:
                ax, ay, bx, by = bx, by, ax, ay
            low = max(int((ay - margin) // grid.cell), 0)
            high = min(int((by + margin) // grid.cell), grid.rows - 1)
            for row in range(low, high + 1):
                left, right = _across(ax, ay, bx, by, row * grid.cell, grid.cell, margin)
                west = max(int(left // grid.cell), 0)
                east = min(int(right // grid.cell), grid.cols - 1)
                for col in range(west, east + 1):
                    cell = row * grid.cols + col
                    if filling:
                        entries[fill[cell]] = s
                        fill[cell] += 1
                    else:
                        first[cell + 1] += 1
        if not filling:
            for cell in range(first.size - 1):
                first[cell + 1] += first[cell]
            if first[-1] > ENTRIES_A_SEGMENT * segments.size + 10_000_000:
                return first, entries
            entries = np.empty(first[-1], np.int64)
            fill = first.copy()
    return first, entries


@njit(cache=True)
def _across(ax, ay, bx, by, bottom, height, margin):  # type: ignore[no-untyped-def]
    """The least and greatest x of a segment, ay <= by, within a row of cells, with a margin."""
    low, high = bottom - margin, bottom + height + margin
    if by - ay <= 0 or (ay >= low and by <= high):
        return min(ax, bx) - margin, max(ax, bx) + margin
    slope = (bx - ax) / (by - ay)
    start = ax if ay >= low else ax + slope * (low - ay)
    stop = bx if by <= high else ax + slope * (high - ay)
    return min(start, stop) - margin, max(start, stop) + margin


@njit(cache=True, nogil=True)
def _meet(  # type: ignore[no-untyped-def]
    points, segments, line, level, is_end, tolerances, crossings, first, entries, cancelled, most
):
    """The values of Meetings, and whether there were more than `most`, which ends it."""
    touched = np.zeros(len(points), np.uint8)
    segment, at, candidate = np.empty(64, np.int64), np.empty(64), np.empty(64, np.int64)
    cross_segment, cross_at = np.empty(64, np.int64), np.empty(64)
    count, cross_count = 0, 0
    for cell in range(first.size - 1):
        if cell % 1024 == 0 and cancelled[0]:
            break
        for one in range(first[cell], first[cell + 1]):
            if count > most:
                break
            for other in range(one + 1, first[cell + 1]):
                i, j = entries[one], entries[other]
                if _apart(points, segments[i], segments[j], tolerances[0]):
                    continue
                if count + 8 > segment.size:
                    segment, at = longer(segment, count), longer(at, count)
                    candidate = longer(candidate, count)
                if cross_count + 1 > cross_segment.size:
                    cross_segment = longer(cross_segment, cross_count)
                    cross_at = longer(cross_at, cross_count)
                for k in range(4):
                    # The two ends of j on i, then those of i on j.
                    on, of = (i, j) if k < 2 else (j, i)
                    point = segments[of] + k % 2
                    # Neighbours along a line share a point; a short one is no junction either.
                    if abs(of - on) == 1 and line[of] == line[on]:
                        continue
                    grounds = level[line[on]] == level[line[of]]
                    if not grounds and not (is_end[point] and level[line[on]] == 0):
                        continue
                    near = tolerances[0] if is_end[point] else tolerances[1]
                    t = _touch(points, segments[on], point, near)
                    if t >= 0.0:
                        segment[count], at[count], candidate[count] = on, t, point
                        touched[point] = 1
                        count += 1
                if crossings and level[line[i]] == level[line[j]]:
                    t, u = _crossing(points, segments[i], segments[j])
                    if t >= 0.0:
                        place = len(points) + cross_count
                        segment[count], at[count], candidate[count] = i, t, place
                        segment[count + 1], at[count + 1], candidate[count + 1] = j, u, place
                        cross_segment[cross_count], cross_at[cross_count] = i, t
                        count += 2
                        cross_count += 1
    return (
        segment[:count],
        at[:count],
        candidate[:count],
        touched,
        cross_segment[:cross_count],
        cross_at[:cross_count],
        cancelled[0] == 0,
        count > most,
    )


@njit(cache=True)
def _apart(points, a, b, tolerance):  # type: ignore[no-untyped-def]
    """Whether the boxes around two segments are further apart than the tolerance."""
    for axis in range(2):
        low_a, high_a = points[a, axis], points[a + 1, axis]
        low_b, high_b = points[b, axis], points[b + 1, axis]
        if min(low_a, high_a) > max(low_b, high_b) + tolerance:
            return True
        if min(low_b, high_b) > max(low_a, high_a) + tolerance:
            return True
    return False


@njit(cache=True)
def _touch(points, a, point, tolerance):  # type: ignore[no-untyped-def]
    """Where along segment a the point lies beside it, 0 to 1; -1 where it is too far off."""
    x, y = points[a, 0], points[a, 1]
    dx, dy = points[a + 1, 0] - x, points[a + 1, 1] - y
    px, py = points[point, 0] - x, points[point, 1] - y
    square = dx * dx + dy * dy
    t = 0.0 if square == 0.0 else min(max((px * dx + py * dy) / square, 0.0), 1.0)
    off = np.hypot(px - t * dx, py - t * dy)
    return t if off <= tolerance else -1.0


@njit(cache=True)
def _crossing(points, a, b):  # type: ignore[no-untyped-def]
    """(t, u) where segments a and b cross strictly between their ends; (-1, -1) where not."""
    ax, ay = points[a, 0], points[a, 1]
    ux, uy = points[a + 1, 0] - ax, points[a + 1, 1] - ay
    vx, vy = points[b + 1, 0] - points[b, 0], points[b + 1, 1] - points[b, 1]
    wx, wy = points[b, 0] - ax, points[b, 1] - ay
    turn = ux * vy - uy * vx
    # Nearly parallel ones meet in a touch of an end, or nowhere that could be told exactly.
    if abs(turn) <= 1e-12 * np.hypot(ux, uy) * np.hypot(vx, vy):
        return -1.0, -1.0
    t = (wx * vy - wy * vx) / turn
    u = (wx * uy - wy * ux) / turn
    if 0.0 < t < 1.0 and 0.0 < u < 1.0:
        return t, u
    return -1.0, -1.0
