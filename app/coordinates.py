"""Coordinates as text, with the digits that tell places apart."""

from __future__ import annotations

import math

DEGREES_A_METRE = 1 / 111_195
"""Degrees of latitude in a metre on the ground."""


def decimals(resolution: float) -> int:
    """Of a coordinate: one more than tell places apart that lie `resolution` from each other."""
    return min(max(1 - math.floor(math.log10(resolution)), 0), 7)


def short(value: float, resolution: float) -> str:
    """A coordinate for a message, without zeros at its end."""
    return f"{round(value, decimals(resolution)):.15g}"


def short_place(x: float, y: float, resolution: float) -> str:
    """`X,Y`, as options take it."""
    return f"{short(x, resolution)},{short(y, resolution)}"
