"""Lengths of polylines in metres, on the sphere or in the plane."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from road.graph import F32, F64, I64, RoadGraph

EARTH_RADIUS_M = 6371008.8
"""Mean radius of the WGS 84 ellipsoid (IUGG). The sphere is within 0.6 % of the ellipsoid."""

LEGS_AT_A_TIME = 1 << 20
"""Legs computed at a time, which bounds the memory that a continent of points takes: some 50 MB of
intermediate arrays."""


_ASKED = 2000  # arcs looked at to find out about lengths
_UNITS = (1.0, 0.3048, 1000.0)


def unit_metres(graph: RoadGraph) -> float:
    """Metres on the ground of a unit of planar coordinates, by the lengths of arcs: a CRS may count
    in feet, and a map stretches. 1 where nothing tells."""
    x, y = graph.x, graph.y
    if x is None or y is None:
        return 1.0
    some = slice(0, None, max(graph.arc_count // _ASKED, 1))
    tail, head = graph.tail[some], graph.head[some]
    apart = np.hypot(x[head] - x[tail], y[head] - y[tail])
    ratios = graph.arcs.length_m[some][apart > 0] / apart[apart > 0]
    # Bends make arcs longer than the line between their ends: the straightest tell the unit.
    least = float(np.percentile(ratios, 10)) if len(ratios) else 0.0
    known = [unit for unit in _UNITS if abs(least / unit - 1) < 0.01]
    return known[0] if known else least or 1.0


def leg_lengths(start: F64, end: F64, geographic: bool, metres_per_unit: float = 1.0) -> F64:
    """float64, n; metres from each point to the other.

    start, end : float64, (n, 2), x and y; longitude and latitude in degrees where geographic.
    """
    if not geographic:
        delta = end - start
        return np.asarray(np.hypot(delta[:, 0], delta[:, 1]) * metres_per_unit)
    lat_start, lat_end = np.radians(start[:, 1]), np.radians(end[:, 1])
    half_lon = np.radians(end[:, 0] - start[:, 0]) / 2
    half_lat = (lat_end - lat_start) / 2
    chord = np.sin(half_lat) ** 2 + np.cos(lat_start) * np.cos(lat_end) * np.sin(half_lon) ** 2
    return np.asarray(2 * EARTH_RADIUS_M * np.arcsin(np.sqrt(np.minimum(chord, 1.0))))


def polyline_lengths(
    points: F64, first: I64, geographic: bool, metres_per_unit: float = 1.0
) -> F32:
    """float32, pieces; metres along each polyline. Fewer than two points are 0 m.

    points : float64, (n, 2); both ends of each polyline are among them.
    first : int64, pieces + 1; polyline p has points first[p] to first[p + 1].
    geographic : longitude and latitude in degrees (haversine), else planar coordinates.
    metres_per_unit : of planar coordinates.
    """
    points = np.ascontiguousarray(points, np.float64).reshape(-1, 2)
    legs = np.zeros(len(points) + 1)  # leg i sets out from point i; one more closes the last piece
    for begin in range(0, len(points) - 1, LEGS_AT_A_TIME):
        stop = min(begin + LEGS_AT_A_TIME, len(points) - 1)
        start, end = points[begin:stop], points[begin + 1 : stop + 1]
        legs[begin:stop] = leg_lengths(start, end, geographic, metres_per_unit)
    return _sums_without_the_last(legs, np.asarray(first, np.int64))


def _sums_without_the_last(legs: F64, first: I64) -> F32:
    """Sum of each piece's legs; the last of a piece would lead over into the next one."""
    total = np.zeros(len(first) - 1)
    filled = np.flatnonzero(np.diff(first) > 1)
    if len(filled):
        bounds = np.empty(2 * len(filled), np.int64)
        bounds[0::2], bounds[1::2] = first[filled], first[filled + 1] - 1
        total[filled] = np.add.reduceat(legs, bounds)[0::2]
    return total.astype(np.float32)


def street_lengths(
    ends: tuple[NDArray[np.uint32], NDArray[np.uint32]],
    xy: tuple[F64, F64],
    inner: tuple[I64, F64] | None,
    geographic: bool,
    metres_per_unit: float = 1.0,
) -> F32:
    """float32, streets; metres from vertex u over the points between to vertex v.

    ends : u and v; xy : x and y of vertices; inner : `first` and `points` of the points between
    the ends, None where all streets are straight.
    """
    whole, bounds = street_points(ends, xy, inner)
    return polyline_lengths(whole, bounds, geographic, metres_per_unit)


def street_points(
    ends: tuple[NDArray[np.uint32], NDArray[np.uint32]],
    xy: tuple[F64, F64],
    inner: tuple[I64, F64] | None,
) -> tuple[F64, I64]:
    """All points of streets with both ends, float64, (n, 2), and where each street begins among
    them, int64, streets + 1; see `street_lengths`."""
    u, v = ends
    if inner is None:
        inner = np.zeros(len(u) + 1, np.int64), np.empty((0, 2))
    first, points = inner
    bounds = first + 2 * np.arange(len(first))
    whole = np.empty((len(points) + 2 * len(u), 2))
    is_end = np.zeros(len(whole), np.bool_)
    is_end[bounds[:-1]] = is_end[bounds[1:] - 1] = True
    whole[~is_end] = points
    for axis, values in enumerate(xy):
        whole[bounds[:-1], axis] = values[u]
        whole[bounds[1:] - 1, axis] = values[v]
    return whole, bounds
