"""Ranges hold every element once, and whoever shares work hears all answers in their order."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from core.parallel import threads
from core.parallel.ranges import ALIGNED, Range, even_ranges, ranges_of, weighted_ranges
from core.parallel.threads import (
    WORTH_SHARING,
    Threads,
    kept_threads,
    parallel_for,
    short_parallel_for,
    weighted_parallel_for,
)


def assert_whole(ranges: list[Range], count: int) -> None:
    """Every element once and in order, and no range empty."""
    assert [begin for begin, _ in ranges] == [0, *(end for _, end in ranges[:-1])]
    assert ranges[-1][1] == count
    assert all(begin < end for begin, end in ranges)


@pytest.mark.parametrize("count", [1, 63, 64, 65, 1000, 12_345])
def test_even_ranges_hold_every_element_once(count: int) -> None:
    for pieces in (1, 2, 7, 16):
        ranges = even_ranges(count, pieces)
        assert_whole(ranges, count)
        assert len(ranges) <= pieces
        assert all(begin % ALIGNED == 0 for begin, _ in ranges)
        assert_whole(even_ranges(count, pieces, aligned=1), count)
    assert_whole(ranges_of(count, 10), count)


def test_of_nothing_there_are_no_ranges() -> None:
    assert even_ranges(0, 4) == ranges_of(0, 10) == []


def test_weighted_ranges_weigh_about_the_same() -> None:
    weights = np.random.default_rng(1).integers(0, 9, 1000)
    before = np.concatenate([[0], np.cumsum(weights)])
    ranges = weighted_ranges(before, 10)
    assert_whole(ranges, 1000)
    for begin, end in ranges:
        assert abs(before[end] - before[begin] - before[-1] / 10) <= 2 * weights.max()
    one_heavy = weighted_ranges(np.array([0, 0, 1000, 1000, 1001]), 8)
    assert_whole(one_heavy, 4)


@pytest.mark.parametrize("count", [1, 100, WORTH_SHARING - 1, WORTH_SHARING, 3 * WORTH_SHARING])
def test_answers_come_in_the_order_of_the_ranges(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(threads, "thread_count", lambda: 3)
    weight = np.arange(count + 1)

    def range_of(begin: int, end: int) -> Range:
        return begin, end

    answers = (
        parallel_for(range_of, count),
        short_parallel_for(range_of, count),
        weighted_parallel_for(range_of, weight),
    )
    for ranges in answers:
        assert_whole(ranges, count)
        assert (len(ranges) > 1) == (count >= WORTH_SHARING)


def test_where_little_is_active_the_caller_works_alone() -> None:
    with Threads(2) as some:
        assert some.share(lambda *ends: threading.current_thread(), 10**6, 1) == [
            threading.current_thread()
        ]
        assert len(some.share(lambda *ends: ends, 10**6, WORTH_SHARING)) > 1


def test_an_error_of_one_range_reaches_who_asked() -> None:
    def fail(begin: int, end: int) -> None:
        if begin:
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        kept_threads("test", 2).over(fail, ranges_of(10, 5))


def test_threads_are_kept_by_what_they_are_for() -> None:
    assert kept_threads("test", 2) is kept_threads("test", 2)
    assert kept_threads("test", 2) is not kept_threads("another test", 2)
