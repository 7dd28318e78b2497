"""Ways in the window: from cell to cell where the solver has cells, and never dearer."""

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
from tests.app.asking import asked, on_roads
from tests.road.drawn import random_town


@pytest.fixture(scope="module")
def town() -> OpenRoads:
    return OpenRoads(random_town(500, 3), RoadCosts.of_profile("car"))


def solved(roads: OpenRoads, algorithm: str, *starts: PlacedStart, **named: object) -> RoadSolved:
    request = asked(RoadsDocument(roads), starts, algorithm=algorithm, backend="cpu", **named)
    found = Solving().run(request).on_graph
    assert found is not None
    return found


def starts_on(roads: OpenRoads) -> tuple[PlacedStart, ...]:
    return tuple(PlacedStart(*roads.position(v), 40.0 * k, v) for k, v in enumerate((0, 77, 300)))


@pytest.mark.parametrize("limit", [float("inf"), 90.0])
def test_ways_from_cell_to_cell_cost_what_those_in_the_times_do(
    town: OpenRoads, limit: float
) -> None:
    starts = starts_on(town)
    how = {} if np.isinf(limit) else {"limit_seconds": limit}
    by_cells, by_times = (solved(town, name, *starts, **how) for name in ("crp", "dijkstra"))
    found = 0
    for vertex in range(0, 500, 7):
        one, other = by_cells.route_between(Start(vertex)), by_times.route_between(Start(vertex))
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert (one.ticks, one.method, other.method) == (other.ticks, "cells", "times")
            found += 1
    assert found > 5


def test_a_moved_slider_moves_the_ways(town: OpenRoads) -> None:
    slower = town.driven(RoadCosts.of_profile("bicycle"))
    solving = Solving()
    before = solving.run(on_roads(town, 0, algorithm="crp", backend="cpu")).on_graph
    after = solving.run(on_roads(slower, 0, algorithm="crp", backend="cpu")).on_graph
    assert before is not None
    assert after is not None
    for vertex in (100, 200, 300, 400):
        for result in (before, after, before):
            expected = int(result.times.labels[vertex])
            route = result.route_between(Start(vertex))
            assert route is not None
            assert (route.ticks, route.method) == (expected, "cells")


def test_times_to_the_start_are_read_for_their_ways(town: OpenRoads) -> None:
    result = solved(town.turned("to"), "crp", starts_on(town)[0])
    route = result.route_between(Start(123))
    assert route is not None
    assert route.method == "times"
