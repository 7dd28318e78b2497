"""How a slope changes the speed: published rules, and points to interpolate."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from core.errors import ParameterError
from road.graph import F64

SlopeRule = str | tuple[tuple[float, float], ...]
"""Rule for slopes: a name in `SLOPES`, or points (percent upwards, speed factor)."""


def flat(percent: F64) -> F64:
    """Slopes do not count."""
    return np.ones(len(percent))


def tobler(percent: F64) -> F64:
    """Tobler's hiking function, relative to its speed on the flat: fastest at 5 % downwards.

    Source: W. Tobler, "Three presentations on geographical analysis and modeling", NCGIA report
    93-1, 1993: 6 km/h · exp(-3.5 |slope + 0.05|).
    """
    return np.asarray(np.exp(-3.5 * (np.abs(percent / 100 + 0.05) - 0.05)))


def bicycle(percent: F64) -> F64:
    """Mean speeds of cyclists: 21.6 km/h on the flat, 1.44 km/h less a percent upwards and 0.86
    more a percent downwards.

    Source: J. Parkin and J. Rotheram, "Design speeds and acceleration characteristics of bicycle
    traffic", Transport Policy 17(5), 2010. They measured gentle slopes; beyond, we go on down to
    walking pace (4.3 km/h) and up to 30 km/h, and on steeper descents brake no further.
    """
    change = np.where(percent > 0, -1.44 * percent, -0.86 * percent)
    return np.asarray(np.clip(1.0 + change / 21.6, 0.2, 30 / 21.6))


SLOPES: dict[str, Callable[[F64], F64]] = {"none": flat, "tobler": tobler, "bicycle": bicycle}


def speed_factors(rule: SlopeRule, percent: F64) -> F64:
    """float64; what multiplies the speed at each slope, 0 where it is too steep."""
    if isinstance(rule, str):
        return SLOPES[rule](percent)
    slopes, factors = np.array(rule, np.float64).T
    return np.asarray(np.interp(percent, slopes, factors))


def check_rule(rule: SlopeRule) -> None:
    """Raises ParameterError for unknown names, slopes that do not rise, factors below 0."""
    if isinstance(rule, str):
        if rule not in SLOPES:
            raise ParameterError(
                f"slope '{rule}'", where="metric", advice=f"Known are: {', '.join(SLOPES)}."
            )
        return
    rising = all(a[0] < b[0] for a, b in pairwise(rule))
    if not rule or not rising or any(not 0 <= factor < np.inf for _, factor in rule):
        raise ParameterError(
            "slope points that do not rise, or factors below 0",
            where="metric",
            advice="Give pairs of percent and speed factor, such as [[-10, 1.2], [0, 1]].",
        )
