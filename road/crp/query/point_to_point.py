"""Point to point on an overlay: a bidirectional multilevel Dijkstra, and the way unpacked.

Source: Delling, Goldberg, Pajor, Werneck, "Customizable route planning", SEA 2011; the query of
Delling, Kobitzsch, Werneck 2014. Costs equal those of `road.routes.route.Router`; where several
ways cost the same, the way may be another.
"""

from __future__ import annotations

import weakref
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.solver import Start
from core.times import UNREACHED
from road.crp.query.boundary_graph import BoundaryGraph, boundary_graph
from road.crp.query.isochrone import Crp
from road.crp.query.levels import QueryGraph
from road.crp.query.search import meet
from road.crp.query.unpack import states_between
from road.crp.query.workspace import close, forget, numbers_for, side, workspace_for
from road.graph import U32
from road.routes.route import Route, Router, of_parts
from road.routes.route_descent import ArcStretch
from road.search.search_graph import SearchGraph
from road.search.starts import RoadStart, checked_arc, checked_vertex, part_ticks, seeds_of

FIRST_CELLS = 16
"""Lowest cells that queries may open before the workspace grows."""


_GRAPHS: weakref.WeakKeyDictionary[QueryGraph, BoundaryGraph] = weakref.WeakKeyDictionary()
"""Boundary graphs by overlay; each serves one metric after another."""


class Goal(NamedTuple):
    """A state where a way may end, what is left from there, and the stretch that is."""

    state: int
    ticks: int
    last: ArcStretch | None


class CrpRouter:
    """Ways between pairs of places. Not to be used by two threads at once.

    crp : a solver with direction "from". Holds 4 bytes a state, some 100 for each that enters a
        cell of the lowest level, and the shortcuts once more.
    """

    def __init__(self, crp: Crp) -> None:
        if crp.search.direction != "from":
            raise ParameterError("a solver of times to a place", advice="Give one of times from.")
        if crp.queries not in _GRAPHS:
            _GRAPHS[crp.queries] = boundary_graph(crp.queries)
        self._crp, self._graph = crp, _GRAPHS[crp.queries]
        self._prices = self._graph.prices(crp.customized)
        self._cells = self.settled = 0
        self._make_room(FIRST_CELLS)

    def _make_room(self, cells: int) -> None:
        """For queries that open so many of the lowest cells."""
        if cells > self._cells:
            self._cells = cells
            self._workspace = workspace_for(self._graph, cells)
            numbers = numbers_for(self._graph, cells)
            self._sides = side(numbers), side(numbers), side(numbers)

    def ticks(self, origin: Start | RoadStart, destination: Start | RoadStart) -> int:
        """What the best way costs, UNREACHED where none is found."""
        ticks, _, _ = self._search(origin, destination, unpack=False)
        return ticks

    def states(self, origin: Start | RoadStart, destination: Start | RoadStart) -> U32:
        """uint32; the states of the search graph along the best way, none where there is none."""
        _, states, _ = self._search(origin, destination, unpack=True)
        return states

    def route(
        self, origin: Start | RoadStart, destination: Start | RoadStart, cancel: Cancel = NEVER
    ) -> Route | None:
        """The best way, None where there is none. Raises CancelledError."""
        search = self._crp.search
        ticks, states, goal = self._search(origin, destination, unpack=True)
        if ticks >= UNREACHED:  # perhaps only because ticks are too short to count it
            return Router(self._crp).route(origin, destination, cancel)
        parts = _parts(search, origin, states)
        if goal is not None and goal.last is not None:
            parts.append(goal.last)
        return of_parts(search, parts, ticks, "cells")

    def _search(
        self, origin: Start | RoadStart, destination: Start | RoadStart, *, unpack: bool
    ) -> tuple[int, U32, Goal | None]:
        """Ticks, the states passed and the goal that was used."""
        search, graph = self._crp.search, self._graph
        begin = replace(origin, delay_seconds=0.0)
        seeds = seeds_of(search, (begin,), UNREACHED - 1)
        goals = self._goals(destination)
        direct = _direct(search, begin, destination)
        ends = np.array([goal.state for goal in goals], np.int64)
        left = np.array([goal.ticks for goal in goals], np.uint32)
        self._make_room(len(seeds.states) + len(ends))
        forward, backward, _ = self._sides
        ticks, number, self.settled = meet(
            graph.boundary, graph.slots, self._prices, self._workspace, forward, backward,
            search.first_out, search.head, seeds.states, seeds.ticks, ends, left,
        )  # fmt: skip
        states = np.empty(0, np.uint32)
        goal: Goal | None = None
        if direct is not None and direct.ticks <= ticks:
            ticks, goal = direct.ticks, direct
        elif unpack and ticks < UNREACHED:
            states = states_between(
                graph, self._prices, search, number, self._workspace, self._sides
            )
            reached = [g for g in goals if g.state == states[-1]]
            goal = min(reached, key=lambda g: g.ticks)
        close(graph.boundary, self._workspace)
        forget(forward)
        forget(backward)
        return int(ticks), states, goal

    def _goals(self, destination: Start | RoadStart) -> list[Goal]:
        search = self._crp.search
        if isinstance(destination, Start):
            vertex = checked_vertex(search, destination.element)
            if not search.edge_based:
                return [Goal(vertex, 0, None)]
            return [Goal(state, 0, None) for state in self._states_into(vertex)]
        goals = []
        for place in destination.places:
            arc = checked_arc(search, place.arc)
            ticks = part_ticks(search, arc, place.fraction)
            if ticks < UNREACHED:
                last = ArcStretch(arc, 0.0, place.fraction)
                goals += [Goal(s, left + ticks, last) for s, left in self._into(arc)]
        return goals

    def _into(self, arc: int) -> list[tuple[int, int]]:
        """(state, turn) from which an arc is entered."""
        search = self._crp.search
        near = int(search.near_vertex[arc])
        if not search.edge_based:
            return [(near, 0)]
        cost, into = int(search.weights.arc_costs[arc]), set(search.last_states(arc))
        found = []
        for state in self._states_into(near):
            for step in range(int(search.first_out[state]), int(search.first_out[state + 1])):
                ticks = int(search.cost[step])
                if int(search.head[step]) in into and ticks < UNREACHED:
                    found.append((state, ticks - cost))
        return found

    def _states_into(self, vertex: int) -> list[int]:
        """States that lead to a vertex, where states are arcs."""
        search = self._crp.search
        backward = search.graph.backward
        arcs = backward.arc[backward.first_in[vertex] : backward.first_in[vertex + 1]].tolist()
        return [state for arc in arcs for state in search.last_states(arc)]


def _direct(
    search: SearchGraph, origin: Start | RoadStart, destination: Start | RoadStart
) -> Goal | None:
    """The best way that does not come to the end of an arc."""
    if isinstance(destination, Start):
        same = isinstance(origin, Start) and origin.element == destination.element
        return Goal(-1, 0, None) if same else None
    ways = []
    for place in destination.places:
        begins: list[float] = []
        if isinstance(origin, RoadStart):
            begins += [p.fraction for p in origin.places if p.arc == place.arc]
        elif origin.element == search.near_vertex[place.arc]:
            begins.append(0.0)
        for begin in begins:
            if begin <= place.fraction:
                ticks = part_ticks(search, place.arc, place.fraction - begin)
                ways.append(Goal(-1, ticks, ArcStretch(place.arc, begin, place.fraction)))
    open_ways = [way for way in ways if way.ticks < UNREACHED]
    return min(open_ways, key=lambda way: way.ticks, default=None)


def _parts(search: SearchGraph, origin: Start | RoadStart, states: U32) -> list[ArcStretch]:
    """Arcs along the states; the first only from where the way begins."""
    if not len(states):
        return []
    parts: list[ArcStretch] = []
    if search.arc_of_state is not None:
        parts = [ArcStretch(int(arc)) for arc in search.arc_of_state[states]]
    else:
        pairs = zip(states[:-1].tolist(), states[1:].tolist(), strict=True)
        parts = [ArcStretch(_cheapest(search, u, v)) for u, v in pairs]
    if isinstance(origin, RoadStart):
        first = int(states[0])
        offers = [
            (part_ticks(search, p.arc, 1 - p.fraction), p.arc, p.fraction)
            for p in origin.places
            if first == (p.arc if search.edge_based else int(search.far_vertex[p.arc]))
        ]
        _, arc, fraction = min(offers)
        whole = parts[1:] if search.edge_based else parts
        parts = [ArcStretch(arc, fraction, 1.0), *whole]
    return parts


def _cheapest(search: SearchGraph, u: int, v: int) -> int:
    graph, costs = search.graph, search.weights.arc_costs
    arcs = range(int(graph.first_out[u]), int(graph.first_out[u + 1]))
    return min((arc for arc in arcs if graph.head[arc] == v), key=lambda arc: int(costs[arc]))
