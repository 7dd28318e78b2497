"""Tables by PHAST, run on the processor."""

from __future__ import annotations

import numpy as np
import pytest

from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from gpu import host_memory
from gpu.roads.ch.query import batch, phast, queries
from gpu.roads.ch.query.phast import Phast
from gpu.roads.ch.query.tables import PhastTables
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.emulation import fake_cupy
from tests.gpu.roads.ch.hierarchies import assert_same, nearest_of, uploading
from tests.road.drawn import random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.usefixtures("device")


@pytest.mark.parametrize("places", [1024, 2])  # that a queue on chip has room for
@pytest.mark.parametrize(("turns", "direction"), [(False, "from"), (True, "to")])
def test_tables_and_what_is_found_of_all_sources(
    turns: bool, direction: Direction, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phast, "contracted", uploading(8))
    for name, value in {"THREADS": 64, "RISEN": places, "MOST": 8}.items():
        monkeypatch.setattr(batch, name, value)
    monkeypatch.setattr(queries, "THREADS", 64)
    roads = random_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=turns)
    arc = int(np.flatnonzero(weights.arc_costs < UNREACHED)[30])
    sources: list[Start | RoadStart] = [Start(7 * k % 90, 0.1 * k) for k in range(10)]
    sources.append(RoadStart((ArcPoint(arc, 0.4),)))
    solver, some = Phast(roads, weights, direction=direction), [3, 0, 77, 3, 49]
    tables, dijkstra = PhastTables(solver), Dijkstra(roads, weights, direction=direction)
    for limit in (UNLIMITED, 9.0):
        expected = np.stack([dijkstra.solve((s,), limit=limit).labels for s in sources])
        np.testing.assert_array_equal(tables.table(sources, limit=limit), expected)
        np.testing.assert_array_equal(tables.table(sources, some, limit=limit), expected[:, some])
        np.testing.assert_array_equal(tables.on_device(sources, limit=limit).get(), expected)
        for kept in (1, 3, 12):
            assert_same(tables.nearest(sources, kept, limit=limit), nearest_of(expected, kept))
        some_nearest = tables.nearest(sources, 2, some, limit=limit)
        assert_same(some_nearest, nearest_of(expected[:, some], 2))


def test_of_equal_sources_the_first_are_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phast, "contracted", uploading(8))
    for module in (batch, queries):
        monkeypatch.setattr(module, "THREADS", 64)
    monkeypatch.setattr(batch, "MOST", 64)
    roads = random_town(20, 4)
    weights = random_weights(roads, 4)
    sources = [Start(k % 2) for k in range(70)]
    table = np.stack([Dijkstra(roads, weights).solve((s,)).labels for s in sources])
    tables = PhastTables(Phast(roads, weights))
    assert_same(tables.nearest(sources, 40), nearest_of(table, 40))


@pytest.mark.parametrize("stage", [4, 4 * 7 * 3, 1 << 20])  # less than a row, three rows, all
def test_rows_come_to_the_host_in_stages(stage: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_memory, "STAGE", stage)
    monkeypatch.setattr(host_memory, "SMALL", 0)
    rows = fake_cupy.asarray(np.arange(10 * 7, dtype=np.uint32).reshape(10, 7))
    staged, to = host_memory.StagedRows(), np.zeros((12, 7), np.uint32)
    for count in (10, 4, 0):
        to.fill(0)
        staged.copy(rows[:count], to[1 : 1 + count])
        np.testing.assert_array_equal(to[1 : 1 + count], np.asarray(rows)[:count])
        assert not to[1 + count :].any()
        assert not to[0].any()
