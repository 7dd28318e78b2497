"""Which streets a drawing lies over: those that a line crosses, or that an area cuts or holds.

Works through the grid of `road.places.snap_grid`: only cells that the drawing passes through are
looked at piece by piece; a cell between them lies inside an area or outside as a whole.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import njit

from core.errors import ParameterError
from road.graph import F64, U8, U32
from road.places.snap_grid import IndexedStreets, SnapGrid, point_of
from road.turns import NO_ARC

SLACK = 1e-6
"""Share of a cell that is added where a piece passes a corner: rounding must not send the drawing
past another."""


def arcs_under(
    lines: IndexedStreets, cells: SnapGrid, points: F64, area: bool, holes: Sequence[F64] = ()
) -> U32:
    """uint32, rising; both arcs of every street that is touched.

    points : float64, (n, 2), corners in the graph's coordinates. area : whether they enclose an
        area; else they are a line. holes : rings of corners like `points`, of an area; what all
        rings together hold by the even-odd rule is the area, and they themselves belong to it.
    Raises ParameterError for fewer than two corners and for numbers that are not finite.
    """
    rings = (points, *holes) if area else (points,)
    if any(len(ring) < 2 or not np.isfinite(ring).all() for ring in rings):
        raise ParameterError("a drawing without length", advice="Draw over the roads to close.")
    outline = np.concatenate([_edges(ring, area) for ring in rings])
    found = np.zeros(len(lines.arc), np.uint8)
    passed = np.zeros(cells.rows * cells.cols, np.uint8)
    _cross(lines, cells, outline, passed, found)
    if area:
        _hold(lines, cells, outline, passed, found)
    return np.flatnonzero(_both_arcs(lines, found)).astype(np.uint32)


def _edges(points: F64, closed: bool) -> F64:
    """float64, (edges, 4): x and y where each edge begins, then where it ends."""
    corners = np.concatenate([points, points[:1]]) if closed else points
    return np.concatenate([corners[:-1], corners[1:]], axis=1)


@njit(cache=True, nogil=True)
def _both_arcs(lines: IndexedStreets, found: U8) -> U8:
    """uint8, arcs; 1 for those of the streets found."""
    under = np.zeros(len(lines.head), np.uint8)
    for street in range(len(found)):
        if found[street]:
            under[lines.arc[street]] = 1
            if lines.back[street] != NO_ARC:
                under[lines.back[street]] = 1
    return under


@njit(cache=True, nogil=True)
def _number(place: float, corner: float, size: float, most: int) -> int:
    """Row or column of a place, of the nearest cell where it lies outside."""
    return int(min(max(math.floor((place - corner) / size), 0.0), most - 1.0))


@njit(cache=True, nogil=True)
def _columns(cells: SnapGrid, ax: float, ay: float, bx: float, by: float, row: int) -> Any:
    """(first, last) column of the cells of a row that a line passes through or nearly so."""
    if ay > by:
        ax, ay, bx, by = bx, by, ax, ay
    low = cells.bottom + (row - SLACK) * cells.high
    high = cells.bottom + (row + 1 + SLACK) * cells.high
    enters = max((low - ay) / (by - ay), 0.0) if by > ay else 0.0
    leaves = min((high - ay) / (by - ay), 1.0) if by > ay else 1.0
    from_x, to_x = ax + enters * (bx - ax), ax + leaves * (bx - ax)
    slack = SLACK * cells.wide
    return (
        _number(min(from_x, to_x) - slack, cells.left, cells.wide, cells.cols),
        _number(max(from_x, to_x) + slack, cells.left, cells.wide, cells.cols),
    )


@njit(cache=True, nogil=True)
def _side(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """Above 0 on the left of a line from a to b, below on its right."""
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)


@njit(cache=True, nogil=True)
def _meet(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float
) -> bool:
    """Whether two straight pieces have a point in common."""
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx):
        return False
    if max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return False
    c, d = _side(ax, ay, bx, by, cx, cy), _side(ax, ay, bx, by, dx, dy)
    a, b = _side(cx, cy, dx, dy, ax, ay), _side(cx, cy, dx, dy, bx, by)
    parted = (a > 0 and b > 0) or (a < 0 and b < 0) or (c > 0 and d > 0) or (c < 0 and d < 0)
    return not parted  # pieces of one line meet, as their boxes do


@njit(cache=True, nogil=True)
def _cross(lines: IndexedStreets, cells: SnapGrid, outline: F64, passed: U8, found: U8) -> None:
    """Mark the cells that the edges of a drawing pass through, and the streets that they meet."""
    for edge in range(len(outline)):
        ax, ay, bx, by = outline[edge, 0], outline[edge, 1], outline[edge, 2], outline[edge, 3]
        slack = SLACK * cells.high
        bottom = _number(min(ay, by) - slack, cells.bottom, cells.high, cells.rows)
        top = _number(max(ay, by) + slack, cells.bottom, cells.high, cells.rows)
        for row in range(bottom, top + 1):
            first, last = _columns(cells, ax, ay, bx, by, row)
            for cell in range(row * cells.cols + first, row * cells.cols + last + 1):
                passed[cell] = 1
                for entry in range(cells.first[cell], cells.first[cell + 1]):
                    street: Any = np.int64(cells.street[entry])
                    if found[street]:
                        continue
                    k: Any = np.int64(cells.piece[entry])
                    cx, cy = point_of(lines, street, k)
                    dx, dy = point_of(lines, street, k + 1)
                    if _meet(ax, ay, bx, by, cx, cy, dx, dy):
                        found[street] = 1


@njit(cache=True, nogil=True)
def _is_inside(outline: F64, x: float, y: float) -> bool:
    """By the even-odd rule."""
    inside = False
    for edge in range(len(outline)):
        ax, ay, bx, by = outline[edge, 0], outline[edge, 1], outline[edge, 2], outline[edge, 3]
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


@njit(cache=True, nogil=True)
def _hold(lines: IndexedStreets, cells: SnapGrid, outline: F64, passed: U8, found: U8) -> None:
    """Mark the streets that lie in an area whose outline was marked by `_cross`."""
    left, right = outline[:, 0].min(), outline[:, 0].max()
    first = _number(left, cells.left, cells.wide, cells.cols)
    last = _number(right, cells.left, cells.wide, cells.cols)
    bottom = _number(outline[:, 1].min(), cells.bottom, cells.high, cells.rows)
    top = _number(outline[:, 1].max(), cells.bottom, cells.high, cells.rows)
    for row in range(bottom, top + 1):
        known = inside = False  # of the cells since the outline was last met
        for col in range(first, last + 1):
            cell = row * cells.cols + col
            if passed[cell]:
                known = False
            elif not known:
                x, y = (
                    cells.left + (col + 0.5) * cells.wide,
                    cells.bottom + (row + 0.5) * cells.high,
                )
                known, inside = True, _is_inside(outline, x, y)
            if not (passed[cell] or inside):
                continue
            for entry in range(cells.first[cell], cells.first[cell + 1]):
                street: Any = np.int64(cells.street[entry])
                if found[street]:
                    continue
                if passed[cell]:  # what does not meet the outline is inside with all its points
                    k: Any = np.int64(cells.piece[entry])
                    x, y = point_of(lines, street, k)
                    if not _is_inside(outline, x, y):
                        continue
                found[street] = 1
