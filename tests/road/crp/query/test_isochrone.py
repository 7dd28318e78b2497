"""One to all on an overlay equals Dijkstra's bits, whatever the cells are."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from core.cancel import Cancel
from core.parallel.rounds import RoundLog
from core.solver import Start
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from road.costs.metric import Weights, given_weights
from road.costs.profiles import CAR
from road.crp.query import isochrone
from road.crp.query.many_to_many import ManyToMany
from road.files.read import open_roads
from road.results.travel_times import RoadTimes
from road.results.validation import validate
from road.search.starts import ArcPoint, RoadSources, RoadStart, seeds_of
from road.solvers.dijkstra import Dijkstra
from tests.road.crp.nests import Nest, halved, random_nest
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights
from tests.shared_data import needs_shared, shared

Crp = partial(isochrone.Crp, smallest=0)
STARTS: RoadSources = (Start(0), Start(3, 4.0))


def assert_same(found: RoadTimes, expected: RoadTimes) -> None:
    np.testing.assert_array_equal(found.state_labels, expected.state_labels)
    np.testing.assert_array_equal(found.labels, expected.labels)
    np.testing.assert_array_equal(found.entered, expected.entered)
    assert not found.partial


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", DRAWN)
def test_equals_dijkstra(graph: str, turns: bool, direction: Any) -> None:
    roads = DRAWN[graph]()
    weights = random_weights(roads, 2, turns=turns)
    baseline = Dijkstra(roads, weights, direction=direction)
    for partition in (
        halved(roads, (2, 4, 8, 16), mezzanine=(4,), phantom=(2,)),
        random_nest(roads.vertices, (8, 5, 3, 2)),
        halved(roads, (3, 16), mezzanine=(3, 16)),
        Nest(()),
    ):
        solver = Crp(roads, weights, partition=partition, direction=direction)
        for start in (STARTS, (Start(roads.vertices - 1),), (Start(2), Start(3), Start(1, 0.5))):
            found = solver.solve(start)
            assert_same(found, baseline.solve(start))
            assert validate(found).passed


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_points_on_arcs_and_limits(seed: int, turns: bool, direction: Any) -> None:
    roads = random_town(150, seed, restrictions=50)
    weights = random_weights(roads, seed, turns=turns)
    arcs = np.flatnonzero(weights.arc_costs < UNREACHED)[[seed, 50 + seed]]
    sources = (
        RoadStart((ArcPoint(int(arcs[0]), 0.25),)),
        RoadStart((ArcPoint(int(arcs[1]), 0.6),), 1.5),
        Start(7, 2.0),
    )
    solver = Crp(roads, weights, partition=halved(roads, (4, 12, 40)), direction=direction)
    everything = Dijkstra(roads, weights, direction=direction).solve(sources)
    assert_same(solver.solve(sources), everything)
    for share in (0.0, 0.1, 0.5, 0.97):
        limit = everything.max_seconds * share
        labels = everything.state_labels
        cut = np.where(labels <= limit_in_ticks(limit, 0.001), labels, UNREACHED)
        np.testing.assert_array_equal(solver.solve(sources, limit=limit).state_labels, cut)


def test_other_weights_on_the_same_overlay() -> None:
    roads = random_town(200, 4)
    solver = Crp(roads, random_weights(roads, 0, turns=True), partition=halved(roads, (4, 16, 64)))
    for seed in range(1, 4):
        weights = random_weights(roads, seed, turns=True)
        other = solver.customize(weights)
        assert other.overlay is solver.overlay
        assert_same(other.solve(STARTS), Dijkstra(roads, weights).solve(STARTS))
    plain = random_weights(roads, 9)
    assert_same(solver.customize(plain).solve(STARTS), Dijkstra(roads, plain).solve(STARTS))


def test_ways_too_long_for_the_tick_are_counted_in_longer_ones() -> None:
    roads = DRAWN["chain"]()
    costs = np.full(roads.arc_count, 2_000_000, np.uint32)
    weights = Weights(costs, tick_seconds=0.001, unit="ms")
    found = Crp(roads, weights, partition=halved(roads, (16, 128))).solve((Start(0),))
    expected = Dijkstra(roads, weights).solve((Start(0),))
    assert found.tick_seconds == expected.tick_seconds > 0.001
    assert_same(found, expected)


def test_a_cancelled_solve_is_partial_and_leaves_nothing_behind() -> None:
    roads = DRAWN["chain"]()
    weights = Weights(np.full(roads.arc_count, 10, np.uint32), tick_seconds=0.001)
    solver = Crp(roads, weights, partition=halved(roads, (16, 128)))
    cancel = Cancel()
    cancel.set()
    stopped = solver.solve((Start(500),), cancel=cancel)
    assert stopped.partial
    assert stopped.reached <= 1
    assert_same(solver.solve((Start(0),)), Dijkstra(roads, weights).solve((Start(0),)))


def test_a_solve_tells_what_it_does() -> None:
    roads = random_town(60, 5)
    ring = Ring()
    solver = Crp(roads, random_weights(roads, 5), partition=halved(roads, (4, 16)))
    found = solver.solve(STARTS, trace=ring)
    events = ring.drain()
    started, finished = events[0], events[-1]
    assert isinstance(started, SolveStarted)
    assert (started.algorithm, started.elements) == ("crp", roads.vertices)
    assert isinstance(finished, SolveFinished)
    assert (finished.reached, finished.max_seconds) == (found.reached, found.max_seconds)
    assert all(isinstance(event, Iteration) for event in events[1:-1])


def test_no_start_reaches_nothing() -> None:
    roads = DRAWN["grid city"]()
    solver = Crp(roads, random_weights(roads), partition=halved(roads, (4, 16)))
    assert solver.solve(()).reached == 0


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_tables_equal_one_solve_after_another(turns: bool, direction: Any) -> None:
    roads = random_town(120, 6)
    weights = random_weights(roads, 6, turns=turns)
    crp = Crp(roads, weights, partition=halved(roads, (4, 12, 40)), direction=direction)
    arc = int(np.flatnonzero(weights.arc_costs < UNREACHED)[30])
    sources = [Start(k, 0.1 * k) for k in range(0, 60, 3)] + [RoadStart((ArcPoint(arc, 0.4),))]
    baseline = Dijkstra(roads, weights, direction=direction)
    for limit in (UNLIMITED, 9.0):
        expected = np.stack([baseline.solve((s,), limit=limit).labels for s in sources])
        tables = ManyToMany(crp)
        np.testing.assert_array_equal(tables.table(sources, limit=limit), expected)
        some = [3, 0, 77, 3, 119]
        np.testing.assert_array_equal(tables.table(sources, some, limit=limit), expected[:, some])
        labels = np.stack([baseline.solve((s,), limit=limit).state_labels for s in sources])
        states = [5, labels.shape[1] - 1, 0, 5]
        found = tables.table_of_states(sources, states, limit=limit)
        np.testing.assert_array_equal(found, labels[:, states])


@needs_shared
def test_new_york_and_porto_with_restrictions() -> None:
    new_york = open_roads(shared("roads/dimacs/USA-road-d.NY.gr.gz"))
    porto = open_roads(shared("roads/osm/porto_portugal.osm.pbf"))
    sizes = (4, 32, 256, 2048, 16384)
    for roads, weights in (
        (new_york, given_weights(new_york, "time")),
        (porto, CAR.weights(porto)),
    ):
        partition = halved(roads, sizes, phantom=(4, 32))
        for direction in ("from", "to"):
            crp = isochrone.Crp(roads, weights, partition=partition, direction=direction)  # type: ignore[arg-type]
            baseline = Dijkstra(roads, weights, direction=direction)  # type: ignore[arg-type]
            start = (Start(roads.vertices // 3),)
            np.testing.assert_array_equal(
                crp.solve(start).state_labels, baseline.solve(start).state_labels
            )


@pytest.mark.parametrize("turns", [False, True])
def test_nothing_past_the_limit_is_labelled_or_looked_at(turns: bool) -> None:
    roads = random_town(150, 3)
    solver = Crp(roads, random_weights(roads, 3, turns=turns), partition=halved(roads, (4, 12, 40)))
    everything = Dijkstra(roads, random_weights(roads, 3, turns=turns)).solve(STARTS)
    looked = {}
    for share in (1.0, 0.3):
        ring, limit = Ring(), round(everything.max_ticks * share)
        seeds = seeds_of(solver.search, STARTS, limit)
        labels = np.full(solver.search.states, UNREACHED, np.uint32)
        log = RoundLog(ring, 0.001)
        assert isochrone.one_to_all(
            solver.query_graph, solver.costs_of(solver.search), seeds, limit, labels, log, Cancel()
        )
        cut = np.where(everything.state_labels <= limit, everything.state_labels, UNREACHED)
        np.testing.assert_array_equal(labels, cut)
        events: list[Any] = list(ring.drain())
        looked[share] = sum(e.active for e in events if e.kernel == "sweep")
    assert 0 < looked[0.3] < looked[1.0] / 2
