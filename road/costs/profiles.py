"""Metrics that come with Isofront, one per vehicle.

Speeds are round numbers of our own near those of the car profiles of OSRM and GraphHopper: free
flow, not the rush hour. They are what most arcs get, since few roads have a posted limit.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.errors import InputError
from road.costs.metric import NO_TURN_COSTS, ONLY_U_TURNS, Metric
from road.properties import Flag, RoadClass, Surface, Turn, Vehicle

_R = RoadClass
_S = Surface

Speeds = Mapping[RoadClass, float]

CAR_SPEEDS: Speeds = {
    _R.UNKNOWN: 40,
    _R.MOTORWAY: 110,
    _R.MOTORWAY_LINK: 60,
    _R.TRUNK: 90,
    _R.TRUNK_LINK: 55,
    _R.PRIMARY: 75,
    _R.PRIMARY_LINK: 50,
    _R.SECONDARY: 65,
    _R.SECONDARY_LINK: 45,
    _R.TERTIARY: 55,
    _R.TERTIARY_LINK: 40,
    _R.UNCLASSIFIED: 45,
    _R.RESIDENTIAL: 30,
    _R.LIVING_STREET: 10,
    _R.SERVICE: 15,
    _R.TRACK: 12,
    # Where a sign lets cars on ways for others, they keep to the pace of those; steps they do not.
    _R.PEDESTRIAN: 6,
    _R.CYCLEWAY: 12,
    _R.BRIDLEWAY: 8,
    _R.FOOTWAY: 6,
    _R.PATH: 8,
    _R.FERRY: 20,
}
CAR_URBAN_SPEEDS: Speeds = {
    _R.MOTORWAY: 90,
    _R.MOTORWAY_LINK: 50,
    _R.TRUNK: 65,
    _R.TRUNK_LINK: 45,
    _R.PRIMARY: 50,
    _R.PRIMARY_LINK: 40,
    _R.SECONDARY: 45,
    _R.SECONDARY_LINK: 35,
    _R.TERTIARY: 40,
    _R.TERTIARY_LINK: 30,
    _R.UNCLASSIFIED: 30,
}
TRUCK_SPEEDS: Speeds = {**CAR_SPEEDS, _R.MOTORWAY: 80, _R.PRIMARY: 65, _R.SECONDARY: 55}
OFFROAD_SPEEDS: Speeds = {**CAR_SPEEDS, _R.UNKNOWN: 30, _R.TRACK: 30}
ON_FOOT: Speeds = dict.fromkeys(RoadClass, 5.0) | {_R.STEPS: 3, _R.FERRY: 20}
CYCLING: Speeds = dict.fromkeys(RoadClass, 18.0) | {
    _R.CYCLEWAY: 20,
    _R.LIVING_STREET: 12,
    _R.TRACK: 12,
    _R.BRIDLEWAY: 8,
    _R.PATH: 12,
    _R.PEDESTRIAN: 6,
    _R.FOOTWAY: 6,
    _R.STEPS: 2,
    _R.FERRY: 20,
}

NARROW = (_R.PEDESTRIAN, _R.CYCLEWAY, _R.BRIDLEWAY, _R.FOOTWAY, _R.PATH)
"""Classes too narrow for lorries, even where motor vehicles may go."""

ROAD_TYRES = {
    _S.COBBLES: 0.8,
    _S.COMPACTED: 0.8,
    _S.GRAVEL: 0.6,
    _S.EARTH: 0.5,
    _S.SAND: 0.3,
    _S.MUD: 0.2,
}
ALL_TERRAIN_TYRES = {
    _S.COBBLES: 0.9,
    _S.COMPACTED: 0.95,
    _S.GRAVEL: 0.85,
    _S.EARTH: 0.75,
    _S.SAND: 0.5,
    _S.MUD: 0.4,
}
BICYCLE_TYRES = {
    _S.COBBLES: 0.7,
    _S.COMPACTED: 0.85,
    _S.GRAVEL: 0.7,
    _S.EARTH: 0.6,
    _S.SAND: 0.3,
    _S.MUD: 0.3,
}
SHOES = {_S.GRAVEL: 0.95, _S.EARTH: 0.95, _S.SAND: 0.7, _S.MUD: 0.6}

FOR_RESIDENTS = {Flag.PRIVATE: 0.1}
"""Speed factor of streets for residents and deliveries: to begin and end on, too slow to pass
through."""

MAXIMUM_LIMIT_SHARE = 0.9
"""Share of a posted limit that is driven on average, as GraphHopper takes it."""

CAR = Metric(
    "car",
    Vehicle.CAR,
    CAR_SPEEDS,
    CAR_URBAN_SPEEDS,
    limits="follow",
    limit_factor=MAXIMUM_LIMIT_SHARE,
    top_speed_kmh=130,
    surface_factors=ROAD_TYRES,
    flag_factors=FOR_RESIDENTS,
)
TRUCK = Metric(
    "truck",  # there are no access bits for goods vehicles: those of cars count
    Vehicle.CAR,
    TRUCK_SPEEDS,
    CAR_URBAN_SPEEDS,
    closed=frozenset((_R.LIVING_STREET, _R.TRACK, *NARROW)),
    limits="follow",
    limit_factor=MAXIMUM_LIMIT_SHARE,
    top_speed_kmh=80,
    surface_factors=ROAD_TYRES,
    flag_factors=FOR_RESIDENTS,
    turn_seconds={**ONLY_U_TURNS, Turn.LEFT: 4.0, Turn.RIGHT: 2.0},
)
OFFROAD = Metric(
    "4x4",
    Vehicle.OFFROAD,
    OFFROAD_SPEEDS,
    CAR_URBAN_SPEEDS,
    limits="follow",
    limit_factor=MAXIMUM_LIMIT_SHARE,
    top_speed_kmh=120,
    surface_factors=ALL_TERRAIN_TYRES,
    flag_factors=FOR_RESIDENTS,
)
BICYCLE = Metric(
    "bicycle",
    Vehicle.BICYCLE,
    CYCLING,
    limits="obey",
    top_speed_kmh=40,
    surface_factors=BICYCLE_TYRES,
    slope="bicycle",
    turn_seconds={**NO_TURN_COSTS, Turn.U_TURN: 10.0},
)
FOOT = Metric(
    "foot",
    Vehicle.FOOT,
    ON_FOOT,
    limits="ignore",
    surface_factors=SHOES,
    slope="tobler",
    turn_seconds=NO_TURN_COSTS,
)

PROFILES: dict[str, Metric] = {m.name: m for m in (CAR, TRUCK, OFFROAD, BICYCLE, FOOT)}
"""Presets by name, in the order in which they are offered."""


def profile(name: str) -> Metric:
    """The metric of that name. Raises InputError with the names there are."""
    if name not in PROFILES:
        raise InputError(
            f"there is no profile '{name}'", advice=f"Choose one of: {', '.join(PROFILES)}."
        )
    return PROFILES[name]
