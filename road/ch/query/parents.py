"""The state before each on a shortest way: a forest of all that a solve reached.

As in the paper, parents come from midpoints: of the step by which a label came, the *last place* is
the one before its end on the way that the step stands for. Steps that cost nothing allow circles of
such parents; states whose parent has the same label are given others, which lead to a start.
"""

from __future__ import annotations

import weakref
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.times import UNREACHED
from road.ch.hierarchy import ORIGINAL, Hierarchy
from road.ch.query.sweeps import BITS, SEED, upward
from road.graph import U32
from road.results.tree import NO_PARENT, give_parents
from road.search.search_graph import SearchGraph
from road.search.starts import Seeds


class LastPlaces(NamedTuple):
    """uint32, by step: the place before its end; of `up`, `down` and `core_steps`."""

    up: U32
    down: U32
    core_steps: U32


_KNOWN: weakref.WeakKeyDictionary[Hierarchy, LastPlaces] = weakref.WeakKeyDictionary()


def last_places(hierarchy: Hierarchy) -> LastPlaces:
    """Found when first asked for."""
    if hierarchy not in _KNOWN:
        up, down, within = hierarchy.up, hierarchy.down, hierarchy.core_steps
        found = LastPlaces(*(np.empty(len(side.other), np.uint32) for side in (up, down, within)))
        _last_places(up, down, within, *found)
        _KNOWN[hierarchy] = found
    return _KNOWN[hierarchy]


def parents_of(
    hierarchy: Hierarchy, search: SearchGraph, seeds: Seeds, limit: int, state_labels: U32
) -> U32:
    """uint32, states; the one before each in the order of the search, or NO_PARENT.

    state_labels : finished, from these seeds within `limit` ticks.
    """
    states, size = hierarchy.states, hierarchy.core_size
    climbed = np.full(states, UNREACHED, np.uint32)
    marks = np.zeros(-(-states // BITS), np.uint64)
    visited, came_by = np.empty(states, np.uint32), np.empty(states, np.uint32)
    places = hierarchy.place_of[seeds.states]
    notes = climbed, marks, visited, came_by
    upward(*hierarchy.up[:3], size, places, seeds.ticks, limit, *notes)
    labels = state_labels[hierarchy.state_at]
    parents = np.full(states, NO_PARENT, np.uint32)
    level = _by_midpoints(
        size, hierarchy.down, hierarchy.core_steps, last_places(hierarchy), labels, climbed,
        came_by, parents,
    )  # fmt: skip
    known = parents != NO_PARENT
    parents[known] = hierarchy.state_at[parents[known]]
    parents = parents[hierarchy.place_of]
    if level:
        has = parents != NO_PARENT
        waits = has & (state_labels[np.where(has, parents, 0)] == state_labels)
        steps = search.first_out, search.head, search.cost
        give_parents(*steps, state_labels, parents, waits.astype(np.uint8))
    return parents


@njit(cache=True, nogil=True)
def _last_places(
    up: Any, down: Any, within: Any, last_up: Any, last_down: Any, last_within: Any
) -> None:
    """From the lowest place up, since the middle of a step lies below both its ends."""
    for place in range(len(up.first) - 2, -1, -1):
        for step in range(up.first[place], up.first[place + 1]):
            middle = up.middle[step]
            last_up[step] = (
                place if middle == ORIGINAL else _last_over(up, last_up, middle, up.other[step])
            )
    for steps, last in ((down, last_down), (within, last_within)):
        for place in range(len(steps.first) - 1):
            for step in range(steps.first[place], steps.first[place + 1]):
                middle = steps.middle[step]
                last[step] = (
                    steps.other[step]
                    if middle == ORIGINAL
                    else _last_over(up, last_up, middle, np.uint32(place))
                )


@njit(cache=True, nogil=True)
def _last_over(up: Any, last_up: Any, middle: Any, end: Any) -> Any:
    """The last place before the end of the step up from a middle to there."""
    step = up.first[np.uint64(middle)]
    while up.other[step] != end:
        step += 1
    return last_up[step]


@njit(cache=True, nogil=True)
def _by_midpoints(
    core: int, down: Any, within: Any, last: Any, labels: Any, climbed: Any, came_by: Any,
    parents: Any,
) -> int:  # fmt: skip
    """Write parents by place; returns how many have the label of their parent."""
    level = 0
    for place in range(len(labels)):
        label = labels[place]
        if label >= UNREACHED:
            continue
        if climbed[place] == label:
            if came_by[place] != SEED:
                parents[place] = last.up[np.uint64(came_by[place])]
        else:
            steps, ends = (within, last.core_steps) if place < core else (down, last.down)
            for step in range(steps.first[place], steps.first[place + 1]):
                before = np.uint64(steps.other[step])
                if np.uint32(labels[before] + steps.cost[step]) == label:
                    parents[place] = ends[step]
                    break
        if parents[place] != NO_PARENT:
            level += labels[np.uint64(parents[place])] == label
    return level
