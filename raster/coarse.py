"""A coarser grid to solve while a start is dragged, and its result seen at full size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.parallel.ranges import even_ranges
from core.parallel.threads import RANGES_A_THREAD, Threads
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

RANGES_OF_BLOCKS = 64
"""Ranges of rows of blocks between which a cancel is seen: of 10000² cells each takes two cores
some 20 ms."""

_FASTEST = 1e25
"""Speed in km/h beyond which a power of it is no number any more; nothing moves so fast."""

EXPONENT = 12
"""Exponent of the power mean of a block's speeds, as it was measured (docs/experiments.md)."""


def _powers_of(speeds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the speeds of codes; 0 for a barrier, NaN for no data."""
    powers: NDArray[np.float64] = np.clip(speeds, 0.0, _FASTEST) ** EXPONENT
    return powers


@njit(cache=True, nogil=True)
def _block_logs(
    values: NDArray[np.generic],
    powers: NDArray[np.float64],
    high: int,
    wide: int,
    logs: NDArray[np.float32],
    begin: int,
    end: int,
) -> None:
    """Logarithms of the power means of the speeds of the passable cells of blocks of high × wide
    cells, in rows of blocks from `begin` up to `end`; −inf where fewer than a quarter are passable,
    and no data (NaN) where fewer than a quarter have any.

    A front seeks out the fast cells of a block: with their plain mean, which dissolves every road
    in the ground around it, times are half too long, with the largest speed a tenth too short.
    """
    rows, cols = values.shape
    for out_row in range(begin, end):
        for out_col in range(logs.shape[1]):
            total, passable, known, cells = 0.0, 0, 0, 0
            for row in range(out_row * high, min((out_row + 1) * high, rows)):
                for col in range(out_col * wide, min((out_col + 1) * wide, cols)):
                    value = values[row, col]
                    if len(powers):
                        power = powers[np.int64(value)]
                    else:
                        square = min(max(np.float64(value), 0.0), _FASTEST) ** 2
                        power = square * square * square
                        power = power * power
                    cells += 1
                    known += not np.isnan(power)
                    if power > 0:
                        total += power
                        passable += 1
            logs[out_row, out_col] = -np.inf
            if passable * 4 >= cells:
                logs[out_row, out_col] = np.log(total / passable) / EXPONENT
            elif known * 4 < cells:
                logs[out_row, out_col] = np.nan


@njit(cache=True, nogil=True)
def _extremes(logs: Any, begin: int, end: int) -> Any:
    """The least and the largest of the logarithms of rows that are numbers."""
    least, largest = np.float32(np.inf), np.float32(-np.inf)
    for row in range(begin, end):
        line = logs[row]
        for col in range(len(line)):
            log = line[col]
            least = min(least, log if log > -np.inf else np.float32(np.inf))
            largest = max(largest, log if log > -np.inf else np.float32(-np.inf))
    return least, largest


@njit(cache=True, nogil=True)
def _write_codes(logs: Any, slowest: float, steps: float, codes: Any, begin: int, end: int) -> None:
    """steps : of codes in one of the logarithm."""
    for row in range(begin, end):
        line, its = logs[row], codes[row]
        for col in range(len(line)):
            log = np.float64(line[col])
            if log > -np.inf:
                its[col] = 1 + np.int64((log - slowest) * steps + 0.5)
            else:
                its[col] = 255 if np.isnan(log) else 0


def coded(logs: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Logarithms of speeds as codes, and the speeds of these, which solvers price far sooner than
    float32.

    The 254 speeds between the slowest and the fastest are steps of one ratio: where the fastest is
    a hundred times the slowest, none is more than 1 % off. Code 0 is a barrier, 255 no data.
    """
    with Threads() as threads:
        ranges = even_ranges(len(logs), RANGES_A_THREAD * threads.count, 1)
        extremes = threads.over(lambda begin, end: _extremes(logs, begin, end), ranges)
        slowest = float(min(least for least, _ in extremes))
        fastest = float(max(largest for _, largest in extremes))
        table, codes = np.zeros(256), np.empty(logs.shape, np.uint8)
        table[255] = np.nan
        ratio = max((fastest - slowest) / 253, 1e-12)
        threads.over(
            lambda begin, end: _write_codes(logs, slowest, 1 / ratio, codes, begin, end), ranges
        )
    if fastest >= slowest:
        table[1:255] = np.exp(slowest + ratio * np.arange(254))
    return codes, table


SAMPLES = 256
"""Cells along a side of the sample by which fields are compared."""


def off_by(coarse: TravelTimes, exact: TravelTimes) -> float:
    """Relative error that nine in ten times of a coarser grid keep to; infinite where more than one
    in ten cells is reached in one of the fields only. 0 where nothing is reached."""
    rows, cols = exact.shape
    window, shape = Window(0, 0, rows, cols), (min(rows, SAMPLES), min(cols, SAMPLES))
    found, true = (times.seconds(window, shape).ravel() for times in (coarse, exact))
    either = np.isfinite(found) | np.isfinite(true)
    found, true = found[either & (true > 0)], true[either & (true > 0)]
    if not len(true):
        return 0.0
    both = np.isfinite(found) & np.isfinite(true)
    off = np.full(len(true), np.inf)
    off[both] = np.abs(found[both] / true[both] - 1)
    return float(np.quantile(off, 0.9, method="lower"))


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


def coarsen(grid: VelocityGrid, factor: int, cancel: Cancel = NEVER) -> Coarse:
    """The grid in blocks of `factor` × `factor` cells, those at its edges smaller. Raises
    CancelledError."""
    return _of_blocks(grid, grid.values, factor, factor, cancel)


def coarsen_by_rows(grid: VelocityGrid, factor: int, cancel: Cancel = NEVER) -> Coarse:
    """The same by the middle row of each block alone, which is all that is read of a mapped file.
    What runs along the rows and is narrower than a coarse cell may be missed."""
    rows = np.minimum(np.arange(0, grid.rows, factor) + factor // 2, grid.rows - 1)
    return _of_blocks(grid, np.array(grid.values[rows], order="C"), 1, factor, cancel)


def _of_blocks(
    grid: VelocityGrid, values: NDArray[np.generic], high: int, wide: int, cancel: Cancel
) -> Coarse:
    """The grid `wide` times coarser, by blocks of `values` of high × wide cells."""
    if wide <= 1:
        return Coarse(grid, grid, 1)
    logs = np.empty((-(-values.shape[0] // high), -(-grid.cols // wide)), np.float32)
    powers = np.zeros(0) if grid.code_speed is None else _powers_of(grid.code_speed)

    def take(begin: int, end: int) -> None:
        cancel.check("the preview")
        _block_logs(values, powers, high, wide, logs, begin, end)

    with Threads() as threads:
        threads.over(take, even_ranges(len(logs), RANGES_OF_BLOCKS, 1))
    codes, table = coded(logs)
    small = replace(
        grid,
        values=codes,
        code_speed=table,
        cell_x=grid.cell_x * wide,
        cell_y=grid.cell_y * wide,
    )
    return Coarse(grid, small, wide)


def _seconds(times: TravelTimeGrid) -> NDArray[np.float32]:
    """Of all cells."""
    return times.seconds(Window(0, 0, *times.shape), times.shape)


@dataclass(frozen=True, eq=False)
class Near:
    """Exact times in a window of a grid."""

    window: Window
    times: TravelTimeGrid

    def of(self, rows: Any, cols: Any) -> TravelTimeGrid:
        """Times of some of its cells; rows and columns in the window, as indices of an array."""
        its = self.times
        return TravelTimeGrid(its.labels[rows, cols], its.tick_seconds, its.limit_seconds)


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

    @property
    def geometry(self) -> str:
        return self.times.geometry

    def seconds(
        self, window: Window, shape: tuple[int, int], rows: tuple[int, int] | None = None
    ) -> NDArray[np.float32]:
        return self._spread(_seconds, window, shape, rows)

    def classes(
        self, window: Window, shape: tuple[int, int], limits: Sequence[float]
    ) -> NDArray[np.uint8]:
        def of(times: TravelTimeGrid) -> NDArray[np.uint8]:
            return times.classes(Window(0, 0, *times.shape), times.shape, limits)

        return self._spread(of, window, shape)

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
        def ticks(times: TravelTimeGrid) -> NDArray[np.uint32]:
            if times.tick_seconds == self.tick_seconds:
                return times.labels
            found = np.minimum(_seconds(times) / np.float64(self.tick_seconds), UNREACHED)
            return np.asarray(np.rint(found), np.uint32)

        return self._spread(ticks, window, (window.height, window.width))

    def ticks_at(self, rows: NDArray[np.int64], cols: NDArray[np.int64]) -> NDArray[np.uint32]:
        return self.ticks()[np.ix_(rows, cols)]

    def _spread(
        self,
        of: Callable[[TravelTimeGrid], NDArray[Any]],
        window: Window,
        shape: tuple[int, int],
        some: tuple[int, int] | None = None,
    ) -> NDArray[Any]:
        """What the cells asked for have of the coarse grid, or less of what is near: times rise,
        and so do classes. A picture has far fewer pixels than the coarse grid has cells."""
        first, end = some or (0, shape[0])
        rows = sample_indices(window.row, window.height, shape[0])[first:end]
        cols = sample_indices(window.col, window.width, shape[1])
        labels = self.times.ticks_at(rows // self.factor, cols // self.factor)
        found = of(TravelTimeGrid(labels, self.tick_seconds, self.limit_seconds))
        for near in self.near:
            top, left, height, width = near.window
            down = np.flatnonzero((rows >= top) & (rows < top + height))
            across = np.flatnonzero((cols >= left) & (cols < left + width))
            if len(down) and len(across):
                place = np.ix_(down, across)
                exact = near.of(*np.ix_(rows[down] - top, cols[across] - left))
                found[place] = np.minimum(found[place], of(exact))
        return found
