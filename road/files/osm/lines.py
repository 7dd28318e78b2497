"""Lines of OPL, osmium's text format, taken apart in bulk.

An object per line, fields split by blanks: `w12 Thighway=primary,oneway=yes Nn1,n2` and
`r3 Ttype=restriction Mw12@from,n2@via`. Odd characters in strings are `%` code in hexadecimal `%`.
Source: https://osmcode.org/opl-file-format/
"""

from __future__ import annotations

import re
from collections.abc import Container

import numpy as np

from road.files.osm.objects import Member, NamedPlace, Relation, TaggedNode, Tags
from road.graph import I64
from road.names import PlaceKind

PLACES = {
    "city": PlaceKind.CITY, "town": PlaceKind.TOWN, "island": PlaceKind.ISLAND,
    "village": PlaceKind.VILLAGE, "suburb": PlaceKind.SUBURB, "quarter": PlaceKind.SUBURB,
    "hamlet": PlaceKind.HAMLET, "neighbourhood": PlaceKind.NEIGHBOURHOOD,
    "locality": PlaceKind.LOCALITY, "islet": PlaceKind.LOCALITY,
}  # fmt: skip
"""Kind of place of each value of `place` that is named on maps of roads."""

_ESCAPED = re.compile("%([0-9a-f]+)%")


def plain(text: str) -> str:
    """The string that an escaped one stands for."""
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text) if "%" in text else text


def tags_of_field(field: str, wanted: Container[str] | None = None) -> Tags:
    """Tags of a `T…` field; only those with a wanted key, if any are named.

    Keys that are wanted must be of letters, digits, `_` and `:`, which are never escaped.
    """
    pairs = [part.partition("=") for part in field[1:].split(",") if part]
    if wanted is None:
        return {plain(key): plain(value) for key, _, value in pairs}
    return {key: plain(value) for key, _, value in pairs if key in wanted}


def refs_of_fields(fields: list[str]) -> tuple[I64, I64]:
    """Node ids of `N…` fields, all in a row, and how many each holds; both int64."""
    counts = np.array([field.count("n") for field in fields], np.int64)
    row = ",".join(field[1:] for field in fields if len(field) > 1).replace("n", "")
    return np.fromstring(row, np.int64, sep=","), counts


def relation_of_line(line: str) -> Relation:
    number, tags, members = line.split(" ")
    return Relation(
        int(number[1:]), tags_of_field(tags), tuple(map(_member, members[1:].split(",")))
    )


def _member(text: str) -> Member:
    if not text:  # a relation may have no members at all
        return Member("", 0, "")
    ref, _, role = text.partition("@")
    return Member(ref[0], int(ref[1:]), plain(role))


_NAMED = re.compile(r"[T,]name=([^,]+)")
_NUMBERED = re.compile(r"[T,]ref=([^,]+)")


def name_of_field(field: str) -> str:
    """Of a `T…` field: the `name`, else the `ref`, in which the first of several counts; or ""."""
    found = _NAMED.search(field)
    if found is None:
        found = _NUMBERED.search(field)
        return "" if found is None else plain(found[1]).split(";")[0].strip()
    return plain(found[1]).strip()


def place_of_line(line: str) -> NamedPlace | None:
    """None for a node that is no place with a name, or has no position."""
    _number, tags, *place = line.split(" ")
    held = tags_of_field(tags)
    kind = PLACES.get(held.get("place", ""))
    at = {part[:1]: part[1:] for part in place}
    if kind is None or not held.get("name") or not (at.get("x") and at.get("y")):
        return None
    return NamedPlace(float(at["x"]), float(at["y"]), kind, held["name"])


def node_of_line(line: str) -> TaggedNode:
    number, tags, _ = line.split(" ", 2)
    return TaggedNode(int(number[1:]), tags_of_field(tags))
