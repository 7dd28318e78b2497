"""Times along a street as rays.

Along a street, time is the least of what comes in by either end and what sets out on the street
itself. Each of these is a ray: from a place on the street one way, with time growing evenly. Rays
are rows of an array, (origin, way, time, slope): one covers the street from its origin on, upwards
where way is +1 and downwards where it is -1.
"""

from __future__ import annotations

import math
from typing import Any

from core.parallel.in_place import in_place
from core.times import UNREACHED
from road.turns import NO_ARC


@in_place
def not_less(ascending: Any, number: Any) -> int:
    """How many come before the first that is not less than a number."""
    low, high = 0, len(ascending)
    while low < high:
        middle = (low + high) >> 1
        if ascending[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low


@in_place
def time_of_ray(rays: Any, ray: int, place: float) -> float:
    """Time of a ray at a place, infinite where it does not go."""
    gone = (place - rays[ray, 0]) * rays[ray, 1]
    return rays[ray, 2] + gone * rays[ray, 3] if gone >= 0 else math.inf


@in_place
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
    """Rays along one arc of a street; `upwards` if it is the arc that the street is named by.
    Returns how many there are after `count` others."""
    way = 1.0 if upwards == forwards else -1.0
    cost = float(costs[arc])
    if entered[arc] < UNREACHED:
        rays[count, 0], rays[count, 1] = 0.0 if way > 0 else 1.0, way
        rays[count, 2], rays[count, 3] = entered[arc], cost
        count += 1
    k = not_less(start_arcs, arc)
    while k < len(start_arcs) and start_arcs[k] == arc:
        fraction = start_fractions[k]
        rays[count, 0], rays[count, 1] = fraction if upwards else 1.0 - fraction, way
        rays[count, 2], rays[count, 3] = start_ticks[k], cost
        count += 1
        k += 1
    return count


@in_place
def rays_of_street(
    rays: Any,
    arc: int,
    back: int,
    entered: Any,
    costs: Any,
    start_arcs: Any,
    start_fractions: Any,
    start_ticks: Any,
    forwards: bool,
) -> int:
    """Rays along a street's arcs; returns how many there are. start_arcs : uint32, ascending."""
    starts = (start_arcs, start_fractions, start_ticks)
    count = _add_rays(rays, 0, arc, True, entered, costs, *starts, forwards)
    if back != NO_ARC:
        count = _add_rays(rays, count, back, False, entered, costs, *starts, forwards)
    return count


@in_place
def breaks_of(rays: Any, count: int, edges: Any, breaks: Any) -> int:
    """Places where the least ray may change, or passes an edge; sorted, from 0 to 1.

    edges : float64, ascending times. breaks : float64, has room for 2, one for each ray and for
    each two of them, and for each ray and edge.
    """
    breaks[0], inside = 0.0, 1
    for i in range(count):
        slope = rays[i, 1] * rays[i, 3]
        at_zero = rays[i, 2] - slope * rays[i, 0]
        inside = _put_in(breaks, inside, rays[i, 0])
        for j in range(i):
            other = rays[j, 1] * rays[j, 3]
            if other != slope:
                crossing = (rays[j, 2] - other * rays[j, 0] - at_zero) / (slope - other)
                inside = _put_in(breaks, inside, crossing)
        if slope != 0:
            # One more either way, lest rounding leave one out that is passed at an end.
            at_one = at_zero + slope
            first = max(not_less(edges, min(at_zero, at_one)) - 1, 0)
            last = min(not_less(edges, max(at_zero, at_one)) + 2, len(edges))
            for k in range(first, last):
                inside = _put_in(breaks, inside, (edges[k] - at_zero) / slope)
    breaks[inside] = 1.0
    return inside + 1


@in_place
def _put_in(breaks: Any, count: int, place: float) -> int:
    """Add a place to those in order, where it is on the street."""
    if not 0.0 <= place <= 1.0:
        return count
    at = count
    while breaks[at - 1] > place:
        breaks[at] = breaks[at - 1]
        at -= 1
    breaks[at] = place
    return count + 1
