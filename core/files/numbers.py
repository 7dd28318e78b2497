"""Numbers out of text, fast: what the scanners of grids and of records have in common.

Each tells by itself where a number begins and ends; here its digits become a double.
"""

from __future__ import annotations

import numpy as np
from numba import njit

POINT, COMMA, NO_MARK = 46, 44, -1
"""Bytes that may part whole digits from the rest; the last is none."""

MOST_DIGITS = 18
"""Digits of a mantissa that fit int64; later ones cannot change a double by more than its last
bit."""

_ROOM = 10 ** (MOST_DIGITS - 1)
"""Mantissa below which another digit fits."""

_MOST_EXPONENT = 9999

_POWER = np.array([10.0**k for k in range(23)])
"""Powers of ten that a double holds exactly. A mantissa below 2**53 times or over one of them is
correctly rounded (Clinger 1990); beyond that the last bits may be off."""


@njit(cache=True, inline="always")  # called, it takes half as long again
def mantissa_of(text, at, stop, point, comma):  # type: ignore[no-untyped-def]
    """Digits with at most one point or comma: (digits as int64, their number, power of ten, end).

    text : uint8. point, comma : bytes, NO_MARK for those that are none.
    """
    mantissa, digits, scale, parted = np.int64(0), 0, 0, False
    while at < stop:
        byte = text[at]
        if 48 <= byte <= 57:
            digits += 1
            if mantissa < _ROOM:
                mantissa = mantissa * 10 + (byte - 48)
                scale -= parted
            else:
                scale += not parted
        elif (byte == point or byte == comma) and not parted:  # noqa: SIM109 (a tuple is slow)
            parted = True
        else:
            break
        at += 1
    return mantissa, digits, scale, at


@njit(cache=True)
def exponent_of(text, at, stop, fortran):  # type: ignore[no-untyped-def]
    """`e+05`: (5, end); (0, at) if there is none. fortran : whether it may be a `d`, too."""
    letter = text[at] | 32
    if letter != 101 and not (fortran and letter == 100):
        return 0, at
    first = at + 1
    negative = first < stop and text[first] == 45
    if first < stop and (negative or text[first] == 43):
        first += 1
    end, exponent = first, 0
    while end < stop and 48 <= text[end] <= 57:
        exponent = min(exponent * 10 + (text[end] - 48), _MOST_EXPONENT)
        end += 1
    if end == first:
        return 0, at
    return (-exponent if negative else exponent), end


@njit(cache=True)
def scaled(mantissa, scale):  # type: ignore[no-untyped-def]
    """A mantissa times a power of ten, float64."""
    value = np.float64(mantissa)
    if scale > 0:
        return value * _POWER[scale] if scale <= 22 else value * 10.0**scale
    if scale < 0:
        return value / _POWER[-scale] if scale >= -22 else value / 10.0**-scale
    return value
