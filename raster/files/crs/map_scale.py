"""How long a metre of a raster's map is on the ground."""

from __future__ import annotations

import math
from functools import lru_cache

import pyproj
from pyproj.exceptions import CRSError, ProjError

from core.map_scale import TRUE, MapScale, measured_scale
from raster.files.crs.reference import CrsReference, Placement


def map_scale(placement: Placement, reference: CrsReference) -> MapScale:
    """The scale of a projected CRS over a raster; TRUE where it is not known.

    Compared with the geodesic of the CRS's own ellipsoid.
    """
    if reference.wkt is None or reference.metres_per_unit is None:
        return TRUE
    return _scale(placement, reference.wkt, reference.metres_per_unit)


@lru_cache(maxsize=64)
def _scale(placement: Placement, wkt: str, metres_per_unit: float) -> MapScale:
    corners = [
        placement.point(u * placement.cols, v * placement.rows) for u in (0, 1) for v in (0, 1)
    ]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    try:
        crs = pyproj.CRS.from_wkt(wkt)
        geod = crs.get_geod()
        if crs.geodetic_crs is None or geod is None:  # lies nowhere on the globe
            return TRUE
        back = pyproj.Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
        # Some count in grads, and Geod in degrees.
        degrees = math.degrees(crs.geodetic_crs.axis_info[0].unit_conversion_factor)
        return measured_scale(
            (min(xs), min(ys), max(xs), max(ys)),
            metres_per_unit,
            back.transform,
            lambda *places: geod.inv(*(place * degrees for place in places))[2],
        )
    except (CRSError, ProjError):
        return TRUE


def true_metres(placement: Placement, reference: CrsReference) -> float | None:
    """Metres on the ground of a unit of the CRS, by the mean scale where the map stretches; None
    for degrees."""
    scale = map_scale(placement, reference)
    if reference.metres_per_unit is None or not scale.stretched:
        return reference.metres_per_unit
    return reference.metres_per_unit / scale.mean


def scale_notes(scale: MapScale, *, kept: bool) -> tuple[str, ...]:
    """What is to be said of a map that stretches, a sentence.

    kept : whether an uneven one stays, so that its lengths are off.
    """
    if not scale.stretched:
        return ()
    says = f"the map stretches lengths {scale.words} times"
    if not scale.uneven:
        return (f"{says}: cells are measured on the ground",)
    if not kept:
        return (f"{says}: to be solved on, it must be re-projected, or kept as it is",)
    return (f"{says}: times are off by up to {100 * scale.off:.2g} %",)
