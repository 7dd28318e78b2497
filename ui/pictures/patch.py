"""A part of the ground at the size of a picture. Pure geometry."""

from __future__ import annotations

import math
from dataclasses import dataclass

from raster.grid import VelocityGrid, Window

Bounds = tuple[float, float, float, float]
"""Rectangle (left, bottom, right, top) in CRS units."""

FINEST_CELL = 128
"""Pixels per cell beyond which a picture tells nothing new."""

Rows = tuple[int, int]
"""First row of pixels and the one after the last."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A window of cells, or a part of a plane without cells, drawn at a size in device pixels.

    The size is the window's true size on the screen rounded to whole pixels, so that the picture
    can be copied there unscaled; it is nowhere more than half a pixel off.
    """

    cells: Window | None
    shape: tuple[int, int]
    bounds: Bounds

    @property
    def window(self) -> Window:
        """The cells, of a raster."""
        assert self.cells is not None, "no raster"
        return self.cells

    @property
    def all_rows(self) -> Rows:
        return 0, self.shape[0]

    @property
    def cells_per_pixel(self) -> float:
        return max(self.window.height / self.shape[0], self.window.width / self.shape[1])


def patch_of(grid: VelocityGrid, bounds: Bounds, scale: float) -> Patch | None:
    """The cells within `bounds` at `scale` CRS units a device pixel; None where there are none."""
    left, bottom, right, top = bounds
    first_col = max(math.floor((left - grid.left) / grid.cell_x), 0)
    first_row = max(math.floor((grid.top - top) / grid.cell_y), 0)
    end_col = min(math.ceil((right - grid.left) / grid.cell_x), grid.cols)
    end_row = min(math.ceil((grid.top - bottom) / grid.cell_y), grid.rows)
    if end_col <= first_col or end_row <= first_row:
        return None
    window = Window(first_row, first_col, end_row - first_row, end_col - first_col)
    shape = (
        max(round(window.height * grid.cell_y / scale), 1),
        max(round(window.width * grid.cell_x / scale), 1),
    )
    x, y = grid.left + first_col * grid.cell_x, grid.top - first_row * grid.cell_y
    held = (x, y - window.height * grid.cell_y, x + window.width * grid.cell_x, y)
    return Patch(window, shape, held)


def widened(bounds: Bounds, share: float) -> Bounds:
    """`bounds` grown by `share` of their width and height on each side."""
    left, bottom, right, top = bounds
    dx, dy = (right - left) * share, (top - bottom) * share
    return left - dx, bottom - dy, right + dx, top + dy


def contains(outer: Bounds, inner: Bounds) -> bool:
    """Whether `inner` lies within `outer`, up to rounding; an empty one lies anywhere."""
    left, bottom, right, top = inner
    slack = 1e-9 * (abs(outer[2] - outer[0]) + abs(outer[3] - outer[1]))
    if right <= left or top <= bottom:
        return True
    return (
        outer[0] <= left + slack
        and outer[1] <= bottom + slack
        and outer[2] >= right - slack
        and outer[3] >= top - slack
    )
