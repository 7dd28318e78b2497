"""Coordinate reference systems of road files, and true lengths in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyproj
from numpy.typing import NDArray
from pyproj.exceptions import CRSError, ProjError

from core.errors import InputError
from core.files.projections import scale_within
from core.map_scale import TRUE, MapScale
from road.graph import F32, F64, I64

METRES_PER_DEGREE = 111_195.0  # of latitude, on the sphere of `road.lengths`

_POINTS_AT_A_TIME = 1 << 20


@dataclass(frozen=True, slots=True)
class RoadCrs:
    """What an importer needs to know of a CRS.

    wkt : empty where the file names none. geographic : whether coordinates are longitudes and
    latitudes in degrees. metres_per_unit : of planar coordinates; 1 where geographic.
    """

    wkt: str
    geographic: bool
    metres_per_unit: float = 1.0

    @property
    def short(self) -> str:
        """ "EPSG:4326", the name, or "" without a CRS."""
        return short_name(self.wkt)


def short_name(wkt: str) -> str:
    """ "EPSG:4326" where it is of an authority, else the CRS's name; "" for an empty text."""
    if not wkt:
        return ""
    try:
        crs = pyproj.CRS.from_user_input(wkt)
    except CRSError:
        return "unknown"
    authority = crs.to_authority()
    return ":".join(authority) if authority else str(crs.name)


def crs_of(text: str, where: str) -> RoadCrs:
    """The CRS of a WKT, PROJ text or "EPSG:4326"; InputError for nonsense, and for one in which
    nobody draws maps."""
    try:
        crs = identified(pyproj.CRS.from_user_input(text))
        wkt = crs.to_wkt()
    except (CRSError, ProjError, UnicodeError) as error:
        raise _no_crs(text, "is not known", where) from error
    if crs.is_geographic:
        return RoadCrs(wkt, True)
    if crs.is_geocentric or crs.is_vertical or len(crs.axis_info) < 2:
        raise _no_crs(text, "is not one for places on a map", where)
    metres = float(crs.axis_info[0].unit_conversion_factor)
    if not 0 < metres < np.inf:
        raise _no_crs(text, "has no unit of length", where)
    return RoadCrs(wkt, False, metres)


def _no_crs(text: str, found: str, where: str) -> InputError:
    return InputError(
        f"the coordinate reference system '{text[:60]}' {found}",
        where=where,
        advice="Name one in the file, such as EPSG:4326.",
    )


def identified(crs: pyproj.CRS) -> pyproj.CRS:
    """The authority's CRS where a nameless one, as of an Esri `.prj`, is the same to the last
    number; else the CRS itself. What is the same is told by Esri's own text, which has neither
    codes nor an order of axes."""
    authority = crs.to_authority()
    if authority is None:
        return crs
    if authority == ("OGC", "CRS84"):  # the same, save for the order of axes, which is not kept
        authority = ("EPSG", "4326")
    known = pyproj.CRS.from_authority(*authority)
    try:
        same = known.to_wkt("WKT1_ESRI") == crs.to_wkt("WKT1_ESRI")
    except CRSError:  # not every CRS can be said in Esri's words
        return crs
    return known if same else crs


def wgs84() -> RoadCrs:
    return crs_of("EPSG:4326", "")


def looks_geographic(x: NDArray[np.float64], y: NDArray[np.float64]) -> bool:
    """Whether coordinates of no known CRS can be degrees: on the globe and not all near 0, 0."""
    if not len(x):
        return False
    on_globe = bool(np.abs(x).max() <= 180 and np.abs(y).max() <= 90)
    return on_globe and bool(max(np.abs(x).max(), np.abs(y).max()) > 2)


def point_legs(points: F64, crs: RoadCrs) -> F64:
    """float64, n - 1; metres from each point to the next, on the ellipsoid.

    Map projections stretch: UTM 10° off its zone by one in a hundred. So planar coordinates are
    carried back to the globe first; only without a CRS is the plane taken at its word.
    """
    if len(points) < 2:
        return np.zeros(0)
    if not crs.wkt:
        return np.asarray(np.hypot(*np.diff(points, axis=0).T) * crs.metres_per_unit)
    base = pyproj.CRS.from_wkt(crs.wkt)
    if base.geodetic_crs is None:  # an engineering CRS lies nowhere on the globe
        return np.asarray(np.hypot(*np.diff(points, axis=0).T) * crs.metres_per_unit)
    geod = base.get_geod() or pyproj.Geod(ellps="WGS84")
    legs = np.empty(len(points) - 1)
    for begin in range(0, len(legs), _POINTS_AT_A_TIME):
        stop = min(begin + _POINTS_AT_A_TIME, len(legs))
        lon, lat = on_globe(points[begin : stop + 1], base)
        legs[begin:stop] = geod.inv(lon[:-1], lat[:-1], lon[1:], lat[1:])[2]
    return legs


def lengths_on_ground(points: F64, first: I64, crs: RoadCrs) -> F32:
    """float32, pieces; metres along polylines on the ellipsoid. Polyline p has points first[p] to
    first[p + 1], its ends among them."""
    along = np.concatenate(([0.0], np.cumsum(point_legs(points, crs))))
    return np.asarray(along[first[1:] - 1] - along[first[:-1]], np.float32)


def scale_over(bounds: tuple[float, float, float, float], crs: RoadCrs) -> MapScale:
    """The scale of a planar CRS within left, bottom, right, top; TRUE where it is not known."""
    if not crs.wkt or crs.geographic:
        return TRUE
    return scale_within(bounds, crs.wkt, crs.metres_per_unit)


def on_globe(points: F64, crs: pyproj.CRS) -> tuple[F64, F64]:
    """Longitude and latitude in degrees on the CRS's own ellipsoid; InputError beyond its reach."""
    if crs.is_geographic:
        return np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])
    try:
        to_globe = pyproj.Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
        lon, lat = to_globe.transform(points[:, 0], points[:, 1], errcheck=True)
    except ProjError as error:
        raise InputError(
            f"coordinates cannot lie in {crs.name}: {error}",
            advice="The layer names a wrong coordinate reference system.",
        ) from error
    return np.asarray(lon), np.asarray(lat)
