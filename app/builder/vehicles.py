"""Vehicles that are known by name, as plain tables of a recipe.

Where each number is from is in `docs/velocity_model.md`, which says, too, which are assumptions of
ours.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from app.builder.land_covers import (
    BARE,
    BUILT_UP,
    CROPS,
    GRASS,
    MANGROVE,
    MOSS,
    OPEN_FOREST,
    SHRUB,
    SNOW,
    TREE,
    WETLAND,
)

DEGREES = (0, 2, 4, 6, 8, 10, 15, 20, 25, 30, 35, 40, 45)
"""Slopes at which curves of walking have a point."""

TOBLER_LEVEL = 6 * math.exp(-3.5 * 0.05)
"""Speed of Tobler's function on level ground, 5.04 km/h."""


def tobler(degrees: float) -> float:
    """km/h on a path across a slope of which nobody knows whether one climbs or descends: the
    harmonic mean of both of Tobler's hiking function, 1993."""
    rise = math.tan(math.radians(degrees))
    up, down = (6 * math.exp(-3.5 * abs(way + 0.05)) for way in (rise, -rise))
    return 2 / (1 / up + 1 / down)


def _walking(level_kmh: float) -> list[list[float]]:
    """Tobler's curve, to another speed on level ground; closed from 45°."""
    points = [[float(d), round(level_kmh * tobler(d) / TOBLER_LEVEL, 3)] for d in DEGREES[:-1]]
    return [*points, [45.0, 0.0]]


def climbing(level_kmh: float, most_percent: float) -> list[list[float]]:
    """Speed that falls in proportion to the slope's share of the steepest that can be climbed."""
    shares = [n / 8 for n in range(9)]
    angle = [math.degrees(math.atan(share * most_percent / 100)) for share in shares]
    return [
        [round(a, 2), round(level_kmh * (1 - s), 3)] for a, s in zip(angle, shares, strict=True)
    ]


_ON_FOOT = {
    BUILT_UP: 1.0, BARE: 1.0, GRASS: 0.8, CROPS: 0.8, MOSS: 0.8, SHRUB: 0.6, OPEN_FOREST: 0.6,
    TREE: 0.4, WETLAND: 0.4, SNOW: 0.4, MANGROVE: 0.2,
}  # fmt: skip
_WHEELED = {
    BUILT_UP: 0.55, BARE: 0.7, GRASS: 0.9, CROPS: 0.85, MOSS: 0.8, SHRUB: 0.6, OPEN_FOREST: 0.5,
    TREE: 0.3, WETLAND: 0.2, SNOW: 0.5, MANGROVE: 0.0,
}  # fmt: skip
_TRACKED = _WHEELED | {
    BUILT_UP: 0.6,
    BARE: 0.8,
    SHRUB: 0.8,
    OPEN_FOREST: 0.5,
    WETLAND: 0.4,
    SNOW: 0.7,
}
_LORRY = _WHEELED | {
    GRASS: 0.7,
    CROPS: 0.5,
    SHRUB: 0.3,
    OPEN_FOREST: 0.2,
    TREE: 0.0,
    WETLAND: 0.0,
    SNOW: 0.3,
}
_BICYCLE = {
    BUILT_UP: 1.0, BARE: 0.7, GRASS: 0.7, CROPS: 0.4, MOSS: 0.5, SHRUB: 0.3, OPEN_FOREST: 0.4,
    TREE: 0.25, WETLAND: 0.1, SNOW: 0.2, MANGROVE: 0.0,
}  # fmt: skip

_WALKED = (
    *("trunk", "trunk_link", "primary", "primary_link", "secondary", "secondary_link"),
    *("tertiary", "tertiary_link", "unclassified", "residential", "living_street", "service"),
    *("track", "pedestrian", "cycleway", "bridleway", "footway", "path", "steps", "unknown"),
)


def _roads(**kmh: float) -> dict[str, float]:
    """Speeds by class; a link has that of its road."""
    linked = ("motorway", "trunk", "primary", "secondary", "tertiary")
    return {
        name: float(value)
        for given, value in kmh.items()
        for name in ((given, f"{given}_link") if given in linked else (given,))
    }


_SOFT = {"cobbles": 0.8, "compacted": 0.8, "gravel": 0.6, "earth": 0.6, "sand": 0.4, "mud": 0.3}
_FLAT = {"points": [[0.0, 1.0]], "steps": False}
_STEEP_ROAD = {"points": [[0.0, 1.0], [15.0, 0.7]], "steps": True}


def _table(
    slope: list[list[float]],
    cover: Mapping[str, float],
    kmh: Mapping[str, float],
    *,
    surface: Mapping[str, float] = _SOFT,
    road_slope: Mapping[str, Any] = _STEEP_ROAD,
    swim_kmh: float = 0.0,
    minimum_kmh: float = 1.0,
    maximum_kmh: float | None = None,
) -> dict[str, Any]:
    limits = {"minimum_kmh": minimum_kmh}
    if maximum_kmh is not None:
        limits["maximum_kmh"] = maximum_kmh
    water = {"kmh": swim_kmh, "beyond": "barrier", "roads": "all"}
    return {
        "slope": {"points": slope, "steps": False},
        "cover": dict(cover),
        "water": dict(water),
        "sea": dict(water),
        "roads": {"kmh": dict(kmh), "surface": dict(surface), "slope": dict(road_slope)},
        "limits": limits,
    }


def _on_foot(level_kmh: float, road_kmh: float) -> dict[str, Any]:
    curve = [[d, round(v / level_kmh, 4)] for d, v in _walking(level_kmh)]
    curve[-1] = [45.0, curve[-2][1]]  # steps and paths lead up where nobody walks beside them
    slope = {"points": curve, "steps": False}
    kmh = dict.fromkeys(_WALKED, road_kmh)
    return _table(_walking(level_kmh), _ON_FOOT, kmh, surface={}, road_slope=slope, minimum_kmh=0.3)


_MOTOR = _roads(
    motorway=90, trunk=80, primary=60, secondary=50, tertiary=40, unclassified=30, residential=25,
    living_street=15, service=20, track=15, unknown=20,
)  # fmt: skip
_SLOWER = {name: min(value, 70.0) for name, value in _MOTOR.items()}
_CYCLED = _roads(
    trunk=20, primary=20, secondary=20, tertiary=20, unclassified=18, residential=18,
    living_street=15, service=15, track=13, cycleway=18, bridleway=8, footway=6, path=9, steps=2,
    pedestrian=6, unknown=12,
)  # fmt: skip

VEHICLES: Mapping[str, dict[str, Any]] = {
    "foot": _on_foot(5.0, 5.0),
    "foot-load": _on_foot(2.4, 4.0),
    "mountain-bike": _table(
        [[0.0, 12.0], [5.0, 9.0], [10.0, 5.0], [15.0, 3.5], [25.0, 2.0], [35.0, 0.0]],
        _BICYCLE, _CYCLED, surface={"gravel": 0.9, "earth": 0.9, "sand": 0.4, "mud": 0.4},
        road_slope={"points": [[0.0, 1.0], [5.0, 0.7], [10.0, 0.4], [20.0, 0.2]], "steps": False},
    ),
    "4x4": _table(climbing(40.0, 60.0), _WHEELED, _MOTOR),
    "tracked": _table(
        climbing(45.0, 60.0), _TRACKED, _SLOWER, maximum_kmh=60.0,
        surface={"sand": 0.8, "mud": 0.6, "gravel": 0.9, "earth": 0.9},
    ),
    "truck": _table(climbing(25.0, 30.0), _LORRY, _SLOWER, maximum_kmh=80.0),
    "amphibious": _table(climbing(40.0, 60.0), _WHEELED, _SLOWER, swim_kmh=8.0),
}  # fmt: skip
"""Tables of each vehicle: `slope`, `cover` (factor by kind), `water`, `sea`, `roads`, `limits`."""
