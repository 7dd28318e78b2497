"""Near and far queue on the device: the twin of raster/solvers/near_far.py.

Step and advance are rounds of one kernel that the host never waits for. Eight threads serve a cell,
one for each neighbour. What a block finds near it serves itself for a few rounds, from lists on
chip, before the blocks synchronize and share the near queue anew.

Source: Fjellborg 2024, sections 2.2.6, 4.5 and 6.2 (near and far queue, one push a block, culled
duplicates), 2.2.8 (relaxation that stays where it is for some steps); a Δ that follows the work
after ADDS (Wang et al. 2021, in Fjellborg 2.2.7).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from gpu.buffers import address
from gpu.grids.solvers.round_solver import RoundSolver, cell_type
from gpu.rounds import FAR, queued_control
from gpu.sources import layout_of
from raster.geometry import EIGHT, GEOMETRIES
from raster.grid import VelocityGrid
from raster.steps import mean_speed_kmh

NEAR_FAR = layout_of("GridNearFar", "grids/solvers/near_far.cu")

CELLS_A_WORD = 16
"""Cells whose marks share a word."""

ROUNDS = 8
"""Rounds of a block between two grid barriers."""

CROSSINGS = 16
"""Cells crossed at the mean speed in the first Δ of those that choose themselves."""


class NearFar(RoundSolver):
    """Near and far queue on a GPU; see the module's text.

    delta_seconds : Δ; 0 lets it follow the work.
    """

    algorithm = "near-far"
    kernels = ("step", "advance")
    geometries = GEOMETRIES

    def __init__(
        self,
        grid: VelocityGrid,
        *,
        zero_speed_kmh: float = 0.0,
        delta_seconds: float = 0.0,
        device: int = 0,
        geometry: str = EIGHT,
    ) -> None:
        import cupy

        places, cells = self.places(grid), grid.rows * grid.cols
        index = cell_type(places)
        words = places // CELLS_A_WORD
        own_bytes = 4 * words + 3 * cells * np.dtype(index).itemsize
        super().__init__(grid, zero_speed_kmh, device, own_bytes, geometry)
        self._delta = delta_seconds
        with self._device:
            self._queue = [cupy.empty(cells, index) for _ in range(3)]
            self._marks = cupy.empty(words, cupy.uint32)
        self._marks_are_clear = False

    def _first_delta(self, tick: float) -> int:
        seconds = self._delta
        if seconds <= 0:
            metres = CROSSINGS * max(self._grid.step_x, self._grid.step_y)
            seconds = 3.6 * metres / mean_speed_kmh(self._grid, self._zero_speed)
        return max(round(min(seconds / tick, UNREACHED)), 1)

    def _solve_struct(self) -> np.void:
        solve: np.void = np.zeros(1, NEAR_FAR)[0]
        solve["marks"] = address(self._marks)
        solve["queue"] = [address(queue) for queue in self._queue]
        solve["rounds"], solve["adapts"] = ROUNDS, self._delta <= 0
        return solve

    def _begin(self, starts: dict[int, int], delta: int) -> NDArray[Any]:
        if not self._marks_are_clear:
            self._marks.fill(0)
        self._marks_are_clear = False
        self._queue[FAR][: len(starts)].set(np.fromiter(starts, self._queue[FAR].dtype))
        return queued_control(len(starts), min(starts.values(), default=0), delta)

    def _end(self, partial: bool) -> None:
        self._marks_are_clear = not partial  # every cell that is served gives its mark back
