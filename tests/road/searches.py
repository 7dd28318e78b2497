"""Oracles for road solvers that share nothing with them, weights to try them with, and a cancel."""

from __future__ import annotations

import heapq
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import dijkstra as scipy_dijkstra

from core.cancel import Cancel
from core.times import UNREACHED
from road.costs.metric import Weights
from road.costs.profiles import CAR
from road.graph import U32, RoadGraph
from road.properties import Turn
from road.turns import turn_types


def random_weights(graph: RoadGraph, seed: int = 0, *, turns: bool = False) -> Weights:
    """Costs of 1 to 5000 ms, every tenth arc closed; if asked for turns of all kinds cost, and
    private streets are for beginning and ending only."""
    random = np.random.default_rng(seed)
    costs = random.integers(1, 5001, graph.arc_count).astype(np.uint32)
    costs[random.random(graph.arc_count) < 0.1] = UNREACHED
    turn_costs = random.integers(0, 3000, 4) if turns else np.zeros(4)
    vehicles = int(CAR.vehicle) if turns else 0
    return Weights(
        costs, turn_costs.astype(np.uint32), 0.001, "ms", "random", vehicles, ends_only=turns
    )


def without_turns(weights: Weights) -> Weights:
    """The same where turns are free and no restriction binds."""
    return replace(weights, turn_costs=np.zeros(4, np.uint32), vehicles=0, ends_only=False)


def least_matrix(graph: RoadGraph, weights: Weights) -> csr_array:
    """Open arcs as a matrix, the cheapest of parallel ones."""
    is_open = weights.arc_costs < UNREACHED
    tail, head, cost = graph.tail[is_open], graph.head[is_open], weights.arc_costs[is_open]
    order = np.lexsort((cost, head, tail))
    tail, head, cost = tail[order], head[order], cost[order]
    first = np.ones(len(tail), np.bool_)
    first[1:] = (tail[1:] != tail[:-1]) | (head[1:] != head[:-1])
    places = (tail[first].astype(np.int32), head[first].astype(np.int32))
    shape = (graph.vertices, graph.vertices)
    return csr_array(coo_array((cost[first].astype(np.float64), places), shape))


def by_scipy(
    graph: RoadGraph, weights: Weights, starts: dict[int, int], direction: str = "from"
) -> U32:
    """Labels by SciPy from vertices with delays in ticks; costs of 0 are not for it."""
    matrix = least_matrix(graph, weights)
    matrix = csr_array(matrix.T) if direction == "to" else matrix
    fields = scipy_dijkstra(matrix, indices=list(starts))
    best = (fields + np.array(list(starts.values()))[:, None]).min(axis=0)
    return np.where(np.isfinite(best), best, UNREACHED).astype(np.uint32)


def by_histories(
    graph: RoadGraph, weights: Weights, first_arcs: dict[int, int], starts: dict[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Ticks by vertex, and by arc at which it is entered, where turns count.

    A search over the last arcs driven, as many of them as may still be the beginning of something
    forbidden. first_arcs : ticks at the end of arcs on which a way begins; starts : ticks at
    vertices.
    """
    binds = [
        graph.forbidden.arcs[graph.forbidden.first[k] : graph.forbidden.first[k + 1]].tolist()
        for k in range(graph.forbidden.count)
        if graph.forbidden.vehicles[k] & weights.vehicles
    ]
    beginnings = {tuple(arcs[:k]) for arcs in binds for k in range(2, len(arcs))}
    vertex, done = dict(starts), set()
    entered: dict[Any, Any] = {}
    tickets = count()
    queue: list[tuple[int, int, tuple[int, ...]]] = []
    costs = weights.arc_costs

    def come(ticks: int, arc: int, before: tuple[int, ...]) -> None:
        if costs[arc] < UNREACHED:
            entered[arc] = min(entered.get(arc, UNREACHED), ticks)
            heapq.heappush(queue, (ticks + int(costs[arc]), next(tickets), (*before, arc)))

    for arc, ticks in first_arcs.items():
        if costs[arc] < UNREACHED:
            heapq.heappush(queue, (ticks, next(tickets), (arc,)))
    for place, ticks in starts.items():
        for arc in range(graph.first_out[place], graph.first_out[place + 1]):
            come(ticks, arc, ())
    kinds: dict[tuple[int, int], int] = {}
    while queue:
        ticks, _, driven = heapq.heappop(queue)
        while len(driven) > 1 and driven not in beginnings:
            driven = driven[1:]
        if driven in done:
            continue
        done.add(driven)
        here = int(graph.head[driven[-1]])
        vertex[here] = min(vertex.get(here, UNREACHED), ticks)
        for arc in range(graph.first_out[here], graph.first_out[here + 1]):
            path = [*driven, arc]
            if any(path[-len(arcs) :] == arcs for arcs in binds):
                continue
            pair = driven[-1], arc
            if pair not in kinds:
                kinds[pair] = int(turn_types(graph, *np.array(pair, np.uint32)[:, None])[0])
            turn = int(weights.turn_costs[Turn(kinds[pair])])
            if turn < UNREACHED:
                come(ticks + turn, arc, driven)
    return vertex, entered


def as_labels(ticks: dict[int, int], length: int) -> U32:
    """uint32, UNREACHED where nothing is known."""
    labels = np.full(length, UNREACHED, np.uint32)
    for place, value in ticks.items():
        labels[place] = value
    return labels


class CancelLater(Cancel):
    """Asks to stop when it was looked at so many times."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks

    @property
    def requested(self) -> bool:
        self._looks -= 1
        return self._looks < 0
