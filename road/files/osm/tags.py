"""From the tags of a way to its properties.

Source: https://wiki.openstreetmap.org/wiki/Map_features, with the pages of each key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from road.files.osm.access import (
    ACCESS_TAGS,
    CONDITIONAL_ACCESS,
    FORWARD_ONLY,
    ROUNDABOUTS,
    WayRule,
    users_of,
)
from road.files.osm.objects import Tags
from road.files.osm.speed import KIND_TAGS, is_urban, speed_limits
from road.files.osm.ways.paces import PACE_TAGS
from road.files.osm.ways.sizes import SIZE_TAGS, size_rules
from road.properties import Flag, RoadClass, Surface, Vehicle

ROADS: dict[str, RoadClass] = {
    road.name.lower(): road
    for road in RoadClass
    if road not in (RoadClass.UNKNOWN, RoadClass.FERRY)
} | {"road": RoadClass.UNKNOWN}
"""Road class of each value of `highway` that is a road; `road` says that nobody knows which class
it is."""

SURFACES: dict[str, Surface] = {
    **dict.fromkeys(
        (
            *("paved", "asphalt", "concrete", "concrete:plates", "concrete:lanes", "chipseal"),
            *("paving_stones", "paving_stones:lanes", "bricks", "brick", "metal", "metal_grid"),
            *("wood", "rubber", "plastic", "tartan", "acrylic", "grass_paver", "tiles"),
        ),
        Surface.PAVED,
    ),
    **dict.fromkeys(
        ("sett", "cobblestone", "cobblestone:flattened", "unhewn_cobblestone"), Surface.COBBLES
    ),
    **dict.fromkeys(("compacted", "fine_gravel", "laterite", "salt"), Surface.COMPACTED),
    **dict.fromkeys(
        ("gravel", "pebblestone", "unpaved", "rock", "stone", "shells"), Surface.GRAVEL
    ),
    **dict.fromkeys(
        ("earth", "ground", "dirt", "soil", "clay", "grass", "woodchips"), Surface.EARTH
    ),
    "sand": Surface.SAND,
    **dict.fromkeys(("mud", "snow", "ice"), Surface.MUD),
}

TRACK_SURFACES = {
    "grade1": Surface.PAVED,
    "grade2": Surface.COMPACTED,
    "grade3": Surface.GRAVEL,
    "grade4": Surface.EARTH,
    "grade5": Surface.MUD,  # soft all over
}
"""Surface by `tracktype`, where `surface` is missing or unknown."""

LANES = ("lanes", "lanes:forward", "lanes:backward")
MOST_LANES = 255
_WHOLE = re.compile(r"\d+")

CONDITIONAL = CONDITIONAL_ACCESS | {"maxspeed:conditional"}
FERRIES = ("ferry", "shuttle_train")

ROAD_KEYS = (
    frozenset(("highway", "route", "area", "surface", "toll", "bridge", "tunnel", "driving_side"))
    | frozenset(("landuse",))
    | frozenset(("maxspeed", "maxspeed:forward", "maxspeed:backward", *KIND_TAGS, *LANES))
    | ACCESS_TAGS
    | CONDITIONAL
    | SIZE_TAGS
    | PACE_TAGS
)
"""All tags of ways that say anything here."""


@dataclass(frozen=True)
class WayProperties:
    """Properties of a way; `_back` and `backward` are against its direction."""

    road_class: RoadClass
    surface: Surface
    flags: Flag
    speed_limit: int
    speed_limit_back: int
    lanes: int
    lanes_back: int
    forward: Vehicle
    backward: Vehicle
    rules: tuple[WayRule, ...] = ()

    @property
    def users(self) -> Vehicle:
        """Who may use it in any direction."""
        return self.forward | self.backward

    @property
    def usable(self) -> bool:
        return bool(self.users)


def road_class(tags: Tags) -> RoadClass | None:
    """The class of the way; None for what is no road, and for areas."""
    if tags.get("area") == "yes":
        return None
    found = ROADS.get(tags.get("highway", ""))
    if found is None and tags.get("route") in FERRIES:
        return RoadClass.FERRY
    return found


def way_properties(tags: Tags, country: str = "") -> WayProperties | None:
    """None for what is no road. country : code of the one it lies in, "" where none is known."""
    road = road_class(tags)
    if road is None:
        return None
    surface = surface_of(tags)
    users = users_of(tags, road, surface)
    flags = _flags(tags, road)
    if users.private:
        flags |= Flag.PRIVATE
    both_ways = bool(users.forward & _MOTORS) == bool(users.backward & _MOTORS)
    return WayProperties(
        road,
        surface,
        flags,
        *speed_limits(tags, country),
        *_lanes(tags, both_ways),
        users.forward,
        users.backward,
        (*users.rules, *(size_rules(tags) if users.forward | users.backward else ())),
    )


_MOTORS = Vehicle.CAR | Vehicle.OFFROAD


def surface_of(tags: Tags) -> Surface:
    """Of several values the first known one counts."""
    for value in tags.get("surface", "").split(";"):
        found = SURFACES.get(value.strip().lower())
        if found is not None:
            return found
    return TRACK_SURFACES.get(tags.get("tracktype", ""), Surface.UNKNOWN)


def _flags(tags: Tags, road: RoadClass) -> Flag:
    flags = Flag.NONE
    said = (
        (Flag.TOLL, tags.get("toll") in FORWARD_ONLY),
        (Flag.BRIDGE, tags.get("bridge", "no") != "no"),
        (Flag.TUNNEL, tags.get("tunnel", "no") != "no"),
        (Flag.ROUNDABOUT, tags.get("junction") in ROUNDABOUTS),
        (Flag.FERRY, road is RoadClass.FERRY),
        (Flag.URBAN, is_urban(tags)),
    )
    for flag, holds in said:
        if holds:
            flags |= flag
    return flags


def _lanes(tags: Tags, both_ways: bool) -> tuple[int, int]:
    """Lanes along the way and against it; `lanes` counts both, and halves are rounded down."""
    total, forward, backward = (_whole(tags.get(key, "")) for key in LANES)
    if not both_ways:
        return forward or total, backward or total
    share = max(total // 2, 1) if total else 0
    return (
        forward or (max(total - backward, 1) if total and backward else share),
        backward or (max(total - forward, 1) if total and forward else share),
    )


def _whole(text: str) -> int:
    number = _WHOLE.match(text)
    if not number:
        return 0
    return min(int(number[0]), MOST_LANES) if len(number[0]) < 9 else MOST_LANES
