"""Speeds that ways have by the rules of a graph, and whether a situation can be."""

from __future__ import annotations

import math
import weakref

import numpy as np

from core.errors import ParameterError
from road.conditions import Situation, departure_of
from road.costs.way_speeds import WaySpeeds
from road.graph import RoadGraph
from road.rules import active

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


def ways_on(
    graph: RoadGraph, own: WaySpeeds | None, situation: Situation, share: float, top_kmh: float
) -> WaySpeeds | None:
    """Speeds of ways by rules of the graph that hold, where a metric has none of its `own`.

    share : of a posted limit that is driven, 0 where limits are ignored. The same object for the
    same question.
    """
    if graph.rules is None or not len(graph.rules.way):
        return own
    made = _MADE.setdefault(graph, {})
    key = own, situation, share, top_kmh
    if key not in made:
        if len(made) >= MOST_KEPT:
            made.clear()
        made[key] = _merged(graph, own, situation, share, top_kmh)
    return made[key]


def _merged(
    graph: RoadGraph, own: WaySpeeds | None, situation: Situation, share: float, top_kmh: float
) -> WaySpeeds:
    rules = graph.rules
    assert rules is not None
    kmh = np.where(rules.limit != 0, np.minimum(rules.kmh * share, top_kmh), rules.kmh)
    holds = active(graph, rules.way_condition, situation)
    if not share:
        holds &= rules.limit == 0
    parts = [(rules.way[holds], kmh[holds], rules.scale[holds])]
    if own is not None:
        parts.append((own.way, own.kmh, own.scale))
    way, speed, scale = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    ids, last = np.unique(way[::-1], return_index=True)
    kept = len(way) - 1 - last  # of a way that stands there twice the last row counts
    return WaySpeeds(ids, speed[kept], scale[kept], "" if own is None else own.name)
