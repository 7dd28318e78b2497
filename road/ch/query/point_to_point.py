"""Point to point on a hierarchy: upward from both ends, and the way unpacked by middles.

Source: Geisberger, Sanders, Schultes, Delling, "Contraction hierarchies", WEA 2008. Ours goes up
from either end without a queue, place after place (`sweeps.upward`): with a core there are few.
Ways meet at a place that both ends reach, or go over the core by its distances.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numba import njit

from core.times import UNREACHED
from road.ch.hierarchy import ORIGINAL, Hierarchy, Steps
from road.ch.query.sweeps import BITS, SEED, upward
from road.graph import I64, U32
from road.routes.between import RouterBetween
from road.search.search_graph import SearchGraph
from road.search.starts import Seeds


class ContractedSolver(Protocol):
    """A solver with a hierarchy, as ways need it: on the host, as the search goes through it."""

    search: SearchGraph

    @property
    def hierarchy(self) -> Hierarchy: ...


class _Climb(NamedTuple):
    """What one end reached; see `sweeps.upward`. Labels are UNREACHED and marks clear between
    queries."""

    labels: U32
    marks: Any
    visited: U32
    came_by: U32


class HierarchyRouter(RouterBetween):
    """Ways between pairs of places, upward in a hierarchy from both. Holds 24 bytes a state."""

    method = "hierarchy"

    def __init__(self, solver: ContractedSolver) -> None:
        super().__init__(solver.search)
        self._hierarchy = solver.hierarchy
        self._ends = _climb_for(self._hierarchy.states), _climb_for(self._hierarchy.states)
        self.settled = 0

    def _between(self, seeds: Seeds, ends: I64, left: U32, worth: int) -> tuple[int, U32]:
        hierarchy, (forward, backward) = self._hierarchy, self._ends
        place_of, size, most = hierarchy.place_of, hierarchy.core_size, UNREACHED - 1
        ahead = upward(*hierarchy.up[:3], size, place_of[seeds.states], seeds.ticks, most, *forward)
        back = upward(*hierarchy.down[:3], size, place_of[ends], left, most, *backward)
        self.settled = ahead + back
        ticks, top, bottom = _meet(hierarchy.core, forward, ahead, backward, back)
        states = np.empty(0, np.uint32)
        if ticks < worth:
            places = _unpacked(
                hierarchy.up, hierarchy.down, hierarchy.core, hierarchy.core_steps, top, bottom,
                forward.came_by, backward.came_by,
            )  # fmt: skip
            states = hierarchy.state_at[places]
        for climb, count in ((forward, ahead), (backward, back)):
            climb.labels[climb.visited[:count]] = UNREACHED
            climb.marks[: -(-size // BITS)] = 0
        return int(ticks), states


def _climb_for(states: int) -> _Climb:
    return _Climb(
        np.full(states, UNREACHED, np.uint32),
        np.zeros(-(-states // BITS), np.uint64),
        np.empty(states, np.uint32),
        np.empty(states, np.uint32),
    )


def steps_over_core(core: U32, steps: Steps, top: int, bottom: int) -> I64:
    """Numbers of the core's steps along a shortest way between two of its places, in order."""
    found: I64 = _steps_over_core(core, steps, top, bottom)
    return found


@njit(cache=True, nogil=True)
def _meet(core: Any, forward: Any, ahead: int, backward: Any, back: int) -> Any:
    """(ticks, top, bottom): the least sum, and the places between which it goes over the core, the
    same where both ends meet outside."""
    size = np.uint64(len(core))
    labels, others = forward.labels, backward.labels
    best, top, bottom = np.int64(UNREACHED), np.uint64(0), np.uint64(0)
    for k in range(ahead):
        place = np.uint64(forward.visited[k])
        so_far = np.int64(labels[place])
        if place >= size:
            if so_far + np.int64(others[place]) < best:
                best, top, bottom = so_far + np.int64(others[place]), place, place
            continue
        if so_far >= best:
            continue
        for x in range(back):
            other = np.uint64(backward.visited[x])
            if other < size:
                total = so_far + np.int64(core[place, other]) + np.int64(others[other])
                if total < best:
                    best, top, bottom = total, place, other
    return best, top, bottom


@njit(cache=True, nogil=True)
def _unpacked(
    up: Any, down: Any, core: Any, core_steps: Any, top: Any, bottom: Any, forward: Any,
    backward: Any,
) -> Any:  # fmt: skip
    """int64; the places of the search graph's way from where it begins, over two places, to where
    it ends. forward, backward : the step by which either end came to each place."""
    rising = [np.int64(top)]
    while forward[np.uint64(rising[-1])] != SEED:
        rising.append(_row_of(up.first, np.int64(forward[np.uint64(rising[-1])])))
    way = [rising[-1]]
    for k in range(len(rising) - 2, -1, -1):
        step = forward[np.uint64(rising[k])]
        _expand(up, down, rising[k + 1], rising[k], up.middle[step], way)
    if top != bottom:
        for step in _steps_over_core(core, core_steps, top, bottom):
            here = _row_of(core_steps.first, step)
            before = np.int64(core_steps.other[step])
            _expand(up, down, before, here, core_steps.middle[step], way)
    place = np.int64(bottom)
    while backward[np.uint64(place)] != SEED:
        step = np.int64(backward[np.uint64(place)])
        below = _row_of(down.first, step)
        _expand(up, down, place, below, down.middle[step], way)
        place = below
    return np.array(way)


@njit(cache=True, nogil=True)
def _row_of(first: Any, step: Any) -> Any:
    """The place whose row holds a step."""
    return np.int64(np.searchsorted(first, step, side="right") - 1)


@njit(cache=True, nogil=True)
def _expand(up: Any, down: Any, begin: Any, end: Any, middle: Any, way: Any) -> None:
    """Append the places of the search graph's way for a step, after its begin."""
    pending = [(np.int64(begin), np.int64(end), np.int64(middle))]
    while len(pending) > 0:
        tail, head, over = pending.pop()
        if over == ORIGINAL:
            way.append(head)
            continue
        second = _find(up, over, head)
        first = _find(down, over, tail)
        pending.append((over, head, np.int64(up.middle[second])))
        pending.append((tail, over, np.int64(down.middle[first])))


@njit(cache=True, nogil=True)
def _find(steps: Any, place: Any, other: Any) -> Any:
    """The step of a place's row with that other end; there is one."""
    step = steps.first[place]
    while np.int64(steps.other[step]) != other:
        step += 1
    return step


@njit(cache=True, nogil=True)
def _steps_over_core(core: Any, steps: Any, top: Any, bottom: Any) -> Any:
    """Found backwards, by steps that explain a distance. Circles that cost nothing are left by
    going back: each place is tried once."""
    size = len(core)
    row = core[np.uint64(top)]
    seen = np.zeros(size, np.uint8)
    places, found = np.empty(size, np.int64), np.empty(size, np.int64)
    following = np.empty(size, np.int64)  # the next step into each place on the way to be tried
    depth = 0
    places[0] = np.int64(bottom)
    seen[places[0]] = 1
    following[0] = steps.first[places[0]]
    while places[depth] != np.int64(top):
        here, step = places[depth], following[depth]
        if step == steps.first[here + 1]:
            depth -= 1
            continue
        following[depth] += 1
        before = np.int64(steps.other[step])
        if not seen[before] and np.int64(row[before]) + np.int64(steps.cost[step]) == np.int64(
            row[here]
        ):
            seen[before] = 1
            found[depth] = step
            depth += 1
            places[depth] = before
            following[depth] = steps.first[before]
    return found[:depth][::-1].copy()
