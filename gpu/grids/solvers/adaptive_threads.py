"""Phases over listed cells or all cells, on the device: the twin of its namesake in raster.

One kernel runs phase after phase; its blocks synchronize between two, and the last one to come
times the phase and decides how the next one goes. The host never waits for a phase.

Source: Suzuki et al. 2013, algorithms 1 to 6. Ours differs as its twin does, in measuring and
deciding on the device, and in a list that is given up where it has no room: the marks are whole.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER
from core.parallel.phase_switch import ALL, LISTED, PhaseTime, Switch, Thresholds, Variant, crossing
from core.parallel.rounds import RoundLog
from core.solver import Sources
from core.times import UNLIMITED, UNREACHED
from core.trace import SILENT
from gpu.buffers import address
from gpu.failures import device_errors
from gpu.grids.device_grid import CELLS, TILE
from gpu.grids.solvers.round_solver import RoundSolver, cell_type
from gpu.phases import (
    ALL_PIECE,
    FIRST_TIMED,
    KERNELS,
    LEDGER,
    LISTED_PIECE,
    Ledger,
    Stopwatch,
)
from gpu.rounds import first_control
from gpu.sources import layout_of
from raster.grid import VelocityGrid
from raster.solvers.attempts import GridAttempt
from raster.solvers.calibration import calibration_starts
from raster.steps import step_costs
from raster.ticks import choose_tick

PHASES = layout_of("GridPhases", "include/grid_phases.cuh")

CALIBRATION_PHASES = 320


class AdaptiveThreads(RoundSolver):
    """Switches between listed cells and all cells on a GPU; see the module's text.

    variant : 0 switches, 1 looks at all cells always, 2 works through lists always.
    to_all_us, to_listed_us : thresholds in microseconds; 0 for one that is found automatically.
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
        index = cell_type(places)
        self._list_places = max(places // 4, CELLS)
        lists = 2 * self._list_places * np.dtype(index).itemsize
        own_bytes = 4 * places + 2 * places // 8 + lists + LEDGER.itemsize
        super().__init__(grid, zero_speed_kmh, device, own_bytes)
        with device_errors(device), self._device:
            self._spare = cupy.empty(places, cupy.uint32)
            self._marks = cupy.empty((2, places // TILE), cupy.uint32)
            self._lists = cupy.empty((2, self._list_places), index)
            self._ledger = Ledger()
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
        phases["spare"] = address(self._spare)
        phases["marks"] = [address(marks) for marks in self._marks]
        phases["lists"] = [address(cells) for cells in self._lists]
        phases["places"] = self._list_places
        self._ledger.enter(phases, self._thresholds)
        return phases

    def _begin(self, starts: dict[int, int], delta: int) -> NDArray[Any]:
        fits = len(starts) <= self._list_places
        listed = fits and Switch.starting(self._thresholds).kernel == LISTED
        self._ledger.begin(LISTED_PIECE if listed else ALL_PIECE, len(starts) if fits else 0)
        return first_control(len(starts))

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
        costs = step_costs(self._grid, tick, self._zero_speed)
        log = Stopwatch(tick)
        with self._place():
            labels = self._labels.lend()
            attempt = GridAttempt(sources, limit, SILENT, NEVER, costs, tick)
            self._run(attempt, labels, 0, log, calibrating=calibrating)
            self._labels.returned_by(log, labels)
        return log.timed


_CALIBRATED: dict[tuple[int, int, int, str], Thresholds] = {}
"""Thresholds by device, rows, columns and type of values, as long as the process lives."""


def _undisturbed(timed: list[PhaseTime]) -> list[PhaseTime]:
    """Without the first phases, and without those that began by making their list."""
    return [
        phase
        for index, phase in enumerate(timed)
        if index >= FIRST_TIMED and (phase.kernel == ALL or timed[index - 1].kernel == LISTED)
    ]


def _marks_of(cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Words of the marks of cells given by the addresses of their labels, each once, and their
    bits."""
    within = cells % CELLS
    words = cells // CELLS * TILE + (within >> 7) * 4 + (within & 3)
    order = np.argsort(words, kind="stable")
    bits = np.uint32(1) << ((within >> 2) & 31).astype(np.uint32)
    distinct, first = np.unique(words[order], return_index=True)
    return distinct, np.bitwise_or.reduceat(bits[order], first)
