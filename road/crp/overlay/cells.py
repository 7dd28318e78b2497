"""What enters, leaves and lies inside each cell of a level, found from the level below.

A cell is put together from cells of the level below, here called *parts*, and what enters these are
its *slots*; on the lowest level a part is a single state, and so is a slot. The slots of a cell
follow one another, so that the number of a slot says whether it lies inside. Cells are independent
of each other: each thread takes a range of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.threads import weighted_parallel_for
from road.graph import I64, U8, U32

Places = NDArray[np.uint16] | NDArray[np.uint32]
"""Places within a cell; uint16 unless a cell of the level has more than 65,534."""


class Parts(NamedTuple):
    """The parts of all cells of a level.

    first_exit : int64, parts + 1; what leaves each.
    leading : uint32, what leaves; the slot that it enters, or the state where `slot_of` is given.
    slot_of : uint32, states; the slot of each.
    entering : uint32, slots; their states.
    """

    first_exit: I64
    leading: U32
    slot_of: U32 | None
    entering: U32


class LevelArrays(NamedTuple):
    """Arrays of `OverlayLevel`; and `leading` : uint32, by position in `leaving`, the position in
    `entering` of the same state."""

    first_entry: I64
    entering: U32
    first_exit: I64
    leaving: U32
    first_inner: I64
    inner: U32
    slot_entry: Places
    slot_inner: Places
    exit_place: Places
    inner_slot: U32
    leading: U32


def find(first_part: I64, first_slot: I64, parts: Parts) -> LevelArrays:
    """Cells from their parts.

    first_part, first_slot : int64, cells + 1; the parts, and the slots of these, in each cell.
    """
    slots, cells = len(parts.entering), len(first_slot) - 1
    given = (first_part, first_slot, *parts[:3])
    enters, seen = np.zeros(slots, np.uint8), np.zeros(slots, np.uint8)
    counts = np.zeros((cells, 2), np.int64)
    marks: Any = (*given, enters, seen, counts)
    weighted_parallel_for(lambda begin, end: _survey(begin, end, *marks), first_slot)
    before = _before(enters)
    first_entry = before[first_slot].astype(np.int64)
    first_inner, first_exit = offsets(counts[:, 0]), offsets(counts[:, 1])
    most = int((counts[:, 0] + np.maximum(counts[:, 1], np.diff(first_entry))).max(initial=0))
    kind: Any = np.uint16 if most < np.iinfo(np.uint16).max else np.uint32
    entering, inner, leaving = (
        np.empty(int(first[-1]), np.uint32) for first in (first_entry, first_inner, first_exit)
    )
    slot_entry, slot_inner = np.empty(slots, kind), np.empty(slots, kind)
    exit_place = np.empty(len(parts.leading), kind)
    inner_slot, leading = np.empty_like(inner), np.empty_like(leaving)
    found = LevelArrays(
        first_entry, entering, first_exit, leaving, first_inner, inner, slot_entry, slot_inner,
        exit_place, inner_slot, leading,
    )  # fmt: skip
    arrays: Any = (*given, parts.entering, before, *found[1:])
    weighted_parallel_for(lambda begin, end: _fill(begin, end, *arrays), first_slot)
    return found


def offsets(counts: NDArray[np.int64]) -> I64:
    """int64, one more than there are counts; where each range begins if they lie end to end."""
    first = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=first[1:])
    return first


def _before(enters: U8) -> U32:
    """uint32, slots + 1; how many slots before each enter their cell."""
    before = np.zeros(len(enters) + 1, np.uint32)
    np.cumsum(enters, out=before[1:])
    return before


@njit(cache=True, nogil=True)
def _table_size(begin: int, end: int, first_part: Any, first_exit: Any) -> int:
    """A power of two, twice the states that a cell of these may be left by."""
    most = 1
    for c in range(begin, end):
        most = max(most, first_exit[first_part[c + 1]] - first_exit[first_part[c]])
    size = 2
    while size < 2 * most:
        size *= 2
    return size


@njit(cache=True, nogil=True, inline="always")
def _scattered(slot: Any) -> Any:
    """A hash of slots; neighbours fall far apart (Knuth's multiplicative method)."""
    return (slot * np.uint64(2654435769)) >> np.uint64(8)


@njit(cache=True, nogil=True)
def _survey(
    begin: int,
    end: int,
    first_part: Any,
    first_slot: Any,
    part_exit: Any,
    leading: Any,
    slot_of: Any,
    enters: Any,
    seen: Any,
    counts: Any,
) -> None:
    """Write the numbers of inner states and exits of cells `begin` to `end` to their `counts`.

    Marks in `enters` what their exits enter, in `seen` their inner states; both are 0 beforehand.
    Several threads may mark a slot in `enters`, all with a 1.
    """
    size = _table_size(begin, end, first_part, part_exit)
    mask = np.uint64(size - 1)
    owner, exit_slot = np.zeros(size, np.uint32), np.empty(size, np.uint32)
    for c in range(np.uint64(begin), np.uint64(end)):
        first, last = np.uint64(first_slot[c]), np.uint64(first_slot[c + np.uint64(1)])
        mark = np.uint32(c + np.uint64(1))
        inner, exits = 0, 0
        for p in range(np.uint64(first_part[c]), np.uint64(first_part[c + np.uint64(1)])):
            for x in range(np.uint64(part_exit[p]), np.uint64(part_exit[p + np.uint64(1)])):
                slot = np.uint64(leading[x])
                if slot_of is not None:
                    slot = np.uint64(slot_of[slot])
                if first <= slot < last:
                    inner += not seen[slot]
                    seen[slot] = 1
                    continue
                enters[slot] = 1
                at = _scattered(slot) & mask
                while owner[at] == mark and exit_slot[at] != slot:
                    at = (at + np.uint64(1)) & mask
                if owner[at] != mark:
                    owner[at], exit_slot[at] = mark, slot
                    exits += 1
        counts[c, 0], counts[c, 1] = inner, exits


@njit(cache=True, nogil=True)
def _fill(
    begin: int,
    end: int,
    first_part: Any,
    first_slot: Any,
    part_exit: Any,
    leading: Any,
    slot_of: Any,
    entering_below: Any,
    before: Any,
    entering: Any,
    first_exit: Any,
    leaving: Any,
    first_inner: Any,
    inner: Any,
    slot_entry: Any,
    slot_inner: Any,
    exit_place: Any,
    inner_slot: Any,
    next_leading: Any,
) -> None:
    """Write the arrays of `LevelArrays` for cells `begin` to `end`."""
    size = _table_size(begin, end, first_part, part_exit)
    mask = np.uint64(size - 1)
    owner, exit_slot = np.zeros(size, np.uint32), np.empty(size, np.uint32)
    exit_number = np.empty(size, np.uint32)
    none = slot_entry.dtype.type(-1)
    for c in range(np.uint64(begin), np.uint64(end)):
        first, last = np.uint64(first_slot[c]), np.uint64(first_slot[c + np.uint64(1)])
        mark = np.uint32(c + np.uint64(1))
        for q in range(first, last):
            slot_inner[q] = slot_entry[q] = none
            if before[q] != before[q + np.uint64(1)]:
                slot_entry[q] = before[q] - before[first]
                entering[np.uint64(before[q])] = entering_below[q]
        own_inner, own_exit = np.uint64(first_inner[c]), np.uint64(first_exit[c])
        inside = np.uint64(first_inner[c + np.uint64(1)]) - own_inner
        found, exits = np.uint64(0), np.uint64(0)
        for p in range(np.uint64(first_part[c]), np.uint64(first_part[c + np.uint64(1)])):
            for x in range(np.uint64(part_exit[p]), np.uint64(part_exit[p + np.uint64(1)])):
                slot = np.uint64(leading[x])
                if slot_of is not None:
                    slot = np.uint64(slot_of[slot])
                if first <= slot < last:
                    if slot_inner[slot] == none:
                        slot_inner[slot] = found
                        inner[own_inner + found] = entering_below[slot]
                        inner_slot[own_inner + found] = slot
                        found += np.uint64(1)
                    exit_place[x] = slot_inner[slot]
                    continue
                at = _scattered(slot) & mask
                while owner[at] == mark and exit_slot[at] != slot:
                    at = (at + np.uint64(1)) & mask
                if owner[at] != mark:
                    owner[at], exit_slot[at], exit_number[at] = mark, slot, exits
                    leaving[own_exit + exits] = entering_below[slot]
                    next_leading[own_exit + exits] = before[slot]
                    exits += np.uint64(1)
                exit_place[x] = inside + np.uint64(exit_number[at])
