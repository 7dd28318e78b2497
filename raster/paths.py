"""Least-cost paths by descent in a settled field; no predecessors are stored.

Each step goes to a neighbour whose time plus the step equals the cell's own, exactly in ticks. The
field is read by windows around where the descent is, so that one that lies on a device or a disk
need not be copied whole.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.growing import longer_rows
from core.times import UNREACHED
from raster.grid import VelocityGrid, Window
from raster.slopes.costs import costs_on, step_cost
from raster.slopes.slopes import GridSlopes
from raster.steps import NEIGHBOUR_COL, NEIGHBOUR_KIND, NEIGHBOUR_ROW
from raster.travel_times import TravelTimeGrid, TravelTimes

WINDOW_SIDE = 256
"""Cells along a side of a window. A descent leaves a window of this side around it after 127 steps
at the earliest."""

CELLS_AT_ONCE = 128
"""Cells of a path whose times are read together, by the window around them: a field on a device
need not be copied whole."""


def least_cost_path(
    grid: VelocityGrid,
    times: TravelTimes,
    row: int,
    col: int,
    zero_speed_kmh: float = 0.0,
    slopes: GridSlopes | None = None,
) -> NDArray[np.int64]:
    """Cells from (row, col) back to the start that serves it.

    Returns int64, (n, 2), rows and columns; (0, 2) where the cell is not reached. In a partial or
    coarse field the descent ends where no neighbour explains a cell.
    """
    costs = costs_on(grid, times.tick_seconds, zero_speed_kmh, slopes=slopes)
    on_host = isinstance(times, TravelTimeGrid)  # a window is then a view, of whatever size
    side = max(grid.shape) if on_host else WINDOW_SIDE
    parts: list[NDArray[np.int64]] = []
    leaves = True
    while leaves:
        window = window_around(row, col, grid.shape, side)
        labels = np.ascontiguousarray(times.ticks_in(window))
        cells, count, row, col, leaves = _descend(costs, labels, window.row, window.col, row, col)
        parts.append(cells[:count])
    return np.concatenate(parts)


def times_along(times: TravelTimes, cells: NDArray[np.int64]) -> NDArray[np.float64]:
    """Ticks of cells that lie beside each other, float64, (n,); cells : int64, (n, 2)."""
    found = np.empty(len(cells))
    for begin in range(0, len(cells), CELLS_AT_ONCE):
        down, across = cells[begin : begin + CELLS_AT_ONCE].T
        top, left = int(down.min()), int(across.min())
        window = Window(top, left, int(down.max()) - top + 1, int(across.max()) - left + 1)
        ticks = times.ticks_in(window)[down - top, across - left]
        found[begin : begin + CELLS_AT_ONCE] = ticks
    return found


def window_around(row: int, col: int, shape: tuple[int, int], side: int) -> Window:
    height, width = min(side, shape[0]), min(side, shape[1])
    top = min(max(row - side // 2, 0), shape[0] - height)
    left = min(max(col - side // 2, 0), shape[1] - width)
    return Window(top, left, height, width)


@njit(cache=True, nogil=True)
def _descend(costs: Any, labels: Any, top: int, left: int, row: int, col: int) -> Any:
    """Descend from (row, col), cells of the grid, within labels whose first cell is (top, left).

    Returns the cells, how many they are, the next cell, and whether its neighbours lie outside of
    the labels: it is then not among the cells, and the descent goes on there.
    """
    rows, cols = costs.values.shape
    height, width = labels.shape
    cells = np.empty((1024, 2), np.int64)
    count = 0
    if labels[row - top, col - left] >= UNREACHED:
        return cells, count, row, col, False
    while True:
        r, c = row - top, col - left
        if (
            (r == 0 and row > 0)
            or (c == 0 and col > 0)
            or (r == height - 1 and row < rows - 1)
            or (c == width - 1 and col < cols - 1)
        ):
            return cells, count, row, col, True
        if count == len(cells):
            cells = longer_rows(cells, count)
        cells[count, 0], cells[count, 1] = row, col
        count += 1
        label = np.int64(labels[r, c])
        found = False
        for k in range(8):
            r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
            if r < 0 or r >= rows or c < 0 or c >= cols or labels[r - top, c - left] >= label:
                continue
            step = step_cost(costs, r, c, row, col, NEIGHBOUR_KIND[k])
            if labels[r - top, c - left] + step == label:
                row, col, found = r, c, True
                break
        if not found:
            return cells, count, row, col, False
