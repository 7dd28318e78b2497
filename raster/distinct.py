"""The distinct numbers of a raster, as long as they are few enough to be codes.

A raster of real numbers seldom holds many different ones: speeds come from tables by land cover,
or are written with one decimal. Kept as codes with a table they take a quarter to a half of the
memory, and solvers price the table instead of the cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

MOST_CODES = 1 << 16

_SLOTS = 4 * MOST_CODES
"""Of the hash table: at most a quarter is in use, so that a look-up seldom meets a second one."""

_SHIFT = 32 - (_SLOTS.bit_length() - 1)
_FACTOR = 0x9E3779B1  # 2**32 / golden ratio: spreads numbers that differ in a few bits
_FREE = 0xFFFFFFFF
_NAN = 0x7F800000
"""Bits, without the sign, above which a float32 is no number; _FREE is among them."""


@njit(nogil=True)
def _slot_of(slots: Any, bits: Any) -> Any:
    """The slot that holds these bits, or the free one where they would lie."""
    at = np.int64(np.uint32(bits * np.uint32(_FACTOR)) >> np.uint32(_SHIFT))
    while slots[at] != bits and slots[at] != np.uint32(_FREE):
        at = (at + 1) % _SLOTS
    return at


@njit(nogil=True)
def _key(bits: Any) -> Any:
    """What is looked up: all numbers up to 0 are barriers, and one of them stands for all."""
    return np.uint32(0) if bits >> np.uint32(31) else bits


@njit(cache=True, nogil=True)
def _enter(slots: Any, count: int, bits: Any, valid: Any) -> int:
    """Enter the valid numbers; returns how many there are, past MOST_CODES if too many."""
    before = np.uint32(_FREE)
    for k in range(len(bits)):
        if bits[k] == before or not valid[k] or bits[k] & np.uint32(0x7FFFFFFF) > np.uint32(_NAN):
            continue
        before = bits[k]
        key = _key(before)
        at = _slot_of(slots, key)
        if slots[at] != key:
            count += 1
            if count > MOST_CODES:
                return count
            slots[at] = key
    return count


@njit(cache=True, nogil=True)
def _encode(slots: Any, codes: Any, bits: Any, valid: Any, no_data: int, out: Any) -> int:
    """Write the code of each number; returns how many have none."""
    unknown = 0
    before, code = np.uint32(_FREE), codes[0]
    for k in range(len(bits)):
        if not valid[k] or bits[k] & np.uint32(0x7FFFFFFF) > np.uint32(_NAN):
            unknown += no_data < 0
            out[k] = max(no_data, 0)
            continue
        if bits[k] != before:
            before = bits[k]
            key = _key(before)
            at = _slot_of(slots, key)
            unknown += slots[at] != key
            code = codes[at]
        out[k] = code
    return unknown


def _bits(numbers: NDArray[Any]) -> NDArray[np.uint32]:
    with np.errstate(over="ignore"):  # beyond float32 is infinite, as it is in the cells
        real = np.ascontiguousarray(numbers, np.float32)
    return real.ravel().view(np.uint32)


class DistinctNumbers:
    """Numbers of a raster, entered block by block; given up where they are too many for codes.

    They are told apart as float32. Everything up to 0 counts as 0, and NaN is not counted.
    """

    def __init__(self) -> None:
        self._slots = np.full(_SLOTS, _FREE, np.uint32)
        self._count = 0

    def add(self, numbers: NDArray[Any], valid: NDArray[np.bool_]) -> None:
        """numbers : any real dtype and shape. valid : bool, same shape; others are left out."""
        if self._count <= MOST_CODES:
            cells = np.ascontiguousarray(valid).ravel()
            self._count = int(_enter(self._slots, self._count, _bits(numbers), cells))

    @property
    def numbers(self) -> NDArray[np.float32] | None:
        """float32, ascending; None where there are more than MOST_CODES."""
        if self._count > MOST_CODES:
            return None
        return np.sort(self._slots[self._slots != _FREE].view(np.float32))


class CodeOf:
    """The code of each number: its place in an ascending list of at most MOST_CODES."""

    def __init__(self, numbers: NDArray[np.float32]) -> None:
        self._slots = np.full(_SLOTS, _FREE, np.uint32)
        keys = _bits(numbers)
        _enter(self._slots, 0, keys, np.ones(len(keys), np.bool_))
        held = self._slots != _FREE
        self._codes = np.zeros(_SLOTS, np.uint16)
        self._codes[held] = np.searchsorted(numbers, self._slots[held].view(np.float32))

    def write(
        self, numbers: NDArray[Any], valid: NDArray[np.bool_], no_data: int, out: NDArray[Any]
    ) -> int:
        """Codes of a block into `out`, uint8 or uint16 of its shape; `no_data` where not valid.

        no_data : -1 where every number is valid.
        Returns how many numbers have no code: 0 unless the file was changed.
        """
        codes = np.empty(numbers.size, out.dtype)
        cells = np.ascontiguousarray(valid).ravel()
        unknown = _encode(self._slots, self._codes, _bits(numbers), cells, no_data, codes)
        out[:] = codes.reshape(out.shape)
        return int(unknown)
