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
    RoadStart,
    ahead,
    behind,
    checked_arc,
    checked_vertex,
    delay_ticks,
    part_ticks,
)


@dataclass(frozen=True)
class ArcStretch:
    """A stretch of one arc, in the direction of travel. begin, end : shares of its length."""

    arc: int
    begin: float = 0.0
    end: float = 1.0


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
    if isinstance(place, Start):
        vertex = checked_vertex(search, place.element)
        for source in times.sources:
            if isinstance(source, Start) and source.element == vertex:
                begins = delay_ticks(search, source)
                yield Arrival(begins, None, None, begins)
        for state in _states_at(search, vertex):
            if labels[state] < UNREACHED:
                yield Arrival(int(labels[state]), None, state)
        return
    for target in place.places:
        arc = checked_arc(search, target.arc)
        went = behind(search, target)
        ticks = part_ticks(search, arc, went)
        if ticks >= UNREACHED:
            continue
        for entry in _entries(times, arc):
            last = _stretch(search, arc, None, target)
            yield Arrival(entry.ticks + ticks, last, entry.state, entry.begins)
        for source in times.sources:
            for start in source.places if isinstance(source, RoadStart) else ():
                begun = behind(search, start)
                if start.arc == arc and begun <= went:
                    begins = delay_ticks(search, source)
                    between = begins + part_ticks(search, arc, went - begun)
                    yield Arrival(between, _stretch(search, arc, start, target), None, begins)


def _states_at(search: SearchGraph, vertex: int) -> list[int]:
    """States whose label is the time at a vertex."""
    if search.arc_of_state is None:
        return [vertex]
    return [state for arc in _arcs_to(search, vertex) for state in search.last_states(arc)]


def _arcs_to(search: SearchGraph, vertex: int) -> list[int]:
    """Arcs by which a search comes to a vertex."""
    graph = search.graph
    if search.direction == "to":
        return list(range(int(graph.first_out[vertex]), int(graph.first_out[vertex + 1])))
    first, last = graph.backward.first_in[vertex : vertex + 2]
    arcs: list[int] = graph.backward.arc[first:last].tolist()
    return arcs


def _entries(times: RoadTimes, arc: int) -> Iterator[Arrival]:
    """Ways to enter an open arc, turns included."""
    search, labels = times.search, times.state_labels
    near = int(search.near_vertex[arc])
    if not search.edge_based:
        if labels[near] < UNREACHED:
            yield Arrival(int(labels[near]), None, near)
        return
    for source in times.sources:
        if isinstance(source, Start) and source.element == near:
            begins = delay_ticks(search, source)
            yield Arrival(begins, None, None, begins)
    cost = int(search.weights.arc_costs[arc])
    for state in search.last_states(arc):
        for before, step in search.steps_into(state):
            if step < UNREACHED and labels[before] < UNREACHED:
                yield Arrival(int(labels[before]) + step - cost, None, before)


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
    arcs = _arcs_to(search, vertex)
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


def _started(search: SearchGraph, source: RoadStart, arc: int, label: int) -> Iterator[Arrival]:
    """The rest of an arc on which a source lies, if that explains the label at its end."""
    begins = delay_ticks(search, source)
    for place in source.places:
        share = ahead(search, place)
        if place.arc == arc and begins + part_ticks(search, arc, share) == label:
            yield Arrival(label, _stretch(search, arc, place, None), None, begins)


def _stretch(
    search: SearchGraph, arc: int, first: ArcPoint | None, last: ArcPoint | None
) -> ArcStretch:
    """A part of an arc; `first` and `last` in the order of the search, None for the arc's end."""
    begin, end = (first, last) if search.direction == "from" else (last, first)
    return ArcStretch(arc, begin.fraction if begin else 0.0, end.fraction if end else 1.0)
