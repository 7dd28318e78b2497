"""Classes, surfaces, lanes and flags from tags."""

from __future__ import annotations

import pytest

from road.files.osm.tags import ROADS, road_class, surface_of, way_properties
from road.properties import Flag, RoadClass, Surface


def test_every_class_of_the_model_has_its_word() -> None:
    assert set(ROADS.values()) | {RoadClass.FERRY} == set(RoadClass)
    assert road_class({"highway": "motorway_link"}) is RoadClass.MOTORWAY_LINK
    assert road_class({"highway": "road"}) is RoadClass.UNKNOWN
    assert road_class({"route": "ferry"}) is RoadClass.FERRY


@pytest.mark.parametrize(
    "tags",
    [
        {"highway": "proposed"},
        {"highway": "platform"},
        {"route": "hiking"},
        {"highway": "pedestrian", "area": "yes"},
        {},
    ],
)
def test_what_is_no_road_has_no_properties(tags: dict[str, str]) -> None:
    assert way_properties(tags) is None


@pytest.mark.parametrize(
    ("tags", "surface"),
    [
        ({"surface": "asphalt"}, Surface.PAVED),
        ({"surface": "sett"}, Surface.COBBLES),
        ({"surface": "fine_gravel"}, Surface.COMPACTED),
        ({"surface": "unpaved"}, Surface.GRAVEL),
        ({"surface": "Dirt"}, Surface.EARTH),
        ({"surface": "sand"}, Surface.SAND),
        ({"surface": "moon dust;sand"}, Surface.SAND),
        ({"tracktype": "grade2"}, Surface.COMPACTED),
        ({"tracktype": "grade5"}, Surface.MUD),
        ({"tracktype": "grade5", "surface": "asphalt"}, Surface.PAVED),
        ({"tracktype": "grade3", "surface": "moon dust"}, Surface.GRAVEL),
        ({}, Surface.UNKNOWN),
    ],
)
def test_surfaces_come_in_groups(tags: dict[str, str], surface: Surface) -> None:
    assert surface_of(tags) == surface


@pytest.mark.parametrize(
    ("tags", "lanes"),
    [
        ({}, (0, 0)),
        ({"lanes": "2"}, (1, 1)),
        ({"lanes": "1"}, (1, 1)),
        ({"lanes": "3", "lanes:forward": "2"}, (2, 1)),
        ({"lanes": "3", "lanes:backward": "2"}, (1, 2)),
        ({"lanes": "3", "oneway": "yes"}, (3, 3)),
        ({"lanes": "2; 3", "oneway": "yes"}, (2, 2)),
        ({"lanes": "many"}, (0, 0)),
        ({"lanes": "1000", "oneway": "yes"}, (255, 255)),
    ],
)
def test_lanes_count_in_the_direction_of_the_arc(
    tags: dict[str, str], lanes: tuple[int, int]
) -> None:
    properties = way_properties({"highway": "primary", **tags})
    assert properties is not None
    assert (properties.lanes, properties.lanes_back) == lanes


def test_flags_say_what_else_is_known() -> None:
    tags = {
        **{"highway": "primary", "toll": "yes", "bridge": "viaduct", "tunnel": "no"},
        **{"junction": "roundabout", "maxspeed": "RU:urban"},
    }
    properties = way_properties(tags)
    assert properties is not None
    assert properties.flags == Flag.TOLL | Flag.BRIDGE | Flag.ROUNDABOUT | Flag.URBAN
    ferry = way_properties({"route": "ferry"})
    assert ferry is not None
    assert ferry.flags == Flag.FERRY
