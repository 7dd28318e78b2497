"""What the fields of features say of them, as codes of `road.properties`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from road.files.osm.access import access_of
from road.files.osm.words import (
    class_of,
    is_set,
    lanes_code,
    limit_code,
    surface_of,
    vehicles_of,
)
from road.files.vector.fields import FieldChoice
from road.files.vector.layers import as_words
from road.graph import I64, U8
from road.properties import Access, Flag, RoadClass, Vehicle

BOTH, FORWARD, BACKWARD, CLOSED = range(4)

_ON_FOOT = np.uint8(Vehicle.FOOT)
_MOST_LEVELS = 100


@dataclass(frozen=True, eq=False)
class LineCodes:
    """An entry per line. level : int16; the others : uint8, as in `road.build.Streets`."""

    road_class: U8
    speed: U8
    lanes: U8
    surface: U8
    flags: U8
    forward: U8
    backward: U8
    level: NDArray[np.int16]

    def taken(self, which: I64) -> LineCodes:
        """The codes of lines which[0], which[1], …"""
        return replace(self, **{f.name: getattr(self, f.name)[which] for f in fields(self)})


def joined(blocks: Iterable[LineCodes]) -> LineCodes:
    held = list(blocks)
    columns: dict[str, Any] = {
        f.name: np.concatenate([getattr(block, f.name) for block in held])
        for f in fields(LineCodes)
    }
    return LineCodes(**columns)


def codes_of(values: Mapping[str, NDArray[Any]], choice: FieldChoice, count: int) -> LineCodes:
    """The codes of features. Pedestrians may walk against one-way streets."""
    words = {field: as_words(values[field]) for field in choice.coded}

    def coded(field: str | None, code: Callable[[str], int], dtype: Any = np.uint8) -> Any:
        """A code for each feature; each different word is looked at once."""
        if field is None:
            return np.zeros(count, dtype)
        known = {word: code(word) for word in set(words[field])}
        return np.fromiter((known[word] for word in words[field]), dtype, count)

    aliases = {word.lower(): RoadClass[name.upper()] for word, name in choice.classes}
    direction = coded(choice.one_way, _direction(choice))
    road_class = coded(choice.road_class, lambda word: aliases.get(word) or class_of(word))
    vehicles = _vehicles(road_class, coded(choice.road_class, vehicles_of), choice, count)
    access = coded(choice.access, access_of, np.int8)
    if choice.access is not None:
        vehicles = np.where(access == Access.NO, np.uint8(0), vehicles)
    private = np.where(access == Access.PRIVATE, Flag.PRIVATE, 0) if choice.access else 0
    bridge = coded(choice.bridge, lambda word: Flag.BRIDGE if is_set(word) else 0)
    tunnel = coded(choice.tunnel, lambda word: Flag.TUNNEL if is_set(word) else 0)
    lanes = coded(choice.lanes, lambda word: lanes_code([word], both_ways=False))
    halved = np.where((direction == BOTH) & (lanes > 1), lanes // 2, lanes).astype(np.uint8)
    return LineCodes(
        road_class,
        coded(choice.speed, lambda word: limit_code([word], choice.speed_unit)),
        halved,
        coded(choice.surface, surface_of),
        (bridge | tunnel | private).astype(np.uint8),
        _users(vehicles, direction, BACKWARD),
        _users(vehicles, direction, FORWARD),
        _levels(coded(choice.level, _level, np.int16), bridge, tunnel),
    )


def _direction(choice: FieldChoice) -> Callable[[str], int]:
    table = {word.lower(): BACKWARD for word in choice.backward}
    table |= {word.lower(): FORWARD for word in choice.forward}
    table |= {word.lower(): CLOSED for word in choice.closed}
    return lambda word: table.get(word, BOTH)


def _vehicles(road_class: U8, by_word: U8, choice: FieldChoice, count: int) -> U8:
    if choice.road_class is None:
        return np.full(count, vehicles_of(""), np.uint8)
    if not choice.classes:
        return by_word
    usual = np.array([vehicles_of(c.name) for c in RoadClass], np.uint8)
    return np.where(road_class != 0, usual[road_class], by_word).astype(np.uint8)


def _users(vehicles: U8, direction: U8, against: int) -> U8:
    """Who may use a street in one direction; `against` is the rule that forbids it."""
    users = np.where(direction == against, vehicles & _ON_FOOT, vehicles)
    return np.where(direction == CLOSED, np.uint8(0), users).astype(np.uint8)


def _level(word: str) -> int:
    try:
        return max(min(int(float(word)), _MOST_LEVELS), -_MOST_LEVELS)
    except (ValueError, OverflowError):
        return 0


def _levels(level: NDArray[np.int16], bridge: U8, tunnel: U8) -> NDArray[np.int16]:
    """Bridges and tunnels leave the ground even where no field says how far."""
    off = (bridge != 0).astype(np.int16) - (tunnel != 0).astype(np.int16)
    return np.where(level == 0, off, level).astype(np.int16)
