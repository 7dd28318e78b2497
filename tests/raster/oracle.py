"""Least times in float64, by a textbook search that shares no code with the solvers."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


def least_seconds(
    kmh: NDArray[np.float64],
    cell_x: float,
    cell_y: float,
    starts: Iterable[tuple[int, int, float]],
) -> NDArray[np.float64]:
    """Seconds from (row, col, delay) to every cell, inf where unreached.

    kmh : (rows, cols); 0, below, or NaN is a barrier. cell_x, cell_y : metres.
    """
    rows, cols = kmh.shape
    best = np.full((rows, cols), math.inf)
    heap = [(delay, row, col) for row, col, delay in starts if kmh[row, col] > 0]
    for time, row, col in heap:
        best[row, col] = min(best[row, col], time)
    heapq.heapify(heap)
    around = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
    while heap:
        time, row, col = heapq.heappop(heap)
        if time > best[row, col]:
            continue
        for down, right in around:
            r, c = row + down, col + right
            if not (0 <= r < rows and 0 <= c < cols and kmh[r, c] > 0):
                continue
            metres = math.hypot(down * cell_y, right * cell_x)
            arrival = time + 3.6 * metres / 2 * (1 / kmh[row, col] + 1 / kmh[r, c])
            if arrival < best[r, c]:
                best[r, c] = arrival
                heapq.heappush(heap, (arrival, r, c))
    return best
