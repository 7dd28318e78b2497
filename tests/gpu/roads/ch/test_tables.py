"""Tables by PHAST on a device equal one solve after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.cancel import Cancel
from core.errors import CancelledError, DeviceMemoryError, ParameterError
from core.parallel.nearest_rows import NOBODY
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from gpu.buffers import BUDGET_VARIABLE
from gpu.roads.ch.query import batch, phast
from gpu.roads.ch.query.phast import Phast
from gpu.roads.ch.query.tables import PhastTables
from road.costs.metric import Weights, given_weights
from road.graph import U32, RoadGraph
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.gpu.roads.ch.hierarchies import assert_same, nearest_of, uploading
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu

Sources = list[Start | RoadStart]


@pytest.fixture(autouse=True)
def contracted_by_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queries are tested whatever contraction on the device does."""
    monkeypatch.setattr(phast, "contracted", uploading(12))


def sources_of(weights: Weights, count: int) -> Sources:
    """With delays, the last on an arc."""
    arc = int(np.flatnonzero(weights.arc_costs < UNREACHED)[30])
    return [*(Start(3 * k % 100, 0.1 * k) for k in range(count)), RoadStart((ArcPoint(arc, 0.4),))]


def one_by_one(
    roads: RoadGraph, weights: Weights, sources: Sources, direction: Direction, limit: float
) -> U32:
    baseline = Dijkstra(roads, weights, direction=direction)
    return np.stack([baseline.solve((source,), limit=limit).labels for source in sources])


def asking(tables: PhastTables) -> list[Callable[..., Any]]:
    """The ways to ask, all of sources and destinations."""
    return [tables.table, tables.on_device, lambda a, b, **how: tables.nearest(a, 2, b, **how)]


@pytest.mark.parametrize("most", [8, 64, 256])
@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_tables_equal_one_solve_after_another(
    turns: bool, direction: Direction, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "MOST", most)
    roads = random_town(120, 6)
    weights = random_weights(roads, 6, turns=turns)
    some = [3, 0, 77, 3, 119]
    tables = PhastTables(Phast(roads, weights, direction=direction))
    for count, limit in ((3, UNLIMITED), (40, 9.0), (299, UNLIMITED)):
        sources = sources_of(weights, count)
        expected = one_by_one(roads, weights, sources, direction, limit)
        np.testing.assert_array_equal(tables.table(sources, limit=limit), expected)
        np.testing.assert_array_equal(tables.table(sources, some, limit=limit), expected[:, some])
        np.testing.assert_array_equal(tables.on_device(sources, limit=limit).get(), expected)
        found = tables.on_device(sources, some, limit=limit).get()
        np.testing.assert_array_equal(found, expected[:, some])


@pytest.mark.parametrize("turns", [False, True])
def test_what_all_sources_are_to_each_destination(turns: bool) -> None:
    roads = random_town(120, 6)
    weights = random_weights(roads, 6, turns=turns)
    sources, tables = sources_of(weights, 299), PhastTables(Phast(roads, weights))
    for limit in (UNLIMITED, 9.0, 0.0):
        expected = one_by_one(roads, weights, sources, "from", limit)
        for kept in (1, 5, 300):
            assert_same(tables.nearest(sources, kept, limit=limit), nearest_of(expected, kept))
        some = tables.nearest(sources, 2, [5, 5], limit=limit)
        assert_same(some, nearest_of(expected[:, [5, 5]], 2))
    assert tables.nearest([], 1, [5]).row.tolist() == [[NOBODY]]


@pytest.mark.parametrize("drawn", [name for name in DRAWN if name != "chain"])
def test_all_pairs_of_what_is_drawn(drawn: str) -> None:
    roads = DRAWN[drawn]()
    weights = random_weights(roads, 3, turns=True)
    sources: Sources = [Start(v, 0.01 * v) for v in range(roads.vertices)]
    expected = one_by_one(roads, weights, sources, "from", UNLIMITED)
    found = PhastTables(Phast(roads, weights)).table(sources)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("places", [1, 1024])
def test_more_labels_fall_than_a_queue_holds(places: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "RISEN", places)
    roads = generated_network(40, 40, 3)
    weights = given_weights(roads, "time")
    tables = PhastTables(Phast(roads, weights))
    sources: Sources = [Start(v) for v in range(0, 1600, 40)]
    expected = one_by_one(roads, weights, sources, "from", UNLIMITED)
    np.testing.assert_array_equal(tables.table(sources), expected)


def test_nobody_and_nowhere() -> None:
    roads = random_town(60, 2)
    tables = PhastTables(Phast(roads, random_weights(roads)))
    assert tables.table([]).shape == (0, 60)
    assert tables.table([Start(1)], []).shape == (1, 0)
    assert tables.on_device([Start(1)], []).shape == (1, 0)


def test_places_that_the_graph_does_not_have_are_refused() -> None:
    roads = random_town(60, 2)
    tables = PhastTables(Phast(roads, random_weights(roads)))
    for ask in asking(tables):
        with pytest.raises(ParameterError):
            ask([Start(1)], [60])
        with pytest.raises(ParameterError):
            ask([Start(60)], [1])


def test_a_cancel_ends_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST", 8)
    roads = random_town(60, 2)
    tables = PhastTables(Phast(roads, random_weights(roads)))
    for ask in asking(tables):
        cancel = Cancel()

        def stop(share: float, what: str, cancel: Cancel = cancel) -> None:
            cancel.set()

        with pytest.raises(CancelledError):
            ask([Start(1)] * 100, None, progress=stop, cancel=cancel)
    assert tables.table([Start(1)], [1]).tolist() == [[0]]


def test_too_small_a_budget_says_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    roads = generated_network(140, 140, 3)
    solver = Phast(roads, given_weights(roads, "time"))
    monkeypatch.setenv(BUDGET_VARIABLE, "1")
    with pytest.raises(DeviceMemoryError, match="may be used"):
        PhastTables(solver)
