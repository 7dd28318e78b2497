"""Numbers out of text, fast: the values of a text grid, token by token.

GDAL reads a word as 0, a missing value as 0 and a `*` as 0, without a sound. This scanner stops at
whatever is no number and says where it stands. It reads points and commas, exponents, `nan`,
`inf` and what Microsoft compilers print for them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.files.numbers import COMMA, POINT, exponent_of, mantissa_of, scaled

HUNGRY, FULL, BAD = 0, 1, 2

LINE, ON_LINE, LINES, ODD_LINE, ODD_COUNT, ODD_NTH = range(6)
"""Places in the marks of a scan: the line now (from 1), values on it so far, lines with values on
them so far; of the first line that does not hold `cols` values its number (0: none yet), its
count of values and which of the lines with values it is (from 1)."""


class NumberScan(NamedTuple):
    """Where a scan stopped.

    at : byte after the last token read; the first byte of the token that is BAD.
    filled : numbers in the output so far.
    status : HUNGRY wants more text, FULL more room, BAD met a token that is no number.
    """

    at: int
    filled: int
    status: int


@njit(cache=True, nogil=True)
def scan(text, at, end, out, filled, null, cols, marks):  # type: ignore[no-untyped-def]
    """Read tokens of `text[at:end]` into `out[filled:]`.

    text : uint8; the byte before `end` must be blank, so that no token is cut.
    out : float64; NaN for `nan` and for the word `null` (uint8, may be empty).
    cols : values that a line should hold; only counted, never enforced.
    marks : int64, (6,), kept from call to call; see LINE.
    """
    while at < end:
        byte = text[at]
        if _is_blank(byte):
            if byte == 10 or (byte == 13 and (at + 1 >= end or text[at + 1] != 10)):
                _end_line(cols, marks)
            at += 1
            continue
        if filled == out.size:
            return NumberScan(at, filled, FULL)
        stop = at + 1
        while not _is_blank(text[stop]):
            stop += 1
        good, number = _number(text, at, stop, null)
        if not good:
            return NumberScan(at, filled, BAD)
        out[filled] = number
        filled += 1
        marks[ON_LINE] += 1
        at = stop
    return NumberScan(at, filled, HUNGRY)


@njit(cache=True, inline="always")
def _is_blank(byte):  # type: ignore[no-untyped-def]
    # 26 ended DOS files, 0 pads blocks; neither is part of a number.
    return byte == 32 or 9 <= byte <= 13 or byte == 0 or byte == 26


@njit(cache=True)
def _end_line(cols, marks):  # type: ignore[no-untyped-def]
    if marks[ON_LINE]:
        marks[LINES] += 1
        if marks[ON_LINE] != cols and marks[ODD_LINE] == 0:
            marks[ODD_LINE] = marks[LINE]
            marks[ODD_COUNT] = marks[ON_LINE]
            marks[ODD_NTH] = marks[LINES]
    marks[ON_LINE] = 0
    marks[LINE] += 1


@njit(cache=True)
def _number(text, at, stop, null):  # type: ignore[no-untyped-def]
    """Whether the token is a number, and the number."""
    if null.size and _is_word(text, at, stop, null):
        return True, np.nan
    negative = text[at] == 45
    if negative or text[at] == 43:
        at += 1
    mantissa, digits, scale, at = mantissa_of(text, at, stop, POINT, COMMA)
    if digits == 0 or at < stop:
        exponent, at = exponent_of(text, at, stop, True) if digits else (0, at)
        scale += exponent
        if digits == 0 or at < stop:
            return _not_finite(text, at, stop, digits, negative)
    value = scaled(mantissa, scale)
    return True, -value if negative else value


@njit(cache=True)
def _not_finite(text, at, stop, digits, negative):  # type: ignore[no-untyped-def]
    """`nan`, `inf`, `infinity`, and `1.#QNAN`, `1.#IND`, `1.#INF` after their digit and point."""
    first = text[at] | 32
    if digits == 1 and text[at] == 35 and at + 1 < stop:
        infinite = stop - at >= 4 and (text[at + 3] | 32) == 102
        return True, (-np.inf if negative else np.inf) if infinite else np.nan
    if digits or stop - at < 3:
        return False, 0.0
    second, third = text[at + 1] | 32, text[at + 2] | 32
    if first == 110 and second == 97 and third == 110 and stop - at == 3:
        return True, np.nan
    if first == 105 and second == 110 and third == 102 and (stop - at == 3 or stop - at == 8):
        return True, -np.inf if negative else np.inf
    return False, 0.0


@njit(cache=True)
def _is_word(text, at, stop, word):  # type: ignore[no-untyped-def]
    if stop - at != word.size:
        return False
    for k in range(word.size):  # noqa: SIM110 (Numba compiles no generator)
        if text[at + k] != word[k]:
            return False
    return True


def new_marks(line: int) -> NDArray[np.int64]:
    """Marks of a scan that begins on a line."""
    marks = np.zeros(6, np.int64)
    marks[LINE] = line
    return marks
