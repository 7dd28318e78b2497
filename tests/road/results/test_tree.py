"""The shortest path tree: chains of parents add up to the labels, tick by tick."""

from __future__ import annotations

import numpy as np
import pytest

from core.times import UNLIMITED, UNREACHED
from road.ch.query.phast import Phast
from road.costs.metric import Weights
from road.results.travel_times import RoadTimes
from road.results.tree import NO_PARENT, ShortestPathTree, parents_by_labels, tree_of
from road.search.search_graph import Direction
from road.search.starts import seeds_of
from road.solvers.dijkstra import Dijkstra
from road.turns import NO_ARC, turn_types
from tests.road.ch.query.test_parents import SOURCES, check
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights


def adds_up(tree: ShortestPathTree, times: RoadTimes) -> None:
    """Where turns are free: each step costs its arc, and each chain comes to a start."""
    search, labels = times.search, times.labels.astype(np.int64)
    costs = search.weights.arc_costs
    begun = {int(search.far_vertex[arc]) for arc, _, _ in times.starts_on_arcs()}
    begun |= {vertex for vertex, _ in times.vertex_starts()}
    for vertex in np.flatnonzero(labels < UNREACHED).tolist():
        total, here, steps = 0, vertex, 0
        while tree.parent[here] != here:
            arc, before = int(tree.arc[here]), int(tree.parent[here])
            assert (search.near_vertex[arc], search.far_vertex[arc]) == (before, here)
            assert tree.at_parent[here] == labels[before]
            total, here, steps = total + int(costs[arc]), before, steps + 1
            assert steps <= len(labels)
        assert here in begun
        assert labels[here] + total == labels[vertex]


def each_step_adds_up(tree: ShortestPathTree, times: RoadTimes) -> None:
    """Where turns count, the time at the parent is that of an arc into it, or of a start there,
    and the rest is the last arc and perhaps a turn."""
    search, labels = times.search, times.labels.astype(np.int64)
    starts, ends = dict(times.vertex_starts()), times.arc_labels
    begun = {arc for arc, _, _ in times.starts_on_arcs()}
    came = 0
    for vertex in np.flatnonzero(labels < UNREACHED).tolist():
        arc, before = int(tree.arc[vertex]), int(tree.parent[vertex])
        if before == vertex and (arc == NO_ARC or arc in begun):
            assert tree.at_parent[vertex] == labels[vertex]
            assert arc != NO_ARC or starts[vertex] == labels[vertex]
            continue
        came += 1
        assert (search.near_vertex[arc], search.far_vertex[arc]) == (before, vertex)
        turned = labels[vertex] - int(tree.at_parent[vertex]) - int(search.weights.arc_costs[arc])
        if starts.get(before) == tree.at_parent[vertex] and turned == 0:
            continue
        into = [a for a in search.arcs_into(before) if ends[a] <= tree.at_parent[vertex]]
        pairs = [(a, arc) if search.direction == "from" else (arc, a) for a in into]
        kinds = turn_types(search.graph, *np.array(pairs, np.uint32).T)
        assert turned in search.weights.turn_costs[kinds]
    assert came


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("solver", [Dijkstra, Phast])
@pytest.mark.parametrize("name", ["grid city", "islands", "parallels and loops", "random town"])
def test_of_drawn_roads(
    name: str, solver: type[Dijkstra | Phast], turns: bool, direction: Direction
) -> None:
    roads = DRAWN[name]()
    made = solver(roads, random_weights(roads, 3, turns=turns), direction=direction)
    for limit in (UNLIMITED, 6.0):
        times = made.solve(SOURCES, limit=limit)
        tree = tree_of(times, made)
        (each_step_adds_up if times.search.edge_based else adds_up)(tree, times)
        seeds = seeds_of(times.search, times.sources, times.limit_ticks)
        check(parents_by_labels(times.search, seeds, times.state_labels), times)


@pytest.mark.parametrize("solver", [Dijkstra, Phast])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_where_steps_cost_nothing(most: int, solver: type[Dijkstra | Phast]) -> None:
    roads = random_town(70, most)
    costs = np.random.default_rng(most).integers(0, most, roads.arc_count).astype(np.uint32)
    made = solver(roads, Weights(costs, tick_seconds=0.001, unit="ms", vehicles=0))
    times = made.solve(SOURCES)
    adds_up(tree_of(times, made), times)


def test_a_hierarchy_is_asked_for_its_own_times_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    roads = random_town(70, 3)
    made = Phast(roads, random_weights(roads, 3))
    times, asked = made.solve(SOURCES), list[RoadTimes]()
    known = made.parents(times)

    def parents(of: RoadTimes) -> object:
        asked.append(of)
        return known

    monkeypatch.setattr(made, "parents", parents)
    tree = tree_of(times, made)
    assert asked == [times]
    came = known != NO_PARENT
    assert np.array_equal(tree.parent[came], known[came])
    other = Dijkstra(roads, random_weights(roads, 5)).solve(SOURCES)
    adds_up(tree_of(other, made), other)
    assert asked == [times]
    assert tree_of(times).parent[~came].tolist() == (np.flatnonzero(~came).tolist())
