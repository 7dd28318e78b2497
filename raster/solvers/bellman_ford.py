"""All cells relaxed again and again until no label falls: the simplest parallel solver.

Source: Bellman 1958, Ford 1956; Fjellborg 2024, sections 2.2.4 and 4.4. Ours differs in exact
integer times; in a cell that takes the best its neighbours offer, instead of giving to them, so
that each label is written by one thread and no atomic operation is needed; and in rounds that go
forwards and backwards in turn and pass over rows without news.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import Cancel
from core.parallel.attempts import largest_label
from core.parallel.in_place import in_place
from core.parallel.ranges import ranges_of
from core.parallel.threads import Threads
from core.times import UNREACHED
from raster.solvers.attempts import GridAttempt, HostSolver
from raster.steps import (
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    StepCosts,
    half_cost,
)
from raster.travel_times import TravelTimeGrid

CELLS_AT_ONCE = 100_000
"""Cells of about a millisecond of work: shorter rounds are run by one thread and told together."""

CELLS_UNASKED = 250_000
"""Cells after which a thread looks for a cancel: some milliseconds, with real speeds some tens."""

BANDS_A_THREAD = 4
"""Bands of rows that a thread serves in a round, so that all threads end it together."""

_TOP = np.int64(0)
"""The first row; a plain 0 is a type of its own, for which kernels are compiled anew."""


class BellmanFord(HostSolver):
    """Rounds over the whole grid; see the module's text."""

    def _attempt(self, attempt: GridAttempt) -> TravelTimeGrid:
        costs, limit_ticks, cancel = attempt.costs, attempt.limit_ticks, attempt.cancel
        labels = np.full(self._grid.shape, UNREACHED, np.uint32)
        log = attempt.log("bellman-ford", 0.0, "cells")
        for cell, label in attempt.starts().items():
            labels.flat[cell] = label
        fell: NDArray[np.int64] = (labels < UNREACHED).sum(axis=1, dtype=np.int64)
        fresh = fell.copy()
        log.start_timing()
        with Threads() as threads:
            while fell.any() and not cancel.requested:
                # Every other round goes backwards, so that news soon run either way.
                backwards = log.rounds % 2 == 1
                if _cells_at_stake(fell, labels.shape[1]) < CELLS_AT_ONCE:
                    rounds, active = _relax_few(costs, labels, fell, fresh, backwards, limit_ticks)
                else:
                    fell = _relax_all(
                        threads, costs, labels, fell, fresh, backwards, limit_ticks, cancel
                    )
                    rounds, active = 1, int(fell.sum())
                log.record("all cells", active, 0, int(fresh.sum()), rounds=rounds)
        cut_short = bool(fell.any())
        return attempt.times(log, labels, int(fresh.sum()), largest_label(labels), cut_short)


@in_place
def _best_offer(costs: Any, labels: Any, row: int, col: int) -> Any:
    """The least of a cell's own label and what its neighbours offer."""
    rows, cols = labels.shape
    best = np.int64(labels[row, col])
    for k in range(8):
        r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
        if r < 0 or r >= rows or c < 0 or c >= cols:
            continue
        theirs = np.int64(labels[r, c])
        if theirs < best:  # steps take time: no other neighbour can improve the cell
            kind = NEIGHBOUR_KIND[k]
            step = np.int64(half_cost(costs, r, c, kind)) + half_cost(costs, row, col, kind)
            best = min(best, theirs + step)
    return best


@in_place
def _relax_row(costs: Any, labels: Any, row: int, backwards: bool, limit_ticks: int) -> Any:
    """Give the cells of a row the best their neighbours offer; returns how many labels fell and
    how many cells were reached."""
    fell = fresh = 0
    last = labels.shape[1] - 1
    for i in range(last + 1):
        col = last - i if backwards else i
        known, best = labels[row, col], _best_offer(costs, labels, row, col)
        if best < known and best <= limit_ticks:
            labels[row, col] = best
            fell += 1
            fresh += known >= UNREACHED
    return fell, fresh


@in_place
def _is_at_stake(fell: Any, row: int) -> Any:
    """Whether a label fell in a row or beside it; if not, its cells have nothing better to get."""
    return fell[max(row - 1, 0) : row + 2].any()


@in_place
def _cells_at_stake(fell: Any, cols: int) -> Any:
    count = 0
    for row in range(len(fell)):
        count += cols * _is_at_stake(fell, row)
    return count


@njit(cache=True, nogil=True)
def _relax_rows(
    costs: Any,
    labels: Any,
    fell: Any,
    falls: Any,
    fresh: Any,
    first: Any,
    end: int,
    backwards: bool,
    limit_ticks: int,
) -> int:
    """Rows first..end-1 of a round; returns how many were at stake."""
    relaxed = 0
    for i in range(end - first):
        row = end - 1 - i if backwards else first + i
        falls[row] = 0
        if _is_at_stake(fell, row):
            falls[row], reached = _relax_row(costs, labels, row, backwards, limit_ticks)
            fresh[row] += reached
            relaxed += 1
    return relaxed


def _relax_all(
    threads: Threads,
    costs: StepCosts,
    labels: NDArray[np.uint32],
    fell: NDArray[np.int64],
    fresh: NDArray[np.int64],
    backwards: bool,
    limit_ticks: int,
    cancel: Cancel,
) -> NDArray[np.int64]:
    """A round of all threads; returns how many labels fell in each row.

    fell : int64, (rows,), the same of the round before. fresh : int64, (rows,), counts the cells
        that were reached.

    Allowed race: a neighbour's label is read while it falls. Either value is the length of a path,
    and the newer one is seen in the next round.
    """
    rows, cols = labels.shape
    falls = np.zeros(rows, np.int64)
    share = -(-rows // (BANDS_A_THREAD * threads.count))
    height = max(min(share, CELLS_UNASKED // cols), 1)

    def relax_band(begin: int, end: int) -> None:
        if not cancel.requested:
            _relax_rows(costs, labels, fell, falls, fresh, begin, end, backwards, limit_ticks)

    threads.over(relax_band, ranges_of(rows, height))
    return falls + fell if cancel.requested else falls  # rows left out are still at stake


@njit(cache=True, nogil=True)
def _relax_few(
    costs: Any, labels: Any, fell: Any, fresh: Any, backwards: bool, limit_ticks: int
) -> Any:
    """Rounds of one thread while they are short; returns how many, and how many labels fell."""
    rounds, active, looked_at = 0, 0, 0
    rows, cols = labels.shape
    falls = np.empty_like(fell)
    while looked_at < CELLS_AT_ONCE and fell.any():
        turned = backwards != (rounds % 2 == 1)
        relaxed = _relax_rows(costs, labels, fell, falls, fresh, _TOP, rows, turned, limit_ticks)
        looked_at += relaxed * cols
        for row in range(len(fell)):
            fell[row] = falls[row]
        rounds += 1
        active += falls.sum()
    return rounds, active
