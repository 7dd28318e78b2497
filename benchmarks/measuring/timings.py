"""Timing several solvers in turn: A B C A B C …, so that a drift of the machine hits all alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

STEP_PARTS = ("asked", "solved", "coloured", "copied", "painted")
"""Names of the parts of a step in the window, in the order in which they follow one another."""


class Timing(NamedTuple):
    """Milliseconds on the clock, and of processor time over all threads of this process."""

    wall: float
    cpu: float


def timed(work: Callable[[], object]) -> Timing:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Timing((time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3)


def milliseconds(work: Callable[[], object], repeat: int) -> list[float]:
    """On the clock, of so many runs; the work must end with its answer there."""
    return [timed(work).wall for _ in range(repeat)]


def interleaved(
    work: Mapping[str, Callable[[], object]], repeat: int, each_s: float = 60.0
) -> dict[str, list[Timing]]:
    """`repeat` timings of each, in turn.

    each_s : a piece of work that has taken this long in total stops at three timings, so that a
        slow peer on a big grid does not take the afternoon.
    """
    timings: dict[str, list[Timing]] = {name: [] for name in work}
    for _ in range(repeat):
        for name, run in work.items():
            spent = sum(timing.wall for timing in timings[name]) / 1e3
            if len(timings[name]) < 3 or spent < each_s:
                timings[name].append(timed(run))
    return timings


def walls(timings: Iterable[Timing]) -> dict[str, Any]:
    """Summary of what was timed on the clock."""
    return summary([timing.wall for timing in timings])


def both_clocks(timings: Sequence[Timing]) -> dict[str, Any]:
    """Fields of a record: summaries of both clocks, and how many timings there were."""
    cpu = summary([timing.cpu for timing in timings])
    return {"n": len(timings), "wall_ms": walls(timings), "cpu_ms": cpu}


def summary(values: list[float]) -> dict[str, Any]:
    """Median, smallest, largest, and their distance as a share of the median."""
    median = statistics.median(values)
    return {
        "median": round(median, 3),
        "min": round(min(values), 3),
        "max": round(max(values), 3),
        "spread": round((max(values) - min(values)) / max(median, 1e-9), 3),
    }
