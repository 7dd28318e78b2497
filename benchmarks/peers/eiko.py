"""Eiko as a peer: a GPU solver of the eikonal equation, by a fast iterative method in blocks.

https://github.com/sebftw/Eiko, BSD. `pip install eiko torch ninja`; it compiles itself when it is
first called, with nvcc. Real numbers in float32, four neighbours (*plain*) or also the diagonal
ones (*diagonal*).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.absent import AbsentError
from raster.grid import VelocityGrid

IMPASSABLE = 1e6
"""Seconds a metre of a barrier: with infinity a sum would be no number. What comes through one is
later than all else by days."""


class Eiko:
    """Prepared on a grid, as our solvers are: slowness lies on the device.

    diagonal : of which stencil. Raises AbsentError without torch, Eiko or a device of its own.
    """

    def __init__(self, grid: VelocityGrid, *, diagonal: bool) -> None:
        try:
            torch, eiko = import_module("torch"), import_module("eiko")
        except ImportError as missing:
            raise AbsentError(f"{missing.name} is not installed") from missing
        if not torch.cuda.is_available():
            raise AbsentError("torch finds no GPU")
        if grid.step_x != grid.step_y:
            raise AbsentError("Eiko's cells are square")
        self._torch, self._solve, self._diagonal = torch, eiko.eiko2d, diagonal
        self._step, self.version = grid.step_x, str(eiko.__version__)
        kmh = grid.kmh(grid.whole(), grid.shape)
        slowness = np.where(kmh > 0, 3.6 / np.where(kmh > 0, kmh, 1.0), IMPASSABLE)
        self._slowness = torch.as_tensor(slowness.astype(np.float32), device="cuda")

    def from_cell(self, cell: int) -> Callable[[], Any]:
        """A solve from a cell; its seconds stay on the device."""
        torch = self._torch
        begin = torch.full_like(self._slowness, float("inf"))
        begin.view(-1)[cell] = 0.0

        def solve() -> Any:
            found = self._solve(begin, self._slowness, dx=self._step, msfm=self._diagonal)
            torch.cuda.synchronize()
            return found

        return solve


def on_the_host(found: Any) -> NDArray[np.float32]:
    """Seconds, float32, (rows, cols)."""
    seconds: NDArray[np.float32] = found.cpu().numpy()
    return seconds
