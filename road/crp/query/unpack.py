"""From a way of shortcuts to a way of steps, level by level.

A shortcut of a cell is looked for again inside that cell, over the shortcuts of the next lower kept
level, or over steps in a cell of the lowest (as in Delling et al., SEA 2011). What lies in a cell
has places of its own, so that each search keeps to memory that fits in cache; parts of a long way
are unpacked by several threads.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from core.parallel.ranges import weighted_ranges
from core.parallel.team import share
from core.parallel.threads import thread_count
from road.crp.query.boundary_graph import BoundaryGraph, Prices
from road.crp.query.inside_search import forget, search_entries, search_for, search_states
from road.crp.query.search import NONE, largest_closed
from road.crp.query.workspace import SearchSide, Workspace
from road.graph import I64, U32

FIRST_ROOM = 256

LOW_LEVELS = 2
"""Lowest kept levels, which are unpacked by themselves in the end: most of the work, which can be
shared out evenly once a way has no larger shortcuts."""

SEARCHES_OF_A_LEVEL = 3
"""Times that a shortcut takes to unpack what one of the level below takes: measured, 2.7 to 4."""

WORTH_A_THREAD = 36
"""Shortcuts of the lowest level that take as long as five wakings of a thread: two threads on two
cores gain a tenth of a way over 5 million vertices at best."""

PARTS_A_THREAD = 3
"""Parts of a way for each thread, so that all end together."""


def states_between(
    graph: BoundaryGraph,
    prices: Prices,
    number: int,
    workspace: Workspace,
    sides: tuple[SearchSide, SearchSide],
) -> U32:
    """States of the whole way on which two searches met at the state of this number."""
    states, cells = _coarse(graph.boundary, workspace, *sides, number)
    first_cell = np.array(graph.first_cell, np.int64)
    of: Any = (
        first_cell, graph.boundary, graph.slots, graph.inside, prices, np.int64(graph.most_inside),
    )  # fmt: skip
    low = min(LOW_LEVELS, graph.levels)
    states, cells = _in_parts(graph.levels, low, states, cells, of)
    return _in_parts(low, 0, states, cells, of)[0]


def _in_parts(above: int, lowest: int, states: U32, cells: U32, of: Any) -> tuple[U32, U32]:
    """`_unpack`, of parts of the way by several threads where there is enough to do."""
    hops = _work(lowest, cells[1:], of[0])
    threads = min(thread_count(), int(hops.sum()) // WORTH_A_THREAD)
    if threads < 2:
        alone: tuple[U32, U32] = _unpack(above, lowest, states, cells, *of)
        return alone
    work = np.append(0, np.cumsum(hops))
    parts = weighted_ranges(work, PARTS_A_THREAD * threads)
    found: list[tuple[U32, U32]] = [(states, cells)] * len(parts)
    order = sorted(range(len(parts)), key=lambda k: int(np.diff(work[list(parts[k])])[0]))

    def serve(_member: int) -> None:
        while True:
            try:
                part = order.pop()  # the longest first, so that all end together
            except IndexError:  # none is left
                return
            begin, end = parts[part]
            own = slice(begin, end + 1)
            found[part] = _unpack(above, lowest, states[own], cells[own], *of)

    share(threads, serve)
    whole = [np.concatenate((all_[:1], *(each[k][1:] for each in found)))
             for k, all_ in enumerate((states, cells))]  # fmt: skip
    return whole[0], whole[1]


def _work(lowest: int, cells: U32, first_cell: I64) -> I64:
    """int64, hops; what each takes, in shortcuts of the lowest level. cells : NONE for a step."""
    level = np.searchsorted(first_cell, cells, side="right") - 1
    some = (cells != NONE) & (level >= lowest)
    return np.where(some, SEARCHES_OF_A_LEVEL ** np.where(some, level, 0), 0)


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
def _unpack(
    above: int,
    lowest: int,
    states: Any,
    cells: Any,
    first_cell: Any,
    boundary: Any,
    slots: Any,
    inside: Any,
    prices: Any,
    most_inside: int,
) -> Any:
    """(states, cells) of a part of a way with shortcuts of kept levels below `lowest` alone; it has
    none of `above` and those above.

    most_inside : states in a lowest cell, entries of the cells below one, or exits, at most.
    """
    one = np.uint64(1)
    search = search_for(most_inside)
    way = np.empty(most_inside + 1, np.uint32)
    for level in range(above - 1, lowest - 1, -1):
        found = np.empty(2 * len(states) + FIRST_ROOM, np.uint32)
        through = np.empty(len(found), np.uint32)
        length = 1
        found[0], through[0] = states[0], cells[0]
        for hop in range(1, len(states)):
            cell, hops = np.uint64(cells[hop]), 0
            known = cells[hop] == NONE or cells[hop] < first_cell[level]
            if not known:
                begin, goal = boundary.number[states[hop - 1]], boundary.number[states[hop]]
                whole = np.uint64(prices.shortcuts[_shortcut(boundary, level, cell, begin, goal)])
                if level == 0:
                    place = np.uint64(inside.place[begin])
                    size = slots.first[cell + one] - slots.first[cell]
                    search_states(
                        search, cell, place, states[hop], whole, slots, inside, boundary.number,
                        prices.ordered,
                    )  # fmt: skip
                else:
                    base = boundary.first_entry[inside.first_child[cell]]
                    size = boundary.first_entry[inside.first_child[cell + one]] - base
                    at = boundary.entry[boundary.first_row[level - 1] + np.int64(begin)]
                    place = np.uint64(np.int64(at) - base)
                    search_entries(
                        search, cell, place, goal, whole, boundary, inside, prices.shortcuts
                    )
                last = np.uint64(search.before[np.uint64(size)])
                while last != place:
                    way[hops] = last
                    hops += 1
                    last = np.uint64(search.before[last])
                forget(search)
            if length + hops + 1 > len(found):
                more = np.empty(2 * (length + hops + 1), np.uint32)
                also = np.empty(len(more), np.uint32)
                more[:length], also[:length] = found[:length], through[:length]
                found, through = more, also
            if known:
                found[length], through[length] = states[hop], cells[hop]
                length += 1
                continue
            for back in range(hops - 1, -1, -1):
                if level == 0:
                    found[length] = slots.state[slots.first[cell] + way[back]]
                    through[length] = NONE
                else:
                    at = boundary.first_entry[inside.first_child[cell]] + way[back]
                    found[length] = boundary.state[boundary.entering[at]]
                    through[length] = _cell_below(boundary, inside, cell, place)
                    place = np.uint64(way[back])
                length += 1
            found[length], through[length] = states[hop], NONE
            if level > 0:
                through[length] = _cell_below(boundary, inside, cell, place)
            length += 1
        states, cells = found[:length], through[:length]
    return states, cells


@in_place
def _shortcut(boundary: Any, level: Any, cell: Any, begin: Any, goal: Any) -> Any:
    """The position of a cell's shortcut from one boundary state to another."""
    first_exit, one = boundary.first_exit, np.uint64(1)
    at_exit = first_exit[cell]
    while boundary.leaving[at_exit] != goal:
        at_exit += 1
    exits = first_exit[cell + one] - first_exit[cell]
    entry = np.int64(boundary.entry[boundary.first_row[level] + np.int64(begin)])
    own = entry - boundary.first_entry[cell]
    return boundary.first_shortcut[cell] + own * exits + at_exit - first_exit[cell]


@in_place
def _cell_below(boundary: Any, inside: Any, cell: Any, place: Any) -> Any:
    """Of the cells below one that which is entered at a place."""
    below = inside.first_child[cell]
    entry = boundary.first_entry[below] + np.int64(place)
    while boundary.first_entry[below + 1] <= entry:
        below += 1
    return below
