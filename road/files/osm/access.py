"""Who may use a way, and in which directions.

The most specific tag decides: `motorcar` before `motor_vehicle` before `vehicle` before `access`,
and with `:forward` or `:backward` before without. Where no tag speaks, the class of the road does.
Sources: https://wiki.openstreetmap.org/wiki/Key:access, …/Key:oneway, …/Key:cycleway
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from road.files.osm.objects import Tags
from road.properties import RoadClass, Surface, Vehicle

WHEELS = Vehicle.CAR | Vehicle.BICYCLE | Vehicle.OFFROAD
MOTORS = Vehicle.CAR | Vehicle.OFFROAD
ALL = WHEELS | Vehicle.FOOT

HIERARCHY = {
    Vehicle.CAR: ("motorcar", "motor_vehicle", "vehicle", "access"),
    Vehicle.OFFROAD: ("motorcar", "motor_vehicle", "vehicle", "access"),
    Vehicle.BICYCLE: ("bicycle", "vehicle", "access"),
    Vehicle.FOOT: ("foot", "access"),
}
OWN = {"motorcar", "motor_vehicle", "bicycle", "foot"}
"""Tags about one kind of vehicle: a "yes" there opens what the class of the road closes."""

ACCESS_KEYS = ("access", "vehicle", "motor_vehicle", "motorcar", "bicycle", "foot")

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
ROUNDABOUTS = {"roundabout", "circular"}
TOO_ROUGH_FOR_CARS = {"horrible", "very_horrible", "impassable"}


class Access(IntEnum):
    """What a tag says of one kind of vehicle; the greater is the more welcoming."""

    SILENT = -1
    NO = 0
    PRIVATE = 1
    YES = 2


@dataclass(frozen=True)
class Users:
    """Bits of vehicles along the way and against it, and whether it is for residents only.

    private : of motor vehicles where any may use the way, else of all who may.
    """

    forward: Vehicle
    backward: Vehicle
    private: bool


def access_of(value: str) -> Access:
    """Of several values ("agricultural;destination") the most welcoming counts."""
    found = Access.SILENT
    for part in value.split(";"):
        word = part.strip().lower()
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
    sides = []
    private_to = Vehicle.NONE
    for side in ("forward", "backward"):
        bits = Vehicle.NONE
        for vehicle in HIERARCHY:
            says = _side_access(tags, vehicle, side, bool(usual & vehicle))
            if says is not Access.NO and _may_go(tags, road, vehicle, side):
                bits |= vehicle
            if says is Access.PRIVATE:
                private_to |= vehicle
        sides.append(bits & ~_kept_out(tags))
    forward, backward = sides
    either = forward | backward
    asked = either & MOTORS or either
    return Users(forward, backward, bool(asked) and not asked & ~private_to)


def _usual_users(tags: Tags, road: RoadClass, paved: bool) -> Vehicle:
    if road is RoadClass.FERRY:
        named = any(key in tags for key in ("foot", "bicycle", *HIERARCHY[Vehicle.CAR][:2]))
        return Vehicle.FOOT if named else ALL
    usual = CLASS_VEHICLES.get(road, ALL)
    if road is RoadClass.TRACK and (paved or tags.get("tracktype") == "grade1"):
        usual |= Vehicle.CAR
    return usual & MOTORS if tags.get("motorroad") == "yes" else usual


def _kept_out(tags: Tags) -> Vehicle:
    """Whom the state of the way keeps out, whatever the law says."""
    smoothness = tags.get("smoothness", "")
    kept_out = Vehicle.NONE
    if tags.get("4wd_only") in FORWARD_ONLY or smoothness in TOO_ROUGH_FOR_CARS:
        kept_out |= Vehicle.CAR
    return kept_out | WHEELS if smoothness == "impassable" else kept_out


def _side_access(tags: Tags, vehicle: Vehicle, side: str, usual: bool) -> Access:
    for key in HIERARCHY[vehicle]:
        for name in (f"{key}:{side}", key):
            says = access_of(tags[name]) if name in tags else Access.SILENT
            if says is Access.SILENT:
                continue
            if usual or (says is Access.YES and key in OWN):
                return says
            return Access.NO
    return Access.YES if usual else Access.NO


def _may_go(tags: Tags, road: RoadClass, vehicle: Vehicle, side: str) -> bool:
    """Whether one-way rules let the vehicle go that way."""
    if vehicle is Vehicle.FOOT:
        return _one_way_on_foot(tags) in ("", side)
    if vehicle is Vehicle.BICYCLE and side == "backward" and _contraflow(tags):
        return True
    keys = ("oneway:bicycle",) if vehicle is Vehicle.BICYCLE else _MOTOR_ONE_WAY
    for key in (*keys, "oneway:vehicle", "oneway"):
        if key in tags:
            return _one_way(tags[key]) in ("", side)
    implied = tags.get("junction") in ROUNDABOUTS or road is RoadClass.MOTORWAY
    return side == "forward" or not implied


_MOTOR_ONE_WAY = ("oneway:motorcar", "oneway:motor_vehicle")


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
ACCESS_TAGS = frozenset(
    (
        *(key + side for key in ACCESS_KEYS for side in ("", ":forward", ":backward")),
        *CYCLEWAY_KEYS,
        *("oneway", "oneway:foot", "oneway:bicycle", "oneway:vehicle", *_MOTOR_ONE_WAY),
        *("junction", "motorroad", "4wd_only", "smoothness", "conveying", "tracktype"),
    )
)
"""All keys that are read here."""
