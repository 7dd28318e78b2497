"""Where memory is short: customization in batches of cells, and searches by the ground."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.solver import Start
from gpu.roads.crp import device_overlay
from gpu.roads.crp.customization import columns
from gpu.roads.crp.query.isochrone import Crp
from road.graph import RoadGraph
from road.search.search_graph import Direction
from tests.gpu.roads.crp.short_memory import (
    assert_customized,
    assert_tables_ways_and_traces,
    assert_the_bits_of_dijkstra,
    make_short,
    nested,
)
from tests.road.drawn import private_town, random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu

INF = math.inf


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    make_short(monkeypatch, batch_bytes=4000)
    monkeypatch.setattr(device_overlay, "FAR_BYTES", 1)  # all that may stays in host memory


def town(restrictions: int) -> RoadGraph:
    return private_town(900, 4, restrictions=restrictions)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("by_columns", [False, True])
@pytest.mark.parametrize(("turns", "restrictions"), [(False, 0), (False, 90), (True, 90)])
def test_the_bits_of_dijkstra_one_metric_after_another(
    turns: bool,
    restrictions: int,
    by_columns: bool,
    direction: Direction,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if by_columns:
        monkeypatch.setattr(columns, "COLUMNS_A_MULTIPROCESSOR", 0)
    roads = town(restrictions)
    weights = random_weights(roads, 4, turns=turns)
    solver = Crp(roads, weights, partition=nested(roads), direction=direction)
    assert solver.queries.on_device.begin_level == 2
    assert solver.queries.customizer.batches is not None
    assert len(solver.queries.customizer.batches.cells[0]) > 2
    starts = ((Start(7),), (Start(0), Start(1), Start(50, 3.0), Start(888)))
    for seed in range(4):  # launched, recorded, replayed twice
        solver = solver.customize(random_weights(roads, seed, turns=turns))
        assert_customized(solver)
        assert_the_bits_of_dijkstra(solver, starts, (INF, 0.7, 0.3, 0.05))


def test_many_starts_alone_and_together() -> None:
    roads = town(90)
    solver = Crp(roads, random_weights(roads, 4, turns=True), partition=nested(roads))
    drawn = np.random.default_rng(3).integers(0, 900, 60).tolist()
    alone = [(Start(vertex),) for vertex in drawn]
    together = tuple(Start(vertex, 500.0 * (vertex % 3)) for vertex in range(900))
    assert_the_bits_of_dijkstra(solver, (*alone, together), (INF, 0.25))


def test_tables_ways_traces_and_reports() -> None:
    roads = random_town(300, 5, restrictions=60)
    assert_tables_ways_and_traces(roads, random_weights(roads, 4, turns=True), (50, 5, 77, 290))
