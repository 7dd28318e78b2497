"""`tiled` on slopes on a device equals Dijkstra's bits, by eight directions and along straight
lines: all models, types of speeds, from and to, in slices, again and again.
`benchmarks.slopes.tiled` compares larger grids with the CPU.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from app.catalog.algorithms import prepare
from benchmarks.instances.terrains import fractal_heights, fractal_terrain
from core.errors import DeviceMemoryError
from core.solver import Sources, Start
from core.times import UNLIMITED
from gpu.grids import device_slopes
from raster.geometry import EIGHT, STRAIGHT
from raster.grid import VelocityGrid, grid_from_kmh
from raster.slopes.heights import heights_of
from raster.slopes.models import FactorTable, Naismith, SlopeModel, Tobler
from raster.slopes.slopes import Direction, GridSlopes
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.tiled import Tiled
from raster.starts import good_start
from raster.validation import validate
from tests.raster.slopes.ground import MODELS, drawn_ground

pytestmark = pytest.mark.gpu

DIRECTIONS: tuple[Direction, ...] = ("from", "to")


@pytest.fixture(params=["eight", "eight, priced at each visit", "straight"])
def geometry(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Of each solve, with prices kept where there are such, and without."""
    if request.param.endswith("visit"):
        monkeypatch.setattr(device_slopes, "PRICES_SHARE", 0.0)
    return STRAIGHT if request.param == "straight" else EIGHT


def on_device(
    grid: VelocityGrid, slopes: GridSlopes, geometry: str, zero: float = 0.0, **more: float
) -> Any:
    more["geometry"] = float(geometry == STRAIGHT)
    return prepare(grid, "tiled", "gpu", zero, more, slopes=slopes).solver


def hills(rows: int, cols: int, model: SlopeModel) -> tuple[VelocityGrid, GridSlopes, Sources]:
    grid = fractal_terrain(rows, cols, 5)
    slopes = GridSlopes(heights_of(fractal_heights(rows, cols, 5)), model)
    cell = good_start(grid)
    assert cell is not None
    return grid, slopes, (Start(cell[0] * cols + cell[1]),)


@pytest.mark.parametrize("reals", [False, True], ids=["codes", "reals"])
def test_every_model_equals_dijkstra(reals: bool, geometry: str) -> None:
    asked = product(((40, 50), (1, 70), (97, 130)), MODELS, DIRECTIONS)
    for seed, (shape, model, direction) in enumerate(asked):
        grid, slopes, starts = drawn_ground(shape, seed, model, direction, reals=reals)
        slopes = replace(slopes, surface=not model.added and seed % 3 == 0)
        solver = on_device(grid, slopes, geometry)
        oracle = Dijkstra(grid, geometry=geometry, slopes=slopes)
        for limit in (UNLIMITED, 300.0):
            expected = oracle.solve(starts, limit=limit)
            times = solver.solve(starts, limit=limit)
            assert times.tick_seconds == expected.tick_seconds
            np.testing.assert_array_equal(times.ticks(), expected.ticks(), f"seed {seed}")
            assert (times.reached, times.max_ticks) == (expected.reached, expected.max_ticks)
            assert validate(grid, times, starts, slopes=slopes).passed


@pytest.mark.parametrize("step_y", [10.0, 23.0])
def test_other_types_of_speeds(step_y: float, geometry: str) -> None:
    rng = np.random.default_rng(3)
    code_speed = np.arange(65536) / 500.0
    code_speed[65000:] = np.nan
    codes = rng.integers(0, 65536, (300, 261)).astype(np.uint16)
    kmh = (10 ** rng.uniform(-2, 2.2, (300, 261))).astype(np.float32)
    kmh[rng.random(kmh.shape) < 0.1] = 0
    metres = rng.normal(0, 0.5, kmh.shape).cumsum(0).cumsum(1) * 0.05
    for values, speeds in ((codes, code_speed), (kmh, None)):
        grid = VelocityGrid(values, speeds, 10.0, step_y)
        cell = good_start(grid)
        assert cell is not None
        starts = (Start(cell[0] * grid.cols + cell[1]),)
        slopes = GridSlopes(heights_of(metres), Tobler())
        for zero in (0.0, 0.7):
            how: Any = {"geometry": geometry, "slopes": slopes}
            expected = Dijkstra(grid, zero_speed_kmh=zero, **how).solve(starts)
            found = on_device(grid, slopes, geometry, zero).solve(starts)
            np.testing.assert_array_equal(found.ticks(), expected.ticks())


def test_slopes_beyond_the_bins_at_hand(geometry: str) -> None:
    # A table has eight times as many bins, and cliffs reach far past those in shared memory.
    rng = np.random.default_rng(7)
    metres = rng.normal(0, 30, (130, 97))
    table = FactorTable(((-89.0, 40.0), (-20.0, 2.0), (0.0, 1.0), (25.0, 6.0), (88.0, 90.0)))
    grid = grid_from_kmh(np.full(metres.shape, 5.0), 10.0)
    for direction in DIRECTIONS:
        slopes = GridSlopes(heights_of(metres), table, direction=direction)
        solver = on_device(grid, slopes, geometry)
        assert solver._heights.near < solver._heights.count
        expected = Dijkstra(grid, geometry=geometry, slopes=slopes).solve((Start(5000),))
        np.testing.assert_array_equal(solver.solve((Start(5000),)).ticks(), expected.ticks())


def test_ticks_that_are_too_fine_are_found_out(geometry: str) -> None:
    metres = np.tile(np.where(np.arange(4000) % 2, 25.0, 0.0), (3, 1))
    grid = grid_from_kmh(np.full((3, 4000), 5.0), 10.0)
    slopes = GridSlopes(heights_of(metres), Tobler())
    found = on_device(grid, slopes, geometry).solve((Start(0),))
    expected = Dijkstra(grid, geometry=geometry, slopes=slopes).solve((Start(0),))
    assert found.reached == 12_000
    np.testing.assert_array_equal(found.ticks(), expected.ticks())


@pytest.mark.parametrize("delta", [0.01, 7.0, 1e6])
def test_any_step_width(delta: float, geometry: str) -> None:
    grid, slopes, starts = hills(500, 463, Tobler())
    found = on_device(grid, slopes, geometry, delta_seconds=delta).solve(starts)
    expected = Dijkstra(grid, geometry=geometry, slopes=slopes).solve(starts)
    np.testing.assert_array_equal(found.ticks(), expected.ticks())


def test_a_solve_in_slices(geometry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpu.grids.solvers import tiled

    grid, slopes, starts = hills(900, 1011, Naismith())
    solver = on_device(grid, slopes, geometry)
    expected = Tiled(grid, geometry=geometry, slopes=slopes).solve(starts)
    for seconds in (2e-5, 1e-4, 3e-4):
        monkeypatch.setattr(tiled, "SLICE_SECONDS", seconds)
        np.testing.assert_array_equal(solver.solve(starts).ticks(), expected.ticks())


def test_no_wake_up_is_lost_in_many_solves(geometry: str) -> None:
    grid, slopes, starts = hills(1500, 1463, Tobler())
    solver = on_device(grid, slopes, geometry)
    first = solver.solve(starts)
    expected = Dijkstra(grid, geometry=geometry, slopes=slopes).solve(starts)
    np.testing.assert_array_equal(first.ticks(), expected.ticks())
    for turn in range(300):
        assert bool((solver.solve(starts).labels == first.labels).all()), f"solve {turn}"


def test_prices_go_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    import cupy

    from gpu import buffers

    grid, slopes, starts = hills(700, 611, Tobler())
    solver = on_device(grid, slopes, EIGHT)
    expected = solver.solve(starts).ticks()
    kept = solver._heights._prices.nbytes
    pool = cupy.get_default_memory_pool()
    used = pool.used_bytes()
    with monkeypatch.context() as short:
        short.setattr(buffers, "budget", lambda _: buffers.RESERVE)
        with pytest.raises(DeviceMemoryError):
            buffers.require(buffers.RESERVE + 1, solver._device.id, "much")
    assert used - pool.used_bytes() >= kept
    np.testing.assert_array_equal(solver.solve(starts).ticks(), expected)
    assert solver._heights._prices is None


def test_another_tick_has_other_prices() -> None:
    grid, slopes, starts = hills(400, 311, Naismith())
    solver = on_device(grid, slopes, EIGHT)
    ticks = set()
    for limit in (UNLIMITED, 300.0, UNLIMITED):
        expected = Dijkstra(grid, slopes=slopes).solve(starts, limit=limit)
        found = solver.solve(starts, limit=limit)
        np.testing.assert_array_equal(found.ticks(), expected.ticks())
        ticks.add(found.tick_seconds)
    assert len(ticks) > 1
