"""Streets laid out for drawing: in tiles, and within a tile by rank and by level of detail.

A view touches no more tiles than it shows, and no more streets than there are pixels.
"""

from __future__ import annotations

import math
import threading
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from road.graph import F32, F64, I64, U8, U32, RoadGraph, read_only
from road.properties import RoadClass
from road.streets import streets_of

Project = Callable[[F64, F64], tuple[F64, F64]]
"""Function from the graph's coordinates to the plane of the picture."""

RANKS = 4
"""Ranks of streets: minor ones, connecting ones, main roads, motorways; what lies above what, and
how wide."""

_RANK_OF = {
    RoadClass.UNKNOWN: 1, RoadClass.MOTORWAY: 3, RoadClass.MOTORWAY_LINK: 2, RoadClass.TRUNK: 3,
    RoadClass.TRUNK_LINK: 2, RoadClass.PRIMARY: 2, RoadClass.PRIMARY_LINK: 1,
    RoadClass.SECONDARY: 2, RoadClass.SECONDARY_LINK: 1, RoadClass.TERTIARY: 1,
    RoadClass.TERTIARY_LINK: 1, RoadClass.UNCLASSIFIED: 1,
}  # fmt: skip

STREETS_A_TILE = 192
LEVELS = 18
_COARSEST = 256.0
"""Cells along the longer side at level 0; every level halves them."""


class StreetLines(NamedTuple):
    """Streets in the order in which they are drawn.

    left, top : of all points, in the plane; px, py : float32, points, right and up from there.
    first : int64, streets + 1, into the points. share : float32, points, of the street's length.
    street : uint32, streets, their numbers in `road.streets`; place : uint32, the way back from
        these. level : uint8, the coarsest level that shows them.
    runs : int64, tiles * RANKS + 1, into the streets. boxes : float32, (tiles, 4), in the plane.
    size : width of a cell at level 0.
    """

    left: float
    top: float
    px: F32
    py: F32
    first: I64
    share: F32
    street: U32
    place: U32
    level: U8
    runs: I64
    boxes: F32
    size: float

    def level_at(self, size: float) -> int:
        """The level that shows all that is larger than `size`, and one street in each such cell."""
        if self.size <= size:
            return 0
        return min(math.ceil(math.log2(self.size / size)), LEVELS - 1)


_KNOWN: weakref.WeakKeyDictionary[RoadGraph, StreetLines] = weakref.WeakKeyDictionary()
_LAYING_OUT = threading.Lock()


def lines_of(graph: RoadGraph, project: Project) -> StreetLines:
    """The streets of a graph with coordinates; laid out once, a graph has one plane."""
    with _LAYING_OUT:
        if graph not in _KNOWN:
            _KNOWN[graph] = _laid_out(graph, project)
        return _KNOWN[graph]


def _laid_out(graph: RoadGraph, project: Project) -> StreetLines:
    assert graph.x is not None, "only a graph with coordinates is drawn"
    assert graph.y is not None
    streets = streets_of(graph)
    x, y = project(graph.x, graph.y)
    between = np.empty((0, 2)) if graph.shapes is None else graph.shapes.points
    bx, by = project(between[:, 0], between[:, 1])
    left = float(min(x.min(), bx.min(initial=np.inf))) if len(x) else 0.0
    top = float(max(y.max(), by.max(initial=-np.inf))) if len(y) else 0.0
    ends = ((v - o).astype(np.float32) for v, o in ((x, left), (y, top), (bx, left), (by, top)))
    x32, y32, bx32, by32 = ends
    shapes = _shapes(graph)
    count = np.full(streets.count, 2, np.int64)
    count += np.diff(shapes[0])[shapes[1][streets.arc]]
    rank = ranks_of(graph, streets.arc).astype(np.int64)
    wide = float(max(x32.max(initial=0.0), -y32.min(initial=0.0), 1e-30))
    mx, my, size = _middles(streets.arc, graph.tail, graph.head, x32, y32, *shapes, bx32, by32)
    level = _levels(np.argsort(3 - rank, kind="stable"), mx, my, size, wide / _COARSEST)
    tile, tiles = _tiles(mx, my, wide)
    key = (tile * RANKS + rank) * LEVELS + level
    order = np.argsort(key, kind="stable")
    runs = np.zeros(tiles * RANKS + 1, np.int64)
    np.cumsum(np.bincount(key // LEVELS, minlength=tiles * RANKS), out=runs[1:])
    first = np.concatenate(([0], np.cumsum(count[order])))
    points = np.empty((3, first[-1]), np.float32)
    boxes = np.empty((tiles, 4), np.float32)
    place = np.empty(len(order), np.uint32)
    place[order] = np.arange(len(order), dtype=np.uint32)
    arcs = streets.arc[order]
    _fill(arcs, graph.tail, graph.head, x32, y32, *shapes, bx32, by32, first, points, runs, boxes)
    return StreetLines(
        left, top, points[0], points[1], first, points[2], order.astype(np.uint32),
        place, level[order], runs, boxes, wide / _COARSEST,
    )  # fmt: skip


def ranks_of(graph: RoadGraph, arcs: U32) -> U8:
    """uint8, arcs."""
    ranks = [_RANK_OF.get(RoadClass(code), 0) for code in range(len(RoadClass))]
    return np.array(ranks, np.uint8)[graph.arcs.road_class[arcs]]


def _shapes(graph: RoadGraph) -> tuple[I64, U32, U8]:
    if graph.shapes is not None:
        return graph.shapes.first, graph.shapes.of_arc, graph.shapes.reverse
    arcs = graph.arc_count
    of_arc, reverse = np.zeros(arcs, np.uint32), np.zeros(arcs, np.uint8)
    return read_only(np.zeros(2, np.int64)), read_only(of_arc), read_only(reverse)


def _tiles(x: F32, y: F32, wide: float) -> tuple[I64, int]:
    """The tile of each street, and how many there are."""
    across = max(round(math.sqrt(len(x) / STREETS_A_TILE)), 1)
    side = wide * (1 + 1e-6) / across
    high = max(int(-float(y.min(initial=0.0)) / side) + 1, 1)
    tile = (-y / side).astype(np.int64) * across + (x / side).astype(np.int64)
    return np.clip(tile, 0, across * high - 1), across * high


@njit(cache=True, nogil=True)
def _point(
    arc: int, k: int, tail: Any, head: Any, x: Any, y: Any, first: Any, of_arc: Any, reverse: Any,
    bx: Any, by: Any,
) -> Any:  # fmt: skip
    """(x, y) of a point of a street, counted from its tail."""
    shape = of_arc[arc]
    begin, end = first[shape], first[shape + 1]
    if k == 0:
        return x[tail[arc]], y[tail[arc]]
    if k > end - begin:
        return x[head[arc]], y[head[arc]]
    at = end - k if reverse[arc] else begin + k - 1
    return bx[at], by[at]


@njit(cache=True, nogil=True)
def _middles(
    arcs: Any, tail: Any, head: Any, x: Any, y: Any, first: Any, of_arc: Any, reverse: Any,
    bx: Any, by: Any,
) -> Any:  # fmt: skip
    """Middle and greatest width of the box of each street."""
    mx, my = np.empty(len(arcs), np.float32), np.empty(len(arcs), np.float32)
    size = np.empty(len(arcs), np.float32)
    for street in range(len(arcs)):
        arc = arcs[street]
        points = first[of_arc[arc] + 1] - first[of_arc[arc]] + 2
        low_x = low_y = np.inf
        high_x = high_y = -np.inf
        for k in range(points):
            px, py = _point(arc, k, tail, head, x, y, first, of_arc, reverse, bx, by)
            low_x, high_x = min(low_x, px), max(high_x, px)
            low_y, high_y = min(low_y, py), max(high_y, py)
        mx[street], my[street] = (low_x + high_x) / 2, (low_y + high_y) / 2
        size[street] = max(high_x - low_x, high_y - low_y)
    return mx, my, size


@njit(cache=True, nogil=True)
def _levels(order: Any, mx: Any, my: Any, size: Any, cell: float) -> Any:
    """The coarsest level at which a street is at least a cell long, or the first in its cell."""
    level = np.full(len(order), LEVELS - 1, np.uint8)
    slots = 1
    while slots < 2 * len(order):
        slots *= 2
    taken = np.empty(slots, np.int64)
    missing = len(order)
    for at in range(LEVELS - 1):
        taken[:] = -1
        if missing == 0:
            break
        for k in range(len(order)):
            street = order[k]
            row, col = np.int64(-my[street] / cell), np.int64(mx[street] / cell)
            key = row * np.int64(1 << 30) + col
            slot = (key * np.int64(0x9E3779B97F4A7C1)) >> np.int64(20) & np.int64(slots - 1)
            while taken[slot] != -1 and taken[slot] != key:
                slot = (slot + 1) & (slots - 1)
            shown = level[street] < LEVELS - 1
            if not shown and (size[street] >= cell or taken[slot] == -1):
                level[street] = at
                missing -= 1
            taken[slot] = key
        cell /= 2
    return level


@njit(cache=True, nogil=True)
def _fill(
    arcs: Any, tail: Any, head: Any, x: Any, y: Any, shape_first: Any, of_arc: Any, reverse: Any,
    bx: Any, by: Any, first: Any, points: Any, runs: Any, boxes: Any,
) -> None:  # fmt: skip
    """Write points with their shares, and the box of each tile."""
    for street in range(len(arcs)):
        way = 0.0
        begin, end = first[street], first[street + 1]
        for at in range(begin, end):
            px, py = _point(
                arcs[street], at - begin, tail, head, x, y, shape_first, of_arc, reverse, bx, by
            )
            if at > begin:
                way += math.hypot(px - points[0, at - 1], py - points[1, at - 1])
            points[0, at], points[1, at], points[2, at] = px, py, way
        for at in range(begin, end):
            points[2, at] = points[2, at] / way if way > 0 else (at - begin) / (end - begin - 1)
    for tile in range(len(boxes)):
        boxes[tile, 0] = boxes[tile, 1] = np.inf
        boxes[tile, 2] = boxes[tile, 3] = -np.inf
        for at in range(first[runs[tile * RANKS]], first[runs[tile * RANKS + RANKS]]):
            boxes[tile, 0] = min(boxes[tile, 0], points[0, at])
            boxes[tile, 1] = min(boxes[tile, 1], points[1, at])
            boxes[tile, 2] = max(boxes[tile, 2], points[0, at])
            boxes[tile, 3] = max(boxes[tile, 3], points[1, at])
