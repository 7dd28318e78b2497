"""Starts out of files and out of what people type: places, with names, colours and delays."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.document.document import Document
from app.matrix.places import DEGREES, MOST_NAMED, read_places_told
from app.measure import LARGEST
from app.starts import OLD_DELAYS, PlacedStart
from core.errors import InputError, IsofrontError
from raster.files.crs.start_crs import to_crs

ID, NAME, COLOURS, ON = "id", "name", ("colour", "color"), "on"

DELAYS = ("delay_s", "delay", *OLD_DELAYS)
"""Columns of delays, the usual one first: seconds, or what else costs count in their base unit."""

COLUMNS = (ID, NAME, *COLOURS, ON, *DELAYS)

_YES, _NO = ("", "1", "true", "yes", "on", "t", "y"), ("0", "false", "no", "off", "f", "n")

_COLOUR = re.compile("#?([0-9a-f]{6}|[0-9a-f]{3})")

_PAIR = re.compile(r"([-+]?\d+(?:\.\d+)?)\s*[,;\s]\s*([-+]?\d+(?:\.\d+)?)")
"""Two plain numbers."""

_PART = re.compile(
    r"""\s*([NSEWnsew])?\s*([-+]?\d+(?:\.\d+)?)\s*°?\s*
    (?:(\d+(?:\.\d+)?)\s*['′]\s*)?(?:(\d+(?:\.\d+)?)\s*["″]\s*)?([NSEWnsew])?\s*""",
    re.VERBOSE,
)
"""A number, perhaps in degrees, minutes and seconds, perhaps with the side it is on."""


@dataclass(frozen=True, eq=False)
class StartsFound:
    """starts : those that a front can set out from, as they are placed. note : on the others, ""
    where there are none."""

    starts: tuple[PlacedStart, ...]
    note: str = ""


def read_starts(name: str, document: Document, crs: str | None = None) -> tuple[PlacedStart, ...]:
    """The starts of a CSV file, or of any file of points that GDAL reads.

    Fields beside the place are all optional: `name` or `id`, `delay_s`, `colour`, `on`. crs : of x
    and y in a CSV, None for the document's. Raises InputError.
    """
    named, told = read_places_told(name, document, crs, COLUMNS)
    return tuple(
        _told(start, values, where, document)
        for start, values, where in zip(named.places, told.values, told.wheres, strict=True)
    )


def usable(
    starts: Sequence[PlacedStart], place: Callable[[PlacedStart], PlacedStart], file: str
) -> StartsFound:
    """Those that can be placed. place : raises an error of ours for one that cannot be. Raises the
    first where none can."""
    kept, reasons = list[PlacedStart](), dict[int, IsofrontError]()
    for number, start in enumerate(starts, start=1):
        try:
            kept.append(place(start))
        except IsofrontError as error:
            reasons[number] = error
    if reasons and not kept:
        raise next(iter(reasons.values()))
    if not reasons:
        return StartsFound(tuple(kept))
    some = [
        f"{starts[number - 1].name or number} ({error.found})"
        for number, error in list(reasons.items())[:MOST_NAMED]
    ]
    more = ", …" if len(reasons) > MOST_NAMED else ""
    count = f"{len(reasons):,} of {len(starts):,} starts"
    return StartsFound(tuple(kept), f"{count} of {file} are left out: {', '.join(some)}{more}")


def _told(
    start: PlacedStart, values: dict[str, str], where: str, document: Document
) -> PlacedStart:
    name = values.get(NAME) or values.get(ID, "")
    colour = next((values[column] for column in COLOURS if values.get(column)), "")
    delay = next((values[column] for column in DELAYS if values.get(column)), "")
    return replace(
        start,
        name=name,
        colour=colour_of(colour, where),
        delay_seconds=document.measure.counted(_delay(delay, where)),
        on=_is_on(values.get(ON, ""), where),
    )


def colour_of(text: str, where: str = "") -> str:
    """ "#rrggbb" of a colour as CSS writes it by digits; "" of none. Raises InputError."""
    found = _COLOUR.fullmatch(text.strip().lower())
    if not text.strip():
        return ""
    if found is None:
        raise InputError(f"'{text}' is not a colour", where=where, advice="Give #rrggbb.")
    digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
    return f"#{digits}"


def _delay(text: str, where: str) -> float:
    try:
        number = float(text or "0")
    except ValueError:
        number = math.nan
    if not 0 <= number <= LARGEST:
        raise InputError(f"'{text}' is not a delay", where=where, advice="Give seconds, 0 or more.")
    return number


def _is_on(text: str, where: str) -> bool:
    word = text.strip().lower()
    if word not in (*_YES, *_NO):
        raise InputError(f"'{text}' is neither on nor off", where=where, advice="Give 1 or 0.")
    return word in _YES


# -- typed in


def typed_start(text: str, document: Document, crs: str = "") -> PlacedStart:
    """A start as people type it: `x, y`, `41°09'N 8°37'W`, or the id of a vertex.

    crs : of x and y; "" for the document's. Numbers that lie outside of what is open and could be
    longitude and latitude are taken for these; with N, S, E and W in either order. Raises
    InputError; whether a front can set out there is not looked at.
    """
    words = text.strip()
    if document.has_vertices and re.fullmatch(r"(vertex:)?\s*-?\d{1,18}", words):
        return PlacedStart(vertex=int(words.removeprefix("vertex:")))
    first, second, sided = _numbers(words)
    if sided:
        crs = crs or DEGREES
    elif not crs and _far_out(first, second, document):
        crs = DEGREES
    if crs:
        first, second = to_crs(first, second, crs, document.crs_wkt, document.name)
    return PlacedStart(first, second)


def typed_starts(text: str, document: Document, crs: str = "") -> tuple[PlacedStart, ...]:
    """All that a text may mean, the likeliest first: see `typed_start`. Two plain numbers that lie
    off the map are also taken the other way round, latitude first, as telephones tell them; where
    they lie on the map so, it comes first. Raises InputError where it means nothing."""
    first = typed_start(text, document, crs)
    turned = _PAIR.fullmatch(text.strip())
    if turned is None or first.vertex is not None or is_on_map(first, document):
        return (first,)
    try:
        other = typed_start(f"{turned[2]}, {turned[1]}", document, crs)
    except InputError:
        return (first,)
    return (other, first) if is_on_map(other, document) else (first,)


def is_on_map(start: PlacedStart, document: Document) -> bool:
    """Whether a start lies within the bounds of what is open."""
    if document.bounds is None:
        return False
    left, bottom, right, top = document.bounds
    return left <= start.x <= right and bottom <= start.y <= top


def may_be_degrees(start: PlacedStart, document: Document) -> bool:
    """Whether coordinates are none of the document's, and longitude and latitude maybe."""
    return start.vertex is None and _far_out(start.x, start.y, document)


def _numbers(text: str) -> tuple[float, float, bool]:
    """Two numbers, x or longitude first, and whether sides were named."""
    parts = [part for part in re.split(r"[;,]|\s+(?=[-+]?\d+(?:\.\d+)?(?:\s|$|°))", text) if part]
    if len(parts) == 1:  # the side after the first number ends it
        parts = [part for part in re.split(r"(?<=[NSEWnsew])\s*(?=[-+\d])", text) if part]
    read = [_PART.fullmatch(part) for part in parts]
    if len(read) != 2 or read[0] is None or read[1] is None:
        raise InputError(f"'{text}' is not a place", advice="Give two numbers, such as 12.5, 41.9.")
    numbers, sides = [], []
    for before, whole, minutes, seconds, after in (part.groups() for part in read if part):
        number = abs(float(whole)) + float(minutes or 0) / 60 + float(seconds or 0) / 3600
        side = (before or after or "").upper()
        turned = whole.startswith("-") != (side in ("S", "W"))
        numbers.append(-number if turned and number else number)
        sides.append(side)
    across, along = [side in ("E", "W") for side in sides], [side in ("N", "S") for side in sides]
    if across[1] or along[0]:
        numbers, across, along = numbers[::-1], across[::-1], along[::-1]
    if any(sides) and not (across[0] and along[1]):
        advice = "Name a side of both numbers, such as 41.9 N, 12.5 E."
        raise InputError(f"'{text}' is not a place", advice=advice)
    return numbers[0], numbers[1], any(sides)


def _far_out(x: float, y: float, document: Document) -> bool:
    """Whether numbers are none of the document's coordinates, and longitude and latitude maybe."""
    if document.bounds is None or not document.crs_wkt or not (abs(x) <= 180 and abs(y) <= 90):
        return False
    return not is_on_map(PlacedStart(x, y), document)
