"""Metrics that come with Isofront, one per vehicle.

A car's speeds and seconds are those of OSRM's car profile but for towns (docs/roads/times.md);
other speeds are round numbers of our own: free flow, not the rush hour. They are what most arcs
get, since few roads have a posted limit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from core.errors import InputError
from road.conditions import Situation
from road.costs.metric import NO_TURN_COSTS, Metric
from road.properties import ArcEnd, RoadClass, Surface, Turn, Vehicle

_E = ArcEnd
_R = RoadClass
_S = Surface

Speeds = Mapping[RoadClass, float]

CAR_SPEEDS: Speeds = {
    _R.UNKNOWN: 25,
    _R.MOTORWAY: 90,
    _R.MOTORWAY_LINK: 45,
    _R.TRUNK: 88,
    _R.TRUNK_LINK: 40,
    _R.PRIMARY: 68,
    _R.PRIMARY_LINK: 30,
    _R.SECONDARY: 58,
    _R.SECONDARY_LINK: 25,
    _R.TERTIARY: 42,
    _R.TERTIARY_LINK: 20,
    _R.UNCLASSIFIED: 27,
    _R.RESIDENTIAL: 25,
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
"""Speeds driven outside towns where no limit is posted: those of OSRM's car profile, which are for
town and country alike, or 2 to 3 km/h above. Sources and figures: docs/roads/times.md."""

CAR_URBAN_SPEEDS: Speeds = {
    _R.TRUNK: 82,
    _R.PRIMARY: 62,
    _R.SECONDARY: 52,
    _R.TERTIARY: 38,
    _R.UNCLASSIFIED: 25,
}
"""Speeds in towns, by as much below OSRM's as those outside are above."""

TRUCK_SPEEDS: Speeds = {
    **CAR_SPEEDS,
    **{_R.MOTORWAY: 80, _R.TRUNK: 70, _R.PRIMARY: 60, _R.SECONDARY: 50, _R.TERTIARY: 40},
}
TRUCK_URBAN_SPEEDS: Speeds = {**CAR_URBAN_SPEEDS, _R.TRUNK: 65, _R.PRIMARY: 55, _R.TERTIARY: 35}
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

ROAD_TYRES_KMH = {
    _S.COBBLES: 40.0,
    _S.COMPACTED: 80.0,
    _S.GRAVEL: 40.0,
    _S.EARTH: 40.0,
    _S.SAND: 20.0,
    _S.MUD: 10.0,
}
"""Highest speed of a motor vehicle on a surface: that of OSRM's car profile for most values of each
group."""

ALL_TERRAIN_TYRES_KMH = {
    _S.COBBLES: 50.0,
    _S.COMPACTED: 90.0,
    _S.GRAVEL: 70.0,
    _S.EARTH: 60.0,
    _S.SAND: 40.0,
    _S.MUD: 20.0,
}
"""The same of a 4x4: round numbers of our own."""

BICYCLE_TYRES = {
    _S.COBBLES: 0.7,
    _S.COMPACTED: 0.85,
    _S.GRAVEL: 0.7,
    _S.EARTH: 0.6,
    _S.SAND: 0.3,
    _S.MUD: 0.3,
}
SHOES = {_S.GRAVEL: 0.95, _S.EARTH: 0.95, _S.SAND: 0.7, _S.MUD: 0.6}

LIMIT_SHARE = 0.8
"""Share of a posted limit that is driven on average, as OSRM takes it."""

BOARDING_WAITS = {_E.LANDING: 300.0}
"""Seconds of boarding and landing, which Valhalla adds for each ferry, whoever takes it."""

MOTOR_WAITS = {
    _E.SIGNALS: 2.0,
    _E.STOP: 2.0,
    _E.GIVE_WAY: 1.0,
    _E.LARGER_ROAD: 1.0,
    _E.GATE: 60.0,
    **BOARDING_WAITS,
}
"""Seconds at the end of an arc, as OSRM waits; at a larger road without a sign as at one that asks
to give way."""

PUSHED_KMH = 5.0
"""Speed of who pushes a bicycle, that of people on foot; OSRM has 4 km/h."""

NO_U_TURNS = {**NO_TURN_COSTS, Turn.U_TURN: math.inf}
"""Turns of motor vehicles, which turn round at dead ends alone."""

DEAD_END_SECONDS = 27.5
"""Seconds that turning round takes: OSRM's 20 s, and the 7.5 s of its sharpest turn."""

SHARP_TURN_SECONDS, TURN_BIAS, ONCOMING_SECONDS = 7.5, 1.075, 2.0
"""Curve of seconds over angle as OSRM's car profile has it, see `road.costs.turn_seconds`."""

CAR_FIGURES = Situation(height_m=2.0, width_m=1.9, length_m=4.8, weight_t=2.0, axle_load_t=1.2)
OFFROAD_FIGURES = Situation(height_m=2.1, width_m=2.0, length_m=5.0, weight_t=3.0, axle_load_t=1.8)
LORRY_FIGURES = Situation(
    height_m=4.0, width_m=2.55, length_m=12.0, weight_t=18.0, axle_load_t=10.0
)
BUS_FIGURES = Situation(height_m=3.2, width_m=2.55, length_m=12.0, weight_t=18.0, axle_load_t=11.5)
"""Outer figures of a vehicle of each kind, laden: a family car as OSRM takes it, lorry and bus of
two axles at the most that directive 96/53/EC allows."""

CAR = Metric(
    "car",
    Vehicle.CAR,
    CAR_SPEEDS,
    CAR_URBAN_SPEEDS,
    limits="follow",
    limit_factor=LIMIT_SHARE,
    top_speed_kmh=130,
    surface_caps_kmh=ROAD_TYRES_KMH,
    private="ends",
    turn_seconds=NO_U_TURNS,
    dead_end_seconds=DEAD_END_SECONDS,
    sharp_turn_seconds=SHARP_TURN_SECONDS,
    turn_bias=TURN_BIAS,
    oncoming_seconds=ONCOMING_SECONDS,
    wait_seconds=MOTOR_WAITS,
    situation=CAR_FIGURES,
)
TRUCK = replace(
    CAR,
    name="truck",
    vehicle=Vehicle.TRUCK,
    speeds_kmh=TRUCK_SPEEDS,
    urban_speeds_kmh=TRUCK_URBAN_SPEEDS,
    closed=frozenset((_R.LIVING_STREET, _R.TRACK, *NARROW)),
    top_speed_kmh=80,
    turn_seconds={**NO_U_TURNS, Turn.LEFT: 2.0, Turn.RIGHT: 1.0},
    situation=LORRY_FIGURES,
)
BUS = replace(
    TRUCK,
    name="bus",
    vehicle=Vehicle.BUS,
    closed=frozenset((_R.TRACK, *NARROW)) - {_R.PEDESTRIAN},
    situation=BUS_FIGURES,
)
OFFROAD = replace(
    CAR,
    name="4x4",
    vehicle=Vehicle.OFFROAD,
    speeds_kmh=OFFROAD_SPEEDS,
    top_speed_kmh=120,
    surface_caps_kmh=ALL_TERRAIN_TYRES_KMH,
    situation=OFFROAD_FIGURES,
)
BICYCLE = Metric(
    "bicycle",
    Vehicle.BICYCLE,
    CYCLING,
    limits="obey",
    top_speed_kmh=40,
    surface_factors=BICYCLE_TYRES,
    pushed_kmh=PUSHED_KMH,
    slope="bicycle",
    turn_seconds={**NO_TURN_COSTS, Turn.U_TURN: 10.0},
    wait_seconds=BOARDING_WAITS,
)
FOOT = Metric(
    "foot",
    Vehicle.FOOT,
    ON_FOOT,
    limits="ignore",
    surface_factors=SHOES,
    slope="tobler",
    turn_seconds=NO_TURN_COSTS,
    wait_seconds=BOARDING_WAITS,
)

PROFILES: dict[str, Metric] = {m.name: m for m in (CAR, TRUCK, BUS, OFFROAD, BICYCLE, FOOT)}
"""Presets by name, in the order in which they are offered."""


def profile(name: str) -> Metric:
    """The metric of that name. Raises InputError with the names there are."""
    if name not in PROFILES:
        raise InputError(
            f"there is no profile '{name}'", advice=f"Choose one of: {', '.join(PROFILES)}."
        )
    return PROFILES[name]
