"""A line or an area while it is being drawn. Pure geometry: no Qt, whatever the zoom."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

Point = tuple[float, float]
ToPixel = Callable[[float, float], Point]

CLOSES = 12.0
"""Pixels from the first corner within which a drawing comes back to it."""

BY_HAND = 4.0
"""Pixels between two corners of what is drawn by hand."""


@dataclass
class Sketch:
    """Corners in the plane of the map, and the place of the pointer, which is the next one.

    to_pixel : where a place of the plane is on the canvas now; distances are judged there.
    """

    to_pixel: ToPixel
    corners: list[Point] = field(default_factory=list)
    at: Point | None = None

    @property
    def begun(self) -> bool:
        return bool(self.corners)

    @property
    def is_line(self) -> bool:
        """Whether what is there can be a line."""
        return len(set(self.corners)) > 1

    @property
    def closes(self) -> bool:
        """Whether the pointer is back at the first corner, after it was elsewhere."""
        if self.at is None or len(set(self.corners)) < 3:
            return False
        first = self.corners[0]
        went = max(self._pixels(first, corner) for corner in self.corners)
        return self._pixels(first, self.at) <= CLOSES < went / 2

    def add(self, x: float, y: float) -> None:
        """A corner, unless it is the last one again."""
        if not self.corners or self.corners[-1] != (x, y):
            self.corners.append((x, y))

    def trail(self, x: float, y: float) -> None:
        """Follow the hand: a corner every few pixels."""
        if not self.corners or self._pixels(self.corners[-1], (x, y)) >= BY_HAND:
            self.corners.append((x, y))

    def take_back(self) -> None:
        """Forget the last corner."""
        if self.corners:
            self.corners.pop()

    def forget(self) -> None:
        self.corners = []

    def _pixels(self, one: Point, other: Point) -> float:
        (ax, ay), (bx, by) = self.to_pixel(*one), self.to_pixel(*other)
        return math.hypot(ax - bx, ay - by)
