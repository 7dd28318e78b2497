"""A way over ground and roads as it is told: street by street, and across open ground at once."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from road.build import reordered
from road.graph import F64, I64, ForbiddenTurns, RoadGraph
from road.properties import RoadClass, Turn
from road.routes.route import OVER_GROUND, Route
from road.routes.route_descent import ArcStretch
from road.terrain.combined import CombinedGraph
from road.turns import turn_types


class RouteSteps(NamedTuple):
    """The parts of a way on a combined graph, an entry for each.

    tail, head : int64, vertices. on_road : bool, whether it is a piece of a street. piece : int64,
    the arc of the divided roads that it is, 0 elsewhere. metres : float64.
    """

    tail: I64
    head: I64
    on_road: NDArray[np.bool_]
    piece: I64
    metres: F64


def steps_of(
    route: Route, combined: CombinedGraph, metres_per_unit: float, places: F64 | None = None
) -> RouteSteps:
    """Steps between cells, and pieces of streets, that a way is made of.

    places : float64, (parts + 1, 2), where it passes them; None for their middles and vertices.
    """
    graph, roads, cells = combined.graph, combined.roads.graph, combined.cells
    arcs = np.array([part.arc for part in route.parts], np.int64)
    tail, head = graph.tail[arcs].astype(np.int64), graph.head[arcs].astype(np.int64)
    on_road = (tail >= cells) & (head >= cells)
    assert graph.x is not None
    assert graph.y is not None
    piece = np.zeros(len(arcs), np.int64)
    piece[on_road] = roads.first_out[tail[on_road] - cells]
    piece[on_road] += arcs[on_road] - graph.first_out[tail[on_road]]
    if places is None:
        metres = np.hypot(graph.x[head] - graph.x[tail], graph.y[head] - graph.y[tail])
    else:
        metres = np.hypot(*np.diff(places, axis=0).T)
    metres = np.where(on_road, roads.arcs.length_m[piece], metres * metres_per_unit)
    return RouteSteps(tail, head, on_road, piece, metres)


def told_route(
    route: Route, combined: CombinedGraph, metres_per_unit: float, places: F64 | None = None
) -> Route:
    """The same way on a graph of its own, whose arcs know their street. places : see `steps_of`.

    route : on the combined graph, between vertices of it. Its arcs there are pieces of streets, or
    steps between cells, which know nothing but their cost; steps over ground one after another
    become one arc, straight from end to end and as long as they are together.
    """
    if not route.parts:
        return route
    graph, roads = combined.graph, combined.roads.graph
    tail, head, on_road, piece, metres = steps_of(route, combined, metres_per_unit, places)
    begins = on_road.copy()
    begins[1:] |= on_road[:-1]
    begins[0] = True
    first = np.flatnonzero(begins)
    assert graph.x is not None
    assert graph.y is not None
    arcs = [part.arc for part in route.parts]
    ground, known = ~on_road[first], reordered(roads.arcs, piece[first])
    properties = replace(
        known,
        length_m=np.add.reduceat(metres, first).astype(np.float32),
        road_class=np.where(ground, np.uint8(RoadClass.UNKNOWN), known.road_class),
        way=np.where(ground, OVER_GROUND, known.way),
    )
    passed, count = np.append(tail[first], head[-1]), len(first)
    alone = RoadGraph(
        np.minimum(np.arange(count + 2), count),
        np.arange(1, count + 1, dtype=np.uint32),
        properties,
        graph.vertex_ids[passed],
        graph.x[passed],
        graph.y[passed],
        graph.crs_wkt,
        graph.geographic,
        None,
        ForbiddenTurns.none(),
        left_hand=roads.left_hand,
        name=graph.name,
    )
    ticks = np.add.reduceat(route.weights.arc_costs[arcs].astype(np.int64), first)
    numbers = np.arange(count, dtype=np.uint32)
    return replace(
        route,
        graph=alone,
        weights=replace(route.weights, arc_costs=ticks.astype(np.uint32)),
        parts=tuple(ArcStretch(number) for number in range(count)),
        turns=tuple(Turn(int(k)) for k in turn_types(alone, numbers[:-1], numbers[1:])),
        turn_ticks=(0,) * (count - 1),
    )
