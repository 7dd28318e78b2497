"""The way a road takes: the cheapest line for somebody who has to build it.

A road dislikes climbing far more than length, so it winds up slopes, and it joins what was built
before it. Searched on cells of 20 m among sixteen directions.
"""

from __future__ import annotations

import heapq
import math
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Cells = NDArray[np.int64]
Field = NDArray[np.float64]

ROW_STEP = (-1, -1, -1, 0, 0, 1, 1, 1, -2, -2, -1, -1, 1, 1, 2, 2)
COL_STEP = (-1, 0, 1, -1, 1, -1, 0, 1, -1, 1, -2, 2, -2, 2, -1, 1)

STEEPEST_GRADE = 0.22


class BuildingGround(NamedTuple):
    """What a road builder knows, on square cells.

    height : float64, metres. price : float64, factor per metre built; inf where none may be.
    built : bool, cells that hold a road already.
    easy_grade : a climb this steep doubles the price of a step.
    """

    height: Field
    price: Field
    built: NDArray[np.bool_]
    cell: float
    easy_grade: float


@njit(cache=True)
def cheapest(ground: BuildingGround, start: int, goals: NDArray[np.bool_], reuse: float) -> Cells:
    """Flat cells from `start` to the first goal reached, both included; empty if there is none.

    reuse : price factor of going along a road that is there.
    """
    rows, cols = ground.height.shape
    cost = np.full(rows * cols, np.inf)
    came = np.full(rows * cols, -1, np.int64)
    cost[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        spent, cell = heapq.heappop(heap)
        if spent > cost[cell]:
            continue
        row, col = cell // cols, cell % cols
        if goals[row, col]:
            return _back(came, cell)
        for k in range(16):
            r, c = row + ROW_STEP[k], col + COL_STEP[k]
            if not (0 <= r < rows and 0 <= c < cols):
                continue
            total = spent + _step_price(ground, row, col, r, c, reuse)
            if total < cost[r * cols + c]:
                cost[r * cols + c] = total
                came[r * cols + c] = cell
                heapq.heappush(heap, (total, r * cols + c))
    return np.empty(0, np.int64)


@njit(cache=True)
def _step_price(ground: BuildingGround, row: int, col: int, r: int, c: int, reuse: float) -> float:
    down, across = float(r - row), float(c - col)
    length = ground.cell * math.sqrt(down * down + across * across)
    if ground.built[row, col] and ground.built[r, c]:
        return reuse * length
    grade = abs(ground.height[r, c] - ground.height[row, col]) / length
    climb = grade / ground.easy_grade
    price: float = length * (1 + climb * climb) * ground.price[r, c]
    # A knight's move must not jump over a cell where none may build.
    if math.isinf(ground.price[(row + r) // 2, (col + c) // 2]):
        return math.inf
    return 6 * price if grade > STEEPEST_GRADE else price


@njit(cache=True)
def _back(came: Cells, cell: int) -> Cells:
    length = 1
    at = cell
    while came[at] >= 0:
        at = came[at]
        length += 1
    path = np.empty(length, np.int64)
    for k in range(length - 1, -1, -1):
        path[k] = cell
        cell = came[cell]
    return path
