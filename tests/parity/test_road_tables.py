"""Tables of every row of the catalogue that has some equal one solve by Dijkstra after another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from app.catalog.algorithms import prepare_roads, rows_of
from app.catalog.rows import ROADS
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from road.graph import RoadGraph
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.parity.test_road_solvers_gpu import weights_of
from tests.road.drawn import DRAWN, without_restrictions

TABLES = [
    pytest.param(row.id, backend, marks=[pytest.mark.gpu] if backend == "gpu" else [])
    for row in rows_of(ROADS)
    for backend in ("cpu", "gpu")
    if getattr(row, f"tables_{backend}")
]


def sources_of(graph: RoadGraph) -> list[Start | RoadStart]:
    """Many vertices with delays, one of them twice, and points on arcs."""
    vertices, arcs = graph.vertices, graph.arc_count
    places = [RoadStart((ArcPoint(arc, 0.3),), 0.1) for arc in {0, arcs // 2, arcs - 1}]
    return [*(Start(3 * k % vertices, 0.02 * k) for k in range(19)), Start(0), *places]


@pytest.mark.parametrize(("name", "backend"), TABLES)
@pytest.mark.parametrize("drawn", DRAWN)
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("direction", ["from", "to"])
def test_equals_dijkstra(
    name: str, backend: str, drawn: str, turns: bool, direction: Direction
) -> None:
    graph = DRAWN[drawn]()
    graph = graph if turns else without_restrictions(graph)
    weights = weights_of(graph, 7, turns)
    sources = sources_of(graph)
    dijkstra = Dijkstra(graph, weights, direction=direction)
    tables: Any = prepare_roads(graph, weights, name, backend, direction).tables
    some = [graph.vertices - 1, 0, graph.vertices // 2, 0]
    reached = 0
    for limit in (UNLIMITED, 1.1):
        times = [dijkstra.solve((source,), limit=limit) for source in sources]
        expected = np.stack([each.labels for each in times])
        reached += int((expected < UNREACHED).sum())
        np.testing.assert_array_equal(tables.table(sources, limit=limit), expected)
        np.testing.assert_array_equal(tables.table(sources, some, limit=limit), expected[:, some])
        states = np.stack([each.state_labels for each in times])
        asked = [states.shape[1] - 1, 0]
        found = tables.table_of_states(sources, asked, limit=limit)
        np.testing.assert_array_equal(found, states[:, asked])
    assert reached > len(sources)
