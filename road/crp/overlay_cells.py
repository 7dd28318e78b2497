"""What enters, leaves and lies inside each cell of a level, found from the level below.

All kernels go through the cells in turn, and through the *slots* of each: what enters the cells of
the level below that lie in it. `stamp` remembers in which cell a state was seen last, so that what
several cells below lead to counts once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def count(first_slot: Any, entering_below: Any, rows: Any, leaving_below: Any, cell: Any) -> Any:
    """(enters, counts): uint8, states, 1 where a state enters its cell; int64, (cells, 3).

    Counts are those of entries, inner states and exits.
    cell : uint32, states.
    """
    cells = len(first_slot) - 1
    enters = np.zeros(len(cell), np.uint8)
    for c in range(cells):
        for q in range(first_slot[c], first_slot[c + 1]):
            for x in range(rows.begin[q], rows.end[q]):
                if cell[leaving_below[x]] != c:
                    enters[leaving_below[x]] = 1
    counts = np.zeros((cells, 3), np.int64)
    stamp = np.full(len(cell), -1, np.int64)
    for c in range(cells):
        for q in range(first_slot[c], first_slot[c + 1]):
            if enters[entering_below[q]]:
                counts[c, 0] += 1
            for x in range(rows.begin[q], rows.end[q]):
                state = leaving_below[x]
                if stamp[state] == c:
                    continue
                stamp[state] = c
                if cell[state] == c:
                    counts[c, 1] += 1
                else:
                    counts[c, 2] += 1
    return enters, counts


@njit(cache=True, nogil=True)
def fill(
    first_slot: Any,
    entering_below: Any,
    rows: Any,
    leaving_below: Any,
    cell: Any,
    enters: Any,
    first_entry: Any,
    first_inner: Any,
    first_exit: Any,
    entering: Any,
    inner: Any,
    leaving: Any,
    slot_entry: Any,
    slot_inner: Any,
    exit_place: Any,
    inner_slot: Any,
) -> None:
    """Write the arrays of `OverlayLevel`; those of places hold "no place" beforehand."""
    stamp = np.full(len(cell), -1, np.int64)
    place = np.empty(len(cell), np.uint32)
    for c in range(len(first_slot) - 1):
        begin, inside = first_inner[c], first_inner[c + 1] - first_inner[c]
        entries, found, exits = 0, 0, 0
        for q in range(first_slot[c], first_slot[c + 1]):
            if enters[entering_below[q]]:
                slot_entry[q] = entries
                entering[first_entry[c] + entries] = entering_below[q]
                entries += 1
            for x in range(rows.begin[q], rows.end[q]):
                state = leaving_below[x]
                if stamp[state] != c:
                    stamp[state] = c
                    if cell[state] != c:
                        leaving[first_exit[c] + exits] = state
                        place[state] = inside + exits
                        exits += 1
                    else:
                        place[state] = found
                        found += 1
                exit_place[x] = place[state]
        for q in range(first_slot[c], first_slot[c + 1]):
            state = entering_below[q]
            if stamp[state] == c:
                slot_inner[q] = place[state]
                inner[begin + place[state]] = state
                inner_slot[begin + place[state]] = q
