"""Point to point on a hierarchy: Dijkstra's cost, and a way that has it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED
from road.ch.query.phast import Phast
from road.ch.query.point_to_point import HierarchyRouter, steps_over_core
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.routes.route import Router
from road.search.search_graph import Direction
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import DRAWN, random_town
from tests.road.routes.ways import assert_good, places
from tests.road.searches import random_weights


def check(
    roads: RoadGraph, weights: Weights, direction: Direction, core: int, count: int = 8
) -> int:
    """Of many pairs; returns how many ways there were."""
    expected = Router(Dijkstra(roads, weights, direction=direction))
    router = HierarchyRouter(Phast(roads, weights, direction=direction, core_size=core))
    ways = 0
    for origin in places(roads, weights, 1, count):
        for destination in (*places(roads, weights, 2, count), origin):
            best = expected.route(origin, destination)
            found = router.route(origin, destination)
            assert_good(found, best, weights)
            ticks = router.ticks(origin, destination)
            assert ticks == (UNREACHED if best is None else best.ticks)
            ways += found is not None and found.method == "hierarchy"
    return ways


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", [name for name in DRAWN if name != "chain"])
def test_costs_and_ways_are_those_of_dijkstra(
    graph: str, turns: bool, direction: Direction
) -> None:
    roads = DRAWN[graph]()
    weights = random_weights(roads, 6, turns=turns)
    assert check(roads, weights, direction, core=1 + 6 * turns) > 5
    check(roads, weights, direction, core=1000)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("seed", range(3))
def test_towns_with_restrictions(seed: int, direction: Direction) -> None:
    roads = random_town(200, seed, restrictions=90)
    weights = random_weights(roads, seed, turns=True)
    assert check(roads, weights, direction, core=30, count=6) > 10


@pytest.mark.parametrize("core", [1, 12, 1000])
def test_circles_that_cost_nothing(core: int) -> None:
    roads = random_town(60, 5)
    costs = np.random.default_rng(5).integers(0, 2, roads.arc_count).astype(np.uint32)
    assert check(roads, Weights(costs, vehicles=0), "from", core) > 30


def test_the_way_over_the_core_is_found_though_steps_cost_nothing() -> None:
    """All steps are free, so that every one explains every distance, round all circles."""
    roads = random_town(40, 3)
    costs = np.zeros(roads.arc_count, np.uint32)
    phast = Phast(roads, Weights(costs, vehicles=0), core_size=1000)
    hierarchy = phast.hierarchy
    steps, head = (
        hierarchy.core_steps,
        np.repeat(np.arange(hierarchy.core_size), np.diff(hierarchy.core_steps.first)),
    )
    for top, bottom in ((0, 17), (30, 2), (5, 5)):
        if hierarchy.core[top, bottom] == UNREACHED:
            continue
        here = top
        for step in steps_over_core(hierarchy.core, steps, top, bottom):
            assert steps.other[step] == here
            here = int(head[step])
        assert here == bottom


def test_the_states_are_those_along_the_way() -> None:
    roads = random_town(150, 8)
    weights = random_weights(roads, 8)
    router = HierarchyRouter(Phast(roads, weights, core_size=9))
    labels = Dijkstra(roads, weights).solve((Start(0),)).labels
    reached = np.flatnonzero(labels < UNREACHED)
    far = int(reached[labels[reached].argmax()])
    states: Any = router.states(Start(0), Start(far))
    assert (states[0], states[-1]) == (0, far)
    assert (np.diff(labels[states].astype(np.int64)) > 0).all()
    assert 0 < router.settled < 150
