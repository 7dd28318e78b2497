"""When to work through a list of elements, and when to look at all of them.

Both ways of working through a phase take time that grows with the elements that fell in the phase
before, from different grounds: looking at all elements costs much even where none fell, a list
costs more for each that did. The time of a phase therefore tells on which side of the crossing it
lies, without counting elements. Times are smoothed over two phases, and two thresholds keep the
choice from swinging to and fro. Elements are cells or vertices.

Source: Suzuki et al. 2013, sections 5 and 6. Ours differs in finding the thresholds automatically.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError

ALL, LISTED = "all", "listed"

NEVER_US = math.inf
"""Threshold in microseconds that no phase exceeds."""


class Variant(IntEnum):
    """How a solve chooses its kernels; 1 and 2 are what the switch is measured against."""

    ADAPTIVE = 0
    ALL_ELEMENTS = 1
    LISTED_ONLY = 2

    @classmethod
    def of(cls, number: float) -> Variant:
        """The variant nearest to a parameter's value, as a knob turns it; ParameterError where
        there is none."""
        if not -0.5 <= number <= 2.5:
            raise ParameterError(
                f"variant = {number:g}",
                advice="Give 0 to switch, 1 for all elements always, 2 for lists always.",
            )
        return cls(round(number))


@dataclass(frozen=True)
class Thresholds:
    """Mean microseconds of two phases above which lists are left, and below which they come back.

    0 stands for one that is found automatically.
    """

    to_all_us: float = 0.0
    to_listed_us: float = 0.0

    @property
    def complete(self) -> bool:
        return self.to_all_us > 0 and self.to_listed_us > 0

    def or_else(self, found: Thresholds) -> Thresholds:
        """These, with what was found in place of zeros."""
        return Thresholds(
            self.to_all_us or found.to_all_us, self.to_listed_us or found.to_listed_us
        )

    @classmethod
    def of(cls, variant: Variant, found: Callable[[], Thresholds], given: Thresholds) -> Thresholds:
        """The thresholds of a variant. `found` is asked only where a threshold is missing."""
        if variant is Variant.ALL_ELEMENTS:
            return ALWAYS_ALL
        if variant is Variant.LISTED_ONLY:
            return ALWAYS_LISTED
        return given if given.complete else given.or_else(found())


ALWAYS_LISTED = Thresholds(NEVER_US, NEVER_US)
ALWAYS_ALL = Thresholds(0.0, 0.0)


@dataclass
class Switch:
    """Chooses the kernel of the next phase from the time of the last two."""

    thresholds: Thresholds
    kernel: str = LISTED
    _previous: float = field(default=math.nan, repr=False)

    @classmethod
    def starting(cls, thresholds: Thresholds) -> Switch:
        """Fronts begin narrow, so with a list, unless lists are left at once."""
        return cls(thresholds, LISTED if thresholds.to_all_us > 0 else ALL)

    def after(self, microseconds: float) -> str:
        """The kernel of the next phase, after one that took so long."""
        previous = microseconds if math.isnan(self._previous) else self._previous
        mean = (microseconds + previous) / 2
        self._previous = microseconds
        if self.kernel == LISTED and mean > self.thresholds.to_all_us:
            self.kernel = ALL
        elif self.kernel == ALL and mean < self.thresholds.to_listed_us:
            self.kernel = LISTED
        return self.kernel


# -- finding the thresholds

FEWEST = 6
"""Timed phases of each kernel below which nothing is concluded."""

BEYOND = 16
"""Multiple of the most elements of a timed phase up to which a crossing is looked for."""

LEAVE = 1.2
"""Ratio of the elements at which lists are left to those at the crossing."""

RISE = 1.1
"""Ratio of the time of a phase over all elements to its ground up to which lists come back: that
tells few elements wherever they lie, while higher up the time depends on how dense they lie.
"""

HYSTERESIS = 1.5
"""Least ratio of the elements at which lists are left to those at which they come back."""


@dataclass(frozen=True)
class PhaseTime:
    """A timed phase: its kernel, the elements that had fallen before it, how long it took."""

    kernel: str
    elements: int
    microseconds: float


def calibration_kernel(phase: int) -> str:
    """Kernel of a phase of a calibration: both in turn, twice each, on about as many elements."""
    return ALL if phase % 4 in (1, 2) else LISTED


class _TimeCurve:
    """Time of a kernel over the elements it serves, from phases of which some were interrupted.

    An interruption only adds. More elements take no less time, and no more than in proportion, so a
    phase that took longer than one with more elements, or out of proportion to one with fewer, is
    brought down to what the other allows.
    """

    def __init__(self, phases: Sequence[PhaseTime]) -> None:
        ordered = sorted(phases, key=lambda phase: phase.elements)
        self.elements = np.array([max(phase.elements, 1) for phase in ordered], np.float64)
        times = np.array([phase.microseconds for phase in ordered])
        in_proportion = np.minimum.accumulate(times / self.elements) * self.elements
        self.times = np.minimum.accumulate(np.minimum(times, in_proportion)[::-1])[::-1]
        half = len(ordered) // 2
        rise, run = self.times[-1] - self.times[half], self.elements[-1] - self.elements[half]
        self._slope = float(rise / run) if run > 0 else 0.0

    @property
    def ground(self) -> float:
        """Microseconds of a phase that serves next to nothing."""
        return float(self.times[0])

    def at(self, elements: NDArray[np.float64]) -> NDArray[np.float64]:
        """Microseconds, by the slope of the upper half past the last phase."""
        past = np.maximum(elements - self.elements[-1], 0.0)
        microseconds: NDArray[np.float64] = np.interp(elements, self.elements, self.times)
        microseconds += self._slope * past
        return microseconds


def crossing(phases: Sequence[PhaseTime]) -> Thresholds:
    """Thresholds from the number of elements above which all of them are better looked at.

    Lists are left a little past the crossing. They come back below it, when a phase over all
    elements takes little more than one that serves next to nothing.
    """
    timed = [[phase for phase in phases if phase.kernel == kernel] for kernel in (LISTED, ALL)]
    if min(len(kind) for kind in timed) < FEWEST:
        return ALWAYS_LISTED
    listed, every = (_TimeCurve(kind) for kind in timed)
    elements = np.geomspace(every.elements[0], BEYOND * every.elements[-1], 1000)
    better_listed = np.flatnonzero(listed.at(elements) <= every.at(elements))
    if len(better_listed) == 0:
        return ALWAYS_ALL
    if better_listed[-1] + 1 == len(elements):
        return ALWAYS_LISTED
    met = elements[better_listed[-1]]
    above_ground = np.searchsorted(every.at(elements), RISE * every.ground)
    telling = elements[min(int(above_ground), len(elements) - 1)]
    back = min(telling, met)
    leave = max(LEAVE * met, HYSTERESIS * back)
    to_all_us, to_listed_us = listed.at(np.array([leave])), every.at(np.array([back]))
    return Thresholds(float(to_all_us[0]), float(to_listed_us[0]))
