"""The queue of Dijkstra on roads: its lists hold together after every state that is served."""

from __future__ import annotations

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import Weights
from road.search.search_graph import SearchGraph
from road.search.starts import seeds_of
from road.solvers.dijkstra import DijkstraSearch
from road.solvers.dijkstra_buckets import NOBODY, SHIFT, BucketLinks
from tests.road.drawn import graph_of
from tests.road.searches import by_scipy

VERTICES = 24


def assert_lists_hold_together(steps: DijkstraSearch, memory: BucketLinks) -> int:
    """Every queued state is in one list, that of its label's bucket; returns the longest list."""
    ends, shift = steps._ends, int(steps._cursor[SHIFT])
    queued: list[int] = []
    longest = 0
    for bucket, first in enumerate(ends.tolist()):
        before, state, length = NOBODY, first, 0
        while state != NOBODY:
            assert memory.previous[state] == before
            assert memory.places[state] == bucket
            assert (int(steps.labels[state]) >> shift) % len(ends) == bucket
            queued.append(state)
            before, state, length = state, int(memory.following[state]), length + 1
            assert length <= VERTICES
        longest = max(longest, length)
    assert len(set(queued)) == len(queued) == steps.waiting
    assert sorted(queued) == np.flatnonzero(memory.places != NOBODY).tolist()
    return longest


@pytest.mark.parametrize("seed", range(6))
def test_lists_hold_together_while_states_move_between_them(seed: int) -> None:
    # Streets between all pairs, all vertices starts: labels fall often, in lists of many states,
    # and state 0 is now the first of its list, now the last, now between two others.
    random = np.random.default_rng(seed)
    pairs = [(a, b) for a in range(VERTICES) for b in range(a)]
    roads = graph_of(random.random((VERTICES, 2)) * 1000, pairs)
    # The dear ones make buckets wide, the cheap ones make labels fall.
    costs = random.integers(1000, 4000, roads.arc_count).astype(np.uint32)
    cheap = random.random(roads.arc_count) < 0.3
    costs[cheap] = random.integers(1, 200, np.count_nonzero(cheap))
    weights = Weights(costs, tick_seconds=0.001, unit="ms")
    begins = random.integers(0, 1200, VERTICES)
    search = SearchGraph.of(roads, weights)
    sources = tuple(Start(v, begins[v] / 1000) for v in range(VERTICES))
    memory = BucketLinks(search.states)
    seeds = seeds_of(search, sources, UNREACHED - 1)
    steps = DijkstraSearch(search, seeds, UNREACHED - 1, memory)
    longest = assert_lists_hold_together(steps, memory)
    while not steps.finished:
        assert steps.step() == 1
        longest = max(longest, assert_lists_hold_together(steps, memory))
    assert longest > 3
    expected = by_scipy(roads, weights, dict(enumerate(begins.tolist())))
    np.testing.assert_array_equal(steps.labels, expected)
