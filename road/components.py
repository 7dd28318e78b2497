"""Parts of a graph that hang together or from which one comes back, and what leads to them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from road.graph import I64, U8, U32, RoadGraph, read_only


def weak_components(graph: RoadGraph, open_arcs: U8 | None = None) -> tuple[U32, I64]:
    """(label of each vertex, vertices of each label): parts that hang together by any arcs.

    open_arcs : uint8, arcs; those of value 0 do not count. None: all do. Labels go by size, the
    largest part is 0; of equal ones that with the lower vertex comes first.
    """
    labels = _weak(graph.first_out, graph.head, _open(graph, open_arcs))
    return by_size(labels)


def strong_components(graph: RoadGraph, open_arcs: U8 | None = None) -> tuple[U32, I64]:
    """The same for parts in which every vertex reaches every other one.

    Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972, without
    recursion.
    """
    labels = _strong(graph.first_out, graph.head, _open(graph, open_arcs))
    return by_size(labels)


def leading_to(graph: RoadGraph, goal: U8, open_arcs: U8) -> U8:
    """uint8, vertices: 1 where open arcs lead to a goal, as at the goals themselves.

    goal : uint8, vertices; 1 marks a goal. open_arcs : as above.
    """
    back = graph.backward
    return read_only(_spread(back.first_in, back.tail, back.arc, open_arcs, goal))


def reached_from(graph: RoadGraph, origin: U8, open_arcs: U8) -> U8:
    """The same where open arcs come from an origin."""
    every = read_only(np.arange(graph.arc_count, dtype=np.uint32))
    return read_only(_spread(graph.first_out, graph.head, every, open_arcs, origin))


def by_size(labels: U32) -> tuple[U32, I64]:
    """Labels renumbered from the largest part to the smallest, and how many bear each."""
    _, first, part, counts = np.unique(
        labels, return_index=True, return_inverse=True, return_counts=True
    )
    order = np.lexsort((first, -counts))
    rank = np.empty(len(order), np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    return rank[part], counts[order].astype(np.int64)


def _open(graph: RoadGraph, open_arcs: U8 | None) -> U8:
    return np.ones(graph.arc_count, np.uint8) if open_arcs is None else open_arcs


@in_place
def root_of(parent: Any, vertex: Any) -> Any:
    """Of a union-find forest, where a root is its own parent; halves the paths it goes."""
    while parent[vertex] != vertex:
        parent[vertex] = parent[parent[vertex]]
        vertex = parent[vertex]
    return vertex


@njit(cache=True, nogil=True)
def _weak(first_out: I64, head: U32, open_arcs: U8) -> Any:
    parent = np.empty(len(first_out) - 1, np.uint32)
    for vertex in range(len(parent)):
        parent[vertex] = vertex
    for tail in range(len(parent)):
        for arc in range(first_out[tail], first_out[tail + 1]):
            if open_arcs[arc]:
                a, b = root_of(parent, tail), root_of(parent, np.int64(head[arc]))
                parent[max(a, b)] = min(a, b)
    for vertex in range(len(parent)):
        parent[vertex] = root_of(parent, vertex)
    return parent


@njit(cache=True, nogil=True)
def _spread(first: I64, neighbour: U32, arc: U32, open_arcs: U8, begin: U8) -> Any:
    """Marks, from those to begin with to all that open arcs connect, in the order of a stack."""
    # Without NumPy's ways to say the same, which take five seconds to compile.
    marks, stack = np.empty(len(begin), np.uint8), np.empty(len(begin), np.uint32)
    count = 0
    for origin in range(len(begin)):
        marks[origin] = begin[origin]
        if begin[origin]:
            stack[count] = origin
            count += 1
    while count > 0:
        count -= 1
        vertex: Any = np.int64(stack[count])
        for k in range(first[vertex], first[vertex + 1]):
            other = np.int64(neighbour[k])
            if open_arcs[arc[k]] and not marks[other]:
                marks[other] = 1
                stack[count] = other
                count += 1
    return marks


@njit(cache=True, nogil=True)
def _strong(first_out: I64, head: U32, open_arcs: U8) -> Any:
    """A label is the vertex by which its part was entered."""
    vertices = len(first_out) - 1
    unseen = np.int64(0)
    index = np.zeros(vertices, np.int64)  # order of discovery from 1 on
    low = np.zeros(vertices, np.int64)
    label = np.zeros(vertices, np.uint32)
    done = np.zeros(vertices, np.bool_)
    next_arc = first_out[:-1].copy()
    path = np.empty(vertices, np.int64)
    held = np.empty(vertices, np.int64)
    clock, held_count = 0, 0
    for start in range(vertices):
        if index[start] != unseen:
            continue
        depth = 0
        path[0] = start
        while depth >= 0:
            vertex = path[depth]
            if index[vertex] == unseen:
                clock += 1
                index[vertex] = low[vertex] = clock
                held[held_count] = vertex
                held_count += 1
            deeper = False
            while next_arc[vertex] < first_out[vertex + 1]:
                arc = next_arc[vertex]
                other = np.int64(head[arc])
                if open_arcs[arc] and index[other] == unseen:
                    depth += 1  # looked at again on return, when its low is known
                    path[depth] = other
                    deeper = True
                    break
                if open_arcs[arc] and not done[other]:
                    low[vertex] = min(low[vertex], low[other])
                next_arc[vertex] += 1
            if deeper:
                continue
            if low[vertex] == index[vertex]:
                while True:
                    held_count -= 1
                    member = held[held_count]
                    label[member] = vertex
                    done[member] = True
                    if member == vertex:
                        break
            depth -= 1
    return label
