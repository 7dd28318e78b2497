"""Ways by descent in finished labels, without predecessors being kept.

Before a state comes one whose label and the step from it give just the state's own. Costs of 0
allow circles in which labels do not fall; the descent turns back from those.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from core.solver import Start
from core.times import UNREACHED
from road.results.travel_times import RoadTimes
from road.search.search_graph import SearchGraph
from road.search.starts import (
    ArcPoint,
    RoadSources,
    RoadStart,
    ahead,
    behind,
    checked_arc,
    checked_vertex,
    delay_ticks,
    part_ticks,
    seeds_of,
)


@dataclass(frozen=True)
class ArcStretch:
    """A stretch of one arc, in the direction of travel. begin, end : shares of its length."""

    arc: int
    begin: float = 0.0
    end: float = 1.0


class Ending(NamedTuple):
    """A state from which a way comes to its end, what is left from there, and the stretch of an arc
    that is."""

    state: int
    ticks: int
    last: ArcStretch | None


class Arrival(NamedTuple):
    """A way to come somewhere, in the order of the search.

    ticks : the time there. last : the stretch of an arc driven last, None where there is none.
    state : where that stretch begins, None at a source. begins : the source's delay.
    """

    ticks: int
    last: ArcStretch | None
    state: int | None
    begins: int = 0


def arrivals(times: RoadTimes, place: Start | RoadStart) -> Iterator[Arrival]:
    """Ways to come to a place, by the labels as they are.

    Raises ParameterError if the graph does not have the place.
    """
    search, labels = times.search, times.state_labels
    yield from direct_ways(search, times.sources, place)
    for ending in endings(search, place):
        if labels[ending.state] < UNREACHED:
            ticks = int(labels[ending.state]) + ending.ticks
            yield Arrival(ticks, ending.last, ending.state)


def endings(search: SearchGraph, place: Start | RoadStart) -> Iterator[Ending]:
    """Where ways to a place leave the last state that they come to the end of.

    Raises ParameterError if the graph does not have the place.
    """
    if isinstance(place, Start):
        vertex = checked_vertex(search, place.element)
        arcs = search.arcs_into(vertex)
        states = [s for a in arcs for s in search.last_states(a)] if search.edge_based else [vertex]
        yield from (Ending(state, 0, None) for state in states)
        return
    for target in place.places:
        arc = checked_arc(search, target.arc)
        ticks = part_ticks(search, arc, behind(search, target))
        if ticks < UNREACHED:
            last = stretch(search, arc, None, target)
            yield from (Ending(s, turn + ticks, last) for s, turn in _entries(search, arc))


def _entries(search: SearchGraph, arc: int) -> Iterator[tuple[int, int]]:
    """(state, turn) from which an open arc is entered."""
    if not search.edge_based:
        yield int(search.near_vertex[arc]), 0
        return
    cost = int(search.weights.arc_costs[arc])
    for state in search.last_states(arc):
        for before, step in search.steps_into(state):
            if step < UNREACHED:
                yield before, step - cost


def direct_ways(
    search: SearchGraph, sources: RoadSources, place: Start | RoadStart
) -> Iterator[Arrival]:
    """Ways to a place that do not come to the end of an arc."""
    for source in sources:
        begins = delay_ticks(search, source)
        if isinstance(place, Start):
            if isinstance(source, Start) and source.element == place.element:
                yield Arrival(begins, None, None, begins)
            continue
        for target in place.places:
            arc, went = checked_arc(search, target.arc), behind(search, target)
            if part_ticks(search, arc, went) >= UNREACHED:
                continue
            on_arc: list[tuple[ArcPoint | None, float]] = []
            if isinstance(source, RoadStart):
                on_arc = [(p, behind(search, p)) for p in source.places if p.arc == arc]
            elif source.element == search.near_vertex[arc]:
                on_arc = [(None, 0.0)]
            for start, begun in on_arc:
                if begun <= went:
                    ticks = begins + part_ticks(search, arc, went - begun)
                    yield Arrival(ticks, stretch(search, arc, start, target), None, begins)


def descend(times: RoadTimes, state: int) -> tuple[list[ArcStretch], int]:
    """Parts from a source to a state that is reached, in the order of the search, and the source's
    delay."""
    path = [(state, _ways_back(times, state))]
    seen = {state}
    parts: list[ArcStretch] = []
    while True:
        way = next(path[-1][1], None)
        if way is None:  # a circle that costs nothing
            path.pop()
            parts.pop()
        elif way.state is None:
            parts += [] if way.last is None else [way.last]
            return parts[::-1], way.begins
        elif way.state not in seen:
            assert way.last is not None
            seen.add(way.state)
            path.append((way.state, _ways_back(times, way.state)))
            parts.append(way.last)


def _ways_back(times: RoadTimes, state: int) -> Iterator[Arrival]:
    """Ways that explain a state's label."""
    search, label = times.search, int(times.state_labels[state])
    if search.arc_of_state is None:
        yield from _ways_back_from_vertex(times, state, label)
        return
    arc = int(search.arc_of_state[state])
    cost = int(search.weights.arc_costs[arc])
    if state in search.first_states(arc):
        for source in times.sources:
            begins = delay_ticks(search, source)
            if isinstance(source, RoadStart):
                yield from _started(search, source, arc, label)
            elif source.element == search.near_vertex[arc] and begins + cost == label:
                yield Arrival(label, ArcStretch(arc), None, begins)
    for before, step in search.steps_into(state):
        if step < UNREACHED and int(times.state_labels[before]) + step == label:
            yield Arrival(label, ArcStretch(arc), before)


def _ways_back_from_vertex(times: RoadTimes, vertex: int, label: int) -> Iterator[Arrival]:
    search = times.search
    arcs = search.arcs_into(vertex)
    for source in times.sources:
        if isinstance(source, RoadStart):
            for arc in arcs:
                yield from _started(search, source, arc, label)
        elif source.element == vertex and delay_ticks(search, source) == label:
            yield Arrival(label, None, None, label)
    for arc in arcs:
        cost, before = int(search.weights.arc_costs[arc]), int(search.near_vertex[arc])
        if cost < UNREACHED and int(times.state_labels[before]) + cost == label:
            yield Arrival(label, ArcStretch(arc), before)
    if search.ground is not None:
        yield from _by_line(times, vertex, label)


def _by_line(times: RoadTimes, cell: int, label: int) -> Iterator[Arrival]:
    """Straight lines from starts that explain a cell's label: where no neighbour is sooner, the way
    is told from there on."""
    for source in times.sources:
        seeds = seeds_of(times.search, (source,), times.limit_ticks)
        if label in seeds.ticks[seeds.states == cell]:
            yield Arrival(label, None, None, delay_ticks(times.search, source))


def _started(search: SearchGraph, source: RoadStart, arc: int, label: int) -> Iterator[Arrival]:
    """The rest of an arc on which a source lies, if that explains the label at its end."""
    begins = delay_ticks(search, source)
    for place in source.places:
        share = ahead(search, place)
        if place.arc == arc and begins + part_ticks(search, arc, share) == label:
            yield Arrival(label, stretch(search, arc, place, None), None, begins)


def stretch(
    search: SearchGraph, arc: int, first: ArcPoint | None, last: ArcPoint | None
) -> ArcStretch:
    """A part of an arc; `first` and `last` in the order of the search, None for the arc's end."""
    begin, end = (first, last) if search.direction == "from" else (last, first)
    return ArcStretch(arc, begin.fraction if begin else 0.0, end.fraction if end else 1.0)
