"""Costs of a search graph's steps in device memory, made there of what its arcs and turns cost.

Where a device decoded the arcs (`DeviceWeights`), none of their costs visits the host.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gpu.module import load
from gpu.roads.costs.weights import costs_for
from road.search.search_graph import SearchGraph

BLOCKS, THREADS = 528, 256
"""Thread blocks of a look at all steps, enough for the largest device, and threads of each."""


class SearchCosts(NamedTuple):
    """cost : cupy uint32, steps; UNREACHED where closed. mean : ticks of an open one, 0 without."""

    cost: Any
    mean: float


def step_costs(search: SearchGraph, device: int) -> SearchCosts:
    """Those of `SearchGraph.cost`, on the current device; waits for the current stream."""
    import cupy

    steps, weights = len(search.head), search.weights
    arc_costs = costs_for(weights, device, cupy.empty(search.graph.arc_count, cupy.uint32))
    cost, seen = cupy.empty(max(steps, 1), cupy.uint32), cupy.zeros(2, cupy.uint64)
    arc_of = of_state = turns = None
    if search.edge_based:
        arc_of, of_state, turns = search.head, search.arc_of_state, search.turns
    elif search.direction == "to":
        arc_of = search.graph.backward.arc
    uploaded = [None if a is None else cupy.asarray(a) for a in (arc_of, of_state, turns)]
    arrays = [np.uint64(0) if a is None else a for a in uploaded]
    if steps:
        arrays += [cupy.asarray(arc_costs), cupy.asarray(weights.turn_costs)]
        module = load("roads/costs/steps", {}, device)
        blocks = min(BLOCKS, -(-steps // THREADS))
        module.launch("gather_costs", blocks, THREADS, np.uint64(steps), *arrays, cost, seen)
    count, total = seen.get(stream=cupy.cuda.get_current_stream()).tolist()
    return SearchCosts(cost, total / max(count, 1))


def bytes_needed(search: SearchGraph) -> int:
    """Device memory at its peak, the costs themselves among it."""
    steps = len(search.head)
    turns = 4 * search.states + steps if search.edge_based else 0
    return 4 * search.graph.arc_count + 8 * steps + turns
