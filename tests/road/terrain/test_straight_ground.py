"""Straight lines over ground that is joined with roads: one fixpoint, whoever finds it."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from app.document.combined import CombinedTerrain
from core.errors import ParameterError
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import DijkstraSearch as GridSearch
from raster.steps import step_costs
from road.results.by_steps import told_by_steps
from road.results.entered_from import first_of_states
from road.results.travel_times import RoadTimes
from road.results.validation import STATEMENTS_ON_STRAIGHT_LINES, validate
from road.routes.route import route_in
from road.search.search_graph import Direction
from road.solvers.dijkstra import Dijkstra
from road.solvers.near_far import NearFar
from tests.road.drawn import DRAWN, graph_of
from tests.road.searches import random_weights, without_turns

CELL = 30.0
ROWS, COLS = 20, 30


def rough(seed: int, high: float = CELL) -> VelocityGrid:
    """Cells of 30 m by `high`, on which the drawn roads lie."""
    random = np.random.default_rng(seed)
    kmh = random.integers(2, 60, (ROWS, COLS)).astype(np.float64)
    kmh[random.random((ROWS, COLS)) < 0.15] = 0
    return grid_from_kmh(kmh, CELL, high, left=-150.0, top=10 * high)


def joined(name: str, seed: int, geometry: str = "straight", high: float = CELL) -> CombinedTerrain:
    graph = DRAWN[name]()
    weights = without_turns(random_weights(graph, seed))
    return CombinedTerrain.of(rough(seed, high), graph, weights, geometry=geometry)


def starts_on(terrain: CombinedTerrain) -> tuple[Start, ...]:
    """Two cells, the second with a delay, and a vertex of the roads."""
    grid = terrain.grid
    cells = np.flatnonzero(grid.kmh_of(grid.values) > 0)
    first, second = cells[len(cells) // 3], cells[-9]
    return Start(int(first)), Start(int(second), 7.25), Start(terrain.joined.cells, 3.0)


def by_hand(times: RoadTimes) -> list[int]:
    """The largest fixpoint, by the words of `docs/algorithms/straight-lines.md`, in Python's own
    whole numbers; times : where from, and how far."""
    search, ground = times.search, times.search.ground
    assert ground is not None
    rows, cols = ground.half_costs.shape[1:]
    half = ground.half_costs.tolist()
    steps: list[list[tuple[int, int]]] = [[] for _ in range(search.states)]
    for state in range(search.states):
        for step in range(*search.first_out[state : state + 2].tolist()):
            steps[int(search.head[step])].append((state, int(search.cost[step])))
    given = [UNREACHED] * search.states
    for source in times.sources:
        delay = round(source.delay_seconds / search.scale)
        assert isinstance(source, Start)
        around = [(source.element, 0)]
        if source.element < rows * cols:
            around += zip(*(part.tolist() for part in ground.around(source.element)), strict=True)
        for state, ticks in around:
            given[state] = min(given[state], delay + ticks)
    ratios = [Fraction(share, 1 << 24) for share, _ in (ground.across, ground.down)]
    reaches = [reach for _, reach in (ground.across, ground.down)]
    wedges: list[list[tuple[int, int, int, int]]] = [[] for _ in range(search.states)]
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            r, c = row + down, col + right
            if 0 <= r < rows and 0 <= c < cols:
                for kind, (i, j) in ((0, (row, c)), (1, (r, col))):
                    slower = max(half[kind][i][j], half[kind][r][c])
                    if max(slower, half[kind][row][col]) < UNREACHED:
                        cost = slower + half[kind][row][col]
                        wedges[cell].append((i * cols + j, r * cols + c, cost, kind))
    labels, changed = given[:], True
    while changed:
        changed = False
        for state in range(search.states):
            offers = [given[state]]
            offers += [labels[b] + cost for b, cost in steps[state] if cost < UNREACHED]
            for axis, aslant, cost, kind in wedges[state]:
                apart, ratio = labels[axis] - labels[aslant], ratios[kind]
                if ratio == 0:
                    within, square = 2 * apart**2 <= cost**2, Fraction(apart**2)
                else:
                    within = cost > 16 and apart <= cost * reaches[kind] >> 28
                    square = ratio * apart**2
                if apart >= 0 and within:
                    offers.append(labels[axis] + math.isqrt(math.floor(cost**2 - square)))
            best = min(offers)
            if best < labels[state] and best <= times.limit_ticks:
                labels[state], changed = best, True
    return [label if label <= times.limit_ticks else UNREACHED for label in labels]


@pytest.mark.parametrize("name", ["grid city", "islands", "parallels and loops", "ring"])
@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("limit", [UNLIMITED, 40.0])
@pytest.mark.parametrize("high", [CELL, 0.8 * CELL, 3.0 * CELL])
def test_all_who_have_them_give_the_fixpoint_and_it_passes_the_certificate(
    name: str, direction: Direction, limit: float, high: float
) -> None:
    terrain, eight = (joined(name, 3, geometry, high) for geometry in ("straight", "eight"))
    starts = starts_on(terrain)
    graph, weights = terrain.joined.graph, terrain.joined.weights
    times = Dijkstra(graph, weights, direction=direction).solve(starts, limit=limit)
    other = NearFar(graph, weights, direction=direction).solve(starts, limit=limit)
    np.testing.assert_array_equal(other.labels, times.labels)
    if direction == "from":
        assert times.labels.tolist() == by_hand(times)
    report = validate(times)
    assert report.passed
    assert [text for text, _ in report.statements] == list(STATEMENTS_ON_STRAIGHT_LINES)
    along = eight.solve(starts, direction=direction, limit=limit).both.labels
    assert np.all(times.labels <= along)
    if limit == UNLIMITED:
        np.testing.assert_array_equal(times.labels < UNREACHED, along < UNREACHED)
    assert np.mean(times.labels < along) > 0.1

    # A label that is a tick off anywhere breaks the certificate.
    rng = np.random.default_rng(1)
    for state in rng.choice(np.flatnonzero((times.labels < UNREACHED) & (times.labels > 0)), 12):
        for off in (-1, 1):
            spoiled = times.labels.astype(np.int64)
            spoiled[state] += off
            assert not validate(replace(times, state_labels=spoiled.astype(np.uint32))).passed


@pytest.mark.parametrize("high", [CELL, 12.0])
def test_without_roads_labels_are_those_of_the_ground_alone_to_the_bit(high: float) -> None:
    grid = rough(5, high)
    away = graph_of([(9000, 9000), (9100, 9000)], [(0, 1)])
    weights = without_turns(random_weights(away, 5))
    terrain = CombinedTerrain.of(grid, away, weights, geometry="straight")
    starts = starts_on(terrain)[:2]
    costs = step_costs(grid, weights.tick_seconds, geometry="straight")
    alone = GridSearch(costs, starts, weights.tick_seconds, UNLIMITED)
    while not alone.finished:
        alone.step(1000)
    times = terrain.solve(starts)
    np.testing.assert_array_equal(times.cells.labels, alone.labels)
    assert times.cells.geometry == "straight"


@pytest.mark.parametrize("high", [CELL, 50.0])
def test_coarser_ticks_have_one_fixpoint_too(high: float) -> None:
    terrain = joined("grid city", 7, high=high)
    weights = terrain.joined.weights
    for _ in range(9):  # to ticks of half a second, where costs are a few
        weights = weights.coarser
    assert weights.ground is not None
    assert weights.ground.tick_seconds == weights.tick_seconds
    starts = starts_on(terrain)
    found = [S(terrain.joined.graph, weights).solve(starts) for S in (Dijkstra, NearFar)]
    np.testing.assert_array_equal(found[0].labels, found[1].labels)
    assert found[0].labels.tolist() == by_hand(found[0])
    assert validate(found[0]).passed


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("high", [CELL, 12.0])
def test_steps_alone_explain_every_label_where_they_are_to(
    direction: Direction, high: float
) -> None:
    terrain = joined("grid city", 4, high=high)
    starts = starts_on(terrain)
    times = terrain.solve(starts, direction=direction).both
    told = told_by_steps(times)
    assert told.search.cost is not times.search.cost
    owners = first_of_states(told)
    reached = np.flatnonzero(times.labels < UNREACHED)
    assert np.all(owners[reached] >= 0)
    for state in reached[:: len(reached) // 60].tolist():
        route = route_in(told, Start(state))
        assert route is not None
        begins = round(starts[owners[state]].delay_seconds / times.search.scale)
        assert route.ticks == times.labels[state] - begins
        costs = [int(told.search.weights.arc_costs[part.arc]) for part in route.parts]
        begun = route.ticks - sum(costs)
        assert begun >= 0  # the straight line before, where no neighbour is sooner
        assert begun == 0 or len(terrain.joined.graph.x or ()) == 0 or begun < route.ticks


def test_cells_too_far_from_square_are_refused() -> None:
    grid = grid_from_kmh(np.full((9, 9), 5.0), 30.0, 1.5)
    graph = graph_of([(0, -30), (200, -30)], [(0, 1)])
    weights = without_turns(random_weights(graph, 5))
    with pytest.raises(ParameterError, match=r"straight lines over cells of 30 × 1\.5 m"):
        CombinedTerrain.of(grid, graph, weights, geometry="straight")
