"""Bearings of arcs, kinds of turns, and what `only_…` restrictions leave out.

Kinds follow from geometry alone and are the same where traffic keeps to the left:

- a **U-turn** goes back along the street that one came from;
- **straight** is a change of direction below 45°, and any turn whose bearings are not known;
- **left** and **right** are all others; exactly 180° is right.

What a turn costs depends on more: `turn_kinds` writes the codes of `road.turn_codes` where it is
told which vertices are junctions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.parallel.threads import parallel_for
from road.graph import F32, I64, U8, U32, ForbiddenTurns, RoadGraph, Shapes, read_only
from road.properties import Turn
from road.turn_codes import DEAD_END, FIRST_LEFT, FIRST_RIGHT, SHARPER_FROM, STRAIGHT_ON

STRAIGHT_BELOW = 45.0  # degrees
REVERSED_ABOVE = 150.0
"""Degrees above which two arcs of a way with the same length that lead there and back are one
street, as they part in nearly the same direction; the two halves of a circle are not."""

NO_ARC = 2**32 - 1
"""Value that stands where an arc has no opposite."""

_STRAIGHT, _LEFT, _RIGHT, _U_TURN = int(Turn.STRAIGHT), int(Turn.LEFT), int(Turn.RIGHT), 3


class TurnGeometry(NamedTuple):
    """What kinds of turns follow from.

    leaving, arriving : float32, arcs; bearing at the beginning and at the end, degrees clockwise
        from north (grid north in projected coordinates); NaN where unknown.
    shape, reverse : as in `Shapes`; of length 0 where the graph has none.
    """

    leaving: F32
    arriving: F32
    tail: U32
    head: U32
    length_m: F32
    way: I64
    shape: U32
    reverse: U8


class Junctions(NamedTuple):
    """What of the vertices a vehicle finds there; of length 0 where all turns are told as bends.

    streets : uint8, vertices; streets that it may use in any direction. exits : uint8, vertices;
    arcs by which it may leave. Both up to 255.
    """

    streets: U8
    exits: U8


NO_JUNCTIONS = Junctions(read_only(np.empty(0, np.uint8)), read_only(np.empty(0, np.uint8)))


def junctions_for(graph: RoadGraph, vehicles: int, geometry: TurnGeometry) -> Junctions:
    """vehicles : bits of `Vehicle`, any of which may use a street. geometry : of all arcs."""
    is_open = (graph.arcs.vehicles & np.uint8(vehicles)) != 0
    found = np.zeros(graph.vertices, np.uint8), np.zeros(graph.vertices, np.uint8)
    opposite = _opposites_of(graph, geometry)
    _count_streets(graph.tail, graph.head, is_open, opposite, *found)
    return Junctions(*map(read_only, found))


def turn_geometry(graph: RoadGraph, arcs: U32 | None = None) -> TurnGeometry:
    """Bearings at both ends of these arcs (None: of all), and what tells streets apart."""
    leaving, arriving = bearings(graph, arcs)
    chosen: Any = slice(None) if arcs is None else arcs
    shapes, properties = graph.shapes, graph.arcs
    shape, reverse = np.empty(0, np.uint32), np.empty(0, np.uint8)
    if shapes is not None:
        shape, reverse = shapes.of_arc[chosen], shapes.reverse[chosen]
    ends = graph.tail[chosen], graph.head[chosen]
    features = properties.length_m[chosen], properties.way[chosen]
    rest = map(read_only, (*ends, *features, shape, reverse))
    return TurnGeometry(leaving, arriving, *rest)


def bearings(graph: RoadGraph, arcs: U32 | None = None) -> tuple[F32, F32]:
    """(leaving, arriving) of `TurnGeometry`; points that coincide with the end are passed over."""
    count = graph.arc_count if arcs is None else len(arcs)
    if graph.x is None or graph.y is None:
        unknown = np.full(count, np.nan, np.float32)
        return unknown, unknown.copy()
    leaving, arriving = np.empty(count, np.float32), np.empty(count, np.float32)
    lines = arc_lines(graph)
    parallel_for(lambda begin, end: _bearings(begin, end, arcs, lines, leaving, arriving), count)
    return leaving, arriving


def turn_types(graph: RoadGraph, first: U32, second: U32) -> U8:
    """uint8 codes of `Turn`: from each arc of `first` into that of `second`, which follows it."""
    both = np.concatenate((np.asarray(first, np.uint32), np.asarray(second, np.uint32)))
    arcs, place = np.unique(both, return_inverse=True)
    into = place[len(first) :].astype(np.uint32)
    kinds = np.empty(len(into), np.uint8)
    rows = place[: len(first)].astype(np.uint32), np.arange(len(into) + 1), into
    turn_kinds(0, len(into), *rows, turn_geometry(graph, arcs), NO_JUNCTIONS, kinds)
    return kinds


def opposite_arcs(graph: RoadGraph) -> U32:
    """uint32, arcs; the arc that goes back along the same street, NO_ARC where none does."""
    return _opposites_of(graph, turn_geometry(graph))


def _opposites_of(graph: RoadGraph, geometry: TurnGeometry) -> U32:
    opposite = np.full(graph.arc_count, NO_ARC, np.uint32)
    arrays = graph.first_out, geometry, opposite
    parallel_for(lambda begin, end: _opposites(begin, end, *arrays), graph.arc_count)
    return opposite


def sequences_left_out(
    only: Sequence[int], first_out: I64, out_arcs: U32, head: U32
) -> list[tuple[int, ...]]:
    """What an `only_…` restriction forbids: at each of its vertices, every other way to go on.

    only : arcs that one must follow to the end, having driven the first.
    out_arcs : arcs of vertex v are out_arcs[first_out[v] : first_out[v + 1]]; of a finished graph,
        the numbers of all arcs.
    """
    return [
        (*only[:k], int(other))
        for k in range(1, len(only))
        for other in out_arcs[first_out[head[only[k - 1]]] : first_out[head[only[k - 1]] + 1]]
        if other != only[k]
    ]


def forbidden_turns(sequences: Iterable[tuple[Sequence[int], int]]) -> ForbiddenTurns:
    """From pairs of (arcs one after another, bits of `Vehicle` that may not drive them so)."""
    held = list(sequences)
    first = np.zeros(len(held) + 1, np.int64)
    np.cumsum([len(arcs) for arcs, _ in held], out=first[1:])
    arcs = np.array([arc for arcs, _ in held for arc in arcs], np.uint32)
    vehicles = np.array([bits for _, bits in held], np.uint8)
    for array in (first, arcs, vehicles):
        array.flags.writeable = False
    return ForbiddenTurns(first, arcs, vehicles)


def arc_lines(graph: RoadGraph) -> tuple[Any, ...]:
    """What kernels have the lines of arcs from: tail, head, x, y, the shapes' first, points, of_arc
    and reverse, and whether coordinates are geographic."""
    shapes = graph.shapes or _straight(graph.arc_count)
    drawn: tuple[Any, ...] = (shapes.first, shapes.points, shapes.of_arc, shapes.reverse)
    return graph.tail, graph.head, graph.x, graph.y, *map(read_only, drawn), graph.geographic


def _straight(arcs: int) -> Shapes:
    """The shape that all arcs without points share."""
    of_arc, reverse = np.zeros(arcs, np.uint32), np.zeros(arcs, np.uint8)
    first, points = np.zeros(2, np.int64), np.empty((0, 2))
    return Shapes(read_only(first), read_only(points), read_only(of_arc), read_only(reverse))


@njit(cache=True, nogil=True)
def _bearing(x: float, y: float, to_x: float, to_y: float, geographic: bool) -> float:
    east = to_x - x
    if geographic:
        if abs(east) > 180.0:  # across the date line
            east -= math.copysign(360.0, east)
        east *= math.cos(math.radians(0.5 * (y + to_y)))
    bearing = math.degrees(math.atan2(east, to_y - y))
    return bearing if bearing >= 0.0 else bearing + 360.0


@njit(cache=True, nogil=True)
def _look(
    x: float, y: float, far_x: float, far_y: float, line: Any, up: bool, geographic: bool
) -> float:
    """Bearing from (x, y) to the first point of the line elsewhere, or else to the far end."""
    for k in range(len(line)):
        point = line[k] if up else line[len(line) - 1 - k]
        if point[0] != x or point[1] != y:
            return _bearing(x, y, point[0], point[1], geographic)
    if far_x == x and far_y == y:
        return math.nan
    return _bearing(x, y, far_x, far_y, geographic)


@njit(cache=True, nogil=True)
def _bearings(
    begin: int,
    end: int,
    arcs: Any,
    lines: Any,
    leaving: F32,
    arriving: F32,
) -> None:
    """Write both bearings of arcs[begin:end], or of arcs `begin` to `end` where that is None."""
    tail, head, x, y, first, points, of_arc, reverse, geographic = lines
    for k in range(begin, end):
        arc = k if arcs is None else np.int64(arcs[k])
        line = points[first[of_arc[arc]] : first[of_arc[arc] + 1]]
        up = reverse[arc] == 0
        a, b = tail[arc], head[arc]
        leaving[k] = _look(x[a], y[a], x[b], y[b], line, up, geographic)
        back = _look(x[b], y[b], x[a], y[a], line, not up, geographic)
        arriving[k] = back + 180.0 if back < 180.0 else back - 180.0


@njit(cache=True, nogil=True, inline="always")
def change_of_direction(arriving: float, leaving: float) -> float:
    """Degrees clockwise in (-180, 180]; NaN where one of them is. Both are in [0, 360)."""
    change = leaving - arriving
    if change > 180.0:  # a float's % takes several times as long
        return change - 360.0
    return change + 360.0 if change <= -180.0 else change


# The next two are given numbers, not arrays: counting who holds each array would take most of the
# time of kernels that name millions of turns.


@njit(cache=True, nogil=True)
def _bend(change: float) -> int:
    """Code of `Turn` by the change of direction alone."""
    if abs(change) >= STRAIGHT_BELOW:
        return _RIGHT if change > 0 else _LEFT
    return _STRAIGHT


@njit(cache=True, nogil=True)
def _one_street(change: float, same_line: bool, alike: bool) -> bool:
    """Whether an arc that leads back to where the one before set out is the same street.

    same_line : both run along one shape, in opposite directions. alike : of one feature and length.
    """
    # Files that draw each direction by itself, or draw nothing.
    return same_line or (alike and not abs(change) < REVERSED_ABOVE)


@njit(cache=True, nogil=True)
def _at_junction(change: float) -> int:
    """Code of a turn at a junction by the change of direction."""
    angle = abs(change)
    if not angle >= STRAIGHT_BELOW:
        return STRAIGHT_ON
    code = FIRST_RIGHT if change > 0 else FIRST_LEFT
    for sharper in SHARPER_FROM:
        code += angle >= sharper
    return code


@njit(cache=True, nogil=True)
def _count_streets(
    tail: U32, head: U32, is_open: Any, opposite: U32, streets: U8, exits: U8
) -> None:
    """Add up what `Junctions` says; of a street with both directions open, that which leaves."""
    for arc in range(len(tail)):
        if not is_open[arc]:
            continue
        exits[tail[arc]] += exits[tail[arc]] < 255
        streets[tail[arc]] += streets[tail[arc]] < 255
        if opposite[arc] == NO_ARC or not is_open[opposite[arc]]:
            streets[head[arc]] += streets[head[arc]] < 255


@njit(cache=True, nogil=True)
def turn_kinds(
    begin: int,
    end: int,
    arc_of_row: U32,
    first: I64,
    into: U32,
    streets: TurnGeometry,
    junctions: Junctions,
    kinds: U8,
) -> None:
    """Write codes of `road.turn_codes` for rows `begin` to `end`: turns from one arc into others.

    first : int64, rows + 1; the turns of each row. into : uint32, turns; the arc each leads into.
    """
    leaving, arriving, tail, head, length_m, way, shape, reverse = streets
    drawn = len(shape) > 0
    for row in range(np.uint64(begin), np.uint64(end)):
        a = np.uint64(arc_of_row[row])
        for turn in range(np.uint64(first[row]), np.uint64(first[row + np.uint64(1)])):
            b = np.uint64(into[turn])
            change = change_of_direction(arriving[a], leaving[b])
            kind = _bend(change)
            if head[b] == tail[a] and a != b:
                same_line = drawn and shape[a] == shape[b] and reverse[a] != reverse[b]
                alike = way[a] == way[b] and length_m[a] == length_m[b]
                if _one_street(change, same_line, alike):
                    kind = _U_TURN
            if len(junctions.exits):
                at = np.uint64(head[a])
                if kind == _U_TURN:
                    kind = DEAD_END if junctions.exits[at] <= 1 else kind
                elif junctions.streets[at] > 2:
                    kind = _at_junction(change)
            kinds[turn] = kind


@njit(cache=True, nogil=True)
def _opposites(begin: int, end: int, first_out: I64, streets: TurnGeometry, opposite: U32) -> None:
    """Write the first arc that is a U-turn for arcs `begin` to `end`."""
    leaving, arriving, tail, head, length_m, way, shape, reverse = streets
    drawn = len(shape) > 0
    for a in range(begin, end):
        for b in range(first_out[head[a]], first_out[head[a] + 1]):
            if head[b] != tail[a] or a == b:
                continue
            change = change_of_direction(arriving[a], leaving[b])
            same_line = drawn and shape[a] == shape[b] and reverse[a] != reverse[b]
            alike = way[a] == way[b] and length_m[a] == length_m[b]
            if _one_street(change, same_line, alike):
                opposite[a] = b
                break
