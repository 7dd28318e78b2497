"""How long a map's metre is on the ground, where something lies.

Every map projection stretches: Web Mercator 1.47 times at 47° N, UTM 1 % nine degrees off its
middle. Lengths on the map are compared with those on the ellipsoid.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]

MOST_OFF = 0.005
"""Relative error of lengths above which they are not taken as they are. UTM within its zone, and
what countries use for their own maps, stay below."""

PLACES = 5
"""Places along each side at which the scale is looked at. It runs smoothly: corners, edges and some
places between show its range."""


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
    def area_off(self) -> float:
        """The same of areas."""
        return (1 + self.off) ** 2 - 1

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
"""Scale of degrees, which are no lengths, and of what does not say where it lies."""


def measured_scale(
    bounds: tuple[float, float, float, float],
    metres_per_unit: float,
    to_globe: Callable[[F64, F64], tuple[Any, Any]],
    ground: Callable[[F64, F64, F64, F64], Any],
) -> MapScale:
    """The scale of a map within bounds; TRUE where no place of them lies on the globe.

    bounds : left, bottom, right, top, in units of the map.
    to_globe : x and y, float64, (n,), to longitude and latitude; infinite where there are none.
    ground : metres between places, from longitudes and latitudes of both.
    """
    left, bottom, right, top = bounds
    step = (max(right - left, top - bottom) or 1.0) / 1000
    x, y = (
        axis.ravel()
        for axis in np.meshgrid(np.linspace(left, right, PLACES), np.linspace(bottom, top, PLACES))
    )
    here = to_globe(x, y)
    ratios = []
    for east, north in ((1, 0), (0, 1), (1, 1), (1, -1)):
        there = to_globe(x + east * step, y + north * step)
        with np.errstate(invalid="ignore", divide="ignore"):
            metres = np.asarray(ground(*here, *there), np.float64)
            ratios.append(math.hypot(east, north) * step * metres_per_unit / metres)
    every = np.concatenate(ratios)
    known = every[np.isfinite(every) & (every > 0)]
    return MapScale(float(known.min()), float(known.max())) if len(known) else TRUE
