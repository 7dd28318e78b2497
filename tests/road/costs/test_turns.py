"""What turns cost, and waiting at the end of an arc."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from core.times import UNREACHED
from road.costs.metric import Metric
from road.costs.profiles import CAR
from road.costs.turn_seconds import left_seconds, right_seconds
from road.properties import ArcEnd, RoadClass, Turn, Vehicle
from road.turn_codes import DEAD_END, FIRST_LEFT, FIRST_RIGHT
from tests.road.coded import roads, ways

PLAIN = Metric("plain", Vehicle.CAR, {RoadClass.PRIMARY: 72, RoadClass.TRACK: 18})


def test_turns_cost_by_kind_and_mirrored_where_traffic_keeps_left() -> None:
    seconds = {Turn.STRAIGHT: 0, Turn.LEFT: 8, Turn.RIGHT: 2.5, Turn.U_TURN: math.inf}
    metric = replace(PLAIN, turn_seconds=seconds)
    sides = [*[8000] * 5, *[2500] * 5]
    assert metric.turn_ticks().tolist() == [0, 0, 0, UNREACHED, 0, *sides, UNREACHED]
    left = replace(roads(1), left_hand=True)
    costs = metric.weights(left).turn_costs.tolist()
    assert costs == [0, 0, 0, UNREACHED, 0, *sides[::-1], UNREACHED]
    ticks = Metric("any", Vehicle.CAR, {}).turn_ticks().tolist()
    assert ticks == [0, 0, 0, 100_000, *[0] * 11, 100_000]
    only = replace(metric, dead_end_seconds=27.5)
    assert only.turn_ticks()[[Turn.U_TURN, DEAD_END]].tolist() == [UNREACHED, 27_500]


def test_sharper_turns_cost_more_as_osrm_has_it() -> None:
    # process_turn of OSRM's car.lua at 90 degrees: left 7.5 · 0.71929 + 2 · 0.96267, right 2.10534.
    assert left_seconds(90, 7.5, 1.075, 2.0) == pytest.approx(7.32009, abs=1e-4)
    assert right_seconds(90, 7.5, 1.075) == pytest.approx(2.10534, abs=1e-4)
    ticks = CAR.turn_ticks()
    for first, other in ((FIRST_LEFT, FIRST_RIGHT), (FIRST_RIGHT, FIRST_LEFT)):
        assert (np.diff(ticks[first : first + 5].astype(np.int64)) > 0).all()
        assert (CAR.turn_ticks(left_hand=True)[first : first + 5] == ticks[other : other + 5]).all()
    assert (ticks[FIRST_LEFT : FIRST_LEFT + 5] > ticks[FIRST_RIGHT : FIRST_RIGHT + 5]).all()


def test_one_waits_at_the_end_of_an_arc_and_at_none_that_is_closed() -> None:
    graph = roads(4, arc_end=[0, ArcEnd.SIGNALS, ArcEnd.STOP, ArcEnd.STOP], vehicles=[1, 1, 1, 4])
    metric = replace(PLAIN, wait_seconds={ArcEnd.SIGNALS: 2, ArcEnd.STOP: 1.5})
    assert metric.weights(graph).arc_costs.tolist() == [5000, 7000, 6500, UNREACHED]
    distance = replace(metric, quantity="distance")
    assert distance.weights(graph).arc_costs.tolist() == [10_000] * 3 + [UNREACHED]
    own = replace(metric, ways=ways(way=[1], kmh=[36], scale=[1]))
    assert own.weights(graph).arc_costs.tolist() == [10_000, 12_000, 11_500, UNREACHED]
