"""Streets in parts, each with who is first on it, cut where two come at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from app.exports.roads import CLASS_NAMES
from app.solving.road_solved import RoadSolved
from road.graph import F64, I64
from road.maps.bands import TimedLines, timed_lines
from road.maps.ownership import sources_of_lines
from road.results.travel_times import RoadTimes


@dataclass(frozen=True, eq=False)
class OwnedStreets:
    """source : int32, parts; who is first. fields : what else is known of each. geometries : lines
    in the CRS of the roads."""

    source: NDArray[np.int32]
    fields: dict[str, NDArray[Any]]
    geometries: NDArray[np.object_]


def owned_streets(
    solved: RoadSolved, of_vertex: NDArray[np.int32], by_arc: NDArray[np.int32] | None = None
) -> OwnedStreets:
    """A line for each part of a street, with the least and the largest time on it.

    of_vertex, by_arc : as of `road.maps.ownership`. Raises InputError for roads without positions.
    """
    graph, measure, times = solved.graph, solved.measure, solved.times
    lines = timed_lines(times, times.limit_seconds)
    source = sources_of_lines(times, lines, of_vertex, by_arc)
    first = _parts(lines, source)
    arc, begin = lines.arc[first], lines.begin[first]
    last = np.append(first[1:], len(lines.arc))[: len(first)] - 1
    points_first = lines.first[first]
    what = "time" if measure.quantity == "time" else "cost"
    least, most = (_reduced(by, times, lines, points_first) for by in (np.minimum, np.maximum))
    fields: dict[str, NDArray[Any]] = {
        f"{what}_from": measure.shown(least),
        f"{what}_to": measure.shown(most),
        "way": graph.arcs.way[arc],
        "class": CLASS_NAMES[graph.arcs.road_class[arc]],
        "length_m": graph.arcs.length_m[arc].astype(np.float64) * (lines.end[last] - begin),
    }
    return OwnedStreets(source[first], fields, _geometries(lines, first))


def _parts(lines: TimedLines, origin: NDArray[np.int32]) -> I64:
    """int64; the first line of each part of a street with one origin. Time may rise and fall on
    it, where its origin comes from both ends."""
    goes_on = (
        (lines.arc[1:] == lines.arc[:-1])
        & (origin[1:] == origin[:-1])
        & (lines.begin[1:] == lines.end[:-1])
    )
    return np.flatnonzero(np.concatenate(([len(origin) > 0], ~goes_on)))


def _reduced(by: np.ufunc, times: RoadTimes, lines: TimedLines, first: I64) -> F64:
    """float64, seconds or the weights' own unit, of parts that begin at these points."""
    if not len(first):
        return np.empty(0)
    # A place of a line lies within a rounding of a start or of the limit, on either side.
    ticks = np.clip(by.reduceat(lines.ticks, first), 0.0, times.limit_ticks)
    return ticks * times.search.scale


def _geometries(lines: TimedLines, first: I64) -> NDArray[np.object_]:
    """Lines of parts, without the points at which one goes on."""
    part = np.zeros(len(lines.arc), np.int64)
    part[first[1:]] = 1
    part = np.cumsum(part)
    begins = np.zeros(len(lines.ticks), np.bool_)
    begins[lines.first[:-1]] = True
    begins[lines.first[first]] = False
    kept = ~begins
    index = np.repeat(part, np.diff(lines.first))
    return np.asarray(shapely.linestrings(lines.points[kept], indices=index[kept]))
