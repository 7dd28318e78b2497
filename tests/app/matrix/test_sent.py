"""What was contracted where a matrix is asked for is not contracted once more on each worker."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import app.solving.hierarchies
from app.catalog.algorithms import prepare_roads
from app.cluster.job import ClusterJob, maker_of
from app.document.roads import RoadsDocument
from app.matrix.places import NamedPlaces
from app.matrix.request import MatrixRequest, job_of
from app.matrix.sent import cluster_job
from app.roads.open_roads import OpenRoads
from app.solving.request import Options
from app.starts import PlacedStart
from core.cancel import NEVER
from core.progress import no_progress
from core.solver import Start
from road.ch.contraction import contract
from road.ch.file import DamagedHierarchyError
from road.search.search_graph import Direction, SearchGraph
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import random_town
from tests.road.searches import random_weights

CORE = {"core_size": 20.0}
ORIGINS = 0, 7, 33


def town(direction: Direction) -> OpenRoads:
    graph, weights = random_town(80, 2), random_weights(random_town(80, 2), 2)
    return OpenRoads.weighing(graph, OpenRoads.of(graph).turned(direction), weights)


def job_on(roads: OpenRoads, parameters: dict[str, float]) -> ClusterJob:
    starts = tuple(PlacedStart(vertex=int(roads.graph.vertex_ids[v])) for v in ORIGINS)
    options = Options("phast", "cpu", parameters=tuple(parameters.items()))
    named = NamedPlaces("drawn", ("a", "b", "c"), starts)
    job = job_of(MatrixRequest(RoadsDocument(roads), named, None, options=options))
    return cluster_job(job, no_progress, NEVER)


def contract_here(
    roads: OpenRoads, direction: Direction = "from", parameters: dict[str, float] | None = None
) -> None:
    told: Any = (roads.graph, roads.weights, "phast", "cpu", direction, parameters)
    prepare_roads(*told, edge_based=True)


@pytest.fixture
def contracted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """States of each contraction since."""
    states: list[int] = []

    def counted(search: SearchGraph, *arguments: Any, **told: Any) -> Any:
        states.append(search.states)
        return contract(search, *arguments, **told)

    monkeypatch.setattr(app.solving.hierarchies, "contract", counted)
    return states


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("parameters", [{}, CORE])
def test_a_hierarchy_at_hand_is_sent(
    direction: Direction, parameters: dict[str, float], contracted: list[int]
) -> None:
    roads = town(direction)
    contract_here(roads, direction, parameters)
    assert len(contracted) == 1
    job = job_on(roads, parameters)
    assert "hierarchy" in job.parts
    made = maker_of(job.kind, job.spec, job.parts, no_progress)
    found = made.chunk(0, no_progress, NEVER)
    assert len(contracted) == 1
    dijkstra = Dijkstra(roads.graph, roads.weights, direction=direction)
    right = [dijkstra.solve((Start(vertex),)).labels for vertex in ORIGINS]
    np.testing.assert_array_equal(found["ticks"], np.array(right))


def test_what_is_not_at_hand_is_contracted_over_there(contracted: list[int]) -> None:
    roads = town("from")
    assert "hierarchy" not in job_on(roads, {}).parts
    contract_here(roads)
    job = job_on(roads, CORE)  # at hand is another
    assert "hierarchy" not in job.parts
    maker_of(job.kind, job.spec, job.parts, no_progress)
    assert len(contracted) == 2


def test_one_that_came_damaged_is_told() -> None:
    roads = town("from")
    contract_here(roads)
    job = job_on(roads, {})
    data = bytearray(job.parts["hierarchy"])
    data[len(data) // 2] ^= 1
    spoiled = dict(job.parts) | {"hierarchy": bytes(data)}
    with pytest.raises(DamagedHierarchyError):
        maker_of(job.kind, job.spec, spoiled, no_progress)
