"""An island of 2.6 million cells: its coast, its roads, its craters; sea around it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from skimage.graph import MCP_Geometric

from app.catalog.algorithms import ALGORITHMS, prepare
from core.solver import Sources, Start
from core.times import UNLIMITED, UNREACHED
from raster.files.read import open_velocity
from raster.geometry import STRAIGHT
from raster.grid import VelocityGrid
from raster.paths import least_cost_path
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.tiled import Tiled
from raster.starts import good_start
from raster.travel_times import TravelTimeGrid
from raster.validation import validate
from tests.shared_data import needs_shared, shared

pytestmark = needs_shared

BODY = 1_320_699
"""Cells of the one 8-connected passable body, as the data set's own text counts them."""

PASSABLE = 1165 * 2228 - 1_266_676 - 7_831


@pytest.fixture(scope="module")
def island() -> VelocityGrid:
    return open_velocity(shared("terrain/velocity-grande-comore/velocity_grande_comore_30m.tif"))


def start_in_body(grid: VelocityGrid, delay: float = 0.0) -> Start:
    cell = good_start(grid)
    assert cell is not None
    return Start(cell[0] * grid.cols + cell[1], delay)


def two_starts(grid: VelocityGrid) -> Sources:
    """One in the middle of the island, one far north of it that sets out five minutes late."""
    row, col = divmod(start_in_body(grid).element, grid.cols)
    north = next(r for r in range(100, row) if grid.passable(r, col))
    return Start(row * grid.cols + col), Start(north * grid.cols + col, 300.0)


def test_the_grid_is_the_one_described(island: VelocityGrid) -> None:
    assert island.shape == (2228, 1165)
    assert (island.step_x, island.step_y) == (30.0, 30.0)
    kmh = island.kmh(island.whole(), island.shape)
    assert int(np.isnan(kmh).sum()) == 1_266_676
    assert int((kmh > 0).sum()) == PASSABLE
    assert kmh[kmh > 0].max() == 60


ROWS = [
    pytest.param(row.id, backend, marks=[pytest.mark.gpu] if backend == "gpu" else [])
    for row in ALGORITHMS
    if row.domain == "terrain" and row.id != "dijkstra"
    for backend in row.backends
    if backend == "gpu" or row.id in ("tiled", "near-far", "out-of-core")  # the others take long
]


@pytest.fixture(scope="module")
def expected(island: VelocityGrid) -> Callable[[float, float], TravelTimeGrid]:
    """Dijkstra's answer from two starts, found once for each zero speed and limit."""

    @cache
    def solve(zero_speed: float, limit: float) -> TravelTimeGrid:
        return Dijkstra(island, zero_speed_kmh=zero_speed).solve(two_starts(island), limit=limit)

    return solve


@pytest.mark.parametrize("zero_speed", [0.0, 1.0])
@pytest.mark.parametrize("limit", [UNLIMITED, 3600.0])
@pytest.mark.parametrize(("algorithm", "backend"), ROWS)
def test_equals_dijkstra_from_two_starts(
    island: VelocityGrid,
    expected: Callable[[float, float], TravelTimeGrid],
    algorithm: str,
    backend: str,
    limit: float,
    zero_speed: float,
) -> None:
    oracle, sources = expected(zero_speed, limit), two_starts(island)
    solver = prepare(island, algorithm, backend, zero_speed).solver
    found = solver.solve(sources, limit=limit)
    assert found.tick_seconds == oracle.tick_seconds
    np.testing.assert_array_equal(found.ticks(), oracle.labels)
    assert (found.reached, found.max_seconds) == (oracle.reached, oracle.max_seconds)
    assert validate(island, found, sources, zero_speed).passed


STRAIGHT_ROWS = [
    pytest.param(row.id, backend, marks=[pytest.mark.gpu] if backend == "gpu" else [])
    for row in ALGORITHMS
    if row.domain == "terrain" and row.id != "dijkstra"
    for backend in row.backends
    if not row.eight_alone(backend)
]


@pytest.fixture(scope="module")
def along_straight_lines(island: VelocityGrid) -> TravelTimeGrid:
    return Dijkstra(island, geometry=STRAIGHT).solve(two_starts(island))


@pytest.mark.parametrize(("algorithm", "backend"), STRAIGHT_ROWS)
def test_equals_dijkstra_along_straight_lines(
    island: VelocityGrid, along_straight_lines: TravelTimeGrid, algorithm: str, backend: str
) -> None:
    solver = prepare(island, algorithm, backend, 0.0, {"geometry": 1.0}).solver
    found = solver.solve(two_starts(island))
    np.testing.assert_array_equal(found.ticks(), along_straight_lines.labels)
    assert validate(island, found, two_starts(island)).passed


def test_the_whole_body_is_reached_and_nothing_else(island: VelocityGrid) -> None:
    found = Tiled(island).solve((start_in_body(island),))
    assert found.reached == BODY
    kmh = island.kmh(island.whole(), island.shape)
    assert np.all(kmh[found.labels < UNREACHED] > 0)


def test_cliffs_at_one_kmh_join_the_enclaves_but_not_the_open_sea(island: VelocityGrid) -> None:
    found = Tiled(island, zero_speed_kmh=1.0).solve((start_in_body(island),))
    kmh = island.kmh(island.whole(), island.shape)
    np.testing.assert_array_equal(found.labels < UNREACHED, ~np.isnan(kmh))


def test_scikit_image_agrees(island: VelocityGrid) -> None:
    start = start_in_body(island)
    kmh = island.kmh(island.whole(), island.shape).astype(np.float64)
    slowness = np.where(kmh > 0, 3.6 / np.where(kmh > 0, kmh, 1.0), -1.0)
    oracle = MCP_Geometric(slowness, sampling=(island.step_y, island.step_x))
    expected, _ = oracle.find_costs([divmod(start.element, island.cols)])
    found = Tiled(island).solve((start,)).seconds(island.whole(), island.shape)
    np.testing.assert_array_equal(np.isinf(found), np.isinf(expected))
    reached = np.isfinite(expected)
    np.testing.assert_allclose(found[reached], expected[reached], rtol=1e-4)


def test_the_way_to_the_last_cell_leads_to_the_start(island: VelocityGrid) -> None:
    start = start_in_body(island)
    found = Tiled(island).solve((start,))
    last = int(np.where(found.labels < UNREACHED, found.labels, 0).argmax())
    path = least_cost_path(island, found, *divmod(last, island.cols))
    assert path[-1].tolist() == list(divmod(start.element, island.cols))
    assert np.abs(np.diff(path, axis=0)).max() == 1
    times = found.labels[path[:, 0], path[:, 1]].astype(np.int64)
    assert np.all(np.diff(times) < 0)
    assert times[0] == found.max_ticks
