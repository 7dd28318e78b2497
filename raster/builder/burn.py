"""Lines and areas drawn onto cells, the same to the bit in whatever window they are drawn.

Places are columns and rows of the whole grid, as fractions: (0, 0) is its outer upper left corner.
`rasterio.features` draws each window in coordinates of its own, so that a line through a corner of
cells may touch one more in another window.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numba import njit
from numpy.typing import NDArray

from raster.grid import Window

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines on a grid. points : float64, (n, 2), column and row; first : int64, lines + 1, where
    each begins; value : float32, lines."""

    points: F64
    first: I64
    value: NDArray[np.float32]

    @property
    def count(self) -> int:
        return len(self.first) - 1

    @cached_property
    def boxes(self) -> tuple[F64, F64]:
        """Least and greatest column and row of each; float64, (lines, 2)."""
        if not self.count:
            return np.empty((0, 2)), np.empty((0, 2))
        begin = self.first[:-1]
        return (
            np.minimum.reduceat(self.points, begin, axis=0),
            np.maximum.reduceat(self.points, begin, axis=0),
        )


def touched(lines: Lines, window: Window, onto: NDArray[np.float32]) -> None:
    """Raise every cell of a window that a line touches to the line's value, where that is more.

    onto : float32, (height, width). Cells that follow each other along a line share an edge, so
    that none slips through.
    """
    chosen = _near(lines, window, 0.0)
    _touch(
        lines.points, lines.first, lines.value, chosen,
        np.int64(window.row), np.int64(window.col), onto,
    )  # fmt: skip


def within(lines: Lines, half_x: float, half_y: float, window: Window) -> NDArray[np.bool_]:
    """Cells whose centres lie within a half width of a line, and all that it touches; bool.

    half_x, half_y : the half width in columns and rows.
    """
    found = np.zeros((window.height, window.width), np.float32)
    ones = Lines(lines.points, lines.first, np.ones(lines.count, np.float32))
    touched(ones, window, found)
    if half_x > 0:
        chosen = _near(lines, window, max(half_x, half_y))
        _spread(
            lines.points, lines.first, chosen, float(half_x), float(half_y),
            np.int64(window.row), np.int64(window.col), found,
        )  # fmt: skip
    return found > 0


def inside(rings: Lines, window: Window) -> NDArray[np.bool_]:
    """Cells whose centres lie in areas; bool, (height, width).

    rings : closed lines, outer ones against the clock as a map is seen, holes with it.
    """
    turns = np.zeros((window.height, window.width + 1), np.int32)
    chosen = _near(rings, Window(window.row, -(1 << 40), window.height, 1 << 41), 0.0)
    _wind(
        rings.points, rings.first, chosen,
        np.int64(window.row), np.int64(window.col), turns,
    )  # fmt: skip
    return np.asarray(np.cumsum(turns[:, :-1], axis=1) > 0)


def ring_area(points: F64) -> float:
    """Twice the signed area of a closed ring on the grid; above 0 with the clock as a map is seen,
    since rows run down."""
    x, y = points[:, 0], points[:, 1]
    return float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]))


def _near(lines: Lines, window: Window, margin: float) -> I64:
    """Numbers of the lines whose box meets a window."""
    low, high = lines.boxes
    margin += 1.0
    meets = high[:, 0] >= window.col - margin
    meets &= low[:, 0] <= window.col + window.width + margin
    meets &= high[:, 1] >= window.row - margin
    meets &= low[:, 1] <= window.row + window.height + margin
    return np.flatnonzero(meets).astype(np.int64)


@njit(cache=True, nogil=True)
def _touch(points, first, value, chosen, top, left, onto):  # type: ignore[no-untyped-def]
    """Walks each leg from edge to edge of cells, after Amanatides and Woo, *A fast voxel traversal
    algorithm for ray tracing* (Eurographics 1987)."""
    height, width = onto.shape
    for n in range(len(chosen)):
        line = chosen[n]
        worth = value[line]
        for leg in range(first[line], first[line + 1] - 1):
            x, y = points[leg, 0], points[leg, 1]
            far_x, far_y = points[leg + 1, 0], points[leg + 1, 1]
            if max(x, far_x) < left or min(x, far_x) > left + width:
                continue
            if max(y, far_y) < top or min(y, far_y) > top + height:
                continue
            col, row = math.floor(x), math.floor(y)
            last_col, last_row = math.floor(far_x), math.floor(far_y)
            across, down = far_x - x, far_y - y
            east = 1 if across > 0 else -1
            south = 1 if down > 0 else -1
            next_x = np.inf if across == 0 else ((col + (east > 0)) - x) / across
            next_y = np.inf if down == 0 else ((row + (south > 0)) - y) / down
            each_x = np.inf if across == 0 else abs(1 / across)
            each_y = np.inf if down == 0 else abs(1 / down)
            for _ in range(abs(last_col - col) + abs(last_row - row) + 1):
                at_row, at_col = row - top, col - left
                if 0 <= at_row < height and 0 <= at_col < width:
                    onto[at_row, at_col] = max(onto[at_row, at_col], worth)
                if col != last_col and (next_x <= next_y or row == last_row):
                    col += east
                    next_x += each_x
                else:
                    row += south
                    next_y += each_y


@njit(cache=True, nogil=True)
def _spread(points, first, chosen, half_x, half_y, top, left, onto):  # type: ignore[no-untyped-def]
    height, width = onto.shape
    for n in range(len(chosen)):
        line = chosen[n]
        for leg in range(first[line], first[line + 1] - 1):
            x, y = points[leg, 0], points[leg, 1]
            far_x, far_y = points[leg + 1, 0], points[leg + 1, 1]
            across, down = (far_x - x) / half_x, (far_y - y) / half_y
            long = across * across + down * down
            low_row = max(math.floor(min(y, far_y) - half_y) - top, 0)
            end_row = min(math.ceil(max(y, far_y) + half_y) - top + 1, height)
            low_col = max(math.floor(min(x, far_x) - half_x) - left, 0)
            end_col = min(math.ceil(max(x, far_x) + half_x) - left + 1, width)
            for row in range(low_row, end_row):
                for col in range(low_col, end_col):
                    off_x = (left + col + 0.5 - x) / half_x
                    off_y = (top + row + 0.5 - y) / half_y
                    share = 0.0
                    if long > 0:
                        share = min(max((off_x * across + off_y * down) / long, 0.0), 1.0)
                    off_x -= share * across
                    off_y -= share * down
                    if off_x * off_x + off_y * off_y <= 1.0:
                        onto[row, col] = 1.0


@njit(cache=True, nogil=True)
def _wind(points, first, chosen, top, left, turns):  # type: ignore[no-untyped-def]
    """Adds to each row where an edge crosses the line through its centres, so that sums along the
    row are winding numbers."""
    height, width = turns.shape
    for n in range(len(chosen)):
        ring = chosen[n]
        for leg in range(first[ring], first[ring + 1] - 1):
            x, y = points[leg, 0], points[leg, 1]
            far_x, far_y = points[leg + 1, 0], points[leg + 1, 1]
            if y == far_y:
                continue
            sign = 1 if far_y > y else -1
            low, high = min(y, far_y), max(y, far_y)
            begin = max(math.ceil(low - 0.5) - top, 0)
            end = min(math.ceil(high - 0.5) - top, height)
            for row in range(begin, end):
                middle = top + row + 0.5
                cross = x + (middle - y) * (far_x - x) / (far_y - y)
                col = max(math.ceil(cross - 0.5) - left, 0)
                if col < width:
                    turns[row, int(col)] += sign
