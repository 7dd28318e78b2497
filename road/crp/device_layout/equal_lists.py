"""Lists of words that many cells have alike, of which equal ones are stored once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.ranges import even_ranges
from core.parallel.threads import Threads, parallel_for
from road.graph import I64, U32

SEED, FACTOR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xFF51AFD7ED558CCD)
"""Odd numbers by which words are mixed into 64 bits; any would do, since lists are compared."""

PART_BITS = 10
"""Highest bits of those, which say to what part of all lists one belongs: threads have parts."""


def deduplicated(words: U32, first: I64) -> tuple[U32, I64]:
    """The words that are left of such lists, and where each list begins there.

    words : uint32, the lists one after another. first : int64, lists + 1; where they begin in it.
    """
    lists = len(first) - 1
    mixed, own = np.empty(lists, np.uint64), np.empty(lists, np.int64)
    parallel_for(lambda begin, end: _mix(begin, end, words, first, mixed), lists)
    with Threads() as threads:
        ranges = even_ranges(1 << PART_BITS, threads.count)
        threads.over(lambda begin, end: _first_like(begin, end, words, first, mixed, own), ranges)
    alone = own == np.arange(lists)
    count = np.diff(first) * alone
    begins = np.cumsum(count) - count
    kept = np.empty(int(count.sum()), np.uint32)
    parallel_for(lambda begin, end: _copy(begin, end, words, first, own, begins, kept), lists)
    found: I64 = begins[own]
    return kept, found


@njit(cache=True, nogil=True)
def _mix(begin: int, end: int, words: Any, first: Any, mixed: Any) -> None:
    """Write 64 bits of the lists begin to end that are the same for the same words."""
    for i in range(begin, end):
        bits = SEED
        for at in range(first[i], first[i + 1]):
            bits = (bits ^ np.uint64(words[at])) * FACTOR
            bits ^= bits >> np.uint64(29)
        mixed[i] = bits


@njit(cache=True, nogil=True)
def _first_like(begin: int, end: int, words: Any, first: Any, mixed: Any, own: Any) -> None:
    """Write for lists of the parts begin to end the first one that is equal, by a table with open
    addressing."""
    shift = np.uint64(64 - PART_BITS)
    count = 0
    for i in range(len(mixed)):
        if begin <= np.int64(mixed[i] >> shift) < end:
            count += 1
    size = 16
    while size < 2 * count:
        size *= 2
    table, last = np.full(size, -1, np.int64), np.uint64(size - 1)
    for i in range(len(mixed)):
        if not begin <= np.int64(mixed[i] >> shift) < end:
            continue
        at = np.int64(mixed[i] & last)
        while table[at] >= 0 and not _equal(table[at], i, words, first, mixed):
            at = (at + 1) & (size - 1)
        if table[at] < 0:
            table[at] = i
        own[i] = table[at]


@njit(inline="always")
def _equal(i: Any, j: Any, words: Any, first: Any, mixed: Any) -> Any:
    length, away = first[i + 1] - first[i], first[j] - first[i]
    if mixed[i] != mixed[j] or first[j + 1] - first[j] != length:
        return False
    at, end = first[i], first[i] + length
    while at < end and words[at] == words[at + away]:
        at += 1
    return at == end


@njit(cache=True, nogil=True)
def _copy(begin: int, end: int, words: Any, first: Any, own: Any, begins: Any, kept: Any) -> None:
    """Copy those of the lists begin to end that are left."""
    for i in range(begin, end):
        if own[i] != i:
            continue
        away = begins[i] - first[i]
        for at in range(first[i], first[i + 1]):
            kept[at + away] = words[at]
