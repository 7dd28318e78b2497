"""Where a start stands that nobody has placed."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from app.document.road_starts import good_start
from core.errors import InputError
from road.properties import RoadClass
from tests.app.drawn_roads import opened


def test_a_good_start_is_a_vertex_in_the_middle_from_which_one_comes_back() -> None:
    start = good_start(opened())
    # 0 to 4 all come back; medians are 100 and 0, where vertex 1 lies.
    assert (start.vertex, start.x, start.y) == (101, 100.0, 0.0)  # ids begin at 100


def test_without_positions_it_is_a_vertex_still() -> None:
    roads = opened()
    start = good_start(replace(roads, graph=replace(roads.graph, x=None, y=None)))
    assert start.vertex == 100
    assert math.isnan(start.x)


def test_where_no_road_is_open_the_metric_is_named() -> None:
    roads = opened()
    closed = roads.driven(roads.costs.with_closed(RoadClass))
    with pytest.raises(InputError, match="no road is open with the metric 'car'"):
        good_start(closed)
