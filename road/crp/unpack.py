"""From a way of shortcuts to a way of steps, level by level.

A shortcut of a cell is looked for again inside that cell, over the shortcuts of the next lower kept
level, or over steps in a cell of the lowest (as in Delling et al., SEA 2011).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.times import UNREACHED
from road.crp.query_crossings import CrossingGraph, Prices
from road.crp.query_heap import lower, take_least
from road.crp.query_room import Room, Side, forget
from road.crp.query_search import NONE, largest_closed, row_of
from road.graph import U32
from road.search_graph import SearchGraph

FIRST_ROOM = 256
_LOW = np.uint64(0xFFFFFFFF)
_HIGH = np.uint64(32)


def states_between(
    graph: CrossingGraph,
    prices: Prices,
    search: SearchGraph,
    number: int,
    room: Room,
    sides: tuple[Side, Side, Side],
) -> U32:
    """States of the whole way on which two searches met at the state of this number.

    sides : the two searches, and one that has been nowhere, and will again have been nowhere.
    """
    forward, backward, spare = sides
    states, cells = _coarse(graph.crossings, room, forward, backward, number)
    steps = search.first_out, search.head
    for level in range(graph.levels - 1, -1, -1):
        first = graph.first_cell[level]
        arrays: Any = graph.crossings, graph.slots, prices, *steps, states, cells, spare
        states, cells = _unpack_level(level, first, *arrays)
    return np.asarray(states)


@njit(cache=True, nogil=True)
def _coarse(crossings: Any, room: Any, forward: Any, backward: Any, number: int) -> Any:
    """(states, cells): cells[k] is that of the shortcut into states[k], NONE for a step."""
    before, after = 0, 0
    other = np.uint32(number)
    while forward.before[other] != NONE:
        other = forward.before[other]
        before += 1
    other = np.uint32(number)
    while backward.before[other] != NONE:
        other = backward.before[other]
        after += 1
    numbers = np.empty(before + 1 + after, np.uint32)
    other = np.uint32(number)
    for k in range(before, -1, -1):
        numbers[k] = other
        other = forward.before[other]
    other = np.uint32(number)
    for k in range(before + 1, len(numbers)):
        other = backward.before[other]
        numbers[k] = other
    states, cells = np.empty_like(numbers), np.full(len(numbers), NONE, np.uint32)
    for k in range(len(numbers)):
        states[k] = room.state[numbers[k]]
        if k + 1 < len(numbers):
            level, cell = largest_closed(crossings, room.opened, numbers[k])
            if level >= 0:
                cells[k + 1] = cell
    return states, cells


@njit(cache=True, nogil=True)
def _unpack_level(
    level: int,
    first_cell: int,
    crossings: Any,
    slots: Any,
    prices: Any,
    first_out: Any,
    head: Any,
    states: Any,
    cells: Any,
    spare: Any,
) -> Any:
    """Replace shortcuts of cells from number `first_cell` on by ways through those below."""
    found = np.empty(2 * len(states) + FIRST_ROOM, np.uint32)
    through = np.empty(len(found), np.uint32)
    count = 1
    found[0], through[0] = states[0], NONE
    for k in range(1, len(states)):
        cell, length = cells[k], 1
        if cell != NONE and cell >= first_cell:
            begin, end = crossings.number[states[k - 1]], crossings.number[states[k]]
            if level == 0:
                _by_steps(crossings, slots, prices, first_out, head, spare, cell, begin, end)
            else:
                _by_shortcuts(crossings, prices, spare, level, cell, begin, end)
            length = _length(spare, begin, end)
        if count + length > len(found):
            more = np.empty(2 * (count + length), np.uint32)
            also = np.empty(len(more), np.uint32)
            more[:count], also[:count] = found[:count], through[:count]
            found, through = more, also
        if cell == NONE or cell < first_cell:
            found[count], through[count] = states[k], cell
        else:
            at, number = count + length - 1, end
            while number != begin:
                through[at] = NONE
                if number < len(crossings.state):
                    found[at] = crossings.state[number]
                else:
                    place = np.int64(number) - len(crossings.state)
                    found[at] = slots.state[slots.first[cell] + place]
                number = spare.before[number]
                if level > 0:
                    through[at] = _cell_at(crossings, level - 1, number)
                at -= 1
            forget(spare)
        count += length
    return found[:count], through[:count]


@njit(cache=True, nogil=True)
def _cell_at(crossings: Any, level: int, number: Any) -> Any:
    """The cell of a level around a crossing."""
    cell = crossings.cell[number]
    for _ in range(level):
        cell = crossings.parent[cell]
    return cell


@njit(cache=True, nogil=True)
def _length(spare: Any, begin: Any, end: Any) -> int:
    length, number = 0, end
    while number != begin:
        number = spare.before[number]
        length += 1
    return length


@njit(cache=True, nogil=True)
def _lower(spare: Any, number: Any, label: Any, before: Any) -> None:
    spare.touched[spare.counts[1]] = number
    spare.counts[1] += spare.label[number] >= UNREACHED
    spare.label[number], spare.before[number] = label, before
    spare.counts[0] = lower(spare.heap, spare.counts[0], spare.places, label, number)


@njit(cache=True, nogil=True)
def _by_shortcuts(
    crossings: Any, prices: Any, spare: Any, level: int, cell: Any, begin: Any, end: Any
) -> None:
    """Search the way between two crossings within a cell, over cells of the level below."""
    leaving, shortcuts = crossings.leaving, prices.shortcuts
    _lower(spare, begin, 0, NONE)
    while True:
        here, label = np.int64(spare.heap[0] & _LOW), np.int64(spare.heap[0] >> _HIGH)
        if here == end:
            break
        take_least(spare.heap, spare.counts[0], spare.places)
        spare.counts[0] -= 1
        below = np.int64(_cell_at(crossings, level - 1, here))
        at = row_of(crossings, level - 1, below, here)
        for x in range(crossings.first_exit[below], crossings.first_exit[below + 1]):
            number = leaving[x]
            arrival = label + np.int64(shortcuts[at])
            at += 1
            if arrival < spare.label[number] and (
                number == end or _cell_at(crossings, level, number) == cell
            ):
                _lower(spare, number, arrival, here)


@njit(cache=True, nogil=True)
def _by_steps(
    crossings: Any,
    slots: Any,
    prices: Any,
    first_out: Any,
    head: Any,
    spare: Any,
    cell: Any,
    begin: Any,
    end: Any,
) -> None:
    """Search the way between two crossings within a lowest cell."""
    count, first = len(crossings.state), slots.first[cell]
    _lower(spare, begin, 0, NONE)
    while True:
        here, label = np.int64(spare.heap[0] & _LOW), np.int64(spare.heap[0] >> _HIGH)
        if here == end:
            break
        take_least(spare.heap, spare.counts[0], spare.places)
        spare.counts[0] -= 1
        state = crossings.state[here] if here < count else slots.state[first + here - count]
        for x in range(first_out[state], first_out[state + 1]):
            number = crossings.number[head[x]]
            arrival = label + np.int64(prices.cost[x])
            if arrival < spare.label[number] and (
                number == end or number >= count or crossings.cell[number] == cell
            ):
                _lower(spare, number, arrival, here)
