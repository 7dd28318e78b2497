"""From a way of shortcuts to a way of steps, level by level.

A shortcut of a cell is looked for again inside that cell, over the shortcuts of the next lower kept
level, or over steps in a cell of the lowest (as in Delling et al., SEA 2011). What lies in a cell
has places of its own, so that each search keeps to memory that fits in cache; parts of a long way
are unpacked by several threads.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from core.parallel.ranges import weighted_ranges
from core.parallel.simd import lowest_bit
from core.parallel.team import share
from core.parallel.threads import thread_count
from core.times import UNREACHED
from road.crp.query.boundary_graph import BoundaryGraph, Prices
from road.crp.query.search import NONE, largest_closed
from road.crp.query.workspace import SearchSide, Workspace
from road.graph import I64, U32

FIRST_ROOM = 256

LOW_LEVELS = 2
"""Lowest kept levels, which are unpacked by themselves in the end: most of the work, which can be
shared out evenly once a way has no larger shortcuts."""

SEARCHES_OF_A_LEVEL = 3
"""Times that a shortcut takes to unpack what one of the level below takes: measured, 2.7 to 4."""

WORTH_A_THREAD = 18
"""Shortcuts of the lowest level that take as long as two wakings of a thread."""

PARTS_A_THREAD = 3
"""Parts of a way for each thread, so that all end together."""

BUCKETS = 32
"""Buckets of labels up to the cost of the shortcut; each is a bit of a word."""

NOWHERE = -1
"""Bucket, or neighbour in a bucket, of a state that has none."""


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


class _Search(NamedTuple):
    """A search inside a cell, of states or of entries of the cells below, by their *place* in it.
    The goal, which lies outside, has the place after all others; SHUT is behind it.

    label : uint32, UNREACHED but while it is searched. before : uint32, the place left last.
    left : uint32, that place's label. touched : uint32, places with a label.
    bucket, after, ahead : int64; NOWHERE, or the bucket of a place and its neighbours in it.
    first : int64, BUCKETS. state : int64; how many places are touched, a bit for each bucket that
        holds one, and by how many bits a label is wider than the number of its bucket.
    fallen : int64; what of a row may lower a label.
    """

    label: U32
    before: U32
    left: U32
    touched: U32
    bucket: I64
    after: I64
    ahead: I64
    first: I64
    state: I64
    fallen: I64


_TOUCHED, _WAITING, _SHIFT = 0, 1, 2
"""Places in the state of a search."""


@njit(nogil=True)
def _search_for(places: int) -> Any:
    return _Search(
        np.full(places + 2, UNREACHED, np.uint32),
        np.empty(places + 2, np.uint32),
        np.empty(places + 2, np.uint32),
        np.empty(places + 2, np.uint32),
        np.full(places + 2, NOWHERE, np.int64),
        np.empty(places + 2, np.int64),
        np.empty(places + 2, np.int64),
        np.empty(BUCKETS, np.int64),
        np.zeros(3, np.int64),
        np.empty(places + 2, np.int64),
    )


@in_place
def _begin(search: Any, place: Any, whole: Any) -> None:
    """From a place, to wherever less than all of a shortcut leads."""
    shift = np.int64(0)
    while whole >> np.uint64(shift) >= BUCKETS:
        shift += 1
    search.label[place], search.touched[0], search.state[_TOUCHED] = 0, place, 1
    search.bucket[place], search.after[place], search.ahead[place] = 0, NOWHERE, NOWHERE
    search.first[0], search.state[_WAITING], search.state[_SHIFT] = place, 1, shift


@in_place
def _taken(search: Any) -> Any:
    """A place out of the first bucket that holds one."""
    bucket = np.int64(lowest_bit(search.state[_WAITING]))
    place = np.uint64(search.first[bucket])
    following = search.after[place]
    search.first[bucket] = following
    if following == NOWHERE:
        search.state[_WAITING] ^= np.int64(1) << bucket
    else:
        search.ahead[following] = NOWHERE
    search.bucket[place] = NOWHERE
    return place


@in_place
def _file(search: Any, place: Any, arrival: Any) -> None:
    """Put a place into the bucket of its label, out of that of the one before."""
    bucket = np.int64(arrival >> np.uint64(search.state[_SHIFT]))
    former = search.bucket[place]
    if former == bucket:
        return
    if former != NOWHERE:
        sooner, later = search.ahead[place], search.after[place]
        if later != NOWHERE:
            search.ahead[later] = sooner
        if sooner != NOWHERE:
            search.after[sooner] = later
        elif later != NOWHERE:
            search.first[former] = later
        else:
            search.state[_WAITING] ^= np.int64(1) << former
    later = search.first[bucket] if search.state[_WAITING] >> bucket & 1 else NOWHERE
    if later != NOWHERE:
        search.ahead[later] = place
    search.after[place], search.ahead[place], search.bucket[place] = later, NOWHERE, bucket
    search.first[bucket] = place
    search.state[_WAITING] |= np.int64(1) << bucket


@in_place
def _lower(search: Any, place: Any, arrival: Any, left: Any, now: Any) -> None:
    """Give a place a label lower than its own."""
    if search.label[place] == UNREACHED:
        search.touched[search.state[_TOUCHED]] = place
        search.state[_TOUCHED] += 1
    search.label[place], search.before[place], search.left[place] = arrival, left, now


@in_place
def _forget(search: Any) -> None:
    for k in range(search.state[_TOUCHED]):
        search.label[search.touched[k]] = UNREACHED


@in_place
def _search_states(
    search: Any, cell: Any, place: Any, goal: Any, whole: Any, slots: Any, inside: Any,
    number: Any, costs: Any,
) -> None:  # fmt: skip
    """In a lowest cell, over steps. goal : the state. number : see `Boundary`."""
    base = np.uint64(slots.first[cell])
    size = np.uint64(slots.first[cell + np.uint64(1)]) - base
    label = search.label
    _begin(search, place, whole)
    while search.state[_WAITING]:
        here = _taken(search)
        now = np.uint64(label[here])
        slot = base + here
        for k in range(np.uint64(slots.begin[slot]), np.uint64(slots.end[slot])):
            arrival = now + np.uint64(costs[k])
            to = np.uint64(inside.step_place[k])
            if to == size and slots.head[k] != goal:
                continue
            known = np.uint64(label[to])
            if arrival > known or arrival > whole:
                continue
            if arrival == known:
                # Of ways that cost the same, as if served by label and number.
                if now < arrival and now <= search.left[to]:
                    other = slots.state[base + np.uint64(search.before[to])]
                    if now < search.left[to] or number[slots.state[slot]] < number[other]:
                        search.before[to], search.left[to] = here, now
                continue
            _lower(search, to, arrival, here, now)
            if to < size:
                _file(search, to, arrival)


@in_place
def _search_entries(
    search: Any, cell: Any, place: Any, goal: Any, whole: Any, boundary: Any, inside: Any,
    shortcuts: Any,
) -> None:  # fmt: skip
    """In another cell, over shortcuts of the cells below. goal : the number of the state.

    What a row cannot lower, nearly all of it, is passed over without a branch.
    """
    first_entry, first_exit, label = boundary.first_entry, boundary.first_exit, search.label
    first_child = inside.first_child[cell]
    base = np.uint64(first_entry[first_child])
    size = np.uint64(first_entry[inside.first_child[cell + np.uint64(1)]]) - base
    shut = size + np.uint64(1)
    label[shut] = 0
    fallen = search.fallen
    _begin(search, place, whole)
    while search.state[_WAITING]:
        here = _taken(search)
        now = np.uint64(label[here])
        below = np.uint64(first_child)
        entry = np.int64(base + here)
        while first_entry[below + np.uint64(1)] <= entry:
            below += np.uint64(1)
        begin = np.uint64(first_exit[below])
        exits = np.uint64(first_exit[below + np.uint64(1)]) - begin
        row = np.uint64(boundary.first_shortcut[below])
        row += np.uint64(entry - first_entry[below]) * exits
        count = np.uint64(0)
        for k in range(exits):
            arrival = now + np.uint64(shortcuts[row + k])
            to = np.uint64(inside.entry_of_exit[begin + k]) - base  # wraps round before the base
            if to >= size:
                to = shut
            if boundary.leaving[begin + k] == goal:
                to = size
            fallen[count] = k
            count += np.uint64(arrival <= min(np.uint64(label[to]), whole))
        for n in range(count):
            exit_ = np.uint64(fallen[n])
            arrival = now + np.uint64(shortcuts[row + exit_])
            to = np.uint64(inside.entry_of_exit[begin + exit_]) - base
            if boundary.leaving[begin + exit_] == goal:
                to = size
            elif to >= size:
                continue  # out of the cell for nothing, from its beginning
            if arrival == label[to]:
                if now < arrival and now <= search.left[to]:
                    other = boundary.entering[base + np.uint64(search.before[to])]
                    if now < search.left[to] or boundary.entering[base + here] < other:
                        search.before[to], search.left[to] = here, now
                continue
            _lower(search, to, arrival, here, now)
            if to < size:
                _file(search, to, arrival)
    label[shut] = UNREACHED


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

    A search inside a cell corrects labels, from bucket to bucket. A state is in one bucket at most,
    in a list that leads both ways.
    """
    one = np.uint64(1)
    search = _search_for(most_inside)
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
                    _search_states(
                        search, cell, place, states[hop], whole, slots, inside, boundary.number,
                        prices.ordered,
                    )  # fmt: skip
                else:
                    base = boundary.first_entry[inside.first_child[cell]]
                    size = boundary.first_entry[inside.first_child[cell + one]] - base
                    at = boundary.entry[boundary.first_row[level - 1] + np.int64(begin)]
                    place = np.uint64(np.int64(at) - base)
                    _search_entries(
                        search, cell, place, goal, whole, boundary, inside, prices.shortcuts
                    )
                last = np.uint64(search.before[np.uint64(size)])
                while last != place:
                    way[hops] = last
                    hops += 1
                    last = np.uint64(search.before[last])
                _forget(search)
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
