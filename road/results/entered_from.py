"""Which of several sources arcs are entered from first.

Where turns cost or are forbidden this is not the source that is first at a vertex: the front that
is there first may not turn into the arc, or only later than another.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.solver import Start
from core.times import UNREACHED
from road.results.travel_times import RoadTimes
from road.search.starts import delay_ticks, seeds_of

NO_SOURCE = -1


def entered_from(times: RoadTimes) -> NDArray[np.int32]:
    """int32, arcs; the number of the source whose front enters each arc first, one of them where
    several do at once; NO_SOURCE where none does. Of times whose states are arcs."""
    search, labels, entered = times.search, times.state_labels, times.entered
    assert search.arc_of_state is not None
    source_of = np.full(search.states, NO_SOURCE, np.int32)
    for number, source in enumerate(times.sources):
        seeds = seeds_of(search, (source,), times.limit_ticks)
        first = (labels[seeds.states] == seeds.ticks) & (source_of[seeds.states] == NO_SOURCE)
        source_of[seeds.states[first]] = number
    reached = np.flatnonzero(labels < UNREACHED)
    order = reached[np.argsort(labels[reached], kind="stable")]
    steps = search.first_out, search.head
    _hand_on(order, *steps, search.cost, labels, source_of)
    found = np.full(len(entered), NO_SOURCE, np.int32)
    turning = search.turns, search.weights.turn_costs, search.arc_of_state
    _enter(order, *steps, *turning, labels, entered, source_of, found)
    for number, source in reversed(list(enumerate(times.sources))):
        if isinstance(source, Start):
            ticks = delay_ticks(search, source)
            for arc in search.arcs_out_of(source.element):
                if entered[arc] == ticks:
                    found[arc] = number
    return found


@njit(cache=True, nogil=True)
def _hand_on(order: Any, first_out: Any, head: Any, cost: Any, labels: Any, source_of: Any) -> None:
    """Give each reached state the source of one before it on a shortest way. order : by labels.

    A step that costs nothing may lead to a state that came earlier in the order: it is looked at
    again at once.
    """
    waiting = np.empty(len(order) + 1, np.int64)
    for begin in order:
        if source_of[begin] < 0:
            continue
        waiting[0], count = begin, 1
        while count > 0:
            count -= 1
            state = waiting[count]
            for step in range(first_out[state], first_out[state + 1]):
                into = head[step]
                there = np.int64(labels[state]) + np.int64(cost[step])
                if there < UNREACHED and labels[into] == there and source_of[into] < 0:
                    source_of[into] = source_of[state]
                    if cost[step] == 0:
                        waiting[count] = into
                        count += 1


@njit(cache=True, nogil=True)
def _enter(
    order: Any, first_out: Any, head: Any, turn: Any, turn_costs: Any, arc_of_state: Any,
    labels: Any, entered: Any, source_of: Any, found: Any,
) -> None:  # fmt: skip
    """Give each arc the source of a state out of which it is entered when it is first entered."""
    for state in order:
        for step in range(first_out[state], first_out[state + 1]):
            into = arc_of_state[head[step]]
            ticks = np.int64(labels[state]) + np.int64(turn_costs[turn[step]])
            if ticks < UNREACHED and entered[into] == ticks and found[into] < 0:
                found[into] = source_of[state]
