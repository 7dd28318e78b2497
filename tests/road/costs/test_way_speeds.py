"""Speeds of single ways, and the files they come from."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from core.times import UNREACHED
from road.costs.metric import Metric
from road.costs.profiles import CAR
from road.costs.way_speeds import read_way_speeds
from road.properties import RoadClass, Surface, Vehicle
from tests.road.coded import roads, varied, ways
from tests.shared_data import needs_shared, shared

PLAIN = Metric("plain", Vehicle.CAR, {RoadClass.PRIMARY: 72, RoadClass.TRACK: 18})


def test_ways_have_speeds_of_their_own() -> None:
    nan = math.nan
    speeds = ways(way=[2, 5, 7, 9], kmh=[nan, 36, nan, 0], scale=[0.5, 1, 0, 1])
    graph = roads(6, way=[1, 2, 5, 7, 9, 5], vehicles=[1, 1, 1, 1, 1, 4], surface=Surface.GRAVEL)
    metric = replace(PLAIN, ways=speeds, surface_factors={Surface.GRAVEL: 0.5})
    closed = UNREACHED
    expected = [10_000, 20_000, 10_000, closed, closed, closed]
    assert metric.weights(graph).arc_costs.tolist() == expected
    distance = replace(metric, quantity="distance").weights(graph).arc_costs
    assert distance.tolist() == [10_000, 10_000, 10_000, closed, closed, closed]


def test_a_scaled_way_costs_what_a_scaled_metric_would() -> None:
    graph = varied()
    some = ways(way=list(range(40)), kmh=[math.nan] * 40, scale=[0.5] * 40)
    slower = replace(CAR, ways=some).weights(graph).arc_costs.astype(np.int64)
    plain = CAR.weights(graph).arc_costs.astype(np.int64)
    open_arcs = slower < UNREACHED
    np.testing.assert_array_equal(plain == UNREACHED, ~open_arcs)
    assert (np.abs(slower - 2 * plain)[open_arcs] <= 1).all()


@needs_shared
def test_the_congestion_of_porto_alegre_is_read() -> None:
    speeds = read_way_speeds(shared("roads/osm-elevation/poa_osm_congestion.csv"))
    assert len(speeds.way) == 61
    assert (np.diff(speeds.way) > 0).all()
    assert set(speeds.scale.tolist()) == {0.5}
    assert np.isnan(speeds.kmh).all()


def test_rows_of_speeds_mean_what_their_type_says(tmp_path: Path) -> None:
    path = tmp_path / "speeds.csv"
    path.write_text("max_speed,note,osm_id,speed_type\n30,x,7,km/h\n0.5,,3,scale\n9,,7,scale\n")
    speeds = read_way_speeds(path)
    assert speeds.way.tolist() == [3, 7]
    assert speeds.scale.tolist() == [0.5, 9]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("osm_id,speed_type\n", "line 1: there is no column max_speed"),
        ("osm_id,max_speed,speed_type\n1,5,scale\nx,5,scale\n", "line 3: osm_id is 'x'"),
        ("osm_id,max_speed,speed_type\n1,-5,scale\n", "line 2: max_speed is '-5'"),
        ("osm_id,max_speed,speed_type\n1,nan,scale\n", "line 2: max_speed is 'nan'"),
        ("osm_id,max_speed,speed_type\n1,5,mph\n", "line 2: speed_type is 'mph'"),
        ("osm_id,max_speed,speed_type\n1\n", "line 2: max_speed is ''"),
        ("", "there is no column"),
    ],
)
def test_a_broken_row_is_told_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "speeds.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_way_speeds(path)
    with pytest.raises(InputError, match="could not be read"):
        read_way_speeds(tmp_path / "absent.csv")
