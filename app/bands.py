"""Isochrone bands: their limits, labels and colours. No Qt."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError
from raster.limits import checked_limits
from raster.travel_times import NO_CLASS
from resources.colormaps import colormap

UNIT_SECONDS = {"s": 1.0, "min": 60.0, "h": 3600.0}

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

_LIMIT = re.compile(r"([0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\s*([a-z]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Bands:
    """Bands of travel time: each ends at its limit and begins at the one before, the first at 0.

    limits : ascending seconds, 1 to 255 of them; a bad list raises ParameterError.
    """

    limits: tuple[float, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "limits", checked_limits(self.limits))

    @classmethod
    def even(cls, limit: float, count: int) -> Bands:
        """`count` bands of equal width up to `limit` seconds."""
        if not 1 <= count <= NO_CLASS:
            raise ParameterError(f"{count} bands", advice=f"Give 1 to {NO_CLASS}.")
        return cls((*(limit * band / count for band in range(1, count)), limit))

    @classmethod
    def nice(cls, limit: float) -> Bands:
        """At most 8 bands of a round width that hold `limit` seconds."""
        if not 0 <= limit < math.inf:
            raise ParameterError(f"bands up to {limit} s", advice="Give a time that is finite.")
        step = _nice_step(limit)
        return cls(tuple(step * band for band in range(1, max(1, math.ceil(limit / step)) + 1)))

    @classmethod
    def parse(cls, text: str) -> Bands:
        """Bands from a list such as "600,1200", "90 s; 3 min" or "10, 20, 45 min".

        Numbers without a unit take the one of the next number that has one, else seconds.
        """
        limits: list[float] = []
        unit = "s"
        for word in reversed([word for word in re.split(r"[,;]", text) if word.strip()]):
            match = _LIMIT.fullmatch(word.strip())
            spelled = match[2].lower() if match else "?"
            if match is None or (spelled and spelled not in _SPELLINGS):
                raise ParameterError(
                    f"'{word.strip()}' is not a time",
                    where="bands",
                    advice='Give limits in seconds such as "600,1200", or with s, min or h.',
                )
            unit = _SPELLINGS.get(spelled, unit)
            limits.append(float(match[1]) * UNIT_SECONDS[unit])
        return cls(tuple(reversed(limits)))

    @property
    def pairs(self) -> tuple[tuple[float, float], ...]:
        """(from, to) seconds of each band."""
        return tuple(pairwise((0.0, *self.limits)))

    def labels(self) -> tuple[str, ...]:
        """ "0–10 min", "10–20 min", …: one unit for all, and no more digits than it takes."""
        unit, digits = self._unit()
        ends = [_number(limit / UNIT_SECONDS[unit], digits) for limit in (0.0, *self.limits)]
        return tuple(f"{start}–{end} {unit}" for start, end in pairwise(ends))

    def limit_labels(self) -> tuple[str, ...]:
        """ "10 min", "20 min", …: the labels of the limits themselves."""
        unit, digits = self._unit()
        return tuple(f"{_number(v / UNIT_SECONDS[unit], digits)} {unit}" for v in self.limits)

    def text(self) -> str:
        """The limits as `parse` takes them: "10, 20, 45 min"."""
        unit, digits = self._unit()
        numbers = [_number(limit / UNIT_SECONDS[unit], digits + 2) for limit in self.limits]
        return f"{', '.join(numbers)} {unit}"

    def colours(self, name: str) -> NDArray[np.uint8]:
        """One colour per band from the middle of its part of a colour map; uint8 RGBA, (n, 4)."""
        middles = (np.arange(len(self.limits)) + 0.5) / len(self.limits)
        colours = np.full((len(self.limits), 4), 255, np.uint8)
        colours[:, :3] = colormap(name)[(middles * 256).astype(int)]
        return colours

    def _unit(self) -> tuple[str, int]:
        """The unit and the digits after the point that suit all limits."""
        longest = self.limits[-1]
        digits = {unit: self._digits(seconds) for unit, seconds in UNIT_SECONDS.items()}
        for unit in ("h", "min"):
            many = longest >= 3 * UNIT_SECONDS[unit]
            if digits[unit] == 0 or (many and digits[unit] == 1):
                return unit, digits[unit]
        return ("min", digits["min"]) if longest >= 600 and digits["s"] else ("s", digits["s"])

    def _digits(self, unit_seconds: float) -> int:
        """Digits after the point at which rounding moves no limit by 1/100 of a band."""
        ends = np.array([0.0, *self.limits]) / unit_seconds
        allowed = 0.01 * float(np.diff(ends).min())
        for digits in range(6):
            if float(np.abs(np.round(ends, digits) - ends).max()) <= allowed:
                return digits
        return 6


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


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
