"""From a way of shortcuts to a way of steps, level by level.

A shortcut of a cell is looked for again inside that cell, over the shortcuts of the next lower kept
level, or over steps in a cell of the lowest (as in Delling et al., SEA 2011). What lies in a cell
has places of its own, so that each search keeps to memory that fits in cache; parts of a long way
are unpacked by several threads.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np
from numba import njit

from core.parallel.ranges import even_ranges
from core.parallel.simd import lowest_bit
from core.parallel.team import share
from core.parallel.threads import thread_count
from core.times import UNREACHED
from road.crp.query.boundary_graph import BoundaryGraph, Prices
from road.crp.query.search import NONE, largest_closed
from road.crp.query.workspace import SearchSide, Workspace
from road.graph import U32
from road.search.search_graph import SearchGraph

FIRST_ROOM = 256

SHARED_LEVELS = 2
"""Lowest kept levels on which parts of a way are unpacked side by side: most of the work, and on
those above a way has few shortcuts."""

SHORTCUTS_A_THREAD = 6
"""Shortcuts of those levels for each thread: they take as long as it takes to wake one."""

PARTS_A_THREAD = 3
"""Parts of a way for each thread, so that all end together."""

BUCKETS = 32
"""Buckets of labels up to the cost of the shortcut; each is a bit of a word."""

NOWHERE = -1
"""Bucket, or neighbour in a bucket, of a state that has none."""


def states_between(
    graph: BoundaryGraph,
    prices: Prices,
    search: SearchGraph,
    number: int,
    workspace: Workspace,
    sides: tuple[SearchSide, SearchSide],
) -> U32:
    """States of the whole way on which two searches met at the state of this number."""
    states, cells = _coarse(graph.boundary, workspace, *sides, number)
    first_cell = np.array(graph.first_cell, np.int64)
    of: Any = (
        first_cell, graph.boundary, graph.slots, graph.inside, prices, search.first_out,
        search.head, np.int64(graph.most_inside),
    )  # fmt: skip
    shared = min(SHARED_LEVELS, graph.levels)
    states, cells = _unpack(graph.levels, shared, states, cells, *of)
    threads = min(thread_count(), int((cells != NONE).sum()) // SHORTCUTS_A_THREAD)
    if threads < 2:
        return np.asarray(_unpack(shared, 0, states, cells, *of)[0])
    parts = even_ranges(len(states) - 1, PARTS_A_THREAD * threads, 1)
    found: list[U32] = [np.empty(0, np.uint32)] * len(parts)
    following = count()

    def work(_member: int) -> None:
        while (part := next(following)) < len(parts):
            begin, end = parts[part]
            own = slice(begin, end + 1)
            found[part] = _unpack(shared, 0, states[own], cells[own], *of)[0][1:]

    share(threads, work)
    return np.concatenate((states[:1], *found))


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
    first_out: Any,
    head: Any,
    most_inside: int,
) -> Any:
    """(states, cells) of a part of a way with shortcuts of kept levels below `lowest` alone; it has
    none of `above` and those above.

    most_inside : states in a lowest cell, or entries of the cells below one, at most.

    A search inside a cell corrects labels, from bucket to bucket. A state is in one bucket at most,
    in a list that leads both ways. Arrays are taken out of tuples once, as in
    `road.crp.query.search.meet`, and nothing is called with them.
    """
    number, state, cell_of, first_row, entry = boundary[:5]
    leaving, first_entry, first_exit, first_shortcut, parent = boundary[9:]
    cost, shortcuts, _ = prices
    entry_of_exit, place, first_child = inside
    first_slot, slot_state = slots.first, slots.state
    boundaries = np.uint64(len(state))
    one = np.uint64(1)
    label = np.full(most_inside + 1, UNREACHED, np.uint32)
    before = np.empty(most_inside + 1, np.uint32)
    left = np.empty(most_inside + 1, np.uint32)
    touched = np.empty(most_inside + 1, np.uint32)
    first_of = np.empty(BUCKETS, np.int64)
    bucket_of, after, ahead_of = (
        np.full(most_inside + 1, NOWHERE, np.int64),
        np.empty(most_inside + 1, np.int64),
        np.empty(most_inside + 1, np.int64),
    )
    numbers = np.empty(most_inside + 1, np.uint32)
    way = np.empty(most_inside + 1, np.uint32)
    for level in range(above - 1, lowest - 1, -1):
        found = np.empty(2 * len(states) + FIRST_ROOM, np.uint32)
        through = np.empty(len(found), np.uint32)
        length = 1
        found[0], through[0] = states[0], cells[0]
        for hop in range(1, len(states)):
            cell = np.uint64(cells[hop])
            if cells[hop] == NONE or cells[hop] < first_cell[level]:
                hops = 1
                way[0] = NONE
            else:
                begin = np.uint64(number[states[hop - 1]])
                goal = np.uint64(number[states[hop]])
                row = np.uint64(0)
                if level == 0:
                    base = np.uint64(first_slot[cell])
                    size = np.uint64(first_slot[cell + one]) - base
                    local = np.uint64(place[begin])
                else:
                    row = np.uint64(first_row[level - 1])
                    base = np.uint64(first_entry[first_child[cell]])
                    size = np.uint64(first_entry[first_child[cell + one]]) - base
                    local = np.uint64(entry[row + begin]) - base
                # The goal, which lies outside, has the place after all others.
                at_exit = first_exit[cell]
                while np.uint64(leaving[at_exit]) != goal:
                    at_exit += 1
                exits = first_exit[cell + one] - first_exit[cell]
                own = np.int64(entry[np.uint64(first_row[level]) + begin]) - first_entry[cell]
                whole = np.uint64(
                    shortcuts[first_shortcut[cell] + own * exits + at_exit - first_exit[cell]]
                )
                shift = np.uint64(0)
                while whole >> shift >= BUCKETS:
                    shift += one
                label[local], numbers[local], touched[0] = 0, begin, local
                bucket_of[local], after[local], first_of[0] = 0, NOWHERE, local
                ahead_of[local] = NOWHERE
                waiting, reached = np.int64(1), 1  # a bit for each bucket
                while waiting:
                    bucket = np.int64(lowest_bit(waiting))
                    local = np.uint64(first_of[bucket])
                    following = after[local]
                    first_of[bucket] = following
                    if following == NOWHERE:
                        waiting ^= np.int64(1) << bucket
                    else:
                        ahead_of[following] = NOWHERE
                    bucket_of[local] = NOWHERE
                    now, here = np.uint64(label[local]), np.uint64(numbers[local])
                    if level == 0:
                        at = np.uint64(slot_state[base + local])
                        x, end, ahead = first_out[at], first_out[at + one], np.int64(0)
                    else:
                        below = np.uint64(cell_of[here])
                        for _ in range(level - 1):
                            below = np.uint64(parent[below])
                        x, end = first_exit[below], first_exit[below + one]
                        own = np.int64(base + local) - first_entry[below]
                        ahead = first_shortcut[below] + own * (end - x) - x
                    for k in range(x, end):
                        if level == 0:
                            arrival = now + np.uint64(cost[k])
                            other = np.uint64(number[head[k]])
                            if other >= boundaries:
                                to = other - boundaries
                            elif other == goal:
                                to = size
                            elif cell_of[other] == cell:
                                to = np.uint64(place[other])
                            else:
                                continue
                        else:
                            arrival = now + np.uint64(shortcuts[ahead + k])
                            other = np.uint64(leaving[k])
                            to = np.uint64(entry_of_exit[k]) - base  # wraps round before the base
                            if other == goal:
                                to = size
                            elif to >= size:
                                continue
                        known = np.uint64(label[to])
                        if arrival > known or arrival > whole:
                            continue
                        if arrival == known:
                            # Of ways that cost the same, as if served by label and number.
                            if now < arrival and (
                                now < left[to] or (now == left[to] and here < before[to])
                            ):
                                before[to], left[to] = here, now
                            continue
                        if known == UNREACHED:
                            touched[reached] = to
                            reached += 1
                        label[to], before[to], left[to], numbers[to] = arrival, here, now, other
                        if to == size:
                            continue
                        bucket = np.int64(arrival >> shift)
                        former = bucket_of[to]
                        if former == bucket:
                            continue
                        if former != NOWHERE:
                            sooner, later = ahead_of[to], after[to]
                            if later != NOWHERE:
                                ahead_of[later] = sooner
                            if sooner != NOWHERE:
                                after[sooner] = later
                            elif later != NOWHERE:
                                first_of[former] = later
                            else:
                                waiting ^= np.int64(1) << former
                        later = first_of[bucket] if waiting >> bucket & 1 else NOWHERE
                        if later != NOWHERE:
                            ahead_of[later] = to
                        after[to], ahead_of[to], bucket_of[to] = later, NOWHERE, bucket
                        first_of[bucket] = to
                        waiting |= np.int64(1) << bucket
                local, here = size, goal
                hops = 0
                while here != begin:
                    way[hops] = here
                    hops += 1
                    here = np.uint64(before[local])
                    if level > 0:
                        local = np.uint64(entry[row + here]) - base
                    elif here >= boundaries:
                        local = here - boundaries
                    else:
                        local = np.uint64(place[here])
                for t in range(reached):
                    label[touched[t]] = UNREACHED
            if length + hops > len(found):
                more = np.empty(2 * (length + hops), np.uint32)
                also = np.empty(len(more), np.uint32)
                more[:length], also[:length] = found[:length], through[:length]
                found, through = more, also
            if way[0] == NONE:
                found[length], through[length] = states[hop], cells[hop]
                length += 1
                continue
            came = np.uint64(number[states[hop - 1]])
            for back in range(hops - 1, -1, -1):
                here = np.uint64(way[back])
                found[length] = (
                    state[here]
                    if here < boundaries
                    else slot_state[first_slot[cell] + np.int64(here - boundaries)]
                )
                through[length] = NONE
                if level > 0:
                    below = np.uint64(cell_of[came])
                    for _ in range(level - 1):
                        below = np.uint64(parent[below])
                    through[length] = below
                came = here
                length += 1
        states, cells = found[:length], through[:length]
    return states, cells
