"""What part of the world the canvas shows, and where a point of it falls. Pure geometry.

Pixels here are device-independent: x to the right, y down, (0, 0) the upper left corner of the
canvas. CRS units: x to the right, y up. One unit is as long in x as in y.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from raster.grid import VelocityGrid, Window

Bounds = tuple[float, float, float, float]
"""Rectangle (left, bottom, right, top) in CRS units."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """`x`, `y` is the middle of the canvas and `scale` the CRS units of a pixel."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    width: int = 1
    height: int = 1

    def to_map(self, px: float, py: float) -> tuple[float, float]:
        """CRS point under a pixel."""
        return (
            self.x + (px - self.width / 2) * self.scale,
            self.y - (py - self.height / 2) * self.scale,
        )

    def to_pixel(self, x: float, y: float) -> tuple[float, float]:
        """Pixel of a CRS point."""
        return (
            self.width / 2 + (x - self.x) / self.scale,
            self.height / 2 - (y - self.y) / self.scale,
        )

    @property
    def bounds(self) -> Bounds:
        left, top = self.to_map(0, 0)
        right, bottom = self.to_map(self.width, self.height)
        return left, bottom, right, top

    def resized(self, width: int, height: int) -> Viewport:
        return replace(self, width=max(width, 1), height=max(height, 1))

    def panned(self, dx: float, dy: float) -> Viewport:
        """The contents moved by `dx`, `dy` pixels."""
        return replace(self, x=self.x - dx * self.scale, y=self.y + dy * self.scale)

    def zoomed(self, factor: float, px: float, py: float) -> Viewport:
        """`factor` times larger, with the point under the pixel held in place."""
        x, y = self.to_map(px, py)
        scale = self.scale / factor
        return replace(
            self,
            x=x - (px - self.width / 2) * scale,
            y=y + (py - self.height / 2) * scale,
            scale=scale,
        )

    def fitted(self, bounds: Bounds, margin: float = 0.04) -> Viewport:
        """The whole of `bounds`, with `margin` of the canvas left free on every side."""
        left, bottom, right, top = bounds
        room = 1 - 2 * margin
        scale = max((right - left) / (self.width * room), (top - bottom) / (self.height * room))
        return replace(self, x=(left + right) / 2, y=(bottom + top) / 2, scale=scale or 1.0)

    def kept_on(self, bounds: Bounds) -> Viewport:
        """Moved as little as it takes for the middle to lie within `bounds`."""
        left, bottom, right, top = bounds
        return replace(self, x=min(max(self.x, left), right), y=min(max(self.y, bottom), top))


FINEST_CELL = 128
"""Pixels per cell beyond which a picture tells nothing new."""


@dataclass(frozen=True, slots=True)
class ScaleLimits:
    """Smallest and largest CRS units of a pixel that are of use with a raster."""

    smallest: float
    largest: float

    @staticmethod
    def of(grid: VelocityGrid, viewport: Viewport) -> ScaleLimits:
        """From a cell as large as 128 pixels to the raster as small as a quarter of its fit."""
        finest = min(grid.cell_x, grid.cell_y) / FINEST_CELL
        return ScaleLimits.within(finest, grid.bounds, viewport)

    @staticmethod
    def within(finest: float, bounds: Bounds, viewport: Viewport) -> ScaleLimits:
        """From `finest` to everything as small as a quarter of its fit."""
        return ScaleLimits(finest, max(viewport.fitted(bounds).scale * 4, finest))

    def factor(self, scale: float, wanted: float) -> float:
        """The zoom factor nearest to `wanted` that stays within."""
        return scale / min(max(scale / wanted, self.smallest), self.largest)


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
