"""The bidirectional multilevel search between two places, as kernels.

Both searches walk the same graph, one against the arrows: from a state its largest closed cell's
shortcuts, or its own steps where the lowest cell is open. They take turns by the smaller label and
end when no way can be shorter than the best one at which they met. What can no more be part of a
shorter one is not looked at: a state that the other search has not settled is at least as far from
its beginning as the next state that it will settle.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from core.times import UNREACHED
from road.crp.query.heap import lower, take_least
from road.crp.query.workspace import open_around

NONE = np.uint32(2**32 - 1)
_LOW = np.uint64(0xFFFFFFFF)
_HIGH = np.uint64(32)
FIRST = np.int64(0)
"""First place; a plain 0 is a type of its own, for which kernels are compiled anew."""


@njit(cache=True, nogil=True)
def meet(
    boundary: Any,
    slots: Any,
    prices: Any,
    workspace: Any,
    forward: Any,
    backward: Any,
    first_out: Any,
    head: Any,
    sources: Any,
    source_ticks: Any,
    goals: Any,
    goal_ticks: Any,
) -> Any:
    """(ticks, number, settled): the least cost and where the searches met.

    ticks is UNREACHED where there is no way. first_out, head : the steps of the search graph.

    One long function: arrays are taken out of tuples once, for counting who holds each of them
    takes longer than what is done with it.
    """
    open_around(boundary, slots, workspace, sources)
    open_around(boundary, slots, workspace, goals)
    found = np.array([np.int64(UNREACHED), 0])
    _begin(boundary, slots, workspace, forward, backward.label, sources, source_ticks, found)
    _begin(boundary, slots, workspace, backward, forward.label, goals, goal_ticks, found)
    number, _, cell_of, first_row, entry, first_place, places, cell_of_exit = boundary[:8]
    entering, leaving, first_entry, first_exit, first_shortcut, parent = boundary[8:]
    cost, _, shortcuts, turned = prices
    opened, base, _, state_of, last_link, link_before, link_tail, _, link_step = workspace[:9]
    row_numbers, row_costs = workspace.row_numbers, workspace.row_costs
    count = np.uint64(len(cell_of))
    lowest, vertex = slots[:2]
    ahead_label, _, ahead_places, ahead, _, ahead_counts = forward
    back_label, _, back_places, back, _, back_counts = backward
    settled = 0
    while ahead_counts[0] > 0 and back_counts[0] > 0:
        label, other_label = np.int64(ahead[0] >> _HIGH), np.int64(back[0] >> _HIGH)
        if label + other_label >= found[0]:
            break
        settled += 1
        if label <= other_label:
            here = ahead[0] & _LOW
            take_least(ahead, ahead_counts[0], ahead_places)
            ahead_counts[0] -= 1
            if here >= count or opened[cell_of[here]]:
                state = np.uint64(state_of[here])
                moved = np.uint64(base[lowest[vertex[state]]])
                steps = FIRST
                for x in range(first_out[state], first_out[state + np.uint64(1)]):
                    other = np.uint64(number[head[x]])
                    row_numbers[steps] = other + moved if other >= count else other
                    row_costs[steps] = cost[x]
                    steps += 1
                _relax(
                    forward, back_label, row_numbers, FIRST, steps, row_costs, FIRST, here, label,
                    other_label, found,
                )  # fmt: skip
                continue
            row, cell = 0, np.uint64(cell_of[here])
            while not opened[parent[cell]]:
                row, cell = row + 1, np.uint64(parent[cell])
            begin, end = first_exit[cell], first_exit[cell + np.uint64(1)]
            place = np.int64(entry[np.uint64(first_row[row]) + here]) - first_entry[cell]
            _relax(
                forward, back_label, leaving, begin, end, shortcuts,
                first_shortcut[cell] + place * (end - begin), here, label, other_label, found,
            )  # fmt: skip
            continue
        here = back[0] & _LOW
        take_least(back, back_counts[0], back_places)
        back_counts[0] -= 1
        link, steps = last_link[here], FIRST
        while link >= 0:
            row_numbers[steps] = link_tail[link]
            row_costs[steps] = cost[link_step[link]]
            steps += 1
            link = link_before[link]
        _relax(
            backward, ahead_label, row_numbers, FIRST, steps, row_costs, FIRST, here, other_label,
            label, found,
        )  # fmt: skip
        if here >= count:
            continue
        for k in range(first_place[here], first_place[here + np.uint64(1)]):
            at_exit = np.int64(places[k])
            cell = np.uint64(cell_of_exit[at_exit])
            if opened[cell] or not opened[parent[cell]]:
                continue
            begin, end = first_entry[cell], first_entry[cell + np.uint64(1)]
            place = at_exit - first_exit[cell]
            _relax(
                backward, ahead_label, entering, begin, end, turned,
                first_shortcut[cell] + place * (end - begin), here, other_label, label, found,
            )  # fmt: skip
    return found[0], found[1], settled


@njit(cache=True, nogil=True)
def _begin(
    boundary: Any,
    slots: Any,
    workspace: Any,
    own: Any,
    other_label: Any,
    states: Any,
    ticks: Any,
    found: Any,
) -> None:
    numbers = np.empty(len(states), np.uint32)
    for k in range(len(states)):
        numbers[k] = boundary.number[states[k]]
        if numbers[k] >= len(boundary.state):
            numbers[k] += workspace.base[slots.lowest[slots.vertex[states[k]]]]
    now, end = np.int64(0), len(states)
    _relax(own, other_label, numbers, FIRST, end, ticks, FIRST, np.uint64(NONE), now, now, found)


@in_place
def _relax(
    own: Any,
    other_label: Any,
    numbers: Any,
    begin: Any,
    end: Any,
    costs: Any,
    first: Any,
    here: Any,
    now: Any,
    least: Any,
    found: Any,
) -> None:
    """Lower the labels of numbers[begin:end] to `now` and a row of costs from `first` on.

    least : of the labels that the other search has yet to settle.
    """
    label, before, places, heap, touched, counts = own
    at = np.uint64(first)
    for x in range(np.uint64(begin), np.uint64(end)):
        number = np.uint64(numbers[x])
        arrival = now + np.int64(costs[at])
        at += np.uint64(1)
        known = np.int64(label[number])
        if arrival >= known:
            continue
        if known == UNREACHED:
            touched[counts[1]] = number
            counts[1] += 1
        label[number] = arrival
        before[number] = here
        both = arrival + np.int64(other_label[number])
        if arrival + least < found[0] or both < found[0]:
            counts[0] = lower(heap, counts[0], places, arrival, number)
        if both < found[0]:
            found[0], found[1] = both, number


@njit(cache=True, nogil=True)
def largest_closed(boundary: Any, opened: Any, number: int) -> Any:
    """(level, cell) of the largest closed cell around a state; level -1 where there is none."""
    if number >= len(boundary.state) or opened[boundary.cell[number]]:
        return -1, np.int64(0)
    level, cell = 0, np.int64(boundary.cell[number])
    around = np.int64(boundary.parent[cell])
    while not opened[around]:
        level, cell = level + 1, around
        around = np.int64(boundary.parent[cell])
    return level, cell
