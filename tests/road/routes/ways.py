"""Pairs of places, and what must hold of any way between them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.routes.route import Route
from road.search.starts import ArcPoint, RoadStart

Place = Start | RoadStart


def places(roads: RoadGraph, weights: Weights, seed: int, count: int) -> Iterator[Place]:
    random = np.random.default_rng(seed)
    is_open = np.flatnonzero(weights.arc_costs < UNREACHED)
    for k in range(count):
        if k % 2:
            yield Start(int(random.integers(roads.vertices)))
        else:
            yield RoadStart((ArcPoint(int(random.choice(is_open)), float(random.random())),))


def assert_good(route: Route | None, expected: Route | None, weights: Weights) -> None:
    assert (route is None) == (expected is None)
    if route is None or expected is None:
        return
    assert route.ticks == expected.ticks
    turns = sum(route.turn_ticks)
    rounded = sum(route.part_ticks(part) for part in route.parts)
    assert abs(rounded + turns - route.ticks) <= 2  # parts of arcs are rounded one by one
    for one, next_one in zip(route.parts[:-1], route.parts[1:], strict=True):
        assert route.graph.head[one.arc] == route.graph.tail[next_one.arc]
        assert one.end == 1
        assert next_one.begin == 0
