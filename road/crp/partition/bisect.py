"""A connected graph parted in two by few arcs: inertial flow.

Source: A. Schild, C. Sommer, On Balanced Separators in Road Networks, SEA 2015. The vertices are
put in order along a direction; the first share of them are sources, the last share sinks, and the
least cut between is found. Of several directions the best cut is taken. Ours differs: where there
are no places, an order comes from distances in steps to vertices far apart, which do the same for
any sparse graph; and fragments that the cut leaves without their side change to the other one.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

from road.crp.partition.flow import SINK, SOURCE, least_cut
from road.crp.partition.graph import I32, StreetGraph
from road.graph import F32, U8

ORDERS = 4
"""Directions of places in which vertices are ordered, and as many of distances in steps."""

SMALL_VERTICES = 256
"""Vertices up to which places add nothing to steps; measured in docs/algorithms."""

SHARE, TINY_SHARE, TINY_VERTICES = 0.2, 1 / 3, 32
"""Share of the vertices that are sources and sinks each, and the same up to so many vertices; cells
that are to hold four vertices are fuller when parted more evenly."""

POWER = 0.5
"""Exponent of evenness against arcs, see `score`."""

NO_SCORE = 1e30


@njit(cache=True, nogil=True)
def share_of(vertices: int) -> float:
    return TINY_SHARE if vertices <= TINY_VERTICES else SHARE


@njit(cache=True, nogil=True)
def steps_from(streets: StreetGraph, start: np.int64) -> Any:
    """(steps to each vertex, the one found last); vertices that are not reached have -1."""
    steps = np.full(len(streets.first) - 1, -1, np.int32)
    queue = np.empty(len(steps), np.int32)
    queue[0] = start
    steps[start] = 0
    count, done = 1, 0
    while done < count:
        vertex = queue[done]
        done += 1
        for arc in range(streets.first[vertex], streets.first[vertex + 1]):
            other = streets.head[arc]
            if steps[other] < 0:
                steps[other] = steps[vertex] + 1
                queue[count] = other
                count += 1
    return steps, np.int64(queue[count - 1])


@njit(cache=True, nogil=True)
def step_axes(streets: StreetGraph) -> Any:
    """Two orders that cross: between two vertices far apart, and between two far from both."""
    _, start = steps_from(streets, np.int64(0))
    from_a, b = steps_from(streets, start)
    from_b, _ = steps_from(streets, b)
    aside, most = np.int64(0), -1
    for vertex in range(len(from_a)):
        least = min(from_a[vertex], from_b[vertex])
        if least > most:
            aside, most = np.int64(vertex), least
    from_c, d = steps_from(streets, aside)
    from_d, _ = steps_from(streets, d)
    return (from_a - from_b).astype(np.float32), (from_c - from_d).astype(np.float32)


@njit(cache=True, nogil=True)
def order_along(x: F32, y: F32, half_turns: float) -> Any:
    """float32, vertices: places along a direction."""
    angle = np.pi * half_turns
    return x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle))


@njit(cache=True, nogil=True)
def _smallest(values: F32, rank: int) -> Any:
    """The value of that rank; `values` are rearranged. Hoare's selection, median of three."""
    low, high = 0, len(values) - 1
    while low < high:
        a, b, c = values[low], values[(low + high) // 2], values[high]
        pivot = max(min(a, b), min(max(a, b), c))
        left, right = low, high
        while left <= right:
            while values[left] < pivot:
                left += 1
            while values[right] > pivot:
                right -= 1
            if left <= right:
                values[left], values[right] = values[right], values[left]
                left += 1
                right -= 1
        if rank <= right:
            high = right
        elif rank >= left:
            low = left
        else:
            break
    return values[rank]


@njit(cache=True, nogil=True)
def terminals(along: F32, share: float) -> Any:
    """uint8, vertices: the first share in that order are sources, the last share sinks."""
    vertices = len(along)
    count = max(1, int(share * vertices))
    values = along.copy()
    low = _smallest(values, count - 1)
    high = _smallest(values, vertices - count)
    terminal = np.zeros(vertices, np.uint8)
    sources, sinks = 0, 0
    for vertex in range(vertices):
        if along[vertex] < low:
            terminal[vertex] = SOURCE
            sources += 1
        elif along[vertex] > high:
            terminal[vertex] = SINK
            sinks += 1
    for vertex in range(vertices):
        if sources < count and along[vertex] == low and terminal[vertex] == 0:
            terminal[vertex] = SOURCE
            sources += 1
    for vertex in range(vertices - 1, -1, -1):
        if sinks < count and along[vertex] == high and terminal[vertex] == 0:
            terminal[vertex] = SINK
            sinks += 1
    return terminal


@njit(cache=True, nogil=True)
def score(cut: int, part: int, whole: int) -> float:
    """Smaller is better: few arcs, even parts."""
    return (cut + 0.5) / math.pow(min(part, whole - part) / whole, POWER)


@njit(cache=True, nogil=True)
def cut_along(
    streets: StreetGraph, size: I32, along: F32, share: float, best: float, cancel: U8, side: U8
) -> float:
    """Score of the cut for one order; `side` is written where it is below `best`.

    size : int32, vertices; what each counts for when the score tells how even the sides are.
    """
    vertices = len(along)
    limit = int(min(best * 0.5**POWER, 1e9))  # an even cut of more is no better
    terminal = terminals(along, share)
    found = np.empty(vertices, np.uint8)
    cut = least_cut(streets, terminal, limit, cancel, found)
    if cut > limit:
        return NO_SCORE
    part, whole = 0, 0
    for vertex in range(vertices):
        own = size[vertex]
        whole += own
        if found[vertex]:
            part += own
    value = score(cut, part, whole)
    if value < best:
        for vertex in range(vertices):
            side[vertex] = found[vertex]
    return value


@njit(cache=True, nogil=True)
def join_fragments(streets: StreetGraph, share: float, side: U8) -> None:
    """Parts of a side that hang only on the other side go there, while both remain large.

    The largest part of each side stays. Each change takes arcs out of the cut and adds none.
    """
    vertices = len(side)
    least = max(1, int(0.5 * share * vertices))
    part = np.full(vertices, -1, np.int32)
    queue = np.empty(vertices, np.int32)
    begin = np.empty(vertices + 1, np.int32)
    parts, count = 0, 0
    sizes = np.zeros(2, np.int64)
    largest = np.full(2, -1, np.int64)
    for start in range(vertices):
        if part[start] >= 0:
            continue
        own = side[start]
        begin[parts] = count
        done = count
        queue[count] = start
        part[start] = parts
        count += 1
        while done < count:
            vertex = queue[done]
            done += 1
            for arc in range(streets.first[vertex], streets.first[vertex + 1]):
                other = streets.head[arc]
                if part[other] < 0 and side[other] == own:
                    part[other] = parts
                    queue[count] = other
                    count += 1
        size = count - begin[parts]
        sizes[own] += size
        if largest[own] < 0 or size > begin[largest[own] + 1] - begin[largest[own]]:
            largest[own] = parts
        parts += 1
        begin[parts] = count
    for k in range(parts):
        own = side[queue[begin[k]]]
        size = begin[k + 1] - begin[k]
        if k != largest[own] and sizes[own] - size >= least:
            sizes[own] -= size
            sizes[1 - own] += size
            for entry in range(begin[k], begin[k + 1]):
                side[queue[entry]] = 1 - own


@njit(cache=True, nogil=True)
def bisect(streets: StreetGraph, turn: float, cancel: U8, side: U8) -> None:
    """The best of all orders; `side` is 0 or 1, each at least once where there are two vertices."""
    side[:] = 0
    side[0] = 1
    share = share_of(len(side))
    best = NO_SCORE
    size = np.ones(len(side), np.int32)
    x, y = step_axes(streets)
    for k in range(ORDERS):
        along = order_along(x, y, (k + turn) / ORDERS)
        best = min(best, cut_along(streets, size, along, share, best, cancel, side))
    if len(streets.x) > 0 and len(side) > SMALL_VERTICES:
        for k in range(ORDERS):
            along = order_along(streets.x, streets.y, (k + turn) / ORDERS)
            best = min(best, cut_along(streets, size, along, share, best, cancel, side))
    join_fragments(streets, share, side)
