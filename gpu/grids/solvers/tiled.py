"""Block-partitioned delta-stepping on the device: the twin of raster/solvers/tiled.py.

One kernel runs the whole solve. A tile of 32×32 cells is settled by a team of two warps, or of four
along straight lines, or by one warp with eight directions on slopes; tiles wait in buckets by the
smallest label that could improve them, and a manager block releases the next bucket while warps
stand idle. There are no rounds and no barriers between blocks. A solve that takes long is cut into
launches, of which each goes on where the last one paused.

Source: Fjellborg 2024, sections 4.6 and 6.2; the manager follows the idea of ADDS (Wang et al.
2021, in Fjellborg 2.2.7): one block feeds the others and the step width follows their load.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import DeviceError
from core.trace import (
    Event,
    Iteration,
    SolveFinished,
    SolveStarted,
    Trace,
)
from gpu.buffers import address
from gpu.failures import device_errors
from gpu.grids.device_grid import CELLS, TILE
from gpu.grids.device_slopes import BIN_BYTES, DeviceSlopes
from gpu.grids.solvers.device_solver import DeviceSolver
from gpu.grids.solvers.tiled_launch import (
    ROWS_AHEAD,
    WIDER,
    TiledLaunch,
    kept_launch_on,
    launch_on,
)
from gpu.grids.tile_queue import CONTROL, RECORD_PLACES, WIDEST_BUCKET, TileQueue
from gpu.grids.travel_times import DeviceTravelTimes
from gpu.module import Module
from gpu.rounds import SLICE_SECONDS
from gpu.sources import Layout, layout_of
from raster.geometry import EIGHT, GEOMETRIES, STRAIGHT
from raster.grid import VelocityGrid
from raster.slopes.costs import on_slopes
from raster.slopes.slopes import GridSlopes, usual_pace
from raster.solvers.attempts import GridAttempt
from raster.steps import StepCosts, mean_speed_kmh

SOLVE = layout_of("TiledSolve", "grids/solvers/tiled.cu")
SLOPED_SOLVE = layout_of("SlopedSolve", "grids/solvers/tiled.cu")
STRAIGHT_SLOPED_SOLVE = layout_of("StraightSlopedSolve", "grids/solvers/tiled.cu")

MOST_EVENTS = 512
"""Most events that a solve emits; steps between two are told together."""


def room_around(cells: NDArray[np.int64], rows: int, cols: int) -> float:
    """How far from the edges the cell lies that is farthest from them: 1 in the middle, 0 in a
    corner, one half in the middle of an edge."""
    row, col = np.divmod(cells, cols)
    down = np.minimum(row, rows - 1 - row) / max((rows - 1) // 2, 1)
    across = np.minimum(col, cols - 1 - col) / max((cols - 1) // 2, 1)
    return float(((down + across) / 2).max(initial=0.0))


class Tiled(DeviceSolver):
    """The default terrain solver on a GPU; see the module's text."""

    algorithm = "tiled"
    geometries = GEOMETRIES
    takes_slopes = straight_on_slopes = True

    def __init__(
        self,
        grid: VelocityGrid,
        *,
        zero_speed_kmh: float = 0.0,
        delta_seconds: float = 0.0,
        device: int = 0,
        geometry: str = EIGHT,
        slopes: GridSlopes | None = None,
    ) -> None:
        self._delta = delta_seconds
        square, sloped = grid.step_x == grid.step_y, slopes is not None
        self._tiles = self.places(grid) // CELLS
        value_bytes = grid.values.dtype.itemsize
        self._launch = launch_on(device, square, geometry, sloped, self._tiles, value_bytes)
        self._kept_launch: TiledLaunch | None = None
        if sloped and geometry == STRAIGHT:
            self._kept_launch = kept_launch_on(device)
        launches = self._launch, self._kept_launch or self._launch
        self._workers = max(launch.all_workers for launch in launches)
        own_bytes = TileQueue.bytes_needed(self._tiles, self._workers)
        if sloped:
            own_bytes += DeviceSlopes.bytes_needed(grid)
        super().__init__(
            grid, zero_speed_kmh, device, own_bytes, geometry, slopes, **self._launch.constants
        )
        self._pace = usual_pace(grid, slopes)

    def _allocate(self) -> None:
        self._queue = TileQueue(self._tiles, self._workers)
        self._shared, self._heights = self._launch.shared, None
        if self._slopes is not None:
            most, straight = self._launch.spare // BIN_BYTES, self._geometry == STRAIGHT
            self._heights = DeviceSlopes(self._on_device, self._slopes, most, straight)
            self._shared += BIN_BYTES * self._heights.near
            if straight and self._kept_launch is None:
                self._heights.forget_prices()

    def _kernels(self, kept: bool) -> tuple[Module, TiledLaunch, int]:
        """The module, its launch and bytes of shared memory, where prices are kept or not."""
        launch = self._kept_launch
        if not kept or launch is None:
            return self._module, self._launch, self._shared
        constants = {"STRAIGHT": 1, "SLOPES": 1, "KEPT": 1, "ROWS_AHEAD": ROWS_AHEAD}
        module = self._on_device.module("grids/solvers/tiled", **launch.constants, **constants)
        return module, launch, launch.shared

    @property
    def _told(self) -> Layout:
        """Of what the kernel is told."""
        if self._slopes is None:
            return SOLVE
        return STRAIGHT_SLOPED_SOLVE if self._geometry == STRAIGHT else SLOPED_SOLVE

    def _loses_cells(self, costs: StepCosts, labels: object) -> bool:
        grid = self._on_device.priced(costs)
        if self._heights is not None and on_slopes(costs):
            return self._heights.loses_cells(costs, grid, labels)
        return super()._loses_cells(costs, labels)

    def _longest(self, found: DeviceTravelTimes) -> int:
        return self._queue.longest

    def _attempt(self, attempt: GridAttempt) -> DeviceTravelTimes:
        trace, tick, limit_ticks = attempt.trace, attempt.tick, attempt.limit_ticks
        given = attempt.given()
        width = self._bucket_width(tick, given[0])
        began = time.perf_counter()
        labels, prices = self._labels.lend(), None
        with self._stream:
            self._forget(labels)
            layout, cols = self._on_device.layout, self._grid.cols
            copied = self._queue.begin(layout, labels, given, cols, width)
            solve: np.void = np.zeros(1, self._told)[0]
            solve["grid"] = self._on_device.priced(attempt.costs)
            if self._heights is not None and on_slopes(attempt.costs):
                solve["slopes"] = self._heights.priced(attempt.costs)
                if attempt.costs.straight:
                    solve["lines"] = self._heights.lines(attempt.costs)
                prices = self._heights.prices(attempt.costs, solve["grid"])
                solve["slopes"]["prices"] = address(prices)
            solve["queue"] = self._queue.struct(width, limit_ticks)
            solve["labels"] = address(labels)
            module, launch, shared = self._kernels(prices is not None)
            solve["orders"]["wanted"] = -launch.idle_wanted(self._tiles)
            solve["orders"]["slice"] = SLICE_SECONDS * 1e9
            if trace.wants_events:
                solve["orders"]["records"] = address(self._queue.records)
                solve["orders"]["record_places"] = RECORD_PLACES
            device, cells_of_grid = f"GPU {self._device.id}", self._grid.values.size
            trace.emit(
                SolveStarted("tiled", "gpu", device, cells_of_grid, "tiles", tick, width * tick)
            )
            partial = not self._run(module, launch, shared, solve, attempt.cancel)
            del prices  # held as long as the kernel reads them
        self._queue.clean = not partial
        told = labels, tick, attempt.limit, partial, attempt.geometry
        times = DeviceTravelTimes(self._on_device, *told)
        self._labels.returned_by(times, labels)
        if trace.wants_events:
            self._tell(trace, tick, times, time.perf_counter() - began, copied)
        return times

    def _bucket_width(self, tick: float, starts: NDArray[np.int64]) -> int:
        """In ticks. starts : cells."""
        seconds = self._delta
        if seconds <= 0:
            length, pace = TILE * max(self._grid.step_x, self._grid.step_y), self._pace
            crossing = 3.6 * length / mean_speed_kmh(self._grid, self._zero_speed)
            seconds = (crossing * pace.factor + length * pace.added) / 3
            if self._launch.wide:
                seconds *= 1 + WIDER * room_around(starts, self._grid.rows, self._grid.cols)
        return max(round(min(seconds / tick, WIDEST_BUCKET)), 1)

    def _forget(self, labels: object) -> None:
        chunks = self._queue.tiles * CELLS // 4
        self._on_device.layout.launch(
            "forget",
            self._launch.blocks * 8,
            256,
            labels,
            np.uint64(chunks),
            self._queue.words,
            np.uint64(self._queue.tiles),
        )

    def _run(
        self, module: Module, launch: TiledLaunch, shared: int, solve: np.void, cancel: Cancel
    ) -> bool:
        """Launch until the solve has ended, which is True, or a cancel has stopped it."""
        while True:
            module.launch("solve", launch.blocks, 32 * launch.warps, solve, shared=shared)
            self._wait(cancel)
            if self._queue.ended or cancel.requested:
                return self._queue.ended
            self._queue.go_on()

    def _wait(self, cancel: Cancel) -> None:
        """Wait for the kernel, and hand a cancel on to it."""
        if cancel is not NEVER:
            end = self._stream.record()
            while not end.done and not cancel.requested:
                time.sleep(1e-4)
            if cancel.requested:
                self._queue.request_stop()
        self._stream.synchronize()

    def _tell(
        self, trace: Trace, tick: float, times: DeviceTravelTimes, seconds: float, copied: int
    ) -> None:
        with self._stream:
            told = self._queue.ask(times.count())
        times.await_count(lambda: told.result()[2])
        partial, device = times.partial, self._device.id

        def events() -> Iterator[Event]:  # without the times, whose memory somebody waits for
            try:
                with device_errors(device):
                    control, records, (reached, largest) = told.result()
            except DeviceError:
                return  # whoever reads events cannot help it: who asks for times meets it, too
            yield from _iterations(records, tick)
            moved = copied + CONTROL.itemsize + records.nbytes
            steps, visits = int(control["steps"]), int(control["finished"])
            last = largest * tick
            yield SolveFinished(steps, reached, last, seconds, partial, visits, moved)

        trace.emit_later(events, last=True)


def _iterations(records: NDArray[Any], tick: float) -> list[Event]:
    """Steps of the manager as events, neighbours told together where there are too many."""
    if not len(records):
        return []
    began = int(records["nanoseconds"][0])
    every = max(1, -(-len(records) // MOST_EVENTS))
    told = records[every - 1 :: every]
    columns = ("nanoseconds", "threshold", "active", "waiting", "reached")
    rows = zip(*(told[name].tolist() for name in columns), strict=True)
    events: list[Event] = []
    last = began
    for index, (now, threshold, active, waiting, reached) in enumerate(rows):
        seconds, elapsed_us = (now - began) * 1e-9, (now - last) * 1e-3
        events.append(
            Iteration(
                index, seconds, threshold * tick, active, waiting, reached, "tiles", elapsed_us
            )
        )
        last = now
    return events
