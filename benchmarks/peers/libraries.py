"""Peers from Python libraries: scikit-image and xarray-spatial. Both give seconds as floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.absent import AbsentError
from raster.grid import VelocityGrid

Seconds = NDArray[np.floating[Any]]


def slowness(grid: VelocityGrid, barrier: float) -> NDArray[np.float64]:
    """Seconds a metre, float64, (rows, cols); `barrier` in cells that cannot be entered."""
    kmh = grid.kmh(grid.whole(), grid.shape).astype(np.float64)
    passable = kmh > 0
    return np.where(passable, 3.6 / np.where(passable, kmh, 1.0), barrier)


def prepare_scikit_image(grid: VelocityGrid, start: int, _tick: float) -> Callable[[], Seconds]:
    """`MCP_Geometric.find_costs`, float64. Its copy of the costs is made here, beforehand."""
    try:
        from skimage.graph import MCP_Geometric
    except ImportError as error:
        raise AbsentError("scikit-image is not installed") from error
    sampling = (grid.step_y, grid.step_x)
    search = MCP_Geometric(slowness(grid, -1.0), fully_connected=True, sampling=sampling)
    first = divmod(start, grid.cols)

    def solved() -> Seconds:
        costs: Seconds = search.find_costs([first])[0]
        return costs

    return solved


def prepare_xarray_spatial(grid: VelocityGrid, start: int, _tick: float) -> Callable[[], Seconds]:
    """`cost_distance` on NumPy (a Dijkstra compiled by Numba), float32."""
    try:
        import xarray
        from xrspatial import cost_distance
    except ImportError as error:
        raise AbsentError("xarray-spatial is not installed") from error
    coords = {"y": -np.arange(grid.rows) * grid.step_y, "x": np.arange(grid.cols) * grid.step_x}
    friction = xarray.DataArray(slowness(grid, np.nan), coords, ("y", "x"))
    targets = xarray.zeros_like(friction)
    targets[divmod(start, grid.cols)] = 1.0

    def solved() -> Seconds:
        found: Seconds = cost_distance(targets, friction, connectivity=8).values
        return found

    return solved
