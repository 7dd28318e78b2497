"""All distances between the few states of a core.

Source: Floyd 1962, Warshall 1962; in blocks as Venkataraman, Sahni, Mukhopadhyaya, "A blocked
all-pairs shortest-paths algorithm", 2003. Here threads share the rows of blocks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.cancel import Cancel
from core.parallel.ranges import ranges_of
from core.parallel.threads import Threads
from core.times import UNREACHED
from road.graph import I64, U32

BLOCK = 64
"""Rows and columns of a block: 16 kB, so that three of them fit into the fastest cache."""


def all_pairs(first: I64, other: U32, cost: U32, threads: Threads, cancel: Cancel) -> U32:
    """uint32, (k, k); ticks from i to j, 0 where they are the same, UNREACHED where none leads.

    first : int64, k + 1; steps into state j are first[j] to first[j + 1]. other : where from.
    """
    count = len(first) - 1
    least = np.full((count, count), UNREACHED, np.uint32)
    into = np.repeat(np.arange(count), np.diff(first))
    least[other, into] = cost
    least[np.arange(count), np.arange(count)] = 0
    for begin, end in ranges_of(count, BLOCK):
        cancel.check("the contraction")
        _over(least, begin, end, begin, end, begin, end)
        others = [r for r in ranges_of(count, BLOCK) if r != (begin, end)]

        def cross(low: int, high: int, begin: int = begin, end: int = end) -> None:
            _over(least, begin, end, begin, end, low, high)
            _over(least, begin, end, low, high, begin, end)

        def rest(
            low: int, high: int, begin: int = begin, end: int = end, others: Any = others
        ) -> None:
            for left, right in others:
                _over(least, begin, end, low, high, left, right)

        threads.over(cross, others)
        threads.over(rest, others)
    return least


@njit(cache=True, nogil=True)
def _over(least: Any, begin: int, end: int, top: int, bottom: int, left: int, right: int) -> None:
    """Lower a block by ways over states `begin` to `end`; sums stay below 2**32."""
    for k in range(begin, end):
        over = least[k, left:right]
        for i in range(top, bottom):
            so_far = least[i, k]
            row = least[i, left:right]
            for j in range(len(row)):
                row[j] = min(row[j], np.uint32(so_far + over[j]))
