"""Thresholds of adaptive threads on roads, from timed phases of both kernels.

`core.parallel.phase_switch.crossing` comes back to lists only where a phase over all elements
serves next to nothing, since on a grid its time tells more about how close cells lie than how many
they are. On roads it does tell how many: the switch goes both ways near the crossing itself. Phases
that a device times are many and hardly disturbed, so medians do.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.parallel.phase_switch import (
    ALL,
    ALWAYS_ALL,
    ALWAYS_LISTED,
    FEWEST,
    LISTED,
    PhaseTime,
    Thresholds,
)

GROUPS = 48
"""Groups that phases are put into by elements; the median of a group is a point of the curve."""

LEAVE = 0.8
"""Ratio of the elements at which lists are left to those at the crossing that is found. A
calibration takes the kernels in turn, which hurts phases over all elements more: it finds crossings
at 1.3 times what solves show. Leaving early costs little, leaving late much."""

RATIO = 330 / 350
"""Suzuki's threshold to come back over that to leave."""


def crossing(phases: Sequence[PhaseTime]) -> Thresholds:
    """Thresholds about the elements above which all of them are better looked at.

    Past the widest phase that was timed, the kernel that was better there stays so.
    """
    timed = [[phase for phase in phases if phase.kernel == kernel] for kernel in (LISTED, ALL)]
    if min(len(kind) for kind in timed) < FEWEST:
        return ALWAYS_LISTED
    listed, every = (_Curve(kind) for kind in timed)
    elements = np.geomspace(1, min(listed.widest, every.widest), 500)
    better_listed = np.flatnonzero(listed.at(elements) <= every.at(elements))
    if len(better_listed) == 0:
        return ALWAYS_ALL
    if better_listed[-1] + 1 == len(elements):
        return ALWAYS_LISTED
    to_all_us = float(listed.at(LEAVE * elements[better_listed[-1:]])[0])
    return Thresholds(to_all_us, RATIO * to_all_us)


class _Curve:
    """Microseconds over elements, never falling."""

    def __init__(self, phases: Sequence[PhaseTime]) -> None:
        ordered = sorted(phases, key=lambda phase: phase.elements)
        groups = np.array_split(np.arange(len(ordered)), min(GROUPS, len(ordered)))
        elements = np.array([max(phase.elements, 1) for phase in ordered], np.float64)
        times = np.array([phase.microseconds for phase in ordered])
        self._elements = np.array([np.median(elements[group]) for group in groups])
        medians = np.array([np.median(times[group]) for group in groups])
        self._times = np.minimum.accumulate(medians[::-1])[::-1]
        self.widest = float(elements[-1])

    def at(self, elements: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.interp(elements, self._elements, self._times))
