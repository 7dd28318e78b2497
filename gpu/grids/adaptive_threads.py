"""Phases over listed cells or all cells, on the device: the twin of raster/adaptive_threads.py.

One kernel runs phase after phase; its blocks meet between two, and the last one to come times the
phase and decides how the next one goes. The host never waits for a phase.

Source: Suzuki et al. 2013, algorithms 1 to 6. Ours differs as its twin does, in measuring and
deciding on the device, and in a list that is given up where it has no room: the marks are whole.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER
from core.phase_switch import (
    ALL,
    LISTED,
    PhaseTime,
    Switch,
    Thresholds,
    Variant,
    crossing,
)
from core.rounds import RoundLog
from core.solver import Sources
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from core.trace import Ring
from gpu.failures import device_errors
from gpu.grids.device_grid import CELLS, GRID, TILE, address
from gpu.grids.frontier import CONTROL, DONE, STEP, RoundSolver
from raster.calibration import calibration_starts
from raster.grid import VelocityGrid
from raster.steps import choose_tick, step_costs

LEDGER = np.dtype(
    [
        ("plan", "u8"), ("pad0", "u8", (15,)), ("arrived", "u4"), ("pad1", "u4", (31,)),
        ("listed", "u8"), ("pad2", "u8", (15,)), ("resume", "u8"), ("since", "u8"),
        ("served", "u8"), ("previous", "u4"), ("fell", "u4"),
    ],
    align=True,
)  # fmt: skip
"""struct Ledger of phase_plan.cuh."""

PHASES = np.dtype(
    [
        ("grid", GRID), ("labels", "u8"), ("spare", "u8"), ("marks", "u8", (2,)),
        ("lists", "u8", (2,)), ("ledger", "u8"), ("control", "u8"), ("records", "u8"),
        ("slice", "u8"), ("places", "u8"), ("record_places", "u4"), ("limit", "u4"),
        ("to_all", "u4"), ("to_listed", "u4"), ("calibrating", "u4"),
    ],
    align=True,
)  # fmt: skip
"""struct Phases of phase_plan.cuh."""

KERNELS = (ALL, LISTED)
"""By their number in phase_plan.cuh."""

PAUSE = 3
COUNT_BITS = 40
"""Of a plan, the word of phase_plan.cuh."""

NEVER_NS = 0xFFFFFFFF

CALIBRATION_PHASES = 320
FIRST_TIMED = 8
"""Phases before it find cold caches."""


class AdaptiveThreads(RoundSolver):
    """Switches between listed cells and all cells on a GPU; see the module's text.

    variant : 0 switches, 1 looks at all cells always, 2 works through lists always.
    to_all_us, to_listed_us : thresholds in microseconds; 0 for one that is found by itself.
    """

    algorithm = "adaptive-threads"
    kernels = KERNELS

    def __init__(
        self,
        grid: VelocityGrid,
        *,
        zero_speed_kmh: float = 0.0,
        variant: float = 0.0,
        to_all_us: float = 0.0,
        to_listed_us: float = 0.0,
        device: int = 0,
    ) -> None:
        import cupy

        self._variant = Variant.of(variant)
        self._given = Thresholds(to_all_us, to_listed_us)
        places = self.places(grid)
        index = cupy.uint32 if places < 1 << 32 else cupy.uint64
        self._list_places = max(places // 4, CELLS)
        lists = 2 * self._list_places * np.dtype(index).itemsize
        own_bytes = 4 * places + 2 * places // 8 + lists + LEDGER.itemsize
        super().__init__(grid, zero_speed_kmh, device, own_bytes)
        with device_errors(device), self._device:
            self._spare = cupy.empty(places, cupy.uint32)
            self._marks = cupy.empty((2, places // TILE), cupy.uint32)
            self._lists = cupy.empty((2, self._list_places), index)
            self._ledger = cupy.zeros(LEDGER.itemsize, cupy.uint8)
        self._thresholds = Thresholds.of(self._variant, self._calibrated, self._given)

    def thresholds(self) -> Thresholds:
        """Those in use."""
        return self._thresholds

    def phase_times(self, sources: Sources, limit: float = UNLIMITED) -> list[PhaseTime]:
        """Every phase of a solve by itself, for figures; the first tick counts as good enough."""
        return self._timed(sources, limit, calibrating=0)

    def _enter(self, labels: Any, starts: dict[int, int], log: RoundLog) -> None:
        """Labels, marks and the list before the first phase."""
        import cupy

        super()._enter(labels, starts, log)
        self._spare.fill(UNREACHED)
        self._marks.fill(0)
        if starts:
            cells = np.fromiter(starts.keys(), np.int64)
            words, bits = _marks_of(cells)
            self._marks[0, cupy.asarray(words)] = cupy.asarray(bits)
            listed = cells[: self._list_places]
            self._lists[0, : len(listed)] = cupy.asarray(listed.astype(self._lists.dtype))
            log.bytes_moved += 12 * len(words) + self._lists.itemsize * len(listed)

    def _solve_struct(self) -> np.void:
        phases: np.void = np.zeros(1, PHASES)[0]
        phases["spare"], phases["ledger"] = address(self._spare), address(self._ledger)
        phases["marks"] = [address(marks) for marks in self._marks]
        phases["lists"] = [address(cells) for cells in self._lists]
        phases["places"] = self._list_places
        phases["to_all"] = _nanoseconds(self._thresholds.to_all_us)
        phases["to_listed"] = _nanoseconds(self._thresholds.to_listed_us)
        return phases

    def _begin(self, starts: dict[int, int], delta: int) -> NDArray[Any]:
        fits = len(starts) <= self._list_places
        kernel = Switch.starting(self._thresholds).kernel if fits else ALL
        ledger = np.zeros(1, LEDGER)
        ledger["plan"] = PAUSE << COUNT_BITS
        ledger["resume"] = KERNELS.index(kernel) << COUNT_BITS | (len(starts) if fits else 0)
        self._ledger.set(ledger.view(np.uint8))
        control = np.zeros(1, CONTROL)
        control["reached"] = len(starts)
        control["turn"]["kind"] = STEP if starts else DONE
        return control

    # -- timing phases

    def _calibrated(self) -> Thresholds:
        grid = self._grid
        key = (self._device.id, grid.rows, grid.cols, grid.values.dtype.name)
        if key not in _CALIBRATED:
            self._thresholds = Thresholds()
            sources = calibration_starts(grid, self._zero_speed)
            timed = self._timed(sources, UNLIMITED, CALIBRATION_PHASES)
            _CALIBRATED[key] = crossing(_undisturbed(timed))
        return _CALIBRATED[key]

    def _timed(self, sources: Sources, limit: float, calibrating: int) -> list[PhaseTime]:
        """Phases of a search, each by itself."""
        tick = choose_tick(self._grid, sources, limit, self._zero_speed)
        limit_ticks = limit_in_ticks(limit, tick)
        costs = step_costs(self._grid, tick, self._zero_speed)
        log = _Stopwatch(Ring(1), tick)
        with device_errors(self._device.id), self._device, self._stream:
            labels = self._labels.lend()
            starts = self._start_labels(sources, tick, limit_ticks)
            self._enter(labels, starts, log)
            solve = self._solve_struct()
            solve["grid"] = self._on_device.priced(costs)
            solve["labels"], solve["limit"] = address(labels), limit_ticks
            solve["calibrating"] = calibrating
            self._rounds.run(solve, self._begin(starts, 0), log, NEVER)
            self._labels.returned_by(log, labels)
        return log.timed


class _Stopwatch(RoundLog):
    """Keeps every phase by itself, where others tell several together."""

    def __init__(self, trace: Ring, tick: float) -> None:
        super().__init__(trace, tick)
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


_CALIBRATED: dict[tuple[int, int, int, str], Thresholds] = {}
"""Thresholds by device, rows, columns and type of values, as long as the process lives."""


def _undisturbed(timed: list[PhaseTime]) -> list[PhaseTime]:
    """Without the first phases, and without those that began by making their list."""
    return [
        phase
        for index, phase in enumerate(timed)
        if index >= FIRST_TIMED and (phase.kernel == ALL or timed[index - 1].kernel == LISTED)
    ]


def _nanoseconds(microseconds: float) -> int:
    return min(round(min(microseconds * 1e3, NEVER_NS)), NEVER_NS)


def _marks_of(cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Words of the marks of cells given by the addresses of their labels, each once, and their
    bits."""
    within = cells % CELLS
    words = cells // CELLS * TILE + (within >> 7) * 4 + (within & 3)
    order = np.argsort(words, kind="stable")
    bits = np.uint32(1) << ((within >> 2) & 31).astype(np.uint32)
    distinct, first = np.unique(words[order], return_index=True)
    return distinct, np.bitwise_or.reduceat(bits[order], first)
