"""Where calibrating solves of adaptive-threads start."""

from __future__ import annotations

from core.solver import Sources, Start
from raster.grid import VelocityGrid, sample_indices

LATTICE = 4
"""Starts of a calibration down and across the grid: enough that some hundred phases go through the
numbers of cells in question, so few that their fronts are as long as those of a solve."""


def calibration_starts(grid: VelocityGrid, zero_speed_kmh: float) -> Sources:
    """Passable cells in a lattice over the grid."""
    rows = sample_indices(0, grid.rows, min(LATTICE, grid.rows))
    cols = sample_indices(0, grid.cols, min(LATTICE, grid.cols))
    speeds = grid.kmh_of(grid.values[rows[:, None], cols[None, :]])
    passable = (speeds > 0) | ((speeds <= 0) & (zero_speed_kmh > 0))
    places = (rows[:, None] * grid.cols + cols[None, :])[passable]
    return tuple(Start(int(place)) for place in places)
