"""Whom a barrier on a street keeps from passing.

What is on no list stops motor vehicles: nobody knows what it is. What is locked stops everybody.
Source: https://wiki.openstreetmap.org/wiki/Key:barrier, with the default access of each value.
"""

from __future__ import annotations

from typing import NamedTuple

from road.files.osm.access import HIERARCHY, MOTORS, OWN, WHEELS, WayRule, access_of
from road.files.osm.objects import Tags
from road.files.osm.ways.sizes import size_rules
from road.properties import Access, Layer, Vehicle

LETS_MOTORS_PASS = frozenset(
    (
        *("gate", "lift_gate", "swing_gate", "sliding_gate", "hampshire_gate", "bump_gate"),
        *("cattle_grid", "border_control", "toll_booth", "sally_port", "height_restrictor"),
        *("entrance", "arch", "no", "rumble_strip", "speed_bump"),
    )
)
"""Barriers that a motor vehicle gets through or over where the node's tags say nothing else."""

STOPS_WHEELS = frozenset(
    ("stile", "kissing_gate", "turnstile", "full-height_turnstile", "debris", "wall", "fence")
)
"""Barriers that stop bicycles, too."""

STOPS_ALL = frozenset(("wall", "fence"))
LOW_KERBS = ("lowered", "flush", "no")
FOR_BUSES = ("bus_trap", "sump_buster")
RISING = ("rising", "retractable")


class Barrier(NamedTuple):
    """closed_to : bits of the vehicles that cannot pass. rules : whom its sizes stop, too."""

    closed_to: Vehicle
    rules: tuple[WayRule, ...]


def barrier_of(tags: Tags) -> Barrier | None:
    """Of a node's tags; None where everybody passes."""
    closed = closed_to(tags)
    rules = tuple(size_rules(tags))
    if closed & Vehicle.BICYCLE and tags.get("barrier") in STOPS_WHEELS:
        # A stile is no place to push one through, either.
        rules += (WayRule(True, True, Vehicle.BICYCLE, Layer.SIZE, Access.NO, ""),)
    return Barrier(closed, rules) if closed or rules else None


def closed_to(tags: Tags) -> Vehicle:
    """Bits of the vehicles that cannot pass."""
    usual = _usually_closed_to(tags)
    locked = tags.get("locked") == "yes"
    closed = Vehicle.NONE
    for vehicle, keys in HIERARCHY.items():
        said = ((key, access_of(tags[key], vehicle)) for key in keys if key in tags)
        key, says = next(((k, a) for k, a in said if a is not Access.SILENT), ("", None))
        if (locked and key not in OWN) or says is Access.NO or (says is None and usual & vehicle):
            closed |= vehicle
    return closed


def _usually_closed_to(tags: Tags) -> Vehicle:
    barrier = tags.get("barrier", "")
    if barrier in STOPS_ALL:
        return (
            Vehicle.NONE if tags.get("sensory") in ("audible", "audio") else WHEELS | Vehicle.FOOT
        )
    if barrier in LETS_MOTORS_PASS:
        return Vehicle.NONE
    if barrier == "kerb" and (tags.get("kerb") in LOW_KERBS or tags.get("highway") == "crossing"):
        return Vehicle.NONE
    for_buses = barrier in FOR_BUSES or (barrier == "bollard" and tags.get("bollard") in RISING)
    motors = MOTORS & ~Vehicle.BUS if for_buses else MOTORS
    if barrier in FOR_BUSES:
        motors &= ~(Vehicle.OFFROAD | Vehicle.TRUCK)
    return motors | Vehicle.BICYCLE if barrier in STOPS_WHEELS else motors
