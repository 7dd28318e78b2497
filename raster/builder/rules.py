"""What makes a speed: values of a vehicle that refuse what cannot be meant.

Sources of the numbers of each vehicle are in `docs/velocity_model.md`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError

BARRIER, NODATA, IGNORE, NEAREST = "barrier", "nodata", "ignore", "nearest"
"""Words for what a cell without data is: closed, undefined, as if the input were not there, or like
the nearest cell that has data."""

FASTEST_KMH = 1000.0
"""Speed, km/h, above which a number is a mistake of unit."""

MOST_CODE = 65535
"""Greatest code of a class of land cover."""

Missing = str | float
"""One of the four words, or the speed of such cells, km/h."""


def refused(found: str, where: str, advice: str) -> ParameterError:
    """What is told of a rule that cannot be meant."""
    return ParameterError(found, where=where, advice=advice)


def checked_kmh(value: float, where: str) -> float:
    """A speed of 0 or more; raises ParameterError."""
    if not (math.isfinite(value) and 0 <= value <= FASTEST_KMH):
        advice = f"Give 0 to {FASTEST_KMH:g} km/h."
        raise refused(f"{value:g} km/h", where, advice)
    return value


@dataclass(frozen=True)
class Curve:
    """A value by slope.

    points : (degrees, value), slopes ascending. steps : each value holds from its slope, this one
    included, to the next; otherwise values between two points lie on a straight line. Below the
    first point and above the last their values hold.
    """

    points: tuple[tuple[float, float], ...]
    steps: bool = False

    def __post_init__(self) -> None:
        slopes = [slope for slope, _ in self.points]
        if not slopes:
            raise refused("a curve without points", "slope", "Give [[0, 5.0], [35, 0.0]], say.")
        if not all(math.isfinite(x) for point in self.points for x in point):
            raise refused("a point that is no number", "slope", "Give degrees and values.")
        if not (slopes[0] >= 0 and slopes[-1] <= 90):
            raise refused(
                f"slopes from {slopes[0]:g} to {slopes[-1]:g}", "slope", "Give degrees, 0 to 90."
            )
        if any(b <= a for a, b in itertools.pairwise(slopes)):
            raise refused("slopes that do not rise", "slope", "Give each point a steeper slope.")
        if any(value < 0 for _, value in self.points):
            raise refused("a value below 0", "slope", "Give 0 for what is closed.")

    def at(self, degrees: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
        """Values at slopes; float64, same shape, NaN where the slope is NaN."""
        slopes, values = (np.array(each, np.float64) for each in zip(*self.points, strict=True))
        if not self.steps:
            return np.asarray(np.interp(degrees, slopes, values))
        index = np.maximum(np.searchsorted(slopes, degrees, side="right") - 1, 0)
        return np.where(np.isnan(degrees), np.nan, values[index])

    @property
    def level(self) -> float:
        """Value on level ground."""
        return float(self.at(np.zeros(1))[0])


FLAT = Curve(((0.0, 1.0),))
"""Curve of what no slope changes."""


@dataclass(frozen=True)
class CoverClass:
    """A class of land cover.

    codes : values of a class raster that mean it; of fraction rasters, none.
    factor : multiplies the speed; None leaves the class out of a mean of fractions, and is 1 for a
        class raster. 0 is closed.
    ceiling_kmh : the speed is no higher; None for any.
    water : whether the water rule decides there.
    steepest_deg : slope from which it is closed; None for none.
    share : percent of a cell, of fraction rasters, from which `ceiling_kmh`, `water` and
        `steepest_deg` hold.
    """

    name: str
    codes: tuple[int, ...] = ()
    factor: float | None = None
    ceiling_kmh: float | None = None
    water: bool = False
    steepest_deg: float | None = None
    share: float = 50.0

    def __post_init__(self) -> None:
        where = f"class {self.name}"
        if self.factor is not None and not 0 <= self.factor <= 10:
            raise refused(f"a factor of {self.factor:g}", where, "Give 0 (closed) to 10.")
        if self.ceiling_kmh is not None:
            checked_kmh(self.ceiling_kmh, where)
        strange = next((code for code in self.codes if not 0 <= code <= MOST_CODE), None)
        if strange is not None:
            raise refused(f"a code of {strange:.9g}", where, f"Give 0 to {MOST_CODE}.")
        if not 0 < self.share <= 100:
            raise refused(f"a share of {self.share:g} %", where, "Give more than 0, at most 100.")
        if self.steepest_deg is not None and not 0 <= self.steepest_deg <= 90:
            raise refused(f"a slope of {self.steepest_deg:g}°", where, "Give 0 to 90 degrees.")


@dataclass(frozen=True)
class CoverRules:
    """classes : of land cover, 254 at most. otherwise : factor where no class of a cell has one."""

    classes: tuple[CoverClass, ...] = ()
    otherwise: float = 1.0

    def __post_init__(self) -> None:
        seen: dict[int, str] = {}
        for each in self.classes:
            for code in each.codes:
                if code in seen:
                    found = f"code {code} stands for {seen[code]} and {each.name}"
                    raise refused(found, "land-cover classes", "Give each code one class.")
                seen[code] = each.name
        if len(self.classes) > 254:
            raise refused(f"{len(self.classes)} classes", "land cover", "Give 254 at most.")
        if not 0 <= self.otherwise <= 10:
            raise refused(f"a factor of {self.otherwise:g}", "otherwise", "Give 0 to 10.")


@dataclass(frozen=True)
class WaterRule:
    """What water does to who moves.

    kmh : speed in it; 0 is a barrier. strip_m : metres from the shore within which that holds;
    None everywhere. beyond : what lies farther out, BARRIER or NODATA. roads : ALL that lead over
    it stay open, or BRIDGES and tunnels only.
    """

    kmh: float = 0.0
    strip_m: float | None = None
    beyond: str = BARRIER
    roads: str = "all"

    def __post_init__(self) -> None:
        checked_kmh(self.kmh, "water")
        if self.strip_m is not None and not 0 < self.strip_m <= MOST_STRIP_M:
            advice = f"Give more than 0 and at most {MOST_STRIP_M:g} metres."
            raise refused(f"a strip of {self.strip_m:g} m", "water", advice)
        if self.beyond not in (BARRIER, NODATA):
            raise refused(f"'{self.beyond}' beyond the strip", "water", "Say barrier or nodata.")
        if self.roads not in ("all", "bridges"):
            raise refused(f"'{self.roads}' roads over water", "water", "Say all or bridges.")


MOST_STRIP_M = 1e5
"""Widest strip along a shore, and farthest nearest cell, metres: each window is read with as much
around it."""


@dataclass(frozen=True)
class RoadSpeedRules:
    """Speeds on roads.

    kmh : by name of the class; those that are not named do not count. surface : factor by name of
    the surface, 1 where it is not named. slope : factor by slope of the ground. combine : FASTER of
    road and ground, or the ROAD wherever there is one. access : kind of vehicle that must be
    allowed there; "" for any.
    """

    kmh: tuple[tuple[str, float], ...] = ()
    surface: tuple[tuple[str, float], ...] = ()
    slope: Curve = FLAT
    combine: str = "faster"
    access: str = ""

    def __post_init__(self) -> None:
        for name, value in self.kmh:
            checked_kmh(value, f"roads.kmh.{name}")
        for name, value in self.surface:
            if not 0 <= value <= 10:
                raise refused(f"a factor of {value:g}", f"roads.surface.{name}", "Give 0 to 10.")
        for _, value in self.slope.points:
            if value > 10:
                raise refused(f"a factor of {value:g}", "roads.slope", "Give 0 to 10.")
        if self.combine not in ("faster", "road"):
            raise refused(f"'{self.combine}'", "roads.combine", "Say faster or road.")


@dataclass(frozen=True)
class SpeedRules:
    """All that makes a speed.

    slope : km/h on open ground by slope. sea_level_m : heights up to it are sea; None for none.
    minimum_kmh : open cells are no slower. maximum_kmh : none is faster; None for any.
    """

    slope: Curve = field(default_factory=lambda: Curve(((0.0, 5.0),)))
    cover: CoverRules = CoverRules()
    water: WaterRule = WaterRule()
    sea: WaterRule = WaterRule()
    sea_level_m: float | None = None
    roads: RoadSpeedRules = RoadSpeedRules()
    minimum_kmh: float = 0.0
    maximum_kmh: float | None = None

    def __post_init__(self) -> None:
        for _, value in self.slope.points:
            checked_kmh(value, "slope")
        checked_kmh(self.minimum_kmh, "limits")
        if self.maximum_kmh is not None:
            checked_kmh(self.maximum_kmh, "limits")
            if self.maximum_kmh < self.minimum_kmh:
                found = f"a maximum of {self.maximum_kmh:g} below the minimum"
                raise refused(found, "limits", "Give a greater one.")
        if not (self.sea_level_m is None or math.isfinite(self.sea_level_m)):
            raise refused(f"a sea level of {self.sea_level_m}", "sea", "Give metres.")

    def strips_m(self, sea: bool) -> Sequence[float]:
        """Widths of the strips along shores."""
        rules = (self.water, self.sea) if sea else (self.water,)
        return [rule.strip_m for rule in rules if rule.strip_m is not None]
