"""Customization in batches of cells and searches by the ground, whatever device it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from core.solver import Start
from core.trace import Ring
from gpu.roads.crp.query import queries
from gpu.roads.crp.query.isochrone import Crp
from gpu.roads.crp.query.many_to_many import ManyToMany
from road.costs.metric import Weights
from road.crp.customization.customize import customize
from road.crp.device_layout import batches
from road.crp.query.point_to_point import CrpRouter
from road.graph import RoadGraph
from road.routes.route import Router
from road.search.starts import RoadSources
from road.solvers.dijkstra import Dijkstra
from tests.road.crp.nests import Nest, halved

SIZES = (4, 12, 40)


def make_short(monkeypatch: pytest.MonkeyPatch, batch_bytes: int) -> None:
    """So little memory that no shortcuts of the lowest levels stay."""
    monkeypatch.setattr(queries, "budget", lambda device: 0)
    monkeypatch.setattr(queries, "require", lambda needed, device, what: None)
    monkeypatch.setattr(batches, "BATCH_BYTES", batch_bytes)


def nested(roads: RoadGraph) -> Nest:
    """Of which no search on the host reads the shortcuts of the two lowest levels."""
    return halved(roads, SIZES, phantom=SIZES[:2])


def assert_the_bits_of_dijkstra(
    solver: Crp, starts: Sequence[RoadSources], shares: Sequence[float]
) -> None:
    """Without a limit for a share of infinity."""
    search = solver.search
    weights, direction = search.weights, search.direction
    baseline = Dijkstra(search.graph, weights, direction=direction)
    for each in starts:
        everything = baseline.solve(each)
        for share in shares:
            limit = math.inf if share == math.inf else everything.max_seconds * share
            right = baseline.solve(each, limit=limit).state_labels
            np.testing.assert_array_equal(solver.solve(each, limit=limit).state_labels, right)


def assert_customized(solver: Crp) -> None:
    """All that stays costs what the processor finds."""
    metric, begin = solver.metric_of(solver.search), solver.queries.on_device.begin_level
    done = customize(solver.overlay, solver.search, keep_all=True)
    for number, level in enumerate(metric.levels):
        assert level.stays == (number >= begin)
        for name, right in (("shortcuts", done.shortcuts[number]), ("down", done.down[number])):
            if level.stays or name == "down":
                costs = getattr(level, name)[: len(right)].get()
                np.testing.assert_array_equal(costs, right)


def assert_tables_ways_and_traces(
    roads: RoadGraph, weights: Weights, vertices: Sequence[int]
) -> None:
    solver = Crp(roads, weights, partition=nested(roads))
    starts = tuple(Start(v) for v in vertices)
    whole = Dijkstra(roads, weights)
    table = ManyToMany(solver).table(starts)
    for row, start in zip(table, starts, strict=True):
        np.testing.assert_array_equal(row, whole.solve((start,)).labels)
    router, expected = CrpRouter(solver), Router(whole)
    for vertex in range(0, roads.vertices, 7):
        found, best = (r.route(starts[0], Start(vertex)) for r in (router, expected))
        assert (found and found.ticks) == (best and best.ticks)
    trace: Any = Ring()
    traced = solver.solve(starts[:1], trace=trace)
    np.testing.assert_array_equal(traced.state_labels, whole.solve(starts[:1]).state_labels)
    report = solver.report
    assert report.memory_bytes == solver.metric_of(solver.search).nbytes
    assert len(report.levels) == len(solver.queries.customizer.plans)
