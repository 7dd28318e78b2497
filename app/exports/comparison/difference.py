"""Two fields of times against each other, place by place: B − A, and what became of each place.

Ticks times their worth are exact in float64 (`core.times`), and so is the difference of two solves
that count in ticks of about the same worth. Where ticks are not the same, equal times are rounded
to different ones, and less than that is told as the same. A place that only one of them reaches has
no difference: it is won or lost.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.grid import Window
from raster.ticks import PRECISION
from raster.travel_times import TravelTimes

NOWHERE, SOONER, SAME, LATER, WON, LOST = range(6)
"""Codes of what became of a place from A to B: reached by neither, or by both and sooner, at the
same time or later in B; reached by B alone; by A alone."""

KINDS = ("nowhere", "sooner", "same", "later", "won", "lost")
"""Their names in files, in the same order."""

F64 = NDArray[np.float64]


class Difference(NamedTuple):
    """seconds : float64; B − A, NaN where either does not reach; or in the unit of the costs.
    kind : uint8, one of the above."""

    seconds: F64
    kind: NDArray[np.uint8]


def difference(a: F64, b: F64, rounding: float = 0.0) -> Difference:
    """Of two arrays of seconds of one shape, infinite where a place is not reached.

    rounding : share of a time below which a difference says nothing, and is told as the same; its
        seconds stay as they are.
    """
    in_a, in_b = np.isfinite(a), np.isfinite(b)
    both = in_a & in_b
    seconds = np.full(np.shape(a), np.nan)
    np.subtract(b, a, out=seconds, where=both)
    kind = np.zeros(np.shape(a), np.uint8)
    kind[both] = SAME
    with np.errstate(invalid="ignore"):
        least = rounding * np.where(both, np.maximum(a, b), 0.0) if rounding else 0.0
        kind[seconds < -least] = SOONER
        kind[seconds > least] = LATER
    kind[in_b & ~in_a] = WON
    kind[in_a & ~in_b] = LOST
    return Difference(seconds, kind)


class ComparableCells(Protocol):
    """Times on cells, of a solve or of a file. tick_seconds : 0 where it is not known."""

    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def tick_seconds(self) -> float: ...
    def seconds_in(self, window: Window) -> F64:
        """A window in full, float64, (rows, cols); infinite where a cell is not reached."""
        ...


class SolvedCells:
    """The cells of a solve, to the tick."""

    def __init__(self, times: TravelTimes) -> None:
        self._times = times
        self.shape, self.tick_seconds = times.shape, times.tick_seconds

    def seconds_in(self, window: Window) -> F64:
        ticks = self._times.ticks_in(window)
        seconds: F64 = ticks * np.float64(self._times.tick_seconds)
        seconds[ticks >= UNREACHED] = np.inf
        return seconds


class CellDifference:
    """The difference of two fields of one shape, a window at a time."""

    def __init__(self, a: ComparableCells, b: ComparableCells) -> None:
        self.a, self.b = a, b
        self.shape = a.shape
        self.rounding = rounding_of(a.tick_seconds, b.tick_seconds)

    def of(self, window: Window) -> Difference:
        return difference(self.a.seconds_in(window), self.b.seconds_in(window), self.rounding)


def rounding_of(tick_a: float, tick_b: float) -> float:
    """The rounding of `difference`: none where both count in the same ticks."""
    return 0.0 if tick_a == tick_b > 0 else 2 * PRECISION
