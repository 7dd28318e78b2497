"""Every road solver of the device gives Dijkstra's bits on everything that is drawn."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from app.catalog.algorithms import find, prepare_roads, rows_of
from app.catalog.rows import ROADS
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.search.starts import ArcPoint, RoadSources, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import DRAWN, without_restrictions

pytestmark = pytest.mark.gpu

TURNS = np.array([0, 40, 25, 300], np.uint32)

VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "crp": ({}, {"edge_based": True}),
    "near-far": ({}, {"delta_seconds": 0.05}, {"delta_seconds": 1e6}),
    "adaptive-threads": ({"variant": 1}, {"variant": 2}, {"to_all_us": 0.1, "to_listed_us": 1e6}),
}
"""How rows are run that have more than one way to: options and parameters of `solver`."""

NAMES = [row.id for row in rows_of(ROADS) if row.gpu]
"""Ids of the rows of the catalogue that have a twin on the device."""


def solver(name: str, graph: RoadGraph, weights: Weights, **more: Any) -> Any:
    """more : parameters of the row, and what else `prepare_roads` takes."""
    own = {parameter.name for parameter in find(name, ROADS).parameters}
    parameters = {key: more.pop(key) for key in own & set(more)}
    return prepare_roads(graph, weights, name, "gpu", parameters=parameters, **more).solver


def weights_of(graph: RoadGraph, seed: int, turns: bool) -> Weights:
    """Costs of 1 to 400 ms, one arc in thirteen closed, one in eleven free."""
    random = np.random.default_rng(seed)
    costs = random.integers(1, 400, graph.arc_count).astype(np.uint32)
    costs[random.random(graph.arc_count) < 1 / 13] = UNREACHED
    costs[random.random(graph.arc_count) < 1 / 11] = 0
    costs.flags.writeable = False
    turn_costs = TURNS if turns else np.zeros(4, np.uint32)
    return Weights(costs, turn_costs, 0.001, "ms")


def sources_of(graph: RoadGraph) -> tuple[RoadSources, ...]:
    """One start; several with delays, one of them twice and one on an arc; none at all."""
    last, arc = graph.vertices - 1, graph.arc_count // 2
    several = (
        Start(last, 0.2),
        Start(0, 0.35),
        Start(last, 0.9),
        RoadStart((ArcPoint(arc, 0.3),), 0.1),
    )
    return (Start(0),), several, ()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("drawn", DRAWN)
@pytest.mark.parametrize("turns", [False, True])
def test_equals_dijkstra(name: str, drawn: str, turns: bool) -> None:
    graph = DRAWN[drawn]()
    graph = graph if turns else without_restrictions(graph)
    weights = weights_of(graph, 7, turns)
    for direction in ("from", "to"):
        dijkstra = Dijkstra(graph, weights, direction=direction)
        expected = {
            (index, limit): dijkstra.solve(sources, limit=limit)
            for (index, sources), limit in product(enumerate(sources_of(graph)), (UNLIMITED, 1.1))
        }
        for variant in VARIANTS.get(name, ({},)):
            prepared = solver(name, graph, weights, direction=direction, **variant)
            for (index, limit), times in expected.items():
                found = prepared.solve(sources_of(graph)[index], limit=limit)
                if found.search.edge_based == times.search.edge_based:
                    np.testing.assert_array_equal(found.state_labels, times.state_labels)
                np.testing.assert_array_equal(found.labels, times.labels)
                assert (found.reached, found.max_ticks) == (times.reached, times.max_ticks)
                assert not found.partial
