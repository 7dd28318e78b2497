"""A binary heap of states by label in a plain array, for compiled searches.

An entry is one number, label << 32 | state, so that comparing entries is comparing integers.
Entries that a later one outdated stay and are skipped by whoever takes them out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

FIRST_ROOM = 1024


@njit(cache=True, nogil=True)
def push(heap: Any, count: int, label: Any, state: Any) -> Any:
    """Add an entry; returns the heap, which is another and larger array if it was full."""
    if count == len(heap):
        larger = np.empty(2 * count, np.uint64)
        larger[:count] = heap
        heap = larger
    entry = (np.uint64(label) << np.uint64(32)) | np.uint64(state)
    place = count
    while place > 0:
        above = (place - 1) >> 1
        if heap[above] <= entry:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = entry
    return heap


@njit(cache=True, nogil=True)
def remove_least(heap: Any, count: int) -> None:
    """Take the first of `count` entries out."""
    last = heap[count - 1]
    rest = count - 1
    place = 0
    while 2 * place + 1 < rest:
        below = 2 * place + 1
        if below + 1 < rest and heap[below + 1] < heap[below]:
            below += 1
        if heap[below] >= last:
            break
        heap[place] = heap[below]
        place = below
    heap[place] = last
