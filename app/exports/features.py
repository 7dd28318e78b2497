"""Isochrones and isolines of a result on cells to vector files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from app.exports.layers import write_bands
from app.exports.raster import tags_of
from app.exports.request import Export
from app.exports.vector import FeatureLayer
from app.solving.solved import Solved
from core.progress import part_of
from raster.isochrones.contours import band_polygons, isolines

CONTOURS_SHARE = 0.7
"""Share of the progress that goes to contouring; the rest is writing."""


def polygons(export: Export[Solved]) -> tuple[str, ...]:
    """One feature per band; returns notes."""
    bands = export.bands
    found = _contoured(export, band_polygons, bands)
    fields = {
        "from_s": np.array([band.limit_from for band in found]),
        "to_s": np.array([band.limit_to for band in found]),
        "label": np.array(bands.labels(), np.object_),
        "area_m2": np.array([band.area_m2 for band in found]),
    }
    return _write(export, "isochrones", "MultiPolygon", found, fields, bands)


def lines(export: Export[Solved]) -> tuple[str, ...]:
    """One feature per limit; returns notes."""
    bands = export.asked
    found = _contoured(export, isolines, bands)
    fields = {
        "time_s": np.array([line.limit for line in found]),
        "label": np.array(bands.limit_labels(), np.object_),
    }
    return _write(export, "isolines", "MultiLineString", found, fields, bands)


def _contoured(
    export: Export[Solved], contour: Callable[..., list[Any]], bands: Bands
) -> list[Any]:
    return contour(
        export.result.times,
        export.result.grid,
        bands.limits,
        zero_speed_kmh=export.result.zero_speed_kmh,
        slopes=export.result.slopes,
        progress=part_of(export.progress, 0.0, CONTOURS_SHARE),
        cancel=export.cancel,
    )


def _write(
    export: Export[Solved],
    name: str,
    geometry_type: str,
    found: list[Any],
    fields: dict[str, NDArray[Any]],
    bands: Bands,
) -> tuple[str, ...]:
    geometries = np.empty(len(found), np.object_)
    geometries[:] = [feature.geometry for feature in found]
    grid = export.result.grid
    layer = FeatureLayer(
        name,
        geometry_type,
        geometries,
        fields,
        bands.colours(export.colormap),
        grid.crs_wkt,
        min(grid.cell_x, grid.cell_y),
        tags=tags_of(export.result) | {"ISOFRONT_BANDS": bands.text()},
    )
    nothing = f"There are no {name} at {{empty}}: {{file}} holds none."
    return write_bands(export, layer, nothing, CONTOURS_SHARE)
