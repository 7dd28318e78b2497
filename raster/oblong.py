"""The shape of a wedge where cells are not square, in whole numbers that all solvers share.

Let the neighbour A lie p metres away along an axis and the diagonal neighbour D q metres beside it.
With R = (p/q)², rounded once and from then on the ratio that is meant, by calculus

    label(A) + √(F² - R·δ²)     where 0 ≤ δ ≤ F/√(R + R²)

is the soonest way through a wedge (`raster.wedges`), and a way from D alone takes F·√(1 + 1/R). A
cell has two such shapes, one for each axis. Where cells are square, R is 1, and the numbers are the
simpler ones of `raster.wedges`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError
from core.geometry.wedge_units import PART_BITS, SHARE_BITS

SHARE, REACH, ALONG, ASLANT = 0, 1, 2, 3
"""Places in a shape: of R, in units of 2⁻²⁴; and, cut off to units of 2⁻²⁸, of 1/√(R + R²), the
part of F up to which δ may go; of 1/√(1 + 1/R), how many times the diagonal half cost a straight
one is at least; and of √(1 + 1/R), how many times that one the diagonal one is at most. All but
the last fit 32 bits."""

LONGEST_SIDE = 16
"""Most that a side of a cell may be longer than the other: all products then fit 64 bits."""


def check_sides(wide: float, high: float) -> None:
    """Raise ParameterError for cells that are too far from square. wide, high : metres."""
    if max(wide, high) > LONGEST_SIDE * min(wide, high):
        raise ParameterError(
            f"straight lines over cells of {wide:g} × {high:g} m",
            advice=f"One side may be {LONGEST_SIDE} times the other: "
            "resample the raster, or choose geometry=eight.",
        )


def wedge_shapes(wide: float, high: float) -> NDArray[np.int64]:
    """Shapes of the wedges whose A lies along a row, and along a column; int64, (2, 4), zeros where
    cells are square. wide, high : metres."""
    if wide == high:
        return np.zeros((2, 4), np.int64)
    return np.array([_shape(wide, high), _shape(high, wide)], np.int64)


def _shape(along: float, beside: float) -> tuple[int, int, int, int]:
    one = 1 << SHARE_BITS
    share = min(round((along / beside) ** 2 * one), (1 << 32) - 1)
    reach = math.isqrt((one * one << 2 * PART_BITS) // (share * (one + share)))
    least = math.isqrt((share << 2 * PART_BITS) // (one + share))
    aslant = math.isqrt((one + share << 2 * PART_BITS) // share)
    return share, reach, least, aslant
