"""Which tile is worked on when: keys, the waiting list, and the step width Δ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import get_num_threads, njit
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.steps import mean_speed_kmh
from raster.tiles.layout import HALO_CORNERS, HALO_SIDES, TILE
from raster.tiles.sweeps import best_across_corner, best_across_side

KEYS = 9
"""Keys of a tile: one for each neighbour that may set it, so that no two threads ever write the
same word, and one for starts and for edges of blocks. The tile's key is their minimum."""

OWN = 8
"""Index among a tile's keys of the one for starts and edges."""


@dataclass(eq=False)
class Schedule:
    """Which tiles wait and which are worked on.

    keys : uint32, (tiles, KEYS), ticks.
    queued : bool, (tiles,): is in `waiting`.
    waiting, active : int64, (tiles,), the first `waits` and `actives` entries count.
    """

    tile_rows: int
    tile_cols: int
    keys: NDArray[np.uint32]
    queued: NDArray[np.bool_]
    waiting: NDArray[np.int64]
    active: NDArray[np.int64]
    waits: int = 0
    actives: int = 0
    threshold: int = 0

    @classmethod
    def of(cls, rows: int, cols: int) -> Schedule:
        tile_rows, tile_cols = -(-rows // TILE), -(-cols // TILE)
        tiles = tile_rows * tile_cols
        return cls(
            tile_rows,
            tile_cols,
            np.full((tiles, KEYS), UNREACHED, np.uint32),
            np.zeros(tiles, np.bool_),
            np.empty(tiles, np.int64),
            np.empty(tiles, np.int64),
        )

    def enter(self, row: int, col: int, label: int) -> None:
        """Queue the tile of a start."""
        tile = row // TILE * self.tile_cols + col // TILE
        self.keys[tile, OWN] = min(int(self.keys[tile, OWN]), label)
        if not self.queued[tile]:
            self.queued[tile] = True
            self.waiting[self.waits] = tile
            self.waits += 1

    def next_round(self, delta: int) -> bool:
        """Gather the tiles of the next round; False when none is left."""
        self.actives, self.waits, self.threshold = _select(
            self.keys, self.queued, self.waiting, self.waits, self.active, self.actives,
            self.tile_cols, delta,
        )  # fmt: skip
        return self.actives > 0


@dataclass
class BucketWidth:
    """Δ. Given by the user it stays; else it follows the number of active tiles, after ADDS.

    Too few tiles a round leave processors idle, too many are settled on labels that fall again.
    """

    seconds: float
    smallest: float
    largest: float
    wanted: int  # tiles a round

    @classmethod
    def of(cls, grid: VelocityGrid, zero_speed_kmh: float, given: float) -> BucketWidth:
        if given > 0:
            return cls(given, given, given, 0)
        crossing = 3.6 * TILE * max(grid.step_x, grid.step_y) / mean_speed_kmh(grid, zero_speed_kmh)
        return cls(crossing / 2, crossing / 4, crossing * 8, 16 * get_num_threads())

    def ticks(self, tick: float) -> int:
        """Δ in ticks of so many seconds; all labels are below UNREACHED."""
        return round(min(self.seconds / tick, UNREACHED))

    def follow(self, active: int, waiting: int) -> None:
        """Adapt to what the last round had."""
        if active < self.wanted and waiting:
            self.seconds = min(self.seconds * 1.25, self.largest)
        elif active > 2 * self.wanted:
            self.seconds = max(self.seconds / 1.25, self.smallest)


@njit(cache=True, nogil=True)
def key_of(keys: Any, tile: int) -> Any:
    smallest = np.uint32(UNREACHED)
    for k in range(KEYS):
        smallest = min(smallest, keys[tile, k])
    return smallest


@njit(cache=True, nogil=True)
def _select(
    keys: Any,
    queued: Any,
    waiting: Any,
    waits: int,
    active: Any,
    actives: int,
    tile_cols: int,
    delta: int,
) -> Any:
    """Queue the neighbours that the last round woke, then split off the tiles of the next one.

    Keys of chosen tiles are cleared here, between rounds, where nobody else writes: a wake-up
    during the round is then never lost.
    """
    tiles = len(queued)
    for i in range(actives):
        for down in range(-1, 2):
            for right in range(-1, 2):
                # Past a side edge this is a tile of another row, whose key is as good as any.
                tile = active[i] + down * tile_cols + right
                inside = 0 <= tile < tiles
                if inside and not queued[tile] and key_of(keys, tile) < UNREACHED:
                    queued[tile] = True
                    waiting[waits] = tile
                    waits += 1
    smallest = np.uint32(UNREACHED)
    for i in range(waits):
        smallest = min(smallest, key_of(keys, waiting[i]))
    threshold = np.int64(smallest) + delta
    chosen = left = 0
    for i in range(waits):
        tile = waiting[i]
        if key_of(keys, tile) <= threshold:
            active[chosen] = tile
            chosen += 1
            queued[tile] = False
            keys[tile, :] = UNREACHED
        else:
            waiting[left] = tile
            left += 1
    return chosen, left, threshold


@njit(cache=True, nogil=True)
def _wake(
    keys: Any, tile: int, tile_cols: int, down: int, right: int, label: Any, limit_ticks: int
) -> None:
    """Lower the key of a neighbour in a direction to a label, if that is within the limit."""
    if label <= limit_ticks:
        slot = (down + 1) * 3 + right + 1
        slot -= slot > 4
        neighbour = tile + down * tile_cols + right
        keys[neighbour, slot] = min(keys[neighbour, slot], label)


@njit(cache=True, nogil=True)
def wake_neighbours(buffer: Any, keys: Any, tile: int, tile_cols: int, limit_ticks: int) -> None:
    """Lower the keys of the neighbours that this tile's labels improve.

    The halo holds the neighbours' labels as they were when this tile was loaded. They only fall,
    so at worst a neighbour is woken that has meanwhile found better by itself.
    """
    for side, inner, down, right in HALO_SIDES:
        label = best_across_side(buffer, side, inner)
        _wake(keys, tile, tile_cols, down, right, label, limit_ticks)
    for corner, inner, down, right in HALO_CORNERS:
        label = best_across_corner(buffer, corner, inner)
        _wake(keys, tile, tile_cols, down, right, label, limit_ticks)
