"""Layers of points to vector files, written beside the target and renamed."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pyogrio.errors
import shapely
from numpy.typing import NDArray

from app.exports.request import RoadExport
from app.exports.vector import (
    DRIVERS,
    POINTS_AT_ONCE,
    WGS84,
    Driver,
    companions_of,
    read_back,
)
from core.errors import ExportError
from core.files.atomic_write import not_written, replacing
from core.files.subprocess_call import call_apart
from road.files.source.projection import carried, wkt_of
from road.graph import F64

_FAILURES = (
    pyogrio.errors.DataSourceError,
    pyogrio.errors.DataLayerError,
    pyogrio.errors.FeatureError,
    pyogrio.errors.GeometryError,
    pyogrio.errors.FieldError,
    pyogrio.errors.CRSError,
)


def write_points(
    export: RoadExport, name: str, points: F64, fields: Mapping[str, NDArray[Any]]
) -> tuple[str, ...]:
    """Points of the roads' CRS with fields to a file of a suffix of DRIVERS; returns notes.

    Raises ExportError, CancelledError.
    """
    path, graph = export.path, export.solved.graph
    if path.suffix.lower() not in DRIVERS:
        raise ExportError(
            f"points are not written as {path.suffix}", where=str(path), advice="Use .gpkg."
        )
    driver = DRIVERS[path.suffix.lower()]
    crs = wkt_of(graph) or None
    notes: tuple[str, ...] = ()
    if driver.name == "GeoJSON":
        if crs is None:
            raise ExportError(
                f"{path.suffix} files hold longitudes and latitudes, and the roads name no CRS",
                where=str(path),
                advice="Write .gpkg.",
            )
        points, crs = carried(points, crs, WGS84), WGS84
    elif crs is None:
        notes = (f"{path.name} names no CRS, because the roads name none.",)
    export.cancel.check("the export")
    with replacing(path, companions_of(path, driver)) as draft:
        layer = (draft, name, points, dict(fields), crs, driver)
        try:
            if len(points) <= POINTS_AT_ONCE:
                write_and_check(*layer)
            else:
                call_apart(write_and_check, *layer, cancel=export.cancel, what="the export")
        except _FAILURES as error:
            raise not_written(path, error) from error
        export.cancel.check("the export")
    export.progress(1.0, f"writing {path.name}")
    return notes


def write_and_check(
    draft: Path,
    name: str,
    points: F64,
    fields: Mapping[str, NDArray[Any]],
    crs: str | None,
    driver: Driver,
) -> None:
    """Write points as they are and count what can be read back; raises what GDAL raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a missing CRS; the report says so
        pyogrio.raw.write(
            draft,
            shapely.to_wkb(shapely.points(points)),
            [np.asarray(values) for values in fields.values()],
            list(fields),
            layer=draft.stem if driver.name == "ESRI Shapefile" else name,
            driver=driver.name,
            geometry_type="Point",
            crs=crs,
            layer_options=dict(driver.options),
            dataset_options=dict(driver.dataset_options),
        )
    geometries = read_back(draft)
    if geometries is None or len(geometries) != len(points):
        raise pyogrio.errors.DataSourceError("it does not hold what was written to it")
