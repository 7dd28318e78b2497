"""The index of `road.places.snap`, compiled: which pieces of streets pass through which cell.

A piece is the straight line between two successive points of a street. Piece k of street s goes
from its point k to its point k + 1, in the direction of the street's arc; point 0 is the tail of
that arc. A cell lists the pieces that pass through it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.times import UNREACHED
from road.graph import F64, I64, U8, U32
from road.turns import NO_ARC

MOST_CELLS = 1e9
"""Greatest distance from the grid in cells that a point counts as."""

TAIL: Any = np.int64(0)
"""Index of a street's first point; a plain 0 is a type of its own, for which kernels are compiled
anew."""

METRES_A_DEGREE = 6371008.8 * math.pi / 180


class IndexedStreets(NamedTuple):
    """Where streets run: arrays of the graph and of `road.streets`."""

    tail: U32
    head: U32
    x: F64
    y: F64
    first: I64
    points: F64
    of_arc: U32
    reverse: U8
    arc: U32
    back: U32
    geographic: bool


class SnapGrid(NamedTuple):
    """The index.

    left, bottom : corner of the grid, in the graph's coordinates. wide, high : size of a cell in
    the same. rows, cols. first : int64, cells + 1; street, piece : uint32, what passes through.
    """

    left: float
    bottom: float
    wide: float
    high: float
    rows: int
    cols: int
    first: I64
    street: U32
    piece: U32


@njit(cache=True, nogil=True)
def metres_across(lines: IndexedStreets, y: float) -> float:
    """Metres of a unit of x at a y."""
    if lines.geographic:
        return max(METRES_A_DEGREE * math.cos(math.radians(y)), 1e-6)
    return 1.0


@njit(cache=True, nogil=True)
def metres_up(lines: IndexedStreets) -> float:
    """Metres of a unit of y."""
    return METRES_A_DEGREE if lines.geographic else 1.0


@njit(cache=True, nogil=True)
def pieces_of(lines: IndexedStreets, street: int) -> Any:
    shape = lines.of_arc[lines.arc[street]]
    return lines.first[shape + 1] - lines.first[shape] + 1


@njit(cache=True, nogil=True)
def point_of(lines: IndexedStreets, street: int, k: int) -> Any:
    """(x, y) of a point of a street."""
    arc = lines.arc[street]
    shape = lines.of_arc[arc]
    first, end = lines.first[shape], lines.first[shape + 1]
    if k == 0:
        return lines.x[lines.tail[arc]], lines.y[lines.tail[arc]]
    if k > end - first:
        return lines.x[lines.head[arc]], lines.y[lines.head[arc]]
    at = end - k if lines.reverse[arc] else first + k - 1
    return lines.points[at, 0], lines.points[at, 1]


@njit(cache=True, nogil=True)
def total_pieces(lines: IndexedStreets) -> int:
    total = 0
    for street in range(len(lines.arc)):
        total += pieces_of(lines, street)
    return total


@njit(cache=True, nogil=True)
def _pass_through(cells: SnapGrid, ax: float, ay: float, bx: float, by: float, row: int) -> Any:
    """(first, last) column of the cells of a row that a line passes through."""
    low, high = cells.bottom + row * cells.high, cells.bottom + (row + 1) * cells.high
    if ay > by:
        ax, ay, bx, by = bx, by, ax, ay
    from_x = ax if ay >= low or by == ay else ax + (low - ay) / (by - ay) * (bx - ax)
    to_x = bx if by <= high or by == ay else ax + (high - ay) / (by - ay) * (bx - ax)
    left, right = min(from_x, to_x), max(from_x, to_x)
    first = min(max(int((left - cells.left) / cells.wide), 0), cells.cols - 1)
    return first, min(max(int((right - cells.left) / cells.wide), first), cells.cols - 1)


@njit(cache=True, nogil=True)
def _row_of(cells: SnapGrid, y: float) -> int:
    return min(max(int((y - cells.bottom) / cells.high), 0), cells.rows - 1)


@njit(cache=True, nogil=True)
def sort_pieces(lines: IndexedStreets, cells: SnapGrid, place: I64, counting: bool) -> None:
    """Count the pieces of each cell into cells.first, one place late; or write them.

    place : int64, cells; where the next entry of each cell goes, from cells.first on.
    """
    for street in range(len(lines.arc)):
        bx, by = point_of(lines, street, TAIL)
        for k in range(pieces_of(lines, street)):
            ax, ay = bx, by
            bx, by = point_of(lines, street, k + 1)
            for row in range(_row_of(cells, min(ay, by)), _row_of(cells, max(ay, by)) + 1):
                first, last = _pass_through(cells, ax, ay, bx, by, row)
                for col in range(first, last + 1):
                    cell = row * cells.cols + col
                    if counting:
                        cells.first[cell + 1] += 1
                    else:
                        cells.street[place[cell]], cells.piece[place[cell]] = street, k
                        place[cell] += 1


@njit(cache=True, nogil=True)
def _is_open(lines: IndexedStreets, street: int, costs: U32) -> bool:
    if len(costs) == 0 or costs[lines.arc[street]] < UNREACHED:
        return True
    back = lines.back[street]
    return bool(back != NO_ARC and costs[back] < UNREACHED)


@njit(cache=True, nogil=True)
def _along(px: float, py: float, ax: float, ay: float, bx: float, by: float, kx: float) -> Any:
    """Share of the line at which it is nearest to a point; x counts kx times as much as y."""
    dx, dy = (bx - ax) * kx, by - ay
    length = dx * dx + dy * dy
    if length == 0:
        return 0.0
    return min(max(((px - ax) * kx * dx + (py - ay) * dy) / length, 0.0), 1.0)


class NearestPlace(NamedTuple):
    """A place on a street, or street -1: at a share of a piece, so many metres away."""

    street: int
    piece: int
    share: float
    x: float
    y: float
    metres: float


@njit(cache=True, nogil=True)
def _nearest_in_cell(
    lines: IndexedStreets,
    cells: SnapGrid,
    costs: U32,
    cell: int,
    x: float,
    y: float,
    best: NearestPlace,
) -> NearestPlace:
    """The nearest place of a cell's open streets, or what was best before."""
    up, across = metres_up(lines), metres_across(lines, y)
    for entry in range(cells.first[cell], cells.first[cell + 1]):
        street: Any = np.int64(cells.street[entry])
        if not _is_open(lines, street, costs):
            continue
        k: Any = np.int64(cells.piece[entry])
        ax, ay = point_of(lines, street, k)
        bx, by = point_of(lines, street, k + 1)
        share = _along(x, y, ax, ay, bx, by, across / up)
        px, py = ax + share * (bx - ax), ay + share * (by - ay)
        away = math.hypot((px - x) * across, (py - y) * up)
        if away < best.metres:
            best = NearestPlace(street, k, share, px, py, away)
    return best


@njit(cache=True, nogil=True)
def _cell_number(place: float, corner: float, size: float) -> int:
    """Which cell in a row or column, outside the grid as well."""
    return int(min(max(math.floor((place - corner) / size), -MOST_CELLS), MOST_CELLS))


@njit(cache=True, nogil=True)
def nearest(lines: IndexedStreets, cells: SnapGrid, costs: U32, x: float, y: float) -> NearestPlace:
    """The nearest place on an open street.

    Looks at cells in growing squares around the point until none outside can hold a nearer one.
    costs : uint32, arcs; empty where all are open.
    """
    wide, high = cells.wide * metres_across(lines, y), cells.high * metres_up(lines)
    col = _cell_number(x, cells.left, cells.wide)
    row = _cell_number(y, cells.bottom, cells.high)
    ring = max(-col, col - cells.cols + 1, -row, row - cells.rows + 1, 0)
    last = max(abs(col), abs(col - cells.cols + 1), abs(row), abs(row - cells.rows + 1))
    best = NearestPlace(-1, 0, 0.0, x, y, math.inf)
    while ring <= last:
        for r in range(max(row - ring, 0), min(row + ring, cells.rows - 1) + 1):
            whole = abs(r - row) == ring  # else only the ends of this row are on the square
            c = max(col - ring, 0) if whole else col - ring
            while c <= min(col + ring, cells.cols - 1):
                if c >= 0:
                    best = _nearest_in_cell(lines, cells, costs, r * cells.cols + c, x, y, best)
                c += 1 if whole else 2 * ring
        if best.metres <= ring * min(wide, high):
            break
        ring += 1
    return best


@njit(cache=True, nogil=True)
def fraction_along(lines: IndexedStreets, street: int, piece: int, share: float) -> float:
    """Share of a street's length, in its direction, at a share of one of its pieces."""
    before = total = 0.0
    bx, by = point_of(lines, street, TAIL)
    for k in range(pieces_of(lines, street)):
        ax, ay = bx, by
        bx, by = point_of(lines, street, k + 1)
        across = metres_across(lines, 0.5 * (ay + by))
        length = math.hypot((bx - ax) * across, (by - ay) * metres_up(lines))
        if k < piece:
            before += length
        elif k == piece:
            before += share * length
        total += length
    return before / total if total > 0 else 0.0
