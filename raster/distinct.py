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

from core.parallel.ranges import Range, even_ranges
from core.parallel.threads import kept_threads

MOST_CODES = 1 << 16

_FIRST_SLOTS = 1 << 11
"""Slots of a hash table at first: 8 KiB, which stay in the nearest cache where numbers are few. It
grows when it is half full, so that a look-up seldom meets more than a second slot."""

_FACTOR = 0x9E3779B1  # 2**32 / golden ratio: spreads numbers that differ in a few bits
_FREE = 0xFFFFFFFF
_NAN = 0x7F800000
"""Bits, without the sign, above which a float32 is no number; _FREE is among them."""


@njit(nogil=True)
def _slot_of(slots: Any, shift: Any, bits: Any) -> Any:
    """The slot that holds these bits, or the free one where they would lie."""
    at = np.int64(np.uint32(bits * np.uint32(_FACTOR)) >> np.uint32(shift))
    while slots[at] != bits and slots[at] != np.uint32(_FREE):
        at = (at + 1) & (len(slots) - 1)
    return at


def _shift_of(slots: NDArray[np.uint32]) -> int:
    return 33 - len(slots).bit_length()


@njit(nogil=True)
def _key(bits: Any) -> Any:
    """What is looked up: all numbers up to 0 are barriers, and one of them stands for all."""
    return np.uint32(0) if bits >> np.uint32(31) else bits


@njit(cache=True, nogil=True)
def _enter(slots: Any, shift: int, count: int, bits: Any, valid: Any, first: int) -> Any:
    """Enter the valid numbers from the first one on, until the table is half full.

    Returns how many it holds, and the index of the first number that was not looked at.
    """
    most = len(slots) // 2
    for k in range(first, len(bits)):
        if not valid[k] or bits[k] & np.uint32(0x7FFFFFFF) > np.uint32(_NAN):
            continue
        key = _key(bits[k])
        at = _slot_of(slots, shift, key)
        if slots[at] != key:
            if count >= most:
                return count, k
            count += 1
            slots[at] = key
    return count, len(bits)


@njit(cache=True, nogil=True)
def _encode(
    slots: Any, shift: int, codes: Any, bits: Any, valid: Any, no_data: int, out: Any
) -> int:
    """Write the code of each number; returns how many have none."""
    unknown = 0
    for k in range(len(bits)):
        if not valid[k] or bits[k] & np.uint32(0x7FFFFFFF) > np.uint32(_NAN):
            unknown += no_data < 0
            out[k] = max(no_data, 0)
            continue
        key = _key(bits[k])
        at = _slot_of(slots, shift, key)
        unknown += slots[at] != key
        out[k] = codes[at]
    return unknown


def _bits(numbers: NDArray[Any]) -> NDArray[np.uint32]:
    with np.errstate(over="ignore"):  # beyond float32 is infinite, as it is in the cells
        real = np.ascontiguousarray(numbers, np.float32)
    return real.ravel().view(np.uint32)


class _Table:
    """Keys of numbers in a hash table that grows; at most MOST_CODES and one."""

    def __init__(self) -> None:
        self.slots = np.full(_FIRST_SLOTS, _FREE, np.uint32)
        self.count = 0

    @property
    def keys(self) -> NDArray[np.uint32]:
        """As they lie."""
        held: NDArray[np.uint32] = self.slots[self.slots != _FREE]
        return held

    def enter(self, bits: NDArray[np.uint32], valid: NDArray[np.bool_]) -> None:
        """Give up, with more than MOST_CODES, once they are too many."""
        done = 0
        while self.count <= MOST_CODES and done < len(bits):
            self.count, done = _enter(
                self.slots, _shift_of(self.slots), self.count, bits, valid, done
            )
            if done < len(bits):
                self._grow()

    def _grow(self) -> None:
        keys = self.keys
        if self.count >= MOST_CODES:  # as full as it may be, and there is another number
            self.count = MOST_CODES + 1
            return
        self.slots = np.full(4 * len(self.slots), _FREE, np.uint32)
        everything = np.ones(len(keys), np.bool_)
        _enter(self.slots, _shift_of(self.slots), 0, keys, everything, 0)


_PARTS = 2
"""Parts of a block, each with a table of its own: reading one block, little is won by more
threads."""


class DistinctNumbers:
    """Numbers of a raster, entered block by block; given up where they are too many for codes.

    They are told apart as float32. Everything up to 0 counts as 0, and NaN is not counted.
    """

    def __init__(self) -> None:
        self._tables = [_Table() for _ in range(_PARTS)]

    def add(self, numbers: NDArray[Any], valid: NDArray[np.bool_]) -> None:
        """numbers : any real dtype and shape. valid : bool, same shape; others are left out."""
        if max(table.count for table in self._tables) > MOST_CODES:
            return
        bits, cells = _bits(numbers), np.ascontiguousarray(valid).ravel()
        parts = zip(self._tables, even_ranges(len(bits), _PARTS), strict=False)

        def enter(part: tuple[_Table, Range]) -> None:
            table, (begin, end) = part
            table.enter(bits[begin:end], cells[begin:end])

        list(kept_threads("distinct", _PARTS).map(enter, parts))

    @property
    def numbers(self) -> NDArray[np.float32] | None:
        """float32, ascending; None where there are more than MOST_CODES."""
        if max(table.count for table in self._tables) > MOST_CODES:
            return None
        keys = np.unique(np.concatenate([table.keys for table in self._tables]))
        return keys.view(np.float32) if len(keys) <= MOST_CODES else None


class CodeOf:
    """The code of each number: its place in an ascending list of at most MOST_CODES."""

    def __init__(self, numbers: NDArray[np.float32]) -> None:
        table = _Table()
        table.enter(_bits(numbers), np.ones(len(numbers), np.bool_))
        self._slots = table.slots
        held = self._slots != _FREE
        self._codes = np.zeros(len(self._slots), np.uint16)
        self._codes[held] = np.searchsorted(numbers, self._slots[held].view(np.float32))

    def write(
        self, numbers: NDArray[Any], valid: NDArray[np.bool_], no_data: int, out: NDArray[Any]
    ) -> int:
        """Codes of a block into `out`, uint8 or uint16 of its shape; `no_data` where not valid.

        no_data : -1 where every number is valid.
        Returns how many numbers have no code: 0 unless the file was changed.
        """
        codes = np.empty(numbers.size, out.dtype)
        bits, cells = _bits(numbers), np.ascontiguousarray(valid).ravel()
        shift = _shift_of(self._slots)

        def encode(begin: int, end: int) -> int:
            part = bits[begin:end], cells[begin:end], no_data, codes[begin:end]
            return int(_encode(self._slots, shift, self._codes, *part))

        found = sum(kept_threads("distinct", _PARTS).over(encode, even_ranges(len(bits), _PARTS)))
        out[:] = codes.reshape(out.shape)
        return found
