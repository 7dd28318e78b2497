"""Block-partitioned delta-stepping on the device: the twin of raster/solvers/tiled.py.

One kernel runs the whole solve. A tile of 32×32 cells is settled by one warp, or by two along
straight lines; tiles wait in buckets
by the smallest label that could improve them, and a manager block releases the next bucket while
warps stand idle. There are no rounds and no barriers between blocks. A solve that takes long is cut
into launches, of which each goes on where the last one paused.

Source: Fjellborg 2024, sections 4.6 and 6.2; the manager follows the idea of ADDS (Wang et al.
2021, in Fjellborg 2.2.7): one block feeds the others and the step width follows their load.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
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
from gpu.grids.device_grid import CELLS, PLACES, STRAIGHT_BYTES, TEAM, THROUGH_BYTES, TILE
from gpu.grids.device_slopes import BIN_BYTES, DeviceSlopes
from gpu.grids.solvers.device_solver import DeviceSolver
from gpu.grids.tile_queue import CONTROL, RECORD_PLACES, WIDEST_BUCKET, TileQueue
from gpu.grids.travel_times import DeviceTravelTimes
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

SLOPED_BYTES = 4 * (5 * TILE * (TILE + 1) + 4 * 6 * TILE)
"""Shared memory of a warp on slopes: labels and four planes of steps, six steps over each side."""

STRAIGHT_SLOPED_BYTES = 4 * 4 * PLACES + 80, 4 * 5 * PLACES + 80 + 8
"""Shared memory of a team there along straight lines, of square cells and of others: labels,
heights and two half costs or three of a tile and its halo, and what they tell each other."""

MOST_EVENTS = 512
"""Most events that a solve emits; steps between two are told together."""


@dataclass(frozen=True)
class TiledLaunch:
    """How the kernel is laid out on a device: one block a multiprocessor."""

    blocks: int
    workers: int  # of a block; each settles a tile at a time
    team: int  # warps of a worker
    shared: int
    spare: int  # bytes of shared memory that are left

    @classmethod
    def on(cls, device: int, worker_bytes: int, team: int) -> TiledLaunch:
        """worker_bytes : of shared memory that each works in."""
        import cupy

        attributes = cupy.cuda.Device(device).attributes
        table = 256 * 12
        most = attributes["MaxSharedMemoryPerBlockOptin"] - table - 8 * 1024  # the manager's own
        # The manager needs three warps: to decide, to move tiles and to watch.
        workers = next((n for n in (8, 4, 3) if n * worker_bytes <= most), 0)
        if workers == 0:
            raise DeviceError(
                f"{attributes['MaxSharedMemoryPerBlockOptin']} bytes of shared memory a block",
                where=f"GPU {device}",
                advice="This device is too small; choose the CPU.",
            )
        own = workers * worker_bytes
        return cls(attributes["MultiProcessorCount"], workers, team, own + table, most - own)

    @property
    def warps(self) -> int:
        """Of a block."""
        return self.workers * self.team


def _bytes_and_team(
    grid: VelocityGrid, geometry: str, slopes: GridSlopes | None
) -> tuple[int, int]:
    """Shared memory that a worker needs, and its warps."""
    square = grid.step_x == grid.step_y
    if slopes is not None and geometry == STRAIGHT:
        return STRAIGHT_SLOPED_BYTES[not square], TEAM
    if slopes is not None:
        return SLOPED_BYTES, 1
    together = geometry == STRAIGHT and square
    return (STRAIGHT_BYTES, TEAM) if together else (THROUGH_BYTES, 1)


IDLE_WANTED = 0.66, 0.22, 0.05, 0.7
"""Share of the workers that are wanted idle where the front is one tile, how much less it is by the
share of the workers that the front keeps busy, and its bounds. Chosen on two terrains of 2000² to
20000² with eight directions on the level, and better with slopes and straight lines, too, than what
they had; see docs/experiments.md."""


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
        self._launch = TiledLaunch.on(device, *_bytes_and_team(grid, geometry, slopes))
        self._workers = (self._launch.blocks - 1) * self._launch.workers
        self._tiles = self.places(grid) // CELLS
        own_bytes = TileQueue.bytes_needed(self._tiles, self._workers)
        if slopes is not None:
            own_bytes += DeviceSlopes.bytes_needed(grid)
        warps = self._launch.warps
        super().__init__(grid, zero_speed_kmh, device, own_bytes, geometry, slopes, WARPS=warps)
        self._pace = usual_pace(grid, slopes)
        # Wide fronts keep all workers busy with near tiles; narrow ones must not run ahead.
        fill = 4 * self._tiles**0.5 / self._workers
        share, by_fill, least, most = IDLE_WANTED
        self._wanted = -round(self._workers * min(max(share - by_fill * fill, least), most))

    def _allocate(self) -> None:
        self._queue = TileQueue(self._tiles, self._workers)
        self._shared, self._heights = self._launch.shared, None
        if self._slopes is not None:
            most = self._launch.spare // BIN_BYTES
            self._heights = DeviceSlopes(self._on_device, self._slopes, most)
            self._shared += BIN_BYTES * self._heights.near

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
        return self._queue.label_bits

    def _attempt(self, attempt: GridAttempt) -> DeviceTravelTimes:
        trace, tick, limit_ticks = attempt.trace, attempt.tick, attempt.limit_ticks
        width = self._bucket_width(tick)
        began = time.perf_counter()
        labels, prices = self._labels.lend(), None
        with self._stream:
            self._forget(labels)
            layout, cols = self._on_device.layout, self._grid.cols
            copied = self._queue.begin(layout, labels, attempt.given(), cols, width)
            solve: np.void = np.zeros(1, self._told)[0]
            solve["grid"] = self._on_device.priced(attempt.costs)
            if self._heights is not None and on_slopes(attempt.costs):
                solve["slopes"] = self._heights.priced(attempt.costs)
                if attempt.costs.straight:
                    solve["lines"] = self._heights.lines(attempt.costs)
                else:
                    prices = self._heights.prices(attempt.costs, solve["grid"])
                    solve["slopes"]["prices"] = address(prices)
            solve["queue"] = self._queue.struct(width, limit_ticks)
            solve["labels"] = address(labels)
            solve["orders"]["wanted"], solve["orders"]["slice"] = self._wanted, SLICE_SECONDS * 1e9
            if trace.wants_events:
                solve["orders"]["records"] = address(self._queue.records)
                solve["orders"]["record_places"] = RECORD_PLACES
            device, cells_of_grid = f"GPU {self._device.id}", self._grid.values.size
            trace.emit(
                SolveStarted("tiled", "gpu", device, cells_of_grid, "tiles", tick, width * tick)
            )
            partial = not self._run(solve, attempt.cancel)
            del prices  # held as long as the kernel reads them
        self._queue.clean = not partial
        told = labels, tick, attempt.limit, partial, attempt.geometry
        times = DeviceTravelTimes(self._on_device, *told)
        self._labels.returned_by(times, labels)
        if trace.wants_events:
            self._tell(trace, tick, times, time.perf_counter() - began, copied)
        return times

    def _bucket_width(self, tick: float) -> int:
        seconds = self._delta
        if seconds <= 0:
            length, pace = TILE * max(self._grid.step_x, self._grid.step_y), self._pace
            crossing = 3.6 * length / mean_speed_kmh(self._grid, self._zero_speed)
            seconds = (crossing * pace.factor + length * pace.added) / 3
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

    def _run(self, solve: np.void, cancel: Cancel) -> bool:
        """Launch until the solve has ended, which is True, or a cancel has stopped it."""
        launch, threads = self._launch, 32 * self._launch.warps
        while True:
            self._module.launch("solve", launch.blocks, threads, solve, shared=self._shared)
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
            control, records, counted = self._queue.fetch(times.count())
        times.keep_count(*counted)
        trace.emit_later(lambda: _iterations(records, tick))
        trace.emit(
            SolveFinished(
                int(control["steps"]),
                times.reached,
                times.max_seconds,
                seconds,
                times.partial,
                int(control["finished"]),
                copied + CONTROL.itemsize + records.nbytes,
            )
        )


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
