"""Paths as lines with a feature each: GeoJSON and GeoPackage."""

from __future__ import annotations

import numpy as np
import shapely

from app.exports.paths.request import PathExport
from app.exports.vector import FeatureLayer, write_layer
from app.paths.pins import NamedPath
from core.files.projections import globe_of
from resources.start_colours import rgb_of


def write_lines(export: PathExport) -> tuple[str, ...]:
    """Write lines; returns notes. Raises ExportError, CancelledError."""
    layer = layer_of_paths(export)
    if export.plan is not None:
        export.plan.add_layer(layer, export.path, export.cancel)
        return ()
    return write_layer(export.path, layer, cancel=export.cancel)


def layer_of_paths(export: PathExport) -> FeatureLayer:
    """A line for each path, with what is known of it."""
    paths, first = export.paths, export.paths[0].path
    climbs = [each.path.climb or (np.nan, np.nan) for each in paths]
    fields = {
        "name": _texts([each.pin.name for each in paths]),
        "start": _texts([each.start for each in paths]),
        first.measure.field: np.array([_shown(each, each.path.total) for each in paths]),
        "delay": np.array([_shown(each, each.path.delay) for each in paths]),
        "length_m": np.array([each.path.length_m for each in paths]),
        "climb_m": np.array([up for up, _ in climbs]),
        "descent_m": np.array([down for _, down in climbs]),
        "colour": _texts([each.pin.colour for each in paths]),
    }
    if export.path.suffix.lower() == ".gpkg":
        fields["label"] = fields["name"]  # by which QGIS shows the colours
    lines = np.array([shapely.linestrings(each.path.points) for each in paths], np.object_)
    kind = "LineString"
    if any(_turns_round(each) for each in paths):
        kind, lines = "MultiLineString", np.array([shapely.multilinestrings([x]) for x in lines])
    # Steps between cells are short; a line on roads is as finely drawn as these.
    longest = max(float(np.abs(np.diff(each.path.points, axis=0)).max()) for each in paths)
    return FeatureLayer(
        "paths",
        kind,
        lines,
        fields,
        np.array([(*rgb_of(each.pin.colour), 255) for each in paths], np.uint8),
        first.crs_wkt or None,
        longest,
        "terrain",
    )


def _shown(named: NamedPath, amount: float) -> float:
    return named.path.measure.shown(amount)


def _turns_round(named: NamedPath) -> bool:
    """Whether a path crosses the antimeridian, where GeoJSON cuts it."""
    globe = globe_of(named.path.crs_wkt)
    return globe is not None and bool(np.ptp(globe.lon_lat(named.path.points)[:, 0]) > 180)


def _texts(texts: list[str]) -> np.ndarray[tuple[int], np.dtype[np.object_]]:
    made = np.empty(len(texts), np.object_)
    made[:] = texts
    return made
