"""Outlines and lines for a page: with fewer points where there are many, as small whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from core.cancel import Cancel

F64 = NDArray[np.float64]

FINEST = 6000
"""Parts of the longer side of the map below which nothing is told apart: a fifth of a pixel where
the whole map fills a screen."""

MOST_POINTS = 1_000_000
"""Points of outlines and lines together that a page holds: up to eight megabytes, drawn within
a second or two. Streets of a whole state are about as many."""

STEPS_A_TOLERANCE = 4
"""Steps of the whole numbers in the distance below which nothing is told apart."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where whole numbers count from, and how far apart they are, in units of the map."""

    x: float
    y: float
    step: float

    def numbers(self, points: F64) -> NDArray[np.int64]:
        """int64, of the shape of the points, (n, 2) or (2,)."""
        found: NDArray[np.int64] = np.rint((points - (self.x, self.y)) / self.step).astype(np.int64)
        return found


def eastward(points: F64) -> F64:
    """Longitudes from 0 to 360 instead of from −180 to 180."""
    return points + np.where(points[:, :1] < 0, [360.0, 0.0], [0.0, 0.0])


def box_of(*shapes: NDArray[np.object_]) -> F64:
    """float64, (4,): the least and the largest x and y of all; NaN where there is nothing."""
    return np.asarray(shapely.total_bounds(np.concatenate([*shapes])), np.float64)


def finest(box: F64) -> float:
    """The distance below which nothing is told apart in a map of this extent."""
    side = float(max(box[2] - box[0], box[3] - box[1]))
    return side / FINEST if side > 0 else 1e-6


def fewer(
    areas: NDArray[np.object_], lines: NDArray[np.object_], tolerance: float, cancel: Cancel
) -> tuple[NDArray[np.object_], NDArray[np.object_], float]:
    """Both with at most MOST_POINTS, and the tolerance that took, which doubles until it suffices.

    Areas that touch go on touching. Lines that are shorter than the tolerance go, where that is
    not the first one.
    """
    first = tolerance
    while True:
        cancel.check("the export")
        some = shapely.coverage_simplify(areas, tolerance) if len(areas) else areas
        cancel.check("the export")
        thin = shapely.simplify(lines, tolerance, preserve_topology=False)
        if tolerance > first:
            thin = np.where(shapely.length(thin) < tolerance, shapely.LineString(), thin)
            some = _without_specks(some, tolerance)
        count = sum(int(shapely.get_num_coordinates(each).sum()) for each in (some, thin))
        if count <= MOST_POINTS:
            return some, thin, tolerance
        tolerance *= 2


def _without_specks(areas: NDArray[np.object_], side: float) -> NDArray[np.object_]:
    """Areas without those parts that are smaller than a square of this side."""
    parts, index = shapely.get_parts(areas, return_index=True)
    kept = shapely.area(parts) >= side**2
    found = np.full(len(areas), shapely.MultiPolygon(), np.object_)
    for number in np.unique(index[kept]):
        found[number] = shapely.MultiPolygon(parts[kept & (index == number)].tolist())
    return found


def rings_of(area: Any, origin: Origin) -> list[list[list[int]]]:
    """The polygons of an area: of each its outer ring, then its holes."""
    polygons = []
    for polygon in shapely.get_parts(area):
        rings = [_told(ring, origin) for ring in (polygon.exterior, *polygon.interiors)]
        if len(rings[0]) >= 6:  # three points
            polygons.append([rings[0], *(hole for hole in rings[1:] if len(hole) >= 6)])
    return polygons


def parts_of(lines: NDArray[np.object_], origin: Origin) -> list[list[int]]:
    """Lines, without those that are shorter than a step."""
    told = (_told(line, origin) for line in shapely.get_parts(lines))
    return [line for line in told if len(line) >= 4]


def point_of(place: ArrayLike, origin: Origin) -> list[int]:
    """A place. place : x and y."""
    found: list[int] = origin.numbers(np.asarray(place, np.float64)).tolist()
    return found


def _told(line: Any, origin: Origin) -> list[int]:
    """x and y of each point as their distance from the point before, the first from the origin;
    points that fall together are one."""
    numbers = origin.numbers(shapely.get_coordinates(line))
    if not len(numbers):
        return []
    steps = np.diff(numbers, axis=0, prepend=np.zeros((1, 2), np.int64))
    kept = (steps != 0).any(axis=1)
    kept[0] = True
    found: list[int] = steps[kept].ravel().tolist()
    return found
