"""On which side traffic keeps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from road.files.osm.sides import side_of
from tests.road.files.osm_text import graph_of, node, way

PLACES = {
    "London": (-0.13, 51.51, True),
    "Dover": (1.31, 51.13, True),
    "Jersey": (-2.1, 49.2, True),
    "Dublin": (-6.26, 53.35, True),
    "Tokyo": (139.7, 35.7, True),
    "Delhi": (77.2, 28.6, True),
    "Bangkok": (100.5, 13.75, True),
    "Jakarta": (106.8, -6.2, True),
    "Sydney": (151.2, -33.9, True),
    "Auckland": (174.8, -36.8, True),
    "Cape Town": (18.4, -33.9, True),
    "Nairobi": (36.8, -1.3, True),
    "Kingston": (-76.8, 18.0, True),
    "Hong Kong": (114.17, 22.3, True),
    "Valletta": (14.5, 35.9, True),
    "Paris": (2.35, 48.86, False),
    "Calais": (1.86, 50.95, False),
    "Porto": (-8.6, 41.15, False),
    "Moscow": (37.6, 55.8, False),
    "Washington": (-77.0, 38.9, False),
    "Seoul": (127.0, 37.6, False),
    "Busan": (129.04, 35.1, False),
    "Vladivostok": (131.9, 43.1, False),
    "Kabul": (69.1, 34.5, False),
    "Kigali": (30.06, -1.95, False),
    "Moroni": (43.25, -11.7, False),
    "Addis Ababa": (38.75, 9.0, False),
    "Luanda": (13.23, -8.84, False),
    "Ho Chi Minh City": (106.7, 10.8, False),
    "Manila": (121.0, 14.6, False),
    "San Juan": (-66.1, 18.4, False),
    "Miami": (-80.2, 25.8, False),
}


@pytest.mark.parametrize("place", PLACES)
def test_the_side_follows_from_the_place(place: str) -> None:
    lon, lat, left = PLACES[place]
    side = side_of(np.array([[lon, lat]]), [], ways=1)
    assert side.left == left
    assert "by coordinates" in side.reason


def test_tags_on_most_ways_go_before_the_place() -> None:
    london = np.array([[-0.13, 51.51]])
    assert not side_of(london, [("right", 6)], ways=10).left
    assert side_of(london, [("right", 4)], ways=10).left


def test_the_graph_knows_its_side_and_says_why(tmp_path: Path) -> None:
    tags = {"highway": "residential", "driving_side": "left"}
    graph = graph_of(tmp_path, node(1, 0, 0), node(2, 1, 0), way(10, [1, 2], tags))
    assert graph.left_hand
    assert "traffic keeps left, as driving_side says" in graph.notes
