"""Timing work on a device: by its own events, or on the clock of the host; and joules.

All of it on the current stream.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.measuring.timings import summary, timed
from gpu.energy import EnergyMeter as EnergyMeter

EACH_S = 4.0
"""Seconds of timings after which a piece of work has had enough."""

FEWEST = 5

Work = Callable[[], object]


def figures(timings: list[float]) -> dict[str, Any]:
    """Median and spread of milliseconds, and how many there were."""
    return {"ms": summary(timings), "n": len(timings)}


def device_timings_ms(work: Work, repeat: int, each_s: float = EACH_S) -> list[float]:
    """Milliseconds between two events around what `work` puts on the stream."""
    import cupy

    begin, end = cupy.cuda.Event(), cupy.cuda.Event()
    timings: list[float] = []
    until = time.perf_counter() + each_s
    while len(timings) < repeat and (len(timings) < FEWEST or time.perf_counter() < until):
        begin.record()
        work()
        end.record()
        end.synchronize()
        timings.append(float(cupy.cuda.get_elapsed_time(begin, end)))
    return timings


def wall_timings_ms(work: Work, repeat: int, each_s: float = EACH_S) -> list[float]:
    """Milliseconds from a device at rest until all that `work` asked for is done."""
    wait = _current_stream().synchronize

    def whole() -> None:
        work()
        wait()

    timings: list[float] = []
    until = time.perf_counter() + each_s
    while len(timings) < repeat and (len(timings) < FEWEST or time.perf_counter() < until):
        wait()
        timings.append(timed(whole).wall)
    return timings


def _current_stream() -> Any:
    import cupy

    return cupy.cuda.get_current_stream()


def medians(rows: list[list[float]]) -> list[float]:
    """Of each column."""
    return [round(statistics.median(column), 4) for column in zip(*rows, strict=True)]
