"""From ways to streets between vertices: ways are cut where they meet and at barriers.

A vertex is an end of a way, a node that ways share or that a way passes twice, and whatever node is
asked for. A barrier is a piece of street of its own, up to a metre long, that is closed to whom it
stops: one can drive up to it from both sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from road.build import LooseStreets
from road.files.osm.objects import OsmObjects
from road.files.osm.tags import WayProperties
from road.graph import F64, I64, U8
from road.lengths import leg_lengths, street_lengths

BARRIER_METRES = 1.0
FIRST_MADE_UP_ID = -(10**15)
"""First id of the points beside barriers, which count down from here, far from all that editors
give out."""

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class NodeLines:
    """Lines of nodes in a row, one after another: ways without their missing nodes.

    way : int64, points; place of the way in the file. line : int64, points; the line's number.
    node : int64, points; number of the node among `ids`. lon_lat : float64, (points, 2).
    ids : int64, the nodes' ids.
    closed : uint8, points; bits of vehicles that may not go from the point to the next.
    barrier : int64, points; id of the node whose barrier stands between the point and the next, 0
        for none.
    """

    way: I64
    line: I64
    node: I64
    lon_lat: F64
    ids: I64
    closed: U8
    barrier: I64


@dataclass(frozen=True, eq=False)
class Vertices:
    """ids : int64. lon_lat : float64, (vertices, 2)."""

    ids: I64
    lon_lat: F64


def lines_of(objects: OsmObjects, wanted: Bools) -> NodeLines:
    """The wanted ways, cut where a node is missing; repeated points and single ones are dropped."""
    counts = np.diff(objects.first)
    way = np.repeat(np.arange(objects.ways), counts)
    there = ~np.isnan(objects.lon_lat[:, 0])
    line = np.cumsum(np.diff(way, prepend=-1) != 0) + np.cumsum(~there)
    kept = np.flatnonzero(wanted[way] & there)
    repeated = (np.diff(line[kept], prepend=-1) == 0) & (
        np.diff(objects.refs[kept], prepend=0) == 0
    )
    kept = kept[~repeated]
    single = _starts(line[kept]) & _ends(line[kept])
    kept = kept[~single]
    ids, node = np.unique(objects.refs[kept], return_inverse=True)
    closed, barrier = np.zeros(len(kept), np.uint8), np.zeros(len(kept), np.int64)
    return NodeLines(way[kept], line[kept], node, objects.lon_lat[kept], ids, closed, barrier)


def _starts(line: I64) -> Bools:
    starts = np.ones(len(line), np.bool_)
    starts[1:] = line[1:] != line[:-1]
    return starts


def _ends(line: I64) -> Bools:
    ends = np.ones(len(line), np.bool_)
    ends[:-1] = line[1:] != line[:-1]
    return ends


def with_barriers(lines: NodeLines, barriers: Mapping[int, int]) -> NodeLines:
    """A point a metre beside each barrier, and the piece between closed to whom it stops.

    barriers : bits of vehicles by the id of the node; none where only rules stop any.

    Of the pieces that meet at a barrier one stays open up to it; all others are closed, so that
    nobody gets across and everybody gets there.
    """
    numbers = np.searchsorted(lines.ids, np.array(list(barriers), np.int64))
    stops = {
        int(number): bits
        for number, (node, bits) in zip(numbers, barriers.items(), strict=True)
        if number < len(lines.ids) and lines.ids[number] == node
    }
    places = np.flatnonzero(np.isin(lines.node, np.array(list(stops), np.int64)))
    starts, ends = _starts(lines.line), _ends(lines.line)
    cuts: list[tuple[int, int, int]] = []  # barrier's point, the point beside, bits
    seen = set()
    for place in places.tolist():
        number = int(lines.node[place])
        if number in seen and not starts[place]:
            cuts.append((place, place - 1, stops[number]))
        if not ends[place] and (number in seen or not starts[place]):
            cuts.append((place, place + 1, stops[number]))
        seen.add(number)
    return _cut(lines, cuts) if cuts else lines


def _cut(lines: NodeLines, cuts: list[tuple[int, int, int]]) -> NodeLines:
    at, beside, bits = np.array(cuts, np.int64).T
    metres = leg_lengths(lines.lon_lat[at], lines.lon_lat[beside], geographic=True)
    share = np.minimum(BARRIER_METRES / np.maximum(metres, 1e-6), 0.4)[:, None]
    points = lines.lon_lat[at] * (1 - share) + lines.lon_lat[beside] * share
    after = np.minimum(at, beside)  # the point that each new one follows
    # Between two barriers in a row the point beside the first comes first.
    order = np.lexsort((beside < at, after))
    at, beside, bits, points, after = (a[order] for a in (at, beside, bits, points, after))
    new_node = len(lines.ids) + np.arange(len(at))
    closed, barrier = lines.closed.copy(), lines.barrier.copy()
    ahead, names = beside > at, lines.ids[lines.node[at]]
    closed[at[ahead]] |= bits[ahead].astype(np.uint8)
    barrier[at[ahead]] = names[ahead]
    new_closed = np.where(ahead, 0, bits).astype(np.uint8)
    new_barrier = np.where(ahead, 0, names)
    return NodeLines(
        np.insert(lines.way, after + 1, lines.way[after]),
        np.insert(lines.line, after + 1, lines.line[after]),
        np.insert(lines.node, after + 1, new_node),
        np.insert(lines.lon_lat, after + 1, points, axis=0),
        np.concatenate((lines.ids, FIRST_MADE_UP_ID - np.arange(len(at)))),
        np.insert(closed, after + 1, new_closed),
        np.insert(barrier, after + 1, new_barrier),
    )


def streets_of(
    lines: NodeLines,
    way_ids: I64,
    properties_of: NDArray[np.int32],
    properties: tuple[WayProperties | None, ...],
    forced: I64,
) -> tuple[LooseStreets, Vertices, I64]:
    """(pieces between vertices, with the properties of their ways, the vertices, and of each piece
    the id of the node whose barrier it passes, 0 for none).

    way_ids, properties_of : by place of the way in the file; the latter in `properties`.
    forced : ids of nodes that are to be vertices where they lie on a way.
    """
    is_vertex = _is_vertex(lines, forced)
    place = np.flatnonzero(is_vertex[lines.node])
    whole = lines.line[place[1:]] == lines.line[place[:-1]]
    begin, end = place[:-1][whole], place[1:][whole]
    u_node, v_node = lines.node[begin], lines.node[end]
    used, number = np.unique(np.concatenate((u_node, v_node)), return_inverse=True)
    u, v = number.astype(np.uint32).reshape(2, -1)
    vertices = Vertices(lines.ids[used], _places(lines, used))
    first = np.zeros(len(u) + 1, np.int64)
    np.cumsum(end - begin - 1, out=first[1:])
    points = lines.lon_lat[~is_vertex[lines.node]]
    x, y = vertices.lon_lat[:, 0].copy(), vertices.lon_lat[:, 1].copy()
    columns = _columns(properties)[:, properties_of[lines.way[begin]]]
    passing = ~lines.closed[begin]
    return (
        LooseStreets(
            u=u,
            v=v,
            length_m=street_lengths((u, v), (x, y), (first, points), geographic=True),
            road_class=columns[0],
            surface=columns[1],
            flags=columns[2],
            speed_limit=columns[3],
            speed_limit_back=columns[4],
            lanes=columns[5],
            lanes_back=columns[6],
            forward=columns[7] & passing,
            backward=columns[8] & passing,
            way=way_ids[lines.way[begin]],
            first=first,
            points=points,
        ),
        vertices,
        lines.barrier[begin],
    )


def _is_vertex(lines: NodeLines, forced: I64) -> Bools:
    """bool, nodes."""
    is_vertex = np.bincount(lines.node, minlength=len(lines.ids)) > 1
    is_vertex[lines.node[_starts(lines.line) | _ends(lines.line)]] = True
    barrier = np.flatnonzero(lines.barrier)
    is_vertex[lines.node[barrier]] = is_vertex[lines.node[barrier + 1]] = True
    return is_vertex | np.isin(lines.ids, forced)


def _places(lines: NodeLines, nodes: I64) -> F64:
    """float64, (nodes, 2); any point at each node will do, since they have one place."""
    lon_lat = np.empty((len(lines.ids), 2))
    lon_lat[lines.node] = lines.lon_lat
    return lon_lat[nodes]


def _columns(properties: tuple[WayProperties | None, ...]) -> U8:
    """uint8, (9, properties); zeros for what is no road."""
    rows = [
        (0,) * 9
        if p is None
        else (
            *(p.road_class, p.surface, p.flags, p.speed_limit, p.speed_limit_back),
            *(p.lanes, p.lanes_back, p.forward, p.backward),
        )
        for p in properties
    ]
    return np.array(rows, np.uint8).reshape(-1, 9).T.copy()
