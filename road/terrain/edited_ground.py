"""A graph of cells and roads after some cells have other speeds: the same steps at other costs.

A cell that nobody can pass any more keeps its steps, which are closed; only one that could not be
passed when the two were joined has none, and then they have to be joined anew.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numba import njit

from core.parallel.growing import longer
from road.graph import I64, U32
from road.terrain.combined import CombinedGraph
from road.terrain.straight_ground import Disc


def joints_of(joined: CombinedGraph, cells: I64) -> I64:
    """Road vertices that are joined to one of these cells; int64."""
    graph = joined.graph
    found: I64 = _joints(graph.first_out, graph.head, joined.cells, cells)
    return found


def with_costs(
    joined: CombinedGraph, beside: I64, cost: U32, joints: I64, access: U32
) -> CombinedGraph:
    """The same graph by other costs of steps between cells, and between cells and roads.

    beside : int64, (n, 9): a cell, and its neighbours, -1 beyond the edge. cost : uint32 ticks,
    (n, 8), of the steps to and from each of these; UNREACHED where one of the two cannot be passed.
    joints, access : road vertices, and ticks between each and the middle of its cell, as `combine`
    has them.
    """
    graph, costs = joined.graph, joined.weights.arc_costs.copy()
    _reprice(graph.first_out, graph.head, costs, joined.cells, beside, cost, joints, access)
    costs.flags.writeable = False
    return replace(joined, weights=replace(joined.weights, arc_costs=costs))


def on_lines(joined: CombinedGraph, cells: I64, half_costs: U32, disc: Disc) -> CombinedGraph:
    """The same graph by other half costs of cells, where these are reached along straight lines.

    cells : int64, (n,). half_costs : uint32 ticks, (2, n), across and down. disc : of starts.
    """
    weights = joined.weights
    assert weights.ground is not None
    halves = weights.ground.half_costs.copy()
    halves.reshape(2, -1)[:, cells] = half_costs
    told: Any = {"ground": replace(weights.ground, half_costs=halves, disc=disc)}
    return replace(joined, weights=replace(weights, **told))


@njit(cache=True, nogil=True)
def _joints(first_out: Any, head: Any, cells: Any, some: Any) -> Any:
    found, count = np.empty(16, np.int64), 0
    for cell in some:
        for step in range(first_out[cell], first_out[cell + 1]):
            if head[step] < cells:
                continue
            if count == len(found):
                found = longer(found, count)
            found[count] = np.int64(head[step]) - cells
            count += 1
    return found[:count]


@njit(cache=True, nogil=True)
def _put(first_out: Any, head: Any, costs: Any, tail: Any, other: Any, cost: Any) -> None:
    """Have the step between two vertices cost this, if there is one."""
    for step in range(first_out[tail], first_out[tail + 1]):
        if head[step] == other:
            costs[step] = cost


@njit(cache=True, nogil=True)
def _reprice(
    first_out: Any, head: Any, costs: Any, cells: Any, beside: Any, cost: Any, joints: Any,
    access: Any,
) -> None:  # fmt: skip
    for row in range(len(beside)):
        cell = beside[row, 0]
        for k in range(8):
            other = beside[row, k + 1]
            if other >= 0:
                _put(first_out, head, costs, cell, other, cost[row, k])
                _put(first_out, head, costs, other, cell, cost[row, k])
    for k in range(len(joints)):
        vertex = cells + joints[k]
        there = first_out[vertex + 1] - 1  # the last step of a vertex leads to its cell
        costs[there] = access[k]
        _put(first_out, head, costs, np.int64(head[there]), vertex, access[k])
