"""Streets by the origin that is first there, cut where two come at once."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import shapely
from numpy.typing import NDArray

from app.exports.matrix.cells import named_origins, origins_of
from app.exports.matrix.request import MatrixExport
from app.exports.road_cells import road_tags
from app.exports.roads import CLASS_NAMES
from app.exports.vector import FeatureLayer
from app.exports.warm_up import warm_cells
from app.matrix.union import union_of
from app.solving.road_solved import RoadSolved
from core.progress import part_of
from road.graph import F64, I64
from road.maps.bands import TimedLines, timed_lines
from road.results.travel_times import RoadTimes

CUT_SHARE = 0.3
"""Share of the export's progress that goes to one more solve and to cutting streets."""


def streets(export: MatrixExport) -> FeatureLayer:
    """A line for each part of a street that one origin reaches first, with the least and the
    largest time on it; of a matrix to all vertices of roads that have positions. Raises
    CancelledError."""
    matrix = export.matrix
    progress = part_of(export.progress, 0.0, CUT_SHARE)
    solved = cast(RoadSolved, union_of(matrix.job, progress, export.cancel).on_graph)
    warm_cells(solved, progress, export.cancel)
    export.cancel.check("the export")
    progress(-1.0, "cutting roads")
    graph, measure, times = solved.graph, solved.measure, solved.times
    lines = timed_lines(times, times.limit_seconds)
    origin = origins_of(lines, solved, matrix.nearest.row[0])
    first = _parts(lines, origin)
    arc, begin = lines.arc[first], lines.begin[first]
    last = np.append(first[1:], len(lines.arc))[: len(first)] - 1
    points_first = lines.first[first]
    length_m = graph.arcs.length_m[arc].astype(np.float64) * (lines.end[last] - begin)
    what = "time" if measure.quantity == "time" else "cost"
    least, most = (_reduced(by, times, lines, points_first) for by in (np.minimum, np.maximum))
    fields: dict[str, NDArray[Any]] = {
        "origin": np.array(export.origins, np.object_)[origin[first]],
        f"{what}_from": measure.shown(least),
        f"{what}_to": measure.shown(most),
        "way": graph.arcs.way[arc],
        "class": CLASS_NAMES[graph.arcs.road_class[arc]],
        "length_m": length_m,
    }
    return FeatureLayer(
        "streets",
        "MultiLineString",
        _geometries(lines, first),
        fields,
        np.zeros((len(first), 4), np.uint8),
        matrix.job.document.crs_wkt or None,
        np.inf,
        matrix.job.document.shows,
        road_tags(solved) | {"ISOFRONT_ORIGINS": named_origins(export.origins)},
    )


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
