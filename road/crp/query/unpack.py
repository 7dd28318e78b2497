"""From a way of shortcuts to a way of steps.

A shortcut of a cell is looked for again inside that cell, over the shortcuts of the next lower kept
level, or over steps in a cell of the lowest (as in Delling et al., SEA 2011). What lies in a cell
has places of its own, so that each search keeps to memory that fits in cache.

Each search is a task of its own, taken from one list by as many threads as there is work for; what
it finds is put at the list's end. The largest shortcuts come first, so nobody waits long for what
is inside of them, and nobody waits for the interpreter.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.parallel.atomics import LINE_WORDS, claim, observe, pause, publish, reserve
from core.parallel.in_place import in_place
from core.parallel.team import share
from core.parallel.threads import thread_count
from road.crp.query.boundary_graph import BoundaryGraph, Prices
from road.crp.query.inside_search import (
    InsideSearch,
    forget,
    search_entries,
    search_for,
    search_states,
)
from road.crp.query.search import NONE, largest_closed
from road.crp.query.workspace import SearchSide, Workspace
from road.graph import I64, U32

FIRST_HOPS, FIRST_STATES = 512, 4096
"""Hops of a way, over all levels, and states inside of them before the lists grow."""

SEARCHES_OF_A_LEVEL = 3
"""Times that a shortcut takes to unpack what one of the level below takes: measured, 2.7 to 4."""

WORTH_A_THREAD = 24
"""Shortcuts of the lowest level that take as long as five wakings of a thread."""

MOST_THREADS = 4
"""Threads of a way: with eight and sixteen on sixteen cores it takes as long or longer."""


class Hops(NamedTuple):
    """Hops of a way and those that they are made of, as a list that threads take them from.

    begin, end : uint32, hops; the states that each leads from and to.
    cell : uint32, hops; that of a shortcut, NONE for a step.
    first, length : int64, hops; where those that a shortcut is made of are, for one of the lowest
        level where the states inside of it are.
    made : int64, hops; 1 once begin, end and cell are there.
    inside : uint32; states inside of shortcuts of the lowest level.
    progress : int64, words of their own cache lines; see below.
    """

    begin: U32
    end: U32
    cell: U32
    first: I64
    length: I64
    made: I64
    inside: U32
    progress: I64


WORDS = 5
TAKEN, MADE, OPEN, STATES, SHORT = (k * LINE_WORDS for k in range(WORDS))
"""Words of the progress: hops taken, hops on the list, hops whose inside is not yet found, states
inside, and whether the lists have no more room."""


class Unpacker:
    """Unpacks ways of one metric, one at a time; lists and searches are kept from way to way."""

    def __init__(self, graph: BoundaryGraph, prices: Prices) -> None:
        self._boundary = graph.boundary
        self._most = graph.most_inside
        self._of: Any = (
            np.array(graph.first_cell, np.int64),
            graph.boundary,
            graph.slots,
            graph.inside,
            prices,
        )
        self._searches: list[tuple[InsideSearch, U32]] = []
        self._make_room(FIRST_HOPS, FIRST_STATES)

    def _make_room(self, hops: int, states: int) -> None:
        self._hops = Hops(
            begin=np.empty(hops, np.uint32),
            end=np.empty(hops, np.uint32),
            cell=np.empty(hops, np.uint32),
            first=np.empty(hops, np.int64),
            length=np.empty(hops, np.int64),
            made=np.zeros(hops, np.int64),
            inside=np.empty(states, np.uint32),
            progress=np.zeros(WORDS * LINE_WORDS, np.int64),
        )

    def states_between(
        self, number: int, workspace: Workspace, sides: tuple[SearchSide, SearchSide]
    ) -> U32:
        """States of the whole way on which two searches met at the state of this number."""
        states, cells = _coarse(self._boundary, workspace, *sides, number)
        return self.unpacked(states, cells)

    def unpacked(self, states: U32, cells: U32) -> U32:
        """uint32; all states of a way. cells[k] is that of the shortcut into states[k], NONE for a
        step."""
        threads = min(thread_count(), MOST_THREADS, self._work(cells[1:]) // WORTH_A_THREAD)
        while True:
            if len(cells) <= len(self._hops.end):
                _put_on(self._hops, states, cells)
                self._serve_all(max(threads, 1))
                if not self._hops.progress[SHORT]:
                    break
            self._make_room(2 * len(self._hops.end), 2 * len(self._hops.inside))
        way: U32 = _put_together(self._hops, states, self._of[0])
        return way

    def _serve_all(self, threads: int) -> None:
        while len(self._searches) < threads:
            self._searches.append((search_for(self._most), np.empty(self._most + 1, np.uint32)))

        def serve(member: int) -> None:
            _serve(self._hops, *self._searches[member], *self._of)

        if threads > 1:
            share(threads, serve)
        else:
            serve(0)

    def _work(self, cells: U32) -> int:
        """What a way takes, in shortcuts of the lowest level. cells : NONE for a step."""
        level = np.searchsorted(self._of[0], cells[cells != NONE], side="right") - 1
        return int((SEARCHES_OF_A_LEVEL**level).sum())


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


@in_place
def _put_on(hops: Any, states: Any, cells: Any) -> None:
    """Begin the list with the hops of a way."""
    count = len(cells) - 1
    for k in range(count):
        hops.begin[k], hops.end[k], hops.cell[k] = states[k], states[k + 1], cells[k + 1]
        hops.made[k] = 1
    progress = hops.progress
    progress[TAKEN] = progress[STATES] = progress[SHORT] = 0
    progress[MADE] = progress[OPEN] = count


@in_place
def _serve(
    hops: Any, search: Any, way: Any, first_cell: Any, boundary: Any, slots: Any, inside: Any,
    prices: Any,
) -> None:  # fmt: skip
    """Take hops and find what is inside of them, until all is found or the lists are full.

    way : uint32, room for all places of a cell.
    """
    progress = hops.progress
    while not observe(progress, SHORT):
        hop = observe(progress, TAKEN)
        if hop >= min(observe(progress, MADE), len(hops.end)):
            if observe(progress, OPEN) == 0:
                return
            pause()
        elif claim(progress, TAKEN, hop):
            while observe(hops.made, hop) == 0:
                if observe(progress, SHORT):
                    return
                pause()
            new = np.int64(0)
            hops.length[hop] = 0
            if hops.cell[hop] != NONE:
                new = _find_inside(
                    hops, hop, search, way, first_cell, boundary, slots, inside, prices
                )
            if new < 0:
                publish(progress, SHORT, 1)
                return
            reserve(progress, OPEN, new - 1)


@in_place
def _find_inside(
    hops: Any, hop: Any, search: Any, way: Any, first_cell: Any, boundary: Any, slots: Any,
    inside: Any, prices: Any,
) -> Any:  # fmt: skip
    """How many hops were put on the list that a shortcut is made of; −1 where there is no room."""
    cell = np.uint64(hops.cell[hop])
    level = 0
    while cell >= first_cell[level + 1]:
        level += 1
    count = way_inside(
        search, way, level, cell, hops.begin[hop], hops.end[hop], boundary, slots, inside, prices
    )
    if level == 0:
        first = reserve(hops.progress, STATES, count)
        if first + count > len(hops.inside):
            return np.int64(-1)
        hops.first[hop], hops.length[hop] = first, count
        base = slots.first[cell]
        for k in range(count):
            hops.inside[first + k] = slots.state[base + way[count - 1 - k]]
        return np.int64(0)
    first = reserve(hops.progress, MADE, count + 1)
    if first + count + 1 > len(hops.end):
        return np.int64(-1)
    hops.first[hop], hops.length[hop] = first, count + 1
    base = boundary.first_entry[inside.first_child[cell]]
    state = hops.begin[hop]
    for k in range(count + 1):
        own = first + k
        hops.begin[own] = state
        hops.cell[own] = _cell_below(boundary, inside, cell, way[count - k])
        if k < count:
            state = boundary.state[boundary.entering[base + way[count - k - 1]]]
        else:
            state = hops.end[hop]
        hops.end[own] = state
        publish(hops.made, own, 1)
    return np.int64(count + 1)


@in_place
def way_inside(
    search: Any, way: Any, level: Any, cell: Any, begin: Any, end: Any, boundary: Any, slots: Any,
    inside: Any, prices: Any,
) -> Any:  # fmt: skip
    """How many places of a cell a shortcut of it leads over after its first, which come back to
    front in `way`, the first one last.

    begin, end : the states that it leads from and to; the latter is in the next cell.
    """
    one = np.uint64(1)
    cell = np.uint64(cell)
    start, goal = boundary.number[begin], boundary.number[end]
    whole = np.uint64(prices.shortcuts[_shortcut(boundary, level, cell, start, goal)])
    if level == 0:
        place = np.uint64(inside.place[start])
        size = slots.first[cell + one] - slots.first[cell]
        search_states(
            search, cell, place, end, whole, slots, inside, boundary.number, prices.ordered
        )
    else:
        base = boundary.first_entry[inside.first_child[cell]]
        size = boundary.first_entry[inside.first_child[cell + one]] - base
        at = boundary.entry[boundary.first_row[level - 1] + np.int64(start)]
        place = np.uint64(np.int64(at) - base)
        search_entries(search, cell, place, goal, whole, boundary, inside, prices.shortcuts)
    count = 0
    last = np.uint64(search.before[np.uint64(size)])
    while last != place:
        way[count] = last
        count += 1
        last = np.uint64(search.before[last])
    way[count] = place
    forget(search)
    return count


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


@njit(cache=True, nogil=True)
def _put_together(hops: Any, states: Any, first_cell: Any) -> Any:
    """uint32; the states of the way whose hops began the list, which is forgotten."""
    progress = hops.progress
    found = np.empty(1 + progress[MADE] + progress[STATES], np.uint32)
    here, past = np.empty_like(first_cell), np.empty_like(first_cell)
    found[0], length, depth = states[0], 1, 0
    here[0], past[0] = 0, len(states) - 1
    while depth >= 0:
        if here[depth] == past[depth]:
            depth -= 1
            continue
        hop = here[depth]
        here[depth] += 1
        first, count = hops.first[hop], hops.length[hop]
        if hops.cell[hop] != NONE and hops.cell[hop] >= first_cell[1]:
            depth += 1
            here[depth], past[depth] = first, first + count
            continue
        for k in range(count):
            found[length] = hops.inside[first + k]
            length += 1
        found[length] = hops.end[hop]
        length += 1
    hops.made[: progress[MADE]] = 0
    return found[:length]
