"""Speeds that ways have by the rules of a graph, and whether a situation can be."""

from __future__ import annotations

import math
import weakref
from collections.abc import Mapping
from typing import NamedTuple, Protocol

import numpy as np

from core.errors import ParameterError
from road.conditions import Situation, departure_of
from road.costs.way_speeds import WaySpeeds
from road.graph import F64, I64, RoadGraph
from road.properties import Flag, RoadClass, Surface
from road.rules import active
from road.speed_limits import KMH_OF_CODE

_MADE: weakref.WeakKeyDictionary[RoadGraph, dict[object, WaySpeeds]] = weakref.WeakKeyDictionary()
"""Speeds of ways by graph and by what they were made of, so that they stay the same object."""

MOST_KEPT = 8
"""Tables of speeds that are kept for a graph."""


def check_situation(situation: Situation) -> None:
    """Raise ParameterError for a departure that is none, or a figure that no vehicle has."""
    if situation.departure:
        departure_of(situation.departure)
    for name, figure in zip(situation._fields[1:], situation[1:], strict=True):
        if not 0 <= figure < math.inf:
            raise ParameterError(
                f"{name} of {figure}", advice="Give 0 for unknown, or what it measures."
            )


class Moves(Protocol):
    """What of a metric speeds of ways depend on; `road.costs.metric.Metric` says what each is."""

    @property
    def ways(self) -> WaySpeeds | None: ...
    @property
    def situation(self) -> Situation: ...
    @property
    def limits(self) -> str: ...
    @property
    def limit_factor(self) -> float: ...
    @property
    def top_speed_kmh(self) -> float: ...
    @property
    def speeds_kmh(self) -> Mapping[RoadClass, float]: ...
    @property
    def urban_speeds_kmh(self) -> Mapping[RoadClass, float]: ...
    @property
    def surface_caps_kmh(self) -> Mapping[Surface, float]: ...


class Driven(NamedTuple):
    """What of a posted limit is driven.

    share : of the limit, 0 where limits are ignored. top : km/h, of the vehicle.
    obeyed : whether classes bound it, too. classes, urban : km/h by class, outside towns and in
    them; surfaces : km/h by surface; infinite where nothing bounds.
    """

    share: float
    top: float
    obeyed: bool
    classes: tuple[float, ...]
    urban: tuple[float, ...]
    surfaces: tuple[float, ...]


def _driven(metric: Moves) -> Driven:
    classes = tuple(metric.speeds_kmh.get(each, 0.0) or math.inf for each in RoadClass)
    urban = tuple(metric.urban_speeds_kmh.get(each, classes[each]) for each in RoadClass)
    surfaces = tuple(metric.surface_caps_kmh.get(each, math.inf) for each in Surface)
    share = 0.0 if metric.limits == "ignore" else metric.limit_factor
    obeyed = metric.limits == "obey"
    return Driven(share, metric.top_speed_kmh, obeyed, classes, urban, surfaces)


def ways_on(graph: RoadGraph, metric: Moves) -> WaySpeeds | None:
    """Speeds of ways by rules of the graph that hold in the situation of a metric, where it has
    none of its own. The same object for the same question."""
    if graph.rules is None or not len(graph.rules.way):
        return metric.ways
    made = _MADE.setdefault(graph, {})
    driven = _driven(metric)
    key = metric.ways, metric.situation, driven
    if key not in made:
        if len(made) >= MOST_KEPT:
            made.clear()
        made[key] = _merged(graph, metric.ways, metric.situation, driven)
    return made[key]


def _merged(
    graph: RoadGraph, own: WaySpeeds | None, situation: Situation, driven: Driven
) -> WaySpeeds:
    rules = graph.rules
    assert rules is not None
    holds = active(graph, rules.way_condition, situation)
    if not driven.share:
        holds &= rules.limit == 0
    kmh = rules.kmh.copy()
    limited = holds & (rules.limit != 0)
    kmh[limited] = _limits_driven(graph, rules.way[limited], rules.kmh[limited], driven)
    parts = [(rules.way[holds], kmh[holds], rules.scale[holds])]
    if own is not None:
        parts.append((own.way, own.kmh, own.scale))
    way, speed, scale = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    ids, last = np.unique(way[::-1], return_index=True)
    kept = len(way) - 1 - last  # of a way that stands there twice the last row counts
    return WaySpeeds(ids, speed[kept], scale[kept], "" if own is None else own.name)


def _limits_driven(graph: RoadGraph, way: I64, kmh: F64, driven: Driven) -> F64:
    """Speeds by limits that hold at an hour, never above those of class and surface of the slowest
    arc of the way; NaN where the class alone counts then, as without any limit."""
    ids, place = np.unique(way, return_inverse=True)
    arcs = np.flatnonzero(np.isin(graph.arcs.way, ids))
    entry = np.searchsorted(ids, graph.arcs.way[arcs])
    kinds, flags = graph.arcs.road_class[arcs], graph.arcs.flags[arcs]
    urban = (flags & np.uint8(Flag.URBAN)) != 0
    usual = np.where(urban, np.array(driven.urban)[kinds], np.array(driven.classes)[kinds])
    caps = np.array(driven.surfaces)[graph.arcs.surface[arcs]]
    slowest = np.full(len(ids), math.inf)
    np.minimum.at(slowest, entry, np.minimum(usual, caps) if driven.obeyed else caps)
    posted = KMH_OF_CODE[graph.arcs.speed_limit[arcs]]
    slowed = np.zeros(len(ids), np.bool_)
    np.logical_or.at(slowed, entry, (posted > 0) & (posted * driven.share < usual))
    found = np.minimum(kmh * driven.share, driven.top)
    bound = slowest[place]
    if driven.obeyed:  # slopes and surfaces count then, which a speed of its own passes over
        found = np.where((found >= bound) & ~slowed[place], np.nan, found)
    bounded: F64 = np.minimum(found, bound)  # NaN stays
    return bounded
