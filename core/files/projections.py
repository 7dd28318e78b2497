"""Where on the globe a map lies: its UTM zone, how much it stretches there, longitudes, latitudes.

The one module of `core` that knows a GIS package; no solver knows it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pyproj
from numpy.typing import NDArray
from pyproj.exceptions import CRSError, ProjError

from core.map_scale import TRUE, MapScale, measured_scale

WGS84 = "EPSG:4326"
"""CRS of the longitudes and latitudes that people tell each other."""

NORTHWARD_DEGREES = 1e-4
"""Degrees of latitude, 11 m, from a place to another by which one looks for north there."""

UTM_NORTH, UTM_SOUTH = 84.0, -80.0
"""Latitudes beyond which UTM is not defined."""


def utm_epsg_at(longitude: float, latitude: float) -> int:
    """EPSG code of the UTM zone (WGS 84) of a place, degrees; where UTM is defined."""
    zone = math.floor((longitude + 180) / 6) % 60 + 1
    return zone + (32600 if latitude >= 0 else 32700)


@lru_cache(maxsize=64)
def scale_within(
    bounds: tuple[float, float, float, float], wkt: str, metres_per_unit: float
) -> MapScale:
    """The scale of a projected CRS; TRUE where it is not known.

    bounds : left, bottom, right, top. Compared with the geodesic of the CRS's own ellipsoid.
    """
    try:
        crs = pyproj.CRS.from_wkt(wkt)
        geod = crs.get_geod()
        if crs.geodetic_crs is None or geod is None:  # lies nowhere on the globe
            return TRUE
        back = pyproj.Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
        # Some count in grads, and Geod in degrees.
        degrees = math.degrees(crs.geodetic_crs.axis_info[0].unit_conversion_factor)
        return measured_scale(
            bounds,
            metres_per_unit,
            back.transform,
            lambda *places: geod.inv(*(place * degrees for place in places))[2],
        )
    except (CRSError, ProjError):
        return TRUE


@dataclass(frozen=True, eq=False)
class Globe:
    """Longitudes and latitudes of WGS 84 for the places of a CRS, and what is true on the ground.

    Points are float64, (n, 2), x or longitude first; those that the other side does not have are
    infinite. in_degrees : whether the CRS itself counts longitudes and latitudes. For any thread.
    """

    forth: pyproj.Transformer
    back: pyproj.Transformer
    in_degrees: bool

    def lon_lat(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Longitudes and latitudes of places, degrees."""
        return np.column_stack(self.forth.transform(points[:, 0], points[:, 1]))

    def places(self, lon_lat: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places of longitudes and latitudes."""
        return np.column_stack(self.back.transform(lon_lat[:, 0], lon_lat[:, 1]))

    def length(self, points: NDArray[np.float64]) -> float:
        """Metres along geodesics from each point to the next."""
        if len(points) < 2:
            return 0.0
        return float(_GROUND.line_length(*self.lon_lat(points).T))

    def area(self, points: NDArray[np.float64]) -> float:
        """Square metres within a ring of geodesics, whichever way it runs; the last point is joined
        to the first."""
        if len(points) < 3:
            return 0.0
        return abs(float(_GROUND.polygon_area_perimeter(*self.lon_lat(points).T)[0]))

    def northward(self, x: float, y: float) -> tuple[float, float] | None:
        """A place a few metres true north of another; None where there is none."""
        ((longitude, latitude),) = self.lon_lat(np.array([[x, y]]))
        further = min(latitude + NORTHWARD_DEGREES, 90.0)
        ((there_x, there_y),) = self.places(np.array([[longitude, further]]))
        known = math.isfinite(there_x) and math.isfinite(there_y) and further > latitude
        return (float(there_x), float(there_y)) if known else None


_GROUND = pyproj.Geod(ellps="WGS84")


@lru_cache(maxsize=16)
def globe_of(crs_wkt: str) -> Globe | None:
    """That of a CRS, by its WKT; None of one that names none, or that lies nowhere on the globe."""
    if not crs_wkt:
        return None
    try:
        crs = pyproj.CRS.from_user_input(crs_wkt)
        if crs.geodetic_crs is None:
            return None
        forth = pyproj.Transformer.from_crs(crs, WGS84, always_xy=True)
        back = pyproj.Transformer.from_crs(WGS84, crs, always_xy=True)
    except (CRSError, ProjError):
        return None
    return Globe(forth, back, crs.is_geographic)
