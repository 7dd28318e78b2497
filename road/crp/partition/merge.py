"""Small pieces put together to cells, as full as the bound lets them become.

Source: the greedy assembly of D. Delling, A. V. Goldberg, I. Razenshteyn, R. F. Werneck, Graph
Partitioning with Natural Cuts, IPDPS 2011. Ours goes in rounds without chance: two neighbours are
joined where each is the other's best, so the best pair of all is always among them, and the result
is the same for every number of threads.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from road.components import root_of
from road.crp.partition.graph import I32, StreetGraph
from road.graph import I64

ABSORBED = 64
"""Part of the bound up to which pieces join their best neighbour though they are not its best: a
junction of a thousand dead ends takes them in one round."""


class VertexPieces(NamedTuple):
    """Connected sets of vertices and the arcs between them.

    size : int64, pieces; vertices of each. one, other : int64, pairs of neighbours, one < other,
    ascending, none twice. weight : int64, pairs; arcs between them.
    """

    size: I64
    one: I64
    other: I64
    weight: I64


@njit(cache=True, nogil=True)
def vertex_pieces(streets: StreetGraph) -> VertexPieces:
    """Every vertex a piece of its own."""
    vertices = len(streets.first) - 1
    pairs = len(streets.head) // 2
    one, other = np.empty(pairs, np.int64), np.empty(pairs, np.int64)
    weight = np.empty(pairs, np.int64)
    count = 0
    for vertex in range(vertices):
        for arc in range(streets.first[vertex], streets.first[vertex + 1]):
            if streets.head[arc] > vertex:
                one[count], other[count] = vertex, streets.head[arc]
                weight[count] = streets.weight[arc]
                count += 1
    return VertexPieces(np.ones(vertices, np.int64), one, other, weight)


@njit(cache=True, nogil=True)
def contracted(pieces: VertexPieces, label: I32, labels: int) -> VertexPieces:
    """Pieces of one label as one."""
    size = np.zeros(labels, np.int64)
    for piece in range(len(pieces.size)):
        size[label[piece]] += pieces.size[piece]
    key = np.empty(len(pieces.one), np.int64)
    weight = np.empty(len(key), np.int64)
    count = 0
    for pair in range(len(key)):
        one, other = np.int64(label[pieces.one[pair]]), np.int64(label[pieces.other[pair]])
        if one != other:
            key[count] = min(one, other) * labels + max(one, other)
            weight[count] = pieces.weight[pair]
            count += 1
    order = np.argsort(key[:count])  # equal keys are added up, in any order
    filled = -1
    new_key, new_weight = np.empty(count, np.int64), np.empty(count, np.int64)
    for place in order:
        if filled < 0 or new_key[filled] != key[place]:
            filled += 1
            new_key[filled] = key[place]
            new_weight[filled] = 0
        new_weight[filled] += weight[place]
    new_key = new_key[: filled + 1]
    return VertexPieces(size, new_key // labels, new_key % labels, new_weight[: filled + 1].copy())


@njit(cache=True, nogil=True)
def _numbered(above: I32) -> Any:
    """(label of each piece, labels), in the order of their roots."""
    label = np.empty(len(above), np.int32)
    labels = 0
    for piece in range(len(above)):
        if above[piece] == piece:
            label[piece] = labels
            labels += 1
    for piece in range(len(above)):
        label[piece] = label[root_of(above, piece)]
    return label, labels


@njit(cache=True, nogil=True)
def connected(pieces: VertexPieces, group: I64) -> Any:
    """(label, labels): what hangs together within a group."""
    above = np.arange(len(pieces.size)).astype(np.int32)
    for pair in range(len(pieces.one)):
        if group[pieces.one[pair]] == group[pieces.other[pair]]:
            one, other = root_of(above, pieces.one[pair]), root_of(above, pieces.other[pair])
            above[max(one, other)] = min(one, other)
    return _numbered(above)


@in_place
def _rating(weight: int, one: int, other: int) -> float:
    """Many arcs between small pieces are best; links weigh a little, so that they join at last."""
    return (weight + 1e-3) * (1.0 / math.sqrt(one) + 1.0 / math.sqrt(other))


@njit(cache=True, nogil=True)
def _best_pairs(pieces: VertexPieces, parent: I32, bound: int) -> I64:
    """int64, pieces; the best pair that each may join, the first of equals; -1 is none."""
    best = np.full(len(pieces.size), -1, np.int64)
    value = np.zeros(len(pieces.size))
    for pair in range(len(pieces.one)):
        one, other = pieces.one[pair], pieces.other[pair]
        sizes = pieces.size[one], pieces.size[other]
        if sizes[0] + sizes[1] > bound or parent[one] != parent[other]:
            continue
        rating = _rating(pieces.weight[pair], sizes[0], sizes[1])
        for piece in (one, other):
            if rating > value[piece]:
                value[piece] = rating
                best[piece] = pair
    return best


@njit(cache=True, nogil=True)
def _joined(pieces: VertexPieces, best: I64, bound: int) -> Any:
    """(label, labels) after one round."""
    above = np.arange(len(pieces.size)).astype(np.int32)
    size = pieces.size.copy()
    for mutual in (True, False):
        for piece in range(len(size)):
            pair = best[piece]
            if pair < 0:
                continue
            one, other = pieces.one[pair], pieces.other[pair]
            if mutual and (best[one] != best[other] or piece == other):
                continue
            if not mutual and pieces.size[piece] * ABSORBED > bound:
                continue
            one, other = root_of(above, one), root_of(above, other)
            if one != other and size[one] + size[other] <= bound:
                above[max(one, other)] = min(one, other)
                size[min(one, other)] += size[max(one, other)]
    return _numbered(above)


@njit(cache=True, nogil=True)
def assembled(pieces: VertexPieces, parent: I32, bound: int) -> Any:
    """(cell of each piece, cells): neighbours of one parent joined until nothing more fits."""
    total = np.arange(len(pieces.size)).astype(np.int32)
    while True:
        label, labels = _joined(pieces, _best_pairs(pieces, parent, bound), bound)
        if labels == len(pieces.size):
            return total, labels
        new_parent = np.empty(labels, np.int32)
        for piece in range(len(label)):
            new_parent[label[piece]] = parent[piece]
        for piece in range(len(total)):
            total[piece] = label[total[piece]]
        pieces, parent = contracted(pieces, label, labels), new_parent


@njit(cache=True, nogil=True)
def level_cells(pieces: VertexPieces, node: I32, parent: I32, bound: int) -> Any:
    """(cell of each piece, cells) of one level.

    node : int32, pieces; what a tree of bisections keeps together; of at most `bound` vertices.
    parent : int32, pieces; cell of the level above.
    """
    group = node.astype(np.int64) * (np.int64(parent.max()) + 1) + parent
    label, labels = connected(pieces, group)
    upper = np.empty(labels, np.int32)
    for piece in range(len(label)):
        upper[label[piece]] = parent[piece]
    cell, cells = assembled(contracted(pieces, label, labels), upper, bound)
    return cell[label], cells
