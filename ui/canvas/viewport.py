"""What part of the world the canvas shows, and where a point of it falls. Pure geometry.

Pixels here are device-independent: x to the right, y down, (0, 0) the upper left corner of the
canvas. CRS units: x to the right, y up. One unit is as long in x as in y.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ui.pictures.patch import Bounds


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


@dataclass(frozen=True, slots=True)
class ScaleLimits:
    """Smallest and largest CRS units of a pixel that are of use with a raster."""

    smallest: float
    largest: float

    @staticmethod
    def within(finest: float, bounds: Bounds, viewport: Viewport) -> ScaleLimits:
        """From `finest` to everything as small as a quarter of its fit."""
        return ScaleLimits(finest, max(viewport.fitted(bounds).scale * 4, finest))

    def factor(self, scale: float, wanted: float) -> float:
        """The zoom factor nearest to `wanted` that stays within."""
        return scale / min(max(scale / wanted, self.smallest), self.largest)
