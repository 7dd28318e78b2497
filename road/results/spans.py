"""Streets cut exactly where their time passes the limits of bands.

Along a street, time is the least of what comes in by either end and what sets out on the street
itself. Each of these is a *ray*: from a place on the street one way, with time growing evenly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from core.times import UNREACHED
from road.graph import F64, U8, U32
from road.results.travel_times import RoadTimes
from road.streets import streets_of
from road.turns import NO_ARC


@dataclass(frozen=True, eq=False)
class Spans:
    """Reached parts of streets; those of a street follow one another from its beginning.

    arc : uint32; the street's arc (`road.streets.Streets.arc`).
    begin, end : float64; shares of the arc's length from its tail.
    band : uint8; the first limit that holds the span's times.
    """

    arc: U32
    begin: F64
    end: F64
    band: U8


def spans_of(times: RoadTimes, limits: Sequence[float]) -> Spans:
    """Cut all streets at the limits: ascending, in seconds or the weights' own unit, at most 255.

    The last may be infinite. Nothing past the limit of the solve is reached.
    """
    search, streets = times.search, streets_of(times.search.graph)
    edges = np.array([min(limit, times.limit_seconds) / search.scale for limit in limits])
    edges = np.minimum(edges, np.finfo(np.float64).max)
    costs = search.weights.arc_costs
    starts = sorted(times.starts_on_arcs())
    places = (
        np.array([arc for arc, _, _ in starts], np.uint32),
        np.array([fraction for _, fraction, _ in starts], np.float64),
        np.array([ticks for _, _, ticks in starts], np.float64),
    )
    forwards = search.direction == "from"
    rest = (times.entered, costs, *places, forwards, edges)
    none = Spans(np.empty(0, np.uint32), np.empty(0), np.empty(0), np.empty(0, np.uint8))
    count = _cut(streets.arc, streets.back, *rest, none.arc, none.begin, none.end, none.band)
    spans = Spans(
        np.empty(count, np.uint32), np.empty(count), np.empty(count), np.empty(count, np.uint8)
    )
    _cut(streets.arc, streets.back, *rest, spans.arc, spans.begin, spans.end, spans.band)
    return spans


# A ray is (origin, way, time, slope): it covers the street from its origin on, upwards where way is
# +1 and downwards where it is -1.


@njit(cache=True, nogil=True)
def _time(ray: Any, place: float) -> float:
    """Time of a ray at a place, infinite where it does not go."""
    gone = (place - ray[0]) * ray[1]
    return ray[2] + gone * ray[3] if gone >= 0 else math.inf


@njit(cache=True, nogil=True)
def _add_rays(
    rays: Any,
    count: int,
    arc: int,
    upwards: bool,
    entered: Any,
    costs: Any,
    start_arcs: Any,
    start_fractions: Any,
    start_ticks: Any,
    forwards: bool,
) -> int:
    """Rays along one arc of a street; `upwards` if it is the arc that the street is named by."""
    way = 1.0 if upwards == forwards else -1.0
    cost = float(costs[arc])
    if entered[arc] < UNREACHED:
        rays[count, 0], rays[count, 1] = 0.0 if way > 0 else 1.0, way
        rays[count, 2], rays[count, 3] = entered[arc], cost
        count += 1
    k = np.searchsorted(start_arcs, arc)
    while k < len(start_arcs) and start_arcs[k] == arc:
        fraction = start_fractions[k]
        rays[count, 0], rays[count, 1] = fraction if upwards else 1.0 - fraction, way
        rays[count, 2], rays[count, 3] = start_ticks[k], cost
        count += 1
        k += 1
    return count


@njit(cache=True, nogil=True)
def _breaks(rays: Any, count: int, edges: Any, breaks: Any) -> int:
    """Places where the least ray may change, or passes an edge; sorted, from 0 to 1."""
    breaks[0], breaks[1] = 0.0, 1.0
    n = 2
    for i in range(count):
        slope = rays[i, 1] * rays[i, 3]
        at_zero = rays[i, 2] - slope * rays[i, 0]
        breaks[n] = rays[i, 0]
        n += 1
        for j in range(i):
            other = rays[j, 1] * rays[j, 3]
            if other != slope:
                breaks[n] = (rays[j, 2] - other * rays[j, 0] - at_zero) / (slope - other)
                n += 1
        if slope != 0:
            for k in range(len(edges)):
                breaks[n] = (edges[k] - at_zero) / slope
                n += 1
    inside = 0
    for k in range(n):
        if 0.0 <= breaks[k] <= 1.0:
            breaks[inside] = breaks[k]
            inside += 1
    breaks[:inside].sort()
    return inside


@njit(cache=True, nogil=True)
def _in_one_band(rays: Any, count: int, edges: Any) -> bool:
    """Whether the whole street surely lies between two edges, as most do."""
    least = most = math.inf
    for i in range(count):
        least = min(least, rays[i, 2])
        if rays[i, 0] == (0.0 if rays[i, 1] > 0 else 1.0):
            most = min(most, rays[i, 2] + rays[i, 3])
    return bool(np.searchsorted(edges, least) == np.searchsorted(edges, most))


@njit(cache=True, nogil=True)
def _cut(
    arcs: Any,
    backs: Any,
    entered: Any,
    costs: Any,
    start_arcs: Any,
    start_fractions: Any,
    start_ticks: Any,
    forwards: bool,
    edges: Any,
    span_arc: Any,
    begin: Any,
    end: Any,
    band: Any,
) -> int:
    """Write the spans of all streets as far as there is room; returns how many there are."""
    rays = np.empty((2 + len(start_arcs), 4))
    breaks = np.empty(2 + len(rays) * (1 + len(rays) + len(edges)))
    spans = 0
    for street in range(len(arcs)):
        arc, back = int(arcs[street]), int(backs[street])
        starts = (start_arcs, start_fractions, start_ticks)
        count = _add_rays(rays, 0, arc, True, entered, costs, *starts, forwards)
        if back != NO_ARC:
            count = _add_rays(rays, count, back, False, entered, costs, *starts, forwards)
        if count == 0:
            continue
        if _in_one_band(rays, count, edges):
            inside, breaks[0], breaks[1] = 2, 0.0, 1.0
        else:
            inside = _breaks(rays, count, edges, breaks)
        open_band = len(edges)
        for k in range(inside - 1):
            if breaks[k + 1] <= breaks[k]:
                continue
            middle = 0.5 * (breaks[k] + breaks[k + 1])
            least = math.inf
            for i in range(count):
                least = min(least, _time(rays[i], middle))
            holds = int(np.searchsorted(edges, least))
            if holds < len(edges):
                if holds == open_band:
                    if spans <= len(end):
                        end[spans - 1] = breaks[k + 1]
                else:
                    if spans < len(span_arc):
                        span_arc[spans], band[spans] = arc, holds
                        begin[spans], end[spans] = breaks[k], breaks[k + 1]
                    spans += 1
            open_band = holds
    return spans
