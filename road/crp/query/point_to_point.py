"""Point to point on an overlay: a bidirectional multilevel Dijkstra, and the way unpacked.

Source: Delling, Goldberg, Pajor, Werneck, "Customizable route planning", SEA 2011; the query of
Delling, Kobitzsch, Werneck 2014. Costs equal those of `road.routes.route.Router`; where several
ways cost the same, the way may be another.
"""

from __future__ import annotations

import weakref
from dataclasses import replace
from itertools import pairwise
from typing import Protocol

import numpy as np

from core.cancel import NEVER, Cancel
from core.solver import Start
from core.times import UNREACHED
from road.crp.customization.customize import Customized
from road.crp.query.boundary_graph import BoundaryGraph, boundary_graph
from road.crp.query.levels import QueryGraph
from road.crp.query.search import meet
from road.crp.query.unpack import states_between
from road.crp.query.workspace import close, forget, numbers_for, side, workspace_for
from road.graph import U32
from road.routes.route import Route, Router, of_parts
from road.routes.route_descent import (
    ArcStretch,
    Arrival,
    Ending,
    direct_ways,
    endings,
    stretch,
)
from road.search.search_graph import SearchGraph
from road.search.starts import RoadStart, ahead, part_ticks, seeds_of

FIRST_CELLS = 16
"""Lowest cells that queries may open before the workspace grows."""


_GRAPHS: weakref.WeakKeyDictionary[QueryGraph, BoundaryGraph] = weakref.WeakKeyDictionary()
"""Boundary graphs by overlay; each serves one metric after another."""


class CustomizedSolver(Protocol):
    """A solver with cells, as ways need it: their numbers and their costs, both on the host."""

    @property
    def query_graph(self) -> QueryGraph: ...
    @property
    def customized(self) -> Customized: ...


class CrpRouter:
    """Ways between pairs of places, in the direction of travel. Not to be used by two threads at
    once.

    crp : a solver; where its direction is "to", ways lead to their origin. Holds 4 bytes a state,
        some 100 for each that enters a cell of the lowest level, and the shortcuts once more.
    """

    def __init__(self, crp: CustomizedSolver) -> None:
        queries, self._done = crp.query_graph, crp.customized
        if queries not in _GRAPHS:
            _GRAPHS[queries] = boundary_graph(queries)
        self._search, self._graph = self._done.search, _GRAPHS[queries]
        self._prices = self._graph.prices(self._done)
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
        ticks, _, _ = self._found(origin, destination, unpack=False)
        return ticks

    def states(self, origin: Start | RoadStart, destination: Start | RoadStart) -> U32:
        """uint32; the states of the search graph along the best way, none where there is none."""
        _, states, _ = self._found(origin, destination, unpack=True)
        return states

    def route(
        self, origin: Start | RoadStart, destination: Start | RoadStart, cancel: Cancel = NEVER
    ) -> Route | None:
        """The best way, None where there is none. Raises CancelledError."""
        ticks, states, last = self._found(origin, destination, unpack=True)
        if ticks >= UNREACHED:  # perhaps only because ticks are too short to count it
            return Router(self._done).route(origin, destination, cancel)
        parts = _parts(self._search, origin, states)
        parts += [] if last is None else [last]
        return of_parts(self._search, parts, ticks, "cells")

    def _found(
        self, origin: Start | RoadStart, destination: Start | RoadStart, *, unpack: bool
    ) -> tuple[int, U32, ArcStretch | None]:
        """Ticks, the states passed and what follows them."""
        search, graph = self._search, self._graph
        begin = replace(origin, delay_seconds=0.0)
        seeds = seeds_of(search, (begin,), UNREACHED - 1)
        goals = list(endings(search, destination))
        direct = min(direct_ways(search, (begin,), destination), key=_ticks, default=None)
        ends = np.array([goal.state for goal in goals], np.int64)
        left = np.array([goal.ticks for goal in goals], np.uint32)
        self._make_room(len(seeds.states) + len(ends))
        forward, backward, _ = self._sides
        ticks, number, self.settled = meet(
            graph.boundary, graph.slots, self._prices, self._workspace, forward, backward,
            search.first_out, search.head, seeds.states, seeds.ticks, ends, left,
        )  # fmt: skip
        states = np.empty(0, np.uint32)
        last: ArcStretch | None = None
        if direct is not None and direct.ticks <= ticks:
            ticks, last = direct.ticks, direct.last
        elif unpack and ticks < UNREACHED:
            states = states_between(
                graph, self._prices, search, number, self._workspace, self._sides
            )
            last = min((goal for goal in goals if goal.state == states[-1]), key=_ticks).last
        close(graph.boundary, self._workspace)
        forget(forward)
        forget(backward)
        return int(ticks), states, last


def _ticks(way: Arrival | Ending) -> int:
    return way.ticks


def _parts(search: SearchGraph, origin: Start | RoadStart, states: U32) -> list[ArcStretch]:
    """Arcs along the states, in the order of the search; the first only from where the way
    begins."""
    if not len(states):
        return []
    first = int(states[0])
    if search.arc_of_state is not None:
        arcs: list[int] = search.arc_of_state[states].tolist()
        begin, later = [arcs[0]], arcs[1:]
    else:
        arcs = later = [_cheapest(search, u, v) for u, v in pairwise(states.tolist())]
        begin = search.arcs_into(first)
    if isinstance(origin, Start):
        return [ArcStretch(arc) for arc in arcs]
    places = [place for place in origin.places if place.arc in begin]
    nearest = min(places, key=lambda p: part_ticks(search, p.arc, ahead(search, p)))
    return [stretch(search, nearest.arc, nearest, None), *(ArcStretch(arc) for arc in later)]


def _cheapest(search: SearchGraph, u: int, v: int) -> int:
    arcs = [arc for arc in search.arcs_out_of(u) if search.far_vertex[arc] == v]
    return min(arcs, key=lambda arc: int(search.weights.arc_costs[arc]))
