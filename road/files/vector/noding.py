"""From lines to a network: nodes where lines end, touch or cross, and the pieces between them.

Street layers come as drawn: ends that miss each other by a hand's breadth, side streets that end
on the middle of another line, crossings without a common point. Ends snap within a tolerance; a
line is split where another one ends on it, and where it crosses another one of its own level.
Bridges and tunnels, of another level, are joined at their ends only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from road.files.vector.noding_meet import Meetings, meetings
from road.files.vector.noding_snap import ANY_LEVEL, snapped
from road.graph import F64, I64, U8, U32

_EXACT_M = 0.01
"""Metres that a point which is no end may be off another line that it is on: digits left out when
the layer was written. It is the snap tolerance where that is less."""

_LEAST_M = 1e-6
"""Least tolerance in metres, that of the coordinates' last digits."""


@dataclass(frozen=True, eq=False)
class DrawnLines:
    """Lines as drawn.

    points : float64, (n, 2), CRS units. first : int64, lines + 1; line l has points first[l] to
    first[l + 1], at least two. level : int16, lines; 0 is the ground.
    scale : metres of a CRS unit along x and along y.
    """

    points: F64
    first: I64
    level: NDArray[np.int16]
    scale: tuple[float, float]

    @property
    def count(self) -> int:
        return len(self.first) - 1


@dataclass(frozen=True, eq=False)
class Network:
    """Nodes, and the pieces of lines between them.

    nodes : float64, (n, 2), CRS units. u, v : uint32, pieces; nodes at the ends.
    line : int64, pieces; the line each is of. first, points : int64, pieces + 1, and float64,
    (n, 2); the points between the ends. snapped_ends : ends that joined with others at a distance.
    crossings : nodes at which lines cross where none has a point. dropped : lines shorter than the
    tolerance, of which nothing is left.
    """

    nodes: F64
    u: U32
    v: U32
    line: I64
    first: I64
    points: F64
    snapped_ends: int
    crossings: int
    dropped: int


def noded(
    lines: DrawnLines, tolerance_m: float, *, crossings: bool = True, cancel: Cancel = NEVER
) -> Network:
    """Snap and split the lines.

    tolerance_m : how far ends may miss each other, or the line that they meet, in metres.
    crossings : whether lines are split where they cross without a common point.
    """
    tolerance = max(tolerance_m, _LEAST_M)
    plane = (lines.points - lines.points.min(axis=0)) * np.array(lines.scale)
    segments, line = _segments(lines)
    is_end = _ends(lines)
    found = meetings(
        plane,
        segments,
        line,
        lines.level,
        is_end,
        (tolerance, min(_EXACT_M, tolerance)),
        crossings,
        _flag_of(cancel),
    )
    cancel.check("splitting the lines")
    places = _Places.of(lines, plane, segments, line, is_end, found)
    node_of, place_of = snapped(places.plane, places.level, tolerance)
    cuts = _cuts(lines, segments, line, found, places, node_of)
    return _pieces(lines, cuts, places, node_of, place_of, tolerance)


def _flag_of(cancel: Cancel) -> U8:
    """The flag, always writeable: Numba would compile the kernel again for the sealed one."""
    return cancel.flag if cancel.flag.flags.writeable else np.zeros(1, np.uint8)


def _segments(lines: DrawnLines) -> tuple[I64, I64]:
    """(first point, line) of every segment."""
    line = np.repeat(np.arange(lines.count), np.diff(lines.first))
    begins = np.ones(len(lines.points), np.bool_)
    begins[lines.first[1:] - 1] = False
    segments = np.flatnonzero(begins)
    return segments, line[segments]


def _ends(lines: DrawnLines) -> U8:
    is_end = np.zeros(len(lines.points), np.uint8)
    is_end[lines.first[:-1]] = is_end[lines.first[1:] - 1] = 1
    return is_end


@dataclass(frozen=True, eq=False)
class _Places:
    """Places that become nodes: ends of lines first, then points on other lines, then crossings.

    plane, xy : float64, (n, 2), metres and CRS units. level : int16.
    of_candidate : int64, points and crossings; the number of their place, -1 for none.
    ends : how many of them, from the first, are ends. crossings_from : the first crossing; a node
        that is one of these has no point of a line.
    """

    plane: F64
    xy: F64
    level: NDArray[np.int16]
    of_candidate: I64
    ends: int
    crossings_from: int

    @classmethod
    def of(
        cls, lines: DrawnLines, plane: F64, segments: I64, line: I64, is_end: U8, found: Meetings
    ) -> _Places:
        ends = np.flatnonzero(is_end)
        touched = np.flatnonzero((found.touched != 0) & (is_end == 0))
        points = np.concatenate((ends, touched))
        begin, along = segments[found.crossing_segment], found.crossing_at[:, np.newaxis]

        def with_crossings(values: F64) -> F64:
            crossed = values[begin] + along * (values[begin + 1] - values[begin])
            return np.concatenate((values[points], crossed))

        line_of = np.repeat(np.arange(lines.count), np.diff(lines.first))
        level = np.concatenate(
            (
                np.full(len(ends), ANY_LEVEL, np.int16),
                lines.level[line_of[touched]],
                lines.level[line[found.crossing_segment]],
            )
        )
        of_candidate = np.full(len(plane) + len(found.crossing_at), -1, np.int64)
        of_candidate[points] = np.arange(len(points))
        of_candidate[len(plane) :] = len(points) + np.arange(len(found.crossing_at))
        return cls(
            with_crossings(plane),
            with_crossings(lines.points),
            level,
            of_candidate,
            len(ends),
            len(points),
        )


@dataclass(frozen=True, eq=False)
class _Cuts:
    """Where lines are cut, in order along each line, ends included: line, place along it (number
    of the point before plus the share of the segment), node."""

    line: I64
    at: F64
    node: I64


def _cuts(
    lines: DrawnLines, segments: I64, line: I64, found: Meetings, places: _Places, node_of: I64
) -> _Cuts:
    own = np.flatnonzero(places.of_candidate[: len(lines.points)] >= 0)
    line_of = np.repeat(np.arange(lines.count), np.diff(lines.first))
    lines_cut = np.concatenate((line_of[own], line[found.segment]))
    at = np.concatenate((own.astype(np.float64), segments[found.segment] + found.at))
    place = places.of_candidate[np.concatenate((own, found.candidate))]
    order = np.lexsort((at, lines_cut))
    return _Cuts(lines_cut[order], at[order], node_of[place[order]])


def _pieces(
    lines: DrawnLines,
    cuts: _Cuts,
    places: _Places,
    node_of: I64,
    place_of: I64,
    tolerance: float,
) -> Network:
    kept = np.flatnonzero(cuts.line[:-1] == cuts.line[1:])
    begin = np.floor(cuts.at[kept]).astype(np.int64) + 1
    end = np.maximum(np.ceil(cuts.at[kept + 1]).astype(np.int64), begin)
    loop = cuts.node[kept] == cuts.node[kept + 1]
    # What lies between two cuts at one node is a loop, or a stub that snapping has left.
    stub = loop & (_spans(lines, cuts, kept) <= 2 * tolerance)
    kept, begin, end = kept[~stub], begin[~stub], end[~stub]
    u, v = cuts.node[kept], cuts.node[kept + 1]
    used, ends = np.unique(np.concatenate((u, v)), return_inverse=True)
    first = np.zeros(len(kept) + 1, np.int64)
    np.cumsum(end - begin, out=first[1:])
    inner = np.repeat(begin - first[:-1], end - begin) + np.arange(first[-1])
    ends_of_lines = place_of[node_of[: places.ends]] != np.arange(places.ends)
    moved = np.any(places.xy[place_of[node_of[: places.ends]]] != places.xy[: places.ends], axis=1)
    return Network(
        places.xy[place_of[used]],
        ends[: len(kept)].astype(np.uint32),
        ends[len(kept) :].astype(np.uint32),
        cuts.line[kept],
        first,
        lines.points[inner],
        int(np.count_nonzero(ends_of_lines & moved)),
        int(np.count_nonzero(place_of[used] >= places.crossings_from)),
        lines.count - len(np.unique(cuts.line[kept])),
    )


def _spans(lines: DrawnLines, cuts: _Cuts, kept: I64) -> F64:
    """Metres along the line between cut k and the next, for every k of `kept`."""
    legs = np.hypot(*(np.diff(lines.points, axis=0) * np.array(lines.scale)).T)
    along = np.zeros(len(lines.points) + 1)
    np.cumsum(legs, out=along[1:-1])
    along[-1] = along[-2]
    before = np.floor(cuts.at).astype(np.int64)
    share = cuts.at - before
    place = along[before] + share * (along[before + 1] - along[before])
    return np.asarray(place[kept + 1] - place[kept])
