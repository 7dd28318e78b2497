"""Which field of a street layer says what: the choice, and a guess by names and values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.errors import InputError
from road.files.osm.access import access_of
from road.files.osm.words import class_of
from road.properties import Access, RoadClass

SPEED_UNITS = ("km/h", "mph", "m/s")

_SNAP_M = 1.0  # a hand's breadth to a step: what drawn lines miss each other by


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """How a layer is read; every field may be None.

    layer : name of the layer; None takes the one with most lines.
    one_way : field of directions; its values that mean along the line, against it, and closed. All
        others mean both ways. Compared without regard to case.
    speed, speed_unit : field of speed limits; the unit of bare numbers.
    road_class, classes : field of classes, and words of it by the name of a `RoadClass`; words of
        OpenStreetMap need no entry.
    level, bridge, tunnel : lines of different levels are not split where they cross.
    lanes, surface, access : fields of those properties; of access in words of OpenStreetMap.
    name : field of names of streets.
    snap_m : how far ends may miss each other, metres.
    split_crossings : whether lines are split where they cross without a common point.
    left_hand : whether traffic keeps to the left.
    """

    layer: str | None = None
    one_way: str | None = None
    forward: tuple[str, ...] = ()
    backward: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    speed: str | None = None
    speed_unit: str = "km/h"
    road_class: str | None = None
    classes: tuple[tuple[str, str], ...] = ()
    level: str | None = None
    bridge: str | None = None
    tunnel: str | None = None
    lanes: str | None = None
    surface: str | None = None
    access: str | None = None
    name: str | None = None
    snap_m: float = _SNAP_M
    split_crossings: bool = True
    left_hand: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.snap_m < float("inf"):
            raise InputError(
                f"{self.snap_m}", where="snap tolerance", advice="Give 0 metres or more."
            )
        if self.speed_unit not in SPEED_UNITS:
            raise InputError(
                f"'{self.speed_unit}'",
                where="unit of speed",
                advice=f"Choose {', '.join(SPEED_UNITS[:-1])} or {SPEED_UNITS[-1]}.",
            )
        for word, name in self.classes:
            if name.upper() not in RoadClass.__members__:
                raise InputError(
                    f"'{name}' for '{word}'",
                    where="road class",
                    advice=f"Known are {', '.join(c.name.lower() for c in RoadClass)}.",
                )

    @property
    def coded(self) -> tuple[str, ...]:
        """The fields whose words become codes, each once."""
        named = (self.one_way, self.speed, self.road_class, self.level, self.bridge, self.tunnel)
        own = (self.lanes, self.surface, self.access)
        return tuple(dict.fromkeys(f for f in (*named, *own) if f))

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that are read, each once."""
        return tuple(dict.fromkeys((*self.coded, *([self.name] if self.name else ()))))


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """Words that one kind of layer uses for directions."""

    forward: frozenset[str]
    backward: frozenset[str]
    both: frozenset[str]
    closed: frozenset[str] = frozenset()

    @property
    def all(self) -> frozenset[str]:
        return self.forward | self.backward | self.both | self.closed


def _vocabulary(forward: str, backward: str, both: str, closed: str = "") -> _Vocabulary:
    sets = [frozenset(text.split("|")) - {""} for text in (forward, backward, both, closed)]
    return _Vocabulary(*sets)


_VOCABULARIES = (
    _vocabulary("yes|true|1|y", "-1|reverse", "no|false|0|n|none|null|reversible|alternating"),
    _vocabulary("f|forward", "t|backward", "b|both|n|none|null"),  # Geofabrik, HERE
    _vocabulary("ft", "tf", "none|null|b", "n"),  # TomTom
    # QgsVectorLayerDirector.Direction: forward 0, backward 1, both 2.
    _vocabulary("0", "1", "2"),
    _vocabulary(
        "forward|with|along|sens direct",
        "backward|reverse|against|sens inverse",
        "both|two-way|twoway|double sens|sans objet",
    ),  # words; BD TOPO
)

_NAMES: Mapping[str, tuple[str, ...]] = {
    "one_way": (r"one_?way(_?dir)?", r"dir(ection)?(_?(of_?)?trav(el)?)?", "sens", "richtung"),
    "speed": (
        r"(max|posted)_?sp(ee)?d",
        r"speed(_?(limit|lim|kmh|kph|mph))?",
        "kph|kmh|mph|vmax",
    ),
    "road_class": ("highway", "fclass", r"(road|street|rd|func)_?(class|type|cat)", "class|type"),
    "level": (r"layer|(z_?)?level|zlev",),
    "bridge": (r"(is_?)?bridge",),
    "tunnel": (r"(is_?)?tunnel",),
    "lanes": (r"(num_?)?lanes?(_?(cnt|count))?",),
    "surface": (r"surface|pavement",),
    "access": (r"access",),
    "name": (
        r"name",
        r"(full_?|street_?|road_?|st_?|str_?|rd_?)name",
        r"name_?1",
        r"nom(_?(rue|voie|route))?(_?[gd])?|strassenname|strname|nombre|naam",
    ),
}
"""Names of fields, lower case, by what they usually say; the likeliest first."""


def guessed(layer: str | None, values: Mapping[str, Iterable[str]]) -> FieldChoice:
    """What the fields most likely mean.

    values : by field, the different values it has, lower case.
    """
    found = {role: _field_for(role, values) for role in _NAMES}
    one_way = found["one_way"]
    words = _directions(set(values[one_way])) if one_way else None
    speed = found["speed"]
    return FieldChoice(
        layer=layer,
        one_way=one_way if words else None,
        forward=tuple(sorted(words.forward)) if words else (),
        backward=tuple(sorted(words.backward)) if words else (),
        closed=tuple(sorted(words.closed)) if words else (),
        speed=speed,
        speed_unit="mph" if speed and "mph" in speed.lower() else "km/h",
        road_class=found["road_class"],
        level=found["level"],
        bridge=found["bridge"],
        tunnel=found["tunnel"],
        lanes=found["lanes"],
        surface=found["surface"],
        access=found["access"],
        name=found["name"],
    )


def _field_for(role: str, values: Mapping[str, Iterable[str]]) -> str | None:
    """The field with the likeliest name whose values make sense."""
    for pattern in _NAMES[role]:
        for name in values:
            if re.fullmatch(pattern, name.lower()) and _sensible(role, set(values[name])):
                return name
    return None


def _sensible(role: str, values: set[str]) -> bool:
    if role == "one_way":
        return _directions(values) is not None
    if role == "road_class":
        known = [value for value in values if class_of(value)]
        return 2 * len(known) >= len(values - {""})
    if role == "access":
        known = [value for value in values if access_of(value) is not Access.SILENT]
        return 2 * len(known) >= len(values - {""})
    if role == "name":
        return any(re.search(r"[^\W\d_]", value) for value in values)
    if role == "level":
        return all(re.fullmatch(r"-?\d(\.0)?|", value) for value in values)
    return True


def _directions(values: set[str]) -> _Vocabulary | None:
    """The first vocabulary that has a word for all values; None where none of them fits."""
    said = values - {""}
    if not said:
        return None
    return next((words for words in _VOCABULARIES if said <= words.all), None)
