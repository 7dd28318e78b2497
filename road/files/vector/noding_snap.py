"""Places within a tolerance of each other become one node: the first of them, in order."""

from __future__ import annotations

import numpy as np
from numba import njit

ANY_LEVEL = 127
"""Level of a place that joins with those of every level: the end of a line."""


@njit(cache=True, nogil=True)
def snapped(xy, level, tolerance):  # type: ignore[no-untyped-def]
    """(node of each place, the place that each node is), int64 both.

    xy : float64, (n, 2), metres; level : int16; tolerance : metres, above 0. Greedy: a place joins
    the nearest node within the tolerance that has its level, else it is a node of its own. So
    nothing moves by more than the tolerance, which merging pairs in chains could not promise.
    """
    count = len(xy)
    slots = 16
    while slots < 2 * count:
        slots *= 2
    newest = np.full(slots, -1, np.int64)  # hash of a cell -> its newest node
    older = np.empty(count, np.int64)  # node -> the one before it in the same slot
    node_of = np.empty(count, np.int64)
    place_of = np.empty(count, np.int64)
    nodes = 0
    for place in range(count):
        col, row = _cell(xy, place, tolerance)
        best, nearest = -1, tolerance
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                node = newest[_slot(col + dc, row + dr, slots)]
                while node >= 0:
                    other = place_of[node]
                    off = np.hypot(xy[place, 0] - xy[other, 0], xy[place, 1] - xy[other, 1])
                    # `best > node` makes a draw go to the older node, whatever the slots' order.
                    if _may_join(level, place, other) and (
                        off < nearest or (off == nearest and (best < 0 or best > node))
                    ):
                        best, nearest = node, off
                    node = older[node]
        if best < 0:
            slot = _slot(col, row, slots)
            best = nodes
            place_of[nodes] = place
            older[nodes] = newest[slot]
            newest[slot] = nodes
            nodes += 1
        node_of[place] = best
    return node_of, place_of[:nodes].copy()


@njit(cache=True)
def _may_join(level, one, other):  # type: ignore[no-untyped-def]
    if level[one] == ANY_LEVEL or level[other] == ANY_LEVEL:
        return True
    return level[one] == level[other]


@njit(cache=True)
def _cell(xy, place, size):  # type: ignore[no-untyped-def]
    return np.int64(np.floor(xy[place, 0] / size)), np.int64(np.floor(xy[place, 1] / size))


@njit(cache=True)
def _slot(col, row, slots):  # type: ignore[no-untyped-def]
    # Multiplication by odd constants near 2**63 / golden ratio spreads neighbours (Knuth 6.4).
    mixed = (col * np.int64(5700357409661599241)) ^ (row * np.int64(3573412790272673071))
    return (mixed ^ (mixed >> 29)) & (slots - 1)
