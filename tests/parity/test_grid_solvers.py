"""Every solver on every backend equals Dijkstra, bit by bit, and others' oracles to 1e-4."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from skimage.graph import MCP_Geometric

from app.catalog.algorithms import ALGORITHMS, prepare
from core.solver import Sources, Start
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from raster.geometry import STRAIGHT
from raster.grid import grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.travel_times import TravelTimes
from raster.validation import validate
from tests.certificates import assert_least_cost
from tests.parity.drawn import DRAWN, Instance

ROWS = [
    pytest.param(row.id, backend, marks=[pytest.mark.gpu] if backend == "gpu" else [])
    for row in ALGORITHMS
    if row.domain == "terrain"
    for backend in row.backends
]


STRAIGHT_ROWS = [
    pytest.param(row.id, backend, marks=[pytest.mark.gpu] if backend == "gpu" else [])
    for row in ALGORITHMS
    if row.domain == "terrain"
    for backend in row.backends
    if not row.eight_alone(backend)
]

STRAIGHT_LINES = {"geometry": 1.0}


def sources_of(instance: Instance) -> Sources:
    return tuple(Start(r * instance.grid.cols + c, h) for r, c, h in instance.starts)


def solve(
    instance: Instance,
    algorithm: str,
    backend: str,
    limit: float = UNLIMITED,
    parameters: Mapping[str, float] | None = None,
) -> TravelTimes:
    zero = instance.zero_speed_kmh
    prepared = prepare(instance.grid, algorithm, backend, zero, parameters)
    return prepared.solver.solve(sources_of(instance), limit=limit)


def assert_same_bits(found: TravelTimes, expected: TravelTimes) -> None:
    assert found.tick_seconds == expected.tick_seconds
    np.testing.assert_array_equal(found.ticks(), expected.ticks())
    assert found.reached == expected.reached
    assert found.max_seconds == expected.max_seconds
    assert not found.partial


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize(("algorithm", "backend"), ROWS)
def test_equals_dijkstra(algorithm: str, backend: str, name: str) -> None:
    instance = DRAWN[name]()
    expected = solve(instance, "dijkstra", "cpu")
    found = solve(instance, algorithm, backend)
    assert_same_bits(found, expected)
    assert_least_cost(
        instance.grid, found.ticks(), found.tick_seconds, instance.starts, instance.zero_speed_kmh
    )
    report = validate(instance.grid, found, sources_of(instance), instance.zero_speed_kmh)
    assert report.passed, report


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize(("algorithm", "backend"), STRAIGHT_ROWS)
def test_equals_dijkstra_along_straight_lines(algorithm: str, backend: str, name: str) -> None:
    # Without a limit, and with one that cuts through the wedges of half the field.
    instance = DRAWN[name]()
    for share in (UNLIMITED, 0.5):
        limit = share
        if share < UNLIMITED:
            farthest = solve(instance, "dijkstra", "cpu", parameters=STRAIGHT_LINES).max_seconds
            limit = max(share * farthest, 0.01)
        expected = solve(instance, "dijkstra", "cpu", limit, STRAIGHT_LINES)
        found = solve(instance, algorithm, backend, limit, STRAIGHT_LINES)
        assert_same_bits(found, expected)
        assert found.geometry == STRAIGHT
        report = validate(instance.grid, found, sources_of(instance), instance.zero_speed_kmh)
        assert report.passed, report


@pytest.mark.parametrize("name", DRAWN)
def test_dijkstra_along_straight_lines_is_the_fixed_point(name: str) -> None:
    instance = DRAWN[name]()
    eight = solve(instance, "dijkstra", "cpu")
    for limit in (UNLIMITED, max(0.5 * eight.max_seconds, 0.01)):
        found = solve(instance, "dijkstra", "cpu", limit, STRAIGHT_LINES)
        assert_least_cost(
            instance.grid,
            found.ticks(),
            found.tick_seconds,
            instance.starts,
            instance.zero_speed_kmh,
            limit_in_ticks(limit, found.tick_seconds),
            STRAIGHT,
        )
        if limit == UNLIMITED:
            assert np.all(found.ticks() <= eight.ticks())
            np.testing.assert_array_equal(found.ticks() < UNREACHED, eight.ticks() < UNREACHED)


@pytest.mark.parametrize("fraction", [0.0, 0.1, 0.5, 0.97])
@pytest.mark.parametrize(
    "name", ["noise", "islands", "maze", "real-valued, wide cells", "three starts, delays"]
)
@pytest.mark.parametrize(("algorithm", "backend"), ROWS)
def test_a_limit_cuts_exactly_at_the_limit(
    algorithm: str, backend: str, name: str, fraction: float
) -> None:
    instance = DRAWN[name]()
    limit = max(solve(instance, "dijkstra", "cpu").max_seconds * fraction, 0.01)
    expected = solve(instance, "dijkstra", "cpu", limit)
    found = solve(instance, algorithm, backend, limit)
    assert_same_bits(found, expected)
    assert found.max_seconds <= limit
    assert_least_cost(
        instance.grid,
        found.ticks(),
        found.tick_seconds,
        instance.starts,
        instance.zero_speed_kmh,
        limit_in_ticks(limit, found.tick_seconds),
    )
    assert validate(instance.grid, found, sources_of(instance)).passed


@pytest.mark.parametrize(("algorithm", "backend"), ROWS)
def test_random_shapes_and_densities(algorithm: str, backend: str) -> None:
    rng = np.random.default_rng(2024)
    for _ in range(40):
        rows, cols = (int(n) for n in rng.integers(1, 140, 2))
        kmh = rng.integers(0, 60, (rows, cols)).astype(float)
        kmh[rng.random((rows, cols)) < rng.uniform(0, 0.6)] = 0
        starts = tuple(
            (int(rng.integers(rows)), int(rng.integers(cols)), float(rng.uniform(0, 100)))
            for _ in range(int(rng.integers(1, 5)))
        )
        cell = (float(rng.uniform(1, 50)), float(rng.uniform(1, 50)))
        instance = Instance(grid_from_kmh(kmh, *cell), starts)
        assert_same_bits(solve(instance, algorithm, backend), solve(instance, "dijkstra", "cpu"))


@pytest.mark.parametrize(("algorithm", "backend"), ROWS)
def test_a_path_too_long_for_the_tick_is_solved_again_with_a_coarser_one(
    algorithm: str, backend: str
) -> None:
    # A spiral at 1 km/h beside one fast field: the mean speed makes the first tick too fine.
    spiral = DRAWN["spiral"]().grid
    kmh = np.where(spiral.kmh(spiral.whole(), spiral.shape) > 0, 1.0, 0.0)
    kmh = np.hstack([kmh, np.zeros((97, 1)), np.full((97, 400), 250.0)])
    instance = Instance(grid_from_kmh(kmh, 10.0), ((0, 0, 0.0),))
    found = solve(instance, algorithm, backend)
    assert found.reached == int((kmh[:, :97] > 0).sum())
    assert_same_bits(found, solve(instance, "dijkstra", "cpu"))
    assert_least_cost(instance.grid, found.ticks(), found.tick_seconds, instance.starts)


@pytest.mark.parametrize("name", ["noise", "islands", "corridor", "wide cells", "real-valued"])
def test_scikit_image_agrees(name: str) -> None:
    instance = DRAWN[name]()
    grid = instance.grid
    kmh = grid.kmh(grid.whole(), grid.shape).astype(np.float64)
    slowness = np.where(kmh > 0, 3.6 / np.where(kmh > 0, kmh, 1.0), -1.0)
    oracle = MCP_Geometric(slowness, fully_connected=True, sampling=(grid.step_y, grid.step_x))
    expected, _ = oracle.find_costs([start[:2] for start in instance.starts])
    found = Dijkstra(grid).solve(sources_of(instance)).seconds(grid.whole(), grid.shape)
    np.testing.assert_array_equal(np.isinf(found), np.isinf(expected))
    reached = np.isfinite(expected)
    np.testing.assert_allclose(found[reached], expected[reached], rtol=1e-4)


@pytest.mark.parametrize("name", ["noise", "islands", "real-valued"])
def test_xarray_spatial_agrees(name: str) -> None:
    import xarray
    from xrspatial import cost_distance

    instance = DRAWN[name]()
    grid = instance.grid
    kmh = grid.kmh(grid.whole(), grid.shape).astype(np.float64)
    coords = {
        "y": -np.arange(grid.rows) * grid.step_y,
        "x": np.arange(grid.cols) * grid.step_x,
    }
    friction = xarray.DataArray(
        np.where(kmh > 0, 3.6 / np.where(kmh > 0, kmh, 1.0), np.nan), coords, ("y", "x")
    )
    targets = xarray.zeros_like(friction)
    for row, col, _ in instance.starts:
        targets[row, col] = 1
    expected = cost_distance(targets, friction, connectivity=8).values
    found = Dijkstra(grid).solve(sources_of(instance)).seconds(grid.whole(), grid.shape)
    reached = np.isfinite(found)
    np.testing.assert_array_equal(reached, np.isfinite(expected))
    np.testing.assert_allclose(found[reached], expected[reached], rtol=1e-4)


def test_unreached_is_never_a_time() -> None:
    instance = DRAWN["islands"]()
    times = solve(instance, "tiled", "cpu")
    assert np.all(np.isinf(times.seconds(instance.grid.whole(), times.shape)[60:, :]))
    assert times.ticks().max() == UNREACHED


@pytest.mark.parametrize(("algorithm", "backend"), ROWS)
def test_of_two_starts_on_a_cell_the_earlier_counts(algorithm: str, backend: str) -> None:
    instance = next(iter(DRAWN.values()))()
    (row, col, _), *_ = instance.starts
    cell = row * instance.grid.cols + col
    solver = prepare(instance.grid, algorithm, backend, instance.zero_speed_kmh).solver
    expected = Dijkstra(instance.grid, zero_speed_kmh=instance.zero_speed_kmh).solve(
        (Start(cell, 2.0),), limit=600.0
    )
    early, late = Start(cell, 2.0), Start(cell, 9.0)
    for sources in ((early, late), (late, early), (early, early)):
        assert_same_bits(solver.solve(sources, limit=600.0), expected)


@pytest.mark.parametrize(
    "algorithm",
    sorted({row.id for row in ALGORITHMS if row.domain == "terrain" and row.cpu is not None}),
)
def test_a_result_on_the_cpu_stays_as_it_was_when_the_solver_goes_on(algorithm: str) -> None:
    instance = DRAWN["islands"]()
    solver = prepare(instance.grid, algorithm, "cpu", instance.zero_speed_kmh).solver
    first = solver.solve(sources_of(instance))
    kept = first.ticks().copy()
    other = solver.solve((Start(0),), limit=5.0)
    np.testing.assert_array_equal(first.ticks(), kept)
    assert not np.array_equal(other.ticks(), kept)
    np.testing.assert_array_equal(solver.solve(sources_of(instance)).ticks(), kept)
