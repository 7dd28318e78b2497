"""Checks that a field of travel times is what it claims to be, in one pass over the grid.

The field is read by bands of rows, so that one that lies on a device or a disk is never held whole.

Source: Fjellborg 2024, section 4.2, four statements. Ours are worded for several starts with head
starts and for a time limit; with one start and no limit they are the thesis's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.solver import Sources
from core.times import UNLIMITED, UNREACHED, limit_in_ticks, ticks_from_seconds
from core.validation import Validation
from raster.grid import VelocityGrid, Window
from raster.steps import (
    BARRIER,
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    half_cost,
    step_costs,
)
from raster.travel_times import TravelTimes

STATEMENTS = (
    "Without a passable start no cell is reached",
    "Only starts hold their delay as time, and no start holds more",
    "Next to an unreached passable cell no cell is reached, unless the step exceeds the limit",
    "Each reached cell holds the least time that a neighbour and the step from it give",
)

BAND_CELLS = 1 << 24
"""Fewest cells of a band: 64 MiB of labels."""

NOWHERE = 4 * BARRIER
"""Label above any label plus a step: what a cell without a reached neighbour is offered."""


def validate(
    grid: VelocityGrid, times: TravelTimes, sources: Sources, zero_speed_kmh: float = 0.0
) -> Validation:
    """Check the four statements against grid and sources; a partial field fails the fourth."""
    tick = times.tick_seconds
    costs = step_costs(grid, tick, zero_speed_kmh)
    cells = np.array([s.element for s in sources], np.int64)
    labels = np.array([ticks_from_seconds(s.delay_seconds, tick) for s in sources], np.uint32)
    # Without a limit no step exceeds it, not even one past what can be counted.
    unlimited = times.limit_seconds == UNLIMITED
    limit = NOWHERE - 1 if unlimited else limit_in_ticks(times.limit_seconds, tick)
    counts = np.zeros(4, np.int64)
    for top, bottom in _bands(grid.shape):
        first = max(top - 1, 0)
        field = times.ticks_in(Window(first, 0, min(bottom + 1, grid.rows) - first, grid.cols))
        field = np.ascontiguousarray(field)
        counts += _violations(costs, field, first, top, bottom, cells, labels, limit)
    return Validation.of(STATEMENTS, counts.tolist())


def _bands(shape: tuple[int, int]) -> list[tuple[int, int]]:
    """(first row, row past the last) of each band."""
    rows, cols = shape
    height = -(-BAND_CELLS // cols)
    return [(top, min(top + height, rows)) for top in range(0, rows, height)]


@njit(cache=True, nogil=True)
def _best_by_neighbours(costs: Any, labels: Any, first: int, row: int, col: int) -> Any:
    rows, cols = costs.values.shape
    best = np.int64(NOWHERE)
    for k in range(8):
        r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
        if r < 0 or r >= rows or c < 0 or c >= cols or labels[r - first, c] >= UNREACHED:
            continue
        kind = NEIGHBOUR_KIND[k]
        step = np.int64(half_cost(costs, row, col, kind)) + half_cost(costs, r, c, kind)
        best = min(best, np.int64(labels[r - first, c]) + step)
    return best


@njit(cache=True, nogil=True)
def _violations(
    costs: Any,
    labels: Any,
    first: int,
    top: int,
    bottom: int,
    cells: Any,
    delays: Any,
    limit: int,
) -> NDArray[np.int64]:
    """Violations among the rows top..bottom-1; `labels` hold the rows from `first` on, which are
    those and their neighbours."""
    rows, cols = costs.values.shape
    counts = np.zeros(4, np.int64)
    start_label = np.full(len(cells), np.int64(UNREACHED))
    passable_start = False
    for i in range(len(cells)):
        row, col = cells[i] // cols, cells[i] % cols
        if row >= rows or half_cost(costs, row, col, 0) >= BARRIER:
            continue
        start_label[i] = delays[i]
        if delays[i] <= limit:
            passable_start = True
            if top <= row < bottom:
                counts[1] += np.int64(labels[row - first, col] > delays[i])
    for row in range(top, bottom):
        for col in range(cols):
            label = np.int64(labels[row - first, col])
            best = _best_by_neighbours(costs, labels, first, row, col)
            if label >= UNREACHED:
                reachable = best <= limit and half_cost(costs, row, col, 0) < BARRIER
                counts[2] += np.int64(reachable)
                continue
            counts[0] += np.int64(not passable_start)
            own = np.int64(UNREACHED)
            for i in range(len(cells)):
                if cells[i] == row * cols + col:
                    own = min(own, start_label[i])
            counts[1] += np.int64(label == 0 and own != 0)
            counts[3] += np.int64(label != min(best, own) or label > limit)
    return counts
