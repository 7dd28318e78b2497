"""The `maxspeed` tag and the implied limits of countries.

Sources: https://wiki.openstreetmap.org/wiki/Key:maxspeed (units, words),
https://wiki.openstreetmap.org/wiki/Default_speed_limits (limits by country).
"""

from __future__ import annotations

import re

from road.files.osm.objects import Tags
from road.speed_limits import KMH_A_MPH, NO_LIMIT, code_of

WALKING_KMH = 7  # the pace that German courts read into "Schrittgeschwindigkeit"; OSRM uses it too

KMH_PER_UNIT = {
    "": 1.0,
    "km/h": 1.0,
    "kmh": 1.0,
    "kph": 1.0,
    "kmph": 1.0,
    "mph": KMH_A_MPH,
    "knots": 1.852,
    "knot": 1.852,
    "kn": 1.852,
}

KIND_TAGS = (
    "maxspeed:type",
    "source:maxspeed",
    "zone:maxspeed",
    "zone:traffic",
    "maxspeed:source",
)
"""Tags that say where a limit comes from: "sign", "DE:urban", "RU:rural", "GB:nsl_dual"."""

_NUMBER = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z/]*)")
_COUNTRY = re.compile(r"([a-z]{2})(?:-[a-z0-9]+)?:(.+)")
_ZONE = re.compile(r"(?:zone:?)?(\d+)")

# Kinds: urban, rural, trunk, motorway, living_street. What is missing has no country-wide value.
_COUNTRY_KMH: dict[str, dict[str, float]] = {
    "at": {"urban": 50, "rural": 100, "trunk": 100, "motorway": 130, "living_street": 7},
    "be": {"urban": 50, "motorway": 120, "trunk": 120, "living_street": 20},
    "be-vlg": {"rural": 70},
    "bg": {"urban": 50, "rural": 90, "motorway": 140},
    "by": {"urban": 60, "rural": 90, "motorway": 110, "living_street": 20},
    "ch": {"urban": 50, "rural": 80, "trunk": 100, "motorway": 120, "living_street": 20},
    "cz": {"urban": 50, "rural": 90, "trunk": 110, "motorway": 130, "living_street": 20},
    "de": {"urban": 50, "rural": 100, "motorway": NO_LIMIT, "living_street": 7},
    "dk": {"urban": 50, "rural": 80, "motorway": 130},
    "ee": {"urban": 50, "rural": 90},
    "es": {"urban": 50, "rural": 90, "trunk": 90, "motorway": 120, "living_street": 20},
    "fi": {"urban": 50, "rural": 80, "motorway": 120, "living_street": 20},
    "fr": {"urban": 50, "rural": 80, "trunk": 110, "motorway": 130, "living_street": 20},
    "gb": {
        "urban": 30 * KMH_A_MPH,
        "nsl_restricted": 30 * KMH_A_MPH,
        "nsl_single": 60 * KMH_A_MPH,
        "nsl_dual": 70 * KMH_A_MPH,
        "motorway": 70 * KMH_A_MPH,
    },
    "gr": {"urban": 50, "rural": 90, "trunk": 110, "motorway": 130},
    "hu": {"urban": 50, "rural": 90, "trunk": 110, "motorway": 130, "living_street": 20},
    "it": {"urban": 50, "rural": 90, "trunk": 110, "motorway": 130},
    "lt": {"urban": 50, "rural": 90, "motorway": 130, "living_street": 20},
    "nl": {"urban": 50, "rural": 80, "trunk": 100, "motorway": 100, "living_street": 15},
    "no": {"urban": 50, "rural": 80, "motorway": 110},
    "pl": {"urban": 50, "rural": 90, "motorway": 140, "living_street": 20},
    "pt": {"urban": 50, "rural": 90, "trunk": 100, "motorway": 120, "living_street": 20},
    "ro": {"urban": 50, "rural": 90, "trunk": 100, "motorway": 130, "living_street": 20},
    "ru": {"urban": 60, "rural": 90, "motorway": 110, "living_street": 20},
    "se": {"urban": 50, "rural": 70, "motorway": 110},
    "si": {"urban": 50, "rural": 90, "trunk": 110, "motorway": 130, "living_street": 10},
    "sk": {"urban": 50, "rural": 90, "motorway": 130, "living_street": 20},
    "tr": {"urban": 50, "rural": 90, "trunk": 110, "motorway": 120},
    "ua": {"urban": 50, "rural": 90, "trunk": 110, "motorway": 130, "living_street": 20},
}


def posted_kmh(value: str) -> float:
    """km/h of a `maxspeed` value; NO_LIMIT is no limit, 0 is unknown.

    Of several values ("50;30") the lowest counts.
    """
    found = (_one_speed(part.strip().lower()) for part in re.split(r"[;|]", value))
    return min((kmh for kmh in found if kmh), default=0.0)


def _one_speed(value: str) -> float:
    if value == "none":
        return NO_LIMIT
    if value == "walk":
        return WALKING_KMH
    number = _NUMBER.fullmatch(value)
    if number:
        return float(number[1]) * KMH_PER_UNIT.get(number[2], 0.0)
    return implied_kmh(value)


def implied_kmh(value: str) -> float:
    """Limit that a country gives a kind of road, such as "RU:urban"; 0 where it is not known."""
    country = _COUNTRY.fullmatch(value.strip().lower())
    if not country:
        return 0.0
    zone = _ZONE.fullmatch(country[2])
    if zone:
        return float(zone[1]) * (KMH_A_MPH if country[1] in ("gb", "us") else 1.0)
    region = value.strip().lower().partition(":")[0]
    limits = _COUNTRY_KMH.get(country[1], {}) | _COUNTRY_KMH.get(region, {})
    return limits.get(country[2], 0.0)


def speed_limits(tags: Tags, country: str = "") -> tuple[int, int]:
    """Codes of `road.speed_limits` for the limit along the way and against it.

    country : code of the country the way lies in, whose limits hold for kinds of road that tags
        name without one ("urban"), and for motorways without a sign.
    """
    both = (
        posted_kmh(tags.get("maxspeed", ""))
        or _implied_by_kind(tags)
        or _implied_here(tags, country)
    )
    forward = posted_kmh(tags.get("maxspeed:forward", "")) or both
    backward = posted_kmh(tags.get("maxspeed:backward", "")) or both
    return code_of(forward), code_of(backward)


def _implied_by_kind(tags: Tags) -> float:
    found = (implied_kmh(tags[key]) for key in KIND_TAGS if key in tags)
    return next((kmh for kmh in found if kmh), 0.0)


def _implied_here(tags: Tags, country: str) -> float:
    """What the country's law says; a motorway without a limit keeps the speed of its class."""
    if not country:
        return 0.0
    named = (tags[key].strip().lower() for key in ("maxspeed", *KIND_TAGS) if key in tags)
    kinds = [kind for kind in named if kind in ("urban", "rural")]
    if tags.get("highway") == "motorway":
        kinds.append("motorway")
    found = (implied_kmh(f"{country}:{kind}") for kind in kinds)
    return next((kmh for kmh in found if 0 < kmh < NO_LIMIT), 0.0)


def is_urban(tags: Tags) -> bool:
    """Whether a tag says that the way lies in a built-up area."""
    return _says(tags, "urban", "nsl_restricted")


def is_rural(tags: Tags) -> bool:
    """Whether a tag says that the way lies outside built-up areas."""
    return _says(tags, "rural", "nsl_single", "nsl_dual")


def _says(tags: Tags, *kinds: str) -> bool:
    values = (tags.get(key, "") for key in ("maxspeed", *KIND_TAGS))
    return any(value.strip().lower().rpartition(":")[2] in kinds for value in values)
