"""Travel times of streets as rays, ready to be looked up wherever a pixel is drawn."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.parallel.threads import short_parallel_for
from core.times import UNREACHED
from road.costs.metric import Weights
from road.graph import F32, F64, I64, U8, U32, RoadGraph
from road.maps.drawing_layout import StreetLines
from road.results.travel_times import RoadTimes
from road.streets import street_of, streets_of
from road.turns import NO_ARC

OPEN, REACHED, STARTED, SHUT = 1, 2, 4, 8
"""Bits of `StreetTimes.kind`: may be used, reached somewhere, a start lies on it, shut by hand."""

_NO_ARCS = np.empty(0, np.uint32)


class StreetTimes(NamedTuple):
    """Times of streets in the order of `StreetLines`: seconds, or the unit of the costs.

    Time at share s of a street is the least of `up + s * up_cost`, `down + (1 - s) * down_cost`
    and of the rays of starts on it; float32, infinite where there is none.
    ray_street : int64, ascending; rays : float64, (rays, 4): origin, way, time, cost.
    """

    kind: U8
    up: F32
    up_cost: F32
    down: F32
    down_cost: F32
    ray_street: I64
    rays: F64


def untimed(
    graph: RoadGraph, lines: StreetLines, weights: Weights, shut: U32 = _NO_ARCS
) -> StreetTimes:
    """No times: only which streets are open. shut : uint32, arcs to be shown as closed by hand."""
    streets = streets_of(graph)
    costs = weights.arc_costs
    found = _timed(lines, streets.arc, streets.back, _NO_ARCS, costs, 1.0, True, _NO_RAYS)
    return _with_shut(found, graph, lines, shut)


def timed(
    graph: RoadGraph, lines: StreetLines, times: RoadTimes, shut: U32 = _NO_ARCS
) -> StreetTimes:
    """Times of all streets; a few milliseconds for a million arcs."""
    streets, search = streets_of(graph), times.search
    costs = search.weights.arc_costs
    arcs = streets.arc, streets.back
    forwards = search.direction == "from"
    beams = rays_of(graph, lines, times)
    known = _timed(lines, *arcs, times.entered, costs, search.scale, forwards, beams)
    return _with_shut(known, graph, lines, shut)


def beams_of(graph: RoadGraph, lines: StreetLines, times: RoadTimes) -> tuple[U32, I64, F64]:
    """Rays of the starts on arcs but for what it costs there, by street: the arc of each, its
    street, and origin, way and ticks, float64, (rays, 3)."""
    forwards = times.search.direction == "from"
    arcs, rays = [], []
    for arc, fraction, ticks in times.starts_on_any_arcs():
        street, upwards = street_of(graph, arc)
        origin = fraction if upwards else 1 - fraction
        arcs.append(arc)
        rays.append((street, origin, 1.0 if upwards == forwards else -1.0, ticks))
    table = np.array(rays, np.float64).reshape(-1, 4)
    places = lines.place[table[:, 0].astype(np.int64)].astype(np.int64)
    order = np.argsort(places, kind="stable")
    return np.array(arcs, np.uint32)[order], places[order], table[order, 1:]


def rays_of(graph: RoadGraph, lines: StreetLines, times: RoadTimes) -> tuple[I64, F64]:
    """`ray_street` and `rays` of `StreetTimes`, of the starts on open arcs."""
    arcs, street, beams = beams_of(graph, lines, times)
    scale = times.search.scale
    cost = np.array([times.search.weights.cost_of(int(arc)) for arc in arcs], np.uint32)
    is_open = cost < UNREACHED
    rays = np.column_stack((beams[:, :2], beams[:, 2] * scale, cost * scale))
    return street[is_open], rays[is_open]


def _with_shut(times: StreetTimes, graph: RoadGraph, lines: StreetLines, arcs: U32) -> StreetTimes:
    """Mark the streets of some arcs."""
    if len(arcs):
        shut = np.zeros(graph.arc_count, np.bool_)
        shut[arcs] = True
        times.kind[shut[streets_of(graph).arc[lines.street]]] |= SHUT
    return times


_NO_RAYS: tuple[I64, F64] = np.empty(0, np.int64), np.empty((0, 4))


def _timed(
    lines: StreetLines, arc: U32, back: U32, entered: U32, costs: U32, scale: float,
    forwards: bool, rays: tuple[I64, F64],
) -> StreetTimes:  # fmt: skip
    count = len(lines.street)
    kind = np.zeros(count, np.uint8)
    held = [np.empty(count, np.float32) for _ in range(4)]
    arrays = lines.street, arc, back, entered, costs
    short_parallel_for(
        lambda begin, end: _gather(begin, end, *arrays, scale, forwards, kind, *held), count
    )
    kind[rays[0]] |= REACHED | STARTED
    return StreetTimes(kind, held[0], held[1], held[2], held[3], *rays)


@njit(cache=True, nogil=True)
def _gather(
    begin: int, end: int, street: Any, arcs: Any, backs: Any, entered: Any, costs: Any,
    scale: float, forwards: bool, kind: Any, up: Any, up_cost: Any, down: Any, down_cost: Any,
) -> None:  # fmt: skip
    for k in range(begin, end):
        arc, back = np.int64(arcs[street[k]]), np.int64(backs[street[k]])
        up[k] = down[k] = np.inf
        up_cost[k] = down_cost[k] = 0.0
        for arc_now, upwards in ((arc, forwards), (back, not forwards)):
            if arc_now == NO_ARC or costs[arc_now] >= UNREACHED:
                continue
            kind[k] |= OPEN
            if len(entered) and entered[arc_now] < UNREACHED:
                kind[k] |= REACHED
                if upwards:
                    up[k], up_cost[k] = entered[arc_now] * scale, costs[arc_now] * scale
                else:
                    down[k], down_cost[k] = entered[arc_now] * scale, costs[arc_now] * scale
