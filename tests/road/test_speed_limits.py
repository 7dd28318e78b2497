"""Limits in a byte: what is posted comes back as it is posted."""

from __future__ import annotations

import math

import numpy as np
import pytest

from road.costs.metric import Metric
from road.properties import RoadClass, Vehicle
from road.speed_limits import KMH_OF_CODE, NO_LIMIT, code_of, in_words
from tests.road.coded import roads


def test_every_limit_that_is_posted_is_held_exactly() -> None:
    for kmh in range(1, 161):
        assert KMH_OF_CODE[code_of(kmh)] == kmh
        assert in_words(code_of(kmh)) == f"{kmh} km/h"
    for mph in range(1, 86):
        assert KMH_OF_CODE[code_of(mph * 1.609344)] == mph * 1.609344
        assert in_words(code_of(mph * 1.609344)) == f"{mph} mph"


@pytest.mark.parametrize(
    ("kmh", "held"),
    [
        *((0.0, 0.0), (-5.0, 0.0), (math.nan, 0.0), (1e-9, 1.0), (7.5, 7.0), (18.52, 19.0)),
        *((173.0, 170.0), (254.0, 250.0), (255.0, NO_LIMIT), (math.inf, NO_LIMIT)),
    ],
)
def test_others_are_the_nearest_that_there_is(kmh: float, held: float) -> None:
    assert KMH_OF_CODE[code_of(kmh)] == held


def test_codes_are_their_own_speeds() -> None:
    assert [code_of(kmh) for kmh in KMH_OF_CODE] == list(range(256))
    assert in_words(0) == ""
    assert in_words(NO_LIMIT) == "no limit"


def test_a_mile_at_60_mph_takes_a_minute() -> None:
    graph = roads(1, length_m=np.float32(1609.344), speed_limit=code_of(60 * 1.609344))
    metric = Metric("plain", Vehicle.CAR, {RoadClass.PRIMARY: 50}, limits="follow")
    assert metric.weights(graph).arc_costs.tolist() == [60_000]
