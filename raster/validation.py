"""Checks that a field of travel times is what it claims to be, in one pass over the grid.

The field is read by bands of rows, so that one that lies on a device or a disk is never held whole.

Source: Fjellborg 2024, section 4.2, four statements. Ours are worded for several starts with head
starts, for a time limit and for straight lines (`raster.wedges`), where what a neighbour gives is
also what a wedge offers; with one start, no limit and steps alone they are the thesis's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.solver import Sources
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from core.validation import Validation
from raster.grid import VelocityGrid, Window
from raster.slopes.costs import NO_STEP, costs_on, step_cost
from raster.slopes.slopes import GridSlopes
from raster.starts import starts_on
from raster.steps import (
    BARRIER,
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    half_cost,
)
from raster.travel_times import TravelTimes
from raster.wedges import best_of_wedges

STATEMENTS = (
    "Without a passable start no cell is reached",
    "Only starts hold their delay as time, and no start holds more",
    "Next to an unreached passable cell no cell is reached, unless the step exceeds the limit",
    "Each reached cell holds the least time that a neighbour and the step from it give",
)

STATEMENTS_ON_STRAIGHT_LINES = (
    STATEMENTS[0],
    "Only starts hold their delay as time, and no cell around one holds more than a straight line "
    "from it takes",
    "Next to an unreached passable cell no cell is reached, unless the way there exceeds the limit",
    "Each reached cell holds the least time in which a straight line comes to it from a start, "
    "from a neighbour, or from a point between two neighbours",
)
"""The same along straight lines; what comes from farther away than a start's disc comes by way of
neighbours."""

BAND_CELLS = 1 << 24
"""Fewest cells of a band: 64 MiB of labels."""

NOWHERE = 4 * BARRIER
"""Label above any label plus a step: what a cell without a reached neighbour is offered."""


def validate(
    grid: VelocityGrid,
    times: TravelTimes,
    sources: Sources,
    zero_speed_kmh: float = 0.0,
    slopes: GridSlopes | None = None,
) -> Validation:
    """Check the four statements against grid and sources, in the geometry of the times; a partial
    field fails the fourth."""
    tick = times.tick_seconds
    costs = costs_on(grid, tick, zero_speed_kmh, times.geometry, slopes)
    # Without a limit no step exceeds it, not even one past what can be counted.
    unlimited = times.limit_seconds == UNLIMITED
    limit = NOWHERE - 1 if unlimited else limit_in_ticks(times.limit_seconds, tick)
    starts = sorted(starts_on(costs, sources, tick, limit).items())
    cells, labels = np.array(starts, np.int64).reshape(-1, 2).T.copy()
    counts = np.zeros(4, np.int64)
    for top, bottom in _bands(grid.shape):
        first = max(top - 1, 0)
        field = times.ticks_in(Window(first, 0, min(bottom + 1, grid.rows) - first, grid.cols))
        field = np.ascontiguousarray(field)
        counts += _violations(costs, field, first, top, bottom, cells, labels, limit)
    statements = STATEMENTS_ON_STRAIGHT_LINES if costs.straight else STATEMENTS
    return Validation.of(statements, counts.tolist())


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
        step = step_cost(costs, r, c, row, col, NEIGHBOUR_KIND[k])
        if step < NO_STEP:
            best = min(best, np.int64(labels[r - first, c]) + step)
    if costs.straight:
        offered = best_of_wedges(costs, labels, first, row, col)
        best = min(best, offered if offered < UNREACHED else best)  # else there is a barrier
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
    those and their neighbours. cells, delays : the starts that count, in ascending order of cells,
    and their labels."""
    cols = costs.values.shape[1]
    counts = np.zeros(4, np.int64)
    for i in range(len(cells)):
        row, col = cells[i] // cols, cells[i] % cols
        if top <= row < bottom:
            counts[1] += np.int64(labels[row - first, col] > delays[i])
    following = np.searchsorted(cells, top * cols)
    for row in range(top, bottom):
        for col in range(cols):
            label = np.int64(labels[row - first, col])
            own = np.int64(UNREACHED)
            if following < len(cells) and cells[following] == row * cols + col:
                own = delays[following]
                following += 1
            best = _best_by_neighbours(costs, labels, first, row, col)
            if label >= UNREACHED:
                reachable = best <= limit and half_cost(costs, row, col, 0) < BARRIER
                counts[2] += np.int64(reachable)
                continue
            counts[0] += np.int64(len(cells) == 0)
            counts[1] += np.int64(label == 0 and own != 0)
            counts[3] += np.int64(label != min(best, own) or label > limit)
    return counts
