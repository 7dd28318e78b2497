"""Turn restrictions as relations tell them.

Source: https://wiki.openstreetmap.org/wiki/Relation:restriction
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from road.conditions import DAYS, clauses
from road.conditions import understood as is_understood
from road.files.osm.access import MOTORS, WHEELS
from road.files.osm.objects import Relation, Tags
from road.properties import Vehicle

BOUND: dict[str, Vehicle] = {
    "motorcar": MOTORS,
    "motor_vehicle": MOTORS,
    "vehicle": WHEELS,
    "bicycle": Vehicle.BICYCLE,
    "foot": Vehicle.FOOT,
    "hgv": Vehicle.TRUCK,
    **dict.fromkeys(("bus", "psv"), Vehicle.BUS),
}
"""Vehicles bound by the word in `restriction:WORD`, `type=restriction:WORD` and `except`; other
words (tourist_bus) mean none of the vehicles that are told apart here."""

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
    condition : as of `road.conditions`, "" for always.
    """

    relation: int
    only: bool
    manoeuvre: str
    vehicles: int
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    via_node: int | None
    via_ways: tuple[int, ...]
    condition: str = ""


def understood(relation: Relation) -> Restriction | Fate:
    """The restriction, or why it is none that can be applied."""
    starts, ends, via_ways = (_refs(relation, role, "w") for role in ("from", "to", "via"))
    via_nodes = _refs(relation, "via", "n")
    if not starts or not ends or not (via_nodes or via_ways):
        return Fate.INCOMPLETE
    said = _said(relation.tags)
    if isinstance(said, Fate):
        return said
    value, vehicles, condition = said
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
        relation.id, word == "only", manoeuvre, vehicles, starts, ends, node, via_ways, condition
    )


def member_ways(relation: Relation) -> set[int]:
    return {m.ref for m in relation.members if m.kind == "w" and m.role in ("from", "via", "to")}


def _refs(relation: Relation, role: str, kind: str) -> tuple[int, ...]:
    return tuple(m.ref for m in relation.members if m.role == role and m.kind == kind)


def _said(tags: Tags) -> tuple[str, int, str] | Fate:
    """(value, bits of vehicles bound, condition), or why it does not count."""
    kind_vehicle = tags["type"].partition(":")[2]
    condition = _by_days(tags)
    values: dict[tuple[str, str], int] = {}
    for key, value in tags.items():
        word, _, rest = key.partition(":")
        vehicle = rest.removesuffix("conditional").removesuffix(":")
        if word != "restriction" or vehicle not in ("", *BOUND):
            continue
        bound = BOUND.get(vehicle or kind_vehicle, Vehicle.NONE)
        bound = bound if vehicle or kind_vehicle else WHEELS
        for said in _conditional(value) if rest.endswith("conditional") else [(value, condition)]:
            values[said] = values.get(said, 0) | bound
    if not values:
        others = any(key.startswith("restriction:") for key in tags)
        return Fate.OTHERS if others else Fate.UNCLEAR
    value, condition = max(values, key=lambda v: (not v[1], values[v].bit_count()))
    if condition and not is_understood(condition):
        return Fate.UNCLEAR
    return value, values[value, condition] & ~_excepted(tags), condition


def _conditional(text: str) -> list[tuple[str, str]]:
    """(value, condition); of several times of the same value one that is any of them."""
    joined: dict[str, str] = {}
    for value, condition in clauses(text):
        joined[value] = f"{joined[value]}, {condition}" if value in joined else condition
    return list(joined.items())


def _by_days(tags: Tags) -> str:
    """The condition that `day_on`, `hour_on` and their like make; "" where there are none."""
    if not any(key in tags for key in TIMES):
        return ""
    days = [_day(tags.get(key, "")) for key in ("day_on", "day_off")]
    hours = [tags.get(key, "").strip() for key in ("hour_on", "hour_off")]
    return " ".join("-".join(pair) for pair in (days, hours) if any(pair))


def _day(text: str) -> str:
    """ "Monday" and "M" as "mo"; what means no day, or two ("T"), stays as it is."""
    word = text.strip().lower()
    found = [day for day in DAYS if word and (day.startswith(word[:2]) or word.startswith(day))]
    return found[0] if len(found) == 1 else word


def _excepted(tags: Tags) -> int:
    words: Iterable[str] = (word.strip() for word in tags.get("except", "").split(";"))
    excepted = 0
    for word in words:
        excepted |= BOUND.get(word, Vehicle.NONE)
    return excepted
