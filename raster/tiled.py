"""Block-partitioned delta-stepping with tiles that fit in cache: the default solver.

Every tile has a key: the smallest label its neighbours could give one of its cells. In a round,
all tiles whose key is at most the smallest key + Δ are settled side by side, each by itself
(`raster.tiles`); then the keys of their neighbours are lowered. The solve ends when no tile has a
key. Labels only fall and an improvement across a border always sets a key, so the result is the
fixed point of relaxation, which is Dijkstra's, in whatever order tiles are worked on.

Source: Fjellborg 2024, sections 4.5, 4.6 and 6.2 (near and far, partition into blocks, better use
of synchronisation). Ours differs in blocks that live in cache, sweeps inside a block instead of
queues, many blocks at once, and a step width that follows the number of active blocks, after ADDS.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numba import get_num_threads, njit, prange
from numba.np.ufunc.parallel import get_thread_id
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.solver import Sources
from core.times import UNLIMITED, UNREACHED, limit_in_ticks, ticks_from_seconds
from core.trace import SILENT, Iteration, SolveFinished, SolveStarted, Trace
from raster.grid import VelocityGrid
from raster.steps import (
    BARRIER,
    EAST_WEST,
    NORTH_SOUTH,
    StepCosts,
    choose_tick,
    coarser,
    half_cost,
    outgrown,
    step_costs,
)
from raster.threads import PARALLEL_REGION
from raster.tile_schedule import Schedule, StepWidth
from raster.tiles import (
    AS_IT_LIES,
    BUFFER,
    SIDE,
    TILE,
    TRANSPOSED,
    best_across_corner,
    best_across_side,
    load_tile,
    settle_tile,
    store_tile,
)
from raster.travel_times import TravelTimeGrid


class Tiled:
    """The default terrain solver; see the module's text."""

    def __init__(
        self, grid: VelocityGrid, *, zero_speed_kmh: float = 0.0, delta_seconds: float = 0.0
    ) -> None:
        self._grid = grid
        self._zero_speed = zero_speed_kmh
        self._delta = delta_seconds
        self._buffers: NDArray[np.uint32] = np.zeros((get_num_threads(), BUFFER), np.uint32)

    def solve(
        self,
        sources: Sources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> TravelTimeGrid:
        """Travel times from `sources`; sources on barriers or no data reach nothing."""
        tick = choose_tick(self._grid, sources, limit, self._zero_speed)
        while True:
            costs = step_costs(self._grid, tick, self._zero_speed)
            labels, partial = self._attempt(costs, sources, tick, limit, trace, cancel)
            reached, last = summarise(labels, limit_in_ticks(limit, tick))
            complete = limit < UNLIMITED or partial
            if complete or not outgrown(costs, labels, last):
                return TravelTimeGrid(labels, tick, limit, reached, last, partial)
            tick = coarser(tick)

    def _attempt(
        self,
        costs: StepCosts,
        sources: Sources,
        tick: float,
        limit: float,
        trace: Trace,
        cancel: Cancel,
    ) -> tuple[NDArray[np.uint32], bool]:
        grid, began = self._grid, time.perf_counter()
        limit_ticks = limit_in_ticks(limit, tick)
        step_width = StepWidth.of(grid, self._zero_speed, self._delta)
        labels = np.full(grid.shape, UNREACHED, np.uint32)
        schedule = Schedule.of(*grid.shape)
        _enter_sources(sources, costs, labels, schedule, tick, limit_ticks)
        trace.emit(
            SolveStarted("tiled", "cpu", "cpu", labels.size, "tiles", tick, step_width.seconds)
        )
        counts = np.zeros((len(self._buffers), 8), np.int64)
        index = visits = 0
        clock = began
        while not cancel.requested and schedule.next_round(round(step_width.seconds / tick)):
            with PARALLEL_REGION:
                _settle_tiles(
                    costs, labels, self._buffers, schedule.active, schedule.actives,
                    schedule.tile_rows, schedule.tile_cols, schedule.keys, limit_ticks, counts,
                )  # fmt: skip
            now = time.perf_counter()
            trace.emit(
                Iteration(
                    index,
                    now - began,
                    schedule.threshold * tick,
                    schedule.actives,
                    schedule.waits,
                    int(counts[:, 0].sum()),
                    "tiles",
                    (now - clock) * 1e6,
                )
            )
            step_width.follow(schedule.actives, schedule.waits)
            index, visits, clock = index + 1, visits + schedule.actives, now
        partial = cancel.requested
        trace.emit(
            SolveFinished(
                index,
                int(counts[:, 0].sum()),
                schedule.threshold * tick,
                time.perf_counter() - began,
                partial,
                visits,
            )
        )
        return labels, partial


def _enter_sources(
    sources: Sources,
    costs: StepCosts,
    labels: NDArray[np.uint32],
    schedule: Schedule,
    tick: float,
    limit_ticks: int,
) -> None:
    for start in sources:
        row, col = divmod(start.element, labels.shape[1])
        label = ticks_from_seconds(start.head_start_seconds, tick)
        inside = row < labels.shape[0] and label <= min(limit_ticks, int(labels[row, col]))
        if inside and _is_passable(costs, row, col):
            labels[row, col] = label
            schedule.enter(row, col, label)


@njit(cache=True, nogil=True)
def _is_passable(costs: Any, row: int, col: int) -> bool:
    return half_cost(costs, row, col, 0) < BARRIER


@njit(cache=True, nogil=True)
def _wake(keys: Any, tile: int, slot: int, label: Any, limit_ticks: int) -> None:
    if label <= limit_ticks:
        keys[tile, slot] = min(keys[tile, slot], label)


@njit(cache=True, nogil=True)
def _wake_neighbours(
    buffer: Any, keys: Any, tile: int, tile_rows: int, tile_cols: int, limit_ticks: int
) -> None:
    """Lower the keys of the neighbours that this tile's labels improve.

    The halo holds the neighbours' labels as they were when this tile was loaded. They only fall,
    so at worst a neighbour is woken that has meanwhile found better by itself.
    """
    row, col = tile // tile_cols, tile % tile_cols
    last, across = TILE + 1, TRANSPOSED + (TILE + 1) * SIDE
    for down in range(-1, 2):
        for right in range(-1, 2):
            inside = 0 <= row + down < tile_rows and 0 <= col + right < tile_cols
            if not inside or (down == 0 and right == 0):
                continue
            if right == 0:
                halo = AS_IT_LIES + (0 if down < 0 else last * SIDE)
                label = best_across_side(buffer, halo, halo - down * SIDE)
            elif down == 0:
                halo = TRANSPOSED if right < 0 else across
                label = best_across_side(buffer, halo, halo - right * SIDE)
            else:
                halo = (0 if down < 0 else last * SIDE) + (0 if right < 0 else last)
                label = best_across_corner(buffer, halo, halo - down * SIDE - right)
            neighbour = tile + down * tile_cols + right
            slot = (down + 1) * 3 + right + 1
            _wake(keys, neighbour, slot - (slot > 4), label, limit_ticks)


@njit(cache=True, nogil=True, parallel=True)
def _settle_tiles(
    costs: Any,
    labels: Any,
    buffers: Any,
    active: Any,
    actives: int,
    tile_rows: int,
    tile_cols: int,
    keys: Any,
    limit_ticks: int,
    counts: Any,
) -> None:
    """Settle the active tiles, each by one thread.

    Allowed race: a tile's halo is read while its neighbour is stored. Either value is the length
    of a path, and the neighbour wakes this tile for the next round if the newer one matters.
    """
    square = costs.scale[EAST_WEST] == costs.scale[NORTH_SOUTH]
    for i in prange(actives):
        thread = get_thread_id()  # type: ignore[no-untyped-call]
        buffer, tile = buffers[thread], active[i]
        top, left = tile // tile_cols * TILE, tile % tile_cols * TILE
        load_tile(costs, labels, buffer, top, left)
        counts[thread, 1] += settle_tile(buffer, square)
        counts[thread, 0] += store_tile(buffer, labels, top, left)
        _wake_neighbours(buffer, keys, tile, tile_rows, tile_cols, limit_ticks)


@njit(cache=True, nogil=True)
def _summarise(labels: Any, limit_ticks: int) -> Any:
    reached, last = np.int64(0), np.uint32(0)
    for row in range(labels.shape[0]):
        line = labels[row]
        for col in range(len(line)):
            label = line[col]
            within = label <= limit_ticks
            reached += np.int64(within)
            last = max(last, label if within else np.uint32(0))
            line[col] = label if within else np.uint32(UNREACHED)
    return reached, last


def summarise(labels: NDArray[np.uint32], limit_ticks: int) -> tuple[int, int]:
    """Drop labels past the limit; returns the number of reached cells and the largest label."""
    reached, last = _summarise(labels, limit_ticks)
    return int(reached), int(last)
