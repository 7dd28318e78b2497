"""Ways in the window: by cells or a hierarchy where the solver has them, and never dearer."""

from __future__ import annotations

import numpy as np
import pytest

from app.document.roads import RoadsDocument
from app.roads.costs import RoadCosts
from app.roads.open_roads import OpenRoads
from app.solving.road_solved import RoadSolved
from app.solving.solve import Solving
from app.starts import PlacedStart
from core.solver import Start
from road.search.search_graph import Direction
from tests.app.asking import asked
from tests.road.drawn import random_town


@pytest.fixture(scope="module")
def town() -> OpenRoads:
    return OpenRoads(random_town(500, 3), RoadCosts.of_profile("car"))


def solved(
    roads: OpenRoads, algorithm: str, *starts: PlacedStart, solving: Solving, **named: object
) -> RoadSolved:
    request = asked(RoadsDocument(roads), starts, algorithm=algorithm, backend="cpu", **named)
    found = solving.run(request).on_graph
    assert found is not None
    return found


def starts_on(roads: OpenRoads) -> tuple[PlacedStart, ...]:
    ids = map(int, roads.graph.vertex_ids[[0, 77, 300]])
    return tuple(PlacedStart(delay_seconds=40.0 * k, vertex=v) for k, v in enumerate(ids))


@pytest.mark.parametrize(("algorithm", "method"), [("crp", "cells"), ("phast", "hierarchy")])
@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("limit", [float("inf"), 90.0])
def test_ways_of_a_planner_cost_what_those_in_the_times_do(
    town: OpenRoads, limit: float, direction: Direction, algorithm: str, method: str
) -> None:
    town = town.turned(direction)
    starts = starts_on(town)
    how = {} if np.isinf(limit) else {"limit_seconds": limit}
    own_solving, other_solving = Solving(), Solving()
    by_planner = solved(town, algorithm, *starts, solving=own_solving, **how)
    by_times = solved(town, "dijkstra", *starts, solving=other_solving, **how)
    found = 0
    for vertex in range(0, 500, 7):
        one, other = by_planner.route_between(Start(vertex)), by_times.route_between(Start(vertex))
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert (one.ticks, one.method, other.method) == (other.ticks, method, "times")
            if one.vertices:
                assert one.vertices[-1 if direction == "from" else 0] == vertex
            found += 1
    assert found > 5


def test_a_moved_slider_moves_the_ways(town: OpenRoads) -> None:
    """Only the solver that stands ready for the next solve is asked."""
    slower = town.driven(RoadCosts.of_profile("bicycle"))
    solving = Solving()
    start = starts_on(town)[0]
    before = solved(town, "crp", start, solving=solving)
    assert before.route_between(Start(100)).method == "cells"  # type: ignore[union-attr]
    after = solved(slower, "crp", start, solving=solving)
    for vertex in (100, 200, 300, 400):
        for result, method in ((before, "times"), (after, "cells")):
            expected = int(result.times.labels[vertex])
            route = result.route_between(Start(vertex))
            assert route is not None
            assert (route.ticks, route.method) == (expected, method)
