"""The sweep of one to all in runs of states, in every way that it is shared out, on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.solver import Start
from gpu.roads.crp.query import runs, sweep, sweep_runs
from gpu.roads.crp.query.isochrone import Crp
from gpu.roads.crp.query.runs import RunRoom
from road.solvers.dijkstra import Dijkstra
from tests.road.crp.nests import halved
from tests.road.drawn import random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu

ONE_THREAD: dict[str, Any] = {"COSTS_A_LANE": 1 << 20, "ENOUGH_LANES": 0}

WAYS: dict[str, tuple[dict[str, Any], int]] = {
    "as on large networks": ({}, 1024),
    "a thread for a state": (ONE_THREAD, 1024),
    "a thread for two states": ({**ONE_THREAD, "DOUBLE_FROM": 0}, 1024),
    "room for few": ({**ONE_THREAD, "ROOMS": (RunRoom(24, 60),)}, 0),
    "room for hardly any": ({**ONE_THREAD, "DOUBLE_FROM": 0, "ROOMS": (RunRoom(1, 1),)}, 0),
    "blocks for the upper levels": ({"ROOMS": (RunRoom(20, 300),)}, 1 << 30),
}


@pytest.mark.parametrize("way", WAYS)
def test_one_query_after_another_has_the_bits_of_dijkstra(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    constants, few_cells = WAYS[way]
    for name, value in constants.items():
        monkeypatch.setattr(runs, name, value)
    monkeypatch.setattr(sweep, "FEW_CELLS", few_cells)
    monkeypatch.setattr(sweep_runs, "WARPS_AT_WORK", 1)  # of which none has few runs, then
    roads = random_town(400, 8, restrictions=60)
    weights = random_weights(roads, 8, turns=True)
    solver, baseline = (
        Crp(roads, weights, partition=halved(roads, (4, 8, 30, 100))),
        Dijkstra(roads, weights),
    )
    found = solver.queries.sweeps._in_order
    assert found is not None
    assert (2 in {level.each for level in found.levels.values()}) == ("DOUBLE_FROM" in constants)
    for vertex in range(0, 400, 19):
        starts = Start(vertex), Start((vertex * 7) % 400, 3.0)
        expected = baseline.solve(starts)
        times = solver.solve(starts)
        np.testing.assert_array_equal(times.state_labels, expected.state_labels)
        assert (times.reached, times.max_ticks) == (expected.reached, expected.max_ticks)
        limit = expected.max_seconds / 4
        cut = baseline.solve(starts, limit=limit).state_labels
        np.testing.assert_array_equal(solver.solve(starts, limit=limit).state_labels, cut)
