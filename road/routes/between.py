"""Ways between pairs of places by a search between two sets of states, whatever searches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from itertools import pairwise

import numpy as np

from core.cancel import NEVER, Cancel
from core.solver import Start
from core.times import UNREACHED
from road.graph import I64, U32
from road.routes.route import Method, Route, Router, of_parts
from road.routes.route_descent import (
    ArcStretch,
    Arrival,
    Ending,
    direct_ways,
    endings,
    stretch,
)
from road.search.search_graph import SearchGraph
from road.search.starts import RoadStart, Seeds, ahead, part_ticks, seeds_of


class RouterBetween(ABC):
    """Ways between pairs of places, in the direction of travel; where a search's direction is "to",
    they lead to their origin. Not to be used by two threads at once.

    Costs equal those of `road.routes.route.Router`; where several ways cost the same, the way may
    be another. method : how answers call it. A subclass says how states are searched.
    """

    method: Method

    def __init__(self, search: SearchGraph) -> None:
        self.search = search

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
            return Router(self).route(origin, destination, cancel)
        parts = _parts(self.search, origin, states)
        parts += [] if last is None else [last]
        return of_parts(self.search, parts, ticks, self.method)

    @abstractmethod
    def _between(self, seeds: Seeds, ends: I64, left: U32, worth: int) -> tuple[int, U32]:
        """Least ticks from a seed to one of these states and on, UNREACHED where none leads; and
        the states passed, if that is below `worth`. left : uint32, what is left from each."""

    def _found(
        self, origin: Start | RoadStart, destination: Start | RoadStart, *, unpack: bool
    ) -> tuple[int, U32, ArcStretch | None]:
        """Ticks, the states passed and what follows them."""
        search = self.search
        begin = replace(origin, delay_seconds=0.0)
        seeds = seeds_of(search, (begin,), UNREACHED - 1)
        goals = list(endings(search, destination))
        direct = min(direct_ways(search, (begin,), destination), key=_ticks, default=None)
        ends = np.array([goal.state for goal in goals], np.int64)
        left = np.array([goal.ticks for goal in goals], np.uint32)
        worth = UNREACHED if direct is None else min(direct.ticks, UNREACHED)
        ticks, states = self._between(seeds, ends, left, worth * unpack)
        if direct is not None and direct.ticks <= ticks:
            return direct.ticks, states, direct.last
        last: ArcStretch | None = None
        if len(states):
            last = min((goal for goal in goals if goal.state == states[-1]), key=_ticks).last
        return ticks, states, last


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
