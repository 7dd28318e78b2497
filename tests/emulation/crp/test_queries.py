"""One to all on an overlay, upward and the sweep, run on the processor."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED, limit_in_ticks
from gpu import buffers
from gpu.module import Module, load
from gpu.roads.crp.query import queries, sweep, upward
from gpu.roads.crp.query.isochrone import Crp
from gpu.roads.crp.query.many_to_many import ManyToMany
from gpu.roads.travel_times import DeviceRoadTimes
from road.crp.query.point_to_point import CrpRouter
from road.graph import U32
from road.routes.route import Router
from road.search.search_graph import Direction
from road.search.starts import RoadSources
from road.solvers.dijkstra import Dijkstra
from tests.emulation import fake_cupy
from tests.gpu.roads.crp.prices import UploadingCustomizer
from tests.road.crp.nests import halved
from tests.road.drawn import private_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.usefixtures("device")


@pytest.mark.parametrize("few_cells", [0, 1024])  # threads have states, or blocks have cells
@pytest.mark.parametrize("turns", [False, True])
def test_equals_dijkstra_with_and_without_a_limit(
    turns: bool, few_cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)
    monkeypatch.setattr(sweep, "FEW_CELLS", few_cells)
    for module in (sweep, upward):
        monkeypatch.setattr(module, "THREADS", 64)
    roads = private_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=turns)
    starts: RoadSources = (Start(0), Start(1), Start(50, 3.0))
    solver = Crp(roads, weights, partition=halved(roads, (4, 12, 40)))
    everything = Dijkstra(roads, weights).solve(starts)
    for seed, share in enumerate((1.0, 0.7, 0.3, 0.05)):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        limit = everything.max_seconds * share
        labels = everything.state_labels
        cut = np.where(labels <= limit_in_ticks(limit, 0.001), labels, UNREACHED)
        times = solver.solve(starts, limit=limit)
        # As the kernels left them: the result drops what lies past the limit by itself.
        np.testing.assert_array_equal(times.in_order().get(), cut)
        np.testing.assert_array_equal(times.state_labels, cut)


@pytest.mark.parametrize(
    ("constants", "sizes"),
    [({"MOST_PATH": 2}, (2, 4, 12, 40)), ({"MOST_BELOW": 1}, (4, 40)), ({}, (128,))],
    ids=["a path in pieces", "more cells in a cell than are noted", "more rows than are listed"],
)
def test_equals_dijkstra_where_there_is_little_room(
    constants: dict[str, int], sizes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)
    monkeypatch.setattr(upward, "THREADS", 32)

    def load_with(name: str, others: dict[str, int], device: int) -> Module:
        return load(name, others | constants, device)

    monkeypatch.setattr(upward, "load", load_with)
    roads = private_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=True)
    solver = Crp(roads, weights, partition=halved(roads, sizes))
    # Into two of the streets that leave 51 and 78 nothing leads but a start.
    every = (51, 78, *(vertex for vertex in range(90) if vertex not in (51, 78)))
    for seed, at in enumerate(((7,), (0, 1, 50, 88), every)):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        starts = tuple(Start(vertex, 0.0 if vertex in at[:2] else 500.0) for vertex in at)
        expected = Dijkstra(roads, weights).solve(starts).state_labels
        np.testing.assert_array_equal(solver.solve(starts).state_labels, expected)


def test_a_cell_is_searched_by_who_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)
    roads = private_town(90, 4, restrictions=25)
    solver = Crp(roads, random_weights(roads, 4, turns=True), partition=halved(roads, (4, 12, 40)))
    told: list[upward.Told] = []
    launch = upward.Upward.launch

    def noted(search: upward.Upward, query: upward.Told, *others: Any, **more: Any) -> None:
        assert (query.opened.cells["awaited"] > 1).any()
        launch(search, query, *others, **more)
        told.append(query)

    monkeypatch.setattr(upward.Upward, "launch", noted)
    solver.solve((Start(0), Start(1), Start(50, 3.0)))
    query, _ = told  # launched, and recorded
    begin = upward.QUERY.itemsize // 4
    sent = solver.queries.upward._words.get()[begin:]
    cells = query.opened._replace(words=sent).cells
    assert query.opened.cells["awaited"].any()
    assert not cells["awaited"].any(), "all have been counted"


@pytest.mark.parametrize("turns", [False, True])
def test_recorded_queries_of_any_size_follow_one_another(
    turns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)
    monkeypatch.setattr(upward, "FIRST_WORDS", 64)  # some have to be told elsewhere
    monkeypatch.setattr(upward, "FEWEST_CELLS", 4)
    monkeypatch.setattr(upward, "FEWEST_LOWEST", 1)
    monkeypatch.setattr(upward, "FEWEST_WORDS", 1)
    roads = private_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=turns)
    solver = Crp(roads, weights, partition=halved(roads, (4, 12, 40)))
    baseline = Dijkstra(roads, weights)
    kinds: set[tuple[upward.LaunchSizes, bool]] = set()
    places = set()
    metric = solver.metric_of(solver.search)
    for step in (45, 90, 5, 30, 1, 90, 45, 5, 30):
        starts = tuple(Start(vertex) for vertex in range(0, 90, step))
        expected = baseline.solve(starts)
        for limit in (math.inf, expected.max_seconds / 3):
            cut = baseline.solve(starts, limit=limit).state_labels
            for _ in range(2):
                found = solver.solve(starts, limit=limit).state_labels
                np.testing.assert_array_equal(found, cut)
        recorded = solver.queries.recorded._recorded[metric]
        assert recorded.places == solver.queries.upward.places
        places.add(recorded.places)
        kinds.update(recorded.launches)
    assert len(kinds) > 4
    assert len(places) > 1


@pytest.mark.parametrize("short", [False, True])
def test_labels_of_the_next_query_within_a_limit_are_cleared_ahead(
    short: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)
    roads = private_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=True)
    solver = Crp(roads, weights, partition=halved(roads, (4, 12, 40)))
    baseline, lender = Dijkstra(roads, weights), solver.queries.labels
    kept: list[tuple[DeviceRoadTimes, U32]] = []
    if short:
        monkeypatch.setattr(buffers, "budget", lambda device: 0)
        monkeypatch.setattr(buffers, "require", lambda needed, device, what: None)
    for step, vertex in enumerate(range(0, 90, 10)):
        start = (Start(vertex),)
        everything = baseline.solve(start)
        ahead = lender._cleared
        assert (ahead is None) == (short or step in (0, 5))
        if step == 4:  # one without a limit takes what is there
            found = solver.solve(start)
            kept.append((found, everything.state_labels))
            continue
        assert ahead is None or (np.asarray(ahead) == UNREACHED).all()
        found = solver.solve(start, limit=everything.max_seconds / 3)
        expected = baseline.solve(start, limit=everything.max_seconds / 3).state_labels
        kept.append((found, expected))  # so that its labels do not come back
        assert ahead is None or found.device_labels.data.ptr == ahead.data.ptr
    for found, expected in kept:
        np.testing.assert_array_equal(found.state_labels, expected)


def test_a_table_asks_for_more_room_than_was_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)
    monkeypatch.setattr(upward, "MOST_SHARED", 200)  # most cells need memory of their own
    roads = private_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=True)
    solver = Crp(roads, weights, partition=halved(roads, (4, 12, 40)))
    recorded, starts = solver.queries.recorded, tuple(Start(v) for v in (5, 60, 77))
    baseline = [Dijkstra(roads, weights).solve((start,)).state_labels for start in starts]
    places = set()
    for table in (False, True):
        if table:
            ManyToMany(solver).table(starts)
        for start, expected in zip(starts, baseline, strict=True):
            np.testing.assert_array_equal(solver.solve((start,)).state_labels, expected)
        made = recorded._recorded[solver.metric_of(solver.search)]
        assert made.places == solver.queries.upward.places
        assert made.launches
        places.add(made.places)
    assert len(places) == 2


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_single_ways_are_found_on_the_host_by_costs_of_the_device(
    turns: bool, direction: Direction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)
    roads = private_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=turns)
    solver = Crp(roads, weights, partition=halved(roads, (4, 12, 40)), direction=direction)
    router = CrpRouter(solver)
    expected = Router(Dijkstra(roads, weights, direction=direction))
    found = 0
    for origin, destination in product((Start(0), Start(50), Start(77)), map(Start, range(5, 90))):
        best, way = expected.route(origin, destination), router.route(origin, destination)
        assert (best is None) == (way is None)
        if best is not None and way is not None:
            assert (way.ticks, way.method) == (best.ticks, "cells")
            found += 1
    assert found > 50
