"""What the events of a solve say, in words: which kernels worked, and what their curves show."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import accumulate

from ui.plots.trace_record import TraceRecord
from ui.texts import count, milliseconds, translatable

Say = Callable[[str], str]

N = translatable
CONTEXT = "PerformancePanel"

KERNELS = {
    "heap": N(CONTEXT, "priority queue"),
    "buckets": N(CONTEXT, "buckets"),
    "tiles": N(CONTEXT, "tile sweeps"),
    "all cells": N(CONTEXT, "all cells"),
    "all": N(CONTEXT, "all at once"),
    "step": N(CONTEXT, "relax near"),
    "advance": N(CONTEXT, "raise the threshold"),
    "listed": N(CONTEXT, "only those listed"),
    "upward": N(CONTEXT, "upward search"),
    "core": N(CONTEXT, "search of the core"),
    "level": N(CONTEXT, "sweep of a level"),
    "sweep": N(CONTEXT, "sweep of cells"),
    "batches": N(CONTEXT, "batches of heaps"),
}
"""Words for what kernels in the events of solvers do; others are called as there."""


def kernel_words(name: str, say: Say) -> str:
    return say(KERNELS.get(name, name))


def kernels_told(record: TraceRecord, say: Say) -> str:
    """ "relax near 81 %, raise the threshold 19 % of the time", the longest first."""
    whole = sum(record.by_kernel.values())
    if whole <= 0:
        return ""
    longest = sorted(record.by_kernel.items(), key=lambda each: -each[1])
    shares = (f"{kernel_words(name, say)} {_percent(took / whole)}" for name, took in longest)
    return say("{kernels} of the time").format(kernels=", ".join(shares))


def seen(record: TraceRecord, unit: str, say: Say) -> str:
    """What the curves show: where most is worked on, and when half of the time is over."""
    if not record.index or sum(record.microseconds) <= 0:
        return ""
    place = max(range(len(record.index)), key=record.active.__getitem__)
    over = list(accumulate(record.microseconds))
    middle = bisect_left(over, over[-1] / 2)
    words = say(
        "Most {unit} are active at {peak} of {steps} ({active}); "
        "half of the time is over at {middle}."
    )
    return words.format(
        unit=unit,
        peak=count(place + 1),
        steps=count(len(record.index)),
        active=count(record.active[place]),
        middle=count(middle + 1),
    )


def told_at(record: TraceRecord, place: int, unit: str, say: Say) -> str:
    """The values of an event: "12: 340 tiles active, 1 200 waiting, 0.21 ms, tile sweeps"."""
    return say("{place}: {active} {unit} active, {waiting} waiting, {time}, {kernel}").format(
        place=count(place + 1),
        active=count(record.active[place]),
        waiting=count(record.waiting[place]),
        unit=unit,
        time=milliseconds(record.microseconds[place] / 1e3),
        kernel=kernel_words(record.kernel[place], say),
    )


def _percent(share: float) -> str:
    return "< 1 %" if 0 < share < 0.005 else f"{share * 100:.0f} %"
