"""Tables on a device equal one solve after another."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.cancel import Cancel
from core.errors import CancelledError, DeviceMemoryError, ParameterError
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from gpu.buffers import BUDGET_VARIABLE
from gpu.roads.crp.query import many_to_many, queries, upward
from gpu.roads.crp.query.isochrone import Crp
from gpu.roads.crp.query.many_to_many import ManyToMany
from road.costs.metric import Weights, given_weights
from road.crp.query.isochrone import Crp as CrpOnCpu
from road.crp.query.many_to_many import ManyToMany as ManyToManyOnCpu
from road.graph import U32, RoadGraph
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.gpu.roads.crp.prices import UploadingCustomizer
from tests.road.crp.nests import Nest, halved, random_nest
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu

Sources = list[Start | RoadStart]


@pytest.fixture(autouse=True)
def prices_of_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queries are tested whatever customization on the device does."""
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)


def sources_of(weights: Weights, count: int = 40) -> Sources:
    """More than a batch, with delays, the last on an arc."""
    arc = int(np.flatnonzero(weights.arc_costs < UNREACHED)[30])
    return [*(Start(3 * k % 100, 0.1 * k) for k in range(count)), RoadStart((ArcPoint(arc, 0.4),))]


def one_by_one(
    roads: RoadGraph, weights: Weights, sources: Sources, direction: Direction, limit: float
) -> U32:
    baseline = Dijkstra(roads, weights, direction=direction)
    return np.stack([baseline.solve((source,), limit=limit).labels for source in sources])


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_tables_equal_one_solve_after_another(turns: bool, direction: Direction) -> None:
    roads = random_town(120, 6)
    weights = random_weights(roads, 6, turns=turns)
    sources, some = sources_of(weights), [3, 0, 77, 3, 119]
    for partition in (halved(roads, (4, 12, 40)), random_nest(120, (30, 8, 3)), Nest(())):
        tables = ManyToMany(Crp(roads, weights, partition=partition, direction=direction))
        for limit in (UNLIMITED, 9.0):
            expected = one_by_one(roads, weights, sources, direction, limit)
            np.testing.assert_array_equal(tables.table(sources, limit=limit), expected)
            found = tables.table(sources[:33], some, limit=limit)
            np.testing.assert_array_equal(found, expected[:33, some])


@pytest.mark.parametrize("drawn", [name for name in DRAWN if name != "chain"])
def test_equal_those_of_the_cpu(drawn: str) -> None:
    roads = DRAWN[drawn]()
    weights = random_weights(roads, 3, turns=True)
    partition = halved(roads, (2, 4, 16))
    sources = [Start(v, 0.01 * v) for v in range(roads.vertices)]
    expected = ManyToManyOnCpu(CrpOnCpu(roads, weights, partition=partition)).table(sources)
    found = ManyToMany(Crp(roads, weights, partition=partition)).table(sources)
    np.testing.assert_array_equal(found, expected)


def test_warps_that_share_cells_and_cells_past_shared_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(many_to_many, "FEWEST_INNER", 1)
    monkeypatch.setattr(upward, "MOST_SHARED", 200)
    roads = random_town(300, 7)
    for turns in (False, True):
        weights = random_weights(roads, 7, turns=turns)
        sources = sources_of(weights)
        expected = one_by_one(roads, weights, sources, "from", UNLIMITED)
        for partition in (halved(roads, (4, 40)), random_nest(300, (12, 3))):
            tables = ManyToMany(Crp(roads, weights, partition=partition))
            np.testing.assert_array_equal(tables.table(sources), expected)


def test_other_weights_and_solves_between_tables() -> None:
    roads = random_town(120, 8)
    first, second = (random_weights(roads, seed, turns=True) for seed in (8, 9))
    crp = Crp(roads, first, partition=halved(roads, (4, 40)))
    tables = ManyToMany(crp)
    times = crp.customize(second).solve((Start(5),))
    expected = one_by_one(roads, first, [Start(1), Start(2)], "from", UNLIMITED)
    np.testing.assert_array_equal(tables.table([Start(1), Start(2)]), expected)
    np.testing.assert_array_equal(times.labels, Dijkstra(roads, second).solve((Start(5),)).labels)


def test_nobody_and_nowhere() -> None:
    roads = random_town(60, 2)
    tables = ManyToMany(Crp(roads, random_weights(roads), partition=halved(roads, (4, 16))))
    assert tables.table([]).shape == (0, 60)
    assert tables.table([Start(1)], []).shape == (1, 0)


def test_places_that_the_graph_does_not_have_are_refused() -> None:
    roads = random_town(60, 2)
    tables = ManyToMany(Crp(roads, random_weights(roads), partition=halved(roads, (4, 16))))
    with pytest.raises(ParameterError):
        tables.table([Start(1)], [60])
    with pytest.raises(ParameterError):
        tables.table([Start(60)], [1])


def test_a_cancel_ends_a_table() -> None:
    roads = random_town(60, 2)
    tables = ManyToMany(Crp(roads, random_weights(roads), partition=halved(roads, (4, 16))))
    cancel = Cancel()
    with pytest.raises(CancelledError):
        tables.table([Start(1)] * 100, progress=lambda share, what: cancel.set(), cancel=cancel)
    assert tables.table([Start(1)], [1]).tolist() == [[0]]


def test_too_small_a_budget_says_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    roads = generated_network(140, 140, 3)
    crp = Crp(roads, given_weights(roads, "time"), partition=halved(roads, (4, 30)))
    monkeypatch.setenv(BUDGET_VARIABLE, "1")
    with pytest.raises(DeviceMemoryError, match="may be used"):
        ManyToMany(crp)
