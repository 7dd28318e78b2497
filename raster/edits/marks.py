"""Which cells the shape of an edit holds.

An area holds the cells whose centre it holds. A line holds those whose centre is no farther from it
than half its width, in metres, and all that it crosses or touches, however narrow it is: so a step
between two neighbours that crosses a line has an end in it, and nothing slips through a barrier. A
flood holds cells of alike speeds from edge to edge, so that it does not slip through one either.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.errors import InputError
from core.parallel.growing import longer
from raster.edits.edit import AreaShape, EditShape, FloodShape, LineShape, Ring
from raster.files.edits.areas import area_of_cells, cells_in_area
from raster.grid import VelocityGrid, Window

TOUCHES = 1e-6
"""Share of a cell up to which a line beside it touches it: coordinates have rounding errors."""


MOST_OUTLINED = 1 << 21
"""Cells of a window about a flood up to which its outline is looked for: a tenth of a second."""

MOST_CORNERS = 8_000
"""Corners of an outline up to which it is drawn, at each picture of the map."""


@dataclass(frozen=True, eq=False)
class MarkedCells:
    """Cells of a grid. held : bool, of the size of the window."""

    window: Window
    held: NDArray[np.bool_]

    @cached_property
    def outline(self) -> tuple[NDArray[np.float64], ...]:
        """Rings about the cells of a flood, as `area_of_cells` has them, in those of the grid;
        empty where they are too many to be drawn."""
        if self.held.size > MOST_OUTLINED or _corners(self.held) > MOST_CORNERS:
            return ()
        rings = area_of_cells(self.held)
        corner = self.window.col, self.window.row
        return tuple(np.add(ring, corner) for ring in rings)

    def within(self, part: Window) -> MarkedCells | None:
        """Those in a part of the grid; None where the windows have no cell in common."""
        both = common(self.window, part)
        if both is None:
            return None
        row, col = both.row - self.window.row, both.col - self.window.col
        return MarkedCells(both, self.held[row : row + both.height, col : col + both.width])


def _corners(held: NDArray[np.bool_]) -> int:
    """Corners of the rings about cells."""
    around = np.pad(held, 1)
    above, below = around[:-1], around[1:]
    turns = above[:, :-1] ^ above[:, 1:] ^ below[:, :-1] ^ below[:, 1:]  # one of four, or three
    aslant = (above[:, :-1] == below[:, 1:]) & (above[:, 1:] == below[:, :-1])
    aslant &= above[:, :-1] != above[:, 1:]
    return int(np.count_nonzero(turns) + 2 * np.count_nonzero(aslant))


def common(one: Window, other: Window) -> Window | None:
    """The cells of both windows; None where there is none."""
    row, col = max(one.row, other.row), max(one.col, other.col)
    bottom = min(one.row + one.height, other.row + other.height)
    right = min(one.col + one.width, other.col + other.width)
    return Window(row, col, bottom - row, right - col) if bottom > row and right > col else None


def marked_cells(shape: EditShape, grid: VelocityGrid) -> MarkedCells | None:
    """The cells that a shape holds on a grid as it is, in the smallest window about them; None
    where it holds none."""
    if isinstance(shape, LineShape):
        return _under_line(shape, grid)
    if isinstance(shape, AreaShape):
        return _in_area(shape, grid)
    return _flooded(shape, grid)


def _in_cells(ring: Ring, grid: VelocityGrid) -> NDArray[np.float64]:
    """float64, (n, 2), corners in columns and rows."""
    points = np.array(ring, np.float64)
    return (points - (grid.left, grid.top)) / (grid.cell_x, -grid.cell_y)


def _window_about(
    points: NDArray[np.float64], margin: tuple[float, float], grid: VelocityGrid
) -> Window | None:
    """The cells of the grid that lie about points in columns and rows, and a margin beside."""
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    if high[0] < 0 or high[1] < 0 or low[0] > grid.cols or low[1] > grid.rows:
        return None
    left, top = max(math.floor(low[0]), 0), max(math.floor(low[1]), 0)
    right, bottom = min(math.ceil(high[0]), grid.cols), min(math.ceil(high[1]), grid.rows)
    some = right > left and bottom > top
    return Window(top, left, bottom - top, right - left) if some else None


def _trimmed(window: Window, held: NDArray[np.bool_]) -> MarkedCells | None:
    rows, cols = np.flatnonzero(held.any(axis=1)), np.flatnonzero(held.any(axis=0))
    if not rows.size:
        return None
    top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(cols[0]), int(cols[-1]) + 1
    part = Window(window.row + top, window.col + left, bottom - top, right - left)
    return MarkedCells(part, held[top:bottom, left:right])


def _in_area(shape: AreaShape, grid: VelocityGrid) -> MarkedCells | None:
    rings = [_in_cells(ring, grid) for ring in (shape.corners, *shape.holes)]
    window = _window_about(rings[0], (0.0, 0.0), grid)
    if window is None:
        return None
    outer, *holes = (ring - (window.col, window.row) for ring in rings)
    size = window.height, window.width
    held = cells_in_area([outer], size)
    for hole in holes:  # one that reaches beyond the outer ring adds nothing there
        held &= ~cells_in_area([hole], size)
    return _trimmed(window, held)


def _under_line(shape: LineShape, grid: VelocityGrid) -> MarkedCells | None:
    points, radius = _in_cells(shape.corners, grid), shape.width_m / 2
    margin = radius / grid.step_x + TOUCHES, radius / grid.step_y + TOUCHES
    window = _window_about(points, margin, grid)
    if window is None:
        return None
    held = np.zeros((window.height, window.width), np.bool_)
    moved = np.ascontiguousarray(points - (window.col, window.row))
    mark_line(held, moved, radius, grid.step_x, grid.step_y)
    return _trimmed(window, held)


@njit(cache=True, nogil=True)
def mark_line(held: Any, points: Any, radius: float, step_x: float, step_y: float) -> None:
    """Set the cells that a line of such corners, in columns and rows, holds; radius and steps in
    metres."""
    rows, cols = held.shape
    wide, high = radius / step_x + TOUCHES, radius / step_y + TOUCHES
    for first in range(max(len(points) - 1, 1)):
        x0, y0 = points[first]
        x1, y1 = points[min(first + 1, len(points) - 1)]
        top = np.int64(min(max(np.floor(min(y0, y1) - high), 0), rows))
        bottom = np.int64(min(max(np.ceil(max(y0, y1) + high), 0), rows))
        left = np.int64(min(max(np.floor(min(x0, x1) - wide), 0), cols))
        right = np.int64(min(max(np.ceil(max(x0, x1) + wide), 0), cols))
        east, south = (x1 - x0) / 2, (y1 - y0) / 2
        for row in range(top, bottom):
            for col in range(left, right):
                if held[row, col]:
                    continue
                # From the middle of the line to that of the cell, in cells: they meet where no
                # axis, of the cell or across the line, has both apart.
                x, y = col + 0.5 - (x0 + x1) / 2, row + 0.5 - (y0 + y1) / 2
                reach = 0.5 + TOUCHES
                across = abs(x * south - y * east) <= reach * (abs(east) + abs(south))
                if abs(x) <= reach + abs(east) and abs(y) <= reach + abs(south) and across:
                    held[row, col] = True
                    continue
                along_x, along_y = east * step_x, south * step_y
                away_x, away_y = x * step_x, y * step_y
                square = along_x * along_x + along_y * along_y
                share = 0.0
                if square > 0.0:
                    share = (away_x * along_x + away_y * along_y) / square
                    share = min(max(share, -1.0), 1.0)
                away_x -= share * along_x
                away_y -= share * along_y
                held[row, col] = away_x * away_x + away_y * away_y <= radius * radius


def _flooded(shape: FloodShape, grid: VelocityGrid) -> MarkedCells | None:
    cell = grid.cell_at(*shape.place)
    if cell is None:
        x, y = shape.place
        raise InputError(
            "a flood begins outside the raster",
            where=f"{x:.10g},{y:.10g}",
            advice="Choose a place inside.",
        )
    code_speed = grid.code_speed
    if code_speed is not None:
        alike = _alike(code_speed, float(code_speed[grid.values[cell]]), shape.tolerance_kmh)
        open_cells = alike[grid.values]
    else:
        speed = float(grid.values[cell])
        open_cells = _alike(grid.values, speed, shape.tolerance_kmh)
    held = np.zeros(grid.shape, np.bool_)
    top, bottom, left, right = map(int, flood(open_cells, held, *cell))
    window = Window(top, left, bottom - top, right - left)
    return MarkedCells(window, held[top:bottom, left:right].copy())


def _alike(speeds: NDArray[Any], speed: float, tolerance: float) -> NDArray[np.bool_]:
    """Whether speeds are like one of them; no data is like no data alone."""
    if math.isnan(speed):
        return np.asarray(np.isnan(speeds))
    return np.asarray(np.abs(speeds - speed) <= tolerance)


@njit(cache=True, nogil=True)
def flood(open_cells: Any, held: Any, row: int, col: int) -> Any:
    """Set the open cells that are joined to one of them by their edges; returns the first row and
    that after the last, and so the columns."""
    rows, cols = held.shape
    stack, height = np.empty(1024, np.int64), 1
    stack[0] = np.int64(row) * cols + col
    held[row, col] = True
    top, bottom, left, right = row, row + 1, col, col + 1
    while height:
        height -= 1
        r, c = stack[height] // cols, stack[height] % cols
        top, bottom = min(top, r), max(bottom, r + 1)
        left, right = min(left, c), max(right, c + 1)
        if height + 4 > len(stack):
            stack = longer(stack, height)
        for down, east in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            near, beside = r + down, c + east
            if not (0 <= near < rows and 0 <= beside < cols):
                continue
            if open_cells[near, beside] and not held[near, beside]:
                held[near, beside] = True
                stack[height] = near * cols + beside
                height += 1
    return top, bottom, left, right
