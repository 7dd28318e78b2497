"""Texts on the map."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from app.measure import Measure
from app.units import units

_COUNTED = (
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
)  # fmt: skip


def tr(text: str) -> str:
    """The text in the user's language."""
    return QCoreApplication.translate("Map", text)


def speed_text(kmh: float) -> str:
    """A speed with no more digits than tell something, in the unit that is read: 0.4, 5, 110."""
    told = kmh / units().speed[1]
    return f"{told:.0f}" if told >= 9.95 or told == round(told) else f"{told:.1f}"


def round_steps(top: float, most: int = 5) -> list[float]:
    """Times from 0 to at most `top` seconds, evenly spaced at a length people count in, `most`
    spaces or fewer."""
    step = next((length for length in _COUNTED if top / length <= most), _COUNTED[-1])
    while top / step > most:
        step *= 2
    return [float(step * index) for index in range(int(top / step * (1 + 1e-9)) + 1)]


def round_amounts(top: float, measure: Measure, most: int = 5) -> list[float]:
    """The same of anything that is measured: times at lengths people count in, others by tens of
    the unit that is read."""
    measure = units().of(measure)
    if measure.quantity == "time":
        return round_steps(top, most)
    worth = max((w for _, w in measure.units if top >= w), default=measure.units[0][1])
    least = top / worth / most
    power = 10.0 ** math.floor(math.log10(least))
    step = worth * power * next(s for s in (1, 2, 5, 10) if s * power >= least * (1 - 1e-9))
    return [step * index for index in range(int(top / step * (1 + 1e-9)) + 1)]
