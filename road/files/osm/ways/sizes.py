"""Posted limits of height, width, length, weight and axle load as rules for motor vehicles.

Source: https://wiki.openstreetmap.org/wiki/Key:maxheight and the pages of its relatives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from road.conditions import both, clauses
from road.files.osm.access import MOTORS, WayRule
from road.files.osm.objects import Tags
from road.properties import Access, Layer, Vehicle

FIGURES = {
    "maxheight": ("height", MOTORS),
    "maxheight:physical": ("height", MOTORS),
    "maxwidth": ("width", MOTORS),
    "maxwidth:physical": ("width", MOTORS),
    "maxlength": ("length", MOTORS),
    "maxweight": ("weight", MOTORS),
    "maxweight:hgv": ("weight", Vehicle.TRUCK),
    "maxweightrating": ("weight", MOTORS),
    "maxweightrating:hgv": ("weight", Vehicle.TRUCK),
    "maxaxleload": ("axleload", MOTORS),
}
"""Figure of a condition that each key limits, and whose."""

SIZE_TAGS = frozenset((*FIGURES, *(f"{key}:conditional" for key in FIGURES)))

METRES = {"": 1.0, "m": 1.0, "cm": 0.01, "ft": 0.3048, "'": 0.3048, "in": 0.0254, '"': 0.0254}
TONNES = {
    "": 1.0,
    "t": 1.0,
    "kg": 0.001,
    "st": 0.90718474,
    "lbs": 0.00045359237,
    "lb": 0.00045359237,
}

_NUMBER = re.compile(r"""(\d+(?:[.,]\d+)?)\s*([a-z]+|'|")?\s*""")


def measure(text: str, units: dict[str, float]) -> float:
    """The sum of numbers with units, such as 13'6", in metres or tonnes; 0 for other texts."""
    text, at, total = text.strip().lower(), 0, 0.0
    while at < len(text):
        part = _NUMBER.match(text, at)
        if part is None or (part[2] or "") not in units:
            return 0.0
        total += float(part[1].replace(",", ".")) * units[part[2] or ""]
        at = part.end()
    return total


def size_rules(tags: Tags) -> Iterator[WayRule]:
    """Rules that close a way to what is larger or heavier than it allows."""
    for key in sorted(SIZE_TAGS & tags.keys()):
        base = key.removesuffix(":conditional")
        figure, vehicles = FIGURES[base]
        units = TONNES if figure in ("weight", "axleload") else METRES
        values = clauses(tags[key]) if base != key else [(tags[key], "")]
        for value, condition in values:
            most = measure(value, units)
            if most:
                told = both(f"{figure}>{most:g}", condition)
                yield WayRule(True, True, vehicles, Layer.SIZE, Access.NO, told)
