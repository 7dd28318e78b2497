"""Streets without direction, as the partition sees them: who meets whom, by how many arcs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from road.components import root_of
from road.graph import F32, I64, U32, RoadGraph

I16 = NDArray[np.int16]
I32 = NDArray[np.int32]

HEAVIEST = 1 << 13  # twice a weight still fits int16, see `flow`


class StreetGraph(NamedTuple):
    """A simple symmetric graph in compressed sparse rows, connected.

    first : int64, vertices + 1. head : int32, ascending in each row.
    weight : int16; arcs of the road graph between both ends, in both directions together. 0 for
        links that join parts which nothing connects: they cost nothing to cut.
    x, y : float32, vertices; places to scale in both axes. Empty where there are none.
    """

    first: I64
    head: I32
    weight: I16
    x: F32
    y: F32


def street_graph(graph: RoadGraph) -> StreetGraph:
    """The road graph without directions, loops and parallel arcs, its parts linked in a chain."""
    tails, heads = _links(graph.first_out, graph.head)
    first, head, weight = _symmetric(graph.first_out, graph.head, tails, heads)
    return StreetGraph(first, head, weight, *_places(graph))


def _places(graph: RoadGraph) -> tuple[F32, F32]:
    """Relative to the middle; east-west shrunk by the cosine of the middle's latitude."""
    if graph.x is None or graph.y is None or graph.vertices == 0:
        return np.empty(0, np.float32), np.empty(0, np.float32)
    if not (np.isfinite(graph.x).all() and np.isfinite(graph.y).all()):
        return np.empty(0, np.float32), np.empty(0, np.float32)
    centre = float(np.mean(graph.x)), float(np.mean(graph.y))
    narrow = max(np.cos(np.radians(centre[1])), 0.05) if graph.geographic else 1.0
    east = ((graph.x - centre[0]) * narrow).astype(np.float32)
    return east, (graph.y - centre[1]).astype(np.float32)


@njit(cache=True, nogil=True)
def _links(first_out: I64, out_head: U32) -> Any:
    """Pairs of lowest vertices of two parts, one after the other."""
    vertices = len(first_out) - 1
    above = np.arange(vertices).astype(np.int32)
    for tail in range(vertices):
        for arc in range(first_out[tail], first_out[tail + 1]):
            one, other = root_of(above, tail), root_of(above, np.int64(out_head[arc]))
            lower = min(one, other)
            above[one] = above[other] = lower
    lowest = np.nonzero(above == np.arange(vertices))[0].astype(np.int32)
    return lowest[:-1], lowest[1:]


@njit(cache=True, nogil=True)
def _symmetric(first_out: I64, out_head: U32, link_tail: I32, link_head: I32) -> Any:
    """(first, head, weight). Writes every arc to both ends' rows, sorts them and adds up equals."""
    vertices = len(first_out) - 1
    begin = np.zeros(vertices + 2, np.int64)
    for tail in range(vertices):
        for arc in range(first_out[tail], first_out[tail + 1]):
            if out_head[arc] != tail:
                begin[tail + 2] += 1
                begin[np.int64(out_head[arc]) + 2] += 1
    for k in range(len(link_tail)):
        begin[link_tail[k] + 2] += 1
        begin[link_head[k] + 2] += 1
    for vertex in range(vertices):
        begin[vertex + 2] += begin[vertex + 1]
    # Twice the other end, plus one for an arc: links sort beside arcs and weigh nothing.
    row = np.empty(begin[vertices + 1], np.int64)
    for tail in range(vertices):
        for arc in range(first_out[tail], first_out[tail + 1]):
            other = np.int64(out_head[arc])
            if other != tail:
                row[begin[tail + 1]] = 2 * other + 1
                begin[tail + 1] += 1
                row[begin[other + 1]] = 2 * tail + 1
                begin[other + 1] += 1
    for k in range(len(link_tail)):
        one, other = np.int64(link_tail[k]), np.int64(link_head[k])
        row[begin[one + 1]] = 2 * other
        begin[one + 1] += 1
        row[begin[other + 1]] = 2 * one
        begin[other + 1] += 1
    return _merged(begin, row)


@njit(cache=True, nogil=True)
def _merged(begin: I64, row: I64) -> Any:
    vertices = len(begin) - 2
    first = np.zeros(vertices + 1, np.int64)
    weight = np.empty(len(row), np.int16)
    filled = 0
    for vertex in range(vertices):
        low, high = begin[vertex], begin[vertex + 1]
        _sort(row, low, high)
        begin_of_row = filled
        for entry in range(low, high):
            other, arcs = row[entry] >> 1, row[entry] & 1
            if filled == begin_of_row or row[filled - 1] != other:
                row[filled] = other  # never past `entry`, which is read already
                weight[filled] = 0
                filled += 1
            weight[filled - 1] = min(weight[filled - 1] + arcs, HEAVIEST)
        first[vertex + 1] = filled
    return first, row[:filled].astype(np.int32), weight[:filled].copy()


@njit(cache=True, nogil=True)
def _sort(row: I64, low: int, high: int) -> None:
    """Shell's sort: rows are short, and a sort of the library takes seconds to compile."""
    gap = 1
    while 3 * gap < high - low:
        gap = 3 * gap + 1
    while gap > 0:
        for entry in range(low + gap, high):
            value, place = row[entry], entry
            while place >= low + gap and row[place - gap] > value:
                row[place] = row[place - gap]
                place -= gap
            row[place] = value
        gap //= 3


@njit(cache=True, nogil=True)
def part_of_streets(streets: StreetGraph, vertices: I32, local: I32) -> Any:
    """The graph among some vertices, which ascend: so do the heads of each row.

    local : int32, vertices of the whole; scratch, -1 everywhere before and after.
    """
    first, head, weight, x, y = streets
    count = len(vertices)
    most = np.int64(0)
    for k in range(count):
        local[vertices[k]] = k
        most += first[vertices[k] + 1] - first[vertices[k]]
    part_first = np.zeros(count + 1, np.int64)
    part_head = np.empty(most, np.int32)
    part_weight = np.empty(most, np.int16)
    filled = 0
    for k in range(count):
        for arc in range(first[vertices[k]], first[vertices[k] + 1]):
            other = local[head[arc]]
            if other >= 0:
                part_head[filled] = other
                part_weight[filled] = weight[arc]
                filled += 1
        part_first[k + 1] = filled
    for k in range(count):
        local[vertices[k]] = -1
    placed = len(x) > 0
    part_x = np.empty(count if placed else 0, np.float32)
    part_y = np.empty(count if placed else 0, np.float32)
    for k in range(len(part_x)):
        part_x[k] = x[vertices[k]]
        part_y[k] = y[vertices[k]]
    return StreetGraph(
        part_first, part_head[:filled].copy(), part_weight[:filled].copy(), part_x, part_y
    )
