"""Every road solver equals Dijkstra bit by bit, SciPy where turns are free, and a search over whole
histories where they are not."""

from __future__ import annotations

import csv
from typing import Any

import numpy as np
import pytest

from app.catalog.algorithms import prepare_roads, rows_of
from app.catalog.rows import ROADS
from core.cancel import Cancel
from core.solver import Start
from core.times import UNREACHED, limit_in_ticks
from core.trace import Event, Iteration, Ring, SolveFinished, SolveStarted
from road.costs.metric import Weights, given_weights
from road.costs.profiles import CAR
from road.files.read import open_roads
from road.graph import RoadGraph
from road.results.travel_times import RoadTimes
from road.results.validation import validate
from road.search.search_graph import SearchGraph
from road.search.starts import ArcPoint, RoadSources, RoadStart, seeds_of
from road.solvers.dijkstra import Dijkstra, DijkstraSearch
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import as_labels, by_histories, by_scipy, random_weights
from tests.shared_data import needs_shared, shared

PARAMETERS: dict[str, dict[str, float]] = {
    "near-far, small": {"delta_seconds": 0.05},
    "near-far, large": {"delta_seconds": 1e6},
    "adaptive-threads": {"to_all_us": 20.0, "to_listed_us": 10.0},
    "adaptive-threads, all": {"variant": 1},
    "adaptive-threads, listed": {"variant": 2},
    "phast, all contracted": {"core_size": 1},
    "phast, core alone": {"core_size": 2048},  # but on the chain with turns, half of which it is
}
SOLVERS = list(dict.fromkeys([row.id for row in rows_of(ROADS) if row.cpu] + [*PARAMETERS]))
"""Every row of the catalogue, some with several sets of parameters."""

OTHERS = [name for name in SOLVERS if name != "dijkstra"]
STARTS: RoadSources = (Start(0), Start(3, 4.0))


def solver(name: str, graph: RoadGraph, weights: Weights, **more: Any) -> Any:
    algorithm = name.partition(",")[0]
    parameters = PARAMETERS.get(name)
    return prepare_roads(graph, weights, algorithm, "cpu", parameters=parameters, **more).solver


def assert_same(found: RoadTimes, expected: RoadTimes) -> None:
    np.testing.assert_array_equal(found.state_labels, expected.state_labels)
    np.testing.assert_array_equal(found.labels, expected.labels)
    assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)
    assert not found.partial


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("graph", DRAWN)
def test_dijkstra_equals_scipy_where_turns_are_free(graph: str, direction: Any) -> None:
    roads = DRAWN[graph]()
    weights = random_weights(roads, 1)
    found = Dijkstra(roads, weights, direction=direction).solve(STARTS)
    expected = by_scipy(roads, weights, {0: 0, 3: 4000}, direction)
    np.testing.assert_array_equal(found.labels, expected)
    assert validate(found).passed


@pytest.mark.parametrize("seed", range(12))
def test_dijkstra_equals_a_search_over_histories_where_turns_count(seed: int) -> None:
    roads = random_town(40, seed)
    weights = random_weights(roads, seed, turns=True)
    arc = int(np.flatnonzero(weights.arc_costs < UNREACHED)[seed])
    begun = round(0.25 * int(weights.arc_costs[arc]))
    sources = (Start(0), Start(3, 4.0), RoadStart((ArcPoint(arc, 0.75),)))
    found = Dijkstra(roads, weights).solve(sources)
    vertex, entered = by_histories(roads, weights, {arc: begun}, {0: 0, 3: 4000})
    np.testing.assert_array_equal(found.labels, as_labels(vertex, roads.vertices))
    np.testing.assert_array_equal(found.entered, as_labels(entered, roads.arc_count))
    assert validate(found).passed


@pytest.mark.parametrize("seed", range(4))
def test_times_to_a_place_are_those_of_all_searches_that_end_there(seed: int) -> None:
    roads = random_town(25, seed)
    weights = random_weights(roads, seed, turns=True)
    found = Dijkstra(roads, weights, direction="to").solve((Start(7),))
    for vertex in range(roads.vertices):
        there, _ = by_histories(roads, weights, {}, {vertex: 0})
        assert found.labels[vertex] == there.get(7, UNREACHED)
    assert validate(found).passed


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", DRAWN)
@pytest.mark.parametrize("name", OTHERS)
def test_equals_dijkstra(name: str, graph: str, turns: bool, direction: Any) -> None:
    roads = DRAWN[graph]()
    weights = random_weights(roads, 2, turns=turns)
    expected = Dijkstra(roads, weights, direction=direction).solve(STARTS)
    found = solver(name, roads, weights, direction=direction).solve(STARTS)
    assert_same(found, expected)
    assert validate(found).passed


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.97])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", SOLVERS)
def test_a_limit_cuts_exactly_at_the_limit(name: str, turns: bool, share: float) -> None:
    roads = random_town(80, 3)
    weights = random_weights(roads, 3, turns=turns)
    everything = Dijkstra(roads, weights).solve(STARTS)
    limit = everything.max_seconds * share
    found = solver(name, roads, weights).solve(STARTS, limit=limit)
    labels = everything.state_labels
    cut = np.where(labels <= limit_in_ticks(limit, 0.001), labels, UNREACHED)
    np.testing.assert_array_equal(found.state_labels, cut)
    assert validate(found).passed


@pytest.mark.parametrize("name", SOLVERS)
def test_a_cancelled_solve_is_partial_and_leaves_nothing_behind(name: str) -> None:
    roads = DRAWN["chain"]()
    weights = random_weights(roads, 4)
    weights = type(weights)(np.minimum(weights.arc_costs, 5000), tick_seconds=0.001, unit="ms")
    prepared = solver(name, roads, weights)
    expected = prepared.solve((Start(0),))
    cancel = Cancel()
    cancel.set()
    stopped = prepared.solve((Start(500),), cancel=cancel)
    assert stopped.partial
    assert stopped.reached <= 1
    assert_same(prepared.solve((Start(0),)), expected)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_solve_tells_what_it_does(name: str) -> None:
    roads = random_town(60, 5)
    weights = random_weights(roads, 5)
    ring = Ring()
    found = solver(name, roads, weights).solve(STARTS, trace=ring)
    events: list[Event] = ring.drain()
    started, finished = events[0], events[-1]
    assert isinstance(started, SolveStarted)
    assert (started.elements, started.active_unit) == (roads.vertices, "vertices")
    assert isinstance(finished, SolveFinished)
    assert (finished.reached, finished.partial) == (found.reached, False)
    assert finished.max_seconds == found.max_seconds
    assert all(isinstance(event, Iteration) for event in events[1:-1])
    assert finished.visits >= found.reached


@pytest.mark.parametrize("name", SOLVERS)
def test_no_start_reaches_nothing(name: str) -> None:
    roads = DRAWN["grid city"]()
    found = solver(name, roads, CAR.weights(roads)).solve(())
    assert found.reached == 0
    assert validate(found).passed


@pytest.fixture(scope="module")
def new_york() -> RoadGraph:
    return open_roads(shared("roads/dimacs/USA-road-d.NY.gr.gz"))


KNOWN = {
    "distance": (28939, 1440081, 90643, 186686642878),
    "time": (61253, 1916421, 90643, 233812473957),
}
COLUMNS = {"distance": "distance_d", "time": "time_t"}


@needs_shared
@pytest.mark.parametrize("metric", KNOWN)
@pytest.mark.parametrize(
    "name", ["dijkstra", "bellman-ford", "near-far", "adaptive-threads, listed"]
)
def test_new_york_as_known(name: str, metric: str, new_york: RoadGraph) -> None:
    found = solver(name, new_york, given_weights(new_york, metric)).solve((Start(0),))
    thousandth, farthest, vertex, total = KNOWN[metric]
    assert found.labels[999] == thousandth
    assert (found.max_ticks, int(found.labels.argmax())) == (farthest, vertex)
    assert int(found.labels.sum(dtype=np.int64)) == total
    assert found.reached == new_york.vertices


@needs_shared
@pytest.mark.parametrize("metric", KNOWN)
def test_new_york_between_ten_places(metric: str, new_york: RoadGraph) -> None:
    with shared("roads/dimacs/USA-road.NY.reference.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    prepared = Dijkstra(new_york, given_weights(new_york, metric))
    fields: dict[int, RoadTimes] = {}
    for row in rows:
        source, target = int(row["source"]) - 1, int(row["target"]) - 1
        if source not in fields:
            fields[source] = prepared.solve((Start(source),))
        assert fields[source].labels[target] == int(row[COLUMNS[metric]])


@needs_shared
def test_new_york_by_arcs_equals_new_york_by_vertices(new_york: RoadGraph) -> None:
    weights = given_weights(new_york, "time")
    expected = Dijkstra(new_york, weights).solve((Start(0),))
    search = SearchGraph.of(new_york, weights, edge_based=True)
    most = UNREACHED - 1
    steps = DijkstraSearch(search, seeds_of(search, (Start(0),), most), most)
    while not steps.finished:
        steps.step(100_000)
    found = RoadTimes(search, steps.labels, (Start(0),))
    np.testing.assert_array_equal(found.labels, expected.labels)
    np.testing.assert_array_equal(found.entered, expected.entered)


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", SOLVERS)
def test_a_result_stays_as_it_was_when_the_solver_goes_on(name: str, turns: bool) -> None:
    roads = random_town(60, 1)
    ready = solver(name, roads, random_weights(roads, 1, turns=turns))
    first = ready.solve(STARTS)
    states, labels = first.state_labels.copy(), first.labels.copy()
    other = ready.solve((Start(7),), limit=3.0)
    assert not np.array_equal(other.state_labels, states)
    np.testing.assert_array_equal(first.state_labels, states)
    np.testing.assert_array_equal(first.labels, labels)
    np.testing.assert_array_equal(ready.solve(STARTS).state_labels, states)
