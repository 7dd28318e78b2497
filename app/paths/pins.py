"""Places that a path is wanted to, whatever is solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.paths.path import TravelPath
from resources.start_colours import dealt


@dataclass(frozen=True, slots=True)
class Pin:
    """A place that a path is wanted to, in CRS units, what the path is called, and its colour as
    #rrggbb."""

    x: float
    y: float
    name: str
    colour: str = ""


@dataclass(frozen=True, eq=False)
class NamedPath:
    """A pin, and the path to it. start : what the start is called that the path comes from."""

    pin: Pin
    path: TravelPath
    start: str = ""


def coloured(pins: Sequence[Pin]) -> tuple[Pin, ...]:
    """The same, each with a colour of its own."""
    tones = dealt([pin.colour for pin in pins])
    return tuple(replace(pin, colour=tone) for pin, tone in zip(pins, tones, strict=True))
