"""Starts in the middle, at an edge and in a corner of a terrain, from which much is reached."""

from __future__ import annotations

import numpy as np

from core.solver import Start
from gpu.grids.solvers.tiled import Tiled
from raster.grid import VelocityGrid
from raster.starts import good_start

PLACES = {"middle": (0.5, 0.5), "edge": (0.5, 0.0), "corner": (0.0, 0.0)}
"""Places where starts are looked for, by name, as shares of the rows and columns."""

STRIDE = 7
"""Cells from one place that is tried to the next."""


def starts_of(grid: VelocityGrid, solver: Tiled, zero: float) -> dict[str, Start]:
    """A start for each of PLACES; AssertionError where there is none."""
    good = good_start(grid, zero)
    assert good is not None
    reached = solver.solve((Start(good[0] * grid.cols + good[1]),)).reached
    found = {}
    for name, (down, across) in PLACES.items():
        row, col = round(down * (grid.rows - 1)), round(across * (grid.cols - 1))
        for step in range(0, max(grid.shape) // 2, STRIDE):
            r = row + int(np.sign(grid.rows // 2 - row)) * min(step, abs(grid.rows // 2 - row))
            c = col + int(np.sign(grid.cols // 2 - col)) * min(step, abs(grid.cols // 2 - col))
            if name == "middle":  # there is nowhere to go but aside
                r, c = row, min(col + step, grid.cols - 1)
            if not (zero > 0 or grid.passable(r, c)):
                continue
            start = Start(r * grid.cols + c)
            if 2 * solver.solve((start,)).reached >= reached:
                found[name] = start
                break
        assert name in found, f"from no {name}"
    return found
