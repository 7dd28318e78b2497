"""The bidirectional multilevel search between two places, as a kernel.

Both searches walk the same graph, one against the arrows: from a state its largest closed cell's
shortcuts, or its own steps where the lowest cell is open. They take turns by the smaller label and
end when no way can be shorter than the best one at which they met.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.times import UNREACHED
from road.crp.query_heap import FIRST_ROOM, push, remove_least
from road.graph import U32

NONE = np.uint32(2**32 - 1)


class Side(NamedTuple):
    """What one search knows of states, uint32 each; restored by `forget` after a query.

    label : UNREACHED where it has not been. before : the state it came from, NONE at its beginning.
    cell : the cell whose shortcut it came by, NONE if it was a step.
    """

    label: U32
    before: U32
    cell: U32


def side(states: int) -> Side:
    """A search that has been nowhere."""
    return Side(
        np.full(states, UNREACHED, np.uint32),
        np.full(states, NONE, np.uint32),
        np.full(states, NONE, np.uint32),
    )


@njit(cache=True, nogil=True)
def forget(sides: Any, touched: NDArray[Any], count: int) -> None:
    """Make both sides as they were; states touched more than once do no harm."""
    for k in range(count):
        state = touched[k]
        for one in sides:
            one.label[state] = UNREACHED
            one.before[state] = NONE
            one.cell[state] = NONE


@njit(cache=True, nogil=True)
def meet(
    walk: Any,
    back: Any,
    parent: Any,
    opened: Any,
    forward: Any,
    backward: Any,
    sources: Any,
    source_ticks: Any,
    goals: Any,
    goal_ticks: Any,
) -> Any:
    """(ticks, state, touched, count, settled): the least cost and where the searches met.

    ticks is UNREACHED where there is no way. touched : uint32, the first `count` are states whose
    entries in either side changed.
    """
    best, where = np.int64(UNREACHED), np.uint32(0)
    touched = np.empty(FIRST_ROOM, np.uint32)
    heap_f, heap_b = np.empty(FIRST_ROOM, np.uint64), np.empty(FIRST_ROOM, np.uint64)
    count_f, count_b, seen, settled = 0, 0, 0, 0
    levels = len(walk.cell_of)
    for k in range(len(sources)):
        state = sources[k]
        if source_ticks[k] < forward.label[state]:
            forward.label[state] = source_ticks[k]
            heap_f = push(heap_f, count_f, source_ticks[k], state)
            count_f += 1
            touched = _note(touched, seen, state)
            seen += 1
    for k in range(len(goals)):
        state = goals[k]
        if goal_ticks[k] < backward.label[state]:
            backward.label[state] = goal_ticks[k]
            heap_b = push(heap_b, count_b, goal_ticks[k], state)
            count_b += 1
            touched = _note(touched, seen, state)
            seen += 1
            if np.int64(forward.label[state]) + np.int64(goal_ticks[k]) < best:
                best, where = np.int64(forward.label[state]) + np.int64(goal_ticks[k]), state
    while count_f > 0 and count_b > 0:
        top_f = np.int64(heap_f[0] >> np.uint64(32))
        top_b = np.int64(heap_b[0] >> np.uint64(32))
        if top_f + top_b >= best:
            break
        if top_f <= top_b:
            state = np.uint32(heap_f[0] & np.uint64(0xFFFFFFFF))
            remove_least(heap_f, count_f)
            count_f -= 1
            if top_f != forward.label[state]:
                continue
            settled += 1
            level, cell = _largest_closed(walk, opened, levels, state)
            begin, end, first = _ahead(walk, state, level, cell)
            for x in range(begin, end):
                if level < 0:
                    other, cost = walk.head[x], walk.cost[x]
                else:
                    other, cost = walk.leaving[x], walk.shortcuts[first + x - begin]
                arrival = top_f + np.int64(cost)
                if arrival < forward.label[other]:
                    forward.label[other] = arrival
                    forward.before[other] = state
                    forward.cell[other] = NONE if level < 0 else np.uint32(cell)
                    heap_f = push(heap_f, count_f, arrival, other)
                    count_f += 1
                    touched = _note(touched, seen, other)
                    seen += 1
                    if arrival + np.int64(backward.label[other]) < best:
                        best, where = arrival + np.int64(backward.label[other]), other
            continue
        state = np.uint32(heap_b[0] & np.uint64(0xFFFFFFFF))
        remove_least(heap_b, count_b)
        count_b -= 1
        if top_b != backward.label[state]:
            continue
        settled += 1
        for k in range(back.first_in[state], back.first_in[state + 1]):
            other = back.tail[k]
            arrival = top_b + np.int64(walk.cost[back.step[k]])
            if arrival >= backward.label[other]:
                continue
            if levels > 0 and not opened[walk.cell_of[0, walk.vertex[other]]]:
                continue
            backward.label[other] = arrival
            backward.before[other] = state
            backward.cell[other] = NONE
            heap_b = push(heap_b, count_b, arrival, other)
            count_b += 1
            touched = _note(touched, seen, other)
            seen += 1
            if arrival + np.int64(forward.label[other]) < best:
                best, where = arrival + np.int64(forward.label[other]), other
        boundary = walk.boundary[state]
        if boundary == NONE:
            continue
        for k in range(back.first_place[boundary], back.first_place[boundary + 1]):
            at_exit = np.int64(back.place[k])
            around = np.int64(back.cell_of_exit[at_exit])
            if opened[around] or not (parent[around] == NONE or opened[parent[around]]):
                continue
            exits = walk.first_exit[around + 1] - walk.first_exit[around]
            at = walk.first_shortcut[around] + at_exit - walk.first_exit[around]
            for entry in range(walk.first_entry[around], walk.first_entry[around + 1]):
                other = walk.entering[entry]
                arrival = top_b + np.int64(walk.shortcuts[at])
                at += exits
                if arrival < backward.label[other]:
                    backward.label[other] = arrival
                    backward.before[other] = state
                    backward.cell[other] = around
                    heap_b = push(heap_b, count_b, arrival, other)
                    count_b += 1
                    touched = _note(touched, seen, other)
                    seen += 1
                    if arrival + np.int64(forward.label[other]) < best:
                        best, where = arrival + np.int64(forward.label[other]), other
    return best, where, touched, seen, settled


@njit(cache=True, nogil=True)
def _largest_closed(walk: Any, opened: Any, levels: int, state: Any) -> Any:
    """(level, cell) of the largest closed cell around a state; level -1 where there is none."""
    vertex = walk.vertex[state]
    level = levels - 1
    cell = np.int64(-1)
    while level >= 0:
        cell = np.int64(walk.cell_of[level, vertex])
        if not opened[cell]:
            break
        level -= 1
    return level, cell


@njit(cache=True, nogil=True)
def _ahead(walk: Any, state: Any, level: int, cell: int) -> Any:
    """(begin, end, first): steps, or exits of the cell and the shortcut to the first of them."""
    if level < 0:
        return walk.first_out[state], walk.first_out[state + 1], np.int64(0)
    begin, end = walk.first_exit[cell], walk.first_exit[cell + 1]
    place = np.int64(walk.entry_of[level, walk.boundary[state]]) - walk.first_entry[cell]
    return begin, end, walk.first_shortcut[cell] + place * (end - begin)


@njit(cache=True, nogil=True)
def _note(touched: Any, count: int, state: Any) -> Any:
    """Add a state; returns the list, which is another and larger one if it was full."""
    if count == len(touched):
        larger = np.empty(2 * count, np.uint32)
        larger[:count] = touched
        touched = larger
    touched[count] = state
    return touched
