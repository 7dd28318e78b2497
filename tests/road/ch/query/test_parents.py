"""Parents make a forest of all that is reached, and each of them explains a label."""

from __future__ import annotations

import numpy as np
import pytest

from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from road.ch.query.phast import Phast
from road.costs.metric import Weights
from road.graph import U32
from road.results.travel_times import RoadTimes
from road.results.tree import NO_PARENT
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadSources, RoadStart, seeds_of
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights

SOURCES: RoadSources = (Start(0), Start(3, 0.8), RoadStart((ArcPoint(3, 0.4),), 0.001))


def check(parents: U32, times: RoadTimes) -> None:
    search, labels = times.search, times.state_labels
    least: dict[tuple[int, int], int] = {}
    tail = np.repeat(np.arange(search.states), np.diff(search.first_out))
    for u, v, cost in zip(tail.tolist(), search.head.tolist(), search.cost.tolist(), strict=True):
        least[u, v] = min(cost, least.get((u, v), UNREACHED))
    seeds = seeds_of(search, times.sources, times.limit_ticks)
    begins = dict(zip(seeds.states.tolist(), seeds.ticks.tolist(), strict=True))
    for state in range(search.states):
        parent = int(parents[state])
        if labels[state] >= UNREACHED:
            assert parent == NO_PARENT
        elif parent == NO_PARENT:
            assert begins[state] == labels[state]
        else:
            assert int(labels[parent]) + least[parent, state] == labels[state]
    rooted = np.zeros(search.states, np.bool_)
    for state in range(search.states):  # each comes to a start within as many steps as states
        walk, here = [], state
        while not rooted[here] and parents[here] != NO_PARENT:
            walk.append(here)
            here = int(parents[here])
            assert len(walk) <= search.states
        rooted[[*walk, here]] = True


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", ["grid city", "islands", "parallels and loops", "random town"])
def test_of_drawn_roads(name: str, turns: bool, direction: Direction) -> None:
    roads = DRAWN[name]()
    weights = random_weights(roads, 3, turns=turns)
    for core in (1, 12, 1000):
        solver = Phast(roads, weights, direction=direction, core_size=core)
        for limit in (UNLIMITED, 6.0):
            times = solver.solve(SOURCES, limit=limit)
            check(solver.parents(times), times)


@pytest.mark.parametrize("core", [1, 9, 1000])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_where_steps_cost_nothing(most: int, core: int) -> None:
    roads = random_town(70, most)
    costs = np.random.default_rng(most).integers(0, most, roads.arc_count).astype(np.uint32)
    weights = Weights(costs, tick_seconds=0.001, unit="ms", vehicles=0)
    solver = Phast(roads, weights, core_size=core)
    times = solver.solve(SOURCES)
    check(solver.parents(times), times)
