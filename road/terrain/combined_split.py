"""Roads divided so finely that one may leave them anywhere: every few metres a vertex.

The costs of the pieces of an arc add up to the arc's, to the tick.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.errors import InputError
from core.times import UNREACHED
from road.build import assemble, reordered
from road.costs.metric import Weights
from road.graph import F64, I64, U32, ArcProperties, GivenCosts, RoadGraph, read_only
from road.maps.bands_lines import part_lines
from road.properties import Flag, RoadClass
from road.streets import streets_of
from road.turns import NO_ARC

FENCED_FLAGS = Flag.BRIDGE | Flag.TUNNEL | Flag.FERRY
FENCED_CLASSES = (RoadClass.MOTORWAY, RoadClass.MOTORWAY_LINK, RoadClass.FERRY)
"""Classes of roads that are left and entered at their ends alone."""


@dataclass(frozen=True, eq=False)
class SplitRoads:
    """Open arcs only, in pieces.

    graph : first the vertices of the original in their order, then those along streets, whose ids
        are -1. weights : turns are free: who may leave the road can turn there.
    leavable : bool, vertices; where the road lies on the ground.
    arc : uint32, arcs of `graph`; the original arc of each. number : uint32, which piece of that it
    is, from 1 at its tail.
    """

    graph: RoadGraph
    weights: Weights
    leavable: NDArray[np.bool_]
    arc: U32
    number: U32

    def weighing(self, weights: Weights) -> SplitRoads | None:
        """The same pieces by other costs of the original arcs, UNREACHED where these are closed;
        None where an arc is open that was closed when roads were split, and where the last road on
        the ground is closed that met an open bridge, tunnel, ferry or motorway."""
        split = np.zeros(len(weights.arc_costs), np.bool_)
        split[self.arc] = True
        if (~split & (weights.arc_costs < UNREACHED)).any():
            return None
        is_open = weights.arc_costs[self.arc] < UNREACHED
        used, met = self._ends_of(is_open), self._ends_of(is_open & ~fenced(self.graph))
        if (self.leavable & used & ~met).any():
            return None
        return replace(self, weights=_costs_of_pieces(weights, self.arc, self.number))

    def _ends_of(self, arcs: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """bool, vertices; those that some of these arcs meet."""
        found = np.zeros(self.graph.vertices, np.bool_)
        found[self.graph.tail[arcs]] = found[self.graph.head[arcs]] = True
        return found


def split_roads(graph: RoadGraph, weights: Weights, spacing_m: float) -> SplitRoads:
    """Pieces of at most `spacing_m` metres, of streets that are open in either direction.

    Raises InputError for a graph without positions.
    """
    if graph.x is None or graph.y is None:
        raise InputError("the roads have no positions", where=graph.name)
    streets = streets_of(graph)
    is_open = weights.arc_costs < UNREACHED
    has_back = streets.back != NO_ARC
    back = np.where(has_back, streets.back, streets.arc)
    kept = is_open[streets.arc] | (has_back & is_open[back])
    arc, back = streets.arc[kept], streets.back[kept]
    pieces = np.maximum(np.ceil(graph.arcs.length_m[arc] / spacing_m), 1).astype(np.int64)
    first = np.concatenate(([0], np.cumsum(pieces - 1)))  # vertices between the ends
    points = _points_between(graph, arc, pieces, first)
    tail, head, old, number = _pieces(
        graph.tail, graph.head, arc, back, pieces, first, graph.vertices, weights.arc_costs
    )
    built = assemble(
        tail=tail,
        head=head,
        arcs=_properties(graph, old),
        vertex_ids=np.concatenate((graph.vertex_ids, np.full(first[-1], -1))),
        x=np.concatenate((graph.x, points[:, 0])),
        y=np.concatenate((graph.y, points[:, 1])),
        crs_wkt=graph.crs_wkt,
        geographic=graph.geographic,
        given=(
            GivenCosts("arc", old, "arc"),
            GivenCosts("number", number, "piece"),
        ),
        left_hand=graph.left_hand,
        name=graph.name,
    )
    on_ground = ~fenced(graph)
    leavable = np.concatenate(
        (np.zeros(graph.vertices, np.bool_), np.repeat(on_ground[arc], pieces - 1))
    )
    loose = old[on_ground[old]]
    leavable[graph.tail[loose]] = leavable[graph.head[loose]] = True
    arcs, numbers = (given.costs for given in built.given)
    return SplitRoads(built, _costs_of_pieces(weights, arcs, numbers), leavable, arcs, numbers)


def _costs_of_pieces(weights: Weights, arc: U32, number: U32) -> Weights:
    """Weights of pieces, which add up to those of their arcs; turns are free."""
    pieces = np.bincount(arc, minlength=len(weights.arc_costs))[arc]
    costs = weights.arc_costs[arc].astype(np.float64)
    ends, begins = (np.rint(costs * place / pieces) for place in (number, number - 1.0))
    closed = weights.arc_costs[arc] >= UNREACHED
    parts = read_only(np.where(closed, UNREACHED, ends - begins).astype(np.uint32))
    return Weights(parts, tick_seconds=weights.tick_seconds, unit=weights.unit, name="combined")


def fenced(graph: RoadGraph) -> NDArray[np.bool_]:
    """bool, arcs; whether one may not step off: bridges, tunnels, ferries and motorways."""
    flags = (graph.arcs.flags & np.uint8(FENCED_FLAGS)) != 0
    return np.asarray(flags | np.isin(graph.arcs.road_class, [int(c) for c in FENCED_CLASSES]))


def _properties(graph: RoadGraph, old: U32) -> ArcProperties:
    """Those of the original arcs, with the lengths of the pieces."""
    pieces = np.bincount(old, minlength=graph.arc_count)[old]
    properties = reordered(graph.arcs, old)
    return replace(properties, length_m=(properties.length_m / pieces).astype(np.float32))


def _points_between(graph: RoadGraph, arc: U32, pieces: I64, first: I64) -> F64:
    """The places of vertices along streets, evenly from the tail of each street's arc."""
    street = np.repeat(np.arange(len(arc)), pieces - 1)
    number = np.arange(first[-1]) - first[street] + 1
    share = number / pieces[street]
    lines = part_lines(graph, arc[street], share, share)
    return lines.points[lines.first[:-1]]


@njit(cache=True, nogil=True)
def _pieces(
    tail: Any,
    head: Any,
    arcs: Any,
    backs: Any,
    pieces: Any,
    first: Any,
    vertices: int,
    costs: Any,
) -> Any:
    """Tail, head, original arc and number of every open piece."""
    most = 2 * pieces.sum()
    new_tail, new_head = np.empty(most, np.uint32), np.empty(most, np.uint32)
    old, number = np.empty(most, np.uint32), np.empty(most, np.uint32)
    n = 0
    for street in range(len(arcs)):
        count = pieces[street]
        for way in range(2):
            arc = arcs[street] if way == 0 else backs[street]
            if arc == NO_ARC or costs[arc] >= UNREACHED:
                continue
            at = tail[arc]
            for k in range(1, count + 1):
                # Vertices are numbered from the tail of the street's own arc.
                place = k if way == 0 else count - k
                onward = (
                    head[arc] if k == count else np.uint32(vertices + first[street] + place - 1)
                )
                new_tail[n], new_head[n], old[n], number[n] = at, onward, arc, k
                at = onward
                n += 1
    return new_tail[:n], new_head[:n], old[:n], number[:n]
