"""Areas around reached roads: all ground within a tolerance of a road, holes kept.

The distance to the nearest reached road is measured exactly at the nodes of a grid, a quarter of
the tolerance apart, and the outline is where it passes the tolerance between nodes, by linear
interpolation (marching squares; where corners lie crosswise, their mean decides). Near a straight
road distances are even and the outline is exact to rounding. Where two roads are equally near it
may close a gap narrower than the nodes' spacing, so ground further from roads than the tolerance by
up to 0.18 of it may be held; areas are right to about a hundredth. Against buffers by geometry: the
work is by area, not by crossings of outlines, and always ends in closed rings.

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
"""Two grids of them take 0.8 GB."""

APART = 1e-4
"""Of the distance between nodes: rings that would touch are kept apart by so much, a millimetre."""


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

    before : nowhere below `values`. The outermost cells must lie outside.
    """
    start, end = _segments_of(values, level)
    old_end, old_start = _segments_of(before, level)  # the other way round: its inside is outside
    # Where both fields are equal, outlines run on each other, and both go.
    same_start = _same(old_start, values, before)
    same_end = _same(old_end, values, before)
    order = np.argsort(end, kind="stable")
    twin = _found(end, order, old_start)
    gone_old = same_start & same_end & (twin >= 0)
    gone_old[gone_old] = start[twin[gone_old]] == old_end[gone_old]
    gone = np.zeros(len(start), np.bool_)
    gone[twin[gone_old]] = True
    # Where they meet for longer they join; where they merely touch they are kept apart.
    joint = np.sort(np.concatenate((old_start[gone_old], old_end[gone_old])))
    offset = 2 * values.size
    old_start = old_start + offset * _kind(same_start, _among(joint, old_start))
    old_end = old_end + offset * _kind(same_end, _among(joint, old_end))
    start = np.concatenate((start[~gone], old_start[~gone_old]))
    end = np.concatenate((end[~gone], old_end[~gone_old]))
    order = np.argsort(start, kind="stable")
    first, members = _linked(_found(start, order, end))
    key = start[members]
    col, row = np.empty(len(key)), np.empty(len(key))
    for kind, field, inwards in ((0, values, 0.0), (1, before, 0.0), (2, before, APART)):
        some = key // offset == kind
        col[some], row[some] = _crossings(key[some] % offset, field, level, inwards)
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


def _segments_of(values: F32, level: float) -> tuple[I64, I64]:
    none = np.empty(0, np.int64)
    count = int(_segments(values, level, none, none))
    start, end = np.empty(count, np.int64), np.empty(count, np.int64)
    _segments(values, level, start, end)
    return start, end


def _ends_of(crossing: I64, cols: int) -> tuple[I64, I64]:
    """The nodes of the edges that crossings lie on."""
    node, down = np.divmod(crossing, 2)
    return node, node + np.where(down == 1, cols, 1)


def _same(crossing: I64, values: F32, before: F32) -> NDArray[np.bool_]:
    """Whether two fields are equal at both ends of the edges."""
    here, there = _ends_of(crossing, values.shape[1])
    now, then = values.ravel(), before.ravel()
    return np.asarray((now[here] == then[here]) & (now[there] == then[there]))


def _kind(same: NDArray[np.bool_], joint: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Of old crossings: 0 where outlines join, 1 elsewhere, 2 where they would touch."""
    return np.where(same, np.where(joint, 0, 2), 1)


def _among(ascending: I64, wanted: I64) -> NDArray[np.bool_]:
    """Which of `wanted` are among some numbers."""
    after = np.searchsorted(ascending, wanted, side="right")
    return np.asarray(after > np.searchsorted(ascending, wanted))


def _found(keys: I64, order: I64, wanted: I64) -> I64:
    """Where each of `wanted` is among keys, -1 where it is not; `order` sorts the keys."""
    if not len(keys):
        return np.full(len(wanted), -1, np.int64)
    place = np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)
    return np.where(keys[order[place]] == wanted, order[place], -1)


@njit(cache=True, nogil=True)
def _segments(values: Any, level: float, start: Any, end: Any) -> int:
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
                    start[count], end[count] = enters[k], leaves[k]
                count += 1
    return count


@njit(cache=True, nogil=True)
def _linked(following: Any) -> Any:
    """Rings of segments: where each ring begins, and its segments, the first again at the end."""
    seen = np.zeros(len(following), np.uint8)
    first = [0]
    members = np.empty(2 * len(following), np.int64)
    n = 0
    for begin in range(len(following)):
        if seen[begin]:
            continue
        segment = begin
        while not seen[segment]:
            seen[segment] = 1
            members[n] = segment
            n += 1
            segment = following[segment]
        members[n] = begin
        n += 1
        first.append(n)
    return np.array(first), members[:n]


def _crossings(crossing: I64, values: F32, level: float, inwards: float) -> tuple[F64, F64]:
    """Column and row of crossings, moved inwards by a share of the edge."""
    here, there = _ends_of(crossing, values.shape[1])
    a = values.ravel()[here].astype(np.float64)
    b = values.ravel()[there].astype(np.float64)
    along = (level - a) / (b - a) + np.where(a <= level, -inwards, inwards)
    along = np.clip(along, APART / 8, 1 - APART / 8)  # never on a node: rings would touch there
    row, col = np.divmod(here, values.shape[1])
    down = crossing % 2
    return col + along * (1 - down), row + along * down
