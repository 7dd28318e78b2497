"""Queries of contracted graphs, upward and the sweep, run on the processor."""

from __future__ import annotations

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED, limit_in_ticks
from gpu.roads.ch.device_hierarchy import DeviceHierarchy
from gpu.roads.ch.query import phast, queries
from gpu.roads.ch.query.phast import Phast
from road.ch.contraction import contract
from road.search.search_graph import SearchGraph
from road.search.starts import RoadSources
from road.solvers.dijkstra import Dijkstra
from tests.emulation import fake_cupy
from tests.road.drawn import random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.usefixtures("device")


def uploaded(search: SearchGraph, device: int, *_: object) -> DeviceHierarchy:
    """A hierarchy of the CPU's contraction, with a small core."""
    return DeviceHierarchy.of(contract(search, core=8).hierarchy, device)


@pytest.mark.parametrize("places", [1024, 2])  # that a queue on chip has room for
@pytest.mark.parametrize("turns", [False, True])
def test_equals_dijkstra_with_and_without_a_limit(
    turns: bool, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phast, "contracted", uploaded)
    monkeypatch.setattr(queries, "RISEN", places)
    monkeypatch.setattr(queries, "THREADS", 64)
    roads = random_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=turns)
    starts: RoadSources = (Start(0), Start(1), Start(50, 3.0))
    solver = Phast(roads, weights)
    everything = Dijkstra(roads, weights).solve(starts)
    for seed, share in enumerate((1.0, 0.7, 0.3, 0.05)):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        limit = everything.max_seconds * share
        labels = everything.state_labels
        cut = np.where(labels <= limit_in_ticks(limit, 0.001), labels, UNREACHED)
        times = solver.solve(starts, limit=limit)
        np.testing.assert_array_equal(times.state_labels, cut)
