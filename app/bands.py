"""Isochrone bands: their limits, labels and colours. No Qt."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.measure import LARGEST, SMALLEST, TIME, Measure
from app.units import in_any_unit, units
from core.errors import ParameterError
from raster.isochrones.limits import checked_limits
from raster.travel_times import NO_CLASS
from resources.colormaps import colormap

_SPELLINGS = {
    **dict.fromkeys(("s", "sec", "second", "seconds"), "s"),
    **dict.fromkeys(("m", "min", "minute", "minutes"), "min"),
    **dict.fromkeys(("h", "hr", "hour", "hours"), "h"),
}

_NICE_STEPS = (
    1, 2, 5, 10, 15, 20, 30,  # seconds
    *(60 * minutes for minutes in (1, 2, 3, 5, 10, 15, 20, 30)),
    *(3600 * hours for hours in (1, 2, 3, 6, 12, 24)),
)  # fmt: skip

_NICE_COUNT = 8  # at most; more colours cannot be told apart in a legend

BEYOND_COLOUR = (98, 122, 124)
"""RGB of what is reached later than the last band: a tone that no colour map has, darker than
ground and lighter than barriers."""

_LIMIT = re.compile(r"([0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\s*([a-z]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Bands:
    """Bands of travel time: each ends at its limit and begins at the one before, the first at 0.

    limits : ascending seconds, 1 to 255 of them; a bad list raises ParameterError. Where costs are
        no times, they are in what `measure` says that solvers count.
    beyond : the last band is none that was asked for, but all that is reached beyond the others.
    automatic : nobody chose the limits, so that whoever reads them wants to hear of all.
    certainty : percent, where times are those that are reached with so much certainty; 0 elsewhere.
    """

    limits: tuple[float, ...]
    measure: Measure = TIME
    beyond: bool = False
    automatic: bool = field(default=False, compare=False)
    certainty: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "limits", checked_limits(self.limits))

    @classmethod
    def even(cls, limit: float, count: int, measure: Measure = TIME) -> Bands:
        """`count` bands of equal width up to `limit` seconds."""
        if not 1 <= count <= NO_CLASS:
            raise ParameterError(f"{count} bands", advice=f"Give 1 to {NO_CLASS}.")
        return cls((*(limit * band / count for band in range(1, count)), limit), measure)

    @classmethod
    def nice(cls, limit: float, measure: Measure = TIME) -> Bands:
        """At most 8 bands of a round width, as it is read, that hold `limit` seconds."""
        if not 0 <= limit < math.inf:
            raise ParameterError(f"bands up to {limit} s", advice="Give a time that is finite.")
        step = round_step(limit / _NICE_COUNT, units().of(measure))
        count = max(1, math.ceil(limit / step))
        return cls(tuple(step * band for band in range(1, count + 1)), measure)

    @classmethod
    def parse(cls, text: str, measure: Measure = TIME, unit: str = "") -> Bands:
        """Bands from a list such as "600,1200", "90 s; 3 min" or "10, 20, 45 min".

        Numbers without a unit take the one of the next number that has one, as "10, 20, 45 min" is
        written; where the limits would not ascend so, as in "10, 20, 1 h", and without such a
        number, they are in `unit`, else in seconds, or the base unit of the measure.
        """
        bare = unit or measure.base
        typed = in_any_unit(measure)
        words, amounts, units = _amounts(text, typed, bare)
        next_ones: list[str] = []
        for named in reversed(units):
            next_ones.append(named or (next_ones[-1] if next_ones else bare))
        ways = next_ones[::-1], [named or bare for named in units]
        read = [[n * typed.worth(u) for n, u in zip(amounts, way, strict=True)] for way in ways]
        limits = next((way for way in read if _first_descent(way) is None), read[1])
        descent = _first_descent(limits)
        if descent is not None:
            raise ParameterError(
                f"a limit of {words[descent]} after {words[descent - 1]}",
                where="bands",
                advice="Give positive limits in ascending order, each once.",
            )
        bands = cls(tuple(limits), measure)
        if bands.limits[0] < SMALLEST or bands.limits[-1] > LARGEST:
            raise ParameterError(
                f"limits from {bands.limits[0]:g} to {bands.limits[-1]:g}",
                where="bands",
                advice=f"Give limits between {SMALLEST:g} and {LARGEST:g}.",
            )
        return bands

    def with_beyond(self, longest: float) -> Bands:
        """The same, and what lies beyond the last limit as a band of its own, where times go so
        far; longest : the largest of them, in seconds."""
        if self.beyond or longest <= self.limits[-1] or len(self.limits) == NO_CLASS:
            return self
        return replace(self, limits=(*self.limits, longest), beyond=True)

    @property
    def _asked(self) -> tuple[float, ...]:
        """The limits without the end of what is beyond them."""
        return self.limits[:-1] if self.beyond else self.limits

    @property
    def last(self) -> float:
        """The last limit that was asked for."""
        return self._asked[-1]

    def moved(self, place: int, to: float, step: float) -> Bands:
        """The limit at a place elsewhere: at a multiple of `step`, between its neighbours; the same
        bands where there is no room."""
        below = self.limits[place - 1] if place else 0.0
        above = self.limits[place + 1] if place + 1 < len(self.limits) else math.inf
        steps = max(round(to / step), math.floor(below / step + 1e-9) + 1)
        if above < math.inf:
            steps = min(steps, math.ceil(above / step - 1e-9) - 1)
        if not below < steps * step < above:
            return self
        limits = (*self.limits[:place], steps * step, *self.limits[place + 1 :])
        return Bands(limits, self.measure)

    @property
    def unit(self) -> str:
        """The unit in which limits are written."""
        return self._unit()[0]

    @property
    def pairs(self) -> tuple[tuple[float, float], ...]:
        """(from, to) seconds of each band."""
        return tuple(pairwise((0.0, *self.limits)))

    def labels(self) -> tuple[str, ...]:
        """ "0–10 min", "10–20 min", …: one unit for all, and no more digits than it takes."""
        unit, digits = self._unit()
        ends = [_number(limit / self.measure.worth(unit), digits) for limit in (0.0, *self._asked)]
        labels = tuple(f"{start}–{end} {unit}" for start, end in pairwise(ends))
        return (*labels, self.beyond_label()) if self.beyond else labels

    def beyond_label(self) -> str:
        """ "Beyond 60 min": what is reached later than the last limit."""
        unit, digits = self._unit()
        return f"Beyond {_number(self._asked[-1] / self.measure.worth(unit), digits)} {unit}"

    def limit_labels(self) -> tuple[str, ...]:
        """ "10 min", "20 min", …: the labels of the limits themselves."""
        unit, digits = self._unit()
        worth = self.measure.worth(unit)
        return tuple(f"{_number(v / worth, digits)} {unit}" for v in self._asked)

    def text(self) -> str:
        """The limits as `parse` takes them: "10, 20, 45 min"."""
        unit, digits = self._unit()
        worth = self.measure.worth(unit)
        numbers = [_number(limit / worth, digits + 2) for limit in self._asked]
        return f"{', '.join(numbers)} {unit}"

    def colours(self, name: str) -> NDArray[np.uint8]:
        """One colour per band from the middle of its part of a colour map; uint8 RGBA, (n, 4)."""
        count = len(self._asked)
        middles = (np.arange(count) + 0.5) / count
        colours = np.full((len(self.limits), 4), 255, np.uint8)
        colours[:, :3] = BEYOND_COLOUR
        colours[:count, :3] = colormap(name)[(middles * 256).astype(int)]
        return colours

    def _unit(self) -> tuple[str, int]:
        """The unit and the digits after the point that suit all limits."""
        return _unit_of(self._asked, self.measure)


@lru_cache(64)  # a legend is read at each picture of a map
def _unit_of(limits: tuple[float, ...], measure: Measure) -> tuple[str, int]:
    longest = limits[-1]
    (base, _), *larger = measure.units
    digits = {unit: _digits(limits, worth) for unit, worth in measure.units}
    for unit, worth in reversed(larger):
        many = longest >= 3 * worth
        if digits[unit] == 0 or (many and digits[unit] == 1):
            return unit, digits[unit]
    minutes = measure.quantity == "time" and longest >= 600 and digits["s"] > 0
    return ("min", digits["min"]) if minutes else (base, digits[base])


def _digits(limits: tuple[float, ...], worth: float) -> int:
    """Digits after the point, in a unit, at which rounding moves no limit by 1/100 of a band."""
    ends = np.array([0.0, *limits]) / worth
    allowed = 0.01 * float(np.diff(ends).min())
    for digits in range(6):
        if float(np.abs(np.round(ends, digits) - ends).max()) <= allowed:
            return digits
    return 6


def usual_bands(measure: Measure = TIME) -> Bands:
    """Six bands before anything is known of a result: of an hour, of 30 km, of 60 of anything."""
    widest = {"time": 3600.0, "length": 30_000.0}.get(measure.quantity, 60.0)
    return Bands.even(measure.counted(widest), 6, measure)


def _amounts(text: str, measure: Measure, bare: str) -> tuple[list[str], list[float], list[str]]:
    """A list in words, its numbers, and the unit of each, "" where there is none."""
    spellings = _SPELLINGS if measure.quantity == "time" else {n: n for n, _ in measure.units}
    words = [word.strip() for word in re.split(r"[,;]", text) if word.strip()]
    amounts, units = [], []
    for word in words:
        match = _LIMIT.fullmatch(word)
        spelled = match[2].lower() if match else "?"
        if match is None or (spelled and spelled not in spellings):
            raise _no_amount(word, measure, bare)
        amounts.append(float(match[1]))
        units.append(spellings.get(spelled, ""))
    return words, amounts, units


def counted_limit(limit: float | str, measure: Measure) -> float:
    """A limit as it was given, in what solvers count: a number in seconds or the base unit of the
    measure, or words such as "10 min" and "2.5 km". Raises ParameterError."""
    if not isinstance(limit, str):
        return measure.counted(limit)
    typed = in_any_unit(measure)
    try:
        _, amounts, named = _amounts(limit, typed, measure.base)
    except ParameterError:
        amounts = []
    if len(amounts) != 1:
        known = ", ".join(name for name, _ in typed.units)
        raise ParameterError(
            f"'{limit}' is not a limit here", where="limit",
            advice=f"Give a number, or one with {known}.",
        )  # fmt: skip
    return amounts[0] * typed.worth(named[0] or measure.base)


def as_read(bands: Bands) -> Bands:
    """The same, with labels and limits in the units that are read now."""
    measure = units().of(bands.measure)
    return bands if measure is bands.measure else replace(bands, measure=measure)


def _first_descent(limits: Sequence[float]) -> int | None:
    """The place of the first that is no more than the one before; None where all ascend."""
    return next((k for k, (a, b) in enumerate(pairwise(limits), 1) if not a < b), None)


def _no_amount(word: str, measure: Measure, bare: str) -> ParameterError:
    """bare : the unit of numbers without one."""
    kind = "time" if measure.quantity == "time" else "limit"
    units = [name for name, _ in measure.units]
    example = f'"5, 10 {bare}"' if len(units) == 1 else f'"5, 10" in {bare}'
    with_unit = f", or with {', '.join(units)}" if len(units) > 1 else ""
    return ParameterError(
        f"'{word}' is not a {kind}",
        where="bands",
        advice=f"Give limits such as {example}{with_unit}.",
    )


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def round_step(least: float, measure: Measure = TIME) -> float:
    """The smallest round step of `least` or more, in seconds or what the measure counts."""
    limit = least * _NICE_COUNT
    return _nice_step(limit) if measure.quantity == "time" else _round_step(limit, measure)


def _nice_step(limit: float) -> float:
    """The smallest round step of which at most `_NICE_COUNT` reach the limit."""
    if limit <= 0:
        return 1.0
    enough = limit / _NICE_COUNT
    if enough < 1:
        scale = 10.0 ** math.floor(math.log10(enough))
        return next(scale * step for step in (1, 2, 5, 10, 20) if scale * step >= enough)
    day = 86400.0
    if enough > day:
        scale = day * 10.0 ** math.floor(math.log10(enough / day))
        return next(scale * step for step in (1, 2, 5, 10, 20) if scale * step >= enough)
    return float(next(step for step in _NICE_STEPS if step >= enough))


def _round_step(limit: float, measure: Measure) -> float:
    """The same in the largest unit of which there are some; whole where things are counted."""
    worth = max((w for _, w in measure.units if limit >= 2 * w), default=measure.units[0][1])
    enough = limit / worth / _NICE_COUNT
    if enough <= 0 or (measure.quantity == "count" and enough < 1):
        return worth
    scale = 10.0 ** math.floor(math.log10(enough))
    return worth * next(scale * step for step in (1, 2, 5, 10) if scale * step >= enough)
