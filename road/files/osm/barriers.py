"""Whom a barrier on a street keeps from passing.

Source: https://wiki.openstreetmap.org/wiki/Key:barrier, with the default access of each value.
"""

from __future__ import annotations

from road.files.osm.access import HIERARCHY, MOTORS, WHEELS, Access, access_of
from road.files.osm.objects import Tags
from road.properties import Vehicle

CLOSED_TO: dict[str, Vehicle] = {
    **dict.fromkeys(
        (
            *("bollard", "block", "cycle_barrier", "motorcycle_barrier", "jersey_barrier", "log"),
            *("planter", "chain", "rope", "horse_stile", "bar", "barrier_board"),
        ),
        MOTORS,
    ),
    **dict.fromkeys(("stile", "kissing_gate", "turnstile", "full-height_turnstile"), WHEELS),
    **dict.fromkeys(("debris",), WHEELS),
    **dict.fromkeys(("bus_trap", "sump_buster"), Vehicle.CAR),
}
"""Vehicles that a barrier stops where the node's own tags say nothing. Gates, booths, kerbs and
whatever is not listed let pass; so do gates for residents only."""


def closed_to(tags: Tags) -> Vehicle:
    """Bits of the vehicles that cannot pass."""
    usual = CLOSED_TO.get(tags.get("barrier", ""), Vehicle.NONE)
    closed = Vehicle.NONE
    for vehicle, keys in HIERARCHY.items():
        said = (access_of(tags[key]) for key in keys if key in tags)
        says = next((access for access in said if access is not Access.SILENT), None)
        if says is Access.NO or (says is None and usual & vehicle):
            closed |= vehicle
    return closed
