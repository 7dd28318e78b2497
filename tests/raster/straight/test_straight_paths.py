"""Ways through points between cells: they fall to a start, and take what the label says."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from core.solver import Start
from core.times import UNREACHED
from raster import straight_paths
from raster.grid import grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.straight_paths import straight_path
from tests.raster.terrains import noise, rolling
from tests.raster.test_windows import Elsewhere


def two_halves() -> NDArray[np.float64]:
    kmh = np.full((150, 160), 20.0)
    kmh[:, 80:] = 60
    kmh[40:110, 50] = 0
    return kmh


TERRAINS = {
    "even": np.full((90, 120), 36.0),
    "rolling": rolling(150, 170),
    "two halves": two_halves(),
    "noise": noise(100, 110, 1),
    "a column": noise(60, 1, 2, 0.0),
}


def seconds_along(kmh: NDArray[np.float64], points: NDArray[np.float64]) -> float:
    """What the lines between points take through cells of 10 m, by many points along them."""
    along = (np.arange(100) + 0.5) / 100
    total = 0.0
    for a, b in pairwise(points):
        row, col = (
            np.floor(p + along * (q - p) + 0.5).astype(int) for p, q in zip(a, b, strict=True)
        )
        total += 10 * math.hypot(*(b - a)) * float((3.6 / kmh[row, col]).mean())
    return total


@pytest.mark.parametrize("name", TERRAINS)
def test_a_way_falls_to_its_start_and_takes_what_the_label_says(name: str) -> None:
    kmh = TERRAINS[name]
    grid = grid_from_kmh(kmh, 10.0)
    rows, cols = kmh.shape
    starts = Start(0), Start((rows - 3) * cols + cols - 1, 12.0)
    times = Dijkstra(grid, geometry="straight").solve(starts)
    delays = {divmod(start.element, cols): start.delay_seconds for start in starts}
    reached = np.argwhere(times.labels < UNREACHED)
    rng = np.random.default_rng(4)
    for row, col in rng.choice(reached, 25).tolist():
        points, ticks = straight_path(grid, times, row, col)
        assert points[0].tolist() == [row, col]
        assert ticks[0] == times.labels[row, col]
        assert np.all(np.diff(ticks) < 0)
        begun = delays[int(points[-1, 0]), int(points[-1, 1])]
        said = ticks[0] * times.tick_seconds - begun
        assert seconds_along(kmh, points) == pytest.approx(said, rel=0.015, abs=0.1)


def test_on_even_ground_a_way_is_straight() -> None:
    grid = grid_from_kmh(np.full((90, 120), 36.0), 10.0)
    times = Dijkstra(grid, geometry="straight").solve((Start(0),))
    points, _ = straight_path(grid, times, 40, 110)
    away = np.abs(points @ np.array([110.0, -40.0])) / math.hypot(110, 40)
    assert len(points) > 50
    assert away.max() < 1.5


def test_a_field_that_lies_elsewhere_is_read_by_windows_and_gives_the_same_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(straight_paths, "WINDOW_SIDE", 24)
    grid = grid_from_kmh(noise(100, 110, 3, 0.1), 10.0)
    times = Dijkstra(grid, geometry="straight").solve((Start(50 * 110 + 50),))
    for row, col in ((0, 0), (99, 109), (3, 80), (50, 50)):
        for found, expected in zip(
            straight_path(grid, Elsewhere(times), row, col),
            straight_path(grid, times, row, col),
            strict=True,
        ):
            np.testing.assert_array_equal(found, expected)


def test_what_is_not_reached_has_no_way() -> None:
    grid = grid_from_kmh(np.array([[10.0, 0.0, 10.0]]), 10.0)
    times = Dijkstra(grid, geometry="straight").solve((Start(0),))
    points, ticks = straight_path(grid, times, 0, 2)
    assert (points.shape, ticks.shape) == ((0, 2), (0,))
