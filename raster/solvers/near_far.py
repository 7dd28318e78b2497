"""Near and far queue over the cells of a grid.

See `core.parallel.near_far`. A step relaxes the eight neighbours of every near cell.

Source: Fjellborg 2024, sections 2.2.6, 4.5 and 6.2; a Δ that follows the work after ADDS (Wang et
al. 2021, in Fjellborg 2.2.7). Ours differs in exact integer times, in queues that never hold a
cell twice and so cannot overflow, and in passing over thresholds under which no far cell lies.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.attempts import largest_label
from core.parallel.near_far import (
    NearFarSearch,
    Queues,
    StepWidth,
    begin_step,
    end_step,
    is_near_left,
)
from core.solver import Sources
from core.times import UNREACHED
from raster.geometry import EIGHT, GEOMETRIES
from raster.grid import VelocityGrid
from raster.slopes.costs import step_cost
from raster.slopes.slopes import GridSlopes, usual_pace
from raster.solvers.attempts import GridAttempt, HostSolver
from raster.starts import starts_on
from raster.steps import (
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    StepCosts,
    mean_speed_kmh,
)
from raster.travel_times import TravelTimeGrid
from raster.wedges import best_of_wedges_beside

CROSSINGS = 8
"""Cells crossed at the mean speed in the first Δ of those that choose themselves."""


class CellSearch(NearFarSearch):
    """One search; labels : uint32 ticks, (rows, cols)."""

    def __init__(
        self,
        costs: StepCosts,
        queues: Queues,
        width: StepWidth,
        sources: Sources,
        tick: float,
        limit_ticks: int,
    ) -> None:
        labels: NDArray[np.uint32] = np.full(costs.values.shape, UNREACHED, np.uint32)
        starts = starts_on(costs, sources, tick, limit_ticks)
        cells = np.array(list(starts), np.int64)
        labels.flat[cells] = list(starts.values())
        super().__init__(labels, queues, width, cells)
        self._costs, self._limit = costs, limit_ticks

    def _serve(self, visits: int) -> tuple[int, int, int]:
        found: tuple[int, int, int] = _step(
            self._costs, self.labels, self._queues, self.threshold, self._limit, visits
        )
        return found


class NearFar(HostSolver):
    """Near and far queue on the whole grid; see the module's text.

    delta_seconds : Δ; 0 lets it follow the work.
    """

    geometries = GEOMETRIES
    takes_slopes = straight_on_slopes = True

    def __init__(
        self,
        grid: VelocityGrid,
        *,
        zero_speed_kmh: float = 0.0,
        delta_seconds: float = 0.0,
        geometry: str = EIGHT,
        slopes: GridSlopes | None = None,
    ) -> None:
        how: Any = {"zero_speed_kmh": zero_speed_kmh, "geometry": geometry, "slopes": slopes}
        super().__init__(grid, **how)
        self._delta, self._pace = delta_seconds, usual_pace(grid, slopes)
        self._queues = Queues.of(grid.rows * grid.cols)

    def _step_width(self, tick: float) -> StepWidth:
        grid, seconds = self._grid, self._delta
        if seconds <= 0:
            metres = CROSSINGS * max(grid.step_x, grid.step_y)
            level = 3.6 * metres / mean_speed_kmh(grid, self._zero_speed)
            seconds = level * self._pace.factor + metres * self._pace.added
        return StepWidth.of(seconds / tick, given=self._delta > 0)

    def _attempt(self, attempt: GridAttempt) -> TravelTimeGrid:
        tick = attempt.tick
        width = self._step_width(tick)
        log = attempt.log("near-far", width.ticks * tick, "cells")
        search = CellSearch(
            attempt.costs, self._queues, width, attempt.sources, tick, attempt.limit_ticks
        )
        search.run(log, attempt.cancel)
        cut_short = not search.finished
        self._queues.clear()
        last = largest_label(search.labels)
        return attempt.times(log, search.labels, search.reached, last, cut_short)


@njit(cache=True, nogil=True)
def _step(
    costs: Any, labels: Any, queues: Any, threshold: int, limit_ticks: int, most_visits: int
) -> Any:
    """Steps until no cell is near or `most_visits` were made; returns both and the newly
    reached."""
    rows, cols = labels.shape
    is_near = queues.is_near
    steps, visits, reached = 0, 0, 0
    while is_near_left(queues) and visits < most_visits:
        near, comes_next, far, first, last, followers, fars = begin_step(
            queues, most_visits - visits
        )
        for i in range(first, last):
            cell = np.int64(near[i])
            is_near[cell] = False
            row, col = cell // cols, cell % cols
            label = np.int64(labels[row, col])
            for k in range(8):
                r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
                if r < 0 or r >= rows or c < 0 or c >= cols:
                    continue
                step = step_cost(costs, row, col, r, c, NEIGHBOUR_KIND[k])
                arrival, known = label + step, labels[r, c]
                if costs.straight and label < known:  # offers are later than the label
                    down, right = NEIGHBOUR_ROW[k], NEIGHBOUR_COL[k]
                    offered = best_of_wedges_beside(costs, labels, row, col, down, right)
                    arrival = min(arrival, offered)
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
        end_step(queues, last, followers, fars)
        steps += 1
        visits += last - first
    return steps, visits, reached
