"""Layers of features: the one way from a result's geometries to a file of any format."""

from __future__ import annotations

from typing import Any

import shapely

from app.exports.kml import write_kml
from app.exports.request import Export
from app.exports.vector import WGS84, FeatureLayer, in_wgs84, write_layer


def write_features(export: Export[Any], layer: FeatureLayer, begin: float = 0.0) -> tuple[str, ...]:
    """Write a layer to a file of the request's suffix; returns notes.

    begin : share of the progress that was made before. Raises ExportError, CancelledError.
    """
    if export.options.wgs84 and layer.crs_wkt != WGS84:
        layer = in_wgs84(layer, export.path, cancel=export.cancel)
    if export.plan is not None:
        export.plan.add_layer(layer, export.path, export.cancel)
        return ()
    export.writing(begin)
    write = write_kml if export.path.suffix.lower() == ".kml" else write_layer
    notes = write(export.path, layer, cancel=export.cancel)
    export.writing(1.0)
    return notes


def write_bands(
    export: Export[Any], layer: FeatureLayer, nothing: str, begin: float = 0.0
) -> tuple[str, ...]:
    """The same of a layer with a feature for each band or limit, without those that are empty.

    nothing : the note where all are, with {empty} for their labels and {file}.
    """
    kept = ~shapely.is_empty(layer.geometries)
    notes = write_features(export, layer.only(kept), begin)
    empty = ", ".join(str(label) for label in layer.fields["label"][~kept])
    if not kept.any():
        return (*notes, nothing.format(empty=empty, file=export.path.name))
    if empty:
        return (*notes, f"Nothing is reached at {empty}: {export.path.name} leaves that out.")
    return notes
