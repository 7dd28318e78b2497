"""Dijkstra's algorithm on the grid: the baseline, and what every other solver must equal.

Source: Dijkstra 1959; Fjellborg 2024, section 4.1. Ours counts integer ticks, leaves outdated heap
entries in place instead of decreasing keys, and can be stepped.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.parallel.growing import longer
from core.solver import Sources
from core.times import UNREACHED, limit_in_ticks
from raster.geometry import EIGHT, GEOMETRIES, STRAIGHT
from raster.slopes.costs import step_cost
from raster.solvers.attempts import GridAttempt, HostSolver
from raster.starts import starts_on
from raster.steps import NEIGHBOUR_COL, NEIGHBOUR_KIND, NEIGHBOUR_ROW, StepCosts
from raster.travel_times import TravelTimeGrid
from raster.wedges import best_of_wedges_beside

POPS_PER_ITERATION = 100_000
"""Pops per event: about 20 ms of work."""

LOOK = 1 << 13
"""Entries popped, outdated ones included, between two looks at whether to stop: below 10 ms, also
where memory is slow and speeds are real numbers."""


class DijkstraSearch:
    """One search, stepped by hand.

    labels : uint32 ticks, (rows, cols); final for the `settled` cells, upper bounds elsewhere.
    """

    def __init__(self, costs: StepCosts, sources: Sources, tick: float, limit: float) -> None:
        rows, cols = costs.values.shape
        self.labels: NDArray[np.uint32] = np.full((rows, cols), UNREACHED, np.uint32)
        self.tick = tick
        self.limit_ticks = limit_in_ticks(limit, tick)
        self.settled = 0
        self.last = 0
        self._costs, self._limit = costs, limit
        self._heap: NDArray[np.uint64] = np.empty(1024, np.uint64)
        self._size = 0
        for cell, label in starts_on(costs, sources, tick, self.limit_ticks).items():
            self.labels.flat[cell] = label
            self._heap = push(self._heap, self._size, np.uint64(label << int(CELL_BITS) | cell))
            self._size += 1

    @property
    def finished(self) -> bool:
        return self._size == 0

    @property
    def waiting(self) -> int:
        """Entries in the heap, outdated ones included."""
        return self._size

    def step(self, count: int = 1, cancel: Cancel = NEVER) -> int:
        """Settle up to `count` cells, the nearest first; returns how many were."""
        self._heap, self._size, settled, self.last = advance(
            self._costs, self.labels, self._heap, self._size, self.limit_ticks, count, self.last,
            cancel.flag,
        )  # fmt: skip
        self.settled += settled
        return int(settled)

    def times(self) -> TravelTimeGrid:
        """What was found; of a search that is not finished, upper bounds with it."""
        geometry = STRAIGHT if self._costs.straight else EIGHT
        held, last = self.settled, self.last
        if not self.finished:  # settled, and upper bounds of those in the heap
            held, last = map(int, held_labels(self.labels))
        told = self.labels, self.tick, self._limit, held, last, not self.finished
        return TravelTimeGrid(*told, geometry)


class Dijkstra(HostSolver):
    """Sequential search with a binary heap over the whole grid."""

    geometries = GEOMETRIES
    takes_slopes = straight_on_slopes = True

    def _attempt(self, attempt: GridAttempt) -> TravelTimeGrid:
        search = DijkstraSearch(attempt.costs, attempt.sources, attempt.tick, attempt.limit)
        log = attempt.log("dijkstra", 0.0, "cells", one_by_one=True)
        while not search.finished and not attempt.cancel.requested:
            settled = search.step(POPS_PER_ITERATION, attempt.cancel)
            log.record("heap", settled, search.waiting, search.settled, search.last)
        log.finish(search.settled, search.last, not search.finished)
        return search.times()


# A heap entry is ticks << 34 | cell: ticks stay below 2**30, so grids may have 2**34 cells.
CELL_BITS = np.uint64(34)
CELL_MASK = np.uint64((1 << 34) - 1)


@njit(cache=True, nogil=True)
def push(heap: NDArray[np.uint64], size: int, entry: Any) -> Any:
    """The heap, grown if it was full, with one more entry after its first `size`."""
    if size == len(heap):
        heap = longer(heap, size)
    child = size
    while child > 0:
        parent = (child - 1) >> 1
        if heap[parent] <= entry:
            break
        heap[child] = heap[parent]
        child = parent
    heap[child] = entry
    return heap


@njit(cache=True, nogil=True)
def pop(heap: NDArray[np.uint64], size: int) -> Any:
    """The smallest entry; the heap holds size - 1 afterwards."""
    smallest, moved = heap[0], heap[size - 1]
    last = size - 1
    parent = 0
    while True:
        child = 2 * parent + 1
        if child >= last:
            break
        if child + 1 < last and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= moved:
            break
        heap[parent] = heap[child]
        parent = child
    heap[parent] = moved
    return smallest


@njit(cache=True, nogil=True)
def held_labels(labels: NDArray[np.uint32]) -> Any:
    """How many cells have a label, and the largest one."""
    held, last = np.int64(0), np.uint32(0)
    for row in range(labels.shape[0]):
        line = labels[row]
        for col in range(len(line)):
            within = line[col] < UNREACHED
            held += np.int64(within)
            last = max(last, line[col] if within else np.uint32(0))
    return held, last


@njit(cache=True, nogil=True)
def advance(
    costs: Any,
    labels: Any,
    heap: Any,
    size: int,
    limit_ticks: int,
    count: int,
    last: Any,
    stop: Any,
) -> Any:
    """Settle up to `count` cells; returns the heap, its size, how many were settled, and the last
    label."""
    rows, cols = labels.shape
    settled = popped = 0
    while size > 0 and settled < count:
        popped += 1
        if popped % LOOK == 0 and stop[0] != 0:
            break
        entry = pop(heap, size)
        size -= 1
        cell = np.int64(entry & CELL_MASK)
        ticks = np.int64(entry >> CELL_BITS)
        row, col = cell // cols, cell % cols
        if ticks != labels[row, col]:
            continue  # outdated: the cell was settled from a later, better entry
        settled += 1
        last = ticks
        for k in range(8):
            r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
            if r < 0 or r >= rows or c < 0 or c >= cols:
                continue
            arrival = ticks + step_cost(costs, row, col, r, c, NEIGHBOUR_KIND[k])
            if costs.straight and ticks < labels[r, c]:  # offers are later than ticks
                down, right = NEIGHBOUR_ROW[k], NEIGHBOUR_COL[k]
                arrival = min(arrival, best_of_wedges_beside(costs, labels, row, col, down, right))
            if arrival < labels[r, c] and arrival <= limit_ticks:
                labels[r, c] = arrival
                heap = push(heap, size, (np.uint64(arrival) << CELL_BITS) | np.uint64(r * cols + c))
                size += 1
    return heap, size, settled, last
