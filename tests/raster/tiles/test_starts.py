"""Starts as a device's queue takes them: addresses in its tiles, and least labels of tiles."""

from __future__ import annotations

import numpy as np
import pytest

from gpu.grids.device_grid import CELLS, TILE
from raster.tiles.starts import packed_starts

DRAWN = [(0, 5, 5), (1, 1, 1), (7, 33, 100), (900, 200, 331)]


@pytest.mark.parametrize(("count", "rows", "cols"), DRAWN)
def test_starts_lie_where_the_device_looks_for_them(count: int, rows: int, cols: int) -> None:
    rng = np.random.default_rng(count)
    cells = rng.permutation(rows * cols)[:count]
    given = rng.integers(0, 1 << 30, count)
    packed = np.zeros(5 * count, np.uint32)
    tiles = packed_starts(cells, given, cols, packed)

    row, col = cells // cols, cells % cols
    tile = row // TILE * -(-cols // TILE) + col // TILE
    within = row % TILE // 4 * (4 * TILE) + col % TILE * 4 + row % 4
    low, high, labels = packed[: 3 * count].reshape(-1, 3).T.astype(np.int64)
    np.testing.assert_array_equal(high << 32 | low, tile * CELLS + within)
    np.testing.assert_array_equal(labels, given)
    keys = packed[3 * count : 3 * count + 2 * tiles].reshape(-1, 2)
    least = {int(t): int(given[tile == t].min()) for t in set(tile.tolist())}
    assert {int(t): int(key) for t, key in keys} == least
    assert len(keys) == len(least)


def test_addresses_beyond_32_bits_take_two_words() -> None:
    packed = np.zeros(5, np.uint32)
    cols = 100_000
    packed_starts(np.array([69_999 * cols + 5]), np.array([3]), cols, packed)
    tile = 69_999 // TILE * -(-cols // TILE)
    at = tile * CELLS + 69_999 % TILE // 4 * (4 * TILE) + 5 * 4 + 69_999 % 4
    assert packed.tolist() == [at & 0xFFFFFFFF, at >> 32, 3, tile, 3]
    assert at >> 32
