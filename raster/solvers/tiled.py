"""Block-partitioned delta-stepping with tiles that fit in cache: the default solver.

Every tile has a key: the smallest label its neighbours could give one of its cells. In a round,
all tiles whose key is at most the smallest key + Δ are settled side by side, each by itself
(`raster.tiles.layout`); then the keys of their neighbours are lowered. The solve ends when no tile
has a key. Labels only fall and an improvement across a border always sets a key, so the result is
the fixed point of relaxation, which is Dijkstra's, in whatever order tiles are worked on.

Source: Fjellborg 2024, sections 4.5, 4.6 and 6.2 (near and far, partition into blocks, better use
of synchronisation). Ours differs in blocks that live in cache, sweeps inside a block instead of
queues, many blocks at once, and a step width that follows the number of active blocks, after ADDS.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numba import get_num_threads, njit
from numpy.typing import NDArray

from core.parallel.team import Team, hand_in, take_ticket, tasks_of_round
from core.times import UNREACHED
from raster.geometry import EIGHT, GEOMETRIES
from raster.grid import VelocityGrid
from raster.slopes.costs import on_slopes
from raster.slopes.slopes import GridSlopes, usual_pace
from raster.slopes.tile_layout import sloped_buffers
from raster.slopes.tiles import serve_sloped
from raster.solvers.attempts import GridAttempt, HostSolver
from raster.tiles.layout import (
    TILE,
    load_tile,
    prefetch_tile,
    store_tile,
    tile_buffers,
    tile_costs,
)
from raster.tiles.schedule import BucketWidth, Schedule, enter_starts, wake_neighbours
from raster.tiles.sweeps import settle_tile
from raster.travel_times import TravelTimeGrid

TILES_A_HELPER = 16
"""Tiles of the grid for each further thread: waking one takes as long as settling some of them."""

GAINED, SKIPPED = 0, 1
"""Indices of what a thread counts: cells reached first, and tiles left out by a cancel."""


class Tiled(HostSolver):
    """The default terrain solver; see the module's text."""

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
        pace = usual_pace(grid, slopes)
        self._step_width = BucketWidth.of(grid, zero_speed_kmh, delta_seconds, pace)
        self._make_buffers = tile_buffers if slopes is None else sloped_buffers
        self._buffers: NDArray[np.uint32] = self._make_buffers(0)

    def _attempt(self, attempt: GridAttempt) -> TravelTimeGrid:
        tick, limit_ticks, cancel = attempt.tick, attempt.limit_ticks, attempt.cancel
        step_width = replace(self._step_width)
        log = attempt.log("tiled", step_width.seconds, "tiles", one_by_one=True)
        labels = self._spare.filled(self._grid.shape, UNREACHED)
        schedule = Schedule.of(*labels.shape)
        tiles = schedule.tiles
        if len(self._buffers) != get_num_threads():  # may differ from thread to thread
            self._buffers = self._make_buffers(get_num_threads())
        counts = np.zeros((len(self._buffers), 8), np.int64)
        starts = attempt.starts()
        cells, ticks = np.array(list(starts), np.int64), np.array(list(starts.values()), np.uint32)
        enter_starts(tiles, labels, cells, ticks)
        counts[0, GAINED] = len(starts)
        last = np.zeros(len(tiles.keys), np.uint32)
        np.maximum.at(last, tiles_of(cells, labels.shape), ticks)
        costs, buffers = attempt.costs, self._buffers
        members = min(len(buffers), 1 + len(tiles.keys) // TILES_A_HELPER)
        kernel: Any = (
            partial(serve_sloped, costs=costs)
            if on_slopes(costs)
            else partial(_serve, costs=tile_costs(costs))
        )

        def serve(tickets: NDArray[np.int64], member: int, looks: int) -> None:
            kernel(
                tickets, looks=looks, labels=labels, buffer=buffers[member], active=tiles.active,
                tile_cols=schedule.tile_cols, keys=tiles.keys, limit_ticks=limit_ticks,
                counts=counts[member], last=last, stop=cancel.flag,
                members=members, as_settled=tiles.as_settled,
            )  # fmt: skip

        with Team(members, serve) as team:
            log.start_timing()  # what was prepared is no part of the first round
            cut_short = False
            while not cut_short and schedule.next_round(step_width.ticks(tick)):
                if cancel.requested:
                    cut_short = True
                    break
                team.run_round(tiles.actives)
                settled = int(counts[:, GAINED].sum()) if attempt.trace.wants_events else 0
                log.record("tiles", tiles.actives, tiles.waits, settled, schedule.threshold)
                step_width.follow(tiles.actives, tiles.waits)
                cut_short = bool(counts[:, SKIPPED].any())
        reached = int(counts[:, GAINED].sum())
        largest = int(drop_beyond(labels, last, limit_ticks))
        return attempt.times(log, labels, reached, largest, cut_short)


def tiles_of(cells: NDArray[np.int64], shape: tuple[int, int]) -> NDArray[np.int64]:
    """The tile of each cell, flat indices of a grid of that shape."""
    rows, cols = np.divmod(cells, shape[1])
    return np.asarray(rows // TILE * -(-shape[1] // TILE) + cols // TILE)


@njit(nogil=True)
def _first_cell(tile: int, tile_cols: int) -> Any:
    return tile // tile_cols * TILE, tile % tile_cols * TILE


@njit(cache=True, nogil=True)
def _serve(
    tickets: Any,
    members: int,
    looks: int,
    costs: Any,
    labels: Any,
    buffer: Any,
    active: Any,
    as_settled: Any,
    tile_cols: int,
    keys: Any,
    limit_ticks: int,
    counts: Any,
    last: Any,
    stop: Any,
) -> None:
    """Settle active tiles, one after the other, until none was left so many times. Where `stop` is
    set, tiles are handed in as they are.

    Allowed race: a tile's halo is read while its neighbour is stored. Either value is the length
    of a path, and the neighbour wakes this tile for the next round if the newer one matters.
    """
    while True:
        place = take_ticket(tickets, looks)
        if place < 0:
            return
        if stop[0] != 0:
            counts[SKIPPED] += 1
            hand_in(tickets)
            continue
        tile = active[place]
        top, left = _first_cell(tile, tile_cols)
        load_tile(costs, labels, buffer, top, left)
        if place + members < tasks_of_round(tickets):  # likely this thread's next one
            following = active[place + members]
            prefetch_tile(costs, labels, *_first_cell(following, tile_cols))
        fell = settle_tile(buffer, as_settled[tile], costs.straight)
        as_settled[tile] = True
        gained, last[tile] = store_tile(buffer, labels, top, left, limit_ticks)
        counts[GAINED] += gained
        wake_neighbours(buffer, keys, tile, tile_cols, limit_ticks, fell, costs.straight)
        hand_in(tickets)


@njit(cache=True, nogil=True)
def drop_beyond(labels: Any, last: Any, limit_ticks: int) -> Any:
    """Drop labels past the limit; returns the largest one that is left.

    last : uint32, tiles; the largest label set in each, so that few tiles need be looked at.
    """
    rows, cols = labels.shape
    tile_cols = -(-cols // TILE)
    largest = np.uint32(0)
    for tile in range(len(last)):
        if last[tile] <= limit_ticks:
            largest = max(largest, last[tile])
            continue
        top, left = _first_cell(tile, tile_cols)
        for row in range(top, min(top + TILE, rows)):
            line = labels[row, left : min(left + TILE, cols)]
            for col in range(len(line)):
                label = line[col]
                within = label <= limit_ticks
                largest = max(largest, label if within else np.uint32(0))
                line[col] = label if within else np.uint32(UNREACHED)
    return largest
