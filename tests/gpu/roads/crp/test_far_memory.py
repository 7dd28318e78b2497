"""Where memory is short, what a search upward alone reads stays in host memory: the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.solver import Start
from gpu.roads.crp import device_overlay
from gpu.roads.crp.device_overlay import bytes_for_queries, bytes_that_may_stay
from gpu.roads.crp.query import queries
from gpu.roads.crp.query.isochrone import Crp
from road.costs.metric import Weights, given_weights
from road.graph import RoadGraph
from road.solvers.dijkstra import Dijkstra
from tests.road.crp.nests import Nest, halved, random_nest
from tests.road.drawn import random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu

STARTS = (Start(0), Start(3, 4.0), Start(17))


def solver_of(
    roads: RoadGraph, weights: Weights, nest: Nest, monkeypatch: pytest.MonkeyPatch
) -> Crp:
    """With next to nothing free once the customizer has its memory."""
    monkeypatch.setattr(device_overlay, "FAR_BYTES", 1)
    monkeypatch.setattr(queries, "budget", lambda _device: 0)
    return Crp(roads, weights, partition=nest, edge_based=True)


@pytest.mark.parametrize("seed", range(4))
def test_far_arrays_give_the_bits_of_dijkstra(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    roads = random_town(160, seed)
    weights = random_weights(roads, seed, turns=True)
    solver = solver_of(roads, weights, random_nest(roads.vertices, (20, 8, 3)), monkeypatch)
    dijkstra = Dijkstra(roads, weights)
    for starts in (STARTS, STARTS[:1], STARTS[1:]):
        found, expected = solver.solve(starts), dijkstra.solve(starts)
        np.testing.assert_array_equal(found.state_labels, expected.state_labels)
        limit = expected.max_seconds / 3
        found, expected = solver.solve(starts, limit=limit), dijkstra.solve(starts, limit=limit)
        np.testing.assert_array_equal(found.labels, expected.labels)


def test_what_stays_is_not_counted_as_memory_of_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    roads = generated_network(30, 30, 3)
    solver = solver_of(roads, given_weights(roads, "time"), halved(roads, (4, 30)), monkeypatch)
    on_device: Any = solver.queries.on_device
    solver.solve(STARTS)
    assert on_device.far
    may_stay = bytes_that_may_stay(on_device.overlay)
    assert may_stay > 0
    assert on_device.nbytes == bytes_for_queries(on_device.overlay) - may_stay


def test_with_room_nothing_stays_behind() -> None:
    roads = generated_network(30, 30, 3)
    solver = Crp(roads, given_weights(roads, "time"), partition=halved(roads, (4, 30)))
    solver.solve(STARTS)
    on_device: Any = solver.queries.on_device
    assert not on_device.far
    assert on_device.nbytes == bytes_for_queries(on_device.overlay)


def test_small_arrays_come_along() -> None:
    roads = generated_network(30, 30, 3)
    solver = Crp(roads, given_weights(roads, "time"), partition=halved(roads, (4, 30)))
    assert bytes_that_may_stay(solver.queries.overlay) == 0, "none has 16 MiB"
