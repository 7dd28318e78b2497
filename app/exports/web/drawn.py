"""What was drawn that a result heeds, for a web map: closures of roads, and edits of the ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import shapely

from app.document.edit_words import EFFECT_COLOURS, told_of_edit
from app.exports.plans.strokes import Group
from app.exports.request import Export
from app.exports.web import shapes
from app.exports.web.shapes import F64
from raster.edits.edit import AreaShape, EditShape, FloodShape

MOST_DRAWN = 1000
"""Drawings of each kind that a page shows; more would hide the map."""


@dataclass(frozen=True, eq=False)
class DrawnShape:
    """A drawing. kind : "closed" of streets, or the effect on cells. words : what it does, "" where
    its kind says all. geometry : a polygon, a line, or a point, in the coordinates of what it is
    drawn over."""

    kind: str
    words: str
    geometry: Any

    @property
    def colour(self) -> str:
        return EFFECT_COLOURS.get(self.kind, EFFECT_COLOURS["barrier"])


def closures_of(export: Export[Any]) -> Iterator[DrawnShape]:
    """Drawings that close streets, in the coordinates of the roads that the result is on."""
    for shape in export.result.roads.closures.shapes[:MOST_DRAWN]:
        if shape.area:
            yield DrawnShape("closed", "", shapely.Polygon(shape.corners, shape.holes))
        else:
            yield DrawnShape("closed", "", shapely.LineString(shape.corners))


def edits_of(export: Export[Any]) -> Iterator[DrawnShape]:
    """Edits of the ground that count, in the coordinates of the raster."""
    result = export.result.on_cells
    for edit in () if result is None else export.options.edits.counting[:MOST_DRAWN]:
        words = told_of_edit(edit)
        geometry = _geometry(edit.shape, result.grid.metres_per_unit)
        yield DrawnShape(edit.effect, f"{words[:1].upper()}{words[1:]}", geometry)


def past_180(drawn: Sequence[DrawnShape], box: F64) -> tuple[DrawnShape, ...]:
    """Drawings in longitudes and latitudes as they lie on a map of this extent, which may go on
    past 180°."""

    def moved(shape: DrawnShape) -> DrawnShape:
        if box[2] <= 180 or shapely.bounds(shape.geometry)[0] >= 0:
            return shape
        return replace(shape, geometry=shapely.transform(shape.geometry, shapes.eastward))

    return tuple(map(moved, drawn))


def told_of(shape: DrawnShape, tolerance: float, origin: shapes.Origin) -> dict[str, Any]:
    """A drawing, as `page.js` wants it; without what is smaller than the tolerance."""
    geometry = shapely.simplify(shape.geometry, tolerance)
    areas, lines = (kind in geometry.geom_type for kind in ("Polygon", "LineString"))
    place = shapely.get_coordinates(geometry)[0]
    return {
        "kind": shape.kind,
        "words": shape.words,
        "colour": shape.colour,
        "areas": shapes.rings_of(geometry, origin) if areas else [],
        "lines": shapes.parts_of(geometry, origin) if lines else [],
        "at": [] if areas or lines else shapes.point_of(place, origin),
    }


def outlines_of(drawn: Sequence[DrawnShape], box: F64) -> Group:
    """What is seen of drawings on a map of this extent, as lines and points, and their colours."""
    geometries = np.array([shape.geometry for shape in drawn], np.object_)
    areas = shapely.get_dimensions(geometries) == 2
    lines = np.where(areas, shapely.boundary(geometries), geometries)
    tones = [(*bytes.fromhex(shape.colour[1:]), 255) for shape in drawn]
    return shapely.clip_by_rect(lines, *box), np.array(tones, np.uint8).reshape(-1, 4)


def _geometry(shape: EditShape, metres_per_unit: float) -> Any:
    """Where a flood begins; all that a stroke covers."""
    if isinstance(shape, FloodShape):
        return shapely.Point(shape.place)
    if isinstance(shape, AreaShape):
        return shapely.Polygon(shape.corners, shape.holes)
    single = len(set(shape.corners)) == 1
    line = shapely.Point(shape.corners[0]) if single else shapely.LineString(shape.corners)
    return line.buffer(shape.width_m / 2 / metres_per_unit) if shape.width_m else line
