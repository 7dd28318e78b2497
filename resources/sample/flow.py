"""Water on a surface: filled hollows, the way down, drained area, and what water carves.

Sources: Barnes, Lehman & Mulla 2014, "Priority-flood"; Braun & Willett 2013, "A very efficient
O(n), implicit and parallel method to solve the stream power equation". Ours walks the cells in the
order of the flood instead of building a stack.
"""

from __future__ import annotations

import heapq
import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Height = NDArray[np.float64]
Cells = NDArray[np.int64]

ROW_STEP = (-1, -1, -1, 0, 0, 1, 1, 1)
COL_STEP = (-1, 0, 1, -1, 1, -1, 0, 1)
LENGTH = (math.sqrt(2), 1.0, math.sqrt(2), 1.0, 1.0, math.sqrt(2), 1.0, math.sqrt(2))


class Flow(NamedTuple):
    """How water runs off a surface.

    filled : float64, (rows, cols), heights with every hollow filled to its brim, plus a hair.
    order : int64, (cells,), flat indices from the outlets upwards; a cell follows its `below`.
    below : int64, (cells,), the cell that water runs to; itself at an outlet.
    """

    filled: Height
    order: Cells
    below: Cells


@njit(cache=True)
def _has_dry_neighbour(outlet: NDArray[np.bool_], row: int, col: int) -> bool:
    rows, cols = outlet.shape
    for k in range(8):
        r, c = row + ROW_STEP[k], col + COL_STEP[k]
        if 0 <= r < rows and 0 <= c < cols and not outlet[r, c]:
            return True
    return False


@njit(cache=True)
def _flood(height: Height, outlet: NDArray[np.bool_], hair: float) -> tuple[Height, Cells]:
    rows, cols = height.shape
    filled = height.copy()
    seen = outlet.copy()
    order = np.empty(rows * cols, np.int64)
    heap = [(0.0, 0)]
    heap.pop()
    for cell in range(rows * cols):
        row, col = cell // cols, cell % cols
        if outlet[row, col] and _has_dry_neighbour(outlet, row, col):
            heap.append((height[row, col], cell))
    heapq.heapify(heap)
    done = 0
    while heap:
        level, cell = heapq.heappop(heap)
        order[done] = cell
        done += 1
        row, col = cell // cols, cell % cols
        for k in range(8):
            r, c = row + ROW_STEP[k], col + COL_STEP[k]
            if 0 <= r < rows and 0 <= c < cols and not seen[r, c]:
                seen[r, c] = True
                filled[r, c] = max(filled[r, c], level + hair)
                heapq.heappush(heap, (filled[r, c], r * cols + c))
    return filled, order[:done]


@njit(cache=True)
def _steepest(filled: Height, outlet: NDArray[np.bool_]) -> Cells:
    rows, cols = filled.shape
    below = np.arange(rows * cols)
    for row in range(rows):
        for col in range(cols):
            if outlet[row, col]:
                continue
            best = 0.0
            for k in range(8):
                r, c = row + ROW_STEP[k], col + COL_STEP[k]
                if 0 <= r < rows and 0 <= c < cols:
                    slope = (filled[row, col] - filled[r, c]) / LENGTH[k]
                    if slope > best:
                        best = slope
                        below[row * cols + col] = r * cols + c
    return below


def flow(height: Height, outlet: NDArray[np.bool_]) -> Flow:
    """Drain a surface towards the cells marked as outlets."""
    filled, order = _flood(height, outlet, 1 / 1024)
    return Flow(filled, order, _steepest(filled, outlet))


@njit(cache=True)
def drained_area(order: Cells, below: Cells, own: Height) -> Height:
    """Sum of `own` over all cells that drain through each cell; flat, float64."""
    area = own.copy().reshape(-1)
    for k in range(len(order) - 1, -1, -1):
        cell = order[k]
        if below[cell] != cell:
            area[below[cell]] += area[cell]
    return area


@njit(cache=True)
def carve(
    height: Height, order: Cells, below: Cells, uplift: Height, strength: Height, steepest: float
) -> Height:
    """One implicit step of stream power erosion, all times in one unit.

    uplift : metres risen in the step. strength : metres⁻¹-free erosion number per cell, already
    times the square root of the drained area and divided by the cell size. steepest : no cell
    stays higher above the one below than this, in metres for a straight step: slopes slide.
    """
    cols = height.shape[1]
    carved = height.copy().reshape(-1)
    rise, power = uplift.reshape(-1), strength.reshape(-1)
    for cell in order:
        down = below[cell]
        if down == cell:
            continue
        diagonal = abs(down - cell) != 1 and abs(down - cell) != cols
        length = math.sqrt(2.0) if diagonal else 1.0
        f = power[cell] / length
        z = (carved[cell] + rise[cell] + f * carved[down]) / (1 + f)
        carved[cell] = min(z, carved[down] + steepest * length)
    return carved.reshape(height.shape)


@njit(cache=True)
def height_above_water(
    filled: Height, order: Cells, below: Cells, water: NDArray[np.bool_]
) -> Height:
    """Height above the first water met on the way down; 0 on water; float64, same shape."""
    heights = filled.reshape(-1)
    wet = water.reshape(-1)
    base = heights.copy()
    for cell in order:
        if not wet[cell] and below[cell] != cell:
            base[cell] = base[below[cell]]
    return (heights - base).reshape(filled.shape)
