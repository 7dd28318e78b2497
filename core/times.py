"""Travel times as exact integers.

Solvers count in uint32 *ticks*. A cell's half cost is rounded once and an edge is the sum of two
half costs, so every path sum is exact and all solvers, in any order of work, give the same bits.
"""

from __future__ import annotations

import math

from core.errors import ParameterError

UNREACHED = 1 << 30
"""Label of a cell that is not reached. A barrier's half cost is the same number: then label + half
+ half stays below 2**32, and a step into or out of a barrier is never below UNREACHED, so that
relaxing needs no branch for barriers. (With a smaller barrier cost, paths leak through them.)"""

UNLIMITED = math.inf
"""Time limit in seconds of a solve without one."""

FINEST_TICK = 2.0**-24
COARSEST_TICK = 2.0**20


def finest_tick(horizon_seconds: float) -> float:
    """The smallest power-of-two tick, in seconds, at which `horizon_seconds` is below UNREACHED.

    A power of two, so that ticks × tick is exact in float64.
    """
    if not horizon_seconds >= 0 or math.isinf(horizon_seconds):
        raise ParameterError(
            f"a time of {horizon_seconds} s", advice="Give a time of 0 s or more that is finite."
        )
    tick = FINEST_TICK
    while horizon_seconds / tick >= UNREACHED - 1:
        tick *= 2
    if tick > COARSEST_TICK:
        raise ParameterError(
            f"a time of {horizon_seconds:g} s is beyond what can be counted",
            advice="Give a shorter time limit.",
        )
    return tick


def fitting_tick(horizon_seconds: float) -> float:
    """The finest tick of four significant bits, in seconds, at which `horizon_seconds` is below
    UNREACHED: up to twice as fine as a power of two.

    Ticks × tick is still exact in float64: 30 bits and 4.
    """
    power = finest_tick(horizon_seconds)
    for sixteenths in range(9, 16):
        tick = power * sixteenths / 16
        if tick > FINEST_TICK and horizon_seconds / tick < UNREACHED - 1:
            return tick
    return power


def ticks_from_seconds(seconds: float, tick: float) -> int:
    """Nearest tick count; UNREACHED for UNLIMITED or anything past the countable."""
    if math.isinf(seconds):
        return UNREACHED
    return min(round(seconds / tick), UNREACHED)


def limit_in_ticks(limit_seconds: float, tick: float) -> int:
    """The largest label within the limit: floor, so that no label says more than the limit."""
    if math.isinf(limit_seconds):
        return UNREACHED - 1
    ticks = math.floor(limit_seconds / tick)
    if ticks * tick > limit_seconds:  # the quotient was rounded up to a whole number
        ticks -= 1
    return min(ticks, UNREACHED - 1)
