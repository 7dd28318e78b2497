"""Where a search sets out on roads: at vertices, or at points somewhere on an arc.

A point on a street lies on up to two arcs, one for each way along it. The front leaves it by each
of them, at once and with what is left of the arc's cost, rounded to whole ticks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import ParameterError
from core.solver import Start
from core.times import UNLIMITED, UNREACHED, ticks_from_seconds
from road.graph import U32
from road.search.search_graph import SearchGraph


@dataclass(frozen=True, slots=True)
class ArcPoint:
    """A point on an arc. fraction : of the arc's length from its tail, 0 to 1."""

    arc: int
    fraction: float

    def __post_init__(self) -> None:
        if self.arc < 0:
            raise ParameterError(f"arc {self.arc}", advice="Give 0 or more.")
        if not 0 <= self.fraction <= 1:
            raise ParameterError(f"fraction {self.fraction:g} of an arc", advice="Give 0 to 1.")


@dataclass(frozen=True, slots=True)
class RoadStart:
    """A point on a street where a front sets out, or where it is to arrive.

    places : the same point on each arc that may be used there, one or two.
    delay_seconds : time already on the clock; where costs are no time, what counts as spent.
    """

    places: tuple[ArcPoint, ...]
    delay_seconds: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.delay_seconds < UNLIMITED:
            raise ParameterError(f"delay of {self.delay_seconds} s", advice="Give 0 s or more.")


RoadSources = Sequence[Start | RoadStart]


@dataclass(frozen=True, eq=False)
class Seeds:
    """First labels of a search: states : int64, each once; ticks : uint32."""

    states: np.ndarray[tuple[int], np.dtype[np.int64]]
    ticks: U32


def seeds_of(search: SearchGraph, sources: RoadSources, limit_ticks: int) -> Seeds:
    """Labels that the sources give, none past the limit or on a closed arc.

    Raises ParameterError for a vertex or an arc that the graph does not have.
    """
    least: dict[int, int] = {}
    for source in sources:
        for state, ticks in _offers(search, source):
            if ticks <= limit_ticks and ticks < least.get(state, UNREACHED):
                least[state] = ticks
    states = np.fromiter(least.keys(), np.int64, len(least))
    return Seeds(states, np.fromiter(least.values(), np.uint32, len(least)))


def delay_ticks(search: SearchGraph, source: Start | RoadStart) -> int:
    """A source's delay in ticks."""
    return ticks_from_seconds(source.delay_seconds, search.scale)


def part_ticks(search: SearchGraph, arc: int, share: float) -> int:
    """Cost of a share of an arc, rounded; UNREACHED or more where the arc is closed."""
    cost = search.weights.cost_of(arc)
    return cost if cost >= UNREACHED else round(cost * share)


def ahead(search: SearchGraph, place: ArcPoint) -> float:
    """The share of its arc that a search still has before it at a place."""
    return 1 - place.fraction if search.direction == "from" else place.fraction


def behind(search: SearchGraph, place: ArcPoint) -> float:
    """The share of its arc that a search has behind it at a place."""
    return place.fraction if search.direction == "from" else 1 - place.fraction


def _offers(search: SearchGraph, source: Start | RoadStart) -> list[tuple[int, int]]:
    """(state, ticks) that a source gives."""
    begins = delay_ticks(search, source)
    if isinstance(source, Start):
        checked_vertex(search, source.element)
        if not search.edge_based:
            around = [] if source.passing else _around(search, source.element, begins)
            return [(source.element, begins), *around]
        cost_of, first_states = search.weights.cost_of, search.first_states
        arcs = search.arcs_out_of(source.element)
        return [(state, begins + cost_of(arc)) for arc in arcs for state in first_states(arc)]
    places = [(checked_arc(search, p.arc), ahead(search, p)) for p in source.places]
    offers = []
    for arc, share in places:
        ticks = begins + part_ticks(search, arc, share)
        if search.edge_based:
            offers += [(state, ticks) for state in search.first_states(arc)]
        else:
            offers.append((int(search.far_vertex[arc]), ticks))
    return offers


def _around(search: SearchGraph, state: int, begins: int) -> list[tuple[int, int]]:
    """What straight lines from a cell give those around it."""
    ground = search.ground
    if ground is None or state >= ground.cells:
        return []
    cells, ticks = ground.around(state)
    return list(zip(cells.tolist(), (ticks + begins).tolist(), strict=True))


def checked_vertex(search: SearchGraph, vertex: int) -> int:
    """The vertex, if the graph has it; else ParameterError."""
    vertices = search.graph.vertices
    if vertex >= vertices:
        raise ParameterError(
            f"vertex {vertex}; the graph has {vertices}", advice=f"Give 0 to {vertices - 1}."
        )
    return vertex


def checked_arc(search: SearchGraph, arc: int) -> int:
    """The arc, if the graph has it; else ParameterError."""
    arcs = search.graph.arc_count
    if arc >= arcs:
        raise ParameterError(f"arc {arc}; the graph has {arcs}", advice=f"Give 0 to {arcs - 1}.")
    return arc
