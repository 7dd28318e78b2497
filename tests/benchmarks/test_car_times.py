"""Ratios of times count trips that both know and that are long enough; sets count places."""

from __future__ import annotations

import numpy as np

from benchmarks.car_times.__main__ import car_vertices, compared, drawn_trips, sets_compared
from road.costs.profiles import CAR
from tests.road.drawn import grid_city

INF = float("inf")


def test_ratios_are_those_of_long_trips_that_both_know() -> None:
    own = np.array([90.0, 120, 30, INF, 200, 130])
    other = np.array([100.0, 100, 10, 100, INF, 100])
    found = compared(own, other)
    assert (found["n"], found["one_alone"]) == (3, 2)
    assert (found["median"], found["within_15"]) == (1.2, 0.333)
    assert compared(own[2:3], other[2:3]) == {"n": 0}


def test_sets_are_compared_by_what_either_reaches() -> None:
    own, other = np.array([299.0, 299, 301, INF]), np.array([299.0, 301, 299, INF])
    assert sets_compared(own, other) == {"5": 0.333, "10": 1.0, "15": 1.0}


def test_places_are_vertices_that_a_car_leaves_and_reaches_and_a_seed_draws_them_again() -> None:
    graph = grid_city()
    vertices = car_vertices(graph, CAR.weights(graph))
    assert (graph.vertex_ids[vertices] > 0).all()
    (one, first), (other, again) = (drawn_trips(graph, vertices, 5, 3) for _ in range(2))
    np.testing.assert_array_equal(first, again)
    np.testing.assert_array_equal(one.pairs, other.pairs)
    assert one.pairs.shape == (5, 2)
    assert (one.pairs[:, 0] != one.pairs[:, 1]).all()
