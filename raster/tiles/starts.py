"""Starts in tiles whose labels lie together, in chunks of four rows of a column: as on a device."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from raster.tiles.cells import TILE


@njit(cache=True, nogil=True)
def packed_starts(cells: Any, given: Any, cols: int, packed: Any) -> int:
    """Starts as `enter` of gpu/grids/tile_layout.cu reads them; returns how many tiles have one.

    cells : int64, (n,), flat indices. given : int64, (n,), their labels. packed : uint32, (5·n,)
    or more, written: address in two words and label of each, then index and least label of each
    tile.
    """
    count, tile_cols, tiles = len(cells), (cols + TILE - 1) // TILE, 0
    places = 2
    while places < 2 * count:
        places *= 2
    number = np.full(places, -1)  # of the tile among those with a start, by hash
    keys = packed[3 * count :]
    for i in range(count):
        row, col = cells[i] // cols, cells[i] % cols
        tile = row // TILE * tile_cols + col // TILE
        at = tile * (TILE * TILE) + row % TILE // 4 * (4 * TILE) + col % TILE * 4 + row % 4
        packed[3 * i], packed[3 * i + 1], packed[3 * i + 2] = at & 0xFFFFFFFF, at >> 32, given[i]
        place = tile & (places - 1)
        while number[place] >= 0 and keys[2 * number[place]] != tile:
            place = (place + 1) & (places - 1)
        if number[place] < 0:
            number[place] = tiles
            keys[2 * tiles], keys[2 * tiles + 1] = tile, given[i]
            tiles += 1
        else:
            k = 2 * number[place] + 1
            keys[k] = min(keys[k], given[i])
    return tiles
