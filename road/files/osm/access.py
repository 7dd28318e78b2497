"""Who may use a way, and in which directions.

The most specific tag decides: `motorcar` before `motor_vehicle` before `vehicle` before `access`,
and with `:forward` or `:backward` before without. Where no tag speaks, the class of the road does.
What depends on a condition (`motor_vehicle:conditional=no @ (Mo-Fr 07:00-09:00)`), and what is said
of lorries or buses alone, becomes rules beside the bits.
Sources: https://wiki.openstreetmap.org/wiki/Key:access, …/Key:oneway, …/Key:cycleway,
…/Conditional_restrictions
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from road.conditions import clauses
from road.files.osm.objects import Tags
from road.properties import Access, Layer, RoadClass, Surface, Vehicle

MOTORS = Vehicle.CAR | Vehicle.OFFROAD | Vehicle.TRUCK | Vehicle.BUS
WHEELS = MOTORS | Vehicle.BICYCLE
ALL = WHEELS | Vehicle.FOOT

_CARS = ("motorcar", "motor_vehicle", "vehicle", "access")
HIERARCHY = {
    Vehicle.CAR: _CARS,
    Vehicle.OFFROAD: _CARS,
    Vehicle.TRUCK: ("hgv", "motor_vehicle", "vehicle", "access"),
    Vehicle.BUS: ("bus", "psv", "motor_vehicle", "vehicle", "access"),
    Vehicle.BICYCLE: ("bicycle", "vehicle", "access"),
    Vehicle.FOOT: ("foot", "access"),
}
OWN = {"motorcar", "motor_vehicle", "hgv", "bus", "psv", "bicycle", "foot"}
"""Tags about one kind of vehicle: a "yes" there opens what the class of the road closes."""

ACCESS_KEYS = (
    *("access", "vehicle", "motor_vehicle", "motorcar", "hgv", "bus", "psv", "bicycle", "foot"),
)

YES = {"yes", "true", "1", "permissive", "designated", "official", "public", "discouraged"}
PRIVATE = {
    *("private", "destination", "delivery", "customers", "customer", "residents", "resident"),
    *("permit", "employees", "visitors", "members"),
}
NO = {
    *(
        "no",
        "false",
        "0",
        "none",
        "agricultural",
        "forestry",
        "military",
        "emergency",
        "restricted",
    ),
    *("psv", "bus", "taxi", "hov", "hgv", "use_sidepath", "separate", "dismount", "closed"),
    *("prohibited", "staff"),
}
NAMED = {"psv": Vehicle.BUS, "bus": Vehicle.BUS, "hgv": Vehicle.TRUCK}
"""Values that name the only vehicles that may pass."""

_C = RoadClass
CLASS_VEHICLES: dict[RoadClass, Vehicle] = {
    **dict.fromkeys((_C.MOTORWAY, _C.MOTORWAY_LINK), MOTORS),
    _C.TRACK: Vehicle.OFFROAD | Vehicle.BICYCLE | Vehicle.FOOT,
    **dict.fromkeys((_C.CYCLEWAY, _C.PATH), Vehicle.BICYCLE | Vehicle.FOOT),
    **dict.fromkeys((_C.PEDESTRIAN, _C.BRIDLEWAY, _C.FOOTWAY, _C.STEPS), Vehicle.FOOT),
}
"""Vehicles that may use a class of road where no tag says it; classes that are not listed are open
to all."""

FORWARD_ONLY = {"yes", "true", "1"}
BACKWARD_ONLY = {"-1", "reverse"}
REVERSIBLE = "reversible"
ROUNDABOUTS = {"roundabout", "circular"}
TOO_ROUGH_FOR_CARS = {"horrible", "very_horrible", "impassable"}
SIDES = ("forward", "backward")

Verdicts = list[tuple[str, Access]]
"""(condition, what is said where it holds), the first that holds decides; the last has none."""


class WayRule(NamedTuple):
    """A row of `road.graph.RoadRules`. forward, backward : whether it is about that direction."""

    forward: bool
    backward: bool
    vehicles: Vehicle
    layer: Layer
    says: Access
    condition: str


@dataclass(frozen=True)
class Users:
    """Bits of vehicles along the way and against it, and whether it is for residents only.

    Who may use it under some condition has a bit as well, and rules that say when.

    private : of cars where any may use the way, else of all who may.
    """

    forward: Vehicle
    backward: Vehicle
    private: bool
    rules: tuple[WayRule, ...] = ()


def access_of(value: str, vehicle: Vehicle = Vehicle.NONE) -> Access:
    """Of several values ("agricultural;destination") the most welcoming counts."""
    found = Access.SILENT
    for part in value.split(";"):
        word = part.strip().lower()
        if NAMED.get(word, Vehicle.NONE) & vehicle:
            return Access.YES
        for words, says in ((YES, Access.YES), (PRIVATE, Access.PRIVATE), (NO, Access.NO)):
            if word in words:
                found = max(found, says)
    return found


def users_of(tags: Tags, road: RoadClass, surface: Surface) -> Users:
    """Who may use a way of that class and surface."""
    said = tuple((key, tags[key]) for key in sorted(ACCESS_TAGS & tags.keys()))
    return _users_of(said, road, surface == Surface.PAVED)


@lru_cache(maxsize=1 << 16)
def _users_of(said: tuple[tuple[str, str], ...], road: RoadClass, paved: bool) -> Users:
    tags = dict(said)
    usual = _usual_users(tags, road, paved)
    kept_out = _kept_out(tags)
    bits = [Vehicle.NONE, Vehicle.NONE]
    private_to = Vehicle.NONE
    access: dict[tuple[Vehicle, int], Verdicts] = {}
    rules: list[WayRule] = []
    for vehicle in HIERARCHY:
        for back, side in enumerate(SIDES):
            may = list(_side_access(tags, vehicle, side, bool(usual & vehicle)))
            goes = list(_side_ways(tags, road, vehicle, side))
            if any(says > Access.NO for _, says in may) and any(s > Access.NO for _, s in goes):
                bits[back] |= vehicle & ~kept_out
            if may[-1][1] is Access.PRIVATE:
                private_to |= vehicle
            access[vehicle, back] = may
            rules += _rules(vehicle, back, Layer.DIRECTION, goes)
    either = bits[0] | bits[1]
    asked = either & (Vehicle.CAR | Vehicle.OFFROAD) or either & MOTORS or either
    private = bool(asked) and not asked & ~private_to
    for (vehicle, back), may in access.items():
        rules += _rules(vehicle, back, Layer.ACCESS, may)
        others = vehicle & (MOTORS & ~asked) and len(may) == 1
        if others and bits[back] & vehicle and private != (may[0][1] is Access.PRIVATE):
            rules.append(_rule(vehicle, back, Layer.ACCESS, may[0]))
    useful = tuple(rule for rule in rules if rule.vehicles & either)
    return Users(bits[0], bits[1], private, useful)


def _rules(vehicle: Vehicle, back: int, layer: Layer, said: Verdicts) -> Iterator[WayRule]:
    """Rows for what depends on a condition: what always holds first, since the last row counts."""
    if len(said) > 1:
        yield from (_rule(vehicle, back, layer, verdict) for verdict in reversed(said))


def _rule(vehicle: Vehicle, back: int, layer: Layer, verdict: tuple[str, Access]) -> WayRule:
    condition, says = verdict
    return WayRule(not back, bool(back), vehicle, layer, says, condition)


def _usual_users(tags: Tags, road: RoadClass, paved: bool) -> Vehicle:
    if road is RoadClass.FERRY:
        named = any(key in tags for key in ("foot", "bicycle", "motorcar", "motor_vehicle"))
        if tags.get("route") == "shuttle_train":
            return Vehicle.NONE if named else MOTORS
        return Vehicle.FOOT if named else ALL
    usual = CLASS_VEHICLES.get(road, ALL)
    if road is RoadClass.TRACK and (paved or tags.get("tracktype") == "grade1"):
        usual |= MOTORS
    return usual & MOTORS if tags.get("motorroad") == "yes" else usual


def _kept_out(tags: Tags) -> Vehicle:
    """Whom the state of the way keeps out, or that it is for emergencies, whatever the law says."""
    smoothness = tags.get("smoothness", "")
    kept_out = Vehicle.NONE
    if tags.get("4wd_only") in FORWARD_ONLY or smoothness in TOO_ROUGH_FOR_CARS:
        kept_out |= Vehicle.CAR | Vehicle.TRUCK | Vehicle.BUS
    if tags.get("service") == "emergency_access":
        kept_out |= MOTORS
    impassable = (smoothness, tags.get("status"), tags.get("impassable"))
    return kept_out | WHEELS if impassable[2] == "yes" or "impassable" in impassable else kept_out


def _side_access(
    tags: Tags, vehicle: Vehicle, side: str, usual: bool
) -> Iterator[tuple[str, Access]]:
    for key in HIERARCHY[vehicle]:
        for name in (f"{key}:{side}", key):
            conditional = clauses(tags.get(f"{name}:conditional", ""))
            for value, condition in (*reversed(conditional), (tags.get(name, ""), "")):
                says = access_of(value, vehicle)
                if says is Access.SILENT:
                    continue
                opened = usual or (says is Access.YES and key in OWN)
                yield condition, says if opened else Access.NO
                if not condition:
                    return
    yield "", Access.YES if usual else Access.NO


def _side_ways(
    tags: Tags, road: RoadClass, vehicle: Vehicle, side: str
) -> Iterator[tuple[str, Access]]:
    """Whether one-way rules let the vehicle go that way."""
    if vehicle is Vehicle.FOOT:
        yield "", _going(_one_way_on_foot(tags), side)
        return
    if vehicle is Vehicle.BICYCLE and side == "backward" and _contraflow(tags):
        yield "", Access.YES
        return
    for key in (*ONE_WAY_KEYS[vehicle], "oneway:vehicle", "oneway"):
        for value, condition in reversed(clauses(tags.get(f"{key}:conditional", ""))):
            yield condition, _going(_one_way(value), side)
        if key in tags:
            turned = tags[key] == REVERSIBLE
            yield "", Access.NO if turned else _going(_one_way(tags[key]), side)
            return
    implied = tags.get("junction") in ROUNDABOUTS or road is RoadClass.MOTORWAY
    yield "", _going("forward" if implied else "", side)


def _going(one_way: str, side: str) -> Access:
    return Access.YES if one_way in ("", side) else Access.NO


_MOTOR_ONE_WAY = ("oneway:motorcar", "oneway:motor_vehicle")
ONE_WAY_KEYS = {
    Vehicle.CAR: _MOTOR_ONE_WAY,
    Vehicle.OFFROAD: _MOTOR_ONE_WAY,
    Vehicle.TRUCK: ("oneway:hgv", "oneway:motor_vehicle"),
    Vehicle.BUS: ("oneway:bus", "oneway:psv", "oneway:motor_vehicle"),
    Vehicle.BICYCLE: ("oneway:bicycle",),
}


def _one_way(value: str) -> str:
    if value in FORWARD_ONLY:
        return "forward"
    return "backward" if value in BACKWARD_ONLY else ""


def _one_way_on_foot(tags: Tags) -> str:
    conveying = tags.get("conveying", "")
    return _one_way(tags.get("oneway:foot", "")) or (
        conveying if conveying in ("forward", "backward") else ""
    )


def _contraflow(tags: Tags) -> bool:
    """Whether a cycle lane lets bicycles go against the one-way street."""
    if _one_way(tags.get("oneway:bicycle", "")):
        return False
    lanes = (tags.get(key, "") for key in CYCLEWAY_KEYS)
    return any(value.startswith("opposite") for value in lanes)


CYCLEWAY_KEYS = ("cycleway", "cycleway:left", "cycleway:right", "cycleway:both")
_ONE_WAYS = {"oneway", "oneway:foot", "oneway:vehicle"}.union(*ONE_WAY_KEYS.values())
CONDITIONAL_ACCESS = frozenset(
    f"{key}{side}:conditional" for key in ACCESS_KEYS for side in ("", ":forward", ":backward")
) | {f"{key}:conditional" for key in _ONE_WAYS if key != "oneway:foot"}
ACCESS_TAGS = (
    frozenset(key + side for key in ACCESS_KEYS for side in ("", ":forward", ":backward"))
    | frozenset((*CYCLEWAY_KEYS, *_ONE_WAYS, "junction", "motorroad", "4wd_only", "smoothness"))
    | {"conveying", "tracktype", "service", "status", "impassable", "route"}
    | CONDITIONAL_ACCESS
)
"""All keys that are read here."""
