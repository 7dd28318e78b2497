"""PHAST equals Dijkstra bit by bit; tests/parity runs it on every drawn graph besides."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import road.ch.query.phast
from core.cancel import Cancel
from core.errors import CancelledError, ParameterError
from core.solver import Start
from core.times import UNREACHED
from core.trace import Iteration, Ring
from road.ch.query.phast import Phast, sweep_rounds
from road.costs.metric import Weights, given_weights
from road.files.read import open_roads
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights
from tests.shared_data import needs_shared, shared


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("seed", range(4))
def test_steps_that_cost_nothing_and_ties(seed: int, direction: Any) -> None:
    graph = random_town(60, seed)
    costs = np.random.default_rng(seed).integers(0, 3, graph.arc_count).astype(np.uint32)
    weights = Weights(costs, tick_seconds=0.001, unit="ms", vehicles=0)
    how: Any = {"direction": direction}
    sources = (Start(0), Start(7, 0.002), RoadStart((ArcPoint(seed, 0.5),), 0.001))
    expected = Dijkstra(graph, weights, **how).solve(sources)
    found = Phast(graph, weights, core_size=5, **how).solve(sources)
    np.testing.assert_array_equal(found.state_labels, expected.state_labels)


@pytest.mark.parametrize("turns", [False, True])
def test_paths_too_long_to_count_are_contracted_in_longer_ticks(turns: bool) -> None:
    graph = DRAWN["ring"]()
    costs = np.full(graph.arc_count, UNREACHED // 4, np.uint32)
    turn_costs = np.array([0, 0, 0, 100 * turns], np.uint32)
    weights = Weights(costs, turn_costs, 0.001, "ms", vehicles=0)
    solver = Phast(graph, weights, core_size=2)
    expected = Dijkstra(graph, weights).solve((Start(0),))
    assert expected.tick_seconds > weights.tick_seconds
    for _ in range(2):  # the second time with the hierarchy that is there
        found = solver.solve((Start(0),))
        np.testing.assert_array_equal(found.state_labels, expected.state_labels)
    cancel = Cancel()
    cancel.set()
    assert solver.solve((Start(0),), cancel=cancel).partial


def test_threads_sweep_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = random_town(300, 3)
    weights = random_weights(graph, 3)
    expected = Dijkstra(graph, weights).solve((Start(0),)).state_labels
    monkeypatch.setattr(road.ch.query.phast, "WORTH_SHARING", 30)
    solver = Phast(graph, weights, core_size=4)
    np.testing.assert_array_equal(solver.solve((Start(0),)).state_labels, expected)
    hierarchy = solver.hierarchy
    rounds = sweep_rounds(hierarchy, by_level=False)
    levels = [*pairwise(hierarchy.first_place.tolist())]
    assert {shared for _, _, shared in rounds} == {False, True}
    assert all((begin, end) in levels for begin, end, shared in rounds if shared)
    assert len(rounds) < len(sweep_rounds(hierarchy, by_level=True)) == len(levels) - 1
    ends = [end for _, end, _ in rounds]
    assert [begin for begin, _, _ in rounds] == [hierarchy.core_size, *ends[:-1]]
    assert ends[-1] == hierarchy.states


def test_many_levels_are_told_one_by_one() -> None:
    graph = random_town(200, 3)
    weights = random_weights(graph, 3)
    solver, ring = Phast(graph, weights, core_size=5, selection_fraction=0.02), Ring()
    levels = solver.contraction.levels
    assert levels > 100
    solver.solve((Start(0),), trace=ring)
    rounds = [event for event in ring.drain() if isinstance(event, Iteration)]
    assert len(rounds) == levels + 1, "the core is a level, and upward is none"


def test_every_level_is_told_to_who_listens() -> None:
    graph = random_town(200, 3)
    solver, ring = Phast(graph, random_weights(graph, 3), core_size=9), Ring()
    solver.solve((Start(0),), trace=ring)
    kernels = [event.kernel for event in ring.drain() if isinstance(event, Iteration)]
    assert kernels == ["upward", "core", *["level"] * (solver.hierarchy.levels - 1)]


def test_a_cancelled_contraction_makes_no_solver() -> None:
    graph = random_town(60, 1)
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError, match="contraction"):
        Phast(graph, random_weights(graph, 1), core_size=1, cancel=cancel)


@pytest.mark.parametrize("wrong", [{"selection_fraction": 0.0}, {"core_size": 10_000}])
def test_parameters_that_cannot_be_are_refused(wrong: Any) -> None:
    graph = random_town(10, 1)
    with pytest.raises(ParameterError, match="Give"):
        Phast(graph, random_weights(graph, 1), **wrong)


@needs_shared
def test_new_york_as_dijkstra() -> None:
    graph = open_roads(shared("roads/dimacs/USA-road-d.NY.gr.gz"))
    weights = given_weights(graph, "time")
    solver, truth = Phast(graph, weights), Dijkstra(graph, weights)
    assert solver.contraction.core_size < 1024 <= solver.contraction.iterations[-1].states
    assert solver.contraction.edge_growth < 3
    for vertex in (0, 123_456):
        found, expected = (s.solve((Start(vertex),)).state_labels for s in (solver, truth))
        np.testing.assert_array_equal(found, expected)
    size = solver.hierarchy.core_size
    for place in range(0, size, 200):  # distances in the core, a sample
        state = int(solver.hierarchy.state_at[place])
        labels = truth.solve((Start(state),)).state_labels
        row = labels[solver.hierarchy.state_at[:size]]
        np.testing.assert_array_equal(solver.hierarchy.core[place], row)
