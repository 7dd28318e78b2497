"""Compiled parts of out-of-core on the CPU: which tiles are due, and settling one.

Labels of blocks that are held lie in a pool; those of all others are read from the field, where
they were put when the block left. Tiles are numbered row by row over the whole grid.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.tiles.cells import TILE
from raster.tiles.layout import TileCosts, load_tile
from raster.tiles.schedule import OWN, enter, key_of, wake_neighbours
from raster.tiles.sweeps import settle_tile

AROUND = (TILE + 2) ** 2
"""Cells of a tile with its halo."""


class Holding(NamedTuple):
    """Where labels lie.

    pool : uint32, (slots, side, side).   slot_of : int64, (blocks,), −1 where not held.
    field : uint32, (rows, cols), labels of blocks that are not held.
    """

    pool: NDArray[np.uint32]
    slot_of: NDArray[np.int64]
    field: NDArray[np.uint32]


@njit(nogil=True)
def _block_of(holding: Any, row: int, col: int) -> Any:
    side = holding.pool.shape[1]
    return row // side * -(-holding.field.shape[1] // side) + col // side


@njit(nogil=True)
def _label(holding: Any, row: int, col: int) -> Any:
    side = holding.pool.shape[1]
    slot = holding.slot_of[_block_of(holding, row, col)]
    if slot < 0:
        return holding.field[row, col]
    return holding.pool[slot, row % side, col % side]


@njit(cache=True, nogil=True)
def choose(queue: Any, holding: Any, tile_cols: int, delta: int, ceiling: int) -> Any:
    """Split off the tiles of the next round; returns the largest key served.

    These are the tiles of held blocks with keys up to the smallest of them + delta, and up to the
    ceiling. Their keys are cleared here, between rounds, where nobody else writes.
    """
    smallest = np.int64(UNREACHED)
    for i in range(queue.sizes[0]):
        tile = queue.waiting[i]
        row, col = tile // tile_cols * TILE, tile % tile_cols * TILE
        if holding.slot_of[_block_of(holding, row, col)] >= 0:
            smallest = min(smallest, np.int64(key_of(queue.keys, tile)))
    threshold = min(smallest + delta, ceiling)
    chosen = left = 0
    for i in range(queue.sizes[0]):
        tile = queue.waiting[i]
        row, col = tile // tile_cols * TILE, tile % tile_cols * TILE
        held = holding.slot_of[_block_of(holding, row, col)] >= 0
        if held and key_of(queue.keys, tile) <= threshold:
            queue.active[chosen] = tile
            chosen += 1
            queue.queued[tile] = False
            queue.keys[tile, :] = UNREACHED
        else:
            queue.waiting[left] = tile
            left += 1
    queue.sizes[0], queue.sizes[1] = left, chosen
    return threshold


@njit(cache=True, nogil=True)
def least_keys(queue: Any, holding: Any, tile_cols: int, least: Any) -> None:
    """Lower `least`, uint32, (blocks,), to the smallest key of each block."""
    for i in range(queue.sizes[0]):
        tile = queue.waiting[i]
        block = _block_of(holding, tile // tile_cols * TILE, tile % tile_cols * TILE)
        least[block] = min(least[block], key_of(queue.keys, tile))


@njit(nogil=True)
def _collect(holding: Any, labels: Any, row: int, col: int, top: int, left: int) -> None:
    """Copy the labels from (row, col) on into a small array; (top, left) is the tile's first cell.

    All but the outermost columns of a row lie in one block.
    """
    side = holding.pool.shape[1]
    height, width = labels.shape
    first, last = left - col, min(left + TILE, col + width) - col
    for r in range(height):
        for c in range(first):
            labels[r, c] = _label(holding, row + r, col + c)
        slot = holding.slot_of[_block_of(holding, row + r, left)]
        if slot < 0:
            for c in range(first, last):
                labels[r, c] = holding.field[row + r, col + c]
        else:
            line, begin = holding.pool[slot, (row + r) % side], left % side
            for c in range(first, last):
                labels[r, c] = line[begin + c - first]
        for c in range(last, width):
            labels[r, c] = _label(holding, row + r, col + c)


@njit(nogil=True)
def _put_back(holding: Any, buffer: Any, top: int, left: int, limit: int, largest: Any) -> Any:
    """Copy the tile into the pool; returns how many cells came within the limit."""
    side = holding.pool.shape[1]
    rows, cols = holding.field.shape
    block = _block_of(holding, top, left)
    cells = holding.pool[holding.slot_of[block]]
    reached, most = np.int64(0), np.uint32(0)
    for r in range(min(TILE, rows - top)):
        for c in range(min(TILE, cols - left)):
            new = buffer[r * TILE + c]
            old = cells[top % side + r, left % side + c]
            reached += np.int64(old > limit) & np.int64(new <= limit)
            cells[top % side + r, left % side + c] = new
            most = max(most, new if new < UNREACHED else np.uint32(0))
    largest[block] = max(largest[block], most)
    return reached


@njit(cache=True, nogil=True)
def settle_some(
    costs: Any,
    holding: Any,
    queue: Any,
    first: int,
    step: int,
    buffer: Any,
    scratch: Any,
    nearby: Any,
    limit: int,
    largest: Any,
    stop: Any,
) -> Any:
    """Settle every `step`-th active tile from `first` on; returns how many cells were reached.

    Where `stop` is set, tiles are left as they are, each with a key.

    scratch : uint32, (AROUND,); nearby : the values' type, (AROUND,); largest : (blocks,), all this
    thread's own.

    Allowed race: a tile's halo is read while its neighbour is stored. Either label is the length
    of a path, and the neighbour wakes this tile for the next round if the newer one matters.
    """
    rows, cols = holding.field.shape
    tile_cols = -(-cols // TILE)
    reached = np.int64(0)
    for i in range(first, queue.sizes[1], step):
        tile = queue.active[i]
        if stop[0] != 0:
            queue.keys[tile, OWN] = 0
            continue
        top, left = tile // tile_cols * TILE, tile % tile_cols * TILE
        row, col = max(top - 1, 0), max(left - 1, 0)
        height, width = min(top + TILE + 1, rows) - row, min(left + TILE + 1, cols) - col
        labels = scratch[: height * width].reshape(height, width)
        values = nearby[: height * width].reshape(height, width)
        _collect(holding, labels, row, col, top, left)
        for r in range(height):
            for c in range(width):
                values[r, c] = costs.values[row + r, col + c]
        priced = TileCosts(
            values, costs.table, costs.scale, costs.zero_speed, costs.longest, costs.straight,
            costs.shapes, costs.pairs, costs.square,
        )  # fmt: skip
        load_tile(priced, labels, buffer, top - row, left - col)
        fell = settle_tile(buffer, queue.as_settled[tile], costs.straight)
        queue.as_settled[tile] = True
        reached += _put_back(holding, buffer, top, left, limit, largest)
        whom = queue.keys, queue.stages, tile, tile_cols
        wake_neighbours(buffer, *whom, limit, fell, costs.straight)
    return reached


@njit(cache=True, nogil=True)
def copy_out(cells: Any, field: Any, limit: int) -> Any:
    """Labels of a block to the field, those past the limit as unreached; returns how many are
    within it, and the largest of them."""
    reached, most = np.int64(0), np.uint32(0)
    for row in range(cells.shape[0]):
        line, out = cells[row], field[row]
        for col in range(len(line)):
            within = line[col] <= limit
            reached += np.int64(within)
            most = max(most, line[col] if within else np.uint32(0))
            out[col] = line[col] if within else np.uint32(UNREACHED)
    return reached, most


@njit(cache=True, nogil=True)
def take_edge(
    holding: Any,
    queue: Any,
    line: Any,
    before: Any,
    row: int,
    col: int,
    down: int,
    right: int,
    limit: int,
) -> None:
    """Lower labels of a block that another worker owns, and wake the tiles beside those that fell.

    line, before : uint32, labels of the cells from (row, col) on, down or to the right, as they are
        and as they were when they were last heard of. (The field may know them already: the other
        worker writes to it too.)
    A key may be too small: the step is not added. Then its tile is settled for nothing.
    """
    rows, cols = holding.field.shape
    tile_cols = -(-cols // TILE)
    for k in range(len(line)):
        r, c = row + k * down, col + k * right
        if r >= rows or c >= cols:
            return
        if line[k] < before[k] and line[k] <= limit:
            holding.field[r, c] = min(holding.field[r, c], line[k])
            for near_row in range(max(r - 1, 0), min(r + 2, rows)):
                for near_col in range(max(c - 1, 0), min(c + 2, cols)):
                    enter(queue, near_row // TILE * tile_cols + near_col // TILE, line[k])
