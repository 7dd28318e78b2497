"""Seconds out of labels, some rows and columns of them, by all threads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.ranges import even_ranges
from core.parallel.threads import SHORT_RANGES, WORTH_SHARING, kept_threads
from core.times import UNREACHED


def read_seconds(
    labels: NDArray[np.uint32],
    rows: NDArray[np.int64],
    cols: NDArray[np.int64],
    tick_seconds: float,
) -> NDArray[np.float32]:
    """Seconds where rows and columns meet, float32, (len(rows), len(cols)); inf where unreached."""
    seconds = np.empty((len(rows), len(cols)), np.float32)

    def read(begin: int, end: int) -> None:
        _read(labels, rows[begin:end], cols, tick_seconds, seconds[begin:end])

    if seconds.size < WORTH_SHARING:
        read(0, len(rows))
    else:
        kept_threads("short").over(read, even_ranges(len(rows), SHORT_RANGES))
    return seconds


@njit(cache=True, nogil=True)
def _read(labels: Any, rows: Any, cols: Any, tick_seconds: float, seconds: Any) -> None:
    for k in range(len(rows)):
        line = labels[rows[k]]
        for at in range(len(cols)):
            ticks = line[cols[at]]
            seconds[k, at] = ticks * tick_seconds if ticks < UNREACHED else np.inf
