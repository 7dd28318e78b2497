"""When the last point of any street is reached."""

from __future__ import annotations

import math
from typing import Any

from core.parallel.in_place import in_place
from core.parallel.threads import parallel_for
from core.times import UNREACHED
from road.results.travel_times import RoadTimes
from road.streets import streets_of
from road.turns import NO_ARC


def latest_seconds(times: RoadTimes) -> float:
    """The longest time anywhere, in seconds or the weights' own unit: also between two junctions,
    at most where what comes in by either end meets (a start on the same street may make it
    less)."""
    streets, costs = streets_of(times.search.graph), times.search.weights.arc_costs
    arrays = streets.arc, streets.back, times.entered, costs
    parts = parallel_for(lambda begin, end: _latest(begin, end, *arrays), streets.count)
    ticks = max(parts, default=0.0)
    return min(max(ticks * times.search.scale, times.max_seconds), times.limit_seconds)


@in_place
def _latest(begin: int, end: int, arcs: Any, backs: Any, entered: Any, costs: Any) -> float:
    """Ticks, of some streets; 0 where none is reached."""
    latest = 0.0
    for street in range(begin, end):
        arc, back = arcs[street], backs[street]
        there, long, last = float(entered[arc]), float(costs[arc]), math.inf
        if there < UNREACHED:
            last = there + long
        if back != NO_ARC and entered[back] < UNREACHED:
            other, long_back = float(entered[back]), float(costs[back])
            # Where they do not meet on the street, one of them is the sooner all along it.
            last = min(last, other + long_back)
            if there < UNREACHED and long + long_back > 0:
                meet = there * long_back + other * long + long * long_back
                last = min(last, meet / (long + long_back))
        if last < math.inf:
            latest = max(latest, last)
    return latest
