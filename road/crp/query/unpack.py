"""From a way of shortcuts to a way of steps, level by level.

A shortcut of a cell is looked for again inside that cell, over the shortcuts of the next lower kept
level, or over steps in a cell of the lowest (as in Delling et al., SEA 2011).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.times import UNREACHED
from road.crp.query.boundary_graph import BoundaryGraph, Prices
from road.crp.query.heap import lower, take_least
from road.crp.query.search import FIRST, NONE, largest_closed
from road.crp.query.workspace import SearchSide, Workspace, forget
from road.graph import U32
from road.search.search_graph import SearchGraph

FIRST_ROOM = 256
_LOW = np.uint64(0xFFFFFFFF)
_HIGH = np.uint64(32)


def states_between(
    graph: BoundaryGraph,
    prices: Prices,
    search: SearchGraph,
    number: int,
    workspace: Workspace,
    sides: tuple[SearchSide, SearchSide, SearchSide],
) -> U32:
    """States of the whole way on which two searches met at the state of this number.

    sides : the two searches, and one that has been nowhere, and will again have been nowhere.
    """
    forward, backward, spare = sides
    states, cells = _coarse(graph.boundary, workspace, forward, backward, number)
    steps = search.first_out, search.head
    for level in range(graph.levels - 1, -1, -1):
        first = graph.first_cell[level]
        arrays: Any = graph.boundary, graph.slots, prices, *steps, states, cells, workspace, spare
        states, cells = _unpack_level(level, first, *arrays)
    return np.asarray(states)


@njit(cache=True, nogil=True)
def _coarse(boundary: Any, workspace: Any, forward: Any, backward: Any, number: int) -> Any:
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
        states[k] = workspace.state[numbers[k]]
        if k + 1 < len(numbers):
            level, cell = largest_closed(boundary, workspace.opened, numbers[k])
            if level >= 0:
                cells[k + 1] = cell
    return states, cells


@njit(cache=True, nogil=True)
def _unpack_level(
    level: int,
    first_cell: int,
    boundary: Any,
    slots: Any,
    prices: Any,
    first_out: Any,
    head: Any,
    states: Any,
    cells: Any,
    workspace: Any,
    spare: Any,
) -> Any:
    """Replace shortcuts of cells from number `first_cell` on by ways through those below."""
    found = np.empty(2 * len(states) + FIRST_ROOM, np.uint32)
    through = np.empty(len(found), np.uint32)
    count = 1
    found[0], through[0] = states[0], NONE
    for k in range(1, len(states)):
        cell, length = cells[k], 1
        is_shortcut = cell != NONE and cell >= first_cell
        begin, goal = boundary.number[states[k - 1]], boundary.number[states[k]]
        if is_shortcut:
            _search_inside(
                level,
                boundary,
                slots,
                prices,
                first_out,
                head,
                cell,
                begin,
                goal,
                workspace,
                spare,
            )
            length = _length(spare, begin, goal)
        if count + length > len(found):
            more = np.empty(2 * (count + length), np.uint32)
            also = np.empty(len(more), np.uint32)
            more[:count], also[:count] = found[:count], through[:count]
            found, through = more, also
        if is_shortcut:
            own = found[count : count + length], through[count : count + length]
            _write_way(level, boundary, slots, cell, begin, goal, spare, *own)
            forget(spare)
        else:
            found[count], through[count] = states[k], cell
        count += length
    return found[:count], through[:count]


@njit(cache=True, nogil=True)
def _length(spare: Any, begin: Any, goal: Any) -> int:
    length, number = 0, goal
    while number != begin:
        number = spare.before[number]
        length += 1
    return length


@njit(cache=True, nogil=True)
def _write_way(
    level: int,
    boundary: Any,
    slots: Any,
    cell: Any,
    begin: Any,
    goal: Any,
    spare: Any,
    states: Any,
    cells: Any,
) -> None:
    """The states after `begin` up to `goal`, and the cells of the level below between them."""
    number, count = goal, len(boundary.state)
    for k in range(len(states) - 1, -1, -1):
        if number < count:
            states[k] = boundary.state[number]
        else:
            states[k] = slots.state[slots.first[cell] + np.int64(number) - count]
        number = spare.before[number]
        cells[k] = NONE
        if level > 0:
            cells[k] = boundary.cell[number]
            for _ in range(level - 1):
                cells[k] = boundary.parent[cells[k]]


@njit(cache=True, nogil=True)
def _search_inside(
    level: int,
    boundary: Any,
    slots: Any,
    prices: Any,
    first_out: Any,
    head: Any,
    cell: Any,
    begin: Any,
    goal: Any,
    workspace: Any,
    spare: Any,
) -> None:
    """Settle states of a cell from a boundary state on until the goal is next.

    Goes by shortcuts of the level below, by steps on the lowest. Arrays are taken out of tuples
    once, as in `query_search.meet`.
    """
    number, state, cell_of, first_row, entry = boundary[:5]
    leaving, first_entry, first_exit, first_shortcut, parent = boundary[9:]
    cost, shortcuts, _ = prices
    heap, places, counts = spare.heap, spare.places, spare.counts
    numbers, costs = workspace.row_numbers, workspace.row_costs
    inside = level, cell, goal, cell_of, parent
    count, slot_state = np.uint64(len(state)), slots.state
    first_slot = np.uint64(slots.first[cell]) - count
    now, here = np.int64(0), np.uint64(begin)
    spare.label[here] = 0
    spare.touched[0] = here
    counts[1] = 1
    while here != goal:
        if level == 0:
            steps = FIRST
            at = np.uint64(state[here] if here < count else slot_state[first_slot + here])
            for x in range(first_out[at], first_out[at + np.uint64(1)]):
                numbers[steps], costs[steps] = number[head[x]], cost[x]
                steps += 1
            _relax_inside(spare, inside, numbers, FIRST, steps, costs, FIRST, here, now)
        else:
            below = np.uint64(cell_of[here])
            for _ in range(level - 1):
                below = np.uint64(parent[below])
            begin, end = first_exit[below], first_exit[below + np.uint64(1)]
            place = np.int64(entry[np.uint64(first_row[level - 1]) + here]) - first_entry[below]
            at = first_shortcut[below] + place * (end - begin)
            _relax_inside(spare, inside, leaving, begin, end, shortcuts, at, here, now)
        now, here = np.int64(heap[0] >> _HIGH), heap[0] & _LOW
        if here != goal:
            take_least(heap, counts[0], places)
            counts[0] -= 1


@njit(cache=True, nogil=True)
def _relax_inside(
    own: Any,
    inside: Any,
    numbers: Any,
    begin: Any,
    end: Any,
    costs: Any,
    first: Any,
    here: Any,
    now: Any,
) -> None:
    """Lower labels by a row of costs, of the goal and of what lies in the cell."""
    label, before, places, heap, touched, counts = own
    level, cell, goal, cell_of, parent = inside
    count, at = np.uint64(len(cell_of)), np.uint64(first)
    for x in range(np.uint64(begin), np.uint64(end)):
        number = np.uint64(numbers[x])
        arrival = now + np.int64(costs[at])
        at += np.uint64(1)
        known = np.int64(label[number])
        if arrival >= known:
            continue
        if number != goal and number < count:  # others lie in the cell that the step sets out from
            around = cell_of[number]
            for _ in range(level):
                around = parent[around]
            if around != cell:
                continue
        if known == UNREACHED:
            touched[counts[1]] = number
            counts[1] += 1
        label[number] = arrival
        before[number] = here
        counts[0] = lower(heap, counts[0], places, arrival, number)
