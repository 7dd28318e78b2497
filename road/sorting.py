"""Counting sort into compressed sparse rows: stable, and linear where a sort by value is not."""

from __future__ import annotations

import numpy as np
from numba import njit

from road.graph import I64, U32


@njit(cache=True, nogil=True)
def rows_of(keys: U32, rows: int) -> tuple[I64, U32]:
    """(first, order): entries of row r are order[first[r] : first[r + 1]], in their old order.

    keys : uint32, the row of each entry, all below `rows`.
    """
    first = np.zeros(rows + 1, np.int64)
    for key in keys:
        first[key + 1] += 1
    for row in range(rows):
        first[row + 1] += first[row]
    order = np.empty(len(keys), np.uint32)
    place = first[:-1].copy()
    for entry in range(len(keys)):
        key = keys[entry]
        order[place[key]] = entry
        place[key] += 1
    return first, order
