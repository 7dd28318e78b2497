"""Least-cost paths by descent in a settled field; no predecessors are stored.

Each step goes to a neighbour whose time plus the step equals the cell's own, exactly in ticks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.steps import NEIGHBOUR_COL, NEIGHBOUR_KIND, NEIGHBOUR_ROW, half_cost, step_costs
from raster.travel_times import TravelTimes


def least_cost_path(
    grid: VelocityGrid, times: TravelTimes, row: int, col: int, zero_speed_kmh: float = 0.0
) -> NDArray[np.int64]:
    """Cells from (row, col) back to the start that serves it.

    Returns int64, (n, 2), rows and columns; (0, 2) where the cell is not reached. In a partial or
    coarse field the descent ends where no neighbour explains a cell.
    """
    costs = step_costs(grid, times.tick_seconds, zero_speed_kmh)
    cells, count = _descend(costs, times.ticks(), row, col)
    return np.ascontiguousarray(cells[:count])


@njit(cache=True, nogil=True)
def _descend(costs: Any, labels: Any, row: int, col: int) -> Any:
    rows, cols = labels.shape
    cells = np.empty((1024, 2), np.int64)
    count = 0
    if labels[row, col] >= UNREACHED:
        return cells, count
    while True:
        if count == len(cells):
            longer = np.empty((2 * count, 2), np.int64)
            longer[:count] = cells
            cells = longer
        cells[count, 0], cells[count, 1] = row, col
        count += 1
        label = np.int64(labels[row, col])
        found = False
        for k in range(8):
            r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
            if r < 0 or r >= rows or c < 0 or c >= cols or labels[r, c] >= label:
                continue
            kind = NEIGHBOUR_KIND[k]
            step = np.int64(half_cost(costs, row, col, kind)) + half_cost(costs, r, c, kind)
            if labels[r, c] + step == label:
                row, col, found = r, c, True
                break
        if not found:
            return cells, count
