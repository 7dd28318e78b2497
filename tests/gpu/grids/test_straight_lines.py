"""Straight lines on a device equal Dijkstra's bits: all types of speeds and step widths, in slices,
again and again. Drawn and real terrain are compared in tests/parity.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from app.catalog.algorithms import ALGORITHMS, prepare
from benchmarks.instances.terrains import fractal_terrain
from core.solver import Sources, Start
from core.times import UNLIMITED
from gpu.grids.solvers import tiled, tiled_launch
from raster.geometry import STRAIGHT
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.starts import good_start

pytestmark = pytest.mark.gpu

NAMES = [
    row.id
    for row in ALGORITHMS
    if row.domain == "terrain" and "gpu" in row.backends and not row.eight_alone("gpu")
]


@pytest.fixture(params=[*NAMES, "tiled, by two warps"])
def name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A solver's; of `tiled` by four warps a tile, as on small grids, and as on large ones."""
    name, _, by_two = str(request.param).partition(", ")
    if by_two:
        monkeypatch.setattr(tiled_launch, "MOST_CROSSED", 0.0)
    return name


def on_device(name: str, grid: VelocityGrid, zero: float = 0.0, **more: float) -> Any:
    return prepare(grid, name, "gpu", zero, {"geometry": 1.0, **more}).solver


def expected(
    grid: VelocityGrid, starts: Sources, zero: float = 0.0, limit: float = UNLIMITED
) -> Any:
    solver = Dijkstra(grid, zero_speed_kmh=zero, geometry=STRAIGHT)
    return solver.solve(starts, limit=limit).ticks()


def middle(grid: VelocityGrid) -> Sources:
    cell = good_start(grid)
    assert cell is not None
    return (Start(cell[0] * grid.cols + cell[1]),)


HIGH = 10.0, 13.7
"""Of cells 10 m wide, in metres: kernels of those that are not square are others."""


def codes(high: float) -> VelocityGrid:
    rng = np.random.default_rng(3)
    code_speed = np.arange(65536) / 500.0
    code_speed[65000:] = np.nan
    values = rng.integers(0, 65536, (300, 260)).astype(np.uint16)
    return VelocityGrid(values, code_speed, 10.0, high)


def reals(high: float) -> VelocityGrid:
    rng = np.random.default_rng(4)
    kmh = (10 ** rng.uniform(-3, 2.2, (300, 261))).astype(np.float32)
    kmh[rng.random(kmh.shape) < 0.1] = 0
    kmh[rng.random(kmh.shape) < 0.05] = np.nan
    return VelocityGrid(kmh, None, 10.0, high)


@pytest.mark.parametrize("high", HIGH)
@pytest.mark.parametrize("make", [codes, reals])
def test_other_types_of_speeds(name: str, make: Any, high: float) -> None:
    grid: VelocityGrid = make(high)
    starts = middle(grid)
    for zero in (0.0, 0.7):
        solver = on_device(name, grid, zero)
        for limit in (UNLIMITED, 9000.0):
            found = solver.solve(starts, limit=limit)
            np.testing.assert_array_equal(found.ticks(), expected(grid, starts, zero, limit))
            assert found.geometry == STRAIGHT


def test_random_shapes_and_costs(name: str) -> None:
    rng = np.random.default_rng(2025)
    for nth in range(60):
        rows, cols = (int(n) for n in rng.integers(1, 140, 2))
        kmh = rng.integers(0, 60, (rows, cols)).astype(float)
        kmh[rng.random((rows, cols)) < rng.uniform(0, 0.6)] = 0
        kmh[rows // 3 :, : cols // 2] = 20.0  # fronts that are circles
        starts = tuple(
            Start(int(rng.integers(rows * cols)), float(rng.uniform(0, 100)))
            for _ in range(int(rng.integers(1, 5)))
        )
        wide = float(rng.uniform(1, 5000))
        grid = grid_from_kmh(kmh, wide, wide * (1.0, float(rng.uniform(0.3, 3)), 9.0)[nth % 3])
        np.testing.assert_array_equal(
            on_device(name, grid).solve(starts).ticks(), expected(grid, starts)
        )


@pytest.mark.parametrize("high", HIGH)
@pytest.mark.parametrize("delta", [0.01, 7.0, 1e6])
def test_any_step_width(name: str, delta: float, high: float) -> None:
    grid = replace(fractal_terrain(500, 463, 5), cell_y=high)
    starts = middle(grid)
    found = on_device(name, grid, delta_seconds=delta).solve(starts)
    np.testing.assert_array_equal(found.ticks(), expected(grid, starts))


@pytest.mark.parametrize("high", HIGH)
@pytest.mark.parametrize("most_crossed", [0.0, tiled_launch.MOST_CROSSED])
def test_a_solve_in_slices(
    most_crossed: float, high: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiled_launch, "MOST_CROSSED", most_crossed)
    grid = replace(fractal_terrain(900, 1011, 5), cell_y=high)
    starts, solver = middle(grid), on_device("tiled", grid)
    wanted = expected(grid, starts)
    for seconds in (2e-5, 1e-4, 3e-4):
        monkeypatch.setattr(tiled, "SLICE_SECONDS", seconds)
        np.testing.assert_array_equal(solver.solve(starts).ticks(), wanted)


def test_no_wake_up_is_lost_in_many_solves(name: str) -> None:
    grid = fractal_terrain(1500, 1463, 5)
    starts, solver = middle(grid), on_device(name, grid)
    wanted = expected(grid, starts)
    first = solver.solve(starts)
    np.testing.assert_array_equal(first.ticks(), wanted)
    turns = 500 if name == "tiled" else 20
    for turn in range(turns):
        times = solver.solve(starts)
        if hasattr(times, "labels") and not isinstance(times.labels, np.ndarray):
            assert bool((times.labels == first.labels).all()), f"solve {turn}"
        else:
            np.testing.assert_array_equal(times.ticks(), wanted, f"solve {turn}")
