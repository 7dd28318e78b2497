"""A coarser grid to solve while a start is dragged, and its result seen at full size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.solver import Sources, Start
from core.times import UNREACHED
from raster.grid import VelocityGrid, Window, sample_indices
from raster.starts import nearest_passable
from raster.travel_times import TravelTimeGrid, TravelTimes

PREVIEW_CELLS = 1_000_000
"""Fewest cells of a preview whose cells are more than twice as wide: with fewer, more than one time
in ten would be further off than 5 % (docs/experiments.md)."""

FINE_CELLS = 3_000_000
"""Cells of a preview where nothing was measured yet: two cores take some 20 ms for as many, a step
of a drag."""

_FASTEST = 1e25
"""Speed in km/h beyond which a power of it is no number any more; nothing moves so fast."""


@njit(cache=True, nogil=True)
def _block_speeds(
    values: NDArray[np.generic],
    speeds: NDArray[np.float64],
    high: int,
    wide: int,
    coarse: NDArray[np.float32],
) -> None:
    """Power mean, of the exponent 12, of the speeds of the passable cells of each block of high ×
    wide cells; 0 where fewer than a quarter are, and no data (NaN) where fewer than a quarter have
    any.

    A front seeks out the fast cells of a block: with their plain mean, which dissolves every road
    in the ground around it, times are half too long, with the largest speed a tenth too short.
    The exponent is measured (docs/experiments.md).
    """
    rows, cols = values.shape
    for out_row in range(coarse.shape[0]):
        for out_col in range(coarse.shape[1]):
            total, passable, known, cells = 0.0, 0, 0, 0
            for row in range(out_row * high, min((out_row + 1) * high, rows)):
                for col in range(out_col * wide, min((out_col + 1) * wide, cols)):
                    value = values[row, col]
                    speed = np.float64(value) if len(speeds) == 0 else speeds[np.int64(value)]
                    cells += 1
                    known += not np.isnan(speed)
                    if speed > 0:
                        square = min(speed, _FASTEST) ** 2
                        fourth = square * square
                        total += fourth * fourth * fourth
                        passable += 1
            if passable * 4 >= cells:
                coarse[out_row, out_col] = (total / passable) ** (1 / 12)
            elif known * 4 < cells:
                coarse[out_row, out_col] = np.nan


def coded(kmh: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Speeds as codes and the speeds of these, which solvers price far sooner than float32.

    The 254 speeds between the slowest and the fastest are steps of one ratio: where the fastest is
    a hundred times the slowest, none is more than 1 % off. Code 0 is a barrier, 255 no data.
    """
    passable = kmh > 0
    table = np.zeros(256)
    table[255] = np.nan
    codes = np.where(np.isnan(kmh), 255, 0).astype(np.uint8)
    if passable.any():
        logs = np.log(kmh[passable].astype(np.float64))
        slowest, ratio = logs.min(), max(np.ptp(logs) / 253, 1e-12)
        codes[passable] = 1 + np.rint((logs - slowest) / ratio).astype(np.uint8)
        table[1:255] = np.exp(slowest + ratio * np.arange(254))
    return codes, table


@dataclass(frozen=True, eq=False)
class Coarse:
    """A grid `factor` times coarser than `full`; the very grid where factor is 1."""

    full: VelocityGrid
    grid: VelocityGrid
    factor: int

    def sources(self, sources: Sources, zero_speed_kmh: float) -> Sources:
        """Sources on the coarse grid, moved to the nearest passable cell where they hit none."""
        moved = []
        for start in sources:
            row, col = divmod(start.element, self.full.cols)
            cell = row // self.factor, col // self.factor
            cell = nearest_passable(self.grid, *cell, zero_speed_kmh) or cell
            moved.append(Start(cell[0] * self.grid.cols + cell[1], start.delay_seconds))
        return tuple(moved)

    def magnified(self, times: TravelTimes, near: tuple[Near, ...] = ()) -> TravelTimes:
        return Magnified(times, self.full.shape, self.factor, near)


def coarsen(grid: VelocityGrid, factor: int) -> Coarse:
    """The grid in blocks of `factor` × `factor` cells, those at its edges smaller."""
    return _of_blocks(grid, grid.values, factor, factor)


def coarsen_by_rows(grid: VelocityGrid, factor: int) -> Coarse:
    """The same by the middle row of each block alone, which is all that is read of a mapped file.
    What runs along the rows and is narrower than a coarse cell may be missed."""
    rows = np.minimum(np.arange(0, grid.rows, factor) + factor // 2, grid.rows - 1)
    return _of_blocks(grid, np.array(grid.values[rows], order="C"), 1, factor)


def _of_blocks(grid: VelocityGrid, values: NDArray[np.generic], high: int, wide: int) -> Coarse:
    """The grid `wide` times coarser, by blocks of `values` of high × wide cells."""
    if wide <= 1:
        return Coarse(grid, grid, 1)
    speeds = np.zeros((-(-values.shape[0] // high), -(-grid.cols // wide)), np.float32)
    of_codes = np.zeros(0) if grid.code_speed is None else grid.code_speed
    _block_speeds(values, of_codes, high, wide, speeds)
    codes, table = coded(speeds)
    small = replace(
        grid,
        values=codes,
        code_speed=table,
        cell_x=grid.cell_x * wide,
        cell_y=grid.cell_y * wide,
    )
    return Coarse(grid, small, wide)


@dataclass(frozen=True, eq=False)
class Near:
    """Exact times in a window of a grid."""

    window: Window
    times: TravelTimeGrid

    @cached_property
    def seconds(self) -> NDArray[np.float32]:
        """float32, inf where not reached; of the window."""
        rows, cols = self.times.shape
        return self.times.seconds(Window(0, 0, rows, cols), (rows, cols))


@dataclass(frozen=True, eq=False)
class Magnified:
    """Travel times of a coarse grid, asked for in cells of the full one.

    near : exact ones around the starts, which count where they are less.
    """

    times: TravelTimes
    shape: tuple[int, int]
    factor: int
    near: tuple[Near, ...] = ()

    @property
    def tick_seconds(self) -> float:
        return self.times.tick_seconds

    @property
    def limit_seconds(self) -> float:
        return self.times.limit_seconds

    @property
    def reached(self) -> int:
        blocks = self.times.reached * self.factor**2  # those at the edges may stand out
        return min(blocks, self.shape[0] * self.shape[1])

    @property
    def max_seconds(self) -> float:
        return self.times.max_seconds

    @property
    def partial(self) -> bool:
        return self.times.partial

    def seconds(self, window: Window, shape: tuple[int, int]) -> NDArray[np.float32]:
        rows, cols = self.times.shape
        coarse = self.times.seconds(Window(0, 0, rows, cols), (rows, cols))
        return self._spread(coarse, lambda near: near.seconds, window, shape)

    def classes(
        self, window: Window, shape: tuple[int, int], limits: Sequence[float]
    ) -> NDArray[np.uint8]:
        def whole(times: TravelTimes) -> NDArray[np.uint8]:
            rows, cols = times.shape
            return times.classes(Window(0, 0, rows, cols), (rows, cols), limits)

        return self._spread(whole(self.times), lambda near: whole(near.times), window, shape)

    def seconds_at(self, row: int, col: int) -> float:
        found = [self.times.seconds_at(row // self.factor, col // self.factor)]
        for near in self.near:
            top, left, height, width = near.window
            if top <= row < top + height and left <= col < left + width:
                found.append(near.times.seconds_at(row - top, col - left))
        return min(found)

    def ticks(self) -> NDArray[np.uint32]:
        return self.ticks_in(Window(0, 0, *self.shape))

    def ticks_in(self, window: Window) -> NDArray[np.uint32]:
        def of(near: Near) -> NDArray[np.uint32]:
            ticks = np.minimum(near.seconds / np.float64(self.tick_seconds), UNREACHED)
            return np.asarray(np.rint(ticks), np.uint32)

        return self._spread(self.times.ticks(), of, window, (window.height, window.width))

    def _spread(
        self,
        coarse: NDArray[Any],
        of_near: Callable[[Near], NDArray[Any]],
        window: Window,
        shape: tuple[int, int],
    ) -> NDArray[Any]:
        """What the cells asked for have of a field of the coarse grid, or less of one that is near:
        times rise, and so do classes."""
        rows = sample_indices(window.row, window.height, shape[0])
        cols = sample_indices(window.col, window.width, shape[1])
        found = coarse[np.ix_(rows // self.factor, cols // self.factor)]
        for near in self.near:
            top, left, height, width = near.window
            down = np.flatnonzero((rows >= top) & (rows < top + height))
            across = np.flatnonzero((cols >= left) & (cols < left + width))
            if len(down) and len(across):
                place = np.ix_(down, across)
                exact = of_near(near)[np.ix_(rows[down] - top, cols[across] - left)]
                found[place] = np.minimum(found[place], exact)
        return found
