"""Turns in a byte that fits four bits: what a turn costs is looked up by its code.

The first four codes are those of `Turn`: bends of a road that offers no choice, which cost nothing,
and turning round. At junctions, where more than two streets meet that the vehicle may use, codes go
on by the angle; the last is turning round where nothing else leads on. Devices hold the same codes.
"""

from __future__ import annotations

import numpy as np

from road.graph import U8
from road.properties import Turn

TURN_CODES = 16

STRAIGHT_ON = 4
"""Code of a change of direction below 45 degrees, at a junction."""

FIRST_LEFT, FIRST_RIGHT = 5, 10
"""Codes of the widest turns at junctions; sharper ones follow."""

DEAD_END = 15
"""Code of turning round where nothing else leads on."""

SHARPER_FROM = (65.0, 80.0, 100.0, 115.0)
"""Degrees from which the next sharper code holds; the first begins at 45."""

TYPICAL_DEGREES = (55.0, 72.5, 90.0, 107.5, 147.5)
"""Angle of each of the five codes of a side that its cost is reckoned at: the middle."""

_L, _R = Turn.LEFT, Turn.RIGHT


def _turn_of_code() -> U8:
    kinds = [*Turn, Turn.STRAIGHT, *[_L] * len(TYPICAL_DEGREES), *[_R] * len(TYPICAL_DEGREES)]
    turns = np.array([*kinds, Turn.U_TURN], np.uint8)
    turns.flags.writeable = False
    return turns


TURN_OF_CODE = _turn_of_code()
"""Codes of `Turn`, uint8, 16: what a person calls the turn of each code."""

MIRRORED = (0, 2, 1, 3, 4, 10, 11, 12, 13, 14, 5, 6, 7, 8, 9, 15)
"""The code of the same turn on the other side."""
