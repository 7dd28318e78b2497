"""The presets, and metrics as files."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from core.times import UNREACHED
from road.costs.metric import Metric
from road.costs.metric_files import metric_from_json, read_metric
from road.costs.profiles import BICYCLE, CAR, FOOT, OFFROAD, PROFILES, TRUCK, profile
from road.files.osm.access import MOTORS
from road.properties import RoadClass, Surface, Turn, Vehicle
from road.turn_codes import DEAD_END
from tests.road.coded import varied
from tests.road.costs.metric_text import metric_to_json
from tests.road.drawn import grid_city


def test_the_presets_are_these() -> None:
    assert list(PROFILES) == ["car", "truck", "bus", "4x4", "bicycle", "foot"]
    assert profile("foot") is FOOT
    with pytest.raises(InputError, match=r"no profile 'boat'.*car, truck, bus, 4x4, bicycle, foot"):
        profile("boat")


def test_cars_overtake_trucks_overtake_bicycles_overtake_walkers() -> None:
    graph = grid_city()  # primary, residential and tertiary roads
    costs = [m.weights(graph).arc_costs for m in (CAR, TRUCK, BICYCLE, FOOT)]
    open_arcs = costs[0] < UNREACHED
    for faster, slower in pairwise(costs):
        assert (faster <= slower)[open_arcs].all()


def test_nobody_walks_on_motorways_unless_the_file_says_so() -> None:
    assert all(FOOT.speeds_kmh[c] > 0 for c in RoadClass)  # the access bits decide
    assert RoadClass.STEPS not in CAR.speeds_kmh


def test_tracks_are_for_four_wheels() -> None:
    assert OFFROAD.speeds_kmh[RoadClass.TRACK] > CAR.speeds_kmh[RoadClass.TRACK]
    for surface, kmh in CAR.surface_caps_kmh.items():
        assert OFFROAD.surface_caps_kmh[surface] > kmh


@pytest.mark.parametrize("name", PROFILES)
def test_motors_turn_round_at_dead_ends_alone(name: str) -> None:
    metric = PROFILES[name]
    ticks = metric.turn_ticks()
    assert (ticks[Turn.U_TURN] == UNREACHED) == (metric.vehicle in MOTORS)
    assert ticks[DEAD_END] in (27_500, 10_000, 0)


@pytest.mark.parametrize("name", PROFILES)
def test_a_metric_comes_back_from_its_file(name: str, tmp_path: Path) -> None:
    metric = replace(PROFILES[name], slope=((-10.0, 1.25), (0.0, 1.0), (40.0, 0.0)))
    for original in (metric, PROFILES[name]):
        (tmp_path / "metric.json").write_text(metric_to_json(original), encoding="utf-8")
        again = read_metric(tmp_path / "metric.json")
        assert again == original
        graph = varied()
        one, other = (m.weights(graph).arc_costs for m in (original, again))
        np.testing.assert_array_equal(one, other)


def test_a_file_says_what_differs_from_a_preset() -> None:
    text = """{"name": "wet", "based_on": "car", "surface_caps_kmh": {"earth": 9, "mud": null},
        "speeds_kmh": {"motorway": 90}, "closed": ["track"], "turn_seconds": {"u_turn": null}}"""
    metric = metric_from_json(text)
    expected = replace(
        CAR,
        name="wet",
        surface_caps_kmh={**CAR.surface_caps_kmh, Surface.EARTH: 9, Surface.MUD: float("inf")},
        speeds_kmh={**CAR.speeds_kmh, RoadClass.MOTORWAY: 90},
        closed=frozenset([RoadClass.TRACK]),
        turn_seconds={**CAR.turn_seconds, Turn.U_TURN: float("inf")},
    )
    assert metric == expected


def test_a_file_may_hold_a_whole_metric() -> None:
    metric = metric_from_json('{"vehicle": ["car", "offroad"], "speeds_kmh": {"unknown": 30}}')
    assert metric == Metric("metric", Vehicle.CAR | Vehicle.OFFROAD, {RoadClass.UNKNOWN: 30})
    assert json.loads(metric_to_json(metric))["top_speed_kmh"] is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"based_on": "car",\n "limits" "obey"}', "m.json, line 2: is not JSON"),
        ("[1]", "m.json: is not a JSON object"),
        ("{}", 'm.json: it has neither a preset .* Add "based_on" with one of: car'),
        ('{"based_on": "boat"}', "m.json, 'based_on': there is no profile 'boat'"),
        ('{"based_on": 3}', "m.json, 'based_on': 3 is not text"),
        ('{"based_on": "car", "color": 3}', "there is no setting 'color'. Known are: based_on"),
        ('{"based_on": "car", "speeds_kmh": {"moterway": 3}}', "'speeds_kmh': there is no 'mot"),
        (
            '{"based_on": "car", "speeds_kmh": {"track": "3"}}',
            "'speeds_kmh': \"3\" is not a number",
        ),
        ('{"based_on": "car", "speeds_kmh": {"track": -3}}', "'speeds_kmh': a speed of -3"),
        ('{"based_on": "car", "speeds_kmh": 9}', "'speeds_kmh': 9 is not a table"),
        ('{"based_on": "car", "limit_factor": NaN}', "'limit_factor': NaN is not a number"),
        ('{"based_on": "car", "limit_factor": true}', "'limit_factor': true is not a number"),
        ('{"based_on": "car", "limits": "no"}', "'limits': 'no'. Choose ignore, obey or follow"),
        ('{"based_on": "car", "slope": [3]}', "'slope': .3. is not a rule for slopes"),
        ('{"based_on": "car", "slope": [[3, 1], [2, 1]]}', "'slope': slope points"),
        ('{"based_on": "car", "vehicle": "none"}', "'vehicle': there is no 'none'"),
        ('{"based_on": "car", "vehicle": 7}', "'vehicle': 7 is not a list"),
        ('{"based_on": "car", "turn_seconds": {"left": -1}}', "'turn_seconds': a turn of -1"),
    ],
)
def test_a_broken_file_is_told_in_a_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(text)
    with pytest.raises(InputError, match=message) as caught:
        read_metric(path)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b'{"name": "caf\xe9"}')
    with pytest.raises(InputError, match="not text in UTF-8"):
        read_metric(tmp_path / "latin")
    with pytest.raises(InputError, match="could not be read"):
        read_metric(tmp_path / "absent")
