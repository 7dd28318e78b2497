"""SIMD vectors in compiled code against the same done by NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from core.parallel import simd
from core.parallel.processor import prefetch
from core.parallel.simd import WIDTH
from raster.steps import BARRIER, SLOWEST, half_cost_ticks

Words = NDArray[np.uint32]

SHARE = 3_037_000_499


@pytest.fixture
def words() -> Words:
    """Two vectors, a third for the result; large and small, some equal."""
    made = np.random.default_rng(3).integers(0, 2**31, 3 * WIDTH, np.uint32)
    made[5:9] = made[WIDTH + 5 : WIDTH + 9]
    return made


@njit
def added(words: Any) -> None:
    left, right = simd.load(words, 0), simd.load(words, WIDTH)
    simd.store(words, 2 * WIDTH, left + right)


@njit
def subtracted(words: Any) -> None:
    left, right = simd.load(words, 0), simd.load(words, WIDTH)
    simd.store(words, 2 * WIDTH, left - right)


@njit
def differing(words: Any) -> None:
    left, right = simd.load(words, 0), simd.load(words, WIDTH)
    simd.store(words, 2 * WIDTH, (left ^ right) | simd.fill(1))


@njit
def smaller(words: Any) -> None:
    left, right = simd.load(words, 0), simd.load(words, WIDTH)
    simd.store(words, 2 * WIDTH, simd.least(left, right))


@njit
def larger(words: Any) -> None:
    left, right = simd.load(words, 0), simd.load(words, WIDTH)
    simd.store(words, 2 * WIDTH, simd.most(left, right))


@njit
def scaled_where_smaller(words: Any) -> None:
    left, right = simd.load(words, 0), simd.load(words, WIDTH)
    scaled = simd.scaled(right, SHARE, 31)
    simd.store(words, 2 * WIDTH, simd.select_less(left, right, scaled, left))


@njit
def where_smaller(words: Any) -> None:
    left, right = simd.load(words, 0), simd.load(words, WIDTH)
    simd.store(words, 2 * WIDTH, simd.where_less(left, right, simd.fill(7)))


@njit
def at_most(words: Any) -> None:
    left, right = simd.load(words, 0), simd.load(words, WIDTH)
    simd.store(words, 2 * WIDTH, simd.within(left, right))


@njit
def moved_right(words: Any) -> None:
    simd.store(words, 2 * WIDTH, simd.from_left(simd.load(words, 0), 11))


@njit
def moved_left(words: Any) -> None:
    simd.store(words, 2 * WIDTH, simd.from_right(simd.load(words, 0), 11))


@njit
def evens(words: Any) -> None:
    simd.store(words, 2 * WIDTH, simd.load_evens(words, 0))


@njit
def odds(words: Any) -> None:
    simd.store(words, 2 * WIDTH, simd.load_odds(words, 0))


@pytest.mark.parametrize(
    ("compiled", "expected"),
    [
        (added, lambda a, b: a + b),
        (subtracted, lambda a, b: a - b),
        (differing, lambda a, b: (a ^ b) | 1),
        (smaller, np.minimum),
        (larger, np.maximum),
        (scaled_where_smaller, lambda a, b: np.where(a < b, b * np.uint64(SHARE) >> 31, a)),
        (where_smaller, lambda a, b: np.where(a < b, a, 7)),
        (at_most, lambda a, b: a <= b),
        (moved_right, lambda a, b: np.concatenate([[11], a[:-1]])),
        (moved_left, lambda a, b: np.concatenate([a[1:], [11]])),
        (evens, lambda a, b: np.concatenate([a, b])[::2]),
        (odds, lambda a, b: np.concatenate([a, b])[1::2]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_lane_by_lane(
    compiled: Callable[[Words], None], expected: Callable[[Words, Words], Words], words: Words
) -> None:
    before = words[: 2 * WIDTH].copy()
    compiled(words)
    np.testing.assert_array_equal(words[: 2 * WIDTH], before)
    np.testing.assert_array_equal(
        words[2 * WIDTH :], expected(before[:WIDTH], before[WIDTH:]).astype(np.uint32)
    )


@njit
def reduced(words: Any) -> Any:
    row = simd.load(words, 3)
    return simd.smallest(row), simd.total(row), simd.union(row)


def test_a_vector_becomes_a_word(words: Words) -> None:
    row = words[3 : 3 + WIDTH]
    smallest, total, union = reduced(words)
    assert smallest == row.min()
    assert total == row.sum(dtype=np.uint64) % 2**32
    assert union == np.bitwise_or.reduce(row)


@njit
def compared(words: Any) -> Any:
    left, right = simd.load(words, 0), simd.load(words, WIDTH)
    lanes = simd.less_lanes(left, right), simd.differing_lanes(left, right)
    none = simd.any_less(left, left), simd.any_less(left, right)
    return lanes, none, (simd.lowest_bit(lanes[0]), simd.highest_bit(lanes[0]))


@njit
def with_another_lane(words: Any, at: int) -> Any:
    row = simd.load(words, 0)
    simd.store(words, 2 * WIDTH, simd.with_lane(row, at, np.uint32(77)))
    return simd.lane(row, at)


def test_lanes_that_differ_are_the_bits_of_a_word(words: Words) -> None:
    left, right = words[:WIDTH], words[WIDTH : 2 * WIDTH]
    (less, differing), some, (lowest, highest) = compared(words)
    places = np.flatnonzero(left < right)
    assert less == sum(1 << int(place) for place in places)
    assert differing == sum(1 << int(place) for place in np.flatnonzero(left != right))
    assert some == (False, True)
    assert (lowest, highest) == (places[0], places[-1])


def test_a_lane_is_taken_and_replaced(words: Words) -> None:
    for at in (0, 17, WIDTH - 1):
        assert with_another_lane(words, at) == words[at]
        changed = np.flatnonzero(words[2 * WIDTH :] != words[:WIDTH])
        assert changed.tolist() == [at]
        assert words[2 * WIDTH + at] == 77


@njit
def turned(words: Any, source: int, target: int) -> None:
    simd.transpose(words, source, target)


@pytest.mark.parametrize(("source", "target"), [(0, WIDTH * WIDTH), (WIDTH * WIDTH + 5, 5)])
def test_rows_become_columns(source: int, target: int) -> None:
    area = WIDTH * WIDTH
    words = np.arange(2 * area + 5, dtype=np.uint32)
    before = words[source : source + area].reshape(WIDTH, WIDTH).copy()
    turned(words, source, target)
    found = words[target : target + area].reshape(WIDTH, WIDTH)
    np.testing.assert_array_equal(found, before.T)


@njit
def asked_for(words: Any) -> None:
    for at in (-(1 << 40), -1, 0, 1 << 40):
        prefetch(words, at)


def test_words_asked_for_need_not_exist(words: Words) -> None:
    before = words.copy()
    asked_for(words)
    np.testing.assert_array_equal(words, before)


@njit
def quotients(reals: Any, words: Any, dividend: float, instead: float) -> None:
    none = np.int64(BARRIER)
    simd.store(words, 0, simd.quotients(reals, 1, dividend, instead, np.int64(SLOWEST), none))


@pytest.mark.parametrize("instead", [0.0, 1.5])
@pytest.mark.parametrize("dividend", [1e-3, 7.5e5, 1e9, 3e11])
def test_quotients_are_half_costs_of_real_speeds(
    words: Words, dividend: float, instead: float
) -> None:
    random = np.random.default_rng(11)
    reals = (10 ** random.uniform(-6, 6, (200, WIDTH + 1))).astype(np.float32)
    reals[0, 1:11] = 0, -0.0, -3, np.nan, np.inf, -np.inf, 1e-45, 3e38, 5, 2.5
    ties = dividend / (random.integers(1, 2**20, (200, WIDTH + 1)) + 0.5)  # rounded half to even
    for line in (*reals, *ties.astype(np.float32)):
        quotients(line, words, dividend, instead)
        expected = half_cost_ticks(line[1:].astype(np.float64), dividend, instead)
        np.testing.assert_array_equal(words[:WIDTH], expected)
