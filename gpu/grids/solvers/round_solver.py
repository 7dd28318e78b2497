"""What the grid solvers in rounds have in common: attempts, and starts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.parallel.rounds import RoundLog
from core.times import UNREACHED
from gpu.buffers import address
from gpu.grids.solvers.device_solver import DeviceSolver
from gpu.grids.travel_times import DeviceTravelTimes
from gpu.rounds import DONE, THREADS, Rounds
from raster.geometry import EIGHT
from raster.grid import VelocityGrid
from raster.solvers.attempts import GridAttempt

NARROW = 1 << 32
"""Most cells of all tiles at which the address of a cell fits 32 bits."""


def cell_type(places: int) -> Any:
    """cell_t of grid8.cuh, where all tiles have so many cells."""
    return np.uint32 if places <= NARROW else np.uint64


class RoundSolver(DeviceSolver):
    """Base of the solvers in rounds; a subclass says what a solve is.

    kernels : names of its rounds in a trace.
    """

    kernels: tuple[str, ...]

    def __init__(
        self,
        grid: VelocityGrid,
        zero_speed_kmh: float,
        device: int,
        own_bytes: int,
        geometry: str = EIGHT,
    ) -> None:
        wide = int(cell_type(self.places(grid)) is np.uint64)
        own_bytes += Rounds.bytes_needed()
        constants = {"THREADS": THREADS, "WIDE": wide}
        super().__init__(grid, zero_speed_kmh, device, own_bytes, geometry, None, **constants)

    def _allocate(self) -> None:
        self._rounds = Rounds(self._module, self.kernels, self._device.id)

    def _attempt(self, attempt: GridAttempt) -> DeviceTravelTimes:
        trace, tick = attempt.trace, attempt.tick
        log = RoundLog(trace, tick)
        labels = self._labels.lend()
        delta = self._first_delta(tick)
        device = f"GPU {self._device.id}"
        log.start(self.algorithm, "gpu", device, self._grid.values.size, delta * tick, "cells")
        state = self._run(attempt, labels, delta, log)
        partial = bool(state["turn"]["kind"] != DONE)
        self._end(partial)
        told = labels, tick, attempt.limit, partial, attempt.geometry
        times = DeviceTravelTimes(self._on_device, *told)
        self._labels.returned_by(times, labels)
        if trace.wants_events:
            log.finish(times.reached, times.max_ticks, partial)
        return times

    def _run(
        self, attempt: GridAttempt, labels: Any, delta: int, log: RoundLog, **orders: int
    ) -> np.void:
        """All rounds; the control block after them. orders : more fields of the kernel's
        argument."""
        limit_ticks = attempt.limit_ticks
        with self._stream:
            starts = self._on_device.by_address(attempt.starts())
            self._enter(labels, starts, log)
            solve = self._solve_struct()
            solve["grid"] = self._on_device.priced(attempt.costs)
            solve["labels"], solve["limit"] = address(labels), limit_ticks
            for name, value in orders.items():
                solve[name] = value
            control = self._begin(starts, delta)
            state = self._rounds.run(solve, control, log, attempt.cancel)
            self._stream.synchronize()  # without a launch nobody has waited for the labels
        return state

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

    def _enter(self, labels: Any, starts: dict[int, int], log: RoundLog) -> None:
        import cupy

        labels.fill(UNREACHED)
        if starts:
            cells = cupy.asarray(np.fromiter(starts.keys(), np.int64))
            labels[cells] = cupy.asarray(np.fromiter(starts.values(), np.uint32))
            log.bytes_moved += 12 * len(starts)
