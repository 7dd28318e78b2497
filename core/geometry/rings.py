"""Directed segments become lines, or rings that touch nowhere in themselves.

Works on the integer vertices of `marching_squares` only, so nothing is decided by rounding, and
takes n log n time however noisy the field. Where a band touches itself at a vertex the way leads on
along the same piece of the band, and the walk is cut there into simple rings.

Source: the edge rings of the JTS polygon builder.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray


class Rings(NamedTuple):
    """Simple rings, anticlockwise around a polygon and clockwise around a hole.

    vertices : int64, rings one after the other, not closed.   offsets : int64, (rings + 1,).
    walk : int64, (rings,), the walk a ring was cut from.   is_hole : bool, (rings,).
    walk_of_segment : int64, (segments,).
    """

    vertices: NDArray[np.int64]
    offsets: NDArray[np.int64]
    walk: NDArray[np.int64]
    is_hole: NDArray[np.bool_]
    walk_of_segment: NDArray[np.int64]


@njit(cache=True)
def _turn(
    start: NDArray[np.int64], end: NDArray[np.int64], incoming: int, outgoing: int, width: int
) -> float:
    """Angle clockwise from the way back along `incoming` to `outgoing`, in (0, 2π]."""
    corner = end[incoming]
    back = np.arctan2(
        np.float64(start[incoming] // width - corner // width),
        np.float64(start[incoming] % width - corner % width),
    )
    on = np.arctan2(
        np.float64(end[outgoing] // width - corner // width),
        np.float64(end[outgoing] % width - corner % width),
    )
    turn = back - on
    return float(turn if turn > 0 else turn + 2 * np.pi)


@njit(cache=True, nogil=True)
def _successors(
    start: NDArray[np.int64], end: NDArray[np.int64], candidate: NDArray[np.int64], width: int
) -> NDArray[np.int64]:
    total = len(start)
    following = np.full(total, -1, np.int64)
    for i in range(total):
        first = candidate[i]
        if first >= total or start[first] != end[i]:
            continue
        following[i] = first
        if first + 1 < total and start[first + 1] == end[i]:
            best, j = 7.0, first
            while j < total and start[j] == end[i]:
                turn = _turn(start, end, i, j, width)
                if turn < best:
                    best, following[i] = turn, j
                j += 1
    return following


def successors(start: NDArray[np.int64], end: NDArray[np.int64], width: int) -> NDArray[np.int64]:
    """The segment that follows each, int64, (n,); -1 where a line ends.

    start, end : int64, (n,), vertices, by their start. width : lattice vertices in a row.
    With the band on the left of all segments, the piece of it beside a segment goes on clockwise
    from the way back, up to the first segment that leaves: that one follows.
    """
    return _successors(start, end, np.searchsorted(start, end), width)


@njit(cache=True)
def _straight(a: int, b: int, c: int, width: int) -> bool:
    """Whether the way a, b, c goes straight on at b."""
    x, y = b % width - a % width, b // width - a // width
    return x * (c // width - b // width) == y * (c % width - b % width)


@njit(cache=True)
def _twice_area(ring: NDArray[np.int64], width: int) -> float:
    """Twice the signed area, taken about the first vertex so that small rings are exact."""
    x0, y0 = ring[0] % width, ring[0] // width
    total = 0.0
    for i in range(1, len(ring) - 1):
        x1, y1 = ring[i] % width - x0, ring[i] // width - y0
        x2, y2 = ring[i + 1] % width - x0, ring[i + 1] // width - y0
        total += np.float64(x1) * np.float64(y2) - np.float64(x2) * np.float64(y1)
    return total


@njit(cache=True)
def touches_of(start: NDArray[np.int64]) -> NDArray[np.int64]:
    """Per segment, in order of their start, the first one that starts at its vertex, or -1 where it
    is the only one."""
    first = np.full(len(start), -1, np.int64)
    for i in range(1, len(start)):
        if start[i] == start[i - 1]:
            if first[i - 1] < 0:
                first[i - 1] = i - 1
            first[i] = first[i - 1]
    return first


@njit(cache=True)
def _put_ring(
    path: NDArray[np.int64], start: NDArray[np.int64], touch: NDArray[np.int64], straight: bool,
    vertices: NDArray[np.int64], at: int, width: int,
) -> int:  # fmt: skip
    """Write the vertices of a ring of segments and return where it ends.

    Of those on a straight way all are written if `straight`, else those where rings touch: there a
    vertex must stay in all of them, or rounding to coordinates would make them cross.
    """
    for k in range(len(path)):
        before, here = start[path[k - 1]], start[path[k]]
        after = start[path[(k + 1) % len(path)]]
        if straight or touch[path[k]] >= 0 or not _straight(before, here, after, width):
            vertices[at] = here
            at += 1
    return at


@njit(cache=True, nogil=True)
def cut_into_rings(
    start: NDArray[np.int64], following: NDArray[np.int64], touch: NDArray[np.int64], width: int,
    straight: bool,
) -> Rings:  # fmt: skip
    """Walk along all segments and cut each walk where it comes back to a vertex.

    start : int64, (n,), vertices. following, touch : int64, (n,), see `successors` and
    `touches_of`. straight : whether vertices on a straight way are kept.
    """
    total = len(start)
    seat = np.full(total, -1, np.int64)  # where on the path a touched vertex lies
    walk_of_segment = np.full(total, -1, np.int64)
    path = np.empty(total, np.int64)
    vertices, offsets = np.empty(total, np.int64), np.zeros(total // 3 + 2, np.int64)
    walk, is_hole = np.empty(total // 3 + 1, np.int64), np.empty(total // 3 + 1, np.bool_)
    rings = walks = 0
    for first in range(total):
        if walk_of_segment[first] >= 0:
            continue
        length, i = 0, first
        while True:
            back = 0 if i == first and length else -1
            if touch[i] >= 0 and seat[touch[i]] >= 0:
                back = seat[touch[i]]
            if back >= 0:  # the path since then is a ring
                for k in range(back, length):
                    if touch[path[k]] >= 0:
                        seat[touch[path[k]]] = -1
                begin = offsets[rings]
                end = _put_ring(path[back:length], start, touch, straight, vertices, begin, width)
                walk[rings], is_hole[rings] = walks, _twice_area(vertices[begin:end], width) < 0
                rings += 1
                offsets[rings] = end
                length = back
            if walk_of_segment[i] >= 0:
                break
            walk_of_segment[i] = walks
            if touch[i] >= 0:
                seat[touch[i]] = length
            path[length] = i
            length += 1
            i = following[i]
        walks += 1
    return Rings(
        vertices[: offsets[rings]], offsets[: rings + 1], walk[:rings], is_hole[:rings],
        walk_of_segment,
    )  # fmt: skip


def linked(
    start: NDArray[np.int64], end: NDArray[np.int64], width: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Segments in order of their start, and the successor of each; see `successors`."""
    order = np.argsort(start)
    start, end = start[order], end[order]
    return start, end, successors(start, end, width)


@njit(cache=True, nogil=True)
def _chains(
    start: NDArray[np.int64], end: NDArray[np.int64], following: NDArray[np.int64], width: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Vertices and offsets of all lines: first those with ends, then the closed ones."""
    total = len(start)
    led_to, seen = np.zeros(total, np.bool_), np.zeros(total, np.bool_)
    for i in following:
        if i >= 0:
            led_to[i] = True
    vertices, offsets = np.empty(2 * total, np.int64), np.zeros(total + 1, np.int64)
    at = lines = 0
    for closed in (False, True):
        for first in range(total):
            if seen[first] or (not closed and led_to[first]):
                continue
            vertices[at] = start[first]
            at += 1
            i = first
            while i >= 0 and not seen[i]:
                seen[i] = True
                on = following[i]
                if on < 0 or seen[on] or not _straight(start[i], end[i], end[on], width):
                    vertices[at] = end[i]
                    at += 1
                i = on
            lines += 1
            offsets[lines] = at
    return vertices[:at], offsets[: lines + 1]


def lines_of(
    start: NDArray[np.int64], end: NDArray[np.int64], width: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Lines of the segments of one level: vertices, and offsets of the lines in them."""
    if len(start) == 0:
        return np.zeros(0, np.int64), np.zeros(1, np.int64)
    return _chains(*linked(start, end, width), width)
