"""The two ways of working through a phase of `road.solvers.adaptive_threads`, compiled.

Arrays are those of the paper: `labels` is Ca, `updates` is Ua, `marks` is Ma; a list read is NRa, a
list written NWa. Between phases updates and labels are the same, and those are marked whose label
fell in the phase before.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.atomics import lower

MARKS_A_WORD = 8
"""Marks that are looked at as one word; they are bytes, and their number is a multiple of this."""


@njit(cache=True, nogil=True)
def relax_all(
    first_out: Any,
    head: Any,
    cost: Any,
    labels: Any,
    updates: Any,
    marks: Any,
    begin: int,
    end: int,
) -> int:
    """Algorithm 2 for states begin..end-1: the marked ones offer label and cost to their heads.

    begin : a multiple of MARKS_A_WORD. Marks are cleared; returns how many there were. Labels are
    only read. Several threads may lower an update at the same time.
    """
    words = marks.view(np.uint64)
    served = 0
    for word in range(begin // MARKS_A_WORD, -(-end // MARKS_A_WORD)):
        if words[word] == 0:
            continue
        for state in range(word * MARKS_A_WORD, (word + 1) * MARKS_A_WORD):
            if marks[state] == 0:
                continue
            served += 1
            label = labels[state]
            for step in range(first_out[state], first_out[state + 1]):
                arrival = label + cost[step]
                if arrival < updates[head[step]]:
                    lower(updates, head[step], arrival)
        words[word] = 0
    return served


@njit(cache=True, nogil=True)
def update_all(
    labels: Any, updates: Any, marks: Any, unreached: Any, begin: int, end: int
) -> tuple[int, int]:
    """Algorithm 3 for states begin..end-1: take over the updates and mark what fell.

    Returns how many fell, and how many of these are reached for the first time.
    """
    fell = reached = 0
    for state in range(begin, end):
        falls = updates[state] < labels[state]
        marks[state] = falls
        fell += falls
        reached += falls and labels[state] == unreached
        labels[state] = updates[state]
    return fell, reached


@njit(cache=True, nogil=True)
def list_marked(marks: Any, entries: Any) -> int:
    """The paper's SWITCH_KERNEL: list the marked states; returns how many they are."""
    words = marks.view(np.uint64)
    count = 0
    for word in range(len(words)):
        if words[word] == 0:
            continue
        for state in range(word * MARKS_A_WORD, (word + 1) * MARKS_A_WORD):
            if marks[state]:
                entries[count] = state
                count += 1
    return count


@njit(cache=True, nogil=True)
def listed_phases(
    first_out: Any,
    head: Any,
    cost: Any,
    labels: Any,
    updates: Any,
    marks: Any,
    lists: Any,
    parity: int,
    count: int,
    unreached: Any,
    most: int,
) -> Any:
    """Algorithms 5 and 6 in turn, until `most` states are served or none is left.

    lists : (2, states); the row at `parity` holds the `count` states to be served. Returns how many
    phases, states served, states to be served next, and states newly reached.

    A head is listed by whoever lowers its update first, which is while that equals the label, so
    none is listed twice.
    """
    phases = served = reached = 0
    while count > 0 and served < most:
        entries, following = lists[parity], lists[parity ^ 1]
        fell = 0
        for i in range(count):
            state = entries[i]
            marks[state] = 0
            label = labels[state]
            for step in range(first_out[state], first_out[state + 1]):
                other = head[step]
                arrival = label + cost[step]
                known = updates[other]
                if arrival < known:
                    updates[other] = arrival
                    if known == labels[other]:
                        following[fell] = other
                        fell += 1
        for i in range(fell):
            state = following[i]
            reached += labels[state] == unreached
            labels[state] = updates[state]
            marks[state] = 1
        phases, served, count, parity = phases + 1, served + count, fell, parity ^ 1
    return phases, served, count, reached
