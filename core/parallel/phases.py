"""Phases that serve what fell in the phase before, from a list or by looking at all elements.

The loop of adaptive threads (Suzuki et al. 2013), and the timing of phases that finds when to
switch (`core.parallel.phase_switch`). What a phase does, and which threads look at all elements, is
said by a `PhaseSearch`.
"""

from __future__ import annotations

import math
import time
from contextlib import AbstractContextManager
from itertools import count
from typing import Protocol, TypeVar

from core.cancel import Cancel
from core.parallel.phase_switch import (
    ALL,
    LISTED,
    PhaseTime,
    Switch,
    Thresholds,
    calibration_kernel,
)
from core.parallel.rounds import RoundLog

SHORT = 4096
"""Elements that consecutive listed phases may serve to be run, timed and told together."""

CALIBRATION_SECONDS = 0.25
"""Seconds after which no more phases are timed."""

GROWTH = 1.3
"""Factor by which the elements of a phase grow from four timed phases to the next four."""

Workers = TypeVar("Workers")


class PhaseSearch(Protocol[Workers]):
    """One search, a phase at a time.

    fell : elements that fell in the last phase, which are those to be served in the next.
    reached : elements reached so far.
    """

    fell: int
    reached: int

    @property
    def fits(self) -> bool:
        """Whether the list has room for the elements to be served; if not, only marks tell them."""
        ...

    def team(self) -> AbstractContextManager[Workers]:
        """The threads that look at all elements."""
        ...

    def gather(self) -> None:
        """List the marked elements; needed between a phase over all elements and a listed one."""
        ...

    def serve_listed(self, most: int) -> tuple[int, int]:
        """Listed phases until `most` elements are served; returns how many phases and elements."""
        ...

    def look_at_all(self, team: Workers) -> tuple[int, int]:
        """One phase over all elements; returns 1 and how many were served."""
        ...


def run_phases(
    search: PhaseSearch[Workers], thresholds: Thresholds, log: RoundLog, cancel: Cancel
) -> None:
    """Phases until no label falls or somebody cancels."""
    switch = Switch.starting(thresholds)
    with search.team() as team:
        while search.fell and not cancel.requested:
            kernel = switch.kernel if search.fits else ALL
            log.start_timing()
            if kernel == LISTED:
                phases, served = search.serve_listed(SHORT)
            else:
                phases, served = search.look_at_all(team)
            took = log.record(kernel, served, 0, search.reached, 0, phases)
            if switch.after(took / phases) == LISTED and kernel == ALL:
                search.gather()


def timed_phases(search: PhaseSearch[Workers], cancel: Cancel) -> list[PhaseTime]:
    """Phases of both kernels in turn, four on about as many elements, then on ever more.

    The first four, which may compile, are left out; a cancel may have cut the last one short.
    """

    def goes_on() -> bool:
        return search.fell > 0 and search.fits and not cancel.requested

    timed: list[PhaseTime] = []
    deadline = math.inf
    with search.team() as team:
        for phase in count():
            kernel = calibration_kernel(phase)
            if phase % 4 == 3:
                search.gather()
            if not goes_on():
                return timed
            began = time.perf_counter()
            work = search.serve_listed(1) if kernel == LISTED else search.look_at_all(team)
            now = time.perf_counter()
            if phase >= 4:
                timed.append(PhaseTime(kernel, work[1], (now - began) * 1e6))
            if phase % 4 == 3:
                deadline = min(deadline, now + CALIBRATION_SECONDS)
                wanted = GROWTH * search.fell
                while goes_on() and search.fell < wanted and now < deadline:
                    search.serve_listed(1)
                    now = time.perf_counter()
            if now > deadline:
                return timed
    return timed
