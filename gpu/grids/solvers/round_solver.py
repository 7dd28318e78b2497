"""What the grid solvers in rounds have in common: attempts, labels that are lent, starts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.parallel.rounds import RoundLog
from core.solver import Sources
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from core.trace import SILENT, Trace
from gpu.buffers import Lender, address, require
from gpu.failures import device_errors
from gpu.grids.device_grid import CELLS, TILE, DeviceGrid
from gpu.grids.travel_times import DeviceTravelTimes
from gpu.rounds import DONE, THREADS, Rounds
from raster.grid import VelocityGrid
from raster.solvers.attempts import first_that_fits
from raster.steps import BARRIER, StepCosts
from raster.ticks import Ticks

NARROW = 1 << 32
"""Most cells of all tiles at which the address of a cell fits 32 bits."""


def cell_type(places: int) -> Any:
    """cell_t of grid8.cuh, where all tiles have so many cells."""
    return np.uint32 if places <= NARROW else np.uint64


class RoundSolver:
    """Base of the solvers: attempts with ever coarser ticks, labels that are lent, starts.

    A subclass has `algorithm`, its kernel's name in the table, and says what a solve is.
    """

    algorithm: str
    kernels: tuple[str, ...]

    def __init__(
        self, grid: VelocityGrid, zero_speed_kmh: float, device: int, own_bytes: int
    ) -> None:
        import cupy

        self._grid, self._zero_speed = grid, zero_speed_kmh
        self._device = cupy.cuda.Device(device)
        places = self.places(grid)
        with device_errors(device), self._device:
            needed = DeviceGrid.bytes_needed(grid) + 4 * places + own_bytes + Rounds.bytes_needed()
            require(needed, device, "solving this raster on the GPU")
            self._on_device = DeviceGrid(grid, device)
            module = self._on_device.module(
                f"grids/solvers/{self.algorithm.replace('-', '_')}",
                THREADS=THREADS,
                WIDE=int(cell_type(places) is np.uint64),
            )
            self._rounds = Rounds(module, self.kernels, device)
            self._labels = Lender(places, device)
            self._stream = cupy.cuda.Stream(non_blocking=True)
            cupy.cuda.runtime.deviceSynchronize()  # the upload ran on the default stream

    @staticmethod
    def places(grid: VelocityGrid) -> int:
        """Cells of all tiles, those past the edge of the grid included."""
        return -(-grid.rows // TILE) * -(-grid.cols // TILE) * CELLS

    def solve(
        self,
        sources: Sources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> DeviceTravelTimes:
        """Travel times from `sources`; sources on barriers or no data reach nothing."""

        def attempt(costs: StepCosts, tick: float) -> DeviceTravelTimes:
            return self._attempt(costs, sources, tick, limit, trace, cancel)

        with device_errors(self._device.id), self._device:
            ticks = Ticks(self._grid, sources, limit, self._zero_speed)
            return first_that_fits(ticks, attempt, self._outgrown, cancel)

    def _attempt(
        self,
        costs: StepCosts,
        sources: Sources,
        tick: float,
        limit: float,
        trace: Trace,
        cancel: Cancel,
    ) -> DeviceTravelTimes:
        limit_ticks = limit_in_ticks(limit, tick)
        log = RoundLog(trace, tick)
        labels = self._labels.lend()
        delta = self._first_delta(tick)
        device = f"GPU {self._device.id}"
        log.start(self.algorithm, "gpu", device, self._grid.values.size, delta * tick, "cells")
        with self._stream:
            starts = self._on_device.labels_of_starts(sources, tick, limit_ticks, self._zero_speed)
            self._enter(labels, starts, log)
            solve = self._solve_struct()
            solve["grid"] = self._on_device.priced(costs)
            solve["labels"], solve["limit"] = address(labels), limit_ticks
            control = self._begin(starts, delta)
            state = self._rounds.run(solve, control, log, cancel)
            self._stream.synchronize()  # without a launch nobody has waited for the labels
        partial = bool(state["turn"]["kind"] != DONE)
        self._end(partial)
        times = DeviceTravelTimes(self._on_device, labels, tick, limit, partial)
        self._labels.returned_by(times, labels)
        if trace.wants_events:
            log.finish(times.reached, times.max_ticks, partial)
        return times

    # -- what a subclass says

    def _first_delta(self, tick: float) -> int:
        """Ticks; 0 where there is no Δ."""
        return 0

    def _solve_struct(self) -> np.void:
        """The kernel's argument, without what all solvers have."""
        raise NotImplementedError

    def _begin(self, starts: dict[int, int], delta: int) -> NDArray[Any]:
        """The control block before the first round; one CONTROL."""
        raise NotImplementedError

    def _end(self, partial: bool) -> None:
        """After the last round, or after a cancel."""

    # -- what a tick cannot count

    def _enter(self, labels: Any, starts: dict[int, int], log: RoundLog) -> None:
        import cupy

        labels.fill(UNREACHED)
        if starts:
            cells = cupy.asarray(np.fromiter(starts.keys(), np.int64))
            labels[cells] = cupy.asarray(np.fromiter(starts.values(), np.uint32))
            log.bytes_moved += 12 * len(starts)

    def _outgrown(self, costs: StepCosts, times: DeviceTravelTimes) -> bool:
        """Whether cells were lost because a path reached UNREACHED ticks."""
        if times.max_ticks + 2 * costs.longest < BARRIER:
            return False
        with self._stream:
            return self._on_device.loses_cells(costs, times.labels)
