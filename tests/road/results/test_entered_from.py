"""Arcs are told which source enters them first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import Weights
from road.graph import ForbiddenTurns
from road.results.entered_from import (
    NO_SOURCE,
    entered_from,
    first_at_vertices,
    first_of_states,
)
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import random_town


def turning_weights(arcs: int, seed: int, least: int) -> Weights:
    """Some arcs and turns cost nothing where `least` is 0."""
    random = np.random.default_rng(seed)
    costs = random.integers(least, 6, arcs).astype(np.uint32)
    costs[random.integers(0, arcs, 5)] = UNREACHED
    turns = np.zeros(len(Weights(costs).turn_costs), np.uint32)
    turns[:] = random.integers(0, 5, len(turns))
    return Weights(costs, turns)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("seed", range(6))
def test_by_the_source_that_is_named_the_arc_is_entered_as_soon_as_by_all(
    seed: int, direction: Direction
) -> None:
    graph = random_town(50, seed)
    weights = turning_weights(graph.arc_count, seed, seed % 2)
    solver = Dijkstra(graph, weights, direction=direction)
    sources = (
        Start(3),
        Start(20, 2.0),
        RoadStart((ArcPoint(7, 0.25),)),
        RoadStart((ArcPoint(30, 0.5),), 1.0),
        Start(41),
    )
    for limit in (np.inf, 9.0):
        times = solver.solve(sources, limit=limit)
        alone = np.stack([solver.solve((one,), limit=limit).entered for one in sources])
        found, entered = entered_from(times), times.entered
        np.testing.assert_array_equal(found == NO_SOURCE, entered == UNREACHED)
        reached = np.flatnonzero(found != NO_SOURCE)
        assert len(set(found[reached].tolist())) > 2
        np.testing.assert_array_equal(alone[found[reached], reached], entered[reached])


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("edge_based", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_first_are_those_of_single_solves_and_of_equal_ones_the_first_of_the_list(
    seed: int, edge_based: bool, direction: Direction
) -> None:
    graph = random_town(50, seed)
    weights = turning_weights(graph.arc_count, seed, 0)  # steps that cost nothing, and many ties
    if not edge_based:
        graph = replace(graph, forbidden=ForbiddenTurns.none())
        weights = Weights(weights.arc_costs)
    solver = Dijkstra(graph, weights, direction=direction)
    assert solver.search.edge_based == edge_based
    sources = (
        Start(41),
        Start(3, 1.0),
        RoadStart((ArcPoint(30, 0.5),), 1.0),
        RoadStart((ArcPoint(7, 0.25),)),
        Start(20, 2.0),
        Start(41),
    )
    for limit in (np.inf, 7.0):
        times = solver.solve(sources, limit=limit)
        alone = [solver.solve((one,), limit=limit) for one in sources]
        of_states = first_of_states(times)
        by_states = np.stack([one.state_labels for one in alone])
        np.testing.assert_array_equal(of_states, first_of(by_states))
        by_vertices = np.stack([one.labels for one in alone])
        np.testing.assert_array_equal(first_at_vertices(times, of_states), first_of(by_vertices))
        if edge_based:
            by_arcs = np.stack([one.entered for one in alone])
            np.testing.assert_array_equal(entered_from(times, of_states), first_of(by_arcs))


def first_of(labels: np.ndarray) -> np.ndarray:
    """The rule itself."""
    return np.where(labels.min(axis=0) < UNREACHED, labels.argmin(axis=0), NO_SOURCE)
