"""Checks that road times are what they claim to be, in time linear in the steps.

Labels are right if none could be better and each is explained: no step from a reached state gives
less, and from the starts every reached state is led to by steps that give just its label. The
second also holds where steps cost nothing, when "a neighbour explains it" would not be enough.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.times import UNREACHED
from core.validation import Validation
from road.results.travel_times import RoadTimes
from road.search.starts import seeds_of
from road.terrain.straight_ground import offered_beside

STATEMENTS = (
    "Every start within the limit holds its delay, or less",
    "No arc, with the turn before it, leads to less time than its end holds",
    "Every time is explained by a way from a start",
    "No time exceeds the limit",
    "Every vertex holds the least time of the arcs that lead to it",
)


STATEMENTS_ON_STRAIGHT_LINES = (
    "Every start within the limit holds its delay, or less, and every cell around it the time of "
    "the straight line there, or less",
    "No arc, and no straight line between cells, leads to less time than its end holds",
    *STATEMENTS[2:],
)
"""The same where the graph has ground that straight lines lead over."""


def validate(times: RoadTimes) -> Validation:
    """Check the result of any solver against graph, weights and sources.

    A partial result fails the second or the third statement.
    """
    search, labels = times.search, times.state_labels
    seeds = seeds_of(search, times.sources, times.limit_ticks)
    steps = search.first_out, search.head, search.cost, search.lines
    reached = labels < UNREACHED
    violations = (
        int(np.count_nonzero(labels[seeds.states] > seeds.ticks)),
        int(_improvable(*steps, labels, times.limit_ticks)),
        int(np.count_nonzero(reached)) - int(_explained(*steps, labels, seeds.states, seeds.ticks)),
        int(np.count_nonzero(labels[reached] > times.limit_ticks)),
        _wrong_vertices(times),
    )
    straight = search.ground is not None
    return Validation.of(STATEMENTS_ON_STRAIGHT_LINES if straight else STATEMENTS, violations)


def _wrong_vertices(times: RoadTimes) -> int:
    """Vertices that differ from the least label of their arcs and from their own start."""
    search = times.search
    if search.arc_of_state is None:
        return int(np.count_nonzero(times.labels != times.state_labels))
    expected = np.full(search.graph.vertices, UNREACHED, np.uint32)
    np.minimum.at(expected, search.far_vertex[search.arc_of_state], times.state_labels)
    for vertex, ticks in times.vertex_starts():
        expected[vertex] = min(int(expected[vertex]), ticks)
    return int(np.count_nonzero(expected != times.labels))


@njit(cache=True, nogil=True)
def _improvable(first_out: Any, head: Any, cost: Any, lines: Any, labels: Any, limit: int) -> int:
    """Steps from reached states that would lower the label they lead to; or wedges that would, that
    a step's begin is a corner of."""
    count = 0
    for state in range(len(labels)):
        label = np.int64(labels[state])
        if label >= UNREACHED:
            continue
        for step in range(first_out[state], first_out[state + 1]):
            arrival: Any = label + np.int64(cost[step])
            if lines is not None:
                arrival = min(arrival, offered_beside(lines, labels, state, head[step]))
            count += arrival <= limit and arrival < labels[head[step]]
    return count


@njit(cache=True, nogil=True)
def _explained(
    first_out: Any, head: Any, cost: Any, lines: Any, labels: Any, states: Any, ticks: Any
) -> int:
    """Reached states that steps giving just their labels lead to, from starts that hold theirs; or
    wedges that do so between cells that are explained already."""
    known = np.zeros(len(labels), np.bool_)
    explained = np.full(len(labels) if lines is not None else 0, UNREACHED, np.uint32)
    stack = np.empty(len(labels), np.int64)
    height = count = 0
    for i in range(len(states)):
        if labels[states[i]] == ticks[i]:
            known[states[i]] = True
            stack[height] = states[i]
            height += 1
    while height > 0:
        height -= 1
        state = stack[height]
        count += 1
        label = np.int64(labels[state])
        if lines is not None:
            explained[state] = labels[state]
        for step in range(first_out[state], first_out[state + 1]):
            other = head[step]
            arrival = label + np.int64(cost[step])
            if lines is not None:
                arrival = min(arrival, offered_beside(lines, explained, state, other))
            tight = arrival == labels[other] and labels[other] < UNREACHED
            if tight and not known[other]:
                known[other] = True
                stack[height] = other
                height += 1
    return count
