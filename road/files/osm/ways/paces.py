"""Speeds that single ways have of their own: ferries by their duration, one-way traffic that
alternates, and limits that depend on the hour.

Sources: https://wiki.openstreetmap.org/wiki/Key:duration, …/Key:oneway, …/Conditional_restrictions
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from road.conditions import clauses
from road.files.osm.objects import Tags
from road.files.osm.speed import posted_kmh

PACE_TAGS = frozenset(("duration", "maxspeed:conditional"))

ALTERNATING = 0.4
"""Share of its speed that a way has where traffic goes one way after the other, as OSRM has it."""

_CLOCK = re.compile(r"(\d+):(\d{1,2})(?::(\d{1,2}))?")
_ISO = re.compile(r"p(?:(\d+)d)?(?:t(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?)?")


class WayPace(NamedTuple):
    """What a way's tags say of its speed: one of the first three, None being nothing.

    seconds : that the whole way takes. scale : multiplies the speed. limit_kmh : posted.
    condition : on which it depends, "" for none.
    """

    seconds: float | None = None
    scale: float | None = None
    limit_kmh: float | None = None
    condition: str = ""


def seconds_of(duration: str) -> float:
    """Of "0:45", "1:30:00", "45" (minutes) or "PT1H30M"; 0 for other texts."""
    text = duration.strip().lower()
    if text.isascii() and text.isdecimal():
        return 60.0 * int(text)
    clock = _CLOCK.fullmatch(text)
    if clock:
        hours, minutes, seconds = (int(part or 0) for part in clock.groups())
        return 3600.0 * hours + 60.0 * minutes + seconds
    iso = _ISO.fullmatch(text)
    if iso is None:
        return 0.0
    days, hours, minutes, seconds = (int(part or 0) for part in iso.groups())
    return 86400.0 * days + 3600.0 * hours + 60.0 * minutes + seconds


def paces_of(tags: Tags, *, ferry: bool) -> Iterator[WayPace]:
    """In the order in which they count, the last first to go."""
    seconds = seconds_of(tags.get("duration", "")) if ferry else 0.0
    if seconds:
        yield WayPace(seconds=seconds)
    if tags.get("oneway") == "alternating":
        yield WayPace(scale=ALTERNATING)
    for value, condition in clauses(tags.get("maxspeed:conditional", "")):
        kmh = posted_kmh(value)
        if kmh:
            yield WayPace(limit_kmh=kmh, condition=condition)
