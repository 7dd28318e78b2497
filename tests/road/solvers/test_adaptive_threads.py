"""Adaptive threads on roads: every way of switching goes through the same phases."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.errors import ParameterError
from core.parallel.threads import WORTH_SHARING, Threads
from core.solver import Start
from core.times import UNREACHED
from core.trace import Iteration, Ring, SolveFinished
from road.search.search_graph import SearchGraph
from road.search.starts import seeds_of
from road.solvers.adaptive_threads import AdaptiveThreads, StatePhases, StateWorkspace
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import chain, random_town
from tests.road.searches import random_weights

STARTS = (Start(0), Start(9, 3.0))


def phases_and_visits(**parameters: Any) -> tuple[int, int, set[str]]:
    roads = random_town(400, 1)
    ring = Ring()
    AdaptiveThreads(roads, random_weights(roads, 1), **parameters).solve(STARTS, trace=ring)
    events = ring.drain()
    finished = events[-1]
    assert isinstance(finished, SolveFinished)
    kernels = {event.kernel for event in events if isinstance(event, Iteration)}
    return finished.iterations, finished.visits, kernels


def test_all_variants_go_through_the_same_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.parallel.phases.SHORT", 1)  # the graph is small: one phase at a time
    listed, every = phases_and_visits(variant=2), phases_and_visits(variant=1)
    assert listed[:2] == every[:2]
    assert (listed[2], every[2]) == ({"listed"}, {"all"})
    switching = phases_and_visits(to_all_us=1e-3, to_listed_us=1e9)
    assert switching == (*listed[:2], {"listed", "all"})


def test_one_phase_at_a_time_by_either_kernel() -> None:
    roads = random_town(300, 2)
    search = SearchGraph.of(roads, random_weights(roads, 2))
    expected = Dijkstra(roads, random_weights(roads, 2)).solve(STARTS).labels
    seeds = seeds_of(search, STARTS, UNREACHED - 1)
    turns = np.random.default_rng(1).random(1000) < 0.5
    steps = StatePhases(search, StateWorkspace(search.states), seeds, UNREACHED - 1)
    with Threads() as threads:
        was_all = False
        for use_all in turns:
            if use_all:
                steps.look_at_all(threads)
            else:
                if was_all:
                    steps.gather()
                steps.serve_listed(1)
            was_all = bool(use_all)
            assert steps.reached == np.count_nonzero(steps.labels < UNREACHED)
    assert steps.fell == 0
    np.testing.assert_array_equal(steps.labels, expected)


def test_many_starts_are_worked_on_by_all_threads() -> None:
    roads = chain(3 * WORTH_SHARING)
    weights = random_weights(roads, 3)
    starts = tuple(Start(vertex) for vertex in range(0, roads.vertices, 2))
    expected = Dijkstra(roads, weights).solve(starts)
    found = AdaptiveThreads(roads, weights, variant=1).solve(starts)
    np.testing.assert_array_equal(found.labels, expected.labels)


def test_thresholds_found_by_themselves_are_kept() -> None:
    roads = random_town(400, 4)
    solver = AdaptiveThreads(roads, random_weights(roads, 4))
    assert solver.thresholds() == solver.thresholds()
    assert AdaptiveThreads(roads, random_weights(roads, 4)).thresholds() == solver.thresholds()


def test_an_unknown_variant_is_refused() -> None:
    roads = random_town(10, 0)
    with pytest.raises(ParameterError, match="variant = 7"):
        AdaptiveThreads(roads, random_weights(roads), variant=7)
