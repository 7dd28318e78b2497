"""Rows of times, one after another, to the few least at each place and how many lie within a limit.

What is kept takes memory for the places and not for the rows, however many of these there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.threads import short_parallel_for
from core.times import UNREACHED

F64 = NDArray[np.float64]
I32 = NDArray[np.int32]

NOBODY = -1
"""Number of a row where none reaches a place."""


@dataclass(frozen=True, eq=False)
class NearestRows:
    """The least times of each place, of equal ones those of the lower rows.

    seconds : float64, (kept, places), ascending; inf where fewer rows reach a place.
    row : int32, (kept, places); whose time it is, NOBODY where there is none.
    count : int32, places; rows that reach it.
    """

    seconds: F64
    row: I32
    count: I32

    @classmethod
    def none(cls, kept: int, places: int) -> NearestRows:
        """Of no rows."""
        shape = kept, places
        return cls(np.full(shape, np.inf), np.full(shape, NOBODY, np.int32), _zeros(places))

    def take(self, row: int, ticks: NDArray[np.uint32], scale: float) -> None:
        """Add a row above all before. ticks : uint32, places. scale : seconds of one."""
        kept = self.seconds, self.row, self.count

        def work(begin: int, end: int) -> None:
            _take(begin, end, row, ticks, scale, *kept)

        short_parallel_for(work, len(ticks))

    def merge(self, other: NearestRows) -> None:
        """Add what was kept of rows above all before."""
        kept = self.seconds, self.row, self.count, other.seconds, other.row, other.count
        short_parallel_for(lambda begin, end: _merge(begin, end, *kept), len(self.count))


def _zeros(places: int) -> I32:
    return np.zeros(places, np.int32)


@njit(cache=True, nogil=True)
def _insert(place: int, row: int, time: float, seconds: Any, rows: Any) -> None:
    """Keep a time unless all that are kept are as short."""
    k = len(seconds)
    while k > 0 and time < seconds[k - 1, place]:
        k -= 1
        if k + 1 < len(seconds):
            seconds[k + 1, place], rows[k + 1, place] = seconds[k, place], rows[k, place]
    if k < len(seconds) and time < seconds[k, place]:
        seconds[k, place], rows[k, place] = time, row


@njit(cache=True, nogil=True)
def _take(
    begin: int, end: int, row: int, ticks: Any, scale: float, seconds: Any, rows: Any, count: Any
) -> None:
    for place in range(begin, end):
        if ticks[place] < UNREACHED:
            count[place] += 1
            _insert(place, row, ticks[place] * scale, seconds, rows)


@njit(cache=True, nogil=True)
def _merge(
    begin: int, end: int, seconds: Any, rows: Any, count: Any, later: Any, later_rows: Any,
    later_count: Any,
) -> None:  # fmt: skip
    for place in range(begin, end):
        count[place] += later_count[place]
        for k in range(len(later)):
            if later_rows[k, place] >= 0:
                _insert(place, later_rows[k, place], later[k, place], seconds, rows)
