"""Phases that serve what fell in the phase before: few cells from a list, many by looking at all.

In a *phase* every cell whose label fell in the phase before offers its label and a step to its
eight neighbours. All read the labels as they were when the phase began and write to a second copy,
so a phase does not depend on the order of work, and every variant goes through the same phases. In
narrow phases one thread works through a list of the cells; in wide ones all threads look at all
cells, and each cell takes the best of what its neighbours offer. The time of the last two phases
decides between them (`core.parallel.phase_switch`). Phases end when no label fell: the fixed point
of relaxation, which is Dijkstra's.

Source: Suzuki et al. 2013, algorithms 1 to 6. Ours differs in exact integer times, in relax and
update being one pass between two copies that change roles, in marks that are bits, and in cells
that gather where all are looked at, so that no two threads write the same word.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.parallel.phase_switch import Thresholds, Variant, crossing
from core.parallel.phases import run_phases, timed_phases
from core.parallel.team import Team
from core.solver import Sources
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from raster.grid import VelocityGrid
from raster.solvers.attempts import GridAttempt, HostSolver
from raster.solvers.calibration import calibration_starts
from raster.solvers.cell_phases import (
    WORD,
    bands_of,
    list_marked,
    listed_phases,
    new_planes,
    renew_bands,
)
from raster.starts import starts_on
from raster.steps import StepCosts, step_costs
from raster.ticks import choose_tick
from raster.travel_times import TravelTimeGrid


@dataclass(eq=False)
class CellWorkspace:
    """What a search needs besides its result; kept from solve to solve.

    spare : uint32, (rows, cols), the second copy of the labels.
    marks : uint64, (2, rows, words), a bit for each cell of a row.
    lists : int64, (2, places), flat indices of cells.
    """

    spare: NDArray[np.uint32]
    marks: NDArray[np.uint64]
    lists: NDArray[np.int64]

    @classmethod
    def of(cls, rows: int, cols: int) -> CellWorkspace:
        return cls(
            np.empty((rows, cols), np.uint32),
            np.empty((2, rows, -(-cols // WORD)), np.uint64),
            np.empty((2, max(rows * cols // 4, 1024)), np.int64),
        )


class CellPhases:
    """One search, a phase at a time.

    labels : two uint32 fields, (rows, cols), ticks; the one at `parity` is read in the next phase.
    fell : cells that fell in the last phase, which are those to be served in the next.
    """

    def __init__(
        self, costs: StepCosts, memory: CellWorkspace, limit_ticks: int, cancel: Cancel = NEVER
    ) -> None:
        self.parity = self.phases = self.fell = self.reached = 0
        self._costs, self._memory, self._limit = costs, memory, limit_ticks
        memory.spare.fill(UNREACHED)
        memory.marks.fill(0)
        labels: NDArray[np.uint32] = np.full(memory.spare.shape, UNREACHED, np.uint32)
        self.labels = labels, memory.spare
        self._cancel = cancel
        self._roles = np.zeros(1, np.int64)
        self._planes = new_planes(get_num_threads())
        self._tallies = np.zeros((len(self._planes), 8), np.int64)  # each on its own cache line

    def enter(self, sources: Sources, tick: float) -> None:
        """Label, mark and list the starts that count."""
        labels, marks, cells = self.labels[0], self._memory.marks[0], self._memory.lists[0]
        for cell, label in starts_on(self._costs, sources, tick, self._limit).items():
            row, col = divmod(cell, labels.shape[1])
            labels[row, col] = label
            marks[row, col // WORD] |= np.uint64(1 << col % WORD)
        self.fell = self.reached = list_marked(marks, cells, labels.shape[1])

    def team(self) -> Team:
        """The threads that look at all cells."""

        def serve(tickets: NDArray[np.int64], member: int, looks: int) -> None:
            renew_bands(
                tickets, looks, self._costs, self.labels[0], self.labels[1],
                self._memory.marks[0], self._memory.marks[1], self._roles, self._limit,
                self._planes[member], self._tallies[member], self._cancel.flag,
            )  # fmt: skip

        return Team(len(self._planes), serve)

    @property
    def fits(self) -> bool:
        """Whether the list has room for the cells to be served; if not, only marks tell them."""
        return self.fell <= int(self._memory.lists.shape[1])

    def gather(self) -> None:
        """List the marked cells; needed between a phase over all cells and a listed one."""
        marks = self._memory.marks
        list_marked(marks[self.parity], self._memory.lists[self.parity], self.labels[0].shape[1])
        marks[self.parity ^ 1].fill(0)

    def serve_listed(self, most: int) -> tuple[int, int]:
        """Listed phases until `most` cells are served; returns how many phases and cells."""
        phases, served, fell, reached = listed_phases(
            self._costs, self.labels[0], self.labels[1], self._memory.marks[0],
            self._memory.marks[1], self._memory.lists[0], self._memory.lists[1], self.parity,
            self.fell, self._limit, most, self._cancel.flag,
        )  # fmt: skip
        self._advance(phases, fell, reached)
        return phases, served

    def look_at_all(self, team: Team) -> tuple[int, int]:
        """One phase over all cells; returns 1 and how many were served."""
        served, before = self.fell, self._tallies.sum(axis=0)
        self._roles[0] = self.parity
        team.run_round(bands_of(self.labels[0].shape[0]))
        if not self._cancel.requested:  # else the phase is unfinished, its source still whole
            fell, reached = (self._tallies.sum(axis=0) - before)[:2]
            self._advance(1, int(fell), int(reached))
        return 1, served

    def _advance(self, phases: int, fell: int, reached: int) -> None:
        self.phases += phases
        self.parity ^= phases & 1
        self.fell = fell
        self.reached += reached

    def field(self) -> NDArray[np.uint32]:
        """The labels, in the copy that nobody else uses."""
        if self.parity:
            np.copyto(self.labels[0], self.labels[1])
        return self.labels[0]


class AdaptiveThreads(HostSolver):
    """Switches between listed cells and all cells; see the module's text."""

    def __init__(
        self,
        grid: VelocityGrid,
        *,
        zero_speed_kmh: float = 0.0,
        variant: float = 0.0,
        to_all_us: float = 0.0,
        to_listed_us: float = 0.0,
    ) -> None:
        super().__init__(grid, zero_speed_kmh=zero_speed_kmh)
        self._variant = Variant.of(variant)
        self._given = Thresholds(to_all_us, to_listed_us)
        self._memory = CellWorkspace.of(*grid.shape)

    def thresholds(self, cancel: Cancel = NEVER) -> Thresholds:
        """Those in use. Where one is missing, phases are timed, once for a size of grid."""
        return Thresholds.of(self._variant, lambda: self._calibrated(cancel), self._given)

    def _attempt(self, attempt: GridAttempt) -> TravelTimeGrid:
        thresholds = self.thresholds(attempt.cancel)
        log = attempt.log("adaptive-threads", 0.0, "cells")
        search = CellPhases(attempt.costs, self._memory, attempt.limit_ticks, attempt.cancel)
        search.enter(attempt.sources, attempt.tick)
        run_phases(search, thresholds, log, attempt.cancel)
        labels = search.field()
        within = labels < UNREACHED
        last = int(labels.max(where=within, initial=0))
        return attempt.times(log, labels, int(np.count_nonzero(within)), last, search.fell > 0)

    def _calibrated(self, cancel: Cancel) -> Thresholds:
        grid = self._grid
        key = (grid.rows, grid.cols, grid.values.dtype.name, get_num_threads())
        if key not in _CALIBRATED:
            sources = calibration_starts(grid, self._zero_speed)
            tick = choose_tick(grid, sources, UNLIMITED, self._zero_speed)
            costs = step_costs(grid, tick, self._zero_speed)
            search = CellPhases(costs, self._memory, limit_in_ticks(UNLIMITED, tick), cancel)
            search.enter(sources, tick)
            timed = timed_phases(search, cancel)
            if cancel.requested:  # some times are of phases cut short
                return Thresholds()
            _CALIBRATED[key] = crossing(timed)
        return _CALIBRATED[key]


_CALIBRATED: dict[tuple[int, int, str, int], Thresholds] = {}
"""Thresholds by rows, columns, type of values and threads, as long as the process lives."""
