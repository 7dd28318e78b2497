"""The tree of bisections, kept as an order of the vertices and the sizes of what was parted.

Every node of the tree is a stretch of the order. `split[k]` is the size of the node that was parted
between places k - 1 and k, 0 where none was; the largest nodes of at most U vertices are thus the
stretches between places with split > U.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.cancel import Cancel
from core.parallel.threads import Threads
from road.crp.partition.bisect import bisect
from road.crp.partition.coarse import COARSE_VERTICES, bisect_pieces, renumbered, small_pieces
from road.crp.partition.graph import I32, StreetGraph, part_of_streets
from road.graph import U8

TASK_VERTICES = 1 << 16
"""Vertices up to which nodes are partitioned to the end by one thread, larger ones once. Graphs of
this size, about 2 MB, stay in a core's own cache."""


class Tree(NamedTuple):
    """order : int32, vertices. split : int32, vertices; see the module's text."""

    order: I32
    split: I32


class Cutting(NamedTuple):
    """Nodes are parted until they have `leaf` vertices; `turn`, 0 to 1, turns all directions."""

    leaf: int
    turn: float


Done = Callable[[float], None]
"""Function called with vertices times bisections done."""


@njit(cache=True, nogil=True)
def divide(streets: StreetGraph, piece: I32, leaf: int, turn: float, cancel: U8) -> Any:
    """(order, split) of a whole graph, on one thread. piece : int32, vertices; see
    `partition_coarse`."""
    vertices = len(streets.first) - 1
    order = np.arange(vertices).astype(np.int32)
    split = np.zeros(vertices, np.int32)
    local = np.full(vertices, -1, np.int32)
    spare = np.empty(vertices, np.int32)
    number = np.full(piece.max() + 1 if vertices else 0, -1, np.int32)
    stack = [(0, vertices)]
    while len(stack) > 0 and not cancel[0]:
        begin, end = stack.pop()
        size = end - begin
        if size <= leaf:
            continue
        part = part_of_streets(streets, order[begin:end], local)
        side = np.empty(size, np.uint8)
        if size > COARSE_VERTICES:
            own, pieces = renumbered(piece[order[begin:end]], number)
            bisect_pieces(part, own, pieces, turn, cancel, side)
        else:
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
        for k in range(after):
            order[middle + k] = spare[k]
        split[middle] = size
        stack.append((middle, end))
        stack.append((begin, middle))
    return order, split


class _Node(NamedTuple):
    begin: int
    vertices: I32  # of the whole graph
    piece: I32
    streets: StreetGraph


def tree_of(
    streets: StreetGraph, cutting: Cutting, threads: Threads, cancel: Cancel, done: Done
) -> Tree:
    """The same for every number of threads. Raises CancelledError."""
    count = len(streets.first) - 1
    tree = Tree(np.arange(count, dtype=np.int32), np.zeros(count, np.int32))
    wave = [_Node(0, tree.order.copy(), small_pieces(streets), streets)] if count else []
    while wave:
        large = [node for node in wave if len(node.vertices) > TASK_VERTICES]
        small = [node for node in wave if len(node.vertices) <= TASK_VERTICES]
        for node in threads.map(lambda n: _finish(n, cutting, tree, cancel), small):
            cancel.check("the partition")
            size = len(node.vertices)
            done(size * max(0.0, math.log2(size / cutting.leaf)))
        wave = []
        for halves in threads.map(lambda n: _parted(n, cutting, tree, cancel), large):
            cancel.check("the partition")
            wave += halves
            done(float(sum(len(node.vertices) for node in halves)))
    return tree


def _finish(node: _Node, cutting: Cutting, tree: Tree, cancel: Cancel) -> _Node:
    order, split = divide(node.streets, node.piece, *cutting, cancel.flag)
    stretch = slice(node.begin, node.begin + len(order))
    tree.order[stretch] = node.vertices[order]
    tree.split[stretch][1:] = split[1:]
    return node


def _parted(node: _Node, cutting: Cutting, tree: Tree, cancel: Cancel) -> list[_Node]:
    """Both halves of a large node."""
    piece, pieces = renumbered(node.piece, np.full(int(node.piece.max()) + 1, -1, np.int32))
    side = np.empty(len(piece), np.uint8)
    bisect_pieces(node.streets, piece, pieces, cutting.turn, cancel.flag, side)
    first, second = (_half(node, piece, side, which) for which in (1, 0))
    tree.split[second.begin] = len(node.vertices)
    return [first, second]


def _half(node: _Node, piece: I32, side: U8, which: int) -> _Node:
    chosen = np.flatnonzero(side == which).astype(np.int32)
    local = np.full(len(side), -1, np.int32)
    begin = node.begin if which else node.begin + int(np.count_nonzero(side))
    part = part_of_streets(node.streets, chosen, local)
    return _Node(begin, node.vertices[chosen], piece[chosen], part)
