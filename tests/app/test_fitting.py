"""Bands that nobody chose hold 98 % of what is reached, and not the one farthest place."""

from __future__ import annotations

import numpy as np
import pytest

from app.fitting import FEW, fitting_bands, held_seconds, longest_of
from app.measure import TIME
from core.solver import Start
from core.times import UNREACHED
from raster.travel_times import TravelTimeGrid
from road.costs.metric import Weights
from road.solvers.dijkstra import Dijkstra
from tests.app.drawn_roads import opened
from tests.road.drawn import arc_between, graph_of


def field(labels: np.ndarray) -> TravelTimeGrid:
    held = labels[labels < UNREACHED]
    return TravelTimeGrid(labels, 1.0, reached=len(held), max_ticks=int(held.max(initial=0)))


def test_one_far_cell_does_not_stretch_the_bands() -> None:
    labels = np.arange(10_000, dtype=np.uint32).reshape(100, 100) % 600
    labels[99, 99] = 90_000
    bands = fitting_bands(field(labels))
    assert held_seconds(field(labels)) == pytest.approx(0.98 * 600, abs=2)
    assert bands.limits == (120, 240, 360, 480, 600)
    assert bands.automatic


def test_only_what_is_reached_counts() -> None:
    labels = np.full((100, 100), UNREACHED, np.uint32)
    labels[:10] = np.arange(1000).reshape(10, 100)
    assert held_seconds(field(labels)) == 979


def test_of_a_large_raster_a_sample_is_asked() -> None:
    # Times grow by the row; every second row and column is asked, give or take.
    labels = np.repeat(np.arange(1100, dtype=np.uint32)[:, None], 900, axis=1)
    assert held_seconds(field(labels)) == pytest.approx(0.98 * 1100, rel=0.01)


def test_bands_of_a_few_cells_hold_them_all() -> None:
    labels = np.arange(FEW - 1, dtype=np.uint32)[None, :].copy()
    labels[0, -1] = 5000
    assert held_seconds(field(labels)) == 5000
    assert held_seconds(field(np.full((3, 3), UNREACHED, np.uint32))) == 0


def test_one_ferry_does_not_stretch_the_bands_of_roads() -> None:
    # 100 vertices 10 s apart, and an island 5000 s off
    graph = graph_of([(float(k), 0.0) for k in range(101)], [(k, k + 1) for k in range(100)])
    costs = np.full(graph.arc_count, 10, np.uint32)
    costs[arc_between(graph, 99, 100)] = 5000
    times = Dijkstra(graph, Weights(costs, tick_seconds=1.0, unit="s")).solve((Start(0),))
    assert times.max_seconds == 5990
    assert held_seconds(times) == 980  # 99 of 101 vertices
    assert fitting_bands(times, TIME).limits[-1] < 1500


def test_between_two_junctions_times_are_the_longest() -> None:
    roads = opened()
    times = Dijkstra(roads.graph, roads.weights).solve((Start(0),))
    assert longest_of(times) > times.max_seconds
    near = Dijkstra(roads.graph, roads.weights).solve((Start(0),), limit=5.0)
    assert longest_of(near) <= 5.0
