"""Times after changed costs are those of a solve from the beginning, bit for bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.cancel import Cancel
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from road.costs.metric import Weights
from road.costs.profiles import profile
from road.graph import RoadGraph
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadSources, RoadStart
from road.solvers import dynamic
from road.solvers.dijkstra import Dijkstra
from road.solvers.dynamic import DynamicUpdate
from road.solvers.near_far import NearFar
from tests.road.drawn import DRAWN, private_town, with_given_costs

GROUNDS = {**DRAWN, "private town": private_town}


def drawn_starts(graph: RoadGraph, random: np.random.Generator) -> RoadSources:
    """One at a vertex, one on an arc, and a late one."""
    vertices = random.integers(0, graph.vertices, 2)
    place = ArcPoint(int(random.integers(graph.arc_count)), float(random.random()))
    late = Start(int(vertices[1]), 20.0)
    return Start(int(vertices[0])), RoadStart((place,), 3.0), late


def free_turns(graph: RoadGraph) -> Weights:
    return Weights(profile("car").weights(graph).arc_costs, tick_seconds=0.001)


def drawn_costs(base: Weights, random: np.random.Generator) -> Weights:
    """Some arcs closed, some slower, some quicker, some for nothing."""
    costs = base.arc_costs.copy()
    count = int(random.integers(0, 6))
    arcs = random.choice(len(costs), min(count, len(costs)), replace=False)
    for arc in arcs.tolist():
        cost = int(costs[arc])
        other = [UNREACHED, cost // 2 + 1, cost * 3, 0]
        costs[arc] = min(other[int(random.integers(4))], UNREACHED)
    return replace(base, arc_costs=costs)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", ["turns cost", "turns are free"])
def test_drawn_changes_give_the_bits_of_a_fresh_solve(
    turns: str, direction: Direction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dynamic, "MOST_LOOKED_AT", 9.0)
    updated = 0
    for number, make in enumerate(GROUNDS.values()):
        random, graph = np.random.default_rng(number), make()
        weights = profile("car").weights(graph) if turns == "turns cost" else free_turns(graph)
        sources = drawn_starts(graph, random)
        for limit in (UNLIMITED, 40.0):
            now = drawn_costs(weights, random)
            times = Dijkstra(graph, now, direction=direction).solve(sources, limit=limit)
            for _ in range(8):
                now = drawn_costs(weights, random)
                fresh = NearFar(graph, now, direction=direction)
                solver = DynamicUpdate(times, fresh)
                kept = times.state_labels.copy()
                found, expected = (s.solve(sources, limit=limit) for s in (solver, fresh))
                assert np.array_equal(found.state_labels, expected.state_labels), graph.name
                assert np.array_equal(found.entered, expected.entered), graph.name
                assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)
                assert np.array_equal(times.state_labels, kept), "those of before stay"
                updated += solver.settled is not None
                times = found
    assert updated > 100, "most are not solved anew"


def test_only_what_can_change_is_looked_at() -> None:
    graph = DRAWN["chain"]()
    weights = free_turns(graph)
    times = Dijkstra(graph, weights).solve((Start(0),))
    into = np.flatnonzero(graph.head == graph.vertices - 20).astype(np.uint32)
    now = weights.costing(into, np.uint32(77_777))
    fresh = Dijkstra(graph, now)
    solver = DynamicUpdate(times, fresh)
    expected = fresh.solve((Start(0),))
    assert np.array_equal(solver.solve((Start(0),)).state_labels, expected.state_labels)
    assert solver.settled is not None
    assert solver.settled < 150, "what lies behind, and around it"
    stopped = Cancel()
    stopped.set()
    assert solver.solve((Start(0),), cancel=stopped).partial


def test_what_does_not_fit_or_changes_much_is_solved_anew() -> None:
    graph = with_given_costs(DRAWN["chain"]())
    weights = free_turns(graph)
    times = Dijkstra(graph, weights).solve((Start(0),))
    closed = weights.closing(np.flatnonzero(graph.head == 1000).astype(np.uint32))
    other_turns = replace(weights, turn_costs=weights.turn_costs + np.uint32(1))
    seconds = replace(weights, tick_seconds=1.0)
    for now in (closed, other_turns, seconds):
        fresh = Dijkstra(graph, now)
        solver = DynamicUpdate(times, fresh)
        expected = fresh.solve((Start(0),))
        assert np.array_equal(solver.solve((Start(0),)).state_labels, expected.state_labels)
        assert solver.settled is None
    few = weights.closing(np.flatnonzero(graph.head == graph.vertices - 2).astype(np.uint32))
    solver = DynamicUpdate(times, Dijkstra(graph, few))
    solver.solve((Start(0),))
    assert solver.settled is not None
    solver.solve((Start(0),), limit=30.0)
    assert solver.settled is None, "another limit is another question"
