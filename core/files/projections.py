"""Where on the globe a map lies: its UTM zone, and how much it stretches there.

The one module of `core` that knows a GIS package; no solver knows it.
"""

from __future__ import annotations

import math
from functools import lru_cache

import pyproj
from pyproj.exceptions import CRSError, ProjError

from core.map_scale import TRUE, MapScale, measured_scale

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
