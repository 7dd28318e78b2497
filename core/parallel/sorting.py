"""Counting sort into compressed sparse rows: stable, and linear where a sort by value is not."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.ranges import even_ranges
from core.parallel.threads import Threads

U32 = NDArray[np.uint32]

WORTH_SHARING = 200_000
"""Entries below which threads take longer to wake up than one to sort."""


def rows_of(keys: U32, rows: int) -> tuple[NDArray[np.int64], U32]:
    """(first, order): entries of row r are order[first[r] : first[r + 1]], in their old order.

    keys : uint32, the row of each entry, all below `rows`. Each thread looks at all keys and sorts
    those of its own range of rows.
    """
    first = np.zeros(rows + 1, np.int64)
    order = np.empty(len(keys), np.uint32)
    with Threads(0 if len(keys) >= WORTH_SHARING else 1) as threads:
        ranges = even_ranges(rows, threads.count, aligned=1)
        threads.over(lambda begin, end: _count(begin, end, keys, first), ranges)
        np.cumsum(first, out=first)
        threads.over(lambda begin, end: _place(begin, end, keys, first, order), ranges)
    return first, order


@njit(cache=True, nogil=True)
def _count(begin: int, end: int, keys: Any, first: Any) -> None:
    """Write how many entries rows `begin` to `end` have, one place behind each row."""
    low, high = np.uint64(begin), np.uint64(end)
    for key in keys:
        if low <= np.uint64(key) < high:
            first[np.uint64(key) + np.uint64(1)] += 1


@njit(cache=True, nogil=True)
def _place(begin: int, end: int, keys: Any, first: Any, order: Any) -> None:
    """Write the entries of rows `begin` to `end`."""
    low, high = np.uint64(begin), np.uint64(end)
    place = first[begin:end].astype(np.uint64)
    for entry in range(np.uint64(len(keys))):
        key = np.uint64(keys[entry])
        if low <= key < high:
            order[place[key - low]] = entry
            place[key - low] += np.uint64(1)
