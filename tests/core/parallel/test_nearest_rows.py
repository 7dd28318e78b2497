"""The few least of many rows, and how many count."""

from __future__ import annotations

import numpy as np

from core.parallel.nearest_rows import NOBODY, NearestRows
from core.times import UNREACHED


def drawn(rows: int, places: int) -> np.ndarray:
    """Few different times, so that many are equal; some are unreached."""
    rng = np.random.default_rng(2)
    ticks = rng.integers(0, 6, (rows, places)).astype(np.uint32)
    ticks[rng.random((rows, places)) < 0.3] = UNREACHED
    return ticks


def expected(ticks: np.ndarray, kept: int) -> tuple[np.ndarray, np.ndarray]:
    seconds = np.where(ticks < UNREACHED, ticks * 0.5, np.inf)
    order = np.argsort(seconds, axis=0, kind="stable")[:kept]
    least = np.take_along_axis(seconds, order, axis=0)
    return least, np.where(np.isfinite(least), order, NOBODY)


def test_the_least_of_each_place_are_kept_and_the_first_of_equals() -> None:
    ticks = drawn(9, 50)
    for kept in (1, 3):
        nearest = NearestRows.none(kept, 50)
        for row, times in enumerate(ticks):
            nearest.take(row, times, 0.5)
        seconds, rows = expected(ticks, kept)
        np.testing.assert_array_equal(nearest.seconds, seconds)
        np.testing.assert_array_equal(nearest.row, rows)
        np.testing.assert_array_equal(nearest.count, (ticks < UNREACHED).sum(axis=0))


def test_parts_put_together_are_the_whole() -> None:
    ticks = drawn(11, 40)
    whole = NearestRows.none(3, 40)
    for begin, end in ((0, 4), (4, 5), (5, 11)):
        some = NearestRows.none(3, 40)
        for row in range(begin, end):
            some.take(row, ticks[row], 0.5)
        whole.merge(some)
    seconds, rows = expected(ticks, 3)
    np.testing.assert_array_equal(whole.seconds, seconds)
    np.testing.assert_array_equal(whole.row, rows)
    np.testing.assert_array_equal(whole.count, (ticks < UNREACHED).sum(axis=0))
