"""Solving on two streets before a solve on roads is timed; see `app.warm_up`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from app.catalog import Runner, prepare_roads
from app.open_roads import OpenRoads
from core.solver import Start
from road.build import assemble
from road.expanded import needs_turns
from road.graph import ArcProperties, RoadGraph
from road.metric import Weights
from road.properties import Turn

_WARM: set[tuple[object, ...]] = set()
"""Kinds of solvers that have solved in this process."""


def warm_roads(roads: OpenRoads, runner: Runner, parameters: Mapping[str, float]) -> None:
    """Solve on a graph of three vertices, unless that kind of solver has solved already.

    Only on the CPU: a GPU times its iterations itself, and its solvers compile when constructed.
    """
    turns = needs_turns(roads.graph, roads.weights)
    kind = (runner, roads.direction, turns, *sorted(parameters.items()))
    if runner.backend != "cpu" or kind in _WARM:
        return
    graph = two_streets()
    prepared = prepare_roads(
        graph, unit_weights(graph, turns), runner.algorithm, "cpu", roads.direction, parameters
    )
    times = prepared.solver.solve((Start(0),))
    _ = times.reached, times.labels  # what every reader of a result asks for
    _WARM.add(kind)


@cache
def two_streets() -> RoadGraph:
    """Vertices 0, 1 and 2 in a row, joined both ways, as far apart as arcs have metres."""
    tail, head = (np.array(ends, np.uint32) for ends in ([0, 1, 1, 2], [1, 0, 2, 1]))
    zeros = np.zeros(len(tail), np.uint8)
    arcs = ArcProperties(
        length_m=np.ones(len(tail), np.float32),
        road_class=zeros,
        speed_limit_kmh=zeros,
        lanes=zeros,
        surface=zeros,
        vehicles=zeros + np.uint8(255),
        flags=zeros,
        way=np.full(len(tail), -1, np.int64),
    )
    ids = np.arange(3, dtype=np.int64)
    x, y = np.arange(3.0), np.zeros(3)
    return assemble(
        tail=tail, head=head, arcs=arcs, vertex_ids=ids, x=x, y=y, geographic=False, name="warm up"
    )


def unit_weights(graph: RoadGraph, turns: bool) -> Weights:
    """A tick for each arc; with turns, one for turning round."""
    arc_costs, turn_costs = np.ones(graph.arc_count, np.uint32), np.zeros(len(Turn), np.uint32)
    turn_costs[Turn.U_TURN] = turns
    arc_costs.flags.writeable = turn_costs.flags.writeable = False
    return Weights(arc_costs, turn_costs, 0.001, "ms", "warm up")
