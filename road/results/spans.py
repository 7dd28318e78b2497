"""Streets cut exactly where their time passes the limits of bands, and their lengths in each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from core.parallel.threads import parallel_for
from road.graph import F64, U8, U32
from road.results.rays import breaks_of, not_less, rays_of_street, time_of_ray
from road.results.travel_times import RoadTimes
from road.streets import streets_of


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
    streets = streets_of(times.search.graph)
    what: Any = streets.arc, streets.back, *_asked(times, limits)

    def cut(room: int) -> tuple[Spans, int]:
        spans = Spans(
            np.empty(room, np.uint32), np.empty(room), np.empty(room), np.empty(room, np.uint8)
        )
        out: Any = spans.arc, spans.begin, spans.end, spans.band
        return spans, _cut(*what, *out)

    _, count = cut(0)
    return cut(count)[0]


def lengths_by_band(times: RoadTimes, limits: Sequence[float]) -> F64:
    """float64, limits; metres of the streets that are reached in each band, by all threads.

    limits : as of `spans_of`.
    """
    graph = times.search.graph
    streets, what = streets_of(graph), _asked(times, limits)
    metres = graph.arcs.length_m
    parts = parallel_for(
        lambda begin, end: _lengths(begin, end, streets.arc, streets.back, metres, *what),
        streets.count,
    )
    lengths: F64 = np.sum(parts, axis=0)
    return lengths


def _asked(times: RoadTimes, limits: Sequence[float]) -> Any:
    """Times, starts and edges as compiled code wants them."""
    search = times.search
    edges = np.array([min(limit, times.limit_seconds) / search.scale for limit in limits])
    edges = np.minimum(edges, np.finfo(np.float64).max)
    starts = sorted(times.starts_on_arcs())
    places = (
        np.array([arc for arc, _, _ in starts], np.uint32),
        np.array([fraction for _, fraction, _ in starts], np.float64),
        np.array([ticks for _, _, ticks in starts], np.float64),
    )
    forwards = search.direction == "from"
    return times.entered, search.weights.arc_costs, *places, forwards, edges


@in_place
def _breaks_of_street(
    rays: Any,
    breaks: Any,
    arc: int,
    back: int,
    entered: Any,
    costs: Any,
    start_arcs: Any,
    start_fractions: Any,
    start_ticks: Any,
    forwards: bool,
    edges: Any,
) -> Any:
    """(rays, breaks): how many of each were written; no breaks where nothing is reached."""
    count = rays_of_street(
        rays, arc, back, entered, costs, start_arcs, start_fractions, start_ticks, forwards
    )
    if count == 0:
        return count, 0
    if _in_one_band(rays, count, edges):
        breaks[0], breaks[1] = 0.0, 1.0
        return count, 2
    return count, breaks_of(rays, count, edges, breaks)


@in_place
def _in_one_band(rays: Any, count: int, edges: Any) -> bool:
    """Whether the whole street surely lies between two edges, as most do."""
    least = most = math.inf
    for i in range(count):
        least = min(least, rays[i, 2])
        if rays[i, 0] == (0.0 if rays[i, 1] > 0 else 1.0):
            most = min(most, rays[i, 2] + rays[i, 3])
    band = not_less(edges, least)
    return bool(band == len(edges) or most <= edges[band])


@in_place
def _band_at(rays: Any, count: int, edges: Any, place: float) -> int:
    """The first edge that holds the least time at a place, or how many there are."""
    least = math.inf
    for i in range(count):
        least = min(least, time_of_ray(rays, i, place))
    return not_less(edges, least)


@njit(cache=True, nogil=True)
def _lengths(
    begin: int, end: int, arcs: Any, backs: Any, metres: Any, entered: Any, costs: Any,
    start_arcs: Any, start_fractions: Any, start_ticks: Any, forwards: Any, edges: Any,
) -> Any:  # fmt: skip
    """float64, edges; metres of some streets in each band."""
    rays = np.empty((2 + len(start_arcs), 4))
    breaks = np.empty(2 + len(rays) * (1 + len(rays) + len(edges)))
    lengths = np.zeros(len(edges) + 1)
    for street in range(begin, end):
        arc, back = int(arcs[street]), int(backs[street])
        count, inside = _breaks_of_street(
            rays, breaks, arc, back, entered, costs, start_arcs, start_fractions, start_ticks,
            forwards, edges,
        )  # fmt: skip
        for k in range(inside - 1):
            if breaks[k + 1] > breaks[k]:
                band = _band_at(rays, count, edges, 0.5 * (breaks[k] + breaks[k + 1]))
                lengths[band] += metres[arc] * (breaks[k + 1] - breaks[k])
    return lengths[:-1]


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
        count, inside = _breaks_of_street(
            rays, breaks, arc, back, entered, costs, start_arcs, start_fractions, start_ticks,
            forwards, edges,
        )  # fmt: skip
        open_band = len(edges)
        for k in range(inside - 1):
            if breaks[k + 1] <= breaks[k]:
                continue
            holds = _band_at(rays, count, edges, 0.5 * (breaks[k] + breaks[k + 1]))
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
