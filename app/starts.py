"""Where a user wants a front to set out: one shape, from the click to the solver's door."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.errors import InputError
from resources.start_colours import dealt

OLD_DELAYS = ("head_start_s", "head_start", "head_start_seconds")
"""Names that the delay had before: read, and never written."""


@dataclass(frozen=True, slots=True)
class PlacedStart:
    """A start on the map, in CRS units; `delay_seconds` is time already on the clock.

    vertex : of a road graph, by the id that the file gives it, where that was named instead of a
        place; x and y are then the vertex's, or NaN until the document has placed it and in a graph
        without positions.
    name : what people call it; "" for none. colour : "#rrggbb", "" for one that is dealt.
    on : whether it is solved from; one that is off stays where it is.
    """

    x: float = math.nan
    y: float = math.nan
    delay_seconds: float = 0.0
    vertex: int | None = None
    name: str = ""
    colour: str = ""
    on: bool = True

    def moved(self, x: float, y: float) -> PlacedStart:
        """The start at a place on the map, wherever it was or however it was named."""
        return replace(self, x=x, y=y, vertex=None)

    @property
    def told(self) -> tuple[float, float, float]:
        """x, y and delay, as files and JSON have it."""
        return self.x, self.y, self.delay_seconds

    def alike(self, other: PlacedStart) -> bool:
        """Whether both are solved the same: they differ in name and colour alone."""
        return replace(self, name=other.name, colour=other.colour) == other

    def record(self) -> dict[str, Any]:
        """As a JSON object, for files that keep starts; a place that is not known is left out."""
        found: dict[str, Any] = {"delay_s": self.delay_seconds, "on": self.on}
        if self.vertex is not None:
            found["vertex"] = self.vertex
        if math.isfinite(self.x) and math.isfinite(self.y):
            found |= {"x": self.x, "y": self.y}
        if self.name:
            found["name"] = self.name
        if self.colour:
            found["colour"] = self.colour
        return found


ANYWHERE = PlacedStart()
"""A start that is to be put where one gets far from."""


def start_of(record: Mapping[str, Any]) -> PlacedStart:
    """What `PlacedStart.record` told; raises InputError for what it never would."""
    delay = record.get("delay_s", 0.0)
    for old in OLD_DELAYS:
        delay = record.get(old, delay)
    vertex = record.get("vertex")
    try:
        start = PlacedStart(
            float(record.get("x", math.nan)),
            float(record.get("y", math.nan)),
            float(delay),
            None if vertex is None else int(vertex),
            str(record.get("name", "")),
            str(record.get("colour", "")),
            bool(record.get("on", True)),
        )
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{str(dict(record))[:80]} is not a start", advice="Give x, y and delay_s as numbers."
        ) from error
    if not 0 <= start.delay_seconds < math.inf:
        raise InputError(f"a delay of {start.delay_seconds} s", advice="Give 0 or more.")
    return start


def on(starts: Sequence[PlacedStart]) -> tuple[PlacedStart, ...]:
    """Those that are solved from."""
    return tuple(start for start in starts if start.on)


def coloured(starts: Sequence[PlacedStart]) -> tuple[PlacedStart, ...]:
    """The same, each with a colour of its own."""
    tones = dealt([start.colour for start in starts])
    return tuple(replace(start, colour=tone) for start, tone in zip(starts, tones, strict=True))


def names_of(starts: Sequence[PlacedStart]) -> tuple[str, ...]:
    """What they are called: their names, or their numbers in the list."""
    return tuple(start.name or str(number) for number, start in enumerate(starts, start=1))
