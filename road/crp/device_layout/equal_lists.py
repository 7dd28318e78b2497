"""Lists of words that many cells have alike, of which equal ones are stored once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.threads import parallel_for
from road.graph import I64, U32

SEED, FACTOR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xFF51AFD7ED558CCD)
"""Odd numbers by which words are mixed into 64 bits; any would do, since lists are compared."""


def deduplicated(words: U32, first: I64) -> tuple[U32, I64]:
    """The words that are left of such lists, and where each list begins there.

    words : uint32, the lists one after another. first : int64, lists + 1; where they begin in it.
    """
    lists = len(first) - 1
    mixed = np.empty(lists, np.uint64)
    parallel_for(lambda begin, end: _mix(begin, end, words, first, mixed), lists)
    order = np.argsort(mixed, kind="stable")
    own = np.empty(lists, np.int64)
    parallel_for(lambda begin, end: _first_like(begin, end, words, first, mixed, order, own), lists)
    alone = own == np.arange(lists)
    count = np.diff(first)
    begins = np.cumsum(count * alone) - count * alone
    kept: U32 = words[np.repeat(alone, count)]
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
def _first_like(
    begin: int, end: int, words: Any, first: Any, mixed: Any, order: Any, own: Any
) -> None:
    """Write for lists begin to end, in order of their bits, the first one that is equal: the first
    with the same bits, or, should that be another, the list itself."""
    leader = begin
    while leader > 0 and mixed[order[leader - 1]] == mixed[order[begin]]:
        leader -= 1
    for k in range(begin, end):
        if mixed[order[k]] != mixed[order[leader]]:
            leader = k
        i, other = order[k], order[leader]
        shift = first[other] - first[i]
        same = first[i + 1] + shift == first[other + 1]
        at = first[i]
        while same and at < first[i + 1]:
            same = words[at] == words[at + shift]
            at += 1
        own[i] = other if same else i
