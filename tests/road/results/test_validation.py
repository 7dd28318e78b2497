"""The certificate: passes what is right, and names what is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import Weights
from road.results.travel_times import RoadTimes
from road.results.validation import validate
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import grid_city, islands, random_town
from tests.road.searches import random_weights


def spoiled(times: RoadTimes, state: int, label: int) -> RoadTimes:
    labels = times.state_labels.copy()
    labels[state] = label
    return replace(times, state_labels=labels)


def broken(times: RoadTimes) -> list[int]:
    return [k for k, (_, holds) in enumerate(validate(times).statements) if not holds]


@pytest.mark.parametrize("turns", [False, True])
def test_any_wrong_label_is_found(turns: bool) -> None:
    roads = random_town(30, 1)
    times = Dijkstra(roads, random_weights(roads, 1, turns=turns)).solve((Start(0), Start(5, 2.0)))
    assert validate(times).passed
    for state in range(len(times.state_labels)):
        label = int(times.state_labels[state])
        for wrong in {label + 1, label - 1, 0, UNREACHED} - {label, -1, UNREACHED + 1}:
            assert broken(spoiled(times, state, wrong)), (state, label, wrong)


def test_a_circle_of_free_arcs_explains_nothing() -> None:
    # the second triangle (5, 6, 7) of the islands is not reached, yet all its arcs are tight
    roads = islands()
    times = Dijkstra(roads, Weights(np.zeros(roads.arc_count, np.uint32))).solve((Start(0),))
    labels = times.state_labels.copy()
    labels[5:8] = 0
    assert broken(replace(times, state_labels=labels)) == [2]


def test_a_label_past_the_limit_is_found() -> None:
    roads = grid_city()
    weights = Weights(np.full(roads.arc_count, 1000, np.uint32), tick_seconds=0.001)
    times = Dijkstra(roads, weights).solve((Start(0),))
    assert 3 in broken(replace(times, limit_seconds=2.0))
