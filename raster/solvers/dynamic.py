"""Times after some cells have other speeds, from the times before: only what can change is settled.

Two phases. First, cells are looked at in the order of their labels of before, beginning with those
that changed and their neighbours. One that its start, its steps and its wedges still give its
label, or less, from cells that have kept theirs, keeps it; another loses it, and its neighbours of
later labels are looked at, too. Every step costs a tick or more, so what supports a label is
earlier than it and was looked at before: no two cells keep each other's label. What is left are
lengths of paths that exist, upper bounds of the new labels. Then all cells that were looked at are
offered what their neighbours have, and what falls is settled as Dijkstra does. So the labels are
the one fixed point of relaxation, bit for bit those of a solve from the beginning.

Where that is begun again with another tick, where starts or the limit are others, and where more
cells are looked at than pays, another solver does all of it.

Source: Ramalingam and Reps 1996, for several changed arcs at once, in two phases; ours has wedges
(`raster.wedges`, on slopes `raster.slopes.wedges`) beside steps, and labels in whole ticks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.growing import longer
from core.solver import Sources
from core.times import UNREACHED
from raster.geometry import EIGHT, GEOMETRIES
from raster.grid import VelocityGrid
from raster.slopes.costs import costs_on, step_cost
from raster.slopes.slopes import GridSlopes
from raster.solvers.attempts import GridAttempt, HostSolver
from raster.solvers.dijkstra import CELL_BITS, CELL_MASK, LOOK, advance, held_labels, pop, push
from raster.starts import starts_on
from raster.steps import NEIGHBOUR_COL, NEIGHBOUR_KIND, NEIGHBOUR_ROW, StepCosts
from raster.travel_times import TravelTimeGrid
from raster.wedges import best_of_wedges

MOST_LOOKED_AT = 0.01
"""Share of the cells that may be looked at in either phase, or have other speeds. One thread
settles two in a hundred in the time in which `tiled` solves all by two: where it is more, solving
anew is sooner, and until that shows half a solve is lost at most."""

ROWS_AT_ONCE = 1024
"""Rows of two rasters that are compared together."""


@dataclass(frozen=True, eq=False)
class SolvedBefore:
    """What was solved before: on which grid, from where, how far, and the times; on the same slopes
    if any."""

    grid: VelocityGrid
    sources: Sources
    limit: float
    times: TravelTimeGrid


class DynamicUpdate(HostSolver):
    """Times on a grid that differs in some cells from one that is solved already.

    otherwise : solves where there is nothing to begin with, or where that is sooner. settled : how
    many cells the last solve looked at; None where `otherwise` did all of it.
    """

    geometries = GEOMETRIES
    takes_slopes = straight_on_slopes = True

    def __init__(
        self,
        grid: VelocityGrid,
        before: SolvedBefore,
        otherwise: HostSolver,
        *,
        zero_speed_kmh: float = 0.0,
        geometry: str = EIGHT,
        slopes: GridSlopes | None = None,
    ) -> None:
        told: Any = {"zero_speed_kmh": zero_speed_kmh, "geometry": geometry, "slopes": slopes}
        super().__init__(grid, **told)
        self._before, self._otherwise = before, otherwise
        self.settled: int | None = None

    def _attempt(self, attempt: GridAttempt) -> TravelTimeGrid:
        self.settled = None
        found = self._updated(attempt) if self._fits(attempt) else None
        return self._otherwise._attempt(attempt) if found is None else found

    def _fits(self, attempt: GridAttempt) -> bool:
        before = self._before
        asked = attempt.sources, attempt.limit, attempt.tick, attempt.geometry
        times, grid = before.times, self._grid
        known = before.sources, before.limit, times.tick_seconds, times.geometry
        of_the_same_cells = before.grid.shape == grid.shape and (
            (before.grid.step_x, before.grid.step_y) == (grid.step_x, grid.step_y)
        )
        return asked == known and of_the_same_cells and not times.partial

    def _costs_before(self, attempt: GridAttempt) -> StepCosts:
        """By which starts, and the discs around them, set out before."""
        told = attempt.tick, self._zero_speed, attempt.geometry, self._slopes
        return costs_on(self._before.grid, *told)

    def _updated(self, attempt: GridAttempt) -> TravelTimeGrid | None:
        """None where another solver is sooner, or where it was cancelled."""
        before, costs = self._before, attempt.costs
        cells = changed_cells(before.grid, self._grid)
        size = costs.values.size
        most = int(MOST_LOOKED_AT * size) + 1
        if len(cells) > most or attempt.cancel.requested:
            return None
        labels = self._spare.copied(before.times.labels)
        starts = attempt.starts()
        told_before = starts_on(
            self._costs_before(attempt), before.sources, attempt.tick, attempt.limit_ticks
        )
        others = [
            c for c in starts.keys() | told_before.keys() if starts.get(c) != told_before.get(c)
        ]
        seeds = np.concatenate((cells, np.array(sorted(others), np.int64)))
        places = np.array(sorted(starts), np.int64)
        given = np.array([starts[place] for place in places.tolist()], np.int64)
        stop = attempt.cancel.flag
        looked, done = _without_support(costs, labels, seeds, places, given, most, stop)
        if not done:
            return None
        heap, waiting = _offered(costs, labels, looked, places, given, attempt.limit_ticks)
        heap, waiting, found, last = advance(
            costs, labels, heap, waiting, attempt.limit_ticks, most, 0, stop
        )
        if waiting:
            return None
        self.settled = len(looked) + int(found)
        log = attempt.log("dynamic", 0.0, "cells", one_by_one=True)
        log.record("heap", self.settled, 0, self.settled, last)
        held, last = map(int, held_labels(labels))
        return attempt.times(log, labels, held, last, False)


def changed_cells(one: VelocityGrid, other: VelocityGrid) -> NDArray[np.int64]:
    """Flat indices, rising, of cells that have not the same speed, or the same bits of one, on two
    grids of a shape."""
    found = []
    for row in range(0, one.rows, ROWS_AT_ONCE):
        part = slice(row, row + ROWS_AT_ONCE)
        differs = _differs(one, other, one.values[part], other.values[part])
        found.append(np.flatnonzero(differs) + row * one.cols)
    return np.concatenate(found)


def _differs(
    one: VelocityGrid, other: VelocityGrid, first: NDArray[Any], second: NDArray[Any]
) -> NDArray[np.bool_]:
    table, another = one.code_speed, other.code_speed
    if table is None and another is None:
        return np.asarray(first.view(np.uint32) != second.view(np.uint32))
    if table is None or another is None or len(table) != len(another):
        return ~_alike(_speeds(table, first), _speeds(another, second))
    differs: NDArray[np.bool_] = first != second
    for code in np.flatnonzero(~_alike(table, another)).tolist():
        differs |= second == code
    return differs


def _speeds(table: NDArray[np.float64] | None, values: NDArray[Any]) -> NDArray[np.float64]:
    return values.astype(np.float64) if table is None else table[values]


def _alike(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.bool_]:
    return np.asarray((one == other) | (np.isnan(one) & np.isnan(other)))


@njit(cache=True, nogil=True)
def _least(costs: Any, labels: Any, row: Any, col: Any, places: Any, given: Any) -> Any:
    """The least label that a cell is given by its start, its neighbours and its wedges."""
    rows, cols = labels.shape
    best, cell = np.int64(UNREACHED), np.int64(row) * cols + col
    for k in range(8):
        r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
        if 0 <= r < rows and 0 <= c < cols and labels[r, c] < UNREACHED:
            step = step_cost(costs, r, c, row, col, NEIGHBOUR_KIND[k])
            best = min(best, np.int64(labels[r, c]) + step)
    if costs.straight:
        first: Any = np.int64(0)  # a plain number would be a type of its own
        best = min(best, np.int64(best_of_wedges(costs, labels, first, row, col)))
    place = np.searchsorted(places, cell)
    if place < len(places) and places[place] == cell:
        best = min(best, given[place])
    return best


@njit(cache=True, nogil=True)
def _without_support(
    costs: Any, labels: Any, seeds: Any, places: Any, given: Any, most: int, stop: Any
) -> Any:
    """Take the labels of cells that nothing gives them any more, UNREACHED instead; returns the
    flat indices of all that were looked at, and False where more than `most` lost theirs."""
    rows, cols = labels.shape
    queued = np.zeros((rows, cols), np.bool_)
    looked, count = np.empty(1024, np.int64), np.int64(0)
    heap, size = np.empty(1024, np.uint64), 0
    lost = popped = 0
    for seed in seeds:
        for k in range(9):
            r, c = seed // cols + k // 3 - 1, seed % cols + k % 3 - 1
            if not (0 <= r < rows and 0 <= c < cols) or queued[r, c]:
                continue
            queued[r, c] = True
            looked, count = _noted(looked, count, r * cols + c)
            if labels[r, c] < UNREACHED:
                heap = push(heap, size, _entry(labels[r, c], r * cols + c))
                size += 1
    while size > 0:
        popped += 1
        if popped % LOOK == 0 and stop[0] != 0:
            return looked[:count], False
        entry = pop(heap, size)
        size -= 1
        cell, label = np.int64(entry & CELL_MASK), np.int64(entry >> CELL_BITS)
        row, col = cell // cols, cell % cols
        if _least(costs, labels, row, col, places, given) <= label:
            continue
        labels[row, col] = UNREACHED
        lost += 1
        if lost > most:
            return looked[:count], False
        for k in range(8):
            r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
            if not (0 <= r < rows and 0 <= c < cols) or queued[r, c]:
                continue
            if label < labels[r, c] < UNREACHED:
                queued[r, c] = True
                looked, count = _noted(looked, count, r * cols + c)
                heap = push(heap, size, _entry(labels[r, c], r * cols + c))
                size += 1
    return looked[:count], True


@njit(cache=True, nogil=True)
def _entry(label: Any, cell: Any) -> Any:
    """An entry of the heap, as `raster.solvers.dijkstra` has them."""
    return (np.uint64(label) << CELL_BITS) | np.uint64(cell)


@njit(cache=True, nogil=True)
def _noted(cells: Any, count: Any, cell: Any) -> Any:
    """Cells, in a longer array where it was full, with one more; and how many there are."""
    if count == len(cells):
        cells = longer(cells, count)
    cells[count] = cell
    return cells, count + 1


@njit(cache=True, nogil=True)
def _offered(
    costs: Any, labels: Any, looked: Any, places: Any, given: Any, limit_ticks: int
) -> Any:
    """Lower the labels of cells to what they are given; returns a heap of those that fell, and its
    size."""
    cols = labels.shape[1]
    heap, size = np.empty(1024, np.uint64), 0
    for cell in looked:
        row, col = cell // cols, cell % cols
        best = _least(costs, labels, row, col, places, given)
        if best < labels[row, col] and best <= limit_ticks:
            labels[row, col] = best
            heap = push(heap, size, _entry(best, cell))
            size += 1
    return heap, size
