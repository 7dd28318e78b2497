"""The line of a route: its points in the graph's coordinates, first and last arcs cut."""

from __future__ import annotations

import numpy as np

from core.errors import InputError
from road.graph import F64, RoadGraph
from road.routes.route import Route
from road.routes.route_descent import ArcStretch


def line_of(route: Route) -> F64:
    """float64, (points, 2), x and y. Raises InputError for a graph without coordinates."""
    lines = [part_line(route.graph, part) for part in route.parts]
    if not lines:
        return np.empty((0, 2))
    joined = np.concatenate(lines)
    keep = np.ones(len(joined), np.bool_)
    keep[1:] = (joined[1:] != joined[:-1]).any(axis=1)
    return joined[keep]


def part_line(graph: RoadGraph, part: ArcStretch) -> F64:
    """float64, (points, 2), at least two; in the direction of travel."""
    points = arc_line(graph, part.arc)
    if part.begin == 0 and part.end == 1:
        return points
    steps = np.diff(points, axis=0)
    if graph.geographic:
        latitude = np.radians(0.5 * (points[1:, 1] + points[:-1, 1]))
        steps[:, 0] *= np.cos(latitude)
    along = np.concatenate(([0.0], np.cumsum(np.hypot(steps[:, 0], steps[:, 1]))))
    begin, end = part.begin * along[-1], part.end * along[-1]
    inside = points[(along > begin) & (along < end)]
    ends = [
        [float(np.interp(place, along, points[:, axis])) for axis in (0, 1)]
        for place in (begin, end)
    ]
    return np.concatenate([ends[:1], inside, ends[1:]])


def arc_line(graph: RoadGraph, arc: int) -> F64:
    """float64, (points, 2); an arc from its tail to its head."""
    if graph.x is None or graph.y is None:
        raise InputError("the roads have no positions", where=graph.name)
    ends = np.array([[graph.x[v], graph.y[v]] for v in (graph.tail[arc], graph.head[arc])])
    if graph.shapes is None:
        return ends
    shapes, shape = graph.shapes, int(graph.shapes.of_arc[arc])
    between = shapes.points[shapes.first[shape] : shapes.first[shape + 1]]
    if shapes.reverse[arc]:
        between = between[::-1]
    return np.concatenate([ends[:1], between, ends[1:]])
