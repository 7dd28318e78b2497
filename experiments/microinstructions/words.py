"""Forms of a triple of registers (a, b, c) and its mark, to be read by thousands of threads.

The mark says that c is written without regard to what it holds. Source: Delling, Kobitzsch,
Werneck 2014, section 4. SMALL is ours: cells whose values live in at most 1024 registers need no
window, and most do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

SMALL, FULL = 0, 1
"""Forms in which the triples of a block are written.

SMALL : 32 bits; a, b, c in 10 each, the mark in the lowest.
FULL : three times 16 bits; a, b, and c with the mark in the highest.
"""

MOST_REGISTERS = 1 << 14
"""Most registers: 64 KiB of shared memory."""

SMALL_BITS = 10

SMALL_REGISTERS = 1 << SMALL_BITS

FULL_MARK = 1 << 15


@njit(cache=True, nogil=True)
def word_of(a: int, b: int, c: int, mark: int) -> Any:
    """uint32; a SMALL triple."""
    return np.uint32(((a << SMALL_BITS | b) << SMALL_BITS | c) << 1 | mark)


@njit(cache=True, nogil=True)
def registers_of(word: int) -> Any:
    """(a, b, c, mark) of a word."""
    bits = np.int64(word)
    mark, bits = bits & 1, bits >> 1
    low = (1 << SMALL_BITS) - 1
    return bits >> (2 * SMALL_BITS), bits >> SMALL_BITS & low, bits & low, mark


@njit(cache=True, nogil=True)
def moved(word: Any, base: Any) -> Any:
    """uint32; the word with all registers higher by `base`."""
    return np.uint32(word + word_of(base, base, base, 0))
