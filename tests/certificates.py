"""A certificate that labels are least-cost times, written independently of the solvers.

Every reached cell has a tight predecessor (or is a start), and no edge improves a label. With
positive edges that proves the labels.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.steps import half_cost_ticks, step_lengths


def _shifted(array: NDArray[np.int64], down: int, right: int, fill: int) -> NDArray[np.int64]:
    rows, cols = array.shape
    padded = np.pad(array, 1, constant_values=fill)
    return padded[1 + down : 1 + down + rows, 1 + right : 1 + right + cols]


def assert_least_cost(
    grid: VelocityGrid,
    labels: NDArray[np.uint32],
    tick: float,
    starts: tuple[tuple[int, int, float], ...],
    zero_speed_kmh: float = 0.0,
    limit_ticks: int = UNREACHED - 1,
) -> None:
    """Fails unless the labels are exactly the least-cost times from the starts."""
    kmh = (
        grid.values.astype(np.float64)
        if grid.code_speed is None
        else grid.code_speed[grid.values.astype(np.int64)]
    )
    times = labels.astype(np.int64)
    best = np.full(labels.shape, np.iinfo(np.int64).max)
    lengths = step_lengths(grid)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if down == right == 0:
                continue
            length = lengths[2] if down and right else lengths[1] if down else lengths[0]
            half = half_cost_ticks(kmh, 1.8 * length / tick, zero_speed_kmh).astype(np.int64)
            neighbour = _shifted(times, down, right, UNREACHED)
            arrival = neighbour + _shifted(half, down, right, UNREACHED) + half
            best = np.minimum(best, np.where(neighbour < UNREACHED, arrival, best))
    passable = half_cost_ticks(kmh, 1.8 * lengths[0] / tick, zero_speed_kmh) < UNREACHED
    for row, col, delay in starts:
        if passable[row, col]:
            best[row, col] = min(int(best[row, col]), round(delay / tick))
    expected = np.where(passable & (best <= limit_ticks) & (best < UNREACHED), best, UNREACHED)
    np.testing.assert_array_equal(times, expected)
