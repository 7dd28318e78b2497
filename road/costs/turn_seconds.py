"""What turns of each code cost a vehicle.

The curve over the angle, and its sources, are those of OSRM's car profile: a logistic function that
rises from nothing straight ahead to `sharp` seconds for a turn right back. `bias` makes turns
across the oncoming lane dearer than those beside it, and `oncoming` seconds are waited for a gap in
it. Where traffic keeps to the left, sides change places.
"""

from __future__ import annotations

import math

import numpy as np

from road.graph import F64
from road.properties import Turn
from road.turn_codes import (
    DEAD_END,
    FIRST_LEFT,
    FIRST_RIGHT,
    STRAIGHT_ON,
    TURN_CODES,
    TYPICAL_DEGREES,
)

STEEPNESS = 13.0
"""Steepness of the logistic function over half a circle, as OSRM has it: half is reached at 90°."""


def left_seconds(degrees: float, sharp: float, bias: float, oncoming: float) -> float:
    """What a turn across the oncoming lane costs by its angle, where traffic keeps to the right."""
    share = degrees / 180
    waited = oncoming * _logistic(STEEPNESS * share - STEEPNESS / 4)
    return sharp * _logistic(STEEPNESS * bias * share - STEEPNESS / 2 / bias) + waited


def right_seconds(degrees: float, sharp: float, bias: float) -> float:
    """The same of a turn beside the oncoming lane."""
    return sharp * _logistic(STEEPNESS / bias * degrees / 180 - STEEPNESS / 2 * bias)


def seconds_by_code(
    flat: dict[Turn, float], dead_end: float | None, sharp: float, bias: float, oncoming: float
) -> F64:
    """float64, 16, by code of `road.turn_codes`, infinite where forbidden; keeping to the right.

    flat : seconds of each kind at any junction; the curve is added. dead_end : of turning round
    where nothing else leads on, None for that of any U-turn.
    """
    seconds = np.zeros(TURN_CODES)
    seconds[STRAIGHT_ON] = flat[Turn.STRAIGHT]
    for k, degrees in enumerate(TYPICAL_DEGREES):
        left = left_seconds(degrees, sharp, bias, oncoming)
        seconds[FIRST_LEFT + k] = flat[Turn.LEFT] + left
        seconds[FIRST_RIGHT + k] = flat[Turn.RIGHT] + right_seconds(degrees, sharp, bias)
    seconds[Turn.U_TURN] = flat[Turn.U_TURN]
    seconds[DEAD_END] = flat[Turn.U_TURN] if dead_end is None else dead_end
    return seconds


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-value))
