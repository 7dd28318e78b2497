"""Bands that nobody chose hold 98 % of what is reached, and not the one farthest place."""

from __future__ import annotations

import numpy as np
import pytest

from app.fitting import FEW, fitting_bands, held_seconds, longest_of, suits
from app.measure import TIME
from app.solving.solved import Solved
from app.spread import amounts_and_spread
from core.solver import Start
from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimeGrid
from road.costs.metric import Weights
from road.results.spans import spans_of
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


def test_streets_entered_from_both_ends_are_reached_once_these_meet() -> None:
    # A square: 0 to 2 takes 20 either way, and the street 2 to 3 is entered at 10 and at 20.
    graph = graph_of([(0, 0), (1, 0), (1, 1), (0, 1)], [(0, 1), (1, 2), (2, 3), (3, 0)])
    costs = np.full(graph.arc_count, 10, np.uint32)
    for tail, head in ((1, 2), (2, 1)):
        costs[arc_between(graph, tail, head)] = 40
    times = Dijkstra(graph, Weights(costs, tick_seconds=1.0, unit="s")).solve((Start(0),))
    # Over 1 to 2, of 40: entered at 10 and, the other way, at 20; they meet at 35.
    assert longest_of(times) == 35
    for more, beyond in ((0.1, 0), (-0.1, 1)):
        assert np.count_nonzero(spans_of(times, (35 + more, np.inf)).band == 1) == beyond


def test_bands_suit_other_times_while_these_end_in_their_second_half_or_little_beyond() -> None:
    def up_to(seconds: int) -> TravelTimeGrid:
        return field(np.full((10, 10), seconds, np.uint32))

    bands = fitting_bands(up_to(3600))
    assert bands.limits[-1] == 3600
    assert [suits(bands, up_to(s)) for s in (1700, 1800, 4500, 4600)] == [False, True, True, False]
    assert suits(bands.with_beyond(9e4), up_to(3600)), "what is beyond does not count"


def test_a_histogram_tells_what_is_reached_when(monkeypatch: pytest.MonkeyPatch) -> None:
    # 800 rows of five cells of 100 m²; each row a second later, and one cell far away
    labels = np.repeat(np.arange(1, 801, dtype=np.uint32)[:, None], 5, axis=1)
    labels[0, 0] = 90_000
    grid = VelocityGrid(np.full(labels.shape, 36.0, np.float32), None, 10.0, 10.0)
    solved = Solved(grid, field(labels), (), "dijkstra", "cpu", "")
    spread = amounts_and_spread(solved, ())[1]
    assert spread is not None
    assert spread.end == pytest.approx(1.25 * 784, rel=0.01)
    assert spread.amounts.sum() == 100 * (labels.size - 1)
    assert spread.amounts[:60] == pytest.approx(500 * spread.end / 80, rel=0.1)
    limits = (100.0, 250.0, 90_000.0)
    areas, again = amounts_and_spread(solved, limits)
    assert areas == solved.amounts(limits)
    assert again is not None
    assert again.amounts.tolist() == spread.amounts.tolist()
    monkeypatch.setattr("app.spread.EXACT_ELEMENTS", 100)
    sampled = amounts_and_spread(Solved(grid, field(labels), (), "dijkstra", "cpu", ""), ())[1]
    assert sampled is not None
    assert sampled.amounts == pytest.approx(spread.amounts, rel=0.4, abs=1000)
    assert sampled.amounts.sum() == pytest.approx(spread.amounts.sum(), rel=0.01)
    assert amounts_and_spread(solved, limits)[0] == areas
    nowhere = field(np.zeros((3, 3), np.uint32))
    assert amounts_and_spread(Solved(grid, nowhere, (), "dijkstra", "cpu", ""), ())[1] is None
