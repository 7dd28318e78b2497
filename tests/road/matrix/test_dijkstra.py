"""Tables by Dijkstra's algorithm: what the parity tests of all tables do not look at."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.cancel import Cancel
from core.errors import CancelledError, ParameterError
from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import given_weights
from road.matrix import dijkstra
from road.matrix.dijkstra import DijkstraTables
from road.search.starts import RoadSources
from road.solvers.dijkstra import Dijkstra, DijkstraSearch
from tests.road.drawn import random_town
from tests.road.searches import random_weights

SOURCES: RoadSources = tuple(Start(17 * k % 1600, 0.5 * k) for k in range(80))


class _Counting(DijkstraSearch):
    served = 0

    def step(self, count: int = 1) -> int:
        served = super().step(count)
        _Counting.served += served
        return served


def test_a_search_ends_when_all_destinations_are_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    roads = generated_network(40, 40, 3)
    solver = Dijkstra(roads, given_weights(roads, "time"))
    monkeypatch.setattr(dijkstra, "DijkstraSearch", _Counting)
    monkeypatch.setattr(dijkstra, "VISITS_A_LOOK", 10)
    tables = DijkstraTables(solver)
    everything = tables.table(SOURCES[:20])
    needed, _Counting.served = _Counting.served, 0
    near = [int(np.argsort(row, kind="stable")[30]) for row in everything]
    for k, (row, place) in enumerate(zip(everything, near, strict=True)):
        found = tables.table(SOURCES[k : k + 1], [place])
        assert found.tolist() == [[int(row[place])]]
    assert 0 < _Counting.served < needed / 10
    # What ended early left nothing behind.
    np.testing.assert_array_equal(tables.table(SOURCES[:20]), everything)


def test_many_batches_of_few_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    roads = random_town(120, 8)
    solver = Dijkstra(roads, random_weights(roads, 8, turns=True))
    sources = tuple(Start(k) for k in range(120))
    monkeypatch.setattr(dijkstra, "thread_count", lambda: 1)
    monkeypatch.setattr(dijkstra, "SEARCHES_A_THREAD", 7)
    heard: list[float] = []
    found = DijkstraTables(solver).table(sources, progress=lambda share, _: heard.append(share))
    assert len(heard) == 18
    for source, row in zip(sources, found, strict=True):
        np.testing.assert_array_equal(row, solver.solve((source,)).labels)


@pytest.mark.parametrize("limit", [0.3, 1e9])
def test_a_start_that_is_asked_for_several_times_is_at_once_at_each(limit: float) -> None:
    roads = random_town(60, 4)
    solver = Dijkstra(roads, random_weights(roads, 4, turns=True))
    assert solver.search.edge_based
    sources = [Start(9, 0.2), Start(9, 0.5), Start(31), Start(5, 0.1)]
    wanted = [31, 9, 9, 4, 31, 8, 9]  # out of order, and nobody asks for 5
    found = DijkstraTables(solver).table(sources, wanted, limit=limit)
    for source, row in zip(sources, found, strict=True):
        np.testing.assert_array_equal(row, solver.solve((source,), limit=limit).labels[wanted])
    assert [row[2] for row in found[:2].tolist()] == [200, UNREACHED if limit < 0.5 else 500]


def test_bad_places_and_a_cancel() -> None:
    roads = random_town(60, 2)
    tables = DijkstraTables(Dijkstra(roads, random_weights(roads)))
    with pytest.raises(ParameterError, match="vertex 60"):
        tables.table([Start(60)])
    cancel = Cancel()
    stop: Any = lambda share, what: cancel.set()  # noqa: E731
    with pytest.raises(CancelledError):
        tables.table([Start(1)] * 900, progress=stop, cancel=cancel)
    assert tables.table([Start(1)], [1]).tolist() == [[0]]
