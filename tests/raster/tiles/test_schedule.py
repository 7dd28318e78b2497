"""Which tiles wait and which are served; how the step width follows them."""

from __future__ import annotations

import numpy as np
import pytest

from core.times import UNREACHED
from raster.grid import grid_from_kmh
from raster.tiles.schedule import (
    DUE,
    IDLE,
    KEYS,
    BucketWidth,
    WaitingTiles,
    end_of_share,
    enter,
    select,
    wake,
)


def entered(*keys: int) -> WaitingTiles:
    """A row of tiles; tile i waits with key keys[i], or not at all where that is UNREACHED."""
    tiles = WaitingTiles.of(len(keys))
    for tile, key in enumerate(keys):
        if key < UNREACHED:
            enter(tiles, tile, key)
    return tiles


def served(tiles: WaitingTiles) -> list[int]:
    return tiles.active[: tiles.actives].tolist()


def test_a_round_serves_the_earliest_tiles_and_those_within_the_step_width() -> None:
    tiles = entered(100, 151, UNREACHED, 150, 99, 400)
    assert select(tiles, 6, 51, 1) == 150
    assert served(tiles) == [4, 0, 3], "the earliest first"
    assert tiles.waits == 2
    select(tiles, 6, 51, 1)
    assert served(tiles) == [1]
    select(tiles, 6, 51, 1)
    assert served(tiles) == [5]
    select(tiles, 6, 51, 1)
    assert served(tiles) == []


def test_tiles_of_a_round_are_served_in_the_order_of_their_keys() -> None:
    keys = np.random.default_rng(5).integers(1, 300, 1000)
    tiles = entered(*keys.tolist())
    select(tiles, 1000, 300, 1)
    assert sorted(served(tiles)) == list(range(1000))
    np.testing.assert_array_equal(keys[served(tiles)], np.sort(keys))
    np.testing.assert_array_equal(tiles.turns, np.sort(keys))


@pytest.mark.parametrize("members", [2, 3])
def test_tiles_are_dealt_by_where_they_lie_and_in_the_order_of_keys_to_each(members: int) -> None:
    keys = np.random.default_rng(6).integers(1, 300, 400)
    tiles = entered(*keys.tolist())
    select(tiles, 20, 300, members)
    assert sorted(served(tiles)) == list(range(400))
    first = 0
    for member in range(members):
        end = end_of_share(tiles, first, member)
        own = np.array(served(tiles)[first:end])
        assert set((own // 20 // 8 + own % 20 // 8) % members) == {member}
        np.testing.assert_array_equal(keys[own], np.sort(keys[own]))
        first = end
    assert first == 400


def test_a_served_tile_has_no_key_until_a_neighbour_wakes_it() -> None:
    tiles = entered(10, UNREACHED, UNREACHED)
    select(tiles, 3, 0, 1)
    assert np.all(tiles.keys == UNREACHED)
    assert tiles.stages.tolist() == [DUE, IDLE, IDLE]
    tiles.keys[1, 3] = 25  # the neighbour east of it
    tiles.keys[0, 4] = 20  # and the tile itself, woken by another while it was worked on
    select(tiles, 3, 0, 1)
    assert served(tiles) == [0]
    select(tiles, 3, 0, 1)
    assert served(tiles) == [1]


def test_the_key_of_a_tile_is_the_least_of_its_slots() -> None:
    tiles = entered(50, 10)
    tiles.keys[0, 2] = 7
    select(tiles, 2, 0, 1)
    assert served(tiles) == [0]


def test_two_starts_in_a_tile_queue_it_once() -> None:
    tiles = entered(UNREACHED)
    for label in (9, 4, 6):
        enter(tiles, 0, label)
    assert tiles.waits == 1
    assert tiles.keys.min() == 4


@pytest.mark.parametrize("corner", [0, 2, 6, 8])
def test_a_wake_up_at_an_edge_of_the_grid_is_found(corner: int) -> None:
    # 3 × 3 tiles; a corner tile is served, then each of its neighbours is woken.
    tiles = WaitingTiles.of(9)
    enter(tiles, corner, 1)
    select(tiles, 3, 0, 1)
    row, col = divmod(corner, 3)
    around = [
        r * 3 + c
        for r in range(max(row - 1, 0), min(row + 2, 3))
        for c in range(max(col - 1, 0), min(col + 2, 3))
        if (r, c) != (row, col)
    ]
    tiles.keys[around, 0] = 5
    select(tiles, 3, 0, 1)
    assert sorted(served(tiles)) == around


def test_a_given_step_width_stays() -> None:
    width = BucketWidth.of(grid_from_kmh(np.full((9, 9), 30.0), 10.0), 0.0, 12.5)
    for active, waiting in ((1, 100), (10_000, 0), (10_000, 100), (0, 0)):
        width.follow(active, waiting)
        assert width.seconds == 12.5


def test_the_step_width_widens_for_more_tiles_and_narrows_for_fewer() -> None:
    width = BucketWidth.of(grid_from_kmh(np.full((9, 9), 30.0), 10.0), 0.0, 0.0)
    first = width.seconds
    width.follow(1, 0)  # nothing waits that a wider step could serve
    assert width.seconds == first
    for _ in range(100):
        before = width.seconds
        width.follow(1, 100)
        assert before <= width.seconds <= width.largest
    assert width.seconds == width.largest
    for _ in range(100):
        before = width.seconds
        width.follow(1_000_000, 100)
        assert before >= width.seconds >= width.smallest
    assert width.seconds == width.smallest
    assert width.smallest < first < width.largest


def test_the_first_step_width_grows_with_the_time_to_cross_a_tile() -> None:
    fast = BucketWidth.of(grid_from_kmh(np.full((9, 9), 100.0), 10.0), 0.0, 0.0)
    slow = BucketWidth.of(grid_from_kmh(np.full((9, 9), 10.0), 10.0), 0.0, 0.0)
    long = BucketWidth.of(grid_from_kmh(np.full((9, 9), 100.0), 10.0, 70.0), 0.0, 0.0)
    assert slow.seconds == pytest.approx(10 * fast.seconds)
    assert long.seconds == pytest.approx(7 * fast.seconds)


def test_the_step_width_stays_where_there_are_one_to_two_times_the_tiles_wanted() -> None:
    width = BucketWidth.of(grid_from_kmh(np.full((9, 9), 30.0), 10.0), 0.0, 0.0)
    first = width.seconds
    for active in (width.wanted, 2 * width.wanted):
        width.follow(active, 100)
        assert width.seconds == first
    width.follow(width.wanted - 1, 100)
    assert width.seconds > first
    width.seconds = first
    width.follow(2 * width.wanted + 1, 100)
    assert width.seconds < first


def test_the_eight_neighbours_of_a_tile_have_eight_keys_of_their_own() -> None:
    # Two that shared a word would lose a wake-up now and then, when threads write it together.
    ways = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    slots = []
    for down, right in ways:
        keys = np.full((9, KEYS), UNREACHED, np.uint32)
        wake(keys, 4, 3, down, right, np.int64(7), UNREACHED - 1)
        ((tile, slot),) = np.argwhere(keys == 7).tolist()
        assert tile == 4 + 3 * down + right
        slots.append(slot)
    assert sorted(slots) == list(range(KEYS - 1))  # the last one is for starts
