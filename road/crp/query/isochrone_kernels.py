"""Kernels of one-to-all queries: upward from the sources, then down through all cells."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.growing import longer
from core.times import UNREACHED
from road.crp.query.heap import FIRST_ROOM, add, push, remove_least

LOOKS = 4096
"""States settled between looks at whether to stop."""


@njit(cache=True, nogil=True)
def upward(
    walk: Any, opened: Any, states: Any, ticks: Any, limit: int, labels: Any, stop: Any
) -> int:
    """Dijkstra over the largest closed cells; returns how many states were settled.

    opened : uint8, cells of `walk`. labels : uint32, states, UNREACHED beforehand.
    Afterwards the labels of all states in open cells of the lowest kept level are final, and those
    of all that enter a closed cell within an open one, as far as ways from outside it go.
    """
    heap = np.empty(FIRST_ROOM, np.uint64)
    count: Any = np.int64(0)  # a plain 0 is a type of its own, compiled for anew
    settled = 0
    for k in range(len(states)):
        labels[states[k]] = ticks[k]
        heap = push(heap, count, np.int64(ticks[k]), np.int64(states[k]))
        count += 1
    levels = len(walk.cell_of)
    while count > 0:
        label = np.int64(heap[0] >> np.uint64(32))
        state = np.int64(heap[0] & np.uint64(0xFFFFFFFF))
        remove_least(heap, count)
        count -= 1
        if label != labels[state]:
            continue
        if settled % LOOKS == 0 and stop[0]:
            break
        settled += 1
        cell = np.int64(-1)
        level = levels - 1
        vertex = walk.vertex[state]
        while level >= 0:
            cell = np.int64(walk.cell_of[level, vertex])
            if not opened[cell]:
                break
            level -= 1
        if level < 0:
            begin, end = walk.first_out[state], walk.first_out[state + 1]
            heads, costs, first = walk.head, walk.cost, np.int64(begin)
        else:
            begin, end = walk.first_exit[cell], walk.first_exit[cell + 1]
            place = walk.entry_of[level, walk.boundary[state]] - walk.first_entry[cell]
            first = walk.first_shortcut[cell] + place * (end - begin)
            heads, costs = walk.leaving, walk.shortcuts
        for k in range(begin, end):
            arrival = label + np.int64(costs[first + k - begin])
            if arrival < labels[heads[k]] and arrival <= limit:
                labels[heads[k]] = arrival
                if count == len(heap):
                    heap = longer(heap, count)
                add(heap, count, arrival, np.int64(heads[k]))
                count += 1
    return settled


@njit(cache=True, nogil=True)
def sweep(
    begin: int,
    end: int,
    first_entry: Any,
    entering: Any,
    first_inner: Any,
    inner: Any,
    first_down: Any,
    down: Any,
    opened: Any,
    limit: int,
    labels: Any,
) -> int:
    """From what enters cells begin to end to the states inside; returns how many were looked at.

    A cell writes only labels of states that lie in it, and reads no others. Open cells are left
    alone: what lies in them is final already.
    """
    widest = 1
    for c in range(begin, end):
        widest = max(widest, first_entry[c + 1] - first_entry[c])
    own = np.empty(widest, np.uint32)
    looked = 0
    for c in range(begin, end):
        entries = np.uint64(first_entry[c + 1] - first_entry[c])
        inside = first_inner[c + 1] - first_inner[c]
        if opened[c] or entries == 0 or inside == 0:
            continue
        at = np.uint64(first_entry[c])
        least = np.uint32(UNREACHED)
        for k in range(entries):
            own[k] = labels[np.uint64(entering[at + k])]
            least = min(least, own[k])
        if least > limit:
            continue
        looked += inside
        at = np.uint64(first_down[c])
        for v in range(np.uint64(first_inner[c]), np.uint64(first_inner[c + 1])):
            best = np.uint32(UNREACHED)
            for k in range(entries):
                best = min(best, np.uint32(own[k] + down[at + k]))
            at += entries
            state = np.uint64(inner[v])
            if best < labels[state] and best <= limit:
                labels[state] = best
    return looked
