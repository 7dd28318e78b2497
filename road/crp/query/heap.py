"""Heaps of states by label in plain arrays, for compiled searches.

An entry is one number, label << 32 | state, so that comparing entries is comparing integers. In the
binary heap (`push`, `remove_least`) entries that a later one outdated stay and are skipped by
whoever takes them out. In the heap of fours (`lower`, `take_least`) a state has one entry, and its
place is kept: less to take out, where there is memory for a place of each state.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.growing import longer
from core.parallel.in_place import in_place

FIRST_ROOM = 1024


@njit(cache=True, nogil=True)
def push(heap: Any, count: int, label: Any, state: Any) -> Any:
    """Add an entry; returns the heap, which is another and larger array if it was full."""
    if count == len(heap):
        heap = longer(heap, count)
    add(heap, count, label, state)
    return heap


@in_place
def add(heap: Any, count: int, label: Any, state: Any) -> None:
    """Add an entry to `count` of them; there is room for it."""
    entry = (np.uint64(label) << np.uint64(32)) | np.uint64(state)
    place = count
    while place > 0:
        above = (place - 1) >> 1
        if heap[above] <= entry:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = entry


@in_place
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


NOWHERE = -1
"""Place of a state that has no entry."""


@in_place
def lower(heap: Any, count: Any, places: Any, label: Any, state: Any) -> Any:
    """Add a state, or bring it forward to a label lower than its own; returns the new count.

    places : int32, by state; its place in the heap.
    """
    entry = (np.uint64(label) << np.uint64(32)) | np.uint64(state)
    place: Any = np.int64(places[state])
    is_new = place < 0
    if is_new:
        place = count
    while place > 0:
        above = (place - 1) >> 2
        if heap[above] <= entry:
            break
        heap[place] = heap[above]
        places[heap[place] & np.uint64(0xFFFFFFFF)] = place
        place = above
    heap[place] = entry
    places[state] = place
    return count + 1 if is_new else count


@in_place
def take_least(heap: Any, count: Any, places: Any) -> None:
    """Take the first of `count` entries out."""
    places[heap[0] & np.uint64(0xFFFFFFFF)] = NOWHERE
    rest = count - 1
    if rest == 0:
        return
    last, place = heap[rest], 0
    while 4 * place + 1 < rest:
        below = 4 * place + 1
        least = heap[below]
        for k in range(4 * place + 2, min(4 * place + 5, rest)):
            if heap[k] < least:
                below, least = k, heap[k]
        if least >= last:
            break
        heap[place] = least
        places[least & np.uint64(0xFFFFFFFF)] = place
        place = below
    heap[place] = last
    places[last & np.uint64(0xFFFFFFFF)] = place
