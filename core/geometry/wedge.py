"""What a wedge between two neighbours of a cell offers: numbers alone (`raster.wedges` says what
they mean, and `raster.oblong` those of cells that are not square)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from core.geometry.wedge_units import PART_BITS, SHARE_BITS
from core.parallel.in_place import in_place
from core.times import UNREACHED

LARGEST = (1 << 31) - 1
"""Largest F that is told apart from larger ones, which only steps between two barriers have: its
square fits int64."""

NO_OFFER = 4 * UNREACHED
"""Offer of a wedge that is of no use: above any label."""

SHORTEST_COST = 16
"""F up to which wedges offer nothing over oblong cells: a root of so few ticks may be 0, and an
offer has to be later than the labels that it is made of."""


@in_place
def isqrt(number: Any) -> Any:
    """Floor of the square root of a whole number from 0 to LARGEST², exactly."""
    root = np.int64(math.sqrt(np.float64(number)))
    if root * root > number:  # the number, and its root, were rounded up
        root -= 1
    elif (root + 1) * (root + 1) <= number:
        root += 1
    return root


@in_place
def offer(axis: Any, aslant: Any, cost: Any) -> Any:
    """What a wedge offers in ticks, int64, NO_OFFER where nothing; axis, aslant : labels of A and
    D, UNREACHED at most. cost : F."""
    apart = axis - aslant
    cost = min(cost, LARGEST)
    if apart >= 0 and 2 * apart * apart <= cost * cost:
        return axis + isqrt(cost * cost - apart * apart)
    return np.int64(NO_OFFER)


@in_place
def offer_over_oblong(axis: Any, aslant: Any, cost: Any, share: Any, reach: Any) -> Any:
    """The same where cells are not square. share, reach : of its shape (`raster.oblong`)."""
    apart = axis - aslant
    cost = min(cost, LARGEST)
    if cost <= SHORTEST_COST or apart < 0 or apart > cost * reach >> PART_BITS:
        return np.int64(NO_OFFER)
    square = apart * apart
    part = square & ((1 << SHARE_BITS) - 1)  # of share · square, which has more than 64 bits
    beside = share * (square >> SHARE_BITS) + (share * part + ((1 << SHARE_BITS) - 1) >> SHARE_BITS)
    return axis + isqrt(cost * cost - beside)
