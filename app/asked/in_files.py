"""What differs between the questions of two rasters of times, by the tags that these hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, cast

from app.asked.ground import limit, starts
from app.asked.moving import metrics
from app.asked.points import Differing, Point
from app.catalog.algorithms import find
from app.measure import TIME, Measure
from app.solving.request import SolveRequest
from app.starts import PlacedStart
from app.tag_words import FOR_PROGRAMS as KEYS
from core.errors import IsofrontError, ParameterError
from core.times import UNLIMITED
from road.costs.metric_records import metric_of_record

Tags = Mapping[str, str]

WORDS: tuple[tuple[str, str, Mapping[str, str]], ...] = (
    (
        "ISOFRONT_DIRECTION",
        "the direction of travel",
        {"from": "from the starts", "to": "to the starts"},
    ),
    (
        "ISOFRONT_GEOMETRY",
        "the directions",
        {"eight": "eight directions", "straight": "straight lines"},
    ),
    ("ISOFRONT_ZERO_SPEED", "the meaning of 0 km/h", {"barrier": "a barrier"}),
    ("ISOFRONT_SLOPE_MODEL", "the slopes", {"": "not counted"}),
    ("ISOFRONT_JOIN", "how ground and roads are one", {"": "ground alone"}),
    ("ISOFRONT_METRIC", "the vehicle", {}),
    ("ISOFRONT_OFF_ROAD", "the way off the road", {}),
)
"""Tags that are compared as they are: what they are, and words for what they say."""


def is_told(tags: Tags) -> bool:
    """Whether a file says all that was asked, as those of this program do."""
    return any(f"{KEYS}{of}" in tags for of in ("GROUND", "ROADS"))


def is_partial(tags: Tags) -> bool:
    """Whether its solve was cancelled."""
    return tags.get("ISOFRONT_COMPLETE", "yes") != "yes"


def differing_files(a: Tags, b: Tags, resolution: float) -> Differing | None:
    """What differs between what two files were asked; None where either does not say all of it.

    resolution : of coordinates, in units of the CRS.
    """
    if not (is_told(a) and is_told(b)):
        return None
    told = _Told.of(a, resolution), _Told.of(b, resolution)
    asked = cast("tuple[SolveRequest, SolveRequest]", told)  # all that is looked at is there
    moved = _starts(a, b, *asked), limit(*asked)
    return Differing(tuple(chain(_ground(a, b), *moved, _words(a, b), _keys(a, b), _solver(a, b))))


@dataclass(frozen=True)
class _Under:
    resolution: float
    measure: Measure = TIME


@dataclass(frozen=True)
class _Told:
    """Starts and limit of a file, as those of a request are compared."""

    starts: tuple[PlacedStart, ...]
    limit_seconds: float
    document: _Under

    @classmethod
    def of(cls, tags: Tags, resolution: float) -> _Told:
        """A file that somebody else wrote has none of what cannot be read."""
        try:
            names = json.loads(tags.get("ISOFRONT_START_NAMES", "[]"))
            listed = [each.split() for each in tags.get("ISOFRONT_STARTS", "").split("; ")]
            found = [
                _start(each, str(names[k]) if k < len(names) else "")
                for k, each in enumerate(listed)
                if len(each) == len(("x", "y", "delay")) and each[0] != "and"  # and so many more
            ]
            most = float(tags.get("ISOFRONT_LIMIT_S", "none").replace("none", "inf"))
        except (ValueError, TypeError, ParameterError):
            found, most = [], UNLIMITED
        return cls(tuple(found), most, _Under(resolution))


def _start(numbers: list[str], name: str) -> PlacedStart:
    x, y, delay = map(float, numbers)
    return PlacedStart(x, y, delay, name=name)


def _starts(a: Tags, b: Tags, one: SolveRequest, other: SolveRequest) -> Iterator[Point]:
    found = tuple(starts(one, other))
    yield from found
    if not found and a.get("ISOFRONT_STARTS") != b.get("ISOFRONT_STARTS"):
        yield Point("the starts")  # those that a file has no room for, or in another order


def _ground(a: Tags, b: Tags) -> Iterator[Point]:
    files = [tags.get("ISOFRONT_TERRAIN") or tags.get("ISOFRONT_ROADS", "") for tags in (a, b)]
    edits = [tags.get(f"{KEYS}EDITS", "") for tags in (a, b)]
    if files[0] != files[1]:
        yield Point("the file", *files)
    elif _differ(a, b, "GROUND") and not any(edits):
        yield Point("what the file holds")
    if edits[0] != edits[1]:
        yield Point("the edits of the ground", *_counts(edits))
    roads = [tags.get("ISOFRONT_ROADS", "none") for tags in (a, b)]
    if "ISOFRONT_TERRAIN" in a and roads[0] != roads[1]:
        yield Point("the roads", *roads)
    elif files[0] == files[1] and roads[0] == roads[1] and _differ(a, b, "ROADS"):
        yield Point("what the file of the roads holds")


def _words(a: Tags, b: Tags) -> Iterator[Point]:
    for tag, what, words in WORDS:
        first, second = (tags.get(tag, "") for tags in (a, b))
        if first != second:
            yield Point(what, words.get(first, first), words.get(second, second))


def _keys(a: Tags, b: Tags) -> Iterator[Point]:
    heights = [tags.get("ISOFRONT_ELEVATION", "") for tags in (a, b)]
    if all(heights) and heights[0] != heights[1]:
        yield Point("the heights", *heights)
    elif all(heights) and _differ(a, b, "HEIGHTS"):
        yield Point("the heights")
    yield from _metrics(a.get(f"{KEYS}METRIC"), b.get(f"{KEYS}METRIC"))
    if _differ(a, b, "WAYS"):
        yield Point("the speeds of single ways")
    if _differ(a, b, "CLOSURES"):
        closures = [tags.get(f"{KEYS}CLOSURES", "") for tags in (a, b)]
        yield Point("the closures", *_counts(closures))


def _differ(a: Tags, b: Tags, key: str) -> bool:
    return a.get(f"{KEYS}{key}") != b.get(f"{KEYS}{key}")


def _counts(keys: list[str]) -> tuple[str, ...]:
    """How many each counts; nothing where that is the same."""
    counts = [key.partition("-")[0] for key in keys]
    told = ["none" if count in ("", "0") else count for count in counts]
    return tuple(told) if told[0] != told[1] else ()


def _metrics(a: str | None, b: str | None) -> Iterator[Point]:
    if a is None or b is None or a == b:
        return
    try:
        one, other = (metric_of_record(json.loads(text), "a vehicle") for text in (a, b))
        found: Any = tuple(metrics(one, other))
    except (ValueError, TypeError, IsofrontError):
        found = (Point("how the vehicle drives"),)
    yield from found


def _solver(a: Tags, b: Tags) -> Iterator[Point]:
    solvers = [tags.get("ISOFRONT_SOLVER", "") for tags in (a, b)]
    if solvers[0] != solvers[1] and all(solvers):
        yield Point("the solver", *(_title(id_) for id_ in solvers))


def _title(id_: str) -> str:
    """Of an algorithm of terrain or of roads; another program's as it is."""
    for domain in ("terrain", "roads"):
        try:
            return find(id_, domain).title
        except IsofrontError:
            continue
    return id_
