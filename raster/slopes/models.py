"""What a slope does to the time of a step: published rules, and tables of factors.

A model's `factor` multiplies the time that a step takes on level ground, by its rise over its
length in the direction of travel; infinite where nobody can go. One that is `added` says seconds a
metre instead, on top of the friction that the speeds stand for.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError

F64 = NDArray[np.float64]

STEEPEST = 90.0
"""Degrees of a wall."""


class SlopeModel(Protocol):
    """What a slope does.

    text : the model as it is written on a command line.
    knee : the one slope below 0 at which the factor jumps or bends, if it does: what lies below is
        another piece. smooth : whether it bends nowhere else but at 0.
    cuts : the least and the largest slope that can be gone; infinite where there is none.
    added : whether `factor` is seconds a metre, which are added to `share` times the half costs.
    """

    @property
    def text(self) -> str: ...
    @property
    def knee(self) -> float | None: ...
    @property
    def smooth(self) -> bool: ...
    @property
    def cuts(self) -> tuple[float, float]: ...
    @property
    def added(self) -> bool: ...
    @property
    def share(self) -> float: ...
    def factor(self, slope: F64, below: bool = False) -> F64:
        """float64; of slopes within the cuts, rise over length. below : at the knee, of the piece
        below."""
        ...


class _Multiplying:
    """What models have in common that multiply and do not jump."""

    knee: float | None = None
    smooth = True
    cuts = (-math.inf, math.inf)
    added = False
    share = 1.0


@dataclass(frozen=True)
class NoSlope(_Multiplying):
    """Slopes do not count."""

    text = "none"

    def factor(self, slope: F64, below: bool = False) -> F64:
        return np.ones(np.shape(slope))


@dataclass(frozen=True)
class Tobler(_Multiplying):
    """Tobler's hiking function: the speeds of the raster are those at 5 % downwards, the fastest.

    Source: W. Tobler, "Three presentations on geographical analysis and modeling", NCGIA report
    93-1, 1993: 6 km/h · exp(-3.5 |slope + 0.05|), off paths six tenths of that.
    """

    off_path: bool = False

    knee = -0.05

    @property
    def text(self) -> str:
        return "tobler-off-path" if self.off_path else "tobler"

    def factor(self, slope: F64, below: bool = False) -> F64:
        with np.errstate(over="ignore"):
            slower = np.exp(3.5 * np.abs(np.asarray(slope) + 0.05))
        return np.asarray(slower / (0.6 if self.off_path else 1.0))


@dataclass(frozen=True)
class Naismith:
    """Naismith's rule with Langmuir's corrections, as GRASS has it in `r.walk`.

    a : seconds a metre on level ground. b, c, d : seconds more for each metre of height, uphill, on
        moderate descents and on steep ones. threshold : slope below which a descent is steep.
    friction : r.walk's lambda: walking comes on top of this share of the time that the speeds of
        the raster take. None takes those speeds for the ones on level ground, and multiplies.

    Source: R. Aitken 1977, E. Langmuir 1984, by the manual of r.walk.
    """

    a: float = 0.72
    b: float = 6.0
    c: float = 1.9998
    d: float = -1.9998
    threshold: float = -0.2125
    friction: float | None = None

    smooth = True

    def __post_init__(self) -> None:
        numbers = [self.a, self.b, self.c, self.d, self.threshold, self.friction or 0.0]
        if not all(math.isfinite(number) for number in numbers):
            raise ParameterError("a coefficient that is no number", where="naismith")
        told = {
            "a": self.a > 0,
            "b": self.b >= 0,
            "d": self.d <= 0,
            "threshold": self.threshold <= 0,
            "lambda": self.friction is None or self.friction >= 0,
        }
        wrong = [name for name, right in told.items() if not right]
        if wrong:
            raise ParameterError(
                f"{wrong[0]} = {getattr(self, wrong[0], self.friction):g}",
                where="naismith",
                advice="Give a above 0, b of 0 or more, d and the threshold of 0 or less, "
                "lambda of 0 or more.",
            )
        if self.a + self.c * self.threshold <= 0:
            raise ParameterError(
                f"c = {self.c:g}: nothing would be left of the time at the threshold",
                where="naismith",
                advice="Give a smaller c, or a threshold nearer to 0.",
            )

    @property
    def text(self) -> str:
        others = [
            f"{'lambda' if each.name == 'friction' else each.name}={getattr(self, each.name):g}"
            for each in fields(self)
            if getattr(self, each.name) != each.default
        ]
        return "naismith" + (":" + ",".join(others) if others else "")

    @property
    def knee(self) -> float | None:
        return self.threshold if self.threshold < 0 else None

    @property
    def cuts(self) -> tuple[float, float]:
        return -math.inf, math.inf

    @property
    def added(self) -> bool:
        return self.friction is not None

    @property
    def share(self) -> float:
        return 1.0 if self.friction is None else self.friction

    def factor(self, slope: F64, below: bool = False) -> F64:
        steep = slope <= self.threshold if below else slope < self.threshold
        more = np.where(slope >= 0, self.b, np.where(steep, self.d, self.c)) * slope
        return np.asarray((self.a + more) / (1.0 if self.added else self.a))


@dataclass(frozen=True)
class FactorTable(_Multiplying):
    """Factors of time at angles, and between them by straight lines over the angle, as the vertical
    factor tables of ArcGIS have them. Beyond the first and the last angle nobody can go.

    points : (degrees upwards, factor), the angles ascending, factors above 0.
    """

    points: tuple[tuple[float, float], ...]

    smooth = False

    def __post_init__(self) -> None:
        angles = [angle for angle, _ in self.points]
        if len(self.points) < 2:
            raise ParameterError("fewer than two angles", where="slope table", advice=_POINTS)
        for before, after in pairwise(angles):
            if not before < after:
                raise ParameterError(
                    f"an angle of {after:g}° after {before:g}°", where="slope table", advice=_POINTS
                )
        if not (angles[0] >= -STEEPEST and angles[-1] <= STEEPEST):
            steep = max(angles, key=abs)
            raise ParameterError(f"an angle of {steep:g}°", where="slope table", advice=_POINTS)
        for angle, factor in self.points:
            if not 0 < factor < math.inf:
                raise ParameterError(
                    f"a factor of {factor:g} at {angle:g}°", where="slope table", advice=_POINTS
                )

    @property
    def text(self) -> str:
        return "points:" + ",".join(f"{angle:g}={factor:g}" for angle, factor in self.points)

    @property
    def cuts(self) -> tuple[float, float]:  # type: ignore[override]  # of each table its own
        low, high = (self.points[k][0] for k in (0, -1))
        return (
            math.tan(math.radians(low)) if low > -STEEPEST else -math.inf,
            math.tan(math.radians(high)) if high < STEEPEST else math.inf,
        )

    def factor(self, slope: F64, below: bool = False) -> F64:
        angles, factors = np.array(self.points).T
        return np.asarray(np.interp(np.degrees(np.arctan(slope)), angles, factors))


_POINTS = "Give pairs of degrees, ascending within -90 to 90, and factors above 0."

LEVEL = NoSlope()

NAMED: Mapping[str, Any] = {
    "none": NoSlope(),
    "tobler": Tobler(),
    "tobler-off-path": Tobler(off_path=True),
    "naismith": Naismith(),
}
"""Models by name, with their usual coefficients."""
