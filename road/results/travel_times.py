"""The result of every road solver.

A solver labels states; this derives the times of vertices, of arcs and of points along them. On an
arc, time runs evenly from the end where it is entered: at share s of the way it is
`entered + s · cost`, less where the other way along the street, or a start on it, is quicker.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit

from core.parallel.threads import short_parallel_for
from core.solver import Start
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from road.graph import F64, U32
from road.search.search_graph import SearchGraph
from road.search.starts import ArcPoint, RoadStart, behind, delay_ticks


@dataclass(frozen=True, eq=False)
class RoadTimes:
    """Times from the sources, or to them, in ticks of the weights.

    state_labels : uint32, states of `search`; UNREACHED where not reached within the limit.
    limit_seconds : in the weights' own unit where that is no time.
    partial : the solve was cancelled; labels are upper bounds.
    """

    search: SearchGraph
    state_labels: U32
    sources: tuple[Start | RoadStart, ...] = ()
    limit_seconds: float = UNLIMITED
    partial: bool = False

    @property
    def tick_seconds(self) -> float:
        """Seconds of a tick; 0 where costs are no times."""
        return self.search.weights.tick_seconds

    @property
    def unit(self) -> str:
        """What a tick is, in words."""
        return self.search.weights.unit

    @property
    def limit_ticks(self) -> int:
        return limit_in_ticks(self.limit_seconds, self.search.scale)

    @cached_property
    def labels(self) -> U32:
        """uint32, vertices; the least time to be there, by whatever arc."""
        search = self.search
        if search.arc_of_state is None:
            return self.state_labels
        labels = np.full(search.graph.vertices, UNREACHED, np.uint32)
        _least_at(search.far_vertex, search.arc_of_state, self.state_labels, labels)
        for vertex, ticks in self.vertex_starts():
            labels[vertex] = min(int(labels[vertex]), ticks)
        return labels

    @cached_property
    def arc_labels(self) -> U32:
        """uint32, arcs; the time at an arc's far end, having come along it."""
        costs = self.search.weights.arc_costs
        if self.search.arc_of_state is not None:
            labels = np.full(len(costs), UNREACHED, np.uint32)
            here = np.arange(len(costs), dtype=np.uint32)
            _least_at(here, self.search.arc_of_state, self.state_labels, labels)
            return labels
        ends = self.entered.astype(np.int64) + costs
        return np.where(ends <= self.limit_ticks, ends, UNREACHED).astype(np.uint32)

    @cached_property
    def entered(self) -> U32:
        """uint32, arcs; the time at which an arc is entered, turn included; UNREACHED where never.

        The near end of an arc is its tail, or its head where times are those to the sources.
        """
        search = self.search
        costs = search.weights.arc_costs
        if search.arc_of_state is None:
            entered = np.empty(len(costs), np.uint32)
            arrays = costs, self.labels, search.near_vertex, entered
            short_parallel_for(lambda begin, end: _enter(begin, end, *arrays), len(costs))
            return entered
        entered = np.full(search.graph.arc_count, UNREACHED, np.uint32)
        begun = np.zeros(search.graph.arc_count, np.bool_)
        begun[[arc for arc, _, _ in self.starts_on_arcs()]] = True
        before = np.zeros(search.graph.vertices, np.bool_)
        before[search.near_vertex[begun]] = True
        labels, surely_within = self.state_labels, self.limit_ticks - search.longest_step
        states = search.arc_of_state, costs, labels, begun, before, search.far_vertex
        left = np.empty(len(labels), np.uint32)

        def own(begin: int, end: int) -> U32:
            count = _enter_own_arcs(begin, end, *states, surely_within, entered, left)
            return left[begin : begin + count]

        # The first states are an arc each, so that no two threads write the same entry.
        for some in (*short_parallel_for(own, len(costs)), own(len(costs), len(labels))):
            _enter_next_arcs(
                some, search.first_out, search.head, search.turns,
                search.arc_of_state, costs, search.weights.turn_costs, labels, self.limit_ticks,
                entered,
            )  # fmt: skip
        for vertex, ticks in self.vertex_starts():
            for arc in search.arcs_out_of(vertex):
                if costs[arc] < UNREACHED:
                    entered[arc] = min(int(entered[arc]), ticks)
        return entered

    @cached_property
    def reached(self) -> int:
        """Vertices with a time."""
        return int(_summary(self.labels)[0])

    @cached_property
    def max_ticks(self) -> int:
        """The largest time of a vertex, 0 where none is reached."""
        return int(_summary(self.labels)[1])

    @property
    def max_seconds(self) -> float:
        """The same in seconds, or in the weights' own unit where that is no time."""
        return self.max_ticks * self.search.scale

    def seconds(self) -> F64:
        """float64, vertices; seconds, or the weights' own unit; inf where unreached."""
        return seconds_of(self.labels, self.search.scale)

    def ticks_at(self, places: Iterable[ArcPoint]) -> float:
        """The least time of a point that lies on these arcs; inf where it is not reached."""
        return min((self._ticks_on(place) for place in places), default=np.inf)

    def seconds_at(self, places: Iterable[ArcPoint]) -> float:
        """The same in seconds, or in the weights' own unit where that is no time."""
        return self.ticks_at(places) * self.search.scale

    def starts_on_arcs(self) -> list[tuple[int, float, int]]:
        """(arc, fraction, ticks) of the starts that lie on open arcs."""
        weights, found = self.search.weights, self.starts_on_any_arcs()
        return [start for start in found if weights.cost_of(start[0]) < UNREACHED]

    def starts_on_any_arcs(self) -> list[tuple[int, float, int]]:
        """The same, and of those on closed ones."""
        return [
            (place.arc, place.fraction, delay_ticks(self.search, source))
            for source in self.sources
            if isinstance(source, RoadStart)
            for place in source.places
        ]

    def vertex_starts(self) -> list[tuple[int, int]]:
        """(vertex, ticks) of the starts at vertices, within the limit."""
        search, limit = self.search, self.limit_ticks
        found = [(s.element, delay_ticks(search, s)) for s in self.sources if isinstance(s, Start)]
        return [(vertex, ticks) for vertex, ticks in found if ticks <= limit]

    def _ticks_on(self, place: ArcPoint) -> float:
        search = self.search
        cost = int(search.weights.arc_costs[place.arc])
        best, went = np.inf, behind(search, place)
        if self.entered[place.arc] < UNREACHED:
            best = int(self.entered[place.arc]) + went * cost
        for arc, fraction, ticks in self.starts_on_arcs():
            begun = behind(search, ArcPoint(arc, fraction))
            if arc == place.arc and begun <= went:
                best = min(best, ticks + (went - begun) * cost)
        return best if best <= self.limit_ticks else np.inf


def seconds_of(ticks: U32, scale: float) -> F64:
    """float64; inf where unreached."""
    seconds = ticks.astype(np.float64) * scale
    seconds[ticks >= UNREACHED] = np.inf
    return seconds


@njit(cache=True, nogil=True)
def _least_at(place_of_arc: Any, arc_of_state: Any, state_labels: Any, least: Any) -> None:
    """Lower `least` at the place of each state's arc to the state's label."""
    for state in range(len(state_labels)):
        place = place_of_arc[arc_of_state[state]]
        least[place] = min(least[place], state_labels[state])


@njit(cache=True, nogil=True)
def _enter(
    begin: int, end: int, arc_costs: Any, labels: Any, near_vertex: Any, entered: Any
) -> None:
    """Write to `entered` the labels of the vertices where open arcs begin."""
    for arc in range(np.uint64(begin), np.uint64(end)):
        is_open = arc_costs[arc] < UNREACHED
        entered[arc] = labels[np.uint64(near_vertex[arc])] if is_open else UNREACHED


@njit(cache=True, nogil=True)
def _enter_own_arcs(
    begin: int, end: int, arc_of_state: Any, arc_costs: Any, labels: Any, begun: Any, before: Any,
    far_vertex: Any, surely_within: int, entered: Any, left: Any,
) -> int:  # fmt: skip
    """Lower `entered` to label and turn of the step that some reached states were entered by.

    A state's own label less its arc's cost says it, without a look at the states before it. That
    fails on arcs with a start on them, `begun` (bool, arcs) and entered at vertices `before`, and
    where a step enters an arc within the limit but does not come to its end; steps out of states
    with labels up to `surely_within` do. Writes into `left`, from `begin` on, the states whose
    steps are to be looked at, and returns how many there are.
    """
    count = 0
    for state in range(begin, end):
        label = np.int64(labels[state])
        if label >= UNREACHED:
            continue
        arc = arc_of_state[state]
        if not begun[arc]:
            entered[arc] = min(entered[arc], labels[state] - arc_costs[arc])
        if label > surely_within or before[far_vertex[arc]]:
            left[begin + count] = state
            count += 1
    return count


@njit(cache=True, nogil=True)
def _enter_next_arcs(
    states: Any, first_out: Any, head: Any, turn: Any, arc_of_state: Any, arc_costs: Any,
    turn_costs: Any, labels: Any, limit: int, entered: Any,
) -> None:  # fmt: skip
    """Lower `entered` to label and turn, for each step out of these reached states."""
    for state in states:
        label = np.int64(labels[state])
        for step in range(first_out[state], first_out[state + 1]):
            into, turned = arc_of_state[head[step]], np.int64(turn_costs[turn[step]])
            ticks = label + turned
            if ticks <= limit and turned + arc_costs[into] < UNREACHED:
                entered[into] = min(entered[into], np.uint32(ticks))


@njit(cache=True, nogil=True)
def _summary(labels: Any) -> Any:
    reached, largest = 0, np.uint32(0)
    for label in labels:
        if label < UNREACHED:
            reached += 1
            largest = max(largest, label)
    return reached, largest
