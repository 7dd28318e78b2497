"""Kernels of one to all on a hierarchy: upward from the sources, over the core, down all levels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.times import UNREACHED

SEED = 2**32 - 1
"""Step by which the label of a start came: none."""

BITS = 64
"""Places whose marks share a word."""


@njit(cache=True, nogil=True)
def upward(
    first: Any,
    other: Any,
    cost: Any,
    core: int,
    places: Any,
    ticks: Any,
    limit: int,
    labels: Any,
    marks: Any,
    visited: Any,
    came_by: Any,
) -> int:
    """Lower labels of what the seeds reach on the way up, and list it; returns how many that is.

    Marks of places of the core stay set, all others are clear again. Steps lead to lower places
    only, so one look at each word, from the highest down, sees every place after all that lead to
    it.

    labels, visited, came_by : uint32, places; the last is the step that each label came by, SEED
    where by none. marks : uint64, a bit for each place, all clear.
    """
    one, low = np.uint64(1), np.uint64(BITS - 1)
    highest = np.int64(-1)
    for k in range(len(places)):
        place = np.uint64(places[k])
        if ticks[k] < labels[place]:
            labels[place], came_by[place] = ticks[k], SEED
            marks[place >> np.uint64(6)] |= one << (place & low)
            highest = max(highest, np.int64(place >> np.uint64(6)))
    settled = 0
    for word in range(highest, -1, -1):
        if marks[word] == 0:
            continue
        for bit in range(BITS - 1, -1, -1):
            if (marks[word] >> np.uint64(bit)) & one == 0:
                continue
            here = np.uint64(word * BITS + bit)
            visited[settled] = here
            settled += 1
            if here < np.uint64(core):
                continue
            marks[word] ^= one << np.uint64(bit)
            so_far = np.int64(labels[here])
            for step in range(np.uint64(first[here]), np.uint64(first[here + one])):
                there = np.uint64(other[step])
                arrival = so_far + np.int64(cost[step])
                if arrival <= limit and arrival < np.int64(labels[there]):
                    labels[there], came_by[there] = arrival, step
                    marks[there >> np.uint64(6)] |= one << (there & low)
    return settled


@njit(cache=True, nogil=True)
def over_core(core: Any, limit: int, labels: Any, marks: Any) -> None:
    """Labels of the core by its distances from the places that are marked, and clear the marks."""
    size = len(core)
    best = np.full(size, UNREACHED, np.uint32)
    for place in range(size):
        if (marks[place // BITS] >> np.uint64(place % BITS)) & np.uint64(1) == 0:
            continue
        so_far, row = labels[place], core[place]
        for k in range(size):
            best[k] = min(best[k], np.uint32(so_far + row[k]))
    for k in range(size):
        labels[k] = best[k] if best[k] <= limit else np.uint32(UNREACHED)
    marks[: (size + BITS - 1) // BITS] = 0


@njit(cache=True, nogil=True)
def downward(
    begin: int, end: int, first: Any, other: Any, cost: Any, state_at: Any, limit: int,
    labels: Any, state_labels: Any,
) -> int:  # fmt: skip
    """Settle places `begin` to `end`, all before them being settled; returns how many are reached.

    Writes labels by place and by state. Places of one level may be shared out to threads.
    """
    reached = 0
    for place in range(np.uint64(begin), np.uint64(end)):
        best = labels[place]
        for step in range(np.uint64(first[place]), np.uint64(first[place + np.uint64(1)])):
            best = min(best, np.uint32(labels[np.uint64(other[step])] + cost[step]))
        if best > limit:
            best = np.uint32(UNREACHED)
        reached += best <= limit
        labels[place] = best
        state_labels[np.uint64(state_at[place])] = best
    return reached
