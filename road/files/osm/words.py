"""Words of networks and street layers as codes: OpenStreetMap's own, and what is near to them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from road.files.osm.access import ALL, CLASS_VEHICLES
from road.files.osm.speed import posted_kmh
from road.files.osm.tags import ROADS, SURFACES
from road.properties import RoadClass, Surface, Vehicle
from road.speed_limits import code_of

_OTHER_CLASSES = {
    **dict.fromkeys(("freeway", "expressway", "interstate"), RoadClass.MOTORWAY),
    "highway": RoadClass.TRUNK,
    **dict.fromkeys(("arterial", "major"), RoadClass.PRIMARY),
    "collector": RoadClass.SECONDARY,
    "minor": RoadClass.TERTIARY,
    **dict.fromkeys(("local", "street"), RoadClass.RESIDENTIAL),
    **dict.fromkeys(("access", "driveway", "alley"), RoadClass.SERVICE),
    **dict.fromkeys(("corridor", "sidewalk"), RoadClass.FOOTWAY),
    "trail": RoadClass.PATH,
    "ferry": RoadClass.FERRY,
}
"""Words for classes besides the values of `highway`."""

_NO_VEHICLE = frozenset(
    ("busway", "bus_guideway", "construction", "proposed", "abandoned", "razed", "raceway")
)
"""Values of `highway` that are no road for the vehicles here."""

_NO = frozenset(("", "no", "false", "0", "0.0", "f", "n", "none", "null", "nan"))

_BARE_NUMBER = re.compile(r"\d+(\.\d+)?")


def words_of(text: str) -> list[str]:
    """The values of a list written as text (`['30 mph', '20 mph']`), or the text alone."""
    text = text.strip()
    if text[:1] != "[" or text[-1:] != "]":
        return [text] if text else []
    return [word.strip().strip("'\"") for word in text[1:-1].split(",") if word.strip()]


def first_word(text: str) -> str:
    return next(iter(words_of(text)), "")


def class_of(word: str) -> RoadClass:
    """UNKNOWN for a word that names none."""
    name = word.strip().lower().replace(" ", "_")
    return ROADS.get(name) or _OTHER_CLASSES.get(name, RoadClass.UNKNOWN)


def vehicles_of(word: str) -> Vehicle:
    """Who may use a class of road, where nothing more is said."""
    if word.strip().lower() in _NO_VEHICLE:
        return Vehicle.NONE
    return CLASS_VEHICLES.get(class_of(word), ALL)


def surface_of(word: str) -> Surface:
    return SURFACES.get(word.strip().lower(), Surface.UNKNOWN)


def limit_code(words: Iterable[str], unit: str = "km/h") -> int:
    """The code of `road.speed_limits` of the mean of speeds; 0 where there are none.

    unit : of bare numbers, km/h, mph or m/s. OSMnx takes the mean too where a street was joined of
    several ways (`add_edge_speeds`).
    """
    found = [kmh for word in words if (kmh := _limit(word.strip(), unit))]
    return code_of(sum(found) / len(found)) if found else 0


def _limit(word: str, unit: str) -> float:
    if not _BARE_NUMBER.fullmatch(word):
        return posted_kmh(word)
    return float(word) * 3.6 if unit == "m/s" else posted_kmh(f"{word} {unit}")


def lanes_code(words: Iterable[str], both_ways: bool) -> int:
    """Lanes of one direction, from the fewest of several numbers; 0 where there are none."""
    numbers = (float(word) for word in words if _BARE_NUMBER.fullmatch(word.strip()))
    known = [int(min(number, 255)) for number in numbers]
    fewest = min((lanes for lanes in known if lanes > 0), default=0)
    return min(max(fewest // 2, 1) if both_ways and fewest else fewest, 255)


def is_set(word: str) -> bool:
    """Whether a tag such as `bridge=viaduct` holds: anything but some way to say no."""
    return word.strip().lower() not in _NO
