"""How long a map's metre is on the ground, where a raster lies.

Every map projection stretches: Web Mercator 1.47 times at 47° N, UTM 1 % nine degrees off its
middle. Lengths between places of the raster are compared with those on the ellipsoid.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pyproj
from numpy.typing import NDArray
from pyproj.exceptions import CRSError, ProjError

from raster.files.reference import Placement, Reference

MOST_OFF = 0.005
"""Lengths that are off by more are not taken as they are. UTM within its zone, and what countries
use for their own maps, stay below."""

PLACES = 5
"""Along each side. Scale runs smoothly: corners, edges and some places between show its range."""


@dataclass(frozen=True, slots=True)
class MapScale:
    """Lengths on the map per length on the ground: the least and the greatest, of all places and
    directions that were looked at."""

    least: float
    greatest: float

    @property
    def mean(self) -> float:
        """What all lengths are divided by to be off by as little as one factor allows."""
        return math.sqrt(self.least * self.greatest)

    @property
    def stretched(self) -> bool:
        """Whether the map's lengths cannot be taken as they are."""
        return max(self.greatest - 1, 1 - self.least) > MOST_OFF

    @property
    def off(self) -> float:
        """By how much, relatively, lengths are off once they are divided by the mean."""
        return self.greatest / self.mean - 1

    @property
    def uneven(self) -> bool:
        """Whether no single factor makes lengths right."""
        return self.stretched and self.off > MOST_OFF

    @property
    def words(self) -> str:
        """`1.46`, or `1.31 to 1.61`."""
        least, greatest = f"{self.least:.3g}", f"{self.greatest:.3g}"
        return f"{self.mean:.4g}" if least == greatest else f"{least} to {greatest}"


TRUE = MapScale(1.0, 1.0)
"""Of degrees, which are no lengths, and of a raster that does not say where it lies."""


def map_scale(placement: Placement, reference: Reference) -> MapScale:
    """The scale of a projected CRS over a raster; TRUE where it is not known.

    Compared with the geodesic of the CRS's own ellipsoid, over steps of a thousandth of the raster.
    """
    if reference.wkt is None or reference.metres_per_unit is None:
        return TRUE
    return _scale(placement, reference.wkt, reference.metres_per_unit)


@lru_cache(maxsize=64)
def _scale(placement: Placement, wkt: str, metres_per_unit: float) -> MapScale:
    try:
        crs = pyproj.CRS.from_wkt(wkt)
        geod = crs.get_geod()
        if crs.geodetic_crs is None or geod is None:  # lies nowhere on the globe
            return TRUE
        to_globe = pyproj.Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
        ratios = _ratios(placement, to_globe, geod, metres_per_unit)
    except (CRSError, ProjError):
        return TRUE
    return MapScale(float(ratios.min()), float(ratios.max())) if len(ratios) else TRUE


def _ratios(
    placement: Placement, to_globe: pyproj.Transformer, geod: pyproj.Geod, metres_per_unit: float
) -> NDArray[np.float64]:
    """Length on the map over length on the ground, at places of the raster, in four directions."""
    x, y = _places(placement)
    step = max(placement.cols * placement.cell_x, placement.rows * placement.cell_y) / 1000
    lon, lat = to_globe.transform(x, y)
    degree = math.degrees(1.0)  # geodetic CRSs of other units give those, and Geod wants degrees
    source = to_globe.target_crs
    assert source is not None
    factor = source.axis_info[0].unit_conversion_factor * degree if source.axis_info else 1.0
    ratios = []
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        there = to_globe.transform(x + right * step, y + up * step)
        with np.errstate(invalid="ignore"):
            _, _, ground = geod.inv(
                np.asarray(lon) * factor,
                np.asarray(lat) * factor,
                np.asarray(there[0]) * factor,
                np.asarray(there[1]) * factor,
            )
        ratios.append(math.hypot(right, up) * step * metres_per_unit / np.asarray(ground))
    every = np.concatenate(ratios)
    return np.asarray(every[np.isfinite(every) & (every > 0)])


def _places(placement: Placement) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    shares = np.linspace(0, 1, PLACES)
    points = np.array(
        [placement.point(u * placement.cols, v * placement.rows) for u in shares for v in shares]
    )
    return points[:, 0].copy(), points[:, 1].copy()


def true_metres(placement: Placement, reference: Reference) -> float | None:
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
