"""The heap of a warp by itself, on a device: it gives what a sorted list gives."""

from __future__ import annotations

import numpy as np
import pytest

from tests.gpu.roads.many.heaps import EVERYTHING, Play, drawn, item

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("keys", [3, 1000, 1 << 31])
@pytest.mark.parametrize("arrays", [EVERYTHING, 2, 1])
def test_random_doings(keys: int, arrays: int) -> None:
    for seed, constants in enumerate(({}, {"ARRAYS": 3, "TOPS": 5, "FIRST_CHUNK": 2})):
        play = drawn(seed, 600, keys, arrays)
        popped, left = play.on_device(blocks=40, pool_words=1 << 22, **constants)
        assert not left.any()
        play.check(popped[0])
        np.testing.assert_array_equal(popped, np.broadcast_to(popped[0], popped.shape))


def test_several_levels_and_many_chunks() -> None:
    """2000 arrays are three levels, and eleven chunks after the first two arrays."""
    random = np.random.default_rng(1)
    play = Play()
    keys = random.integers(0, 1 << 30, 64_000)
    for k in range(0, len(keys), 32):
        play.push(*(item(int(key), k) for key in keys[k : k + 32]))
    for _ in range(2001):
        play.pop_all(EVERYTHING)
    popped, left = play.on_device(ARRAYS=2, TOPS=40, FIRST_CHUNK=1)
    assert not left.any()
    play.check(popped[0])


@pytest.mark.parametrize("words", [0, 100, 3000])
def test_a_heap_without_room_says_so(words: int) -> None:
    """Three arrays lie in shared memory, and more than three are pushed."""
    play = Play()
    for k in range(400):
        play.push(*(item(1000 - k, lane) for lane in range(32)))
    popped, left = play.on_device(blocks=2, pool_words=words, ARRAYS=3, TOPS=5, FIRST_CHUNK=2)
    assert left.min() > 0
    assert popped.size == 0
