"""Lines that carry names: streets of one name that meet end to end, as one line.

A street ends at every crossing, and no name fits on that; what a reader takes for a street is what
has one name from its one end to the other.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from road.graph import F32, I64, U8, RoadGraph
from road.maps.drawing_layout import Project, StreetLines, lines_of, ranks_of
from road.streets import streets_of


class NameLines(NamedTuple):
    """Lines of one name, in the plane of `StreetLines` and from its `left` and `top`.

    first : int64, lines + 1; px, py : float32, points. name : int64, lines, numbers of texts. rank
    : uint8, the highest of the line's streets. length : float32, in the plane. boxes : float32,
    (lines, 4): least x and y, greatest x and y.
    """

    left: float
    top: float
    first: I64
    px: F32
    py: F32
    name: I64
    rank: U8
    length: F32
    boxes: F32


_KNOWN: weakref.WeakKeyDictionary[RoadGraph, NameLines] = weakref.WeakKeyDictionary()
_JOINING = threading.Lock()


def name_lines_of(graph: RoadGraph, project: Project) -> NameLines | None:
    """Of a graph with coordinates; joined once. None where no street has a name."""
    if graph.names is None or not len(graph.names.way):
        return None
    lines = lines_of(graph, project)
    with _JOINING:
        if graph not in _KNOWN:
            _KNOWN[graph] = _joined(graph, lines)
        return _KNOWN[graph]


def _joined(graph: RoadGraph, lines: StreetLines) -> NameLines:
    assert graph.names is not None
    streets = streets_of(graph)
    name = graph.names.of_ways(graph.arcs.way[streets.arc])
    named = np.flatnonzero(name >= 0)
    arcs = streets.arc[named]
    ends = np.concatenate((graph.tail[arcs], graph.head[arcs])).astype(np.int64)
    order = np.lexsort((ends, np.tile(name[named], 2)))
    partner = _partners(order, ends, np.tile(name[named], 2))
    rank = ranks_of(graph, arcs)
    place = lines.place[named].astype(np.int64)
    first, points, of, high = _chained(
        partner, place, lines.first, lines.px, lines.py, name[named], rank
    )
    px, py = points[:, 0].copy(), points[:, 1].copy()
    steps = np.hypot(np.diff(px), np.diff(py))
    steps[first[1:-1] - 1] = 0.0  # from one line to the next
    way = np.concatenate(([0.0], np.cumsum(steps)))
    boxes = np.empty((len(of), 4), np.float32)
    for k, (values, least) in enumerate(((px, True), (py, True), (px, False), (py, False))):
        reduce = np.minimum if least else np.maximum
        boxes[:, k] = reduce.reduceat(values, first[:-1]) if len(of) else 0
    length = (way[first[1:] - 1] - way[first[:-1]]).astype(np.float32)
    return NameLines(lines.left, lines.top, first, px, py, of, high, length, boxes)


@njit(cache=True, nogil=True)
def _partners(order: Any, ends: Any, name: Any) -> Any:
    """The end of another street of the name at the same vertex, of every end; -1 for none.

    Ends of streets s are s and s + streets; ends of one name at one vertex are paired in order.
    """
    partner = np.full(len(ends), -1, np.int64)
    k = 0
    while k < len(order) - 1:
        a, b = order[k], order[k + 1]
        streets = len(ends) // 2
        if ends[a] == ends[b] and name[a] == name[b] and a % streets != b % streets:
            partner[a], partner[b] = b, a
            k += 2
        else:
            k += 1
    return partner


@njit(cache=True, nogil=True)
def _chained(partner: Any, place: Any, first: Any, px: Any, py: Any, name: Any, rank: Any) -> Any:
    """Offsets, points, names and ranks of lines: each walked from an end, or around a ring."""
    streets = len(place)
    taken = np.zeros(streets, np.bool_)
    total = 0
    for s in range(streets):
        total += first[place[s] + 1] - first[place[s]]
    points = np.empty((total, 2), np.float32)
    offsets = np.zeros(streets + 1, np.int64)
    names, ranks = np.empty(streets, np.int64), np.empty(streets, np.uint8)
    count, at = 0, 0
    for begin in range(streets):
        if taken[begin]:
            continue
        # To the end of the line against its direction, then along it.
        end = begin
        for _ in range(streets):
            other = partner[end]
            if other < 0 or other % streets == begin:
                break
            end = (other + streets) % (2 * streets)
            if end % streets == begin:
                break
        here = end
        high = 0
        while True:
            s = here % streets
            taken[s] = True
            high = max(high, rank[s])
            low, top = first[place[s]], first[place[s] + 1]
            skip = 1 if at > offsets[count] else 0  # the point that both streets have
            for k in range(skip, top - low):
                p = low + k if here < streets else top - 1 - k
                points[at, 0], points[at, 1] = px[p], py[p]
                at += 1
            other = partner[(here + streets) % (2 * streets)]
            if other < 0 or taken[other % streets]:
                break
            here = other
        names[count], ranks[count] = name[begin], high
        count += 1
        offsets[count] = at
    return (
        offsets[: count + 1].copy(),
        points[:at].copy(),
        names[:count].copy(),
        ranks[:count].copy(),
    )
