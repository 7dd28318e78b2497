"""Every solver that has slopes equals Dijkstra on drawn ground, bit by bit, in every geometry."""

from __future__ import annotations

import numpy as np
import pytest

from app.catalog.algorithms import ALGORITHMS, prepare
from core.solver import Start
from core.times import UNLIMITED
from raster.slopes.heights import heights_of
from raster.slopes.models import Tobler
from raster.slopes.slopes import GridSlopes
from raster.validation import validate
from tests.parity.drawn import DRAWN, Instance

ROWS = [
    pytest.param(
        row.id, backend, geometry, marks=[pytest.mark.gpu] if backend == "gpu" else []
    )
    for row in ALGORITHMS
    if row.domain == "terrain" and row.id != "dijkstra"
    for geometry in ("eight", "straight")
    for backend in row.slopes
]  # fmt: skip


def hills(instance: Instance) -> GridSlopes:
    """Rolling ground with rough patches, walked to the starts, and cells without a height."""
    rng = np.random.default_rng(8)
    down, right = np.mgrid[: instance.grid.rows, : instance.grid.cols]
    metres = 15 * np.sin(down / 9.0) * np.cos(right / 7.0) + rng.normal(0, 1, instance.grid.shape)
    metres[rng.random(instance.grid.shape) < 0.02] = np.nan
    metres[0, 0] = 0.0
    return GridSlopes(heights_of(metres), Tobler(), direction="to")


@pytest.mark.parametrize(("algorithm", "backend", "geometry"), ROWS)
def test_equals_dijkstra_on_slopes(algorithm: str, backend: str, geometry: str) -> None:
    parameters = {"geometry": float(geometry == "straight")}
    for name, make in DRAWN.items():
        instance = make()
        grid, slopes, zero = instance.grid, hills(instance), instance.zero_speed_kmh
        sources = tuple(Start(r * grid.cols + c, h) for r, c, h in instance.starts)
        oracle = prepare(grid, "dijkstra", "cpu", zero, parameters, slopes=slopes).solver
        solver = prepare(grid, algorithm, backend, zero, parameters, slopes=slopes).solver
        limit = UNLIMITED
        for _ in range(2):
            expected, found = (each.solve(sources, limit=limit) for each in (oracle, solver))
            assert found.tick_seconds == expected.tick_seconds, name
            np.testing.assert_array_equal(found.ticks(), expected.ticks(), err_msg=name)
            assert found.reached == expected.reached, name
            limit = max(expected.max_seconds / 2, 0.01)
        assert validate(grid, found, sources, zero, slopes).passed, name
