"""Tables of peers and ours are held to the same bits, and a wrong one is told."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from benchmarks.many import tables as many
from benchmarks.many.tables import MeasuredMethod, Measuring
from benchmarks.records import Record
from benchmarks.reports.book import Book, Kept
from benchmarks.reports.many import many as table
from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import given_weights
from road.graph import RoadGraph
from road.solvers.dijkstra import Dijkstra


class _Heard:
    def __init__(self) -> None:
        self.records: list[Record] = []

    def add(self, part: str, **figures: Any) -> None:
        self.records.append({"part": part, **figures})


def _kit(roads: RoadGraph) -> SimpleNamespace:
    """What we call of RoutingKit, answered by Dijkstra's algorithm."""

    def to_all(metric: list[int], targets: list[int]) -> SimpleNamespace:
        weights = replace(given_weights(roads, "time"), arc_costs=np.array(metric, np.uint32))
        solver = Dijkstra(roads, weights)

        def costs(source: int) -> list[int | None]:
            labels = solver.solve((Start(source),)).labels[targets].tolist()
            return [None if label == UNREACHED else label for label in labels]

        return SimpleNamespace(distances_from=costs)

    return SimpleNamespace(
        compute_order_inertial=lambda vertices, *_: list(range(vertices)),
        CCH=lambda *_: None,
        CCHMetric=lambda _, costs: costs,
        CCHOneToMany=to_all,
    )


def test_tables_are_compared_and_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    roads = generated_network(20, 20, 3)
    heard: Any = _Heard()
    measuring = Measuring("town", roads, given_weights(roads, "time"), 64)

    def wrong(origins: Any) -> Any:
        found = measuring.right[: len(origins)].copy()
        found[-1, 7] += 1
        return found

    monkeypatch.setitem(many.OTHERS, "near-far-gpu", lambda *_: MeasuredMethod(here=wrong))
    monkeypatch.setitem(sys.modules, "routingkit_cch", _kit(roads))
    for name in ("dijkstra-cpu", "cpp-dijkstra", "networkit", "routing-kit", "near-far-gpu"):
        measuring.run(name, 1, 0.0, heard)
    found = {record["method"]: record for record in heard.records}
    assert found["dijkstra-cpu"]["same_bits"]
    assert not found.pop("near-far-gpu")["same_bits"]
    assert all(record["same_bits"] for record in found.values())
    book = Book()
    told = {"date": "2026-11-22", "commit": "abc", "device": {"cpu": "C", "threads": 2}}
    book._files["many"] = [Kept({**record, **told}) for record in heard.records]
    lines = table(book)
    assert len(lines) == 2 + len(heard.records) + 2
    assert sum("| NO |" in line for line in lines) == 1


def test_rows_past_the_first_are_compared_too() -> None:
    roads = generated_network(20, 20, 3)
    measuring = Measuring("town", roads, given_weights(roads, "time"), 4)
    method = many.of_catalogue("dijkstra", "cpu", roads, measuring.weights)
    assert method.here is not None
    right = method.here(measuring.origins)
    assert right.shape == (32, roads.vertices)
    assert measuring.same(right)
    spoiled = right.copy()
    spoiled[max(measuring.later), 3] ^= np.uint32(1)
    assert not measuring.same(spoiled)
