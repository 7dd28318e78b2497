"""Time along streets as runs: parts of a street on which time grows, or falls, evenly.

Where two ways to come meet, or a start lies on the street, one run ends and another begins. The
time of any point follows from the runs by interpolation, to the bit at their ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from road.graph import F64, I64
from road.results.rays import breaks_of, rays_of_street, time_of_ray
from road.results.spans import Spans
from road.results.travel_times import RoadTimes
from road.streets import streets_of

_NO_EDGES = np.empty(0)


@dataclass(frozen=True, eq=False)
class Runs:
    """Runs of spans, those of a span one after another.

    first : int64, spans + 1; the runs of span s are first[s] to first[s + 1], at least one.
    begin, end : float64; shares of the arc's length from its tail.
    at_begin, at_end : float64; ticks there.
    """

    first: I64
    begin: F64
    end: F64
    at_begin: F64
    at_end: F64


def runs_of(times: RoadTimes, spans: Spans) -> Runs:
    """Divide spans of `road.results.spans` where time along the street bends."""
    search, streets = times.search, streets_of(times.search.graph)
    starts = sorted(times.starts_on_arcs())
    street = np.searchsorted(streets.arc, spans.arc)
    given = (
        spans.arc,
        streets.back[street] if len(street) else spans.arc,
        spans.begin,
        spans.end,
        times.entered,
        search.weights.arc_costs,
        np.array([arc for arc, _, _ in starts], np.uint32),
        np.array([fraction for _, fraction, _ in starts], np.float64),
        np.array([ticks for _, _, ticks in starts], np.float64),
        search.direction == "from",
    )
    first = np.zeros(len(spans.arc) + 1, np.int64)
    none = np.empty(0)
    _divide(*given, first, none, none, none, none, True)
    np.cumsum(first, out=first)
    runs = Runs(first, *(np.empty(first[-1]) for _ in range(4)))
    _divide(*given, first, runs.begin, runs.end, runs.at_begin, runs.at_end, False)
    return runs


@njit(cache=True, nogil=True)
def _divide(
    arcs: Any,
    backs: Any,
    span_begin: Any,
    span_end: Any,
    entered: Any,
    costs: Any,
    start_arcs: Any,
    start_fractions: Any,
    start_ticks: Any,
    forwards: bool,
    first: Any,
    begin: Any,
    end: Any,
    at_begin: Any,
    at_end: Any,
    counting: bool,
) -> None:
    """Count the runs of span s into first[s + 1], or write them from first[s] on."""
    rays = np.empty((2 + len(start_arcs), 4))
    breaks = np.empty(2 + len(rays) * (1 + len(rays)))
    for span in range(len(arcs)):
        arc, back = int(arcs[span]), int(backs[span])
        count = rays_of_street(
            rays, arc, back, entered, costs, start_arcs, start_fractions, start_ticks, forwards
        )
        inside = 2
        breaks[0], breaks[1] = 0.0, 1.0
        if count > 1:
            inside = breaks_of(rays, count, _NO_EDGES, breaks)
        place, run = span_begin[span], first[span]
        for k in range(inside):
            # The last break is 1, so a span ends with a run in any case.
            onward = min(breaks[k], span_end[span]) if k < inside - 1 else span_end[span]
            if onward <= place:
                continue
            if counting:
                first[span + 1] += 1
            else:
                # A hair inside, so that a ray that begins or ends here counts on its own side.
                middle = 0.5 * (place + onward)
                best, ray = np.inf, 0
                for i in range(count):
                    time = time_of_ray(rays, i, middle)
                    if time < best:
                        best, ray = time, i
                slope = rays[ray, 1] * rays[ray, 3]
                begin[run], end[run] = place, onward
                at_begin[run] = rays[ray, 2] + (place - rays[ray, 0]) * slope
                at_end[run] = rays[ray, 2] + (onward - rays[ray, 0]) * slope
                run += 1
            place = onward
