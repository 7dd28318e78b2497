"""What travel costs count, and in which units people read it.

Solvers count seconds where costs are times, else the unit of the costs themselves; limits and bands
are kept in that. People write and read minutes, metres or whatever else it is.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from core.errors import ParameterError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from road.costs.metric import Weights

LARGEST, SMALLEST = 1e15, 1e-6
"""Range of seconds, metres and km/h: solvers count to 2⁵⁰ s, and nothing is driven a millionth of
one."""

METRES = {"mm": 0.001, "cm": 0.01, "dm": 0.1, "m": 1.0, "km": 1000.0}

_LENGTH = re.compile(rf"([0-9.]*)\s*({'|'.join(METRES)})")


Amounts = TypeVar("Amounts", float, "NDArray[np.float64]")


@dataclass(frozen=True)
class Measure:
    """A kind of cost.

    quantity : "time", "length" or "count".
    units : (name, how much of what solvers count it is worth), ascending; numbers without a unit
        are of the first.
    """

    quantity: str
    units: tuple[tuple[str, float], ...]

    @property
    def base(self) -> str:
        """The unit of numbers without one."""
        return self.units[0][0]

    @property
    def field(self) -> str:
        """Name of a column of amounts in the base unit."""
        return {"time": "time_s", "length": "cost_m"}.get(self.quantity, "cost")

    def worth(self, unit: str) -> float:
        """How much of what solvers count a unit is worth. Raises ParameterError."""
        for name, worth in self.units:
            if unit == name:
                return worth
        known = ", ".join(name for name, _ in self.units)
        raise ParameterError(f"'{unit}' is not a unit here", advice=f"Use {known}.")

    def shown(self, amount: Amounts) -> Amounts:
        """What solvers count, in the base unit."""
        return amount / self.units[0][1]

    def counted(self, amount: float) -> float:
        """The base unit in what solvers count."""
        return amount * self.units[0][1]

    def text(self, amount: float) -> str:
        """ "12.4 km", "350 m": what solvers count, in the largest unit of which there is one; times
        as `duration` has them, "3 min 36 s"."""
        if self.quantity == "time":
            return duration(amount)
        fitting = [unit for unit in self.units if amount >= unit[1]] or self.units[:1]
        name, worth = fitting[-1]
        digits = 0 if amount / worth >= 1000 else 1
        return f"{amount / worth:.{digits}f}".removesuffix(".0") + f" {name}"


def duration(seconds: float) -> str:
    """`42 s`, `12 min 5 s`, `3 h 20 min`, `2 d 4 h`: two parts at most."""
    if not math.isfinite(seconds):
        return "∞"
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    for unit, size, smaller, small_size in (
        ("d", 86400, "h", 3600),
        ("h", 3600, "min", 60),
        ("min", 60, "s", 1),
    ):
        if whole >= size:
            rest = whole % size // small_size
            return f"{whole // size} {unit} {rest} {smaller}" if rest else f"{whole // size} {unit}"
    return f"{whole} s"


TIME = Measure("time", (("s", 1.0), ("min", 60.0), ("h", 3600.0)))

LENGTH = Measure("length", (("m", 1.0), ("km", 1000.0)))


def measure_of(weights: Weights) -> Measure:
    """What costs of roads count, by their unit."""
    if weights.is_time:
        return TIME
    length = _LENGTH.fullmatch(weights.unit)
    if length is None:
        return Measure("count", ((weights.unit or "units", 1.0),))
    metres = float(length[1] or 1) * METRES[length[2]]
    return Measure("length", (("m", 1 / metres), ("km", 1000 / metres)))
