"""Costs that a device decodes do not visit the host on the way to the labels of any solver."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from app.catalog.rows import ROAD_ROWS
from core.solver import Start
from gpu.device import devices
from road.crp.partition.build import partition_roads
from road.solvers.dijkstra import Dijkstra
from tests.gpu.roads.decoded import CLOSED, METRICS, ON_AN_ARC, decoded, kept_on_the_device
from tests.road.drawn import grid_city

pytestmark = pytest.mark.gpu

IN_ROUNDS = [row for row in ROAD_ROWS if row.gpu and row.gpu.startswith("gpu.roads.solvers.")]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("row", IN_ROUNDS, ids=lambda row: row.id)
def test_solvers_in_rounds(row: Any, direction: Any, metric: str) -> None:
    module, _, name = row.gpu.partition(":")
    graph = grid_city()
    here = METRICS[metric].weights(graph).closing(CLOSED)
    right = Dijkstra(graph, here, direction=direction).solve((ON_AN_ARC, Start(20)))
    weights = decoded(graph, METRICS[metric])
    with kept_on_the_device():
        solver = getattr(importlib.import_module(module), name)(graph, weights, direction=direction)
        found = solver.solve((ON_AN_ARC, Start(20)))
        assert "arc_costs" not in vars(weights)
        np.testing.assert_array_equal(found.state_labels, right.state_labels)


@pytest.mark.parametrize("metric", METRICS)
def test_a_customization_that_devices_share(metric: str) -> None:
    from gpu.roads.crp.query.isochrone import Crp

    usable = [gpu.index for gpu in devices() if gpu.backend == "gpu" and gpu.usable]
    graph = grid_city()
    right = Dijkstra(graph, METRICS[metric].weights(graph).closing(CLOSED)).solve((ON_AN_ARC,))
    partition, weights = partition_roads(graph, threads=1), decoded(graph, METRICS[metric])
    for gpus in range(1, min(len(usable), 2) + 1):
        with kept_on_the_device():
            solver = Crp(graph, weights, partition=partition, gpus=gpus)
            found = solver.solve((ON_AN_ARC,))
            assert "arc_costs" not in vars(weights)
            np.testing.assert_array_equal(found.state_labels, right.state_labels)
