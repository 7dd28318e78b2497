"""Rows of the decoder's table: speeds and factors of speed to costs of a metre."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from road.costs.decode import HALF
from road.graph import F64
from road.properties import Flag, Surface

TICK_SECONDS = 0.001


def paces(kmh: NDArray[np.float64]) -> F64:
    """Milliseconds of a metre, 0 for a speed of 0; NaN stays."""
    with np.errstate(divide="ignore"):
        return np.where(kmh == 0, 0.0, 3.6 / TICK_SECONDS / kmh)


def inverses(factors: F64) -> F64:
    """What multiplies the cost where these multiply the speed; 0 stays."""
    with np.errstate(divide="ignore"):
        return np.where(factors == 0, 0.0, 1.0 / factors)


def inverse(factor: float) -> float:
    """The same of one factor."""
    return 1.0 / factor if factor else 0.0


def surface_row(factors: Mapping[Surface, float], caps_kmh: Mapping[Surface, float]) -> F64:
    """float64, 256: factors of the cost of a metre, then the least that one costs, by surface."""
    row = np.repeat((1.0, 0.0), HALF)
    for surface, factor in factors.items():
        row[surface] = inverse(factor)
    for surface, kmh in caps_kmh.items():
        row[HALF + surface] = 3.6 / TICK_SECONDS / kmh  # 0 where there is none
    return row


def flag_row(factors: Mapping[Flag, float], *, shut: bool) -> F64:
    """float64, 256: by all bits of the flags. shut : whether private streets are closed."""
    bits = np.arange(256)
    row = np.ones(256)
    for flag, factor in factors.items():
        row[bits & flag != 0] *= inverse(factor)
    if shut:
        row[bits & Flag.PRIVATE != 0] = 0.0
    return row
