"""Forms of a triple of registers (a, b, c) and its mark, to be read by thousands of threads.

The mark says that c is written without regard to what it holds. Source: Delling, Kobitzsch,
Werneck 2014, section 4, for OFFSET. SMALL is ours: cells whose values live in at most 1024
registers need no window, and most do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

SMALL, OFFSET, FULL = 0, 1, 2
"""Forms in which the triples of a block are written.

SMALL : 32 bits; a, b, c in 10 each, the mark in the lowest.
OFFSET : 32 bits; a in 14, b - a - 1 in 8, c - b + 256 in 9, the mark in the lowest; a < b.
FULL : three times 16 bits; a, b, and c with the mark in the highest.
"""


class Reach(NamedTuple):
    """How far apart registers of a triple may lie: b - a from 1 to `ahead`, c - b from -`around` to
    `around` - 1, where a < b."""

    ahead: int
    around: int


MOST_REGISTERS = 1 << 14
"""Most registers, which 14 bits can number: 64 KiB of shared memory."""

SMALL_BITS, AHEAD_BITS, AROUND_BITS = 10, 8, 9

SMALL_REGISTERS = 1 << SMALL_BITS

REACH = Reach(1 << AHEAD_BITS, 1 << (AROUND_BITS - 1))
"""Distances between registers that OFFSET can write."""

ANY_REACH = Reach(MOST_REGISTERS, MOST_REGISTERS)

FULL_MARK = 1 << 15


@njit(cache=True, nogil=True)
def fits(a: int, b: int, c: int, reach: Reach) -> bool:
    """Whether three registers are within reach."""
    low, up = min(a, b), max(a, b)
    return low < up <= low + reach.ahead and -reach.around <= c - up < reach.around


@njit(cache=True, nogil=True)
def word_of(form: int, a: int, b: int, c: int, mark: int) -> Any:
    """uint32; a triple in one of the forms of 32 bits. a and b may be in any order."""
    if form == SMALL:
        return np.uint32(((a << SMALL_BITS | b) << SMALL_BITS | c) << 1 | mark)
    low, up = min(a, b), max(a, b)
    bits = low << AHEAD_BITS | (up - low - 1)
    return np.uint32((bits << AROUND_BITS | (c - up + (1 << (AROUND_BITS - 1)))) << 1 | mark)


@njit(cache=True, nogil=True)
def registers_of(form: int, word: int) -> Any:
    """(a, b, c, mark) of a word."""
    bits = np.int64(word)
    mark, bits = bits & 1, bits >> 1
    if form == SMALL:
        low = (1 << SMALL_BITS) - 1
        return bits >> (2 * SMALL_BITS), bits >> SMALL_BITS & low, bits & low, mark
    a = bits >> (AHEAD_BITS + AROUND_BITS)
    b = a + 1 + (bits >> AROUND_BITS & ((1 << AHEAD_BITS) - 1))
    c = b + (bits & ((1 << AROUND_BITS) - 1)) - (1 << (AROUND_BITS - 1))
    return a, b, c, mark


@njit(cache=True, nogil=True)
def moved(form: int, word: Any, base: Any) -> Any:
    """uint32; the word with all registers higher by `base`."""
    if form == SMALL:
        own = ((base << SMALL_BITS | base) << SMALL_BITS | base) << 1
    else:
        own = base << (1 + AHEAD_BITS + AROUND_BITS)
    return np.uint32(word + own)
