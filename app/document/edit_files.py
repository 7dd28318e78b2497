"""Edits of the ground out of files and into them: layers of points, lines and areas."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from core.errors import ExportError, InputError
from raster.edits.apply import EditedGrid
from raster.edits.edit import (
    AreaShape,
    EditLayer,
    EditShape,
    EffectName,
    FloodShape,
    GroundEdit,
    LineShape,
    Ring,
)
from raster.grid import VelocityGrid

if TYPE_CHECKING:  # GDAL takes a third of a second to load
    from road.files.vector.drawings import Drawing
    from road.graph import F64

COLUMNS = ("name", "effect", "value", "width_m", "tolerance", "flood", "visible")
"""Columns of a layer of edits: what it is called; what it does; km/h, or the factor; the width of a
line in metres; km/h by which what a flood takes may differ; whether a point is where a flood
begins; whether it counts."""

_YES = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


def read_edits(path: Path, grid: VelocityGrid) -> EditLayer:
    """The edits of a file, in its order and in the coordinates of the raster.

    Columns are those of COLUMNS; what a file lacks is usual: a barrier that counts, a line as thin
    as can be. Raises InputError that names the feature, and where none lies over a cell.
    """
    from road.files.vector.drawings import LaidOver, read_drawings

    drawings = read_drawings(path, LaidOver(grid.crs_wkt or "", grid.name), COLUMNS)
    layer = EditLayer(tuple(_edit(drawing) for drawing in drawings))
    if layer.counting and all(mark is None for mark in EditedGrid.of(grid, layer).marks):
        left, bottom, right, top = grid.bounds
        raise InputError(
            f"none of its {len(layer.counting)} edits lies over a cell",
            where=path.name,
            advice=f"The raster's x runs from {left:.10g} to {right:.10g}, its y from "
            f"{bottom:.10g} to {top:.10g}; check the coordinates.",
        )
    return layer


def write_edits(path: Path, layer: EditLayer, grid: VelocityGrid) -> tuple[str, ...]:
    """Write all edits, hidden ones too, to .geojson or .gpkg, in the coordinates of the raster, so
    that `read_edits` gives the same; returns notes.

    Raises ExportError; what was written there before is then as it was.
    """
    if not layer:
        raise ExportError("there are no edits", where=str(path), advice="Draw one first.")
    from road.files.vector.drawings import LaidOver
    from road.files.vector.drawings_write import write_drawings

    laid = LaidOver(grid.crs_wkt or "", grid.name)
    drawings = [_drawing(edit) for edit in layer.edits]
    return write_drawings(path, drawings, laid, "edits", "the raster")


# -- out of a file


def _edit(drawing: Drawing) -> GroundEdit:
    told = {name: drawing.told.get(name) for name in COLUMNS}
    try:
        effect = cast(EffectName, _text(told, "effect").strip().lower() or "barrier")
        return GroundEdit(
            _shape(drawing, told), effect, _number(told, "value"), _text(told, "name"),
            _flag(told, "visible", usual=True),
        )  # fmt: skip
    except InputError as error:
        raise InputError(error.found, where=drawing.where, advice=error.advice) from error


def _shape(drawing: Drawing, told: Mapping[str, object]) -> EditShape:
    if drawing.kind == "area":
        holes = tuple(hole for hole in map(_ring, drawing.holes) if len(set(hole)) >= 3)
        return AreaShape(_ring(drawing.points), holes)
    if drawing.kind == "point" and _flag(told, "flood", usual=False):
        (place,) = _ring(drawing.points)
        return FloodShape(place, _number(told, "tolerance"))
    return LineShape(_ring(drawing.points), _number(told, "width_m"))


def _ring(points: F64) -> Ring:
    return tuple((x, y) for x, y in points.tolist())


def _text(told: Mapping[str, object], column: str) -> str:
    value = told[column]
    missing = value is None or (isinstance(value, float) and math.isnan(value))
    return "" if missing else str(value)


def _number(told: Mapping[str, object], column: str) -> float:
    text = _text(told, column)
    try:
        return float(text) if text else 0.0
    except ValueError as error:
        raise InputError(f"{column} '{text}' is no number", advice="Correct it.") from error


def _flag(told: Mapping[str, object], column: str, *, usual: bool) -> bool:
    text = _text(told, column).strip().lower().removesuffix(".0")
    if not text:
        return usual
    if text not in _YES:
        raise InputError(f"{column} '{text}' is neither yes nor no", advice="Give 1 or 0.")
    return _YES[text]


# -- into a file


def _drawing(edit: GroundEdit) -> Drawing:
    from road.files.vector.drawings import Drawing

    shape, told = edit.shape, _told(edit)
    if isinstance(shape, FloodShape):
        return Drawing("point", _points((shape.place,)), told=told)
    if isinstance(shape, AreaShape):
        holes = tuple(map(_points, shape.holes))
        return Drawing("area", _points(shape.corners), holes=holes, told=told)
    kind: Any = "point" if len(shape.corners) == 1 else "line"
    return Drawing(kind, _points(shape.corners), told=told)


def _told(edit: GroundEdit) -> dict[str, object]:
    shape = edit.shape
    return {
        "name": edit.name,
        "effect": edit.effect,
        "value": edit.value,
        "width_m": shape.width_m if isinstance(shape, LineShape) else 0.0,
        "tolerance": shape.tolerance_kmh if isinstance(shape, FloodShape) else 0.0,
        "flood": int(isinstance(shape, FloodShape)),
        "visible": int(edit.visible),
    }


def _points(ring: Ring) -> F64:
    return np.array(ring, np.float64)
