"""Closures out of files and into them: what is drawn elsewhere closes roads as a drawing in the
window does."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.roads.closures import Closure, Closures, Corner
from core.errors import ExportError, InputError, IsofrontError
from road.files.source.crs import METRES_PER_DEGREE
from road.graph import F64, RoadGraph
from road.lengths import unit_metres
from road.places.snap import SnapIndex

if TYPE_CHECKING:  # GDAL takes a third of a second to load
    from road.files.vector.drawings import Drawing

POINT_REACH_M = 50.0
"""Metres within which a point must lie of the street that it closes."""

_AROUND_M = 0.5
"""Half the side in metres of the square that stands for a point: no other street passes so near."""


def read_closures(path: Path, graph: RoadGraph, index: Callable[[], SnapIndex]) -> Closures:
    """The lines, areas and points of a file; each closes the streets under it.

    A point closes the street that is nearest to it, at a crossing all that meet there. index : of
    the graph. Raises InputError for files that cannot be read, and where no road lies under any.
    """
    if graph.x is None or graph.y is None:
        raise InputError(
            "the roads have no positions, so none lies under a drawing",
            where=graph.name,
            advice="Give a graph with coordinates.",
        )
    from road.files.vector.drawings import read_drawings

    drawings = read_drawings(path, graph)
    closures = Closures(tuple(dict.fromkeys(_closure(d, graph, index) for d in drawings)))
    if not len(closures.arcs(graph, index)):
        left, bottom, right, top = _bounds(graph)
        alone = "no road lies under its drawing"
        raise InputError(
            alone
            if len(drawings) == 1
            else f"no road lies under any of its {len(drawings)} drawings",
            where=path.name,
            advice=f"The roads' x runs from {left:.10g} to {right:.10g}, their y from "
            f"{bottom:.10g} to {top:.10g}; check the coordinates.",
        )
    return closures


def write_closures(path: Path, closures: Closures, graph: RoadGraph) -> tuple[str, ...]:
    """Write closures of these roads, in their coordinates, to .geojson or .gpkg, so that
    `read_closures` gives the same ones; returns notes for the reader.

    Raises ExportError; what was written there before is then as it was.
    """
    if not closures:
        raise ExportError("nothing is closed", where=str(path), advice="Draw over a road first.")
    from road.files.source.projection import wkt_of
    from road.files.vector.drawings import Drawing, LaidOver
    from road.files.vector.drawings_write import write_drawings

    drawings = [
        Drawing("area" if shape.area else "line", shape.points, holes=shape.hole_points)
        for shape in closures.shapes
    ]
    return write_drawings(path, drawings, LaidOver(wkt_of(graph), graph.name), "closures")


def over_roads(closures: Closures, graph: RoadGraph, index: Callable[[], SnapIndex]) -> Closures:
    """Those that lie over a road."""
    each = zip(closures.shapes, closures.arcs_of_each(graph, index), strict=True)
    return Closures(tuple(shape for shape, arcs in each if len(arcs)))


def beside_roads(closures: Closures, graph: RoadGraph, index: Callable[[], SnapIndex]) -> int:
    """How many lie over no road."""
    return sum(not len(arcs) for arcs in closures.arcs_of_each(graph, index))


def _closure(drawing: Drawing, graph: RoadGraph, index: Callable[[], SnapIndex]) -> Closure:
    if drawing.kind == "point":
        return _around(drawing, graph, index)
    # A hole without extent leaves nothing out.
    holes = tuple(hole for hole in map(_corners, drawing.holes) if len(set(hole)) >= 3)
    try:
        return Closure(_corners(drawing.points), drawing.kind == "area", holes)
    except IsofrontError as error:
        raise InputError(error.found, where=drawing.where, advice="Draw it again.") from error


def _corners(points: F64) -> tuple[Corner, ...]:
    return tuple((x, y) for x, y in points.tolist())


def _around(drawing: Drawing, graph: RoadGraph, index: Callable[[], SnapIndex]) -> Closure:
    """A small square over the nearest street, or where the point lies if none is near."""
    x, y = map(float, drawing.points[0])
    met = index().nearest(x, y)
    if met is not None and met.distance_m <= POINT_REACH_M:
        x, y = met.x, met.y
    high = _AROUND_M / (METRES_PER_DEGREE if graph.geographic else unit_metres(graph))
    wide = high / max(math.cos(math.radians(y)), 0.01) if graph.geographic else high
    corners = (
        (x - wide, y - high),
        (x + wide, y - high),
        (x + wide, y + high),
        (x - wide, y + high),
    )
    return Closure(corners, area=True)


def _bounds(graph: RoadGraph) -> tuple[float, float, float, float]:
    assert graph.x is not None
    assert graph.y is not None
    x, y = graph.x, graph.y
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())
