"""Drawings into GIS files, in the coordinates of what they lie over: they are read as they were."""

from __future__ import annotations

import json
import struct
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pyproj

from core.errors import ExportError, InputError
from core.files.atomic_write import atomic_write, not_written
from road.files.vector.drawings import Drawing, Laid, read_drawings
from road.files.vector.layers import READ_ERRORS
from road.graph import F64

GEOJSON = (".geojson", ".json")
GEOPACKAGE = ".gpkg"

_COMPANIONS = ("-wal", "-shm", "-journal")
_GEOPACKAGE_VERSION = "1.2"  # programs of before 2023 warn of anything later
_POINT, _LINE, _AREA = 1, 2, 3


def write_drawings(
    path: Path, drawings: Sequence[Drawing], laid: Laid, layer: str, of: str = "the roads"
) -> tuple[str, ...]:
    """Write points, lines and areas with what is told of them, in their order, to .geojson or
    .gpkg; returns notes for the reader.

    layer : what they are, as "closures". of : what they lie over, in words. All tell of the same
    columns, in numbers, texts or None.

    The file is written beside its target, read back, and renamed: where that fails the old one is
    as it was. Raises ExportError.
    """
    suffix = path.suffix.lower()
    if suffix not in (*GEOJSON, GEOPACKAGE):
        raise ExportError(
            f"{layer} are not written to files of type '{path.suffix}'",
            where=str(path),
            advice="Use .geojson or .gpkg.",
        )
    crs = laid.crs_wkt
    name = _urn_of(crs, path, of) if crs and suffix in GEOJSON else ""
    companions = [f"{path.name}{end}" for end in _COMPANIONS] if suffix == GEOPACKAGE else []
    with atomic_write(path, companions) as draft:
        try:
            if suffix == GEOPACKAGE:
                _write_geopackage(draft, drawings, crs, layer)
            else:
                draft.write_text(json.dumps(_geojson(drawings, name, layer)), encoding="utf-8")
            _check(draft, drawings, laid)
        except (*READ_ERRORS, InputError) as error:
            raise not_written(path, error) from error
    return () if crs else (f"{path.name} names no CRS, because {of} name none.",)


def _urn_of(crs: str, path: Path, of: str) -> str:
    """By which a GeoJSON names a CRS, as it could before RFC 7946; ExportError where it cannot."""
    own = pyproj.CRS.from_wkt(crs)
    number = own.to_authority()
    if number is None or not pyproj.CRS.from_authority(*number).equals(own, ignore_axis_order=True):
        raise ExportError(
            f"a GeoJSON cannot name the CRS of {of}, '{own.name}'",
            where=str(path),
            advice="Write .gpkg.",
        )
    if number in (("EPSG", "4326"), ("OGC", "CRS84")):
        return "urn:ogc:def:crs:OGC:1.3:CRS84"
    return f"urn:ogc:def:crs:{number[0]}::{number[1]}"


def _geojson(drawings: Sequence[Drawing], crs_name: str, layer: str) -> dict[str, Any]:
    """All digits of the coordinates; GDAL's writer would round those that look rounded."""
    crs = {"crs": {"type": "name", "properties": {"name": crs_name}}} if crs_name else {}
    features = [
        {
            "type": "Feature",
            "properties": {"number": number, **drawing.told},
            "geometry": _geometry(drawing),
        }
        for number, drawing in enumerate(drawings, start=1)
    ]
    return {"type": "FeatureCollection", "name": layer, **crs, "features": features}


def _geometry(drawing: Drawing) -> dict[str, Any]:
    if drawing.kind == "point":
        return {"type": "Point", "coordinates": drawing.points[0].tolist()}
    if drawing.kind == "line":
        return {"type": "LineString", "coordinates": drawing.points.tolist()}
    rings = [_closed(ring).tolist() for ring in drawing.rings]
    return {"type": "Polygon", "coordinates": rings}


def _write_geopackage(draft: Path, drawings: Sequence[Drawing], crs: str, layer: str) -> None:
    columns = list(drawings[0].told)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a missing CRS; the notes say so
        pyogrio.raw.write(
            draft,
            np.array([_wkb(drawing) for drawing in drawings], np.object_),
            [
                np.arange(1, len(drawings) + 1, dtype=np.int32),
                *(np.array([drawing.told[column] for drawing in drawings]) for column in columns),
            ],
            ["number", *columns],
            layer=layer,
            driver="GPKG",
            geometry_type="Unknown",
            crs=crs or None,
            promote_to_multi=False,
            dataset_options={"VERSION": _GEOPACKAGE_VERSION},
        )


def _wkb(drawing: Drawing) -> bytes:
    """Little-endian well-known binary."""
    if drawing.kind == "point":
        return struct.pack("<BI", 1, _POINT) + drawing.points[:1].astype("<f8").tobytes()
    if drawing.kind == "line":
        return struct.pack("<BI", 1, _LINE) + _corners(drawing.points)
    rings = [_corners(_closed(ring)) for ring in drawing.rings]
    return struct.pack("<BII", 1, _AREA, len(rings)) + b"".join(rings)


def _corners(points: F64) -> bytes:
    return struct.pack("<I", len(points)) + points.astype("<f8").tobytes()


def _closed(ring: F64) -> F64:
    """With the first corner again at the end."""
    return np.concatenate([ring, ring[:1]])


def _check(draft: Path, drawings: Sequence[Drawing], laid: Laid) -> None:
    """Raise DataSourceError where not all can be read back; a full disk may be silent."""
    found = read_drawings(draft, laid)
    placed = bool(pyogrio.read_info(draft)["crs"]) or not laid.crs_wkt
    if not placed or len(found) != len(drawings) or not all(map(_same, found, drawings)):
        raise pyogrio.errors.DataSourceError("it does not hold what was written to it")


def _same(one: Drawing, other: Drawing) -> bool:
    kinds = (one.kind, len(one.holes)) == (other.kind, len(other.holes))
    return kinds and all(map(np.array_equal, one.rings, other.rings))
