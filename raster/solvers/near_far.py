"""Two queues: cells near enough to be served now, and cells that wait until the front is there.

A *step* relaxes the neighbours of every near cell. A neighbour that improved is near as well if its
label is below the threshold, else it is far. When no near cell is left, every label below the
threshold is final: the threshold grows by Δ, and *advance* sorts the far cells again. The solve
ends when both queues are empty. Labels only fall, and a cell whose label fell is in a queue until
it is served, so the result is the fixed point of relaxation, which is Dijkstra's, whatever Δ is.

Source: Fjellborg 2024, sections 2.2.6, 4.5 and 6.2; a Δ that follows the work after ADDS (Wang et
al. 2021, in Fjellborg 2.2.7). Ours differs in exact integer times, in queues that never hold a
cell twice and so cannot overflow, and in passing over thresholds under which no far cell lies.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import Cancel
from core.parallel.rounds import RoundLog
from core.solver import Sources
from core.times import UNREACHED, limit_in_ticks, ticks_from_seconds
from core.trace import Trace
from raster.grid import VelocityGrid
from raster.solvers.attempts import SolvesInAttempts
from raster.solvers.frontier import FAR, FOLLOWING, NEAR, SERVED, Queues, StepWidth
from raster.steps import (
    BARRIER,
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    StepCosts,
    half_cost,
)
from raster.travel_times import TravelTimeGrid

VISITS_AT_ONCE = 20_000
"""Visits of about a millisecond of work: shorter steps are run and told together, longer ones in
parts."""


class Search:
    """One search, advanced by `step` while there are near cells and by `advance` when there are
    none.

    labels : uint32 ticks, (rows, cols); final below `settled_below`, upper bounds above.
    """

    def __init__(
        self, costs: StepCosts, queues: Queues, width: StepWidth, tick: float, limit_ticks: int
    ) -> None:
        self.labels: NDArray[np.uint32] = np.full(costs.values.shape, UNREACHED, np.uint32)
        self.threshold = self.settled_below = 0
        self.reached = 0
        self._costs, self._queues, self._width = costs, queues, width
        self._tick, self._limit = tick, limit_ticks
        self._nearest = UNREACHED
        self._visits = self._settled = 0  # since the threshold rose, and before it

    def enter(self, sources: Sources) -> None:
        """Let the fronts wait at the starts that count."""
        rows, cols = self.labels.shape
        for start in sources:
            row, col = divmod(start.element, cols)
            label = ticks_from_seconds(start.delay_seconds, self._tick)
            if row >= rows or label > min(self._limit, int(self.labels[row, col]) - 1):
                continue
            if _is_passable(self._costs, row, col):
                if self.labels[row, col] == UNREACHED:
                    self._queues.wait(start.element)
                    self.reached += 1
                self.labels[row, col] = label
                self._nearest = min(self._nearest, label)

    @property
    def near(self) -> int:
        """Cells to be served below the threshold."""
        queues = self._queues
        return queues.count(NEAR) - int(queues.counts[SERVED]) + queues.count(FOLLOWING)

    @property
    def far(self) -> int:
        """Waiting cells; a few of them are near by now or settled."""
        return self._queues.count(FAR)

    def step(self, visits: int) -> tuple[int, int]:
        """Serve near cells, and those they bring near, until none is left or `visits` were made.

        Returns the number of steps, one that is not over included, and of visits.
        """
        queues = self._queues
        steps, made, reached = _step(
            self._costs,
            self.labels,
            queues.cells,
            queues.is_near,
            queues.roles,
            queues.counts,
            self.threshold,
            self._limit,
            visits,
        )
        self.reached += reached
        self._visits += made
        return steps, made

    def advance(self) -> int:
        """Raise the threshold and sort the far cells; returns how many were looked at."""
        looked_at = self.far
        self.settled_below = self.threshold
        # Nothing lies between the threshold and the nearest far cell, if that is known.
        reaches = max(self.threshold, self._nearest if self._nearest < UNREACHED else 0)
        self.threshold = min(reaches + self._width.ticks, UNREACHED)
        queues = self._queues
        self._nearest = _relax(
            self.labels.ravel(),
            queues.cells,
            queues.is_near,
            queues.roles,
            queues.counts,
            self.settled_below,
            self.threshold,
        )
        if self.near:
            self._nearest = UNREACHED  # the steps to come may put nearer cells into the queue
        settled = self.reached - self.near - self.far
        self._width.follow(self._visits, settled - self._settled)
        self._visits, self._settled = 0, settled
        return looked_at


class NearFar(SolvesInAttempts):
    """Near and far queue on the whole grid; see the module's text.

    delta_seconds : Δ; 0 lets it follow the work.
    """

    def __init__(
        self, grid: VelocityGrid, *, zero_speed_kmh: float = 0.0, delta_seconds: float = 0.0
    ) -> None:
        super().__init__(grid, zero_speed_kmh=zero_speed_kmh)
        self._delta = delta_seconds
        self._queues = Queues(grid.rows * grid.cols)

    def _attempt(
        self,
        costs: StepCosts,
        sources: Sources,
        tick: float,
        limit: float,
        trace: Trace,
        cancel: Cancel,
    ) -> TravelTimeGrid:
        width = StepWidth.of(self._grid, self._zero_speed, self._delta, tick)
        search = Search(costs, self._queues, width, tick, limit_in_ticks(limit, tick))
        log = RoundLog(trace, tick)
        log.start("near-far", "cpu", "cpu", search.labels.size, width.ticks * tick)
        search.enter(sources)
        self._run(search, log, cancel)
        partial = bool(search.near or search.far)
        self._queues.clear()
        last = largest_label(search.labels)
        log.finish(search.reached, last, partial)
        return TravelTimeGrid(search.labels, tick, limit, search.reached, last, partial)

    def _run(self, search: Search, log: RoundLog, cancel: Cancel) -> None:
        clock = time.perf_counter()
        while (search.near or search.far) and not cancel.requested:
            if search.near:
                kernel, (rounds, active) = "step", search.step(VISITS_AT_ONCE)
            else:
                kernel, (rounds, active) = "advance", (1, search.advance())
            now = time.perf_counter()
            log.round(
                kernel,
                active,
                search.far,
                search.reached,
                search.threshold,
                now - log.began,
                (now - clock) * 1e6,
                rounds,
            )
            clock = now


@njit(cache=True, nogil=True)
def _is_passable(costs: Any, row: int, col: int) -> bool:
    return half_cost(costs, row, col, 0) < BARRIER


@njit(cache=True, nogil=True)
def _largest_label(labels: Any) -> Any:
    largest = np.uint32(0)
    for label in labels.flat:
        largest = max(largest, label if label < UNREACHED else np.uint32(0))
    return largest


def largest_label(labels: NDArray[np.uint32]) -> int:
    """The label of the last cell that is reached; 0 where none is."""
    return int(_largest_label(labels))


@njit(cache=True, nogil=True)
def _step(
    costs: Any,
    labels: Any,
    cells: Any,
    is_near: Any,
    roles: Any,
    counts: Any,
    threshold: int,
    limit_ticks: int,
    most_visits: int,
) -> Any:
    """Steps until no cell is near or `most_visits` were made; returns steps, visits, newly reached.

    A step that is too long goes on in the next call.

    A far cell that comes near stays in the far queue as well, where `_relax` passes over it; so a
    cell is put there once only, when it is first reached.
    """
    rows, cols = labels.shape
    steps, visits, reached = 0, 0, 0
    while counts[roles[NEAR]] > 0 and visits < most_visits:
        near, comes_next, far = cells[roles[NEAR]], cells[roles[FOLLOWING]], cells[roles[FAR]]
        followers, fars = counts[roles[FOLLOWING]], counts[roles[FAR]]
        first, nears = counts[SERVED], counts[roles[NEAR]]
        last = min(nears, first + most_visits - visits)
        for i in range(first, last):
            cell = np.int64(near[i])
            is_near[cell] = False
            row, col = cell // cols, cell % cols
            label = np.int64(labels[row, col])
            for k in range(8):
                r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
                if r < 0 or r >= rows or c < 0 or c >= cols:
                    continue
                kind = NEIGHBOUR_KIND[k]
                step = np.int64(half_cost(costs, row, col, kind)) + half_cost(costs, r, c, kind)
                arrival, known = label + step, labels[r, c]
                if arrival >= known or arrival > limit_ticks:
                    continue
                labels[r, c] = arrival
                reached += known >= UNREACHED
                neighbour = r * cols + c
                if arrival < threshold:
                    if not is_near[neighbour]:
                        is_near[neighbour] = True
                        comes_next[followers] = neighbour
                        followers += 1
                elif known >= UNREACHED:
                    far[fars] = neighbour
                    fars += 1
        counts[roles[FOLLOWING]], counts[roles[FAR]], counts[SERVED] = followers, fars, last
        steps += 1
        visits += last - first
        if last == nears:
            counts[roles[NEAR]] = counts[SERVED] = 0
            roles[NEAR], roles[FOLLOWING] = roles[FOLLOWING], roles[NEAR]
    return steps, visits, reached


@njit(cache=True, nogil=True)
def _relax(
    labels: Any,
    cells: Any,
    is_near: Any,
    roles: Any,
    counts: Any,
    settled_below: int,
    threshold: int,
) -> Any:
    """Sort the far cells: those below the threshold are near, those settled meanwhile are dropped.

    labels : flat. The near queue is empty before. Returns the smallest label that stays far.
    """
    far, near, later = cells[roles[FAR]], cells[roles[NEAR]], cells[roles[FOLLOWING]]
    nears, laters, nearest = 0, 0, np.int64(UNREACHED)
    for i in range(counts[roles[FAR]]):
        cell = far[i]
        label = np.int64(labels[cell])
        if label >= threshold:
            later[laters] = cell
            laters += 1
            nearest = min(nearest, label)
        elif label >= settled_below:
            is_near[cell] = True
            near[nears] = cell
            nears += 1
    counts[roles[NEAR]], counts[roles[FOLLOWING]], counts[roles[FAR]] = nears, laters, 0
    roles[FOLLOWING], roles[FAR] = roles[FAR], roles[FOLLOWING]
    return nearest
