"""Where a user wants a front to set out: one shape, from the click to the solver's door."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class PlacedStart:
    """A start on the map, in CRS units; `delay_seconds` is time already on the clock.

    vertex : of a road graph, by the id that the file gives it, where that was named instead of a
        place; x and y are then the vertex's, or NaN until the document has placed it and in a graph
        without positions.
    """

    x: float = math.nan
    y: float = math.nan
    delay_seconds: float = 0.0
    vertex: int | None = None

    def moved(self, x: float, y: float) -> PlacedStart:
        """The start at a place on the map, wherever it was or however it was named."""
        return replace(self, x=x, y=y, vertex=None)

    @property
    def told(self) -> tuple[float, float, float]:
        """x, y and delay, as files and JSON have it."""
        return self.x, self.y, self.delay_seconds


ANYWHERE = PlacedStart()
"""A start that is to be put where one gets far from."""
