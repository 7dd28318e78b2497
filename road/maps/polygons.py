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
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import InputError, ParameterError
from core.geometry.marching_squares import Segments, append, chords_of, grown, lacks, room_for
from core.geometry.nesting import NO_POLYGONS, assembled, closed, nested
from core.geometry.rings import cut_into_rings, successors, touches_of
from core.progress import Progress, no_progress
from road.graph import F32, F64, I64, U8
from road.maps.rasterise import CellGrid, distances_to_lines

NODES_A_TOLERANCE = 4

MOST_NODES = 100_000_000
"""Most nodes of a grid; two grids of them take 0.8 GB."""

STEPS = 1 << 14
"""Steps of the lattice between two nodes. Outlines pass at one of so many places, never at a node.
So two that pass at about the same place pass at the very same, or a millimetre apart, which files
can tell."""


class Areas(NamedTuple):
    """Polygons by size, their rings closed, an outer one before its holes: outer rings are
    anticlockwise (y upwards), holes clockwise.

    points : float64, (n, 2). ring_offsets : int64, (rings + 1,), in points. polygon_offsets :
    int64, (polygons + 1,), in rings.
    """

    points: F64
    ring_offsets: I64
    polygon_offsets: I64


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
) -> Iterator[Areas]:
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


def outline(values: F32, before: F32, level: float, grid: CellGrid) -> Areas:
    """What is at most `level` now and was not before; at the centres of cells.

    Rings run through the very points of the rings around what was before. They may touch, each
    other or the others, at single points. before : nowhere below `values`. The outermost cells must
    lie outside.
    """
    width = (grid.cols - 1) * STEPS + 1
    start, end = _segments_of(values, before, level, width)
    if not len(start):
        return Areas(np.empty((0, 2)), *NO_POLYGONS[1:])
    order = np.argsort(start)
    following, touch = np.empty_like(order), np.empty_like(order)
    following[order] = order[successors(start[order], end[order], width)]
    touch[order] = touches_of(start[order])
    rings = cut_into_rings(start, following, touch, width, True)
    polygon = nested(rings, start, end, width, STEPS)
    vertices, offsets = closed(rings, np.arange(len(rings.walk)))
    areas = _areas(offsets, _places(vertices, width, grid))
    by_size = np.argsort(areas[~rings.is_hole], kind="stable")
    rank = np.empty_like(by_size)
    rank[by_size] = np.arange(len(by_size))
    found = assembled(rings, rank[polygon])
    return Areas(_places(found.vertices, width, grid), *found[1:])


def _areas(first: I64, points: F64) -> F64:
    """float64, rings; positive where anticlockwise, in squares of the unit."""
    x, y = points[:, 0], points[:, 1]
    cross = np.zeros(len(x) + 1)
    cross[1:-1] = x[:-1] * y[1:] - x[1:] * y[:-1]
    total = np.cumsum(cross)
    return np.asarray(0.5 * (total[first[1:] - 1] - total[first[:-1]]))


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


def _segments_of(values: F32, before: F32, level: float, width: int) -> tuple[I64, I64]:
    """(start, end), vertices: first the outlines of what is inside now, then those of what was
    before, the other way round; no piece that both have."""
    out, count = _march(values, before, level, width)
    old = out.band[:count] == 1
    start, end = out.start[:count], out.end[:count]
    return np.concatenate((start[~old], start[old])), np.concatenate((end[~old], end[old]))


@njit(cache=True, nogil=True)
def _march(values: Any, before: Any, level: float, width: int) -> tuple[Segments, int]:
    """Segments with room to spare, and how many they are; band 1 is of what was before, which is
    nowhere inside where `values` are not.

    Vertices count from the lower left node.
    """
    rows, cols = values.shape
    out = room_for(4096)
    count: Any = np.int64(0)  # a plain 0 is a type of its own, compiled for anew
    now, old = np.empty((2, 2), np.int64), np.empty((2, 2), np.int64)
    for row in range(rows - 1):
        for col in range(cols - 1):
            # Said here, not in a function: most squares are passed over, and calls take long.
            inside = (values[row, col] <= level) + (values[row, col + 1] <= level)
            inside += (values[row + 1, col] <= level) + (values[row + 1, col + 1] <= level)
            if inside == 0:
                continue
            was = (before[row, col] <= level) + (before[row, col + 1] <= level)
            was += (before[row + 1, col] <= level) + (before[row + 1, col + 1] <= level)
            if inside == 4 and (was == 0 or was == 4):
                continue
            origin = ((rows - 2 - row) * width + col) * STEPS
            new_count = _through(values, row, col, level, origin, width, now)
            old_count = _through(before, row, col, level, origin, width, old)
            out = grown(out, count, 4)
            for k in range(new_count - 1, -1, -1):
                if lacks(old, old_count, now[k, 0], now[k, 1]):
                    count = append(out, count, now[k, 0], now[k, 1], 0)
            for k in range(old_count - 1, -1, -1):
                if lacks(now, new_count, old[k, 0], old[k, 1]):
                    count = append(out, count, old[k, 1], old[k, 0], 1)
    return out, count


@njit(cache=True)
def _through(
    values: Any, row: int, col: int, level: float, origin: int, width: int, chords: Any
) -> int:
    """The chords through a square of nodes; see `chords_of`. What is at the level is inside."""
    nw, ne = np.float64(values[row, col]), np.float64(values[row, col + 1])
    sw, se = np.float64(values[row + 1, col]), np.float64(values[row + 1, col + 1])
    # A hair below, since a middle right at the level is inside, too.
    middle = np.nextafter(0.25 * (nw + ne + se + sw), -np.inf)
    return chords_of(nw, sw, se, ne, middle, level, origin, width, STEPS, chords)


def _places(vertices: I64, width: int, grid: CellGrid) -> F64:
    """float64, (n, 2), points of the CRS."""
    y, x = np.divmod(vertices, width)
    col, row = x / STEPS, (grid.rows - 1) - y / STEPS
    points = (grid.left + (col + 0.5) * grid.cell_x, grid.top - (row + 0.5) * grid.cell_y)
    return np.stack(points, axis=1)
