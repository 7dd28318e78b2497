"""Rings become polygons with holes.

Rings of one walk belong together. A walk of holes alone lies in the polygon whose outline is met
first to the west of its westernmost vertex: one look in sorted segments per hole, so that a million
holes in one polygon are no worse than a million polygons. (Polygon builders that try the polygons
in turn take minutes on a noisy field.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.geometry.rings import Rings


class Polygons(NamedTuple):
    """Rings in order of their polygons, each closed, an outer ring before its holes.

    vertices : int64.   ring_offsets : int64, (rings + 1,).   polygon_offsets : int64, in rings.
    """

    vertices: NDArray[np.int64]
    ring_offsets: NDArray[np.int64]
    polygon_offsets: NDArray[np.int64]


@njit(cache=True)
def _met_westward(
    vertex: int, position: int, start: NDArray[np.int64], end: NDArray[np.int64],
    order: NDArray[np.int64], keys: NDArray[np.int64], width: int, steps: int,
) -> int:  # fmt: skip
    """The segment met first to the west of a vertex, a hair above it; -1 if there is none.

    order, keys : segments by (row of squares, westernmost x), see `_by_row`.
    position : how many of them are before the vertex itself.
    """
    x, y = vertex % width, vertex // width
    row = y // steps
    found, best, best_lean = -1, -1.0, 0.0
    for place in range(position - 1, -1, -1):
        west_end = keys[place] - row * width
        if west_end < 0 or west_end + steps < best:
            break  # another row, or so far west that it does not reach as far east
        i = order[place]
        x0, y0, x1, y1 = start[i] % width, start[i] // width, end[i] % width, end[i] // width
        if not min(y0, y1) <= y < max(y0, y1):
            continue
        if y1 < y0:  # from the lower end, so that the place of an end is exact
            x0, y0, x1, y1 = x1, y1, x0, y0
        lean = np.float64(x1 - x0) / np.float64(y1 - y0)
        crossing = x0 + (y - y0) * lean
        if crossing < x and (crossing > best or (crossing == best and lean > best_lean)):
            found, best, best_lean = i, crossing, lean
    return found


@njit(cache=True, nogil=True)
def _westernmost(rings: Rings, polygon: NDArray[np.int64], width: int) -> NDArray[np.int64]:
    """Per walk of holes alone its westernmost vertex, -1 for other walks."""
    west = np.full(len(polygon), -1, np.int64)
    for i in range(len(rings.walk)):
        walk = rings.walk[i]
        if polygon[walk] >= 0:
            continue
        for k in range(rings.offsets[i], rings.offsets[i + 1]):
            vertex = rings.vertices[k]
            if west[walk] < 0 or vertex % width < west[walk] % width:
                west[walk] = vertex
    return west


@njit(cache=True, nogil=True)
def _adopt(
    walks: NDArray[np.int64], vertices: NDArray[np.int64], positions: NDArray[np.int64],
    polygon: NDArray[np.int64], walk_of_segment: NDArray[np.int64], start: NDArray[np.int64],
    end: NDArray[np.int64], order: NDArray[np.int64], keys: NDArray[np.int64], width: int,
    steps: int,
) -> None:  # fmt: skip
    """Give the walks of holes alone, from west to east, the polygon they lie in.

    Whatever is met to the west begins further west, so its polygon is known by then.
    """
    for i in range(len(walks)):
        met = _met_westward(vertices[i], positions[i], start, end, order, keys, width, steps)
        assert met >= 0  # else a hole outside every polygon
        polygon[walks[i]] = polygon[walk_of_segment[met]]


def _by_row(
    start: NDArray[np.int64], end: NDArray[np.int64], width: int, steps: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Segments that are not level, in order of (row of squares, westernmost x), and those keys."""
    rows = np.minimum(start // width, end // width) // steps
    keys = rows * width + np.minimum(start % width, end % width)
    leaning = np.flatnonzero(start // width != end // width)
    order = leaning[np.argsort(keys[leaning])]
    return order, keys[order]


def nested(
    rings: Rings, start: NDArray[np.int64], end: NDArray[np.int64], width: int, steps: int
) -> NDArray[np.int64]:
    """The polygon of each ring, int64, (rings,); polygons are numbered as their outer rings lie.

    start, end : int64, (n,), n > 0, the segments that the rings were cut from. width : lattice
    vertices in a row. steps : of the lattice along the side of a square; each segment lies in one.
    """
    outlines = ~rings.is_hole
    polygon = np.full(int(rings.walk.max()) + 1, -1, np.int64)
    polygon[rings.walk[outlines]] = np.arange(int(outlines.sum()))
    west = _westernmost(rings, polygon, width)
    walks = np.flatnonzero(west >= 0)
    if len(walks):
        walks = walks[np.argsort(west[walks] % width)]
        vertices = west[walks]
        order, keys = _by_row(start, end, width, steps)
        rows, columns = vertices // width // steps, vertices % width
        positions = np.searchsorted(keys, rows * width + columns)
        _adopt(
            walks, vertices, positions, polygon, rings.walk_of_segment, start, end, order, keys,
            width, steps,
        )  # fmt: skip
    return polygon[rings.walk]


def closed(rings: Rings, order: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rings in an order, each with its first vertex again at its end: (vertices, offsets)."""
    first = rings.offsets[order]
    lengths = rings.offsets[order + 1] - first + 1
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    gather = np.arange(offsets[-1]) + np.repeat(first - offsets[:-1], lengths)
    gather[offsets[1:] - 1] = first
    return rings.vertices[gather], offsets


def assembled(rings: Rings, polygon_of_ring: NDArray[np.int64]) -> Polygons:
    """Rings in order of their polygons, outer ring first, each closed."""
    order = np.lexsort((rings.is_hole, polygon_of_ring))
    polygons = np.arange(len(rings.walk) - int(rings.is_hole.sum()) + 1)
    return Polygons(*closed(rings, order), np.searchsorted(polygon_of_ring[order], polygons))


NO_POLYGONS = Polygons(np.zeros(0, np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64))
