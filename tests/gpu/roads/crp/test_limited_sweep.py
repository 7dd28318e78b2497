"""The sweep within a limit on a device: cells left out, and lowest levels in bundles.

What a device does beside the processor: blocks of a level at the same time, copies on their way to
shared memory, and marks of one query after another.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.solver import Start
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from gpu.roads.crp.query import bundles, sweep
from gpu.roads.crp.query.bundles import ROOM, BundleRoom
from gpu.roads.crp.query.isochrone import Crp
from road.crp.partition.build import partition_roads
from road.crp.partition.nested import Partition
from road.graph import RoadGraph
from road.search.search_graph import Direction
from road.solvers.dijkstra import Dijkstra
from tests.road.crp.nests import halved, random_nest
from tests.road.drawn import random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.gpu

ROOMS = {
    "level by level": None,
    "as on large networks": ROOM,
    "half as much": BundleRoom(512, 512, 128, 2048, 128, 3),
    "costs read where they lie": ROOM._replace(costs=40),
    "two levels, one warp": BundleRoom(256, 256, 64, 1024, 32, 2),
}


WAYS = [(True, "level by level"), *[(False, room) for room in ROOMS]]
"""Turns, which make it a search by arcs, that has no bundles; and rooms of bundles."""


def sweep_in_bundles(monkeypatch: pytest.MonkeyPatch, room: BundleRoom | None) -> None:
    """Even of small overlays. room : None for no bundles."""
    if room is not None:
        monkeypatch.setattr(sweep, "BUNDLED_FROM", 0)
        monkeypatch.setattr(bundles, "ROOM", room)


@cache
def town() -> tuple[RoadGraph, Partition]:
    """About 19,000 vertices, and all levels of a partition."""
    graph = generated_network(140, 140, 3)
    return graph, partition_roads(graph)


@pytest.mark.parametrize(("turns", "room"), WAYS)
def test_short_and_long_trips_in_a_town(
    turns: bool, room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep_in_bundles(monkeypatch, ROOMS[room])
    graph, partition = town()
    weights = random_weights(graph, 5, turns=turns)
    solver = Crp(graph, weights, partition=partition)
    in_bundles = solver.queries.sweeps._bundles
    assert (in_bundles is None) == (ROOMS[room] is None)
    if in_bundles is not None:
        in_bundles.blocks = min(in_bundles.blocks, 24)  # each takes several in turn
    baseline = Dijkstra(graph, weights)
    for vertex in (0, 9_000, 17_000):
        starts = (Start(vertex), Start(vertex + 700, 2.0))
        everything = baseline.solve(starts)
        labels = everything.state_labels
        for share in (1.0, 0.25, 0.02, 0.0):
            limit = everything.max_seconds * share
            cut = np.where(labels <= limit_in_ticks(limit, 0.001), labels, UNREACHED)
            for _ in range(20):
                found = solver.solve(starts, limit=limit).in_order().get()
                np.testing.assert_array_equal(found[: len(cut)], cut)
        for _ in range(20):
            found = solver.solve(starts).in_order().get()
            np.testing.assert_array_equal(found[: len(labels)], labels)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize(("turns", "room"), WAYS)
def test_starts_everywhere(
    turns: bool, room: str, direction: Direction, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Many cells are open; in those of places anywhere, hundreds of ways go in and out.
    sweep_in_bundles(monkeypatch, ROOMS[room])
    roads = random_town(400, 8, restrictions=60)
    weights = random_weights(roads, 8, turns=turns)
    baseline = Dijkstra(roads, weights, direction=direction)
    random = np.random.default_rng(8)
    for partition in (halved(roads, (4, 8, 30, 100)), random_nest(400, (90, 40, 9, 3))):
        solver = Crp(roads, weights, partition=partition, direction=direction)
        for count in (200, 30, 1):
            chosen = random.permutation(400)[:count].tolist()
            starts = tuple(Start(v, float(random.random() * 20)) for v in chosen)
            everything = baseline.solve(starts)
            labels = everything.state_labels
            np.testing.assert_array_equal(solver.solve(starts).state_labels, labels)
            limit = everything.max_seconds / 3
            cut = np.where(labels <= limit_in_ticks(limit, 0.001), labels, UNREACHED)
            np.testing.assert_array_equal(solver.solve(starts, limit=limit).state_labels, cut)


@pytest.mark.parametrize("turns", [False, True])
def test_weights_in_turns_replay_launches_of_their_own(
    turns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep_in_bundles(monkeypatch, ROOM)
    graph, partition = town()
    solver: Crp | None = None
    for seed in range(4):
        weights = random_weights(graph, seed, turns=turns)
        if solver is None:
            solver = Crp(graph, weights, partition=partition)
        else:
            solver = solver.customize(weights)
        everything = Dijkstra(graph, weights).solve((Start(77),))
        for limit in (everything.max_seconds / 4, UNLIMITED):
            found = solver.solve((Start(77),), limit=limit).state_labels
            labels = everything.state_labels
            ticks = limit_in_ticks(limit, 0.001)
            np.testing.assert_array_equal(found, np.where(labels <= ticks, labels, UNREACHED))
