"""What a solve tells of itself, and what telling it costs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.measuring.timings import interleaved, walls
from core.trace import Iteration, Ring, SolveFinished, SolveStarted


def told(
    solve: Callable[..., object], *given: object
) -> tuple[SolveStarted, SolveFinished, dict[str, float]]:
    """How a solve that is traced began (the last time, if its ticks were too fine) and ended, and
    milliseconds by kernel."""
    ring = Ring()
    solve(*given, trace=ring)
    events = ring.drain()
    *_, started = (event for event in events if isinstance(event, SolveStarted))
    finished = events[-1]
    assert isinstance(finished, SolveFinished)
    spent: dict[str, float] = {}
    for event in events:
        if isinstance(event, Iteration):
            spent[event.kernel] = spent.get(event.kernel, 0.0) + event.microseconds / 1e3
    return started, finished, {kernel: round(ms, 4) for kernel, ms in spent.items()}


def traced_or_not(
    solve: Callable[..., object], *given: object, repeat: int, each_s: float = 60.0, **more: Any
) -> dict[str, Any]:
    """Fields of a record: silent and traced solves in turn, and other ways to trace by name."""
    ways: dict[str, Callable[[], object]] = {"silent": partial(solve, *given)}
    ways |= more | {"traced": partial(solve, *given, trace=Ring())}
    for once in ways.values():
        once()
    timings = interleaved(ways, repeat, each_s)
    ms = {name: walls(way) for name, way in timings.items()}
    cost = {way: round(ms[way]["median"] / ms["silent"]["median"] - 1, 4) for way in ms}
    del cost["silent"]
    return {"n": min(map(len, timings.values())), "ms": ms, "cost": cost}
