"""Which tile is worked on when: keys, the waiting list, and the step width Δ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from core.parallel.atomics import observe
from core.parallel.in_place import in_place
from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.slopes.slopes import AS_LEVEL, Pace
from raster.steps import mean_speed_kmh
from raster.tiles.borders import best_across_corner, best_across_side
from raster.tiles.cells import TILE
from raster.tiles.layout import HALO_CORNERS, HALO_SIDES

KEYS = 9
"""Keys of a tile: one for each neighbour that may set it, so that no two threads ever write the
same word, and one for starts and for edges of blocks. The tile's key is their minimum."""

OWN = 8
"""Index among a tile's keys of the one for starts and edges."""


IDLE, DUE, AT_WORK = 0, 1, 2
"""Stages of a tile in a round: it has no turn or has had it, its turn is yet to come, a thread has
it. A tile whose turn is yet to come need not be told of what it will see by itself."""


BLOCK_BITS = 3
"""Binary logarithm of the tiles along a side of a block whose tiles are one thread's, if it comes
to them in time: it finds in its own cache what it stored there, and most of what lies beside it.
Where tiles are dealt by their keys alone, two threads take a twelfth longer."""


class WaitingTiles(NamedTuple):
    """Which tiles wait and which are worked on.

    keys : uint32, (tiles, KEYS), ticks.   queued : bool, (tiles,): is in `waiting`.
    as_settled : bool, (tiles,): no label of the tile was set since it was last settled; one
        without labels counts as settled.
    stages : int64, (tiles,); IDLE throughout where threads do not say what they work on.
    waiting, active : int64, (tiles,).
    turns : int64, (tiles,): of active tiles, whose they are and below that, in 32 bits, their keys.
    sizes : int64, (2,): entries of the two that count.
    """

    keys: NDArray[np.uint32]
    queued: NDArray[np.bool_]
    as_settled: NDArray[np.bool_]
    stages: NDArray[np.int64]
    waiting: NDArray[np.int64]
    active: NDArray[np.int64]
    turns: NDArray[np.int64]
    sizes: NDArray[np.int64]

    @classmethod
    def of(cls, tiles: int) -> WaitingTiles:
        return cls(
            np.full((tiles, KEYS), UNREACHED, np.uint32),
            np.zeros(tiles, np.bool_),
            np.ones(tiles, np.bool_),
            np.full(tiles, IDLE, np.int64),
            np.empty(tiles, np.int64),
            np.empty(tiles, np.int64),
            np.empty(tiles, np.int64),
            np.zeros(2, np.int64),
        )

    @property
    def waits(self) -> int:
        return int(self.sizes[0])

    @property
    def actives(self) -> int:
        return int(self.sizes[1])


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
    def of(
        cls, grid: VelocityGrid, zero_speed_kmh: float, given: float, pace: Pace = AS_LEVEL
    ) -> BucketWidth:
        if given > 0:
            return cls(given, given, given, 0)
        length = TILE * max(grid.step_x, grid.step_y)
        crossing = 3.6 * length / mean_speed_kmh(grid, zero_speed_kmh)
        crossing = crossing * pace.factor + length * pace.added
        return cls(crossing / 2, crossing / 4, crossing * 8, 16 * get_num_threads())

    def ticks(self, tick: float) -> int:
        """Δ in ticks of so many seconds; all labels are below UNREACHED."""
        return round(min(self.seconds / tick, UNREACHED))

    def follow(self, active: int, waiting: int) -> None:
        """Adapt to what the last round had."""
        self.seconds = followed(
            self.seconds, self.smallest, self.largest, self.wanted, active, waiting
        )


@in_place
def followed(
    width: float, smallest: float, largest: float, wanted: int, active: int, waiting: int
) -> float:
    """Δ after a round with so many active tiles while so many waited, in the unit it is given in,
    as `BucketWidth` has it."""
    if active < wanted and waiting:
        return min(width * 1.25, largest)
    if active > 2 * wanted:
        return max(width / 1.25, smallest)
    return width


@in_place
def key_of(keys: Any, tile: int) -> Any:
    smallest = np.uint32(UNREACHED)
    for k in range(KEYS):
        smallest = min(smallest, keys[tile, k])
    return smallest


@in_place
def enter(tiles: Any, tile: int, label: Any) -> None:
    """Give a tile a key where labels in it or beside it were set, between rounds."""
    tiles.as_settled[tile] = False
    tiles.keys[tile, OWN] = min(tiles.keys[tile, OWN], label)
    _enqueue(tiles, tile)


@in_place
def _enqueue(tiles: Any, tile: int) -> None:
    if not tiles.queued[tile]:
        tiles.queued[tile] = True
        tiles.waiting[tiles.sizes[0]] = tile
        tiles.sizes[0] += 1


@in_place
def gather(tiles: Any, tile_cols: int) -> None:
    """Queue the neighbours that the last round woke."""
    for i in range(tiles.sizes[1]):
        for down in range(-1, 2):
            for right in range(-1, 2):
                # Past a side edge this is a tile of another row, whose key is as good as any.
                tile = tiles.active[i] + down * tile_cols + right
                inside = 0 <= tile < len(tiles.queued)
                if inside and not tiles.queued[tile] and key_of(tiles.keys, tile) < UNREACHED:
                    _enqueue(tiles, tile)


@in_place
def _whose(tile: int, tile_cols: int, members: int) -> Any:
    """Which member of a team the blocks of the grid, as those of a chequerboard, give a tile."""
    down, right = tile // tile_cols >> BLOCK_BITS, tile % tile_cols >> BLOCK_BITS
    return np.int64((down + right) % members)


@in_place
def select(tiles: Any, tile_cols: int, delta: int, members: int) -> Any:
    """Queue the neighbours that the last round woke, then split off the tiles of the next one.

    Returns the largest key that it may serve. Keys of chosen tiles are cleared here, between
    rounds, where nobody else writes: a wake-up during the round is then never lost. The turn of all
    of them is yet to come, of each member's earliest first: what later ones load is then the newer.
    """
    gather(tiles, tile_cols)
    keys, waiting, waits = tiles.keys, tiles.waiting, tiles.sizes[0]
    smallest = np.uint32(UNREACHED)
    for i in range(waits):
        smallest = min(smallest, key_of(keys, waiting[i]))
    threshold = np.int64(smallest) + delta
    chosen = left = 0
    for i in range(waits):
        tile = waiting[i]
        key = key_of(keys, tile)
        if key <= threshold:
            tiles.active[chosen] = tile
            tiles.turns[chosen] = _whose(tile, tile_cols, members) << 32 | np.int64(key)
            chosen += 1
            tiles.queued[tile] = False
            tiles.stages[tile] = DUE
            for k in range(KEYS):
                keys[tile, k] = UNREACHED
        else:
            waiting[left] = tile
            left += 1
    tiles.sizes[0], tiles.sizes[1] = left, chosen
    _sort(tiles.turns, tiles.active, chosen)
    return threshold


@in_place
def end_of_share(tiles: Any, first: int, member: int) -> Any:
    """The place past a member's active tiles, of which `first` is that of the first."""
    while first < tiles.sizes[1] and tiles.turns[first] >> 32 == member:
        first += 1
    return first


@in_place
def _sort(keys: Any, tiles: Any, count: int) -> None:
    """Bring the first so many tiles into the order of their keys: by Shell's method, which is as
    quick as any for some tens and does not fall behind for thousands."""
    gap = count // 2
    while gap > 0:
        for i in range(gap, count):
            key, tile, at = keys[i], tiles[i], i
            while at >= gap and keys[at - gap] > key:
                keys[at], tiles[at] = keys[at - gap], tiles[at - gap]
                at -= gap
            keys[at], tiles[at] = key, tile
        gap //= 2


@in_place
def wake(
    keys: Any, tile: int, tile_cols: int, down: int, right: int, label: Any, limit_ticks: int
) -> None:
    """Lower the key of a neighbour in a direction to a label, if that is within the limit."""
    if label <= limit_ticks:
        slot = (down + 1) * 3 + right + 1
        slot -= slot > 4
        neighbour = tile + down * tile_cols + right
        keys[neighbour, slot] = min(keys[neighbour, slot], label)


@in_place
def _stage(stages: Any, tile: int) -> Any:
    """Of a tile; beyond the grid there is none, and past a side edge any tile's will do."""
    return observe(stages, tile) if 0 <= tile < len(stages) else np.int64(IDLE)


@in_place
def misses_side(stages: Any, neighbour: int) -> Any:
    """Whether a tile may not see by itself what the one beside it has stored, before a `fence`."""
    return _stage(stages, neighbour) != DUE


@in_place
def misses_corner(stages: Any, tile: int, tile_cols: int, down: int, right: int) -> Any:
    """The same of the tile across a corner. Along straight lines a cell of it may hang on two that
    fall at once, one of this tile and one of a tile beside both, each of which knows the other's
    label as it was loaded. While one of those is at work, whoever is across is told in any case.
    They are looked at first: what they have stored by then is there for whoever begins later."""
    works = _stage(stages, tile + right) == AT_WORK
    works |= _stage(stages, tile + down * tile_cols) == AT_WORK
    return works or _stage(stages, tile + down * tile_cols + right) != DUE


@in_place
def wake_neighbours(
    buffer: Any,
    keys: Any,
    stages: Any,
    tile: int,
    tile_cols: int,
    limit_ticks: int,
    fell: Any,
    straight: bool,
) -> None:
    """Lower the keys of the neighbours that this tile's labels improve, unless their turn is yet to
    come.

    fell : rows and columns of it with labels that fell.

    The halo holds the neighbours' labels as they were when this tile was loaded. They only fall,
    so at worst a neighbour is woken that has meanwhile found better by itself.
    """
    rows, cols = fell
    ends = rows & 1, rows >> (TILE - 1), cols & 1, cols >> (TILE - 1)
    for k in range(4):
        down, right = HALO_SIDES[k][2:]
        if ends[k] and misses_side(stages, tile + down * tile_cols + right):
            label = best_across_side(buffer, k, straight)
            wake(keys, tile, tile_cols, down, right, label, limit_ticks)
        down, right = HALO_CORNERS[k][2:]
        at_corner = ends[k // 2] and ends[2 + k % 2]
        if at_corner and misses_corner(stages, tile, tile_cols, down, right):
            label = best_across_corner(buffer, k, straight)
            wake(keys, tile, tile_cols, down, right, label, limit_ticks)


@in_place
def enter_around(tiles: Any, shape: Any, cell: int, label: Any) -> None:
    """Give a key to the tiles of a cell whose label was set and of the cells beside it, between
    rounds. (A tile tells its neighbours of labels that fell while it was settled, not of others.)
    """
    rows, cols = shape
    row, col = cell // cols, cell % cols
    tile_cols = -(-cols // TILE)
    for r in range(max(row - 1, 0), min(row + 2, rows)):
        for c in range(max(col - 1, 0), min(col + 2, cols)):
            enter(tiles, r // TILE * tile_cols + c // TILE, label)


@in_place
def enter_starts(tiles: Any, labels: Any, cells: Any, ticks: Any) -> None:
    """Set the labels of starts and give keys around them. cells : int64; ticks : uint32."""
    cols = labels.shape[1]
    for i in range(len(cells)):
        labels[cells[i] // cols, cells[i] % cols] = ticks[i]
        enter_around(tiles, labels.shape, cells[i], ticks[i])
