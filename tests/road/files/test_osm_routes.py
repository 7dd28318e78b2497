"""Car routes through Moscow against lengths that GraphHopper's own tests give for this file."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import pytest

from road.costs.profiles import CAR
from road.files.osm.importer import read_osm
from road.graph import RoadGraph
from road.places.snap import SnapIndex
from road.properties import Turn
from road.routes.route import Router
from road.solvers.dijkstra import Dijkstra
from tests.shared_data import needs_shared, shared

NO_U_TURNS = replace(CAR, turn_seconds={Turn.U_TURN: math.inf})

# Latitude and longitude of both ends, metres, tolerance. Both ends of the last two lie 50 m off the
# street; ours are the nearest points, each 1.5 m from where the others must be. There and back is
# the same round: 1138 m.
ROUTES = [
    ((55.813357, 37.5958585), (55.811042, 37.594689), 1043.99, 0.1),
    ((55.813159, 37.593884), (55.811278, 37.594217), 1048.0, 0.5),
    ((55.818536, 37.595848), (55.818702, 37.595564), 24.0, 2.0),
    ((55.818702, 37.595564), (55.818536, 37.595848), 1114.0, 2.0),
]


@cache
def moscow() -> RoadGraph:
    return read_osm(shared("roads/osm/moscow.osm.gz"))


@needs_shared
@pytest.mark.parametrize(("origin", "destination", "metres", "tolerance"), ROUTES)
def test_routes_obey_restrictions_and_one_way_streets(
    origin: tuple[float, float],
    destination: tuple[float, float],
    metres: float,
    tolerance: float,
) -> None:
    graph = moscow()
    weights = NO_U_TURNS.weights(graph)
    index = SnapIndex(graph)
    ends = [index.nearest(lon, lat, weights.arc_costs) for lat, lon in (origin, destination)]
    assert ends[0] is not None
    assert ends[1] is not None
    route = Router(Dijkstra(graph, weights)).route(ends[0].source(), ends[1].source())
    assert route is not None
    assert route.length_m == pytest.approx(metres, abs=tolerance)
