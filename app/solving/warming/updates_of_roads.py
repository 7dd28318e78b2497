"""`app.solving.warming.updates` on roads, which are dear to load for terrain."""

from __future__ import annotations

import numpy as np

from app.solving.warm_up_roads import over_ground, streets_of, unit_weights
from core.solver import Start
from road.search.search_graph import Direction
from road.solvers.dijkstra import Dijkstra
from road.solvers.dynamic import DynamicUpdate

VERTICES = 100
"""Vertices of the road, so many that a dead end is few of them."""


def warm_updates_of_roads(turns: bool, straight: bool, direction: Direction) -> None:
    """Close the end of a road. turns : whether states are arcs. straight : whether lines lead over
    cells among the vertices."""
    graph = streets_of(VERTICES)
    weights = unit_weights(graph, turns)
    weights = over_ground(weights) if straight else weights
    last = np.flatnonzero(graph.head == VERTICES - 1).astype(np.uint32)
    before, after = (
        Dijkstra(graph, each, direction=direction) for each in (weights, weights.closing(last))
    )
    times = before.solve((Start(0),))
    DynamicUpdate(times, after).solve((Start(0),))
