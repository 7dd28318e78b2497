"""Marching squares: the directed segments along which a level passes through squares of a field.

Vertices lie on an integer lattice, so that neighbouring squares, and neighbouring bands, agree on
every vertex to the bit. A vertex is the number y · width + x, with x to the right and y upwards;
the sides of a square are some steps of the lattice long. Lower values are on the left of a segment.

Source: Lorensen and Cline 1987, in two dimensions; a saddle is told apart by its middle.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray


class Segments(NamedTuple):
    """Directed segments, each with its band on the left.

    start, end : int64, (n,), vertices.   band : uint8, (n,).
    """

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    band: NDArray[np.uint8]


@njit(cache=True)
def crossing(a: float, b: float, level: float, steps: int) -> int:
    """Lattice steps from the end worth `a` to where the level crosses; 0 where it does not.

    A crossing stays a step away from both ends. To be called with the western or northern end first
    from either side of a line, so that both agree.
    """
    if (a <= level) == (b <= level):
        return 0
    return int(min(max(np.rint(steps * (level - a) / (b - a)), 1.0), steps - 1.0))


@njit(cache=True)
def chords_of(
    nw: float, sw: float, se: float, ne: float, middle: float, level: float, origin: int,
    width: int, steps: int, chords: NDArray[np.int64],
) -> int:  # fmt: skip
    """Lines of one level through a square, written as (from, to) with lower values on the left.

    middle : the value there; at a saddle, whether it is below the level decides what is joined.
    origin : the south-west vertex. Returns how many, 0..2.
    Going round anticlockwise, lower values are left (`out`) and entered (`into`) in turn.
    """
    out_0, out_1, into_0, into_1 = -1, -1, -1, -1
    north = origin + steps * width
    for side in range(4):
        if side == 0:  # west, going south
            a, b, at = nw, sw, north - crossing(nw, sw, level, steps) * width
        elif side == 1:  # south, going east
            a, b, at = sw, se, origin + crossing(sw, se, level, steps)
        elif side == 2:  # east, going north
            a, b, at = se, ne, north + steps - crossing(ne, se, level, steps) * width
        else:  # north, going west
            a, b, at = ne, nw, north + crossing(nw, ne, level, steps)
        if a <= level < b:
            out_0, out_1 = (at, out_1) if out_0 < 0 else (out_0, at)
        elif b <= level < a:
            into_0, into_1 = (at, into_1) if into_0 < 0 else (into_0, at)
    if out_0 < 0:
        return 0
    chords[0, 0], chords[0, 1] = out_0, into_0
    if out_1 < 0:
        return 1
    if (nw <= level) != (middle < level):
        into_0, into_1 = into_1, into_0
    chords[0, 1] = into_0
    chords[1, 0], chords[1, 1] = out_1, into_1
    return 2


@njit(cache=True)
def lacks(chords: NDArray[np.int64], count: int, start: int, end: int) -> bool:
    """Whether a line is none of the chords."""
    found = False
    for i in range(count):
        found |= chords[i, 0] == start and chords[i, 1] == end
    return not found


@njit(cache=True)
def append(out: Segments, count: int, start: int, end: int, band: int) -> int:
    """Write a segment behind `count` others; how many they are then."""
    out.start[count], out.end[count], out.band[count] = start, end, band
    return count + 1


@njit(cache=True)
def room_for(size: int) -> Segments:
    """Segments to be written."""
    return Segments(np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.uint8))


@njit(cache=True)
def grown(out: Segments, count: int, spare: int) -> Segments:
    """The same segments with room for `spare` more."""
    if count + spare <= len(out.start):
        return out
    bigger = room_for(2 * len(out.start) + spare)
    for i in range(count):  # slices would take seconds to compile
        append(bigger, i, out.start[i], out.end[i], out.band[i])
    return bigger
