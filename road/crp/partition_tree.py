"""The tree of bisections, kept as an order of the vertices and the sizes of what was parted.

Every node of the tree is a stretch of the order. `split[k]` is the size of the node that was parted
between places k - 1 and k, 0 where none was; the largest nodes of at most U vertices are thus the
stretches between places with split > U.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.cancel import Cancel
from road.crp.partition_bisect import (
    NO_SCORE,
    ORDERS,
    bisect,
    cut_along,
    join_fragments,
    order_along,
    share_of,
    step_axes,
)
from road.crp.partition_graph import I32, StreetGraph, part_of_streets
from road.graph import F32, U8

TASK_VERTICES = 1 << 16
"""Larger nodes are parted by all threads together, smaller ones by one thread to the end. Graphs
of this size, about 2 MB, stay in a core's own cache."""


class Tree(NamedTuple):
    """order : int32, vertices. split : int32, vertices; see the module's text."""

    order: I32
    split: I32


class Cutting(NamedTuple):
    """Nodes are parted until they have `leaf` vertices; `turn`, 0 to 1, turns all directions."""

    leaf: int
    turn: float


Done = Callable[[float], None]
"""Called with vertices times bisections done."""


@njit(cache=True, nogil=True)
def divide(streets: StreetGraph, leaf: int, turn: float, cancel: U8) -> Any:
    """(order, split) of a whole graph, on one thread."""
    vertices = len(streets.first) - 1
    order = np.arange(vertices).astype(np.int32)
    split = np.zeros(vertices, np.int32)
    local = np.full(vertices, -1, np.int32)
    spare = np.empty(vertices, np.int32)
    stack = [(0, vertices)]
    while len(stack) > 0 and not cancel[0]:
        begin, end = stack.pop()
        size = end - begin
        if size <= leaf:
            continue
        part = part_of_streets(streets, order[begin:end], local)
        side = np.empty(size, np.uint8)
        bisect(part, turn, cancel, side)
        middle, after = begin, 0
        for k in range(size):
            vertex = order[begin + k]
            if side[k]:
                order[middle] = vertex  # never past place k
                middle += 1
            else:
                spare[after] = vertex
                after += 1
        order[middle:end] = spare[:after]
        split[middle] = size
        stack.append((middle, end))
        stack.append((begin, middle))
    return order, split


class _Node(NamedTuple):
    begin: int
    vertices: I32  # of the whole graph
    streets: StreetGraph


def tree_of(
    streets: StreetGraph, cutting: Cutting, pool: ThreadPoolExecutor, cancel: Cancel, done: Done
) -> Tree:
    """The same for every number of threads. Raises CancelledError."""
    count = len(streets.first) - 1
    tree = Tree(np.arange(count, dtype=np.int32), np.zeros(count, np.int32))
    wave = [_Node(0, tree.order.copy(), streets)] if count else []
    while wave:
        large = [node for node in wave if len(node.vertices) > TASK_VERTICES]
        small = [node for node in wave if len(node.vertices) <= TASK_VERTICES]
        for node in pool.map(lambda n: _finish(n, cutting, tree, cancel), small):
            cancel.check("the partition")
            size = len(node.vertices)
            done(size * max(0.0, math.log2(size / cutting.leaf)))
        wave = _parted(large, cutting, tree, pool, cancel)
        done(float(sum(len(node.vertices) for node in large)))
    return tree


def _finish(node: _Node, cutting: Cutting, tree: Tree, cancel: Cancel) -> _Node:
    order, split = divide(node.streets, *cutting, cancel.flag)
    stretch = slice(node.begin, node.begin + len(order))
    tree.order[stretch] = node.vertices[order]
    tree.split[stretch][1:] = split[1:]
    return node


def _parted(
    nodes: list[_Node], cutting: Cutting, tree: Tree, pool: ThreadPoolExecutor, cancel: Cancel
) -> list[_Node]:
    """Both halves of each node, parted by the best of all directions, one thread a direction."""
    halves: list[_Node] = []
    for node in nodes:
        orders = _orders(node.streets, cutting.turn)
        best = _Best()
        sides = list(pool.map(lambda a: _cut(node, a, best, cancel), orders))  # noqa: B023
        cancel.check("the partition")
        side = min(sides, key=lambda found: found[0])[1]
        join_fragments(node.streets, share_of(len(side)), side)
        pieces = pool.map(lambda s: _half(node, side, s), (1, 0))  # noqa: B023
        first, second = pieces
        halves += [first, second]
        tree.split[second.begin] = len(node.vertices)
    return halves


def _orders(streets: StreetGraph, turn: float) -> list[F32]:
    x, y = step_axes(streets)
    angles = [(k + turn) / ORDERS for k in range(ORDERS)]
    orders = [order_along(x, y, angle) for angle in angles]
    if len(streets.x):
        orders += [order_along(streets.x, streets.y, angle) for angle in angles]
    return orders


class _Best:
    """Least score so far of one node's orders. A search that sees an older one only stops later:
    what it stops is strictly worse, so the result is the same whoever comes first."""

    def __init__(self) -> None:
        self.score = NO_SCORE


def _cut(node: _Node, along: F32, best: _Best, cancel: Cancel) -> tuple[float, U8]:
    side = np.zeros(len(along), np.uint8)
    bound = float(np.nextafter(best.score, np.inf))  # an equal score is still written to `side`
    value = cut_along(node.streets, along, share_of(len(along)), bound, cancel.flag, side)
    best.score = min(best.score, float(value))
    return float(value), side


def _half(node: _Node, side: U8, which: int) -> _Node:
    chosen = np.flatnonzero(side == which).astype(np.int32)
    local = np.full(len(side), -1, np.int32)
    begin = node.begin if which else node.begin + int(np.count_nonzero(side))
    return _Node(begin, node.vertices[chosen], part_of_streets(node.streets, chosen, local))
