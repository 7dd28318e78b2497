"""Bellman-Ford on roads: rounds by one thread and by all."""

from __future__ import annotations

import numpy as np

from core.parallel.threads import WORTH_SHARING
from core.solver import Start
from core.trace import Ring, SolveFinished
from road.solvers.bellman_ford import BellmanFord
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import chain
from tests.road.searches import random_weights


def test_many_starts_are_worked_on_by_all_threads() -> None:
    roads = chain(3 * WORTH_SHARING)
    weights = random_weights(roads, 3)
    starts = tuple(Start(vertex) for vertex in range(0, roads.vertices, 2))
    expected = Dijkstra(roads, weights).solve(starts)
    solver = BellmanFord(roads, weights)
    for _ in range(3):
        np.testing.assert_array_equal(solver.solve(starts).labels, expected.labels)


def test_news_runs_one_arc_or_more_in_a_round() -> None:
    roads = chain(500)
    ring = Ring()
    weights = random_weights(roads, 1)
    weights = type(weights)(np.full(roads.arc_count, 5, np.uint32), tick_seconds=0.001)
    BellmanFord(roads, weights).solve((Start(0),), trace=ring)
    finished = ring.drain()[-1]
    assert isinstance(finished, SolveFinished)
    assert finished.iterations <= 501
