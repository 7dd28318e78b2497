"""All cells relaxed again and again, on the device: the twin of raster/solvers/bellman_ford.py.

Source: Bellman 1958, Ford 1956; Fjellborg 2024, sections 2.2.4 and 4.4. Ours differs in a cell that
takes the best its neighbours offer, so that no atomic operation is needed, and in rounds that the
host does not wait for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.grids.solvers.round_solver import RoundSolver
from gpu.rounds import first_control
from gpu.sources import layout_of
from raster.grid import VelocityGrid

BELLMAN_FORD = layout_of("GridBellmanFord", "grids/solvers/bellman_ford.cu")


class BellmanFord(RoundSolver):
    """Rounds over the whole grid on a GPU; see the module's text."""

    algorithm = "bellman-ford"
    kernels = ("all cells",)

    def __init__(self, grid: VelocityGrid, *, zero_speed_kmh: float = 0.0, device: int = 0) -> None:
        super().__init__(grid, zero_speed_kmh, device, own_bytes=0)

    def _solve_struct(self) -> np.void:
        solve: np.void = np.zeros(1, BELLMAN_FORD)[0]
        solve["cells"] = self.places(self._grid)
        return solve

    def _begin(self, starts: dict[int, int], delta: int) -> NDArray[Any]:
        return first_control(len(starts))
