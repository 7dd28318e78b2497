"""Timing several solvers in turn: A B C A B C …, so that a drift of the machine hits all alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Lap(NamedTuple):
    """Milliseconds on the clock, and of processor time over all threads of this process."""

    wall: float
    cpu: float


def timed(work: Callable[[], object]) -> Lap:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Lap((time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3)


def interleaved(
    work: Mapping[str, Callable[[], object]], repeat: int, each_s: float = 60.0
) -> dict[str, list[Lap]]:
    """`repeat` laps of each, in turn.

    each_s : a piece of work that has taken this long in total stops at three laps, so that a slow
        peer on a big grid does not take the afternoon.
    """
    laps: dict[str, list[Lap]] = {name: [] for name in work}
    for _ in range(repeat):
        for name, run in work.items():
            spent = sum(lap.wall for lap in laps[name]) / 1e3
            if len(laps[name]) < 3 or spent < each_s:
                laps[name].append(timed(run))
    return laps


def summary(values: list[float]) -> dict[str, Any]:
    """Median, smallest, largest, and their distance as a share of the median."""
    median = statistics.median(values)
    return {
        "median": round(median, 3),
        "min": round(min(values), 3),
        "max": round(max(values), 3),
        "spread": round((max(values) - min(values)) / max(median, 1e-9), 3),
    }
