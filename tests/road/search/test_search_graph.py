"""What steps consist of, and that nobody pays for costs before asking for them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.parallel.threads import WORTH_SHARING
from core.times import UNREACHED
from road.costs.metric import Weights
from road.crp.overlay.overlay import overlay_of
from road.search.search_graph import Direction, SearchGraph
from tests.road.crp.nests import halved
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights


def priced(search: SearchGraph, weights: Weights, steps: np.ndarray) -> np.ndarray:
    """Costs of steps from what they consist of."""
    arc, turn = search.step_arcs(steps)
    assert arc.dtype == np.uint32
    costs = weights.arc_costs[arc].astype(np.int64)
    if turn is not None:
        assert turn.dtype == np.uint8
        costs += weights.turn_costs[turn]
    return np.minimum(costs, UNREACHED)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", DRAWN)
def test_arcs_and_turns_of_steps_make_their_costs(
    graph: str, turns: bool, direction: Direction
) -> None:
    roads = DRAWN[graph]()
    search = SearchGraph.of(roads, random_weights(roads, 1, turns=turns), direction)
    assert search.edge_based or not turns
    overlay = overlay_of(search, halved(roads, (8,)))
    backwards = np.arange(len(search.head), dtype=np.uint32)[::-1]
    for steps in (overlay.ground.step, backwards, backwards[:0]):
        for weights in (search.weights, random_weights(roads, 2, turns=search.edge_based)):
            there = SearchGraph.of(roads, weights, direction, edge_based=search.edge_based)
            np.testing.assert_array_equal(priced(search, weights, steps), there.cost[steps])
            assert there.longest_step >= there.costs_seen[0]


@pytest.mark.parametrize("direction", ["from", "to"])
def test_restrictions_and_dear_turns_on_more_steps_than_one_thread_takes(
    direction: Direction,
) -> None:
    roads = random_town(2000, 3, restrictions=300)
    dear = np.array([0, UNREACHED, 7, UNREACHED - 1], np.uint32)
    weights = replace(random_weights(roads, 3, turns=True), turn_costs=dear)
    search = SearchGraph.of(roads, weights, direction)
    assert search.states > roads.arc_count
    steps = np.arange(len(search.head), dtype=np.uint32)
    assert len(steps) > WORTH_SHARING
    np.testing.assert_array_equal(priced(search, weights, steps), search.cost)
    assert search.cost.max() == UNREACHED
    assert search.longest_step >= search.costs_seen[0]


def test_other_weights_cost_nothing_until_costs_are_read() -> None:
    roads = random_town(200, 1)
    first = SearchGraph.of(roads, random_weights(roads, 1, turns=True))
    overlay = overlay_of(first, halved(roads, (8, 40)))
    first.step_arcs(overlay.ground.step)
    assert first.longest_step > 0
    other = SearchGraph.of(roads, random_weights(roads, 2, turns=True))
    assert overlay.fits(other)
    assert "cost" not in vars(first)
    assert "cost" not in vars(other)
    assert other.cost is other.cost
