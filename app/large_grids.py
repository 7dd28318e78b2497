"""Grids that memory holds only in part: how one is told, solved and previewed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from app.catalog import DEFAULT, OUT_OF_CORE
from gpu.device import first_gpu
from raster.block_store import is_short
from raster.coarse import PREVIEW_CELLS, Coarse
from raster.grid import VelocityGrid

LABEL_BYTES = 4

NOTE = "The raster does not fit into memory: out-of-core solves it, block by block."


def lies_in_a_file(grid: VelocityGrid) -> bool:
    """Whether its speeds are read from a mapped file where they are needed."""
    return isinstance(grid.values, np.memmap)


def default_for(grid: VelocityGrid) -> str:
    """The algorithm that solves a grid where nobody chose one.

    Out-of-core where memory cannot hold the speeds, or the travel times, unless a GPU holds them.
    """
    too_large = lies_in_a_file(grid) or (
        is_short(LABEL_BYTES * grid.rows * grid.cols) and first_gpu() is None
    )
    return OUT_OF_CORE if too_large else DEFAULT


def sampled(grid: VelocityGrid, cells: int = PREVIEW_CELLS) -> Coarse:
    """A grid of at most about `cells` cells, each one of the full grid's: as `coarsen`, without
    reading all of a file. What is narrower than a coarse cell may be missed."""
    factor = math.ceil(math.sqrt(grid.rows * grid.cols / cells))
    if factor <= 1:
        return Coarse(grid, grid, 1)
    rows, cols = (
        np.minimum(np.arange(0, length, factor) + factor // 2, length - 1) for length in grid.shape
    )
    small = replace(
        grid,
        values=np.ascontiguousarray(grid.kmh_of(grid.values[rows[:, None], cols[None, :]])),
        code_speed=None,
        cell_x=grid.cell_x * factor,
        cell_y=grid.cell_y * factor,
    )
    return Coarse(grid, small, factor)
