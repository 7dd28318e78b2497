"""The heap of a warp and the searches with it, run on the processor."""

from __future__ import annotations

import numpy as np
import pytest

from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from gpu.roads.many import searches
from gpu.roads.many.tables import WarpHeapTables
from gpu.roads.many.warp_heap import WarpHeap
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadSources, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.emulation import fake_cupy
from tests.gpu.roads.many.heaps import EVERYTHING, drawn
from tests.road.drawn import random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.usefixtures("device")

SMALL = {"ARRAYS": 3, "TOPS": 5, "FIRST_CHUNK": 2}
"""Constants of heaps that soon need memory of the device, and more of it."""


@pytest.mark.parametrize("keys", [3, 1 << 31])
@pytest.mark.parametrize("arrays", [EVERYTHING, 1])
def test_a_heap_gives_what_a_sorted_list_gives(
    keys: int, arrays: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(4):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        play = drawn(seed, 60, keys, arrays)
        popped, left = play.on_device(blocks=2, **SMALL)
        assert left.tolist() == [0, 0]
        for block in popped:
            play.check(block)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_tables_equal_one_solve_after_another(
    turns: bool, direction: Direction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "ARRAYS", 2)
    monkeypatch.setattr(searches, "TOPS", 4)
    monkeypatch.setattr(searches, "FIRST_POOL", 1)  # too little: searches are begun again
    roads = random_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=turns)
    arc = int(np.flatnonzero(weights.arc_costs < UNREACHED)[30])
    on_arc = RoadStart((ArcPoint(arc, 0.4),))
    sources: RoadSources = (Start(1), Start(50, 3.0), Start(77), on_arc, Start(4))
    baseline = Dijkstra(roads, weights, direction=direction)
    solver = WarpHeap(roads, weights, direction=direction)
    found = WarpHeapTables(solver)
    assert found.chunk < len(sources)
    for seed, limit in enumerate((UNLIMITED, 9.0)):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        expected = np.stack([baseline.solve((s,), limit=limit).labels for s in sources])
        np.testing.assert_array_equal(found.table(sources, limit=limit), expected)
        there = found.on_device(sources, limit=limit)
        np.testing.assert_array_equal(there.get(), expected)
        some = [3, 0, 77, 3, 89]
        np.testing.assert_array_equal(found.table(sources, some, limit=limit), expected[:, some])
        times = solver.solve(sources, limit=limit)
        labels = baseline.solve(sources, limit=limit).state_labels
        np.testing.assert_array_equal(times.state_labels, labels)
