"""Counting sort keeps the old order within rows, whatever the number of threads."""

from __future__ import annotations

import numpy as np
import pytest

from core.parallel.sorting import WORTH_SHARING, rows_of


@pytest.mark.parametrize(
    ("entries", "rows"), [(0, 0), (0, 3), (1, 1), (1000, 7), (WORTH_SHARING + 5, 1)]
)
def test_rows_are_in_their_old_order(entries: int, rows: int) -> None:
    keys = np.random.default_rng(1).integers(0, max(rows, 1), entries).astype(np.uint32)
    first, order = rows_of(keys, rows)
    np.testing.assert_array_equal(order, np.argsort(keys, kind="stable"))
    np.testing.assert_array_equal(np.diff(first), np.bincount(keys, minlength=rows)[:rows])


@pytest.mark.parametrize("rows", [2, 1000, 2 * WORTH_SHARING])
def test_several_threads_share_the_rows(rows: int) -> None:
    keys = np.random.default_rng(rows).integers(0, rows, 2 * WORTH_SHARING).astype(np.uint32)
    first, order = rows_of(keys, rows)
    np.testing.assert_array_equal(order, np.argsort(keys, kind="stable"))
    assert first[0] == 0
    assert first[-1] == len(keys)
