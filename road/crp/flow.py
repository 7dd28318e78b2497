"""Least cuts between two sets of vertices of a symmetric graph.

Source: E. A. Dinic, Algorithm for solution of a problem of maximum flow in networks with power
estimation, Soviet Math. Doklady 1970. Levels are counted back from the sinks, so that the search
from the sources runs into few dead ends. Instead of a pointer from each arc to its reverse, the
residual of the reverse is told from the arc's own: both together are twice the weight. The reverse
is looked for only where a path is augmented.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from road.crp.partition_graph import I16, I32, StreetGraph
from road.graph import I64, U8

MIDDLE, SOURCE, SINK = 0, 1, 2


class _Flow(NamedTuple):
    """A flow and the search for more of it.

    terminal : uint8, vertices. residual : int16, arcs. level : int32, vertices; steps to the
    sinks, -1 is unknown. next_arc : int64, vertices; arcs before it are blocked. queue, trail :
    int32, vertices. path : int64, vertices; arc from level k + 1 to level k.
    """

    terminal: U8
    residual: I16
    level: I32
    next_arc: I64
    queue: I32
    trail: I32
    path: I64


@njit(cache=True, nogil=True)
def least_cut(streets: StreetGraph, terminal: U8, limit: int, cancel: U8, side: U8) -> int:
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
        np.empty(vertices, np.int32),
        np.empty(vertices, np.int64),
    )
    sources = _border(streets, terminal, SOURCE)
    sinks = _border(streets, terminal, SINK)
    flow = 0
    while True:
        depth, seen = _levels(streets, state, sinks)
        if depth < 0:
            break
        flow += _block(streets, state, sources, depth, limit - flow)
        if flow > limit or cancel[0]:
            return limit + 1
        for k in range(seen):
            state.level[state.queue[k]] = -1
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


@njit(cache=True, nogil=True)
def _levels(streets: StreetGraph, state: _Flow, sinks: I32) -> Any:
    """(steps from the nearest source to the sinks, vertices with a level); -1: none reaches them.

    Writes `level`, `next_arc` and `queue` of all vertices nearer to the sinks than that source.
    """
    first, head, weight = streets.first, streets.head, streets.weight
    terminal, level, queue = state.terminal, state.level, state.queue
    count = len(sinks)
    for k in range(count):
        queue[k] = sinks[k]
        level[sinks[k]] = 0
    depth, done = -1, 0
    while done < count:
        vertex = queue[done]
        if depth >= 0 and level[vertex] >= depth - 1:
            break
        done += 1
        for arc in range(first[vertex], first[vertex + 1]):
            other = head[arc]
            if level[other] >= 0 or terminal[other] == SINK:
                continue
            if 2 * np.int64(weight[arc]) - state.residual[arc] <= 0:
                continue
            if terminal[other] == SOURCE:
                depth = level[vertex] + 1 if depth < 0 else depth
                continue
            level[other] = level[vertex] + 1
            state.next_arc[other] = first[other]
            queue[count] = other
            count += 1
    return depth, count


@njit(cache=True, nogil=True)
def _block(streets: StreetGraph, state: _Flow, sources: I32, depth: int, limit: int) -> int:
    """Flow along shortest paths until each is blocked, or until it is above the limit."""
    flow = 0
    for source in sources:
        arc = streets.first[source]
        while arc < streets.first[source + 1]:
            start = streets.head[arc]
            enters = state.terminal[start] != SOURCE and state.level[start] == depth - 1
            if enters and state.residual[arc] > 0 and _reach(streets, state, start):
                state.path[depth - 1] = arc
                flow += _augment(streets, state, source, depth)
                if flow > limit:
                    return flow
            else:
                arc += 1
    return flow


@njit(cache=True, nogil=True)
def _reach(streets: StreetGraph, state: _Flow, start: int) -> bool:
    """Whether a way down to level 0 remains; then it is in `path`.

    Arcs that lead nowhere are passed over for the rest of the phase.
    """
    level, next_arc = state.level, state.next_arc
    top = level[start]
    vertex = np.int64(start)
    while level[vertex] > 0:
        here = level[vertex]
        state.trail[here] = vertex
        arc, end = next_arc[vertex], streets.first[vertex + 1]
        while arc < end and not (state.residual[arc] > 0 and level[streets.head[arc]] == here - 1):
            arc += 1
        next_arc[vertex] = arc
        if arc < end:
            state.path[here - 1] = arc
            vertex = np.int64(streets.head[arc])
        elif here == top:
            return False
        else:
            vertex = np.int64(state.trail[here + 1])
            next_arc[vertex] += 1
    return True


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def _augment(streets: StreetGraph, state: _Flow, source: int, depth: int) -> int:
    """Fill the path of `depth` arcs, the last of which leaves the source; what fitted."""
    residual, path = state.residual, state.path
    room = int(residual[path[depth - 1]])
    for k in range(depth):
        room = min(room, int(residual[path[k]]))
    tail = source
    for k in range(depth - 1, -1, -1):
        residual[path[k]] -= room
        other = streets.head[path[k]]
        residual[_arc_to(streets, other, tail)] += room
        tail = other
    return room


@njit(cache=True, nogil=True)
def _choose_side(streets: StreetGraph, state: _Flow, sources: I32, side: U8) -> None:
    """Levels of the last phase hold all that reaches a sink; a search finds the other extreme."""
    terminal, level, queue = state.terminal, state.level, state.queue
    vertices = len(terminal)
    at_sinks, at_sources = 0, 0
    for vertex in range(vertices):
        at_sinks += terminal[vertex] == SINK or level[vertex] >= 0
        at_sources += terminal[vertex] == SOURCE
        side[vertex] = terminal[vertex] == SOURCE
    count, done = len(sources), 0
    queue[:count] = sources
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
            side[vertex] = not (terminal[vertex] == SINK or level[vertex] >= 0)
