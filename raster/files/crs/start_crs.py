"""Places given in another CRS than that of what is open."""

from __future__ import annotations

import math

import pyproj
from pyproj.exceptions import CRSError, ProjError

from core.errors import InputError


def to_crs(x: float, y: float, start_crs: str, crs_wkt: str, name: str) -> tuple[float, float]:
    """A point of `start_crs` in another CRS.

    x, y : easting and northing, or longitude and latitude, always in this order.
    start_crs : `EPSG:4326`, or anything else that PROJ understands.
    crs_wkt : of what is open; empty where it names none. name : of that, for errors.
    Raises InputError where either CRS is unknown or the point has no place in the second.
    """
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
        east, north = transformer.transform(x, y, errcheck=True)
    except ProjError as error:
        raise _misplaced(x, y, start_crs, name) from error
    if not (math.isfinite(east) and math.isfinite(north)):
        raise _misplaced(x, y, start_crs, name)
    return float(east), float(north)


def _crs(text: str, where: str, advice: str) -> pyproj.CRS:
    try:
        return pyproj.CRS.from_user_input(text)
    except CRSError as error:
        shown = text if len(text) < 40 else "the CRS"
        raise InputError(f"{shown} is not understood", where=where, advice=advice) from error


def _misplaced(x: float, y: float, start_crs: str, name: str) -> InputError:
    return InputError(
        f"this point of {start_crs} has no place in the CRS of {name}",
        where=f"start {x:.10g},{y:.10g}",
        advice="Check the order: X is the longitude or easting, Y the latitude or northing.",
    )
