"""The memory of near and far queues, and the step width Δ between their thresholds.

Source: Fjellborg 2024, section 4.5; a Δ that follows the work after ADDS (Wang et al. 2021, in
Fjellborg 2.2.7). Ours differs in queues that never hold a cell twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.steps import mean_speed_kmh

NEAR, FOLLOWING, FAR = 0, 1, 2
"""Roles of the three queues: being served, near in the next step, waiting."""

SERVED = 3
"""Index in `Queues.counts` of how much of NEAR is served."""

CROSSINGS = 8
"""Cells crossed at the mean speed in the first Δ of those that choose themselves."""


@dataclass
class StepWidth:
    """Δ in ticks. Given by the user it stays; else it follows the work done twice, after ADDS.

    With a large Δ cells are served whose labels will fall again; with a small one the far queue is
    sorted more often than need be.
    """

    ticks: int
    given: bool
    wasteful: float = 1.15  # visits a settled cell above which Δ shrinks
    thrifty: float = 1.08  # and below which it grows

    @classmethod
    def of(cls, grid: VelocityGrid, zero_speed: float, seconds: float, tick: float) -> StepWidth:
        given = seconds > 0
        if not given:
            metres = CROSSINGS * max(grid.step_x, grid.step_y)
            seconds = 3.6 * metres / mean_speed_kmh(grid, zero_speed)
        return cls(max(round(min(seconds / tick, UNREACHED)), 1), given)

    def follow(self, visits: int, settled: int) -> None:
        """Adapt to how often the cells settled under the last threshold were served."""
        if self.given:
            return
        if visits > self.wasteful * settled:
            self.ticks = max(self.ticks * 4 // 5, 1)
        elif visits < self.thrifty * settled:
            self.ticks = min(self.ticks * 5 // 4 + 1, UNREACHED)


class Queues:
    """Memory of the queues, kept from solve to solve. A finished solve leaves them empty.

    cells : (3, cells) flat indices; the system gives memory only to what was ever used.
    is_near : bool, (cells,), True for the cells that are in NEAR or FOLLOWING and not yet served.
    roles : int64, (3,), which row of `cells` is NEAR, FOLLOWING and FAR.
    counts : int64, (4,), entries in each row, and how many of NEAR are served.
    """

    def __init__(self, cells: int) -> None:
        index = np.uint32 if cells <= 1 << 32 else np.uint64
        self.cells: NDArray[Any] = np.empty((3, cells), index)
        self.is_near: NDArray[np.bool_] = np.zeros(cells, np.bool_)
        self.roles = np.array([NEAR, FOLLOWING, FAR])
        self.counts = np.zeros(4, np.int64)

    def count(self, role: int) -> int:
        return int(self.counts[self.roles[role]])

    def clear(self) -> None:
        """Forget what a cancelled solve left."""
        for row in (self.roles[NEAR], self.roles[FOLLOWING]):
            self.is_near[self.cells[row, : self.counts[row]]] = False
        self.counts[:] = 0

    def wait(self, cell: int) -> None:
        """Put a start into the far queue."""
        row = self.roles[FAR]
        self.cells[row, self.counts[row]] = cell
        self.counts[row] += 1
