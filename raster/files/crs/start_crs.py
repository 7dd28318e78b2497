"""Places given in another CRS than that of what is open."""

from __future__ import annotations

import numpy as np
import pyproj
from numpy.typing import NDArray
from pyproj.exceptions import CRSError, ProjError

from core.errors import InputError


def to_crs(
    x: float, y: float, start_crs: str, crs_wkt: str, name: str, called: str = "start"
) -> tuple[float, float]:
    """A point of `start_crs` in another CRS.

    x, y : easting and northing, or longitude and latitude, always in this order.
    start_crs : `EPSG:4326`, or anything else that PROJ understands.
    crs_wkt : of what is open; empty where it names none. name : of that, for errors.
    called : what these call the point.
    Raises InputError where either CRS is unknown or the point has no place in the second.
    """
    points = points_to_crs(np.array([[x, y]]), start_crs, crs_wkt, name)
    if not np.isfinite(points).all():
        raise InputError(
            f"this point of {start_crs} has no place in the CRS of {name}",
            where=f"{called} {x:.10g},{y:.10g}",
            advice="Check the order: X is the longitude or easting, Y the latitude or northing.",
        )
    return float(points[0, 0]), float(points[0, 1])


def points_to_crs(
    points: NDArray[np.float64], start_crs: str, crs_wkt: str, name: str
) -> NDArray[np.float64]:
    """The same of many; float64, (n, 2). Those that have no place in the other CRS are infinite."""
    if not crs_wkt:
        raise InputError(
            "names no CRS, so starts cannot be transformed",
            where=name,
            advice="Give the starts in its own coordinates, without --start-crs.",
        )
    source = _crs(start_crs, "--start-crs", "Write it as EPSG:4326.")
    target = _crs(crs_wkt, name, "Give the starts without --start-crs.")
    try:
        transformer = pyproj.Transformer.from_crs(source, target, always_xy=True)
        return np.column_stack(transformer.transform(points[:, 0], points[:, 1]))
    except ProjError:
        return np.full(points.shape, np.inf)


def _crs(text: str, where: str, advice: str) -> pyproj.CRS:
    try:
        return pyproj.CRS.from_user_input(text)
    except CRSError as error:
        shown = text if len(text) < 40 else "the CRS"
        raise InputError(f"{shown} is not understood", where=where, advice=advice) from error


def same_crs(one: str, other: str) -> bool:
    """Whether two texts, as WKT, mean one CRS; "" is none, and the same as none."""
    if one == other:
        return True
    try:
        return bool(one and other and pyproj.CRS.from_wkt(one) == pyproj.CRS.from_wkt(other))
    except CRSError:
        return False
