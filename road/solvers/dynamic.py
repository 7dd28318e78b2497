"""Times after some arcs cost otherwise, from the times before: only what can change is settled.

As `raster.solvers.dynamic` does on cells, in two phases. First, states are looked at in the order
of their labels of before, beginning with those that a changed step leads into. One that its start,
its steps and its wedges still give its label, or less, from states that have kept theirs, keeps it;
another loses it, and those that its steps lead into are looked at, too. A step that costs nothing
keeps nobody's label, so what does is earlier and was looked at before: no two states keep each
other's. Then all states that were looked at are offered what leads into them, and what falls is
settled as Dijkstra does. So the labels are those of a solve from the beginning, bit for bit.

Where the graph, the turns, the ticks or the limit are others, and where more states are looked at
than pays, another solver does all of it.

Source: Ramalingam and Reps 1996, for several changed arcs at once, in two phases. Ours keeps
labels of states that are arcs where turns cost, and wedges where cells are among the states.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.parallel.growing import longer
from core.parallel.rounds import RoundLog
from core.times import UNREACHED
from road.crp.query.heap import FIRST_ROOM, push, remove_least
from road.graph import I64, U8, U32, read_only
from road.results.travel_times import RoadTimes
from road.search.search_graph import SearchGraph
from road.search.starts import Seeds, seeds_of
from road.solvers.attempts import HostSolver, RoadAttempt
from road.terrain.straight_ground import halves_of, offered_beside

MOST_LOOKED_AT = 0.05
"""Share of the states that may be looked at in either phase, and of the arcs that may cost
otherwise. Looking at a state takes as long as serving four or five, and the others solve by one or
two threads: where it is more, solving anew is about as soon."""

LOOK = 1 << 13
"""Entries taken out between two looks at whether to stop."""

_NO_ARCS: U32 = read_only(np.empty(0, np.uint32))
_NO_TURNS: U8 = read_only(np.empty(0, np.uint8))
_NO_ORDER: I64 = read_only(np.empty(0, np.int64))


class PricedSteps(NamedTuple):
    """PricedSteps of a search, out of states and into them, priced one by one.

    first_out, head : of the search. arc : uint32, of each step; empty where it is the step's own
    number, and where states are arcs. turn : uint8, of each step; empty where states are vertices.
    arc_costs, turn_costs : of the weights.
    first_in, tail, arc_in : arcs that lead to a vertex, in the direction of the search, and where
    each comes from; arc_in is empty where it is the place's own number.
    near, arc_of_state, order, later : where states are arcs: the vertex that an arc is entered at,
    the arc of a state, and the states beyond the first of an arc; empty where they are vertices.
    """

    first_out: I64
    head: U32
    arc: U32
    turn: U8
    arc_costs: U32
    turn_costs: U32
    first_in: I64
    tail: U32
    arc_in: U32
    near: U32
    arc_of_state: U32
    order: I64
    later: U32

    @classmethod
    def of(cls, search: SearchGraph) -> PricedSteps:
        graph, weights = search.graph, search.weights
        back, onward = graph.backward, search.direction == "from"
        steps = cls(
            first_out=search.first_out,
            head=search.head,
            arc=_NO_ARCS if onward else back.arc,
            turn=_NO_TURNS,
            arc_costs=weights.arc_costs,
            turn_costs=weights.turn_costs,
            first_in=back.first_in if onward else graph.first_out,
            tail=back.tail if onward else graph.head,
            arc_in=back.arc if onward else _NO_ARCS,
            near=_NO_ARCS,
            arc_of_state=_NO_ARCS,
            order=_NO_ORDER,
            later=_NO_ARCS,
        )
        if search.arc_of_state is None:
            return steps
        order, later = search.later_states
        return steps._replace(
            arc=_NO_ARCS,
            turn=search.turns,
            near=search.near_vertex,
            arc_of_state=search.arc_of_state,
            order=read_only(order),
            later=read_only(later),
        )


class DynamicUpdate(HostSolver):
    """Times by weights that differ in some arcs from those by which it is solved already.

    before : what was found, from starts that may have been others. otherwise : solves where that
    does not fit, or where it is sooner. settled : how many states the last solve looked at; None
    where `otherwise` did all of it.
    """

    algorithm = "dynamic"

    def __init__(self, before: RoadTimes, otherwise: HostSolver) -> None:
        self.search = otherwise.search
        self._before, self._otherwise = before, otherwise
        self.settled: int | None = None

    def _attempt(self, attempt: RoadAttempt) -> RoadTimes:
        self.settled = None
        found = self._updated(attempt) if self._fits(attempt) else None
        return self._otherwise._attempt(attempt) if found is None else found

    def _fits(self, attempt: RoadAttempt) -> bool:
        before, search = self._before, attempt.search
        if "state_labels" not in before.__dict__:  # they lie on a device, which may be lost
            return False
        known = before.search
        same_steps = known.first_out is search.first_out and known.head is search.head
        if not same_steps or known.edge_expanded is not search.edge_expanded:
            return False
        asked = attempt.limit, search.scale, search.direction, search.weights.unit
        told = before.limit_seconds, known.scale, known.direction, known.weights.unit
        turns = np.array_equal(known.weights.turn_costs, search.weights.turn_costs)
        return asked == told and turns and not before.partial and _alike_ground(known, search)

    def _updated(self, attempt: RoadAttempt) -> RoadTimes | None:
        """None where another solver is sooner, or where it was cancelled."""
        before, search = self._before, attempt.search
        most = int(MOST_LOOKED_AT * search.states) + 1
        states = changed_states(before.search, search, most)
        if states is None or attempt.cancel.requested:
            return None
        seeds_before = seeds_of(before.search, before.sources, attempt.limit_ticks)
        states = np.unique(np.concatenate((states, _differing(seeds_before, attempt.seeds))))
        labels = before.state_labels.copy()
        order = np.argsort(attempt.seeds.states)
        places = attempt.seeds.states[order]
        given = attempt.seeds.ticks[order].astype(np.int64)
        how = PricedSteps.of(search), search.lines, labels
        stop = attempt.cancel.flag
        looked, done = _without_support(*how, states, places, given, most, stop)
        if not done:
            return None
        log = attempt.log(self.algorithm, "cpu", "cpu", 0.0)
        log.start_timing()
        limit = attempt.limit_ticks
        heap, waiting = _offered(*how, looked, places, given, limit)
        waiting, found, last = _settle(*how, heap, waiting, limit, most, stop)
        if waiting:
            return None
        self.settled = len(looked) + int(found)
        return self._told(attempt, log, labels, int(last))

    def _told(self, attempt: RoadAttempt, log: RoundLog, labels: U32, last: int) -> RoadTimes:
        log.record("heap", self.settled or 0, 0, self.settled or 0, last)
        times = RoadTimes(attempt.search, labels, tuple(attempt.sources), attempt.limit)
        log.finish(times.reached, times.max_ticks, partial=False)
        return times


def _alike_ground(one: SearchGraph, other: SearchGraph) -> bool:
    first, second = one.ground, other.ground
    if first is None or second is None:
        return first is second
    return first.half_costs.shape == second.half_costs.shape


def changed_states(one: SearchGraph, other: SearchGraph, most: int) -> I64 | None:
    """States that steps of other costs lead into, by weights of the same steps, and those beside
    cells of other half costs; int64. None where more than `most` arcs cost otherwise."""
    arcs = np.flatnonzero(one.weights.arc_costs != other.weights.arc_costs)
    if len(arcs) > most:
        return None
    if other.arc_of_state is not None:
        found = [state for arc in arcs.tolist() for state in other.states_of_arc(arc)]
        return np.array(found, np.int64)
    states = other.far_vertex[arcs].astype(np.int64)
    if one.ground is None or other.ground is None or one.ground is other.ground:
        return states
    first, second = one.ground.half_costs, other.ground.half_costs
    rows, cols = np.nonzero((first != second).any(axis=0))
    down, across = first.shape[1], first.shape[2]
    beside = [
        np.clip(rows + r, 0, down - 1) * across + np.clip(cols + c, 0, across - 1)
        for r in (-1, 0, 1)
        for c in (-1, 0, 1)
    ]
    return np.concatenate((states, *beside))


def _differing(one: Seeds, other: Seeds) -> I64:
    """States that two sets of seeds do not give the same label."""
    first = dict(zip(one.states.tolist(), one.ticks.tolist(), strict=True))
    second = dict(zip(other.states.tolist(), other.ticks.tolist(), strict=True))
    differ = [s for s in first.keys() | second.keys() if first.get(s) != second.get(s)]
    return np.array(sorted(differ), np.int64)


@njit(cache=True, nogil=True)
def _price(steps: Any, step: Any) -> Any:
    """What a step costs, int64; UNREACHED where it is closed."""
    if len(steps.turn) > 0:
        arc = np.int64(steps.arc_costs[steps.arc_of_state[steps.head[step]]])
        return min(arc + np.int64(steps.turn_costs[steps.turn[step]]), np.int64(UNREACHED))
    arc = np.int64(steps.arc[step]) if len(steps.arc) > 0 else np.int64(step)
    return np.int64(steps.arc_costs[arc])


@njit(cache=True, nogil=True)
def _by_step(steps: Any, labels: Any, before: Any, state: Any, least: Any) -> Any:
    """The least label that steps from one state give another; `least` where they cost less than
    that."""
    best = np.int64(UNREACHED)
    label = np.int64(labels[before])
    if label >= UNREACHED:
        return best
    for step in range(steps.first_out[before], steps.first_out[before + 1]):
        if steps.head[step] == state:
            cost = _price(steps, step)
            if cost >= least:
                best = min(best, label + cost)
    return best


@njit(cache=True, nogil=True)
def _by_arcs(steps: Any, labels: Any, state: Any, least: Any) -> Any:
    """The least label that steps give a state that is an arc, of those that cost `least` or
    more."""
    best = np.int64(UNREACHED)
    arcs = len(steps.near)
    vertex = steps.near[steps.arc_of_state[state]]
    for place in range(steps.first_in[vertex], steps.first_in[vertex + 1]):
        arc = np.int64(steps.arc_in[place]) if len(steps.arc_in) > 0 else np.int64(place)
        best = min(best, _by_step(steps, labels, arc, state, least))
        if len(steps.later) > 0:
            k = np.searchsorted(steps.later, np.uint32(arc))
            while k < len(steps.later) and steps.later[k] == arc:
                best = min(best, _by_step(steps, labels, arcs + steps.order[k], state, least))
                k += 1
    return best


@njit(cache=True, nogil=True)
def _by_vertices(steps: Any, labels: Any, state: Any, least: Any) -> Any:
    """The same of a state that is a vertex."""
    best = np.int64(UNREACHED)
    for place in range(steps.first_in[state], steps.first_in[state + 1]):
        arc = np.int64(steps.arc_in[place]) if len(steps.arc_in) > 0 else np.int64(place)
        cost = np.int64(steps.arc_costs[arc])
        label = np.int64(labels[steps.tail[place]])
        if cost >= least and label < UNREACHED:
            best = min(best, label + cost)
    return best


@njit(cache=True, nogil=True)
def _by_wedges(lines: Any, labels: Any, state: Any) -> Any:
    """The least label that the wedges of a state give it that is a cell."""
    rows, cols = halves_of(lines).shape[1:]
    best = np.int64(UNREACHED)
    if state >= rows * cols:
        return best
    row, col = state // cols, state % cols
    for r in range(max(row - 1, 0), min(row + 2, rows)):
        for c in range(max(col - 1, 0), min(col + 2, cols)):
            if (r != row or c != col) and labels[r * cols + c] < UNREACHED:
                best = min(best, offered_beside(lines, labels, r * cols + c, state))
    return best


@njit(cache=True, nogil=True)
def _least(
    steps: Any, lines: Any, labels: Any, state: Any, places: Any, given: Any, least: Any
) -> Any:
    """The least label that a state is given by its start, by steps that cost `least` or more, and
    by its wedges."""
    if len(steps.turn) > 0:
        best = _by_arcs(steps, labels, state, least)
    else:
        best = _by_vertices(steps, labels, state, least)
    if lines is not None:
        best = min(best, _by_wedges(lines, labels, state))
    place = np.searchsorted(places, state)
    if place < len(places) and places[place] == state:
        best = min(best, given[place])
    return best


@njit(cache=True, nogil=True)
def _without_support(
    steps: Any, lines: Any, labels: Any, seeds: Any, places: Any, given: Any, most: int,
    stop: Any,
) -> Any:  # fmt: skip
    """Take the labels of states that nothing gives them any more, UNREACHED instead; returns all
    that were looked at, and False where more than `most` lost theirs."""
    queued = np.zeros(len(labels), np.bool_)
    looked = np.empty(max(2 * len(seeds), FIRST_ROOM), np.int64)
    heap, count, size, lost, popped = np.empty(FIRST_ROOM, np.uint64), 0, 0, 0, 0
    for state in seeds:
        queued[state] = True
        looked[count] = state
        count += 1
        if labels[state] < UNREACHED:
            heap = push(heap, size, labels[state], state)
            size += 1
    while size > 0:
        popped += 1
        if popped % LOOK == 0 and stop[0] != 0:
            return looked[:count], False
        state = np.int64(heap[0] & np.uint64(0xFFFFFFFF))
        remove_least(heap, size)
        size -= 1
        label = np.int64(labels[state])
        if _least(steps, lines, labels, state, places, given, 1) <= label:
            continue
        labels[state] = UNREACHED
        lost += 1
        if lost > most:
            return looked[:count], False
        for step in range(steps.first_out[state], steps.first_out[state + 1]):
            other = np.int64(steps.head[step])
            if queued[other] or labels[other] < label or labels[other] >= UNREACHED:
                continue
            queued[other] = True
            if count == len(looked):
                looked = longer(looked, count)
            looked[count] = other
            count += 1
            heap = push(heap, size, labels[other], other)
            size += 1
    return looked[:count], True


@njit(cache=True, nogil=True)
def _offered(
    steps: Any, lines: Any, labels: Any, looked: Any, places: Any, given: Any, limit: int
) -> Any:
    """Lower the labels of states to what they are given; returns a heap of those that fell, and its
    size."""
    heap, size = np.empty(FIRST_ROOM, np.uint64), 0
    for state in looked:
        best = _least(steps, lines, labels, state, places, given, 0)
        if best < labels[state] and best <= limit:
            labels[state] = best
            heap = push(heap, size, best, state)
            size += 1
    return heap, size


@njit(cache=True, nogil=True)
def _settle(
    steps: Any, lines: Any, labels: Any, heap: Any, size: int, limit: int, most: int, stop: Any
) -> Any:
    """Settle all that waits, or `most` states; returns how many entries are left, how many were
    settled, and the last label."""
    settled, popped, last = 0, 0, np.int64(0)
    while size > 0 and settled < most:
        popped += 1
        if popped % LOOK == 0 and stop[0] != 0:
            break
        entry = heap[0]
        remove_least(heap, size)
        size -= 1
        state, label = np.int64(entry & np.uint64(0xFFFFFFFF)), np.int64(entry >> np.uint64(32))
        if label != labels[state]:
            continue
        settled += 1
        last = label
        for step in range(steps.first_out[state], steps.first_out[state + 1]):
            other = np.int64(steps.head[step])
            arrival = label + _price(steps, step)
            if lines is not None and label < labels[other]:
                arrival = min(arrival, offered_beside(lines, labels, state, other))
            if arrival < labels[other] and arrival <= limit:
                labels[other] = arrival
                heap = push(heap, size, arrival, other)
                size += 1
    return size, settled, last
