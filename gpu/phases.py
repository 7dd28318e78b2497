"""Phases on the device: what adaptive threads on grids and on roads have in common.

The counterpart of gpu/include/phase_plan.cuh.
"""

from __future__ import annotations

import numpy as np

from core.parallel.phase_switch import ALL, LISTED, PhaseTime, Thresholds
from core.parallel.rounds import RoundLog
from core.trace import Ring
from gpu.buffers import address
from gpu.sources import layout_of

LEDGER = layout_of("Ledger", "include/phase_plan.cuh")

KERNELS = (ALL, LISTED)
"""Kernels by their number in phase_plan.cuh."""

ALL_PIECE, LISTED_PIECE, PAUSE_PIECE, SPREAD_PIECE = 0, 1, 3, 5
COUNT_BITS = 40
"""Bits of the count in a plan, the word of phase_plan.cuh."""

NEVER_NS = 0xFFFFFFFF

FIRST_TIMED = 8
"""Phases of a calibration before the first that is timed; they find cold caches."""


class Ledger:
    """struct Ledger in device memory."""

    def __init__(self) -> None:
        import cupy

        self._array = cupy.zeros(LEDGER.itemsize, cupy.uint8)

    def begin(self, piece: int, listed: int) -> None:
        """Let the kernel begin with a piece, and with so many elements in the list."""
        ledger = np.zeros(1, LEDGER)
        ledger["plan"] = PAUSE_PIECE << COUNT_BITS
        ledger["resume"] = piece << COUNT_BITS | listed
        self._array.set(ledger.view(np.uint8))

    def enter(self, phases: np.void, thresholds: Thresholds) -> None:
        """Tell a kernel's argument where the ledger lies, and when to switch."""
        phases["ledger"] = address(self._array)
        phases["to_all"] = _nanoseconds(thresholds.to_all_us)
        phases["to_listed"] = _nanoseconds(thresholds.to_listed_us)


def _nanoseconds(microseconds: float) -> int:
    return min(round(min(microseconds * 1e3, NEVER_NS)), NEVER_NS)


class Stopwatch(RoundLog):
    """Keeps every phase by itself, where others tell several together."""

    def __init__(self, tick: float) -> None:
        super().__init__(Ring(1), tick)
        self.timed: list[PhaseTime] = []

    def round(
        self,
        kernel: str,
        active: int,
        waiting: int,
        settled: int,
        threshold: int,
        seconds: float,
        microseconds: float,
        rounds: int = 1,
    ) -> None:
        """Note a phase."""
        self.timed.append(PhaseTime(kernel, active, microseconds))

    def ends(self, rounds: int) -> list[int]:
        """Every phase ends an event."""
        return list(range(1, rounds + 1))
