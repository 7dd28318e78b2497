"""Two rasters of times of roads, each as large as its roads are reached, on cells of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.exports.road_cells import MOST_CELLS
from core.errors import InputError
from raster.grid import VelocityGrid

ROUNDED = 1e-3
"""Part of a cell by which corners may be off: text grids round them."""


def is_of_roads(tags: Mapping[str, str]) -> bool:
    """Whether a file of times is of roads alone, so that nothing is reached beyond its edges."""
    return "ISOFRONT_ROADS" in tags and "ISOFRONT_TERRAIN" not in tags


def around_both(a: VelocityGrid, b: VelocityGrid, names: tuple[str, str]) -> VelocityGrid:
    """The smallest grid with the cells of both. Raises InputError where these are of different
    sizes or lie in different CRS, do not meet corner to corner, or are too many together."""
    if not np.allclose((a.cell_x, a.cell_y), (b.cell_x, b.cell_y), rtol=1e-9, atol=0):
        raise InputError(
            f"{names[0]} has cells of {a.step_x:g} m and {names[1]} has cells of {b.step_x:g} m",
            advice=f"Write both with --cell-size {max(a.step_x, b.step_x):g}.",
        )
    if a.crs_wkt != b.crs_wkt:
        raise InputError(
            f"{names[0]} and {names[1]} lie in different CRS", advice="Solve both on the same file."
        )
    if not (_is_whole((a.left - b.left) / a.cell_x) and _is_whole((a.top - b.top) / a.cell_y)):
        raise InputError(
            f"the cells of {names[0]} and {names[1]} lie elsewhere",
            advice="Give times as `isofront solve --out` writes them.",
        )
    left, top = min(a.left, b.left), max(a.top, b.top)
    right = max(grid.left + grid.cols * grid.cell_x for grid in (a, b))
    bottom = min(grid.top - grid.rows * grid.cell_y for grid in (a, b))
    rows, cols = round((top - bottom) / a.cell_y), round((right - left) / a.cell_x)
    if rows * cols > MOST_CELLS:
        raise InputError(
            f"{names[0]} and {names[1]} are {rows} × {cols} cells together",
            advice="Write both with a larger --cell-size.",
        )
    return replace(b, values=np.broadcast_to(np.uint8(0), (rows, cols)), left=left, top=top)


def carried(
    seconds: NDArray[np.float64], of: VelocityGrid, to: VelocityGrid
) -> NDArray[np.float64]:
    """float64, shape of `to`: seconds of a grid on a larger one with the same cells, inf around."""
    row, col = round((to.top - of.top) / of.cell_y), round((of.left - to.left) / of.cell_x)
    found = np.full(to.shape, np.inf)
    found[row : row + of.rows, col : col + of.cols] = seconds
    return found


def _is_whole(cells: float) -> bool:
    return abs(cells - round(cells)) <= ROUNDED
