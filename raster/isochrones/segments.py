"""Marching squares on quarter cells: a field of labels becomes directed boundary segments.

Every reached cell is cut into four quarters. A quarter's corners are the cell's centre, the middles
of two of its sides and one of its corners; the last three take the mean of the reached cells they
touch. So the reached area is covered to the last half cell, a corridor one cell wide keeps its
width, and no quarter of an unreached cell is ever looked at.

Vertices lie on the lattice of `core.geometry.marching_squares`, of 2 · LATTICE steps per cell. A
saddle is told apart by the mean of its corners.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.geometry.marching_squares import (
    Segments,
    append,
    chords_of,
    crossing,
    grown,
    lacks,
    room_for,
)
from core.times import UNREACHED
from raster.slopes.costs import NO_STEP, step_cost
from raster.steps import NEIGHBOUR_COL, NEIGHBOUR_KIND, NEIGHBOUR_ROW, is_passable
from raster.wedges import best_of_wedges

LATTICE = 256
"""Steps of a side of a quarter. A crossing stays a step away from both ends of its side, so that a
cell's centre lies strictly inside its own band; at 256 that moves it by at most 1/512 of a cell."""

FIRST_ROW: Any = np.int64(0)

OUTSIDE = -1.0
"""Value of a cell without a label in a strip; labels are never negative."""


@njit(cache=True)
def _one_step_on(
    costs: Any, labels: NDArray[np.uint32], row: int, col: int, limit_ticks: int
) -> float:
    """Label that an unreached cell would get from its reached neighbours, past the limit.

    The cell is unreached because its label is past the limit, so a smaller number can only come
    from coarser sampling and is lifted over it. OUTSIDE for a barrier, and without a reached
    neighbour.
    """
    rows, cols = labels.shape
    best = np.inf
    if not is_passable(costs, row, col):
        return OUTSIDE
    for k in range(8):
        r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
        if not (0 <= r < rows and 0 <= c < cols) or labels[r, c] >= UNREACHED:
            continue
        step = step_cost(costs, r, c, row, col, NEIGHBOUR_KIND[k])
        if step < NO_STEP:
            best = min(best, np.float64(labels[r, c]) + np.float64(step))
    if costs.straight and best < np.inf:
        best = min(best, np.float64(best_of_wedges(costs, labels, FIRST_ROW, row, col)))
    return OUTSIDE if best == np.inf else max(best, limit_ticks + 1.0)


@njit(cache=True, nogil=True)
def strip_of(
    labels: NDArray[np.uint32], costs: Any, first: int, last: int, limit_ticks: int
) -> NDArray[np.float64]:
    """Rows first..last-1 with a margin of one cell: labels, OUTSIDE where there is none.

    Where `limit_ticks` is not negative, passable cells just past the limit carry the label of one
    more step, so that the outermost line runs between cell centres like all others.
    """
    rows, cols = labels.shape
    strip = np.full((last - first + 2, cols + 2), OUTSIDE)
    for row in range(max(first - 1, 0), min(last + 1, rows)):
        for col in range(cols):
            if labels[row, col] < UNREACHED:
                strip[row - first + 1, col + 1] = labels[row, col]
            elif limit_ticks >= 0:
                strip[row - first + 1, col + 1] = _one_step_on(costs, labels, row, col, limit_ticks)
    return strip


@njit(cache=True)
def _class_of(value: float, levels: NDArray[np.float64]) -> int:
    """Number of levels below the value: 0 for the first band, len(levels) past the last."""
    low, high = 0, len(levels)
    while low < high:
        middle = (low + high) // 2
        if levels[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True)
def _mean(a: float, b: float, c: float, d: float) -> float:
    """Mean of those that are not OUTSIDE."""
    total = max(a, 0.0) + max(b, 0.0) + max(c, 0.0) + max(d, 0.0)
    return total / ((a >= 0) + (b >= 0) + (c >= 0) + (d >= 0))


@njit(cache=True)
def _nodes(strip: NDArray[np.float64], row: int, col: int, nodes: NDArray[np.float64]) -> None:
    """Values at the corners, side middles and centre of a cell; float64, (3, 3), north first."""
    for i in range(3):
        for j in range(3):
            r, c = row + (i + 1) // 2 - 1, col + (j + 1) // 2 - 1
            down, right = int(i != 1), int(j != 1)
            nodes[i, j] = _mean(
                strip[r, c], strip[r + down, c], strip[r, c + right], strip[r + down, c + right]
            )


@njit(cache=True)
def _quarter(
    nw: float, sw: float, se: float, ne: float, levels: NDArray[np.float64], origin: int,
    width: int, lines: bool, chords: NDArray[np.int64], out: Segments, count: int,
) -> int:  # fmt: skip
    """Append the lines through one quarter; for polygons once for the band on either side.

    Where two levels of a band run along the same lattice line, the band has no width there and
    gets neither.
    """
    lowest = _class_of(min(min(nw, sw), min(se, ne)), levels)
    highest = _class_of(max(max(nw, sw), max(se, ne)), levels)
    if lowest == highest:
        return count
    lower, upper = chords[0], chords[1]
    middle = (nw + sw + se + ne) / 4
    lower_count = 0
    for band in range(lowest, highest + 1):
        upper_count = 0
        if band < highest:
            upper_count = chords_of(
                nw, sw, se, ne, middle, levels[band], origin, width, LATTICE, upper
            )
        if band < len(levels):
            for i in range(upper_count):
                if lines or lacks(lower, lower_count, upper[i, 0], upper[i, 1]):
                    count = append(out, count, upper[i, 0], upper[i, 1], band)
            for i in range(0 if lines else lower_count):
                if lacks(upper, upper_count, lower[i, 0], lower[i, 1]):
                    count = append(out, count, lower[i, 1], lower[i, 0], band)
        lower, upper = upper, lower
        lower_count = upper_count
    return count


@njit(cache=True)
def _border(
    a: float, b: float, vertex: int, stride: int, flipped: bool, levels: NDArray[np.float64],
    out: Segments, count: int,
) -> int:  # fmt: skip
    """Append the pieces of a quarter's side that has nothing beyond it, each to its band.

    vertex, stride : the end worth `a`, and what a lattice step adds to it. Steps are counted from
    there; `flipped` says that the cell lies on the right of that direction.
    """
    here, last = _class_of(a, levels), _class_of(b, levels)
    rising = 1 if last > here else -1
    at = 0
    while True:
        end = LATTICE
        if here != last:
            end = crossing(a, b, levels[here if rising > 0 else here - 1], LATTICE)
        if end > at and here < len(levels):
            start_vertex, end_vertex = vertex + at * stride, vertex + end * stride
            if flipped:
                start_vertex, end_vertex = end_vertex, start_vertex
            count = append(out, count, start_vertex, end_vertex, here)
        if here == last:
            return count
        at = end
        here += rising


@njit(cache=True)
def _borders(
    strip: NDArray[np.float64], row: int, col: int, nodes: NDArray[np.float64], origin: int,
    width: int, levels: NDArray[np.float64], out: Segments, count: int,
) -> int:  # fmt: skip
    """Append the sides of a cell that face nothing; origin is its south-west vertex."""
    far = 2 * LATTICE
    for side in range(4):
        upright, east_or_north = side < 2, side % 2
        beyond = 2 * east_or_north - 1
        beside = strip[row, col + beyond] if upright else strip[row - beyond, col]
        if beside >= 0:
            continue
        for half in range(2):
            if upright:  # from the north
                a, b = nodes[half, 2 * east_or_north], nodes[half + 1, 2 * east_or_north]
                vertex = origin + (far - half * LATTICE) * width + far * east_or_north
                stride = -width
            else:  # from the west
                a, b = nodes[2 - 2 * east_or_north, half], nodes[2 - 2 * east_or_north, half + 1]
                vertex = origin + half * LATTICE + far * width * east_or_north
                stride = 1
            count = _border(a, b, vertex, stride, east_or_north == 1, levels, out, count)
    return count


@njit(cache=True)
def _uniform(classes: NDArray[np.int16], row: int, col: int) -> bool:
    """Whether a cell and its eight neighbours are all of one class, so that no line is near."""
    here = classes[row, col]
    for r in range(row - 1, row + 2):
        for c in range(col - 1, col + 2):
            if classes[r, c] != here:
                return False
    return True


@njit(cache=True)
def _classes(strip: NDArray[np.float64], levels: NDArray[np.float64]) -> NDArray[np.int16]:
    """Class of every cell of a strip, -1 where there is no label."""
    classes = np.full(strip.shape, -1, np.int16)
    for row in range(strip.shape[0]):
        for col in range(strip.shape[1]):
            if strip[row, col] >= 0:
                classes[row, col] = _class_of(strip[row, col], levels)
    return classes


@njit(cache=True, nogil=True)
def _march(
    strip: NDArray[np.float64], levels: NDArray[np.float64], south: int, width: int, lines: bool
) -> tuple[Segments, int]:
    """Segments of a strip with room to spare, and how many they are."""
    rows, cols = strip.shape[0] - 2, strip.shape[1] - 2
    classes = _classes(strip, levels)
    nodes, chords = np.empty((3, 3)), np.empty((2, 2, 2), np.int64)
    out = room_for(4096)
    count: Any = np.int64(0)  # a plain 0 is a type of its own, compiled for anew
    most = 24 * (len(levels) + 1)  # 4 quarters × 4 chords + 8 half sides, per band
    for row in range(1, rows + 1):
        for col in range(1, cols + 1):
            if classes[row, col] < 0 or _uniform(classes, row, col):
                continue
            out = grown(out, count, most)
            _nodes(strip, row, col, nodes)
            origin = (south + 2 * LATTICE * (rows - row)) * width + 2 * LATTICE * (col - 1)
            for quarter in range(4):
                i, j = quarter // 2, quarter % 2
                corner = origin + (1 - i) * LATTICE * width + j * LATTICE
                count = _quarter(
                    nodes[i, j], nodes[i + 1, j], nodes[i + 1, j + 1], nodes[i, j + 1],
                    levels, corner, width, lines, chords, out, count,
                )  # fmt: skip
            if not lines:
                count = _borders(strip, row, col, nodes, origin, width, levels, out, count)
    return out, count


def segments_of(
    strip: NDArray[np.float64], levels: NDArray[np.float64], south: int, width: int, lines: bool
) -> Segments:
    """Segments of a strip: the outlines of all bands, or with `lines` the level lines alone.

    strip : labels with a margin of one cell, see `strip_of`.
    levels : float64, (bands,), ascending, none equal to the mean of up to four labels.
    south : lattice y of the strip's southern edge.   width : lattice vertices in a row.
    """
    out, count = _march(strip, levels, south, width, lines)
    return Segments(out.start[:count].copy(), out.end[:count].copy(), out.band[:count].copy())
