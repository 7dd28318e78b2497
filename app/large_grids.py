"""Grids that memory holds only in part: how one is told, solved and previewed."""

from __future__ import annotations

import numpy as np

from app.catalog import DEFAULT, OUT_OF_CORE
from gpu.device import first_gpu
from raster.block_store import is_short
from raster.coarse import Coarse, of_blocks
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


def sampled(grid: VelocityGrid, factor: int) -> Coarse:
    """As `coarsen`, but with the speed of one cell of each block, without reading all of a file.
    What is narrower than a coarse cell may be missed."""
    if factor <= 1:
        return Coarse(grid, grid, 1)
    rows, cols = (
        np.minimum(np.arange(0, length, factor) + factor // 2, length - 1) for length in grid.shape
    )
    return of_blocks(grid, grid.kmh_of(grid.values[rows[:, None], cols[None, :]]), factor)
