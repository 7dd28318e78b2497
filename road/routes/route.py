"""From here to there: arcs, line and turns of a shortest way.

A way is found in the labels of a solve (`road.routes.route_descent`), or by a search of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, Protocol

import numpy as np

from core.cancel import NEVER, Cancel
from core.errors import CancelledError
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.properties import Turn
from road.results.travel_times import RoadTimes
from road.routes.route_descent import ArcStretch, arrivals, descend
from road.search.search_graph import SearchGraph
from road.search.starts import RoadStart, seeds_of
from road.solvers.attempts import first_that_fits
from road.solvers.dijkstra import DijkstraSearch
from road.turns import turn_types

OVER_GROUND = -2
"""Id of the feature of a stretch that lies on none: across open ground."""

VISITS_AT_ONCE = 2000
"""States served between looks at whether the destination is settled."""


Method = Literal["times", "search", "cells", "hierarchy"]
"""Ways to find a route: in the labels of a solve, by a search between its two ends from state to
state, by one from cell to cell, or by one upward in a hierarchy from both."""


@dataclass(frozen=True)
class Route:
    """A way through the graph. ticks : what it costs, turns included, delays not.

    parts : one after another; empty where the way begins where it ends.
    turns : the kind of turn into each part but the first. turn_ticks : what each costs.
    """

    graph: RoadGraph
    weights: Weights
    parts: tuple[ArcStretch, ...]
    turns: tuple[Turn, ...]
    turn_ticks: tuple[int, ...]
    ticks: int
    method: Method = "times"

    @property
    def cost(self) -> float:
        """Seconds, or the weights' own unit where that is no time."""
        return self.ticks * (self.weights.tick_seconds or 1.0)

    @property
    def length_m(self) -> float:
        return sum(self.part_length_m(part) for part in self.parts)

    @property
    def vertices(self) -> tuple[int, ...]:
        """Vertices passed, in order."""
        if not self.parts:
            return ()
        tails = [int(self.graph.tail[part.arc]) for part in self.parts if part.begin == 0]
        last = self.parts[-1]
        return (*tails, int(self.graph.head[last.arc])) if last.end == 1 else tuple(tails)

    def part_length_m(self, part: ArcStretch) -> float:
        return (part.end - part.begin) * float(self.graph.arcs.length_m[part.arc])

    def part_ticks(self, part: ArcStretch) -> int:
        return round((part.end - part.begin) * int(self.weights.arc_costs[part.arc]))


@dataclass(frozen=True)
class Leg:
    """What one drives without being told anything: along one street.

    way : id of the feature, -1 where unknown, OVER_GROUND beside roads. turn : into the leg, None
    for the first. parts : how many of the route's. ticks : the turn included.
    """

    way: int
    turn: Turn | None
    parts: int
    length_m: float
    ticks: int

    @property
    def over_ground(self) -> bool:
        return self.way == OVER_GROUND


def street_name(graph: RoadGraph, way: int) -> str:
    """What a way is called, "" where the file does not say."""
    return "" if graph.names is None else graph.names.of_way(way)


def legs_of(route: Route) -> list[Leg]:
    """The route by streets: one ends where the feature changes, or where one turns round.

    Where features have no ids, one ends at every turn that is not straight ahead.
    """
    legs: list[Leg] = []
    for k, part in enumerate(route.parts):
        way = int(route.graph.arcs.way[part.arc])
        turn = route.turns[k - 1] if k else None
        ticks = route.part_ticks(part) + (route.turn_ticks[k - 1] if k else 0)
        length = route.part_length_m(part)
        goes_on = turn == Turn.STRAIGHT if way < 0 else turn != Turn.U_TURN
        if legs and legs[-1].way == way and goes_on:
            last = legs[-1]
            legs[-1] = Leg(
                way, last.turn, last.parts + 1, last.length_m + length, last.ticks + ticks
            )
        else:
            legs.append(Leg(way, turn, 1, length, ticks))
    return legs


def route_in(times: RoadTimes, place: Start | RoadStart) -> Route | None:
    """The way between the sources of a solve and a place, None where it is not reached.

    It leads from a source to the place, or the other way if times are those to the sources. The
    place's delay does not count. Raises ParameterError if the graph does not have the place.
    """
    best = min(arrivals(times, place), key=lambda way: way.ticks, default=None)
    if best is None or best.ticks > times.limit_ticks:
        return None
    parts, begins = ([], best.begins) if best.state is None else descend(times, best.state)
    parts += [] if best.last is None else [best.last]
    return of_parts(times.search, parts, best.ticks - begins)


class Searching(Protocol):
    """A solver, of which a planner needs no more than what it runs on."""

    @property
    def search(self) -> SearchGraph: ...


class Planner(Protocol):
    """Finds single ways for one metric. Not to be used by two threads at once."""

    def route(
        self, origin: Start | RoadStart, destination: Start | RoadStart, cancel: Cancel = NEVER
    ) -> Route | None:
        """The best way, None where there is none. Raises CancelledError."""
        ...


class Router:
    """Ways between pairs of places by Dijkstra's algorithm, from state to state; each search stops
    where the way is settled.

    solver : with direction "from".
    """

    def __init__(self, solver: Searching) -> None:
        self._search = solver.search

    def route(
        self, origin: Start | RoadStart, destination: Start | RoadStart, cancel: Cancel = NEVER
    ) -> Route | None:
        """The best way, None where there is none. Raises CancelledError."""

        def attempt(search: SearchGraph, limit_ticks: int) -> RoadTimes:
            seeds = seeds_of(search, (origin,), limit_ticks)
            steps = DijkstraSearch(search, seeds, limit_ticks)
            times = RoadTimes(search, steps.labels, (origin,), UNLIMITED)
            while not steps.finished and not cancel.requested:
                steps.step(VISITS_AT_ONCE)
                ways = (way.ticks for way in arrivals(times, destination))
                if min(ways, default=UNREACHED) <= steps.settled_below:
                    break
            return times

        times = first_that_fits(self._search, UNLIMITED, attempt)
        if cancel.requested:
            raise CancelledError("the route")
        found = route_in(times, destination)
        return None if found is None else replace(found, method="search")


def of_parts(
    search: SearchGraph, parts: list[ArcStretch], ticks: int, method: Method = "times"
) -> Route:
    """A way by its parts, in the order of the search, and what it costs."""
    if search.direction == "to":
        parts = parts[::-1]
    arcs = np.array([part.arc for part in parts], np.uint32)
    turns = tuple(Turn(int(k)) for k in turn_types(search.graph, arcs[:-1], arcs[1:]))
    costs = tuple(search.turn_ticks(int(a), int(b)) for a, b in pairwise(arcs))
    return Route(search.graph, search.weights, tuple(parts), turns, costs, ticks, method)
