"""Paths of a coarse grid gone once more in cells of the full grid, in a corridor around them.

A kernel takes the coarse cells in the order in which the coarse grid reaches them, and has the
cells of each reached from those of the ones around: no queue is kept, and what is found is a bound
that is hardly above the exact time where a corridor holds the way. Slopes and codes are looked up
before, so that one kernel serves them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.solver import Sources
from core.times import UNREACHED
from raster.coarse import Coarse, Near
from raster.slopes.costs import costs_on, on_slopes, sloped_cost
from raster.slopes.heights import UNKNOWN
from raster.slopes.slopes import GridSlopes
from raster.steps import (
    BARRIER,
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    StepCosts,
    half_costs_of,
)
from raster.travel_times import TravelTimes

TURNS = 2
"""Passes over the cells of a coarse cell, to and fro: a path may bend within it."""


@dataclass(frozen=True, eq=False)
class CoarseQuestion:
    """The question that a coarse grid answered.

    sources : on the full grid. coarse_sources : what the coarse grid was solved from. near : exact
    times around the sources. slopes : of both grids.
    """

    coarse: Coarse
    sources: Sources
    coarse_sources: Sources
    near: Sequence[Near] = ()
    zero_speed_kmh: float = 0.0
    slopes: tuple[GridSlopes | None, GridSlopes | None] = (None, None)


Cells = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Rows and columns."""


@dataclass(frozen=True, eq=False)
class Corridor:
    """Coarse cells around paths.

    blocks : flat indices of them, the soonest reached first. number : int32, of the coarse grid's
    shape, their places in it; -1 elsewhere.
    """

    blocks: NDArray[np.int64]
    number: NDArray[np.int32]

    @classmethod
    def around(
        cls, coarse: Coarse, labels: NDArray[np.uint32], places: Cells, reach: int
    ) -> Corridor:
        """reach : coarse cells on either side of the paths to places."""
        number = np.full(labels.shape, -1, np.int32)
        ends = places[0] // coarse.factor * labels.shape[1] + places[1] // coarse.factor
        blocks = _around_paths(labels, ends, number, np.int64(reach))
        blocks = blocks[np.argsort(labels.ravel()[blocks], kind="stable")]
        number.ravel()[blocks] = np.arange(len(blocks))
        return cls(blocks, number)

    def gone(self, asked: CoarseQuestion, times: TravelTimes, places: Cells) -> NDArray[np.float64]:
        """Seconds in which places of the full grid are come to within the corridor, infinite where
        they are not, or not within the limit."""
        coarse, tick = asked.coarse, times.tick_seconds
        zero, slopes = asked.zero_speed_kmh, asked.slopes[0]
        labels = np.full((len(self.blocks), coarse.factor**2), UNREACHED, np.uint32)
        for around in asked.near:
            self._take(labels, coarse.factor, around, tick)
        for start in asked.sources:
            row, col = divmod(start.element, coarse.full.cols)
            self._begin(labels, coarse.factor, row, col, start.delay_seconds / tick)
        self._go(costs_on(coarse.full, tick, zero, slopes=slopes), coarse.factor, labels)
        return self._seconds(labels, coarse.factor, places, times)

    def gone_coarsely(
        self, asked: CoarseQuestion, times: TravelTimes, places: Cells
    ) -> NDArray[np.float64]:
        """The same in cells of the coarse grid."""
        coarse, tick = asked.coarse, times.tick_seconds
        zero, slopes = asked.zero_speed_kmh, asked.slopes[1]
        labels = np.full((len(self.blocks), 1), UNREACHED, np.uint32)
        for start in asked.coarse_sources:
            row, col = divmod(start.element, coarse.grid.cols)
            self._begin(labels, 1, row, col, start.delay_seconds / tick)
        self._go(costs_on(coarse.grid, tick, zero, slopes=slopes), 1, labels)
        there = places[0] // coarse.factor, places[1] // coarse.factor
        return self._seconds(labels, 1, there, times)

    def _go(self, costs: StepCosts, factor: int, labels: NDArray[np.uint32]) -> None:
        ways = _Ways.within(costs, self.blocks, factor)
        _go(ways, self.number, self.blocks, np.int64(factor), labels)

    def _begin(
        self, labels: NDArray[np.uint32], factor: int, row: int, col: int, ticks: float
    ) -> None:
        block = int(self.number[row // factor, col // factor])
        if block >= 0:
            cell = row % factor * factor + col % factor
            labels[block, cell] = min(labels[block, cell], round(ticks))

    def _take(self, labels: NDArray[np.uint32], factor: int, near: Near, tick: float) -> None:
        """The exact times of a window."""
        top, left, height, width = near.window
        down, across = np.divmod(self.blocks, self.number.shape[1])
        down, across = down * factor - top, across * factor - left
        held = np.flatnonzero((down >= 0) & (down < height) & (across >= 0) & (across < width))
        row, col = np.divmod(np.arange(factor**2), factor)
        row, col = down[held, None] + row, across[held, None] + col
        there = (row < height) & (col < width)
        ticks = near.times.labels[np.minimum(row, height - 1), np.minimum(col, width - 1)]
        as_ours = np.rint(ticks * (near.times.tick_seconds / tick))
        as_ours = np.where(there & (ticks < UNREACHED), as_ours, UNREACHED)
        labels[held] = np.minimum(labels[held], as_ours.astype(np.uint32))

    def _seconds(
        self, labels: NDArray[np.uint32], factor: int, places: Cells, times: TravelTimes
    ) -> NDArray[np.float64]:
        rows, cols = places
        block = self.number[rows // factor, cols // factor]
        ticks = labels[block, rows % factor * factor + cols % factor]
        seconds = ticks * times.tick_seconds
        return np.where((ticks < UNREACHED) & (seconds <= times.limit_seconds), seconds, np.inf)


class _Ways(NamedTuple):
    """What steps between cells of a corridor cost.

    halves : uint32, (3, blocks, cells), half costs in ticks by kind of step, BARRIER outside of the
    grid. heights : int64, (blocks, cells), in units; all else of `SlopedCosts`. Of length 0 where
    there are no slopes.
    """

    halves: NDArray[np.uint32]
    heights: NDArray[np.int64]
    bins: NDArray[np.int64]
    rise_scale: NDArray[np.int64]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    level: NDArray[np.int64]
    kept: int

    @classmethod
    def within(cls, costs: StepCosts, blocks: NDArray[np.int64], factor: int) -> _Ways:
        """blocks : flat indices in a grid `factor` times coarser."""
        rows, cols = costs.values.shape
        row, col = np.divmod(blocks, -(-cols // factor))
        down, across = np.divmod(np.arange(factor**2), factor)
        row, col = row[:, None] * factor + down, col[:, None] * factor + across
        there = (row < rows) & (col < cols)
        row, col = np.minimum(row, rows - 1), np.minimum(col, cols - 1)
        values = costs.values[row, col]
        halves = np.stack([half_costs_of(costs, values, kind) for kind in range(3)])
        halves[:, ~there] = BARRIER
        if not on_slopes(costs):
            none = np.zeros(0, np.int64)
            return cls(halves, none[:, None], none[None], none, none, none, none, 0)
        heights = costs.high[row, col].astype(np.int64) << 8 | costs.low[row, col]
        of_slopes = costs.bins, costs.rise_scale, costs.least, costs.most, costs.level
        return cls(halves, heights, *of_slopes, costs.kept)


def compile_kernels() -> None:
    """Have what is called first compiled or loaded, before a preview is timed."""
    labels, number = np.zeros((1, 1), np.uint32), np.full((1, 1), -1, np.int32)
    blocks = _around_paths(labels, np.zeros(1, np.int64), number, np.int64(1))
    none = np.zeros(0, np.int64)
    halves = np.zeros((3, 1, 1), np.uint32)
    ways = _Ways(halves, none[:, None], none[None], none, none, none, none, 0)
    _go(ways, number, blocks, np.int64(1), labels)


@njit(cache=True, nogil=True)
def _around_paths(labels: Any, ends: Any, number: Any, reach: Any) -> Any:
    """Flat indices of the cells of least label from ends down to a start, and of those around them;
    `number`, -1 before, is 0 there."""
    rows, cols = labels.shape
    cells = np.empty(max(len(ends), 1024), np.int64)
    count = 0
    for end in ends:
        row, col = end // cols, end % cols
        while row >= 0 and number[row, col] < 0:
            number[row, col] = 0
            if count == len(cells):
                cells = np.concatenate((cells, cells))
            cells[count] = row * cols + col
            count += 1
            least, below, beside = labels[row, col], np.int64(-1), np.int64(-1)
            for k in range(8):
                r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
                if 0 <= r < rows and 0 <= c < cols and labels[r, c] < least:
                    least, below, beside = labels[r, c], r, c
            row, col = below, beside
    for at in range(count):
        row, col = cells[at] // cols, cells[at] % cols
        for r in range(max(row - reach, 0), min(row + reach + 1, rows)):
            for c in range(max(col - reach, 0), min(col + reach + 1, cols)):
                if number[r, c] < 0:
                    number[r, c] = 0
                    if count == len(cells):
                        cells = np.concatenate((cells, cells))
                    cells[count] = r * cols + c
                    count += 1
    return cells[:count].copy()


@njit(cache=True, nogil=True)
def _go(ways: Any, number: Any, blocks: Any, factor: Any, labels: Any) -> None:
    """Have the cells of blocks reached from those of the ones around, block after block in their
    order. ways : _Ways. labels : uint32 ticks, (blocks, factor · factor)."""
    high, wide = number.shape
    side = factor + 2  # of a block with a rim
    held, heights = np.empty((side, side), np.int64), np.empty((side, side), np.int64)
    halves, along = np.empty((3, side, side), np.int64), ways.halves
    bins, rise_scale, level = ways.bins, ways.rise_scale, ways.level
    least, most, kept = ways.least, ways.most, ways.kept
    sloped = len(rise_scale) > 0
    for block in range(len(blocks)):
        row, col = blocks[block] // wide, blocks[block] % wide
        for i in range(side):
            for j in range(side):
                held[i, j] = UNREACHED
        for down in range(-1, 2):
            for right in range(-1, 2):
                r, c = row + down, col + right
                other = np.int64(-1)
                if 0 <= r < high and 0 <= c < wide:
                    other = np.int64(number[r, c])
                if other < 0:
                    continue
                for i in range(factor if down < 0 else 1, 2 if down > 0 else 1 + factor):
                    for j in range(factor if right < 0 else 1, 2 if right > 0 else 1 + factor):
                        cell = (i - 1) * factor + j - 1
                        r, c = i + down * factor, j + right * factor
                        held[r, c] = labels[other, cell]
                        for kind in range(3):
                            halves[kind, r, c] = along[kind, other, cell]
                        if sloped:
                            heights[r, c] = ways.heights[other, cell]
        for turn in range(TURNS):
            for n in range(factor * factor):
                cell = n if turn % 2 == 0 else factor * factor - 1 - n
                i, j = 1 + cell // factor, 1 + cell % factor
                if halves[0, i, j] >= BARRIER:
                    continue
                soonest = held[i, j]
                for k in range(8):
                    r, c, kind = i + NEIGHBOUR_ROW[k], j + NEIGHBOUR_COL[k], NEIGHBOUR_KIND[k]
                    if held[r, c] >= soonest:
                        continue
                    step = halves[kind, r, c] + halves[kind, i, j]
                    if sloped:
                        here, there = heights[r, c], heights[i, j]
                        rise = np.int64(0)
                        if here != UNKNOWN and there != UNKNOWN:
                            rise = there - here
                        step = sloped_cost(
                            bins,
                            rise_scale[kind],
                            least[kind],
                            most[kind],
                            level[kind],
                            kept,
                            step,
                            rise,
                        )
                    soonest = min(soonest, held[r, c] + step)
                held[i, j] = soonest
        for i in range(factor):
            for j in range(factor):
                labels[block, i * factor + j] = held[i + 1, j + 1]
