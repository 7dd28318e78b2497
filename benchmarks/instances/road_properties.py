"""Lengths and road classes for graphs of which only distances and times are known.

DIMACS graphs tell no properties of their arcs, but their times were made from distances by four
classes of roads, and so tell the class again. What a metric is to decode can be had from that; the
times of such a metric are those of no real roads.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError
from road.graph import F32, U8, U32, RoadGraph
from road.properties import RoadClass

DECIMETRES = 10
"""Units of the given "distance" in a metre."""

CLASSES = (RoadClass.MOTORWAY, RoadClass.PRIMARY, RoadClass.TERTIARY, RoadClass.RESIDENTIAL)
"""Classes A1 to A4 of the US Census, fast to slow."""

BETWEEN = (1.12, 1.45, 2.05)
"""Bounds between classes, as multiples of the pace of the fastest: those of DIMACS are 1, 1.25,
1.67 and 2.5."""

LONG = 1000
"""Distance from which on rounding has not changed the pace."""


def with_properties(graph: RoadGraph) -> RoadGraph:
    """The graph with `length_m` from its given "distance" and `road_class` from the pace.

    Everything else stays, given costs as well. Raises ParameterError without "distance" and "time".
    """
    given = {costs.name: costs.costs for costs in graph.given}
    if not {"distance", "time"} <= given.keys():
        raise ParameterError(
            f"{graph.name} comes without distances and times",
            advice="Choose a graph of DIMACS, or a generated one.",
        )
    length_m: F32 = np.divide(given["distance"], np.float32(DECIMETRES), dtype=np.float32)
    road_class = _classes(given["distance"], given["time"])
    length_m.flags.writeable = road_class.flags.writeable = False
    other = replace(graph, arcs=replace(graph.arcs, length_m=length_m, road_class=road_class))
    for name in ("tail", "backward"):  # what was found already holds for it too
        if name in graph.__dict__:
            other.__dict__[name] = graph.__dict__[name]
    return other


def _classes(distance: U32, time: U32) -> U8:
    """uint8, arcs: the class whose pace an arc has."""
    pace = _paces(distance, time)
    group = np.zeros(len(pace), np.uint8)
    limits = _quickest(pace, distance) * np.array(BETWEEN, np.float32)
    for limit in limits:
        group += pace > limit
    return np.array(CLASSES, np.uint8)[group]


def _paces(distance: U32, time: U32) -> F32:
    pace = time.astype(np.float32)
    pace /= np.maximum(distance, 1).astype(np.float32)
    return pace


def _quickest(pace: F32, distance: U32) -> np.float32:
    """Of the long arcs; of all where none is long."""
    long: NDArray[np.bool_] = distance >= LONG
    counted = pace[long] if long.any() else pace
    return np.float32(counted.min(initial=np.inf))
