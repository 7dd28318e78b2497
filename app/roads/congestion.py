"""Speeds of single ways for roads that are open: read, and held against the roads."""

from __future__ import annotations

import weakref
from pathlib import Path

import numpy as np

from core.errors import InputError
from road.costs.way_speeds import WaySpeeds, read_way_speeds
from road.graph import RoadGraph


def read_congestion(path: Path, graph: RoadGraph) -> WaySpeeds:
    """Read a table of ways, for any thread; raises InputError, also where the roads have none of
    them."""
    ways = read_way_speeds(path)
    if ways_met(graph, ways) == 0:
        raise InputError(
            f"none of its {len(ways.way)} ways is among the roads",
            where=path.name,
            advice="Give ids of ways as the road file has them (OSM way ids).",
        )
    return ways


def ways_met(graph: RoadGraph, ways: WaySpeeds) -> int:
    """How many of the ways the roads have; counted once."""
    known = _MET.get(graph)
    if known is None or known[0] is not ways:
        _, entry = ways.arcs(graph.arcs.way)
        known = _MET[graph] = ways, len(np.unique(entry))
    return known[1]


_MET: weakref.WeakKeyDictionary[RoadGraph, tuple[WaySpeeds, int]] = weakref.WeakKeyDictionary()
"""Speeds by graph of the ways last asked for."""
