"""Units in which people read lengths, areas and speeds.

What is computed, kept and exported is in metres, square metres and km/h, whatever is chosen here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from app.measure import Measure

Unit = tuple[str, float]
"""Name of a unit, and how much of metres, square metres or km/h it is."""


@dataclass(frozen=True)
class UnitSystem:
    """A choice of units.

    name : as options and settings say it. tiny, small, large : of lengths. large_from_m : metres
    from which lengths are read in the large one. plot, land : of areas; what is less than one of
    `land` is read in `plot`. speed : of speeds.
    """

    name: str
    tiny: Unit
    small: Unit
    large: Unit
    large_from_m: float
    plot: Unit
    land: Unit
    speed: Unit

    def amounts(self, lengths: bool, most: float) -> Unit:
        """The unit of a column of lengths of streets, or of areas.

        most : the largest of them in m or m².
        """
        if lengths:
            return self.large
        return self.land if most >= self.land[1] or self.plot == self.land else self.plot

    def of(self, measure: Measure) -> Measure:
        """The measure as it is read: lengths in these units, all else as it is."""
        if measure.quantity != "length" or self is METRIC:
            return measure
        metre = measure.worth("m")
        units = tuple((name, metres * metre) for name, metres in (self.small, self.large))
        return Measure(measure.quantity, units)


METRIC = UnitSystem(
    "metric", ("cm", 0.01), ("m", 1.0), ("km", 1000.0), 1000.0, ("km²", 1e6), ("km²", 1e6),
    ("km/h", 1.0),
)  # fmt: skip

MILES = UnitSystem(
    "miles", ("in", 0.0254), ("ft", 0.3048), ("mi", 1609.344), 304.8,
    ("acres", 4046.8564224), ("mi²", 2_589_988.110336), ("mph", 1.609344),
)  # fmt: skip

SYSTEMS: Mapping[str, UnitSystem] = {system.name: system for system in (METRIC, MILES)}

_now = METRIC


def in_any_unit(measure: Measure) -> Measure:
    """The measure as it may be typed: lengths in the units of all systems, the base as it is."""
    if measure.quantity != "length":
        return measure
    metres = dict(unit for system in SYSTEMS.values() for unit in (system.small, system.large))
    metre = measure.units[0][1] / metres[measure.base]
    others = [(n, m * metre) for n, m in metres.items() if n not in dict(measure.units)]
    return Measure(measure.quantity, (*measure.units, *others))


def units() -> UnitSystem:
    """The units that are read now, by every thread: a language of numbers, as it were."""
    return _now


def read_in(name: str) -> None:
    """Have everything read in other units from now on; an unknown name is metric."""
    global _now
    _now = SYSTEMS.get(name, METRIC)


@contextmanager
def shown_in(name: str) -> Iterator[None]:
    """Units for a while, as for one command."""
    before = _now.name
    read_in(name)
    try:
        yield
    finally:
        read_in(before)
