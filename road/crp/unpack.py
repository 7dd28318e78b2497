"""From a way of shortcuts to a way of steps, level by level.

A shortcut of a cell is looked for again inside that cell, over the shortcuts of the next lower kept
level, or over steps in a cell of the lowest (as in Delling et al., SEA 2011).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.times import UNREACHED
from road.crp.query_heap import FIRST_ROOM, push, remove_least
from road.crp.query_search import NONE, Side
from road.graph import U32


def states_between(
    walk: Any, first_cell: tuple[int, ...], state: int, forward: Side, backward: Side, spare: Side
) -> U32:
    """States of the whole way on which two searches met at a state.

    spare : a side that has been nowhere, and will again have been nowhere.
    """
    states, cells = _coarse(state, forward, backward)
    for level in range(len(first_cell) - 2, -1, -1):
        states, cells = _unpack_level(walk, level, first_cell[level], states, cells, spare)
    return np.asarray(states)


@njit(cache=True, nogil=True)
def _coarse(state: Any, forward: Any, backward: Any) -> Any:
    """(states, cells): cells[k] is that of the shortcut into states[k], NONE for a step."""
    before, after = 0, 0
    other = np.uint32(state)
    while forward.before[other] != NONE:
        other = forward.before[other]
        before += 1
    other = np.uint32(state)
    while backward.before[other] != NONE:
        other = backward.before[other]
        after += 1
    states = np.empty(before + 1 + after, np.uint32)
    cells = np.full(len(states), NONE, np.uint32)
    other = np.uint32(state)
    for k in range(before, -1, -1):
        states[k], cells[k] = other, forward.cell[other]
        other = forward.before[other]
    other = np.uint32(state)
    for k in range(before + 1, len(states)):
        cells[k] = backward.cell[other]
        other = backward.before[other]
        states[k] = other
    return states, cells


@njit(cache=True, nogil=True)
def _unpack_level(walk: Any, level: int, first: int, states: Any, cells: Any, spare: Any) -> Any:
    """Replace shortcuts of cells from number `first` on by ways through those below."""
    found = np.empty(2 * len(states) + FIRST_ROOM, np.uint32)
    owner = np.empty(len(found), np.uint32)
    count = 1
    found[0], owner[0] = states[0], NONE
    for k in range(1, len(states)):
        if cells[k] == NONE or cells[k] < first:
            length = 1
            within = states[k : k + 1]
            through = cells[k : k + 1]
        else:
            within, through = _inside(walk, level, cells[k], states[k - 1], states[k], spare)
            length = len(within)
        if count + length > len(found):
            more = np.empty(2 * (count + length), np.uint32)
            also = np.empty(len(more), np.uint32)
            more[:count], also[:count] = found[:count], owner[:count]
            found, owner = more, also
        found[count : count + length] = within
        owner[count : count + length] = through
        count += length
    return found[:count], owner[:count]


@njit(cache=True, nogil=True)
def _inside(walk: Any, level: int, cell: Any, begin: Any, end: Any, spare: Any) -> Any:
    """(states, cells) after `begin` up to `end` on the best way within a cell."""
    heap = np.empty(FIRST_ROOM, np.uint64)
    touched = np.empty(FIRST_ROOM, np.uint32)
    touched[0] = begin
    spare.label[begin] = 0
    heap = push(heap, 0, 0, begin)
    count, seen = 1, 1
    while count > 0:
        label = np.int64(heap[0] >> np.uint64(32))
        state = np.uint32(heap[0] & np.uint64(0xFFFFFFFF))
        remove_least(heap, count)
        count -= 1
        if state == end:
            break
        if label != spare.label[state]:
            continue
        below = NONE
        if level == 0:
            first, last, at = walk.first_out[state], walk.first_out[state + 1], np.int64(0)
        else:
            below = walk.cell_of[level - 1, walk.vertex[state]]
            first, last = walk.first_exit[below], walk.first_exit[below + 1]
            place = np.int64(walk.entry_of[level - 1, walk.boundary[state]])
            place -= walk.first_entry[below]
            at = walk.first_shortcut[below] + place * (last - first)
        for x in range(first, last):
            if level == 0:
                other, cost = walk.head[x], walk.cost[x]
            else:
                other, cost = walk.leaving[x], walk.shortcuts[at + x - first]
            arrival = label + np.int64(cost)
            if arrival >= spare.label[other]:
                continue
            if other != end and walk.cell_of[level, walk.vertex[other]] != cell:
                continue
            spare.label[other] = arrival
            spare.before[other] = state
            spare.cell[other] = below
            heap = push(heap, count, arrival, other)
            count += 1
            if seen == len(touched):
                larger = np.empty(2 * seen, np.uint32)
                larger[:seen] = touched
                touched = larger
            touched[seen] = other
            seen += 1
    length = 0
    state = np.uint32(end)
    while state != begin:
        state = spare.before[state]
        length += 1
    states, cells = np.empty(length, np.uint32), np.empty(length, np.uint32)
    state = np.uint32(end)
    for k in range(length - 1, -1, -1):
        states[k], cells[k] = state, spare.cell[state]
        state = spare.before[state]
    for k in range(seen):
        spare.label[touched[k]] = UNREACHED
        spare.before[touched[k]] = NONE
        spare.cell[touched[k]] = NONE
    return states, cells
