"""Contraction on a device: the distances of every overlay, rows of any length, and the solver."""

from __future__ import annotations

import numpy as np
import pytest

from core.solver import Start
from gpu.roads.ch.contraction.contract import Contractor
from gpu.roads.ch.contraction.ground import ContractionGround
from gpu.roads.ch.query.phast import Phast
from road.ch.settings import ContractionSettings
from road.search.search_graph import Direction, SearchGraph
from road.solvers.dijkstra import Dijkstra
from tests.road.ch.overlays import check_middles, check_preserved, check_shape
from tests.road.drawn import DRAWN, random_town, star
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu


def checked(search: SearchGraph, core: int) -> None:
    contractor = Contractor(ContractionGround(search, 0), ContractionSettings(core=core))
    hierarchy = contractor.contract(search.weights).hierarchy.fetched()
    check_shape(hierarchy, search)
    check_middles(hierarchy, search)
    check_preserved(hierarchy, search)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", [name for name in DRAWN if name != "chain"])
def test_distances_of_drawn_graphs(name: str, turns: bool, direction: Direction) -> None:
    graph = DRAWN[name]()
    search = SearchGraph.of(graph, random_weights(graph, 3, turns=turns), direction)
    for core in (1, 8):
        checked(search, core)


@pytest.mark.parametrize("seed", range(3))
def test_distances_of_towns(seed: int) -> None:
    graph = random_town(300, seed)
    checked(SearchGraph.of(graph, random_weights(graph, seed)), 1 + 150 * seed)


def test_a_hub_of_five_thousand_streets() -> None:
    graph = star(5000)
    weights = random_weights(graph, 1)
    solver = Phast(graph, weights, core_size=3)
    right = Dijkstra(graph, weights).solve((Start(7),))
    np.testing.assert_array_equal(solver.solve((Start(7),)).labels, right.labels)
    assert solver.contraction.backend == "gpu"
