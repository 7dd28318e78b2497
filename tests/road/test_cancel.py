"""What had ended is not partial, whoever cancels then; a cancel leaves shares and phases out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import road.solvers.adaptive_threads
from core.cancel import Cancel
from core.parallel.threads import Threads
from core.solver import Start
from core.trace import Event, Iteration, Trace
from road.search.search_graph import SearchGraph
from road.search.starts import seeds_of
from road.solvers.adaptive_threads import AdaptiveThreads
from road.solvers.bellman_ford import _Rounds
from tests.parity.test_road_solvers import SOLVERS, solver
from tests.road.drawn import random_town
from tests.road.searches import random_weights


class StopAt(Trace):
    """Cancels at an iteration, counted from 1."""

    def __init__(self, iteration: int) -> None:
        self.cancel, self.left, self.seen = Cancel(), iteration, 0

    def emit(self, event: Event) -> None:
        if isinstance(event, Iteration):
            self.seen += 1
            if self.seen == self.left:
                self.cancel.set()


@pytest.mark.parametrize("name", [n for n in SOLVERS if n != "adaptive-threads"])
def test_a_solve_that_had_ended_is_not_partial(name: str) -> None:
    # (The solver that switches by measured time has not the same iterations each time.)
    graph = random_town(60, 3)
    roads: Any = solver(name, graph, random_weights(graph, 1))
    count = StopAt(0)
    expected = roads.solve((Start(0),), trace=count).state_labels.copy()
    stop = StopAt(count.seen)
    found = roads.solve((Start(0),), trace=stop, cancel=stop.cancel)
    assert stop.cancel.requested
    np.testing.assert_array_equal(found.state_labels, expected)
    assert not found.partial


def test_shares_left_out_stay_to_be_done() -> None:
    graph = random_town(60, 3)
    search = SearchGraph.of(graph, random_weights(graph, 1), "from")
    rounds = _Rounds(search, seeds_of(search, (Start(0),), 10**6), 10**6)
    stopped = Cancel()
    stopped.set()
    with Threads() as threads:
        assert rounds.relax(threads, stopped) == 0
    assert rounds.fell > 0
    assert rounds.reached == 1


def test_timing_phases_ends_with_a_cancel_and_is_not_kept() -> None:
    graph = random_town(60, 4)
    stopped = Cancel()
    stopped.set()
    found = AdaptiveThreads(graph, random_weights(graph, 1)).solve((Start(0),), cancel=stopped)
    assert found.partial
    assert not road.solvers.adaptive_threads._CALIBRATED.get(graph)
