"""Ground and roads as one graph, against rules told by hand and a solver of others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra as scipy_dijkstra

from app.document.combined import CombinedTerrain
from core.errors import InputError
from core.solver import Start
from core.times import UNREACHED
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra as GridDijkstra
from road.costs.metric import Weights, hop_weights
from road.costs.profiles import CAR, OFFROAD
from road.graph import RoadGraph, read_only
from road.properties import Flag, RoadClass
from road.results.validation import validate
from road.routes.route import legs_of
from road.search.search_graph import Direction
from road.solvers.dijkstra import Dijkstra
from road.solvers.near_far import NearFar
from road.terrain.combined_split import fenced, split_roads
from tests.road.drawn import DRAWN, graph_of
from tests.road.searches import random_weights, without_turns

CELL = 30.0


def flat(rows: int = 20, cols: int = 30, kmh: float = 5.0, top: float = 300.0) -> VelocityGrid:
    return grid_from_kmh(np.full((rows, cols), kmh), CELL, left=-150.0, top=top)


def with_flag(graph: RoadGraph, flag: Flag) -> RoadGraph:
    flags = np.full(graph.arc_count, flag, np.uint8)
    return replace(graph, arcs=replace(graph.arcs, flags=flags))


def river() -> VelocityGrid:
    """Ground of 5 km/h, cut in two by three columns of water."""
    kmh = np.full((20, 30), 5.0)
    kmh[:, 14:17] = 0.0
    return grid_from_kmh(kmh, CELL, left=-150.0, top=300.0)


def over_the_river() -> RoadGraph:
    # From x = 100 on the left bank to x = 500 on the right, water at 270 to 360.
    return graph_of([(100, 0), (500, 0)], [(0, 1)], classes=(RoadClass.PRIMARY,))


def oracle(terrain: CombinedTerrain, start: int) -> np.ndarray:
    graph, costs = terrain.joined.graph, terrain.joined.weights.arc_costs
    matrix = csr_array(
        (costs.astype(np.float64), graph.head.astype(np.int64), graph.first_out),
        (graph.vertices, graph.vertices),
    )
    found = scipy_dijkstra(matrix, indices=start)
    return np.where(np.isfinite(found), found, UNREACHED)


def combined(grid: VelocityGrid, graph: RoadGraph, metric_weights: Weights | None = None):
    weights = metric_weights if metric_weights is not None else CAR.weights(graph)
    return CombinedTerrain.of(grid, graph, weights)


@pytest.mark.parametrize("name", ["grid city", "islands", "parallels and loops", "ring"])
@pytest.mark.parametrize("direction", ["from", "to"])
def test_all_solvers_give_the_same_times_which_pass_the_certificate(
    name: str, direction: str
) -> None:
    graph = DRAWN[name]()
    terrain = combined(flat(), graph, without_turns(random_weights(graph, 2)))
    start = terrain.start_at(60.0, -40.0)
    times = terrain.solve((start,), direction=direction).both  # type: ignore[arg-type]
    other = NearFar(terrain.joined.graph, terrain.joined.weights, direction=direction)  # type: ignore[arg-type]
    np.testing.assert_array_equal(times.labels, other.solve((start,)).labels)
    assert validate(times).passed
    if direction == "from":
        np.testing.assert_array_equal(times.labels, oracle(terrain, start.element))


def test_without_roads_times_are_those_of_the_terrain_alone() -> None:
    random = np.random.default_rng(1)
    kmh = np.where(random.random((20, 30)) < 0.2, 0, random.integers(2, 60, (20, 30)))
    grid = grid_from_kmh(kmh, CELL, left=-150.0, top=300.0)
    away = graph_of([(9000, 9000), (9100, 9000)], [(0, 1)])
    row, col = np.argwhere(kmh > 0)[40]
    start = Start(int(row * 30 + col))
    cells = combined(grid, away).solve((start,)).cells
    alone = GridDijkstra(grid).solve((start,))
    seconds = cells.seconds(grid.whole(), grid.shape)
    wanted = alone.seconds(grid.whole(), grid.shape)
    np.testing.assert_array_equal(np.isfinite(seconds), np.isfinite(wanted))
    held = np.isfinite(wanted)
    # Half costs are rounded to a millisecond.
    np.testing.assert_allclose(seconds[held], wanted[held], atol=0.001 * 50)


def test_a_bridge_crosses_the_water_and_a_road_gains_on_the_ground() -> None:
    grid, graph = river(), over_the_river()
    terrain = combined(grid, graph)
    alone = GridDijkstra(grid).solve((Start(9 * 30),))
    times = terrain.solve((Start(9 * 30),))
    assert alone.reached < times.cells.reached
    beyond = times.cells.seconds_at(9, 29)
    # 250 m on foot, 400 m at 75 km/h, and 250 m on foot.
    assert beyond == pytest.approx(2 * 235 / (5 / 3.6) + 400 / (75 / 3.6), rel=0.15)


@pytest.mark.parametrize("flag", [Flag.BRIDGE, Flag.TUNNEL])
def test_bridges_and_tunnels_are_entered_and_left_at_their_ends_alone(flag: Flag) -> None:
    # A ground road leads up to a bridge from (100, 0) to (500, 0) and goes on after it.
    graph = graph_of(
        [(0, 0), (100, 0), (500, 0), (600, 0)],
        [(0, 1), (1, 2), (2, 3)],
        classes=(RoadClass.PRIMARY,),
    )
    middle = (graph.arcs.length_m == 400).astype(np.uint8)
    graph = replace(graph, arcs=replace(graph.arcs, flags=middle * np.uint8(flag)))
    terrain = combined(flat(), graph)
    roads = terrain.joined.roads
    assert roads.graph.x is not None
    inside = (roads.graph.x > 100) & (roads.graph.x < 500)
    assert inside.sum() == 13  # 14 pieces of at most 30 m
    assert not roads.leavable[inside].any()
    assert roads.leavable[~inside].all()
    times = terrain.solve((terrain.start_at(10.0, 0.0),))
    # The bridge's far end is reached by it; the ground under its middle only from the near end.
    under = times.cells.seconds_at(*cell(terrain, 300.0, 0.0))
    end = times.cells.seconds_at(*cell(terrain, 500.0, 0.0))
    assert under > end
    # What closes later answers as roads that were closed when they were joined.
    for first, stays in ((0, False), (1, True), (2, False)):
        weights = CAR.weights(graph)
        shut = np.minimum(graph.tail, graph.head) == first
        costs = np.where(shut, UNREACHED, weights.arc_costs).astype(np.uint32)
        closed = replace(weights, arc_costs=read_only(costs))
        again, anew = terrain.weighing(closed), combined(flat(), graph, closed)
        assert (again is not None) == stays  # a bridge without its road is entered nowhere
        labels = [
            each.solve((each.start_at(10.0, 0.0),)).cells.labels for each in (again or anew, anew)
        ]
        np.testing.assert_array_equal(*labels)
    assert under > 190 / (5 / 3.6)  # on foot all the way from the near end


def test_motorways_are_fenced_and_other_roads_are_not() -> None:
    graph = graph_of([(0, 0), (300, 0)], [(0, 1)], classes=(RoadClass.MOTORWAY,))
    assert fenced(graph).all()
    terrain = combined(flat(), graph)
    assert terrain.joined.transfers == 0
    assert terrain.solve((terrain.start_at(0, 0),)).roads.reached == 0
    assert not fenced(over_the_river()).any()


def test_pieces_of_arcs_cost_what_the_arc_costs_and_are_short() -> None:
    graph = DRAWN["grid city"]()
    weights = without_turns(random_weights(graph, 5))
    split = split_roads(graph, weights, 30.0)
    total = np.zeros(graph.arc_count, np.int64)
    np.add.at(total, split.arc, split.weights.arc_costs)
    is_open = weights.arc_costs < UNREACHED
    np.testing.assert_array_equal(total[is_open], weights.arc_costs[is_open])
    assert (total[~is_open] == 0).all()
    x, y, tail, head = split.graph.x, split.graph.y, split.graph.tail, split.graph.head
    assert x is not None
    assert y is not None
    assert np.hypot(x[head] - x[tail], y[head] - y[tail]).max() <= 30.0


def test_vertices_keep_their_times_when_roads_are_divided() -> None:
    graph = DRAWN["random town"]()
    weights = without_turns(random_weights(graph, 5))
    split = split_roads(graph, weights, 25.0)
    whole = Dijkstra(graph, weights).solve((Start(3),))
    divided = Dijkstra(split.graph, split.weights).solve((Start(3),))
    np.testing.assert_array_equal(divided.labels[: graph.vertices], whole.labels)


def test_times_on_roads_can_be_drawn_and_routes_lead_over_both() -> None:
    from road.maps.bands import pieces_of
    from road.routes.route_line import line_of

    terrain = combined(river(), over_the_river())
    times = terrain.solve((terrain.start_at(-100.0, 100.0),))
    pieces = pieces_of(times.roads, (600.0,))
    assert pieces.length_m.sum() == pytest.approx(400, abs=1)
    route = times.route_to(700.0, -100.0)
    assert route is not None
    line = line_of(route)
    assert np.hypot(line[-1, 0] - 700, line[-1, 1] + 100) < CELL
    on_road = np.abs(line[:, 1]) < 1e-9
    assert on_road.sum() >= 10


@pytest.mark.parametrize("direction", ["from", "to"])
def test_a_way_is_told_by_streets_and_by_stretches_over_ground(direction: Direction) -> None:
    terrain = combined(river(), over_the_river())
    times = terrain.solve((terrain.start_at(-100.0, 100.0),), direction=direction)
    route = times.route_to(700.0, -100.0)
    assert route is not None
    told = terrain.told(route)
    assert (told.ticks, told.method) == (route.ticks, route.method)
    assert sum(told.part_ticks(part) for part in told.parts) == route.ticks
    legs = legs_of(told)
    assert [leg.over_ground for leg in legs] == [True, False, True]
    onto_the_road = np.hypot(5, 15)  # it passes the middles of both cells at that distance
    here = 90 + 120 * np.sqrt(2) + onto_the_road
    there = 120 + 90 * np.sqrt(2) + onto_the_road
    lengths = (here, 400, there) if direction == "from" else (there, 400, here)
    assert [leg.length_m for leg in legs] == pytest.approx(lengths)
    classes = told.graph.arcs.road_class
    assert set(classes[1:-1]) == {RoadClass.PRIMARY}
    assert (classes[0], classes[-1]) == (RoadClass.UNKNOWN, RoadClass.UNKNOWN)


def test_a_way_over_ground_alone_is_one_stretch() -> None:
    terrain = combined(river(), over_the_river())
    times = terrain.solve((terrain.start_at(-100.0, 200.0),))
    route, none = times.route_to(-100.0, 140.0), times.route_to(-100.0, 200.0)
    assert route is not None
    [leg] = legs_of(terrain.told(route))
    assert (leg.over_ground, leg.length_m) == (True, pytest.approx(60))
    assert none is not None
    assert terrain.told(none).parts == ()


def test_a_start_on_water_takes_the_road_in_it_or_is_refused() -> None:
    terrain = combined(river(), over_the_river())
    assert terrain.start_at(310.0, 3.0).element >= terrain.joined.cells
    with pytest.raises(InputError, match="impassable"):
        terrain.start_at(310.0, 200.0)
    with pytest.raises(InputError, match="outside"):
        terrain.start_at(1e6, 0.0)


def test_costs_that_are_no_times_are_refused() -> None:
    graph = over_the_river()
    with pytest.raises(InputError, match="cannot be joined"):
        combined(flat(), graph, hop_weights(graph))


def cell(terrain: CombinedTerrain, x: float, y: float) -> tuple[int, int]:
    place = terrain.grid.cell_at(x, y)
    assert place is not None
    return place


def test_ticks_grow_coarser_together_where_paths_are_very_long() -> None:
    graph = over_the_river()
    slow = grid_from_kmh(np.full((3, 40), 0.2), 30_000.0, left=-1e4, top=4e4)
    times = combined(slow, graph, OFFROAD.weights(graph)).solve((Start(0),))
    assert times.both.tick_seconds > 0.001
    assert times.roads.tick_seconds == times.both.tick_seconds == times.cells.tick_seconds
    assert times.cells.reached == 120


def test_ground_from_which_nothing_is_reached_is_a_start_all_the_same() -> None:
    kmh = np.zeros((20, 30))
    kmh[3, 4] = 5.0
    grid = grid_from_kmh(kmh, CELL, left=-150.0, top=300.0)
    terrain = combined(grid, over_the_river())
    times = terrain.solve((terrain.start_at(*grid.centre_of(3, 4)),))
    assert times.both.reached == 1
