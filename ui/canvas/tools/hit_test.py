"""Which start or closure lies under the pointer. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

TOLERANCE = 10.0
"""Pixels from the middle of a marker at which it can still be grabbed."""


LINE_TOLERANCE = 7.0
"""Pixels from a line at which it can still be grabbed."""


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


def closure_under(
    drawings: Sequence[Sequence[Sequence[tuple[float, float]]]],
    areas: Sequence[bool],
    px: float,
    py: float,
    tolerance: float = LINE_TOLERANCE,
) -> int:
    """Index of the drawing that passes within `tolerance` of the pointer, or whose area holds it by
    the even-odd rule; -1 where none does. The last wins: it is drawn on top.

    drawings : lines (pixels), of an area its outline and its holes.
    """
    for index in reversed(range(len(drawings))):
        area = areas[index]
        lines = [[*line, line[0]] if area else line for line in drawings[index]]
        pieces = [piece for line in lines for piece in pairwise(line)]
        if min((_away(a, b, px, py) for a, b in pieces), default=math.inf) <= tolerance:
            return index
        if area and sum(_passes_right(a, b, px, py) for a, b in pieces) % 2:
            return index
    return -1


def _away(a: tuple[float, float], b: tuple[float, float], px: float, py: float) -> float:
    """Pixels between a point and a straight piece."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = ((px - a[0]) * dx + (py - a[1]) * dy) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    return math.hypot(a[0] + share * dx - px, a[1] + share * dy - py)


def _passes_right(a: tuple[float, float], b: tuple[float, float], px: float, py: float) -> bool:
    """Whether a piece crosses the half line from a point to the right."""
    return (a[1] > py) != (b[1] > py) and px < a[0] + (py - a[1]) / (b[1] - a[1]) * (b[0] - a[0])


def is_click(
    pressed: tuple[float, float], released: tuple[float, float], slack: float = 4.0
) -> bool:
    """Whether the pointer stayed where it was pressed, so that a click was meant and no drag."""
    return math.hypot(released[0] - pressed[0], released[1] - pressed[1]) < slack
