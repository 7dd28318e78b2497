"""Lines out of well-known binary, as GDAL hands it over: little-endian, ISO type numbers.

Why not by Shapely: docs/decisions/0012-own-geometry.md.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from road.graph import F64, I64

_LINE, _MULTI_LINE = 2, 5


class Polylines(NamedTuple):
    """Parts of geometries.

    points : float64, (n, 2). first : int64, parts + 1. feature : int64, parts; the geometry each
    is of. others : how many geometries are no lines.
    """

    points: F64
    first: I64
    feature: I64
    others: int


def polylines(geometries: NDArray[np.object_]) -> Polylines:
    """Parts of at least two points of all lines and multi-lines; heights are left out.

    geometries : bytes each, None where a feature has none.
    """
    texts = [geometry or b"" for geometry in geometries]
    data = np.frombuffer(b"".join(texts), np.uint8)
    offsets = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(text) for text in texts], out=offsets[1:])
    parts, points, others = _walk(data, offsets, np.empty((0, 2)), _NONE, _NONE)
    xy = np.empty((points, 2))
    first, feature = np.zeros(parts + 1, np.int64), np.empty(parts, np.int64)
    _walk(data, offsets, xy, first, feature)
    return Polylines(xy, first, feature, int(others))


_NONE = np.empty(0, np.int64)


@njit(cache=True, nogil=True)
def _walk(data, offsets, xy, first, feature):  # type: ignore[no-untyped-def]
    """(parts, points, other geometries); fills the arrays unless they are empty."""
    parts, points, others = 0, 0, 0
    for geometry in range(offsets.size - 1):
        at, end = offsets[geometry], offsets[geometry + 1]
        if end - at < 9:
            others += 1
            continue
        kind, _ = _kind(data, at)
        if kind == _MULTI_LINE:
            lines, at = _uint32(data, at + 5), at + 9
        elif kind == _LINE:
            lines = 1
        else:
            others += 1
            continue
        for _ in range(lines):
            _, dimensions = _kind(data, at)
            count = _uint32(data, at + 5)
            at += 9
            if count >= 2:
                if feature.size:
                    for k in range(count):
                        place = at + k * 8 * dimensions
                        xy[points + k, 0] = _double(data, place)
                        xy[points + k, 1] = _double(data, place + 8)
                    first[parts + 1] = points + count
                    feature[parts] = geometry
                parts += 1
                points += count
            at += count * 8 * dimensions
    return parts, points, others


@njit(cache=True)
def _kind(data, at):  # type: ignore[no-untyped-def]
    """(type without its dimensions, numbers of a point): 2 is xy, 1002 xyz, 3002 xyzm."""
    code = _uint32(data, at + 1)
    extra = code // 1000
    return code % 1000, 2 + (extra > 0) + (extra == 3)


@njit(cache=True)
def _uint32(data, at):  # type: ignore[no-untyped-def]
    value = np.int64(0)
    for k in range(4):
        value |= np.int64(data[at + k]) << (8 * k)
    return value


@njit(cache=True)
def _double(data, at):  # type: ignore[no-untyped-def]
    # The copy is aligned, which a place in the text seldom is.
    return data[at : at + 8].copy().view(np.float64)[0]
