"""Least cuts between two sets of vertices of a symmetric graph.

Source: E. A. Dinic, Algorithm for solution of a problem of maximum flow in networks with power
estimation, Soviet Math. Doklady 1970. Ours differs: a search back from the sinks gives every vertex
the place at which it was found, and a phase fills all ways on which these places fall, not the
shortest ones alone. No such way runs in a circle, so what leads nowhere is passed over for the rest
of a phase, and every phase adds to the flow, since the search itself came along such a way; sources
at different distances are served in one phase. Instead of a pointer from each arc to its reverse,
the residual of the reverse is told from the arc's own: both together are twice the weight. The
reverse is looked for only where a path is augmented.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from road.crp.partition.graph import I16, I32, StreetGraph
from road.graph import I64, U8

MIDDLE, SOURCE, SINK = 0, 1, 2


class _Flow(NamedTuple):
    """A flow and the search for more of it.

    terminal : uint8, vertices. residual : int16, arcs. rank : int32, vertices; place at which the
    search from the sinks found each, 0 for sinks at the border, -1 where it did not come.
    next_arc : int64, vertices; arcs before it are blocked. queue : int32, vertices. path : int64,
    vertices; arcs from a source on.
    """

    terminal: U8
    residual: I16
    rank: I32
    next_arc: I64
    queue: I32
    path: I64


@njit(cache=True, nogil=True)
def least_cut(streets: StreetGraph, terminal: U8, limit: Any, cancel: U8, side: U8) -> Any:
    """Weight of the least cut between sources and sinks; above `limit` none is looked for.

    terminal : uint8, vertices; MIDDLE, SOURCE or SINK.
    side : uint8, vertices, written; 1 on the sources' side. Of the two extreme least cuts it is
        the one that parts the vertices more evenly. As it was where the result is above `limit`
        or a cancel was seen.
    """
    vertices = len(terminal)
    state = _Flow(
        terminal,
        streets.weight.copy(),
        np.full(vertices, -1, np.int32),
        np.empty(vertices, np.int64),
        np.empty(vertices, np.int32),
        np.empty(vertices, np.int64),
    )
    sources = _border(streets, terminal, SOURCE)
    sinks = _border(streets, terminal, SINK)
    flow = 0
    while True:
        met, seen = _rank(streets, state, sinks)
        if not met:
            break
        flow += _block(streets, state, sources, limit - flow)
        if flow > limit or cancel[0]:
            return limit + 1
        for k in range(seen):
            state.rank[state.queue[k]] = -1
    _choose_side(streets, state, sources, side)
    return flow


@njit(cache=True, nogil=True)
def _border(streets: StreetGraph, terminal: U8, kind: int) -> Any:
    """Vertices of that kind with a neighbour of another."""
    found = np.empty(len(terminal), np.int32)
    count = 0
    for vertex in range(len(terminal)):
        if terminal[vertex] == kind:
            for arc in range(streets.first[vertex], streets.first[vertex + 1]):
                if terminal[streets.head[arc]] != kind:
                    found[count] = vertex
                    count += 1
                    break
    return found[:count].copy()


@in_place
def _rank(streets: StreetGraph, state: _Flow, sinks: I32) -> Any:
    """(whether a source reaches the sinks, vertices in `queue`). Writes `rank` and `next_arc`."""
    first, head, weight = streets.first, streets.head, streets.weight
    terminal, rank, queue = state.terminal, state.rank, state.queue
    residual, next_arc = state.residual, state.next_arc
    count = len(sinks)
    for k in range(count):
        queue[k] = sinks[k]
        rank[sinks[k]] = 0
    met, done = False, 0
    while done < count:
        vertex = queue[done]
        done += 1
        for arc in range(first[vertex], first[vertex + 1]):
            other = head[arc]
            if rank[other] >= 0 or terminal[other] == SINK:
                continue
            if 2 * np.int64(weight[arc]) - residual[arc] <= 0:
                continue
            if terminal[other] == SOURCE:
                met = True
                continue
            rank[other] = count
            next_arc[other] = first[other]
            queue[count] = other
            count += 1
    return met, count


@in_place
def _block(streets: StreetGraph, state: _Flow, sources: I32, limit: int) -> int:
    """Flow along falling ranks until every way is blocked, or until it is above the limit."""
    first, head, terminal, rank = streets.first, streets.head, state.terminal, state.rank
    flow = 0
    for source in sources:
        arc = first[source]
        while arc < first[source + 1]:
            start = head[arc]
            depth = 0
            enters = terminal[start] != SOURCE and rank[start] >= 0
            if enters and state.residual[arc] > 0:
                state.path[0] = arc
                depth = _reach(streets, state, start)
            if depth > 0:
                flow += _augment(streets, state, source, depth)
                if flow > limit:
                    return flow
            else:
                arc += 1
    return flow


@in_place
def _reach(streets: StreetGraph, state: _Flow, start: int) -> int:
    """Arcs of a way on which ranks fall to 0, the one to `start` included; 0: there is none.

    path[0] is given, the others are written. Arcs that lead nowhere are passed over for the rest
    of the phase.
    """
    rank, next_arc, path, residual = state.rank, state.next_arc, state.path, state.residual
    first, head = streets.first, streets.head
    vertex = np.int64(start)
    depth = 1
    while rank[vertex] > 0:
        here = rank[vertex]
        arc, end = next_arc[vertex], first[vertex + 1]
        while arc < end:
            if residual[arc] > 0:
                there = rank[head[arc]]
                if 0 <= there < here:
                    break
            arc += 1
        next_arc[vertex] = arc
        if arc < end:
            path[depth] = arc
            depth += 1
            vertex = np.int64(head[arc])
        elif depth == 1:
            return 0
        else:
            depth -= 1
            vertex = np.int64(head[path[depth - 1]])
            next_arc[vertex] += 1
    return depth


@in_place
def _arc_to(streets: StreetGraph, tail: int, head: int) -> int:
    """The arc between two neighbours; rows ascend, so a junction of very many streets is quick."""
    low, high = int(streets.first[tail]), int(streets.first[tail + 1]) - 1
    while low < high:
        middle = (low + high) // 2
        if streets.head[middle] < head:
            low = middle + 1
        else:
            high = middle
    return low


@in_place
def _augment(streets: StreetGraph, state: _Flow, source: int, depth: int) -> int:
    """Fill the path of `depth` arcs, the first of which leaves the source; what fitted."""
    residual, path = state.residual, state.path
    bottleneck = int(residual[path[0]])
    for k in range(1, depth):
        bottleneck = min(bottleneck, int(residual[path[k]]))
    tail = source
    for k in range(depth):
        residual[path[k]] -= bottleneck
        other = streets.head[path[k]]
        residual[_arc_to(streets, other, tail)] += bottleneck
        tail = other
    return bottleneck


@njit(cache=True, nogil=True)
def _choose_side(streets: StreetGraph, state: _Flow, sources: I32, side: U8) -> None:
    """Ranks of the last phase hold all that reaches a sink; a search finds the other extreme."""
    terminal, rank, queue = state.terminal, state.rank, state.queue
    vertices = len(terminal)
    at_sinks, at_sources = 0, 0
    for vertex in range(vertices):
        at_sinks += terminal[vertex] == SINK or rank[vertex] >= 0
        at_sources += terminal[vertex] == SOURCE
        side[vertex] = terminal[vertex] == SOURCE
    count, done = len(sources), 0
    for source in range(count):
        queue[source] = sources[source]
    while done < count:
        vertex = queue[done]
        done += 1
        for arc in range(streets.first[vertex], streets.first[vertex + 1]):
            other = streets.head[arc]
            if state.residual[arc] > 0 and not side[other]:
                side[other] = 1
                queue[count] = other
                count += 1
                at_sources += 1
    if min(at_sinks, vertices - at_sinks) > min(at_sources, vertices - at_sources):
        for vertex in range(vertices):
            side[vertex] = not (terminal[vertex] == SINK or rank[vertex] >= 0)
