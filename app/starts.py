"""Where a user wants a front to set out: one shape, from the click to the solver's door."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlacedStart:
    """A start on the map, in CRS units; `delay_seconds` is time already on the clock.

    vertex : of a road graph, where it was named instead of a place; x and y are then the vertex's,
        or NaN in a graph without positions. -1 for a place.
    """

    x: float
    y: float
    delay_seconds: float = 0.0
    vertex: int = -1

    @property
    def told(self) -> tuple[float, float, float]:
        """x, y and delay, as files and JSON have it."""
        return self.x, self.y, self.delay_seconds
