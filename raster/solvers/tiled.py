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

import time
from typing import Any

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from core.parallel.in_place import in_place
from core.parallel.team import Team
from core.times import UNREACHED
from raster.geometry import EIGHT, GEOMETRIES
from raster.grid import VelocityGrid
from raster.slopes.costs import on_slopes
from raster.slopes.kept_prices import KeptPrices
from raster.slopes.slopes import GridSlopes, usual_pace
from raster.slopes.tile_layout import sloped_buffers
from raster.solvers.attempts import GridAttempt, HostSolver
from raster.solvers.tile_rounds import (
    ALL_DONE,
    CUT_SHORT,
    GAINED,
    TOLD,
    WAITS,
    Settling,
    TileRounds,
    work,
)
from raster.tiles.cells import TILE
from raster.tiles.layout import tile_buffers, tile_costs
from raster.tiles.schedule import BucketWidth, WaitingTiles, enter_starts
from raster.travel_times import TravelTimeGrid

TILES_A_HELPER = 16
"""Tiles of the grid for each further thread: waking one takes as long as settling some of them."""


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
        self._prices = KeptPrices()

    @property
    def learns(self) -> bool:
        """Whether later solves take less than the last did, since prices are not kept yet."""
        return self._prices.learns

    def learn_at_once(self) -> None:
        """Have the next solve keep all of them, however long it takes."""
        self._prices.learn_at_once()

    def _attempt(self, attempt: GridAttempt) -> TravelTimeGrid:
        tick, limit_ticks, cancel = attempt.tick, attempt.limit_ticks, attempt.cancel
        step_width = self._step_width
        log = attempt.log("tiled", step_width.seconds, "tiles", one_by_one=True)
        labels = self._spare.filled(self._grid.shape, UNREACHED)
        tile_cols = -(-labels.shape[1] // TILE)
        tiles = WaitingTiles.of(-(-labels.shape[0] // TILE) * tile_cols)
        if len(self._buffers) != get_num_threads():  # may differ from thread to thread
            self._buffers = self._make_buffers(get_num_threads())
        counts = np.zeros((len(self._buffers), 8), np.int64)
        starts = attempt.starts()
        cells, ticks = np.array(list(starts), np.int64), np.array(list(starts.values()), np.uint32)
        enter_starts(tiles, labels, cells, ticks)
        counts[0, GAINED] = len(starts)
        last = np.zeros(len(tiles.keys), np.uint32)
        np.maximum.at(last, tiles_of(cells, labels.shape), ticks)
        members = min(len(self._buffers), 1 + len(tiles.keys) // TILES_A_HELPER)
        costs: Any = attempt.costs
        costs = self._prices.on(costs) if on_slopes(costs) else tile_costs(costs)
        shared = Settling(tiles, labels, last, counts, cancel.flag)
        rounds = TileRounds.of(step_width, tick)

        def serve(tickets: NDArray[np.int64], member: int, looks: int) -> Any:
            return work(
                tickets, member, looks, members, costs, shared, rounds, self._buffers[member],
                tile_cols, limit_ticks,
            )  # fmt: skip

        with Team(members, serve) as team:
            log.start_timing()  # what was prepared is no part of the first round
            reason = WAITS
            while reason in (TOLD, WAITS):
                began = time.perf_counter()
                reason = serve(team.tickets, 0, 1)
                rounds.tell(log, began)
                if reason == WAITS:
                    time.sleep(0)  # the helper that has the last task may need this core
        if reason == ALL_DONE:
            self._prices.solved()
        reached = int(counts[:, GAINED].sum())
        largest = int(drop_beyond(labels, last, limit_ticks))
        return attempt.times(log, labels, reached, largest, reason == CUT_SHORT)


def tiles_of(cells: NDArray[np.int64], shape: tuple[int, int]) -> NDArray[np.int64]:
    """The tile of each cell, flat indices of a grid of that shape."""
    rows, cols = np.divmod(cells, shape[1])
    return np.asarray(rows // TILE * -(-shape[1] // TILE) + cols // TILE)


@in_place
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
        top, left = tile // tile_cols * TILE, tile % tile_cols * TILE
        for row in range(top, min(top + TILE, rows)):
            line = labels[row, left : min(left + TILE, cols)]
            for col in range(len(line)):
                label = line[col]
                within = label <= limit_ticks
                largest = max(largest, label if within else np.uint32(0))
                line[col] = label if within else np.uint32(UNREACHED)
    return largest
