"""CRSs by name, and extents carried from one to another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pyproj
from pyproj.exceptions import CRSError, ProjError
from rasterio.crs import CRS
from rasterio.errors import CRSError as RasterCRSError

from core.errors import InputError
from core.files.projections import UTM_NORTH, UTM_SOUTH, utm_epsg_at
from raster.builder.target import Bounds
from raster.files.crs.reference import reference_of

EDGE_POINTS = 21
"""Points along each side of an extent that are carried over."""


@dataclass(frozen=True)
class Reference:
    """A projected CRS: its WKT, None for none, and the metres of its unit."""

    wkt: str | None
    metres_per_unit: float


def reference_named(name: str) -> Reference:
    """The CRS of an `EPSG:32738` or a WKT; InputError for degrees and for nonsense."""
    try:
        found = reference_of(CRS.from_string(name))
    except (RasterCRSError, ValueError) as error:
        raise InputError(
            f"'{name[:60]}' is no CRS", where="grid.crs", advice="Write it as EPSG:32738."
        ) from error
    if found.geographic or found.metres_per_unit is None:
        raise InputError(
            f"{found.short or name} counts degrees, and slopes need metres",
            where="grid.crs",
            advice="Say a projected CRS, as the UTM zone, or leave it out.",
        )
    return Reference(found.wkt, found.metres_per_unit)


def local_utm(place: tuple[float, float], wkt: str) -> Reference:
    """The UTM zone of a place of a CRS; InputError where there is none."""
    try:
        across = pyproj.Transformer.from_crs(pyproj.CRS.from_wkt(wkt), "EPSG:4326", always_xy=True)
        lon, lat = across.transform(*place)
    except (CRSError, ProjError) as error:
        raise InputError(
            "its CRS is not understood", where="grid", advice="Say grid.crs."
        ) from error
    if not (math.isfinite(lon) and math.isfinite(lat) and UTM_SOUTH <= lat <= UTM_NORTH):
        raise InputError(
            "there is no UTM zone there", where="grid", advice="Say grid.crs, a projected one."
        )
    return reference_named(f"EPSG:{utm_epsg_at(lon, lat)}")


def bounds_between(bounds: Bounds, wkt: str, target: str) -> Bounds:
    """The least extent of another CRS that holds an extent; InputError where it has no place."""
    if wkt == target:
        return bounds
    try:
        across = pyproj.Transformer.from_crs(
            pyproj.CRS.from_wkt(wkt), pyproj.CRS.from_wkt(target), always_xy=True
        )
        left, bottom, right, top = across.transform_bounds(*bounds, densify_pts=EDGE_POINTS)
    except (CRSError, ProjError) as error:
        raise InputError(
            "an extent has no place in the CRS of the grid", where="grid", advice="Say another."
        ) from error
    if not all(math.isfinite(each) for each in (left, bottom, right, top)):
        raise InputError(
            "an extent has no place in the CRS of the grid", where="grid", advice="Say another."
        )
    return float(left), float(bottom), float(right), float(top)


def places_between(
    places: Sequence[tuple[float, float]], wkt: str | None, target: str | None
) -> list[tuple[float, float]]:
    """Places of a CRS in another, infinite where they have none there; as they are without a
    CRS."""
    if not places or not wkt or not target or wkt == target:
        return list(places)
    try:
        across = pyproj.Transformer.from_crs(
            pyproj.CRS.from_wkt(wkt), pyproj.CRS.from_wkt(target), always_xy=True
        )
        x, y = across.transform([x for x, _ in places], [y for _, y in places])
    except (CRSError, ProjError):
        return [(math.inf, math.inf)] * len(places)
    return [(float(one), float(other)) for one, other in zip(x, y, strict=True)]
