"""Solving on a few streets before a solve on roads is timed; see `app.solving.warm_up`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from app.catalog.algorithms import Runner, prepare_roads
from app.catalog.rows import ROADS
from app.roads.open_roads import OpenRoads
from core.progress import Progress, no_progress
from core.solver import Start
from road.build import assemble
from road.costs.metric import Weights
from road.graph import ArcProperties, RoadGraph
from road.properties import Turn
from road.results.by_steps import told_by_steps
from road.search.edge_expanded import needs_turns
from road.terrain.grounded_weights import GroundedWeights
from road.terrain.straight_ground import StraightGround

_WARM: set[tuple[object, ...]] = set()
"""Kinds of solvers that have solved in this process."""

IN_SEVERAL_CELLS = 400
"""Vertices of a graph that has cells on several levels, one of them used by queries."""


def warm_roads(
    roads: OpenRoads,
    runner: Runner,
    parameters: Mapping[str, float],
    edge_based: bool | None = None,
    progress: Progress = no_progress,
    domain: str = ROADS,
) -> None:
    """Solve on a small graph, unless that kind of solver has solved already.

    Only on the CPU: a GPU times its iterations itself, and its solvers compile when constructed.
    edge_based, domain : as in `prepare_roads`.
    """
    turns, straight = needs_turns(roads.graph, roads.weights), roads.weights.ground is not None
    kind = (runner, roads.direction, turns, straight, edge_based, *sorted(parameters.items()))
    if runner.backend != "cpu" or kind in _WARM:
        return
    progress(-1.0, "preparing the solver (first run only)")
    graph = streets_of(IN_SEVERAL_CELLS)
    prepared = prepare_roads(
        graph,
        over_ground(unit_weights(graph, turns)) if straight else unit_weights(graph, turns),
        runner.algorithm,
        "cpu",
        roads.direction,
        parameters,
        edge_based=edge_based,
        domain=domain,
    )
    times = prepared.solver.solve((Start(0),))
    _ = times.reached, times.labels, times.entered  # what every reader of a result asks for
    told_by_steps(times)  # what ways and owners over ground with straight lines come out of
    _WARM.add(kind)


def over_ground(weights: Weights) -> Weights:
    """The same, with the first four vertices cells that straight lines lead to."""
    none = np.empty(0, np.int64)
    ground = StraightGround(np.ones((2, 2, 2), np.uint32), lambda *_: (none, none), 0.001)
    return GroundedWeights(weights.arc_costs, weights.turn_costs, 0.001, "ms", ground=ground)


def two_streets() -> RoadGraph:
    """Vertices 0, 1 and 2 in a row; see `streets_of`."""
    return streets_of(3)


@cache
def streets_of(vertices: int) -> RoadGraph:
    """Vertices in a row, joined both ways, as far apart as arcs have metres."""
    here = np.arange(vertices - 1, dtype=np.uint32)
    tail, head = np.concatenate((here, here + 1)), np.concatenate((here + 1, here))
    zeros = np.zeros(len(tail), np.uint8)
    arcs = ArcProperties(
        length_m=np.ones(len(tail), np.float32),
        road_class=zeros,
        speed_limit=zeros,
        lanes=zeros,
        surface=zeros,
        vehicles=zeros + np.uint8(255),
        flags=zeros,
        way=np.full(len(tail), -1, np.int64),
    )
    ids = np.arange(vertices, dtype=np.int64)
    x, y = np.arange(float(vertices)), np.zeros(vertices)
    return assemble(
        tail=tail, head=head, arcs=arcs, vertex_ids=ids, x=x, y=y, geographic=False, name="warm up"
    )


def unit_weights(graph: RoadGraph, turns: bool) -> Weights:
    """A tick for each arc; with turns, one for turning round."""
    arc_costs, turn_costs = np.ones(graph.arc_count, np.uint32), np.zeros(len(Turn), np.uint32)
    turn_costs[Turn.U_TURN] = turns
    arc_costs.flags.writeable = turn_costs.flags.writeable = False
    return Weights(arc_costs, turn_costs, 0.001, "ms", "warm up")
