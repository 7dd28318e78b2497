"""Who may use a way, and which way round."""

from __future__ import annotations

import pytest

from core.times import UNREACHED
from road.costs.profiles import PROFILES
from road.files.osm.access import ALL, MOTORS, WHEELS
from road.files.osm.barriers import closed_to
from road.files.osm.tags import WayProperties, way_properties
from road.properties import Flag, Vehicle
from tests.road.coded import roads

CAR, BICYCLE, FOOT, OFFROAD = Vehicle.CAR, Vehicle.BICYCLE, Vehicle.FOOT, Vehicle.OFFROAD
TRUCK, BUS = Vehicle.TRUCK, Vehicle.BUS
NOBODY = Vehicle.NONE


def read(text: str) -> WayProperties:
    """Properties of a way with the tags "key=value key=value"."""
    properties = way_properties(dict(part.split("=") for part in text.split()))
    assert properties is not None
    return properties


@pytest.mark.parametrize(
    ("tags", "users"),
    [
        ("highway=residential", ALL),
        ("highway=motorway", MOTORS),
        ("highway=trunk motorroad=yes", MOTORS),
        ("highway=road", ALL),
        ("highway=footway", FOOT),
        ("highway=footway bicycle=yes", FOOT | BICYCLE),
        ("highway=path", FOOT | BICYCLE),
        ("highway=cycleway foot=no", BICYCLE),
        ("highway=pedestrian motor_vehicle=delivery", FOOT),
        ("highway=pedestrian motorcar=yes", FOOT | CAR | OFFROAD),
        ("highway=track", BICYCLE | FOOT | OFFROAD),
        ("highway=track tracktype=grade1", ALL),
        ("highway=track surface=asphalt", ALL),
        ("highway=track motor_vehicle=agricultural", BICYCLE | FOOT),
        ("highway=track motor_vehicle=agricultural;destination", BICYCLE | FOOT | OFFROAD),
        ("highway=residential 4wd_only=yes", BICYCLE | FOOT | OFFROAD),
        ("highway=residential smoothness=impassable", FOOT),
        ("highway=residential impassable=yes", FOOT),
        ("highway=residential status=impassable", FOOT),
        ("highway=service service=emergency_access", FOOT | BICYCLE),
        ("highway=residential hgv=no", ALL & ~TRUCK),
        ("highway=residential motor_vehicle=no psv=yes", FOOT | BICYCLE | BUS),
        ("highway=residential motor_vehicle=bus", FOOT | BICYCLE | BUS),
        ("highway=residential motor_vehicle=psv;hgv", FOOT | BICYCLE | BUS | TRUCK),
        ("highway=pedestrian bus=yes", FOOT | BUS),
        ("highway=service access=no", NOBODY),
        ("highway=service access=no foot=yes", FOOT),
        ("highway=service access=no motor_vehicle=yes", MOTORS),
        ("highway=service vehicle=no", FOOT),
        ("highway=service vehicle=no bicycle=designated", FOOT | BICYCLE),
        ("highway=service motor_vehicle=no motorcar=yes", ALL & ~(TRUCK | BUS)),
        ("highway=secondary bicycle=use_sidepath foot=use_sidepath", MOTORS),
        ("highway=footway access=yes", FOOT),
        ("highway=residential access=unknown", ALL),
        ("route=ferry", ALL),
        ("route=ferry foot=yes", FOOT),
        ("route=ferry foot=yes motor_vehicle=yes", FOOT | MOTORS),
        ("route=shuttle_train", MOTORS),
        ("route=shuttle_train motorcar=yes", CAR | OFFROAD),
    ],
)
def test_the_most_specific_tag_decides_who_may_use_a_way(tags: str, users: Vehicle) -> None:
    assert read(tags).forward == users


@pytest.mark.parametrize("kind", ["cycleway", "path", "pedestrian", "footway", "bridleway"])
@pytest.mark.parametrize("opened", ["motor_vehicle=yes", "motorcar=designated", ""])
def test_cars_drive_where_a_tag_lets_them(kind: str, opened: str) -> None:
    way = read(f"highway={kind} {opened}")
    arc = roads(1, road_class=way.road_class, vehicles=way.forward)
    for name, drives in (("car", opened), ("4x4", opened), ("truck", "")):
        costs = PROFILES[name].weights(arc).arc_costs
        assert (costs[0] < UNREACHED) == bool(drives), name


@pytest.mark.parametrize(
    ("tags", "forward", "backward"),
    [
        ("oneway=yes", ALL, FOOT),
        ("oneway=1", ALL, FOOT),
        ("oneway=-1", FOOT, ALL),
        ("oneway=no", ALL, ALL),
        ("oneway=reversible", FOOT, FOOT),
        ("oneway=alternating", ALL, ALL),
        ("oneway=yes oneway:bus=no", ALL, FOOT | BUS),
        ("junction=roundabout", ALL, FOOT),
        ("junction=roundabout oneway=no", ALL, ALL),
        ("oneway=yes oneway:bicycle=no", ALL, FOOT | BICYCLE),
        ("oneway=yes cycleway=opposite_lane", ALL, FOOT | BICYCLE),
        ("oneway=yes cycleway:left=opposite_track", ALL, FOOT | BICYCLE),
        ("oneway=yes oneway:bicycle=yes cycleway=opposite", ALL, FOOT),
        ("oneway:motor_vehicle=yes", ALL, FOOT | BICYCLE),
        ("oneway=yes oneway:foot=yes", ALL, NOBODY),
        ("vehicle:backward=no", ALL, FOOT),
        ("motor_vehicle:backward=no", ALL, FOOT | BICYCLE),
        ("motor_vehicle=no motor_vehicle:forward=yes", ALL, FOOT | BICYCLE),
    ],
)
def test_one_way_rules_bind_vehicles_and_not_people_on_foot(
    tags: str, forward: Vehicle, backward: Vehicle
) -> None:
    way = read(f"highway=residential {tags}")
    assert (way.forward, way.backward) == (forward, backward)


def test_motorways_are_one_way_unless_they_say_otherwise() -> None:
    assert read("highway=motorway").backward == NOBODY
    assert read("highway=motorway oneway=no").backward == MOTORS
    assert read("highway=motorway_link").backward == MOTORS


def test_escalators_carry_one_way() -> None:
    assert read("highway=steps conveying=backward").forward == NOBODY
    assert read("highway=steps conveying=backward").backward == FOOT


@pytest.mark.parametrize("value", ["private", "destination", "delivery", "customers", "permit"])
def test_streets_for_residents_stay_open_and_are_marked(value: str) -> None:
    way = read(f"highway=service access={value}")
    assert way.forward == ALL
    assert way.flags & Flag.PRIVATE


def test_private_speaks_of_motor_vehicles_where_any_may_pass() -> None:
    assert read("highway=service motor_vehicle=private").flags & Flag.PRIVATE
    assert not read("highway=service bicycle=private").flags & Flag.PRIVATE
    assert read("highway=footway access=private").flags & Flag.PRIVATE


@pytest.mark.parametrize(
    ("tags", "closed"),
    [
        ("barrier=bollard", MOTORS),
        ("barrier=bollard motor_vehicle=yes", NOBODY),
        ("barrier=bollard bicycle=no", WHEELS),
        ("barrier=gate", NOBODY),
        ("barrier=gate access=private", NOBODY),
        ("barrier=gate access=no", ALL),
        ("barrier=gate access=no foot=yes", WHEELS),
        ("barrier=kissing_gate", WHEELS),
        ("barrier=toll_booth", NOBODY),
        ("barrier=kerb", MOTORS),
        ("barrier=kerb kerb=lowered", NOBODY),
        ("barrier=garage_door", MOTORS),  # nobody knows what is on no list
        ("barrier=yes motor_vehicle=private", BICYCLE & FOOT),
        ("barrier=swing_gate", NOBODY),
        ("barrier=gate locked=yes", ALL),
        ("barrier=gate locked=yes access=private foot=yes", WHEELS),
        ("barrier=bollard bollard=rising", MOTORS & ~BUS),
        ("barrier=bollard motor_vehicle=no bus=yes", MOTORS & ~BUS),
        ("barrier=bus_trap", CAR),
        ("barrier=wall", ALL),
    ],
)
def test_a_barrier_stops_those_its_kind_or_its_tags_name(tags: str, closed: Vehicle) -> None:
    assert closed_to(dict(part.split("=") for part in tags.split())) == closed
