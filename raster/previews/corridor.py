"""Paths of a coarse grid gone once more in cells of the full grid, in a corridor around them.

The coarse cells are taken in the order in which the coarse grid reaches them, and the cells of
each are reached from those of the ones around (`raster.previews.walks`): what is found is a bound
that is hardly above the exact time where a corridor holds the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.solver import Sources
from core.times import UNREACHED
from raster.coarse import Coarse, Near
from raster.grid import VelocityGrid
from raster.previews.walks import around_paths, read, walk, walk_on_slopes
from raster.slopes.costs import costs_on, on_slopes
from raster.slopes.slopes import GridSlopes
from raster.steps import BARRIER, StepCosts, half_costs_of
from raster.travel_times import TravelTimes


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

_spare_numbers: WeakKeyDictionary[Coarse, list[NDArray[np.int32]]] = WeakKeyDictionary()
"""Numbers of corridors that nobody has any more, all -1: filling them takes longer than a walk."""


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
        cls, coarse: Coarse, labels: NDArray[np.uint32], places: Cells, reach: int, most: int
    ) -> Corridor | None:
        """None where it has more than `most` blocks. reach : coarse cells on either side of the
        paths to places."""
        spare = _spare_numbers.setdefault(coarse, [])
        try:
            number = spare.pop()  # in one go: several threads may ask
        except IndexError:
            number = np.full(labels.shape, -1, np.int32)
        ends = places[0] // coarse.factor * labels.shape[1] + places[1] // coarse.factor
        blocks = around_paths(labels, ends, number, np.int64(reach), np.int64(most))
        if len(blocks) > most:
            cls(blocks, number).leave(coarse)
            return None
        # Of several that are reached at once those on a path come first.
        soonest = labels.ravel()[blocks].astype(np.int64) << 32 | np.arange(len(blocks))
        blocks = blocks[np.sort(soonest) & 0xFFFFFFFF]
        number.ravel()[blocks] = np.arange(len(blocks))
        return cls(blocks, number)

    def leave(self, coarse: Coarse) -> None:
        """Let the next corridor of the same coarse grid have the memory; this one ends."""
        self.number.ravel()[self.blocks] = -1
        _spare_numbers.setdefault(coarse, []).append(self.number)

    def gone(self, asked: CoarseQuestion, times: TravelTimes, places: Cells) -> NDArray[np.float64]:
        """Seconds in which places of the full grid are come to within the corridor, infinite where
        they are not, or not within the limit."""
        coarse, tick = asked.coarse, times.tick_seconds
        begun = _Begun.nowhere(len(self.blocks), coarse.factor)
        for around in asked.near:
            begun.take(self, around, tick)
        for start in asked.sources:
            row, col = divmod(start.element, coarse.full.cols)
            begun.begin(self, row, col, start.delay_seconds / tick)
        costs = costs_on(coarse.full, tick, asked.zero_speed_kmh, slopes=asked.slopes[0])
        return self._seconds(costs, begun, places, times)

    def gone_coarsely(
        self, asked: CoarseQuestion, times: TravelTimes, places: Cells
    ) -> NDArray[np.float64]:
        """The same in cells of the coarse grid."""
        coarse, tick = asked.coarse, times.tick_seconds
        begun = _Begun.nowhere(len(self.blocks), 1)
        for start in asked.coarse_sources:
            row, col = divmod(start.element, coarse.grid.cols)
            begun.begin(self, row, col, start.delay_seconds / tick)
        costs = costs_on(coarse.grid, tick, asked.zero_speed_kmh, slopes=asked.slopes[1])
        there = places[0] // coarse.factor, places[1] // coarse.factor
        return self._seconds(costs, begun, there, times)

    def _seconds(
        self, costs: StepCosts, begun: _Begun, places: Cells, times: TravelTimes
    ) -> NDArray[np.float64]:
        (rows, cols), factor = places, begun.factor
        ways = Ways.within(costs, self.blocks, factor)
        block = self.number[rows // factor, cols // factor]
        cell = rows % factor * factor + cols % factor
        if on_slopes(costs):
            labels = begun.everywhere()
            walk_on_slopes(ways, self.number, self.blocks, np.int64(factor), labels)
            ticks = labels[block, cell]
        else:
            away = np.empty((len(self.blocks) + 1, 3, factor**2), np.uint32)
            flat = ways.codes, ways.table.ravel(), self.number, self.blocks, np.int64(factor)
            walk(*flat, begun.of, begun.labels, away.ravel())
            ticks = away[block, 0, cell] - ways.table[0, ways.codes[block, cell]]
        seconds = ticks * times.tick_seconds
        return np.where((ticks < UNREACHED) & (seconds <= times.limit_seconds), seconds, np.inf)


class _Begun:
    """Labels that some blocks of a corridor begin with.

    of : int32, by block, its row of labels; -1 where it has none. labels : uint32 ticks, (rows,
    cells). factor : cells along a side of a block.
    """

    def __init__(self, of: NDArray[np.int32], labels: NDArray[np.uint32], factor: int) -> None:
        self.of, self.labels, self.factor = of, labels, factor

    @classmethod
    def nowhere(cls, blocks: int, factor: int) -> _Begun:
        return cls(np.full(blocks, -1, np.int32), np.zeros((0, factor**2), np.uint32), factor)

    def everywhere(self) -> NDArray[np.uint32]:
        """Of all blocks, (blocks, cells)."""
        labels = np.full((len(self.of), self.labels.shape[1]), UNREACHED, np.uint32)
        held = self.of >= 0
        labels[held] = self.labels[self.of[held]]
        return labels

    def begin(self, corridor: Corridor, row: int, col: int, ticks: float) -> None:
        """At a cell, after so many ticks."""
        factor = self.factor
        block = int(corridor.number[row // factor, col // factor])
        if block >= 0:
            at = self._rows_of(np.array([block]))[0], row % factor * factor + col % factor
            self.labels[at] = min(self.labels[at], round(ticks))

    def take(self, corridor: Corridor, near: Near, tick: float) -> None:
        """The exact times of a window."""
        (top, left, height, width), factor = near.window, self.factor
        down, across = np.divmod(corridor.blocks, corridor.number.shape[1])
        down, across = down * factor - top, across * factor - left
        held = np.flatnonzero((down >= 0) & (down < height) & (across >= 0) & (across < width))
        row, col = np.divmod(np.arange(factor**2), factor)
        row, col = down[held, None] + row, across[held, None] + col
        there = (row < height) & (col < width)
        ticks = near.times.labels[np.minimum(row, height - 1), np.minimum(col, width - 1)]
        as_ours = np.rint(ticks * (near.times.tick_seconds / tick))
        as_ours = np.where(there & (ticks < UNREACHED), as_ours, UNREACHED)
        rows = self._rows_of(held)
        self.labels[rows] = np.minimum(self.labels[rows], as_ours.astype(np.uint32))

    def _rows_of(self, blocks: NDArray[Any]) -> NDArray[np.int32]:
        """Rows of blocks, new ones where they had none."""
        new = blocks[self.of[blocks] < 0]
        count = len(self.labels)
        self.of[new] = np.arange(count, count + len(new))
        added = np.full((len(new), self.labels.shape[1]), UNREACHED, np.uint32)
        self.labels = np.concatenate((self.labels, added))
        rows: NDArray[np.int32] = self.of[blocks]
        return rows


class Ways(NamedTuple):
    """What steps between cells of a corridor cost.

    codes : uint32, (blocks, cells), columns of the table. table : uint32, (3, codes), half costs in
    ticks by kind of step, the last BARRIER for what is outside of the grid. heights : int64,
    (blocks, cells), in units; all else of `SlopedCosts`. Of length 0 where there are no slopes.
    """

    codes: NDArray[np.uint32]
    table: NDArray[np.uint32]
    heights: NDArray[np.int64]
    bins: NDArray[np.int64]
    rise_scale: NDArray[np.int64]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    level: NDArray[np.int64]
    kept: int

    @classmethod
    def within(cls, costs: StepCosts, blocks: NDArray[np.int64], factor: int) -> Ways:
        """blocks : flat indices in a grid `factor` times coarser."""
        codes, table = _coded(costs, blocks, factor)
        if not on_slopes(costs):
            none = np.zeros(0, np.int64)
            return cls(codes, table, none[:, None], none[None], none, none, none, none, 0)
        heights, low = np.empty((2, *codes.shape), np.int64)
        read(costs.high, blocks, np.int64(factor), heights)
        read(costs.low, blocks, np.int64(factor), low)
        of_slopes = costs.bins, costs.rise_scale, costs.least, costs.most, costs.level
        return cls(codes, table, heights << 8 | low, *of_slopes, costs.kept)


def _coded(
    costs: StepCosts, blocks: NDArray[np.int64], factor: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Codes and table of `Ways`; of real numbers each cell has a code of its own."""
    codes, table = np.empty((len(blocks), factor**2), np.uint32), costs.table
    if table.size:
        read(costs.values, blocks, np.int64(factor), codes)
    else:
        speeds = np.empty(codes.shape, np.float32)
        read(costs.values, blocks, np.int64(factor), speeds)
        table = np.stack([half_costs_of(costs, speeds.ravel(), kind) for kind in range(3)])
        codes.ravel()[:] = np.arange(codes.size)
    outside = table.shape[1]
    table = np.hstack((table, np.full((3, 1), BARRIER, np.uint32)))

    rows, cols = costs.values.shape
    row, col = np.divmod(blocks, -(-cols // factor))
    held = np.flatnonzero(((row + 1) * factor > rows) | ((col + 1) * factor > cols))
    down, across = np.divmod(np.arange(factor**2), factor)
    row, col = row[held, None] * factor + down, col[held, None] * factor + across
    codes[held] = np.where((row < rows) & (col < cols), codes[held], outside)
    return codes, table


def compile_kernels(
    grid: VelocityGrid, coarse: VelocityGrid, slopes: GridSlopes | None = None
) -> None:
    """Have what is called first for a grid compiled or loaded, before a preview is timed."""
    number, zero, one = np.full((1, 1), -1, np.int32), np.zeros(1, np.int64), np.int64(1)
    blocks = around_paths(np.zeros((1, 1), np.uint32), zero, number, one, one)
    for speeds in (grid, coarse):
        kind = np.float32 if speeds.code_speed is None else np.uint32
        read(speeds.values[:1], blocks, one, np.empty((1, 1), kind))
    codes, table = np.zeros((1, 1), np.uint32), np.full((3, 1), BARRIER, np.uint32)
    begun = _Begun.nowhere(1, 1)
    if slopes is None:
        away = np.empty(6, np.uint32)
        walk(codes, table.ravel(), number, blocks, one, begun.of, begun.labels, away)
        return
    for part in (slopes.heights.high, slopes.heights.low):
        read(part[:1], blocks, one, np.empty((1, 1), np.int64))
    none = np.zeros(0, np.int64)
    ways = Ways(codes, table, none[:, None], none[None], none, none, none, none, 0)
    walk_on_slopes(ways, number, blocks, one, begun.everywhere())
