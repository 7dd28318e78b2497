"""Peers on road graphs: SciPy, igraph and NetworKit, each with its own Dijkstra on one core."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.absent import AbsentError
from core.times import UNREACHED
from road.costs.metric import Weights
from road.graph import RoadGraph

Costs = NDArray[np.floating[Any]]
"""Costs by vertex, float64; infinite, or above UNREACHED, where there is no way."""


def prepare_scipy(graph: RoadGraph, weights: Weights, start: int) -> Callable[[], Costs]:
    """`scipy.sparse.csgraph.dijkstra`, a Fibonacci heap. Of parallel arcs the cheapest stays."""
    try:
        from scipy.sparse import coo_array, csr_array
        from scipy.sparse.csgraph import dijkstra
    except ImportError as error:
        raise AbsentError("SciPy is not installed") from error
    tail, head, cost = _open_arcs(graph, weights)
    order = np.lexsort((cost, head, tail))
    tail, head, cost = tail[order], head[order], cost[order]
    first = np.ones(len(tail), np.bool_)
    first[1:] = (tail[1:] != tail[:-1]) | (head[1:] != head[:-1])
    places = tail[first].astype(np.int32), head[first].astype(np.int32)
    shape = (graph.vertices, graph.vertices)
    matrix = csr_array(coo_array((cost[first].astype(np.float64), places), shape))

    def solved() -> Costs:
        costs: Costs = dijkstra(matrix, indices=start)
        return costs

    return solved


def prepare_igraph(graph: RoadGraph, weights: Weights, start: int) -> Callable[[], Costs]:
    """`Graph.distances`, a binary heap; it answers with a Python list, which is in the time."""
    try:
        import igraph
    except ImportError as error:
        raise AbsentError("igraph is not installed") from error
    tail, head, cost = _open_arcs(graph, weights)
    peer = igraph.Graph(graph.vertices, np.stack((tail, head), axis=1).tolist(), directed=True)
    costs = cost.astype(float).tolist()

    def solved() -> Costs:
        return np.array(peer.distances(source=start, weights=costs, mode="out")[0])

    return solved


def prepare_networkit(graph: RoadGraph, weights: Weights, start: int) -> Callable[[], Costs]:
    """`distance.Dijkstra` without paths, a binary heap in C++."""
    try:
        import networkit
    except ImportError as error:
        raise AbsentError("NetworKit is not installed") from error
    tail, head, cost = _open_arcs(graph, weights)
    data = cost.astype(np.float64), (tail.astype(np.uint64), head.astype(np.uint64))
    peer = networkit.GraphFromCoo(data, n=graph.vertices, weighted=True, directed=True)

    def solved() -> Costs:
        search = networkit.distance.Dijkstra(peer, start, False, False)
        search.run()
        return np.array(search.getDistances(asarray=True))

    return solved


def prepare_networkit_table(
    graph: RoadGraph, weights: Weights
) -> Callable[[Sequence[int]], NDArray[np.uint32]]:
    """`distance.SPSP`, a Dijkstra for each of some vertices, on all threads."""
    try:
        import networkit
    except ImportError as error:
        raise AbsentError("NetworKit is not installed") from error
    tail, head, cost = _open_arcs(graph, weights)
    data = cost.astype(np.float64), (tail.astype(np.uint64), head.astype(np.uint64))
    peer = networkit.GraphFromCoo(data, n=graph.vertices, weighted=True, directed=True)

    def solved(vertices: Sequence[int]) -> NDArray[np.uint32]:
        search = networkit.distance.SPSP(peer, list(vertices))
        search.run()
        costs: Costs = np.array(search.getDistances(asarray=True))
        table: NDArray[np.uint32] = np.minimum(costs, UNREACHED).astype(np.uint32)
        return table

    return solved


def _open_arcs(graph: RoadGraph, weights: Weights) -> tuple[Any, Any, Any]:
    is_open = weights.arc_costs < UNREACHED
    return graph.tail[is_open], graph.head[is_open], weights.arc_costs[is_open]
