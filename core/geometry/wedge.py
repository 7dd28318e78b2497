"""What a wedge between two neighbours of a cell offers: numbers alone (`raster.wedges` says what
they mean)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

from core.times import UNREACHED

LARGEST = (1 << 31) - 1
"""Largest F that is told apart from larger ones, which only steps between two barriers have: its
square fits int64."""

NO_OFFER = 4 * UNREACHED
"""Offer of a wedge that is of no use: above any label."""


@njit(cache=True, nogil=True)
def isqrt(number: Any) -> Any:
    """Floor of the square root of a whole number from 0 to LARGEST², exactly."""
    root = np.int64(math.sqrt(np.float64(number)))
    if root * root > number:  # the number, and its root, were rounded up
        root -= 1
    elif (root + 1) * (root + 1) <= number:
        root += 1
    return root


@njit(cache=True, nogil=True)
def offer(axis: Any, aslant: Any, cost: Any) -> Any:
    """What a wedge offers in ticks, int64, NO_OFFER where nothing; axis, aslant : labels of A and
    D, UNREACHED at most. cost : F."""
    apart = axis - aslant
    cost = min(cost, LARGEST)
    if apart >= 0 and 2 * apart * apart <= cost * cost:
        return axis + isqrt(cost * cost - apart * apart)
    return np.int64(NO_OFFER)
