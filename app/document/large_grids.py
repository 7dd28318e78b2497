"""Grids that memory holds only in part: how one is told, solved and previewed."""

from __future__ import annotations

import numpy as np

from app.catalog.algorithms import DEFAULT, OUT_OF_CORE
from gpu.device import first_gpu
from raster.blocks.store import is_short
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
