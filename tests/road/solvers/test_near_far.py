"""Near and far queue on roads: the same bits for every Δ, queues without duplicates."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import ParameterError
from core.parallel.near_far import FAR, FOLLOWING, NEAR, Queues, StepWidth
from core.solver import Start
from core.times import UNREACHED
from road.search.search_graph import SearchGraph
from road.search.starts import seeds_of
from road.solvers.dijkstra import Dijkstra
from road.solvers.near_far import NearFar, StateSearch
from tests.road.drawn import random_town
from tests.road.searches import random_weights

STARTS = (Start(0), Start(9, 3.0))


@pytest.mark.parametrize("delta", [0.0, 0.001, 0.3, 2.0, 1e5])
def test_any_step_width_gives_the_same_bits(delta: float) -> None:
    roads = random_town(400, 1)
    weights = random_weights(roads, 1)
    solver = NearFar(roads, weights, delta_seconds=delta)
    expected = Dijkstra(roads, weights).solve(STARTS)
    for _ in range(2):
        solver.solve((Start(3),), limit=2.0)
        np.testing.assert_array_equal(solver.solve(STARTS).labels, expected.labels)


@pytest.mark.parametrize("delta", [0.01, 1.0])
def test_no_queue_ever_holds_a_vertex_twice(delta: float) -> None:
    roads = random_town(300, 2)
    search = SearchGraph.of(roads, random_weights(roads, 2))
    queues = Queues.of(search.states)
    seeds = seeds_of(search, STARTS, UNREACHED - 1)
    width = StepWidth.of(delta / search.scale, given=True)
    steps = StateSearch(search, queues, width, seeds, UNREACHED - 1)
    while not steps.finished:
        if steps.near:
            steps.step(7)
        else:
            steps.advance()
        for role in (NEAR, FOLLOWING, FAR):
            held = queues.entries[queues.roles[role], : queues.length(role)]
            assert len(np.unique(held)) == len(held)
    assert not queues.is_near.any()


def test_a_step_width_below_zero_is_refused() -> None:
    roads = random_town(10, 0)
    with pytest.raises(ParameterError, match="step width of -1"):
        NearFar(roads, random_weights(roads), delta_seconds=-1)
