"""Microinstructions give the same matrices as Bellman-Ford."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.solver import Start
from road.crp.customization import contraction as customize_micro
from road.crp.customization.cells import customize_cells
from road.crp.customization.contraction import MOST_STATES, contract_symbolically, run_microcode
from road.crp.customization.customize import cell_arrays, microcode_of
from road.crp.overlay.overlay import overlay_of
from road.crp.query.isochrone import Crp
from road.search.search_graph import SearchGraph
from road.solvers.dijkstra import Dijkstra
from tests.road.crp.nests import halved
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", DRAWN)
def test_equal_to_bellman_ford(graph: str, turns: bool) -> None:
    roads = DRAWN[graph]()
    search = SearchGraph.of(roads, random_weights(roads, 5, turns=turns))
    overlay = overlay_of(search, halved(roads, (20, 60)))
    level = overlay.levels[0]
    cells, rows = cell_arrays(level), overlay.ground.rows
    code = contract_symbolically(cells, rows, level.shortcuts)
    assert code is not None
    ordered = search.cost[overlay.ground.step]
    found, expected = (
        (np.empty(level.shortcuts, np.uint32), np.empty(int(level.first_down[-1]), np.uint32))
        for _ in range(2)
    )
    run_microcode(0, level.cells, cells, rows, code, ordered, *found)
    customize_cells(0, level.cells, cells, rows, ordered, *expected)
    np.testing.assert_array_equal(found[0], expected[0])
    np.testing.assert_array_equal(found[1], expected[1])


def test_large_cells_are_left_to_bellman_ford() -> None:
    roads = random_town(MOST_STATES + 300, 1)
    search = SearchGraph.of(roads, random_weights(roads, 5))
    level = overlay_of(search, halved(roads, (MOST_STATES + 100,))).levels[0]
    overlay = overlay_of(search, halved(roads, (roads.vertices,)))
    assert contract_symbolically(cell_arrays(overlay.levels[0]), overlay.ground.rows, 0) is None
    assert level.cells > 1


@pytest.mark.parametrize(("free_mib", "lowest"), [(1 << 30, 90), (28, 32), (0, 32)])
def test_with_less_memory_cells_are_smaller_or_searched(
    monkeypatch: pytest.MonkeyPatch, free_mib: int, lowest: int
) -> None:
    monkeypatch.setattr(customize_micro, "free_memory", lambda: free_mib << 20)
    roads = generated_network(60, 60, 2)
    weights = random_weights(roads, 3, turns=True)
    crp = Crp(roads, weights, partition=halved(roads, (4, 11, 32, 90, 400)))
    assert crp.overlay.levels[0].size == lowest
    assert (microcode_of(crp.overlay) is None) == (free_mib == 0)
    expected = Dijkstra(roads, weights).solve((Start(7),))
    np.testing.assert_array_equal(crp.solve((Start(7),)).state_labels, expected.state_labels)
