"""Tiles of a road network that are harder on cells than those of `benchmarks.instances.roads`.

Tiles that meet are joined along their whole borders, a share of all streets is one-way, and a share
of all turns is forbidden. So no cell is parted from the next by a handful of bridges, and no matrix
is symmetric.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchmarks.instances.roads import one_way, tiled, tiles_for
from road.costs.metric import ANY_VEHICLE
from road.graph import ForbiddenTurns, RoadGraph

BRIDGES = 200, 400
"""Bridges between two tiles that meet: at least, and at most."""

ONE_WAY = 0.35
"""Share of the streets that are drawn to be one-way. Those without which a place would be cut off
stay two-way: of New York's tiles three in ten are one-way then."""

FORBIDDEN = 0.02
"""Share of the turns, other than U-turns, that are forbidden."""


def harder(base: RoadGraph, vertices: int, seed: int) -> RoadGraph:
    """Tiles of a network, at least so many vertices in all; the same for the same seed."""
    graph = one_way(tiled(base, *tiles_for(base, vertices), seed, bridges=BRIDGES), ONE_WAY, seed)
    return replace(graph, forbidden=drawn_turns(graph, FORBIDDEN, seed))


def drawn_turns(graph: RoadGraph, share: float, seed: int) -> ForbiddenTurns:
    """About that share of a graph's turns, forbidden for all; U-turns are none of them."""
    random = np.random.default_rng([seed, 2])
    onward = np.diff(graph.first_out)[graph.head]
    last = np.cumsum(onward)
    turns = int(last[-1]) if len(last) else 0
    drawn = np.unique(random.integers(0, max(turns, 1), round(share * turns)))
    entered = np.searchsorted(last, drawn, side="right")
    left = graph.first_out[graph.head[entered]] + drawn - (last[entered] - onward[entered])
    kept = graph.head[left] != graph.tail[entered]
    arcs = np.stack((entered[kept], left[kept]), axis=1).astype(np.uint32)
    first = np.arange(0, arcs.size + 1, 2, dtype=np.int64)
    vehicles = np.full(len(arcs), ANY_VEHICLE, np.uint8)
    found = ForbiddenTurns(first, arcs.ravel(), vehicles)
    for array in (found.first, found.arcs, found.vehicles):
        array.flags.writeable = False
    return found
