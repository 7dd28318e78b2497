"""Which start lies under the pointer. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Sequence

TOLERANCE = 10.0
"""Pixels from the middle of a marker at which it can still be grabbed."""


def start_under(
    places: Sequence[tuple[float, float]], px: float, py: float, tolerance: float = TOLERANCE
) -> int:
    """Index of the place (pixels) nearest to the pointer within `tolerance`; -1 where none is.

    Of places equally near the last wins: it is drawn on top.
    """
    found, nearest = -1, tolerance
    for index, (x, y) in enumerate(places):
        away = math.hypot(x - px, y - py)
        if away <= nearest:
            found, nearest = index, away
    return found


def is_click(
    pressed: tuple[float, float], released: tuple[float, float], slack: float = 4.0
) -> bool:
    """Whether the pointer stayed where it was pressed, so that a click was meant and no drag."""
    return math.hypot(released[0] - pressed[0], released[1] - pressed[1]) < slack
