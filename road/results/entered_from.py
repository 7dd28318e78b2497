"""Which of several sources is first at vertices, and enters arcs first.

Where turns cost or are forbidden the second is not the first: the front that is first at a vertex
may not turn into the arc, or only later than another. Where several sources are there at the same
tick the one of the lowest number is named: the first of those whose own solve, alone and by the
same tick, has the least time there.
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


def first_of_states(times: RoadTimes) -> NDArray[np.int32]:
    """int32, states; the number of the source that is first there, NO_SOURCE where none is."""
    search, labels = times.search, times.state_labels
    source_of = np.full(search.states, NO_SOURCE, np.int32)
    for number, source in enumerate(times.sources):
        seeds = seeds_of(search, (source,), times.limit_ticks)
        first = (labels[seeds.states] == seeds.ticks) & (source_of[seeds.states] == NO_SOURCE)
        source_of[seeds.states[first]] = number
    _hand_on(_by_label(times), search.first_out, search.head, search.cost, labels, source_of)
    return source_of


def first_at_vertices(times: RoadTimes, of_states: NDArray[np.int32]) -> NDArray[np.int32]:
    """int32, vertices; the same of these, by whatever arc one comes there. of_states : of the same
    times."""
    search, labels = times.search, times.labels
    if search.arc_of_state is None:
        return of_states
    found = np.full(len(labels), NO_SOURCE, np.int32)
    for number, source in reversed(list(enumerate(times.sources))):
        if isinstance(source, Start) and labels[source.element] == delay_ticks(search, source):
            found[source.element] = number
    arrays = search.far_vertex, search.arc_of_state, times.state_labels, of_states, labels
    _first_at(*arrays, found)
    return found


def entered_from(times: RoadTimes, of_states: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
    """int32, arcs; the number of the source whose front enters each arc first; NO_SOURCE where none
    does. Of times whose states are arcs. of_states : of the same times, where it is known."""
    search, labels, entered = times.search, times.state_labels, times.entered
    assert search.arc_of_state is not None
    source_of = first_of_states(times) if of_states is None else of_states
    found = np.full(len(entered), NO_SOURCE, np.int32)
    turning = search.turns, search.weights.turn_costs, search.arc_of_state
    steps = search.first_out, search.head
    _enter(_by_label(times), *steps, *turning, labels, entered, source_of, found)
    for number, source in enumerate(times.sources):
        if isinstance(source, Start):
            ticks = delay_ticks(search, source)
            for arc in search.arcs_out_of(source.element):
                if entered[arc] == ticks and not 0 <= found[arc] < number:
                    found[arc] = number
    return found


def _by_label(times: RoadTimes) -> NDArray[np.int64]:
    """int64; the reached states, the nearest first."""
    reached = np.flatnonzero(times.state_labels < UNREACHED)
    return reached[np.argsort(times.state_labels[reached], kind="stable")]


@njit(cache=True, nogil=True)
def _hand_on(order: Any, first_out: Any, head: Any, cost: Any, labels: Any, source_of: Any) -> None:
    """Give each reached state the least source of those before it on a shortest way. order : by
    labels.

    A step that costs nothing may lead to a state that came earlier in the order: it is looked at
    again at once.
    """
    waiting = np.empty(len(order) + 1, np.int64)
    waits = np.zeros(len(labels), np.bool_)
    for begin in order:
        if source_of[begin] < 0:
            continue
        waiting[0], count = begin, 1
        while count > 0:
            count -= 1
            state = waiting[count]
            waits[state] = False
            source = source_of[state]
            for step in range(first_out[state], first_out[state + 1]):
                into = head[step]
                there = np.int64(labels[state]) + np.int64(cost[step])
                if there >= UNREACHED or labels[into] != there:
                    continue
                if source_of[into] < 0 or source < source_of[into]:
                    source_of[into] = source
                    if cost[step] == 0 and not waits[into]:
                        waiting[count], waits[into] = into, True
                        count += 1


@njit(cache=True, nogil=True)
def _enter(
    order: Any, first_out: Any, head: Any, turn: Any, turn_costs: Any, arc_of_state: Any,
    labels: Any, entered: Any, source_of: Any, found: Any,
) -> None:  # fmt: skip
    """Give each arc the least source of the states out of which it is entered when it is first
    entered."""
    for state in order:
        source = source_of[state]
        if source < 0:
            continue
        for step in range(first_out[state], first_out[state + 1]):
            into = arc_of_state[head[step]]
            ticks = np.int64(labels[state]) + np.int64(turn_costs[turn[step]])
            if ticks >= UNREACHED or entered[into] != ticks:
                continue
            if found[into] < 0 or source < found[into]:
                found[into] = source


@njit(cache=True, nogil=True)
def _first_at(
    far_vertex: Any, arc_of_state: Any, state_labels: Any, of_states: Any, labels: Any, found: Any
) -> None:
    """Give each vertex the least source of the states that are there first."""
    for state in range(len(state_labels)):
        vertex, source = far_vertex[arc_of_state[state]], of_states[state]
        if source < 0 or state_labels[state] != labels[vertex]:
            continue
        if found[vertex] < 0 or source < found[vertex]:
            found[vertex] = source
