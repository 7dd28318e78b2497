"""Posted limits in a byte: every whole km/h and every whole mph that is posted anywhere.

In km/h alone 30 mph would be 48 instead of 48.28, and each mile half a per cent too long.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from road.graph import F64

KMH_A_MPH = 1.609344

WHOLE_KMH = 160
"""Most km/h with a code of its own, 1 to 160: no country posts more (Poland 140, Abu Dhabi 160)."""

WHOLE_MPH = 85
"""Most mph with a code of its own, 161 to 245: no country posts more (Texas 85)."""

NO_LIMIT = 255
"""Code of a sign that there is no limit; also of any limit above the greatest code's."""


def _kmh_of_codes() -> F64:
    kmh = np.zeros(256)
    kmh[1 : WHOLE_KMH + 1] = np.arange(1, WHOLE_KMH + 1)
    kmh[WHOLE_KMH + 1 : WHOLE_KMH + WHOLE_MPH + 1] = np.arange(1, WHOLE_MPH + 1) * KMH_A_MPH
    kmh[WHOLE_KMH + WHOLE_MPH + 1 : NO_LIMIT] = np.arange(170, 260, 10)  # what is left: tens
    kmh[NO_LIMIT] = NO_LIMIT
    kmh.flags.writeable = False
    return kmh


KMH_OF_CODE = _kmh_of_codes()
"""Speeds in km/h by code, float64, 256; 0 is unknown, and NO_LIMIT as fast as roads are driven."""


@lru_cache(maxsize=1 << 10)
def code_of(kmh: float) -> int:
    """The code nearest to a limit, 1 or more; 0 for what is no limit, 0 or NaN."""
    if not kmh > 0:
        return 0
    if kmh >= NO_LIMIT:
        return NO_LIMIT
    off = np.abs(KMH_OF_CODE[1:NO_LIMIT] - kmh)
    return 1 + int(np.argmin(off))  # of equals the first: whole km/h


def in_words(code: int) -> str:
    """ "50 km/h", "30 mph", "no limit"; "" where none is known."""
    if code == 0:
        return ""
    if code == NO_LIMIT:
        return "no limit"
    if WHOLE_KMH < code <= WHOLE_KMH + WHOLE_MPH:
        return f"{code - WHOLE_KMH} mph"
    return f"{KMH_OF_CODE[code]:.0f} km/h"
