"""Turn restrictions as relations tell them.

Source: https://wiki.openstreetmap.org/wiki/Relation:restriction
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from road.files.osm.access import MOTORS, WHEELS
from road.files.osm.objects import Relation, Tags
from road.properties import Vehicle

BOUND: dict[str, Vehicle] = {
    "motorcar": MOTORS,
    "motor_vehicle": MOTORS,
    "vehicle": WHEELS,
    "bicycle": Vehicle.BICYCLE,
    "foot": Vehicle.FOOT,
}
"""Vehicles bound by the word in `restriction:WORD`, `type=restriction:WORD` and `except`; other
words (hgv, psv) mean none of the vehicles that are told apart here."""

TIMES = ("day_on", "day_off", "hour_on", "hour_off", "date_on", "date_off")

MANOEUVRES = {
    *("left_turn", "right_turn", "straight_on", "u_turn", "entry", "exit"),
    *("diagonal_left_turn", "diagonal_right_turn"),
}


class Fate(StrEnum):
    """What became of a restriction, in words for the notes."""

    APPLIED = "applied"
    NEEDLESS = "redundant, because of one-way streets or access"
    TIMED = "valid only at certain times"
    OTHERS = "only for vehicles that are not told apart here"
    UNCLEAR = "not understood"
    APART = "with ways that do not meet"
    INCOMPLETE = "with members that the file does not hold"


@dataclass(frozen=True)
class Restriction:
    """A turn restriction whose members are all named.

    only : whether it is the one way to go on, rather than one that is forbidden.
    manoeuvre : "left_turn", "u_turn", …
    vehicles : bits that it binds.
    starts, ends : ways one comes from and goes to; several mean each of them.
    via_node : the node, or None where ways lie between. via_ways : those, in order.
    """

    relation: int
    only: bool
    manoeuvre: str
    vehicles: int
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    via_node: int | None
    via_ways: tuple[int, ...]


def understood(relation: Relation) -> Restriction | Fate:
    """The restriction, or why it is none that can be applied."""
    starts, ends, via_ways = (_refs(relation, role, "w") for role in ("from", "to", "via"))
    via_nodes = _refs(relation, "via", "n")
    if not starts or not ends or not (via_nodes or via_ways):
        return Fate.INCOMPLETE
    said = _said(relation.tags)
    if isinstance(said, Fate):
        return said
    value, vehicles = said
    word, _, manoeuvre = value.partition("_")
    if word not in ("no", "only") or manoeuvre not in MANOEUVRES:
        return Fate.UNCLEAR
    if len(via_nodes) > 1 or (via_nodes and via_ways):
        return Fate.UNCLEAR
    if via_ways and len(starts) + len(ends) > 2:
        return Fate.UNCLEAR
    if not vehicles:
        return Fate.OTHERS
    node = via_nodes[0] if via_nodes else None
    return Restriction(
        relation.id, word == "only", manoeuvre, vehicles, starts, ends, node, via_ways
    )


def member_ways(relation: Relation) -> set[int]:
    return {m.ref for m in relation.members if m.kind == "w" and m.role in ("from", "via", "to")}


def _refs(relation: Relation, role: str, kind: str) -> tuple[int, ...]:
    return tuple(m.ref for m in relation.members if m.role == role and m.kind == kind)


def _said(tags: Tags) -> tuple[str, int] | Fate:
    """(value, bits of vehicles bound), or why it does not count."""
    if any(key in tags for key in TIMES):
        return Fate.TIMED
    kind_vehicle = tags["type"].partition(":")[2]
    values: dict[str, int] = {}
    for key, value in tags.items():
        word, _, vehicle = key.partition(":")
        if word == "restriction" and vehicle in ("", *BOUND):
            bound = BOUND.get(vehicle or kind_vehicle, Vehicle.NONE)
            values[value] = values.get(value, 0) | (bound if vehicle or kind_vehicle else WHEELS)
    if not values:
        return _unsaid(tags)
    value = max(values, key=lambda v: values[v].bit_count())
    return value, values[value] & ~_excepted(tags)


def _unsaid(tags: Tags) -> Fate:
    """Why a relation without a value for our vehicles does not count."""
    if any(key.startswith("restriction") and key.endswith(":conditional") for key in tags):
        return Fate.TIMED
    others = any(key.startswith("restriction:") for key in tags)
    return Fate.OTHERS if others else Fate.UNCLEAR


def _excepted(tags: Tags) -> int:
    words: Iterable[str] = (word.strip() for word in tags.get("except", "").split(";"))
    excepted = 0
    for word in words:
        excepted |= BOUND.get(word, Vehicle.NONE)
    return excepted
