"""Isochrones and isolines of a result to vector files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from app.bands import Bands
from app.exports.kml import write_kml
from app.exports.request import Export
from app.exports.vector import Layer, write_layer
from raster.isochrones.contours import band_polygons, isolines

CONTOURS_SHARE = 0.7
"""Share of the progress that goes to contouring; the rest is writing."""


def polygons(export: Export) -> tuple[str, ...]:
    """One feature per band; returns notes."""
    export = replace(export, bands=_all_that_is_asked_for(export))
    found = _contoured(export, band_polygons)
    fields = {
        "from_s": np.array([band.limit_from for band in found]),
        "to_s": np.array([band.limit_to for band in found]),
        "label": np.array(export.chosen_bands.labels(), np.object_),
        "area_m2": np.array([band.area_m2 for band in found]),
    }
    return _write(export, "isochrones", "MultiPolygon", found, fields)


def _all_that_is_asked_for(export: Export) -> Bands:
    """The chosen bands; with what lies beyond where nobody chose them."""
    bands = export.chosen_bands
    return bands.with_beyond(export.solved.times.max_seconds) if bands.automatic else bands


def lines(export: Export) -> tuple[str, ...]:
    """One feature per limit; returns notes."""
    found = _contoured(export, isolines)
    fields = {
        "time_s": np.array([line.limit for line in found]),
        "label": np.array(export.chosen_bands.limit_labels(), np.object_),
    }
    return _write(export, "isolines", "MultiLineString", found, fields)


def _contoured(export: Export, contour: Callable[..., list[Any]]) -> list[Any]:
    def progress(fraction: float, label: str) -> None:
        export.progress(CONTOURS_SHARE * fraction, label)

    return contour(
        export.solved.times,
        export.solved.grid,
        export.chosen_bands.limits,
        zero_speed_kmh=export.solved.zero_speed_kmh,
        progress=progress,
        cancel=export.cancel,
    )


def _write(
    export: Export,
    name: str,
    geometry_type: str,
    found: list[Any],
    fields: dict[str, NDArray[Any]],
) -> tuple[str, ...]:
    """Write the features that are not empty, a layer without features where all are; notes say
    which are."""
    geometries = np.empty(len(found), np.object_)
    geometries[:] = [feature.geometry for feature in found]
    kept = ~shapely.is_empty(geometries)
    grid = export.solved.grid
    layer = Layer(
        name,
        geometry_type,
        geometries[kept],
        {field: values[kept] for field, values in fields.items()},
        export.chosen_bands.colours(export.colormap)[kept],
        grid.crs_wkt,
        min(grid.cell_x, grid.cell_y),
    )
    export.progress(CONTOURS_SHARE, f"writing {export.path.name}")
    write = write_kml if export.path.suffix.lower() == ".kml" else write_layer
    notes = write(export.path, layer, cancel=export.cancel)
    export.progress(1.0, f"writing {export.path.name}")
    empty = [str(label) for label in fields["label"][~kept]]
    if not kept.any():
        notes += (f"There are no {name} at {', '.join(empty)}: {export.path.name} holds none.",)
    elif empty:
        notes += (f"Nothing is reached at {', '.join(empty)}: {export.path.name} leaves that out.",)
    return notes
