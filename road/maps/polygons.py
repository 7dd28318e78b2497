"""Areas around reached roads: all ground within a tolerance of a road, holes kept.

The distance to the nearest reached road is measured exactly at the nodes of a grid, a quarter of
the tolerance apart, and the outline is where it passes the tolerance between nodes, by linear
interpolation (marching squares; where corners lie crosswise, their mean decides). Near a straight
road distances are even and the outline is exact to the thousandth part of a per cent. Where two
roads are equally near it may close a gap narrower than the nodes' spacing, so ground further from
roads than the tolerance by up to 0.18 of it may be held; areas are right to about a hundredth.
Against buffers by geometry: the work is by area, not by crossings of outlines, and always ends in
closed rings, and neighbouring bands have their borders in common to the bit.

No geometry package is needed here: rings are arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import InputError, ParameterError
from core.progress import Progress, no_progress
from road.graph import F32, F64, I64, U8
from road.maps.rasterise import CellGrid, distances_to_lines

NODES_A_TOLERANCE = 4

MOST_NODES = 100_000_000
"""Most nodes of a grid; two grids of them take 0.8 GB."""

PLACES_AN_EDGE = 1 << 14
"""Places between two nodes at which outlines may pass, never at a node. So two that pass at about
the same place pass at the very same, or a millimetre apart, which files can tell."""


@dataclass(frozen=True, eq=False)
class Rings:
    """Closed rings that do not cross: outer ones anticlockwise (y upwards), holes clockwise.

    first : int64, rings + 1; points : float64, (n, 2); the first point of a ring is also its last.
    """

    first: I64
    points: F64


def areas_within(
    tolerance: float,
    first: I64,
    points: F64,
    band: U8,
    bands: int,
    *,
    metres_per_unit: float = 1.0,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Iterator[Rings]:
    """For each band, the ground within `tolerance` metres of lines of that band and not within it
    of lines of those before.

    first, points : lines in a planar CRS; band : uint8, lines. Raises InputError where the area is
    too large for the tolerance.
    """
    if not 0 < tolerance < np.inf:
        raise ParameterError(f"a tolerance of {tolerance} m", advice="Give more than 0 m.")
    grid = _grid_around(points, tolerance, metres_per_unit)
    step = grid.cell_x * metres_per_unit
    distance: F32 = np.full((grid.rows, grid.cols), np.inf, np.float32)
    before: F32 = distance.copy()
    for number in range(bands):
        cancel.check("drawing areas")
        progress(number / bands, "drawing areas")
        some_first, some_points = _some_lines(first, points, band == number)
        distances_to_lines(grid, some_first, some_points, tolerance + 2 * step, distance, cancel)
        yield outline(distance, before, tolerance, grid)
        before[:] = distance


def outline(values: F32, before: F32, level: float, grid: CellGrid) -> Rings:
    """Rings around what is at most `level` now and was not before; at the centres of cells.

    They run through the very points of the rings around what was before. Rings may touch, each
    other or the others, at single points. before : nowhere below `values`. The outermost cells must
    lie outside.
    """
    start, end, cell = _segments_of(values, level)
    old_end, old_start, old_cell = _segments_of(before, level)  # its inside is outside
    offset = 2 * values.size
    # A crossing of both outlines has one number where they pass it at one place, else two.
    old_start = old_start + offset * _elsewhere(old_start, values, before, level)
    old_end = old_end + offset * _elsewhere(old_end, values, before, level)
    gone, old_gone = _opposite((start, end), (old_start, old_end), 2 * offset)
    start = np.concatenate((start[~gone], old_start[~old_gone]))
    end = np.concatenate((end[~gone], old_end[~old_gone]))
    cell = np.concatenate((cell[~gone], old_cell[~old_gone]))
    key, node = np.unique(start, return_inverse=True)
    first, members = _rings(node, _following(start, end, cell))
    key = key[node[members]]
    col, row = np.empty(len(key)), np.empty(len(key))
    for kind, field in ((0, values), (1, before)):
        some = key // offset == kind
        col[some], row[some] = _places(key[some] % offset, field, level)
    points = np.stack(
        (grid.left + (col + 0.5) * grid.cell_x, grid.top - (row + 0.5) * grid.cell_y), axis=1
    )
    return Rings(first, points)


def signed_areas(rings: Rings) -> F64:
    """float64, rings; positive where anticlockwise, in squares of the unit."""
    x, y = rings.points[:, 0], rings.points[:, 1]
    cross = np.zeros(len(x) + 1)
    cross[1:-1] = x[:-1] * y[1:] - x[1:] * y[:-1]
    total = np.cumsum(cross)
    return np.asarray(0.5 * (total[rings.first[1:] - 1] - total[rings.first[:-1]]))


def _grid_around(points: F64, tolerance: float, metres_per_unit: float) -> CellGrid:
    step = tolerance / NODES_A_TOLERANCE / metres_per_unit
    margin = (NODES_A_TOLERANCE + 2) * step
    if len(points) == 0:
        return CellGrid(3, 3, 0.0, 0.0, step, step, metres_per_unit)
    left, bottom = points.min(axis=0) - margin
    right, top = points.max(axis=0) + margin
    rows, cols = int((top - bottom) / step) + 1, int((right - left) / step) + 1
    if rows * cols > MOST_NODES:
        enough = tolerance * (rows * cols / MOST_NODES) ** 0.5
        raise InputError(
            f"an area of {cols * step * metres_per_unit / 1000:.0f} × "
            f"{rows * step * metres_per_unit / 1000:.0f} km is too large to be drawn within "
            f"{tolerance:g} m",
            advice=f"Choose a tolerance of {enough:.2g} m or more, or a smaller limit.",
        )
    return CellGrid(rows, cols, float(left), float(top), step, step, metres_per_unit)


def _some_lines(first: I64, points: F64, chosen: NDArray[np.bool_]) -> tuple[I64, F64]:
    lengths = np.diff(first)
    some = np.zeros(int(chosen.sum()) + 1, np.int64)
    np.cumsum(lengths[chosen], out=some[1:])
    return some, points[np.repeat(chosen, lengths)]


# A crossing is where an edge between neighbouring nodes passes the level. Its number is twice that
# of the edge's first node, and one more where the edge goes down.


def _segments_of(values: F32, level: float) -> tuple[I64, I64, I64]:
    """(start, end, square): crossings that each segment joins, and in which square of nodes."""
    none = np.empty(0, np.int64)
    count = int(_segments(values, level, none, none, none))
    start, end, square = (np.empty(count, np.int64) for _ in range(3))
    _segments(values, level, start, end, square)
    return start, end, square


def _ends_of(crossing: I64, cols: int) -> tuple[I64, I64]:
    """The nodes of the edges that crossings lie on."""
    node, down = np.divmod(crossing, 2)
    return node, node + np.where(down == 1, cols, 1)


def _elsewhere(crossing: I64, values: F32, before: F32, level: float) -> NDArray[np.bool_]:
    """Whether the outline of what was before passes an edge elsewhere than that of what is now.

    What is inside has grown, so where the latter does not pass the edge, both ends are inside.
    """
    here, there = _ends_of(crossing, values.shape[1])
    inside = values.ravel() <= level
    passes = inside[here] != inside[there]
    apart = np.ones(len(crossing), np.bool_)
    some = crossing[passes]
    apart[passes] = _along(some, values, level) != _along(some, before, level)
    return apart


def _opposite(
    ends: tuple[I64, I64], other_ends: tuple[I64, I64], numbers: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which segments lead along one of the others the other way, and which of the others.

    ends : where segments start and end, below `numbers`; no two of a kind have the same.
    """
    here = ends[1] * numbers + ends[0]
    there = other_ends[0] * numbers + other_ends[1]
    return np.isin(here, there, assume_unique=True), np.isin(there, here, assume_unique=True)


def _following(start: I64, end: I64, square: I64) -> I64:
    """The segment after each. Where two outlines touch, it turns back within its square: what lies
    between the outlines on either side of that point is apart from each other."""
    order = np.argsort(start, kind="stable")
    ascending = start[order]
    at = np.searchsorted(ascending, end)
    after = np.minimum(at + 1, len(order) - 1)
    turns = (ascending[after] == end) & (square[order[after]] == square)
    return np.asarray(order[np.where(turns, after, at)])


@njit(cache=True, nogil=True)
def _segments(values: Any, level: float, start: Any, end: Any, square: Any) -> int:
    """Segments between crossings, inside on the left; as far as there is room. Returns how many.

    A walk round a square, clockwise, enters and leaves the inside in turns; a segment leads from
    where it enters to where it leaves: of the same stretch where the middle is outside, of the
    stretch before where it is inside.
    """
    rows, cols = values.shape
    count = 0
    corners = np.empty(4)
    enters, leaves = np.empty(2, np.int64), np.empty(2, np.int64)
    for row in range(rows - 1):
        for col in range(cols - 1):
            corners[0], corners[1] = values[row, col], values[row, col + 1]
            corners[2], corners[3] = values[row + 1, col + 1], values[row + 1, col]
            inside = 0
            for k in range(4):
                inside += 1 if corners[k] <= level else 0
            if inside == 0 or inside == 4:
                continue
            node = row * cols + col
            edges = (2 * node, 2 * (node + 1) + 1, 2 * (node + cols), 2 * node + 1)
            stretches, left = 0, 0
            began_inside = corners[0] <= level
            for k in range(4):
                here, there = corners[k] <= level, corners[(k + 1) % 4] <= level
                if there and not here:
                    enters[stretches] = edges[k]
                    stretches += 1
                elif here and not there:
                    leaves[left] = edges[k]
                    left += 1
            # Pair each entry with the exit after it.
            if began_inside and stretches == 2:
                leaves[0], leaves[1] = leaves[1], leaves[0]
            if stretches == 2 and 0.25 * corners.sum() <= level:
                leaves[0], leaves[1] = leaves[1], leaves[0]
            for k in range(stretches):
                if count < len(start):
                    start[count], end[count], square[count] = enters[k], leaves[k], node
                count += 1
    return count


@njit(cache=True, nogil=True)
def _rings(node: Any, following: Any) -> Any:
    """Rings of segments that pass no crossing twice: where each begins, and its segments, the first
    again at the end.

    node : int64, segments; number of the crossing at which each starts, from 0 without gaps.
    """
    seen = np.zeros(len(following), np.uint8)
    place = np.full(len(following), -1, np.int64)  # of each crossing on the path
    path = np.empty(len(following) + 1, np.int64)
    first = [0]
    members = np.empty(2 * len(following), np.int64)
    n = 0
    for begin in range(len(following)):
        segment, length = begin, 0
        while True:
            back = place[node[segment]]
            if back >= 0:  # round: what lies since then is a ring
                for k in range(back, length):
                    place[node[path[k]]] = -1
                    members[n] = path[k]
                    n += 1
                members[n] = path[back]
                n += 1
                first.append(n)
                length = back
            if seen[segment]:
                break
            seen[segment] = 1
            place[node[segment]] = length
            path[length] = segment
            length += 1
            segment = following[segment]
    return np.array(first), members[:n]


def _places(crossing: I64, values: F32, level: float) -> tuple[F64, F64]:
    """Column and row of crossings."""
    along = _along(crossing, values, level)
    row, col = np.divmod(crossing // 2, values.shape[1])
    down = crossing % 2
    return col + along * (1 - down), row + along * down


def _along(crossing: I64, values: F32, level: float) -> F64:
    """Share of the edge at which a crossing lies."""
    here, there = _ends_of(crossing, values.shape[1])
    a = values.ravel()[here].astype(np.float64)
    b = values.ravel()[there].astype(np.float64)
    place = np.rint((level - a) / (b - a) * PLACES_AN_EDGE)
    return np.asarray(np.clip(place, 1, PLACES_AN_EDGE - 1) / PLACES_AN_EDGE)
