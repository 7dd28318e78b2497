"""Ways through points between cells: they fall to a start, and take what the label says."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from raster import straight_paths
from raster.grid import grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.straight_paths import straight_path
from tests.raster.terrains import noise, rolling
from tests.raster.test_windows import Elsewhere

F64 = NDArray[np.float64]


def two_halves() -> F64:
    kmh = np.full((150, 160), 20.0)
    kmh[:, 80:] = 60
    kmh[40:110, 50] = 0
    return kmh


def hilly(rows: int, cols: int, seed: int) -> F64:
    """2..60 km/h with the spectrum of ground: coarse hills, finer ones on them."""
    waves = np.fft.fft2(np.random.default_rng(seed).standard_normal((rows, cols)))
    often = np.hypot(*np.meshgrid(np.fft.fftfreq(rows), np.fft.fftfreq(cols), indexing="ij"))
    often[0, 0] = 1
    high = np.fft.ifft2(waves / often**1.5).real
    return np.asarray(2 + 58 * (high - high.min()) / np.ptp(high), np.float64)


def corridors(rooms: int, seed: int) -> F64:
    """A maze of ways three cells wide: each room is joined to a drawn one above or left of it."""
    rng = np.random.default_rng(seed)
    kmh = np.zeros((4 * rooms + 1, 4 * rooms + 1))
    for i in range(rooms):
        for j in range(rooms):
            up = i > 0 and (j == 0 or rng.random() < 0.5)
            left = not up and j > 0
            kmh[4 * i + 1 - up : 4 * i + 4, 4 * j + 1 - left : 4 * j + 4] = 30
    return kmh


TERRAINS: dict[str, tuple[F64, int, int]] = {
    "even": (np.full((90, 120), 36.0), 10, 10),
    "rolling": (rolling(150, 170), 10, 10),
    "hills": (hilly(150, 150, 1), 10, 10),
    "two halves": (two_halves(), 10, 10),
    "noise": (noise(100, 110, 1, 0.0), 10, 10),
    "noise and barriers": (noise(120, 110, 3), 10, 10),
    "corridors": (corridors(24, 1), 10, 10),
    "a column": (noise(60, 1, 2, 0.0), 10, 10),
    "even, 1 : 2": (np.full((140, 120), 36.0), 20, 10),
    "hills, 1 : 2": (hilly(160, 120, 2), 20, 10),
    "even, 1 : 5": (np.full((300, 100), 36.0), 50, 10),
    "hills, 5 : 1": (hilly(100, 250, 3), 10, 50),
}
"""Speeds, and how wide and how high cells are in metres."""


def straight_end(points: F64) -> int:
    """Where the straight line of a disc begins, that a way ends in: pieces of one length."""
    steps, first = np.diff(points, axis=0), len(points) - 2
    while first > 0 and np.allclose(steps[first - 1], steps[-1]):
        first -= 1
    return first if first < len(points) - 2 else len(points) - 1


def seconds_through_cells(kmh: F64, wide: float, high: float, points: F64) -> float:
    """What the lines between points take through the cells that they cross, by many points along
    them."""
    along = (np.arange(400) + 0.5) / 400
    total = 0.0
    for a, b in pairwise(points):
        row, col = (
            np.floor(p + along * (q - p) + 0.5).astype(int) for p, q in zip(a, b, strict=True)
        )
        assert (kmh[row, col] > 0).all()
        total += math.hypot(*(b - a) * (high, wide)) * float((3.6 / kmh[row, col]).mean())
    return total


def seconds_by_wedges(kmh: F64, wide: float, high: float, points: F64) -> float:
    """The same as wedges reckon: a point between centres by the slower of its two cells where a
    line leads to it from above, by their mean where it goes on from it."""
    total = 0.0
    for a, b in pairwise(points):
        slowness = 0.0
        for (row, col), slower in ((a, False), (b, True)):
            first, last = 1.8 / kmh[int(row), int(col)], 1.8 / kmh[math.ceil(row), math.ceil(col)]
            share = row % 1 + col % 1
            assert min(row % 1, col % 1) == 0
            slowness += max(first, last) if slower else (1 - share) * first + share * last
        total += math.hypot(*(b - a) * (high, wide)) * slowness
    return total


@pytest.mark.parametrize("name", TERRAINS)
def test_a_way_falls_to_its_start_and_takes_what_the_label_says(name: str) -> None:
    kmh, wide, high = TERRAINS[name]
    grid = grid_from_kmh(kmh, wide, high)
    cols = kmh.shape[1]
    passable = np.flatnonzero(kmh)
    first, second = passable[0], passable[-3]
    starts = Start(int(first)), Start(int(second), 12.0)
    for limit in (UNLIMITED, 300.0):
        times = Dijkstra(grid, geometry="straight").solve(starts, limit=limit)
        delays = {divmod(start.element, cols): start.delay_seconds for start in starts}
        reached = np.argwhere(times.labels < UNREACHED)
        rng = np.random.default_rng(4)
        for row, col in rng.choice(reached, 25).tolist():
            points, ticks = straight_path(grid, times, row, col)
            assert points[0].tolist() == [row, col]
            assert ticks[0] == times.labels[row, col]
            assert np.all(np.diff(ticks) < 0)
            ended = int(points[-1, 0]), int(points[-1, 1])
            assert ticks[-1] == times.labels[ended]
            said = ticks[0] * times.tick_seconds - delays[ended]
            disc = straight_end(points)
            took = seconds_by_wedges(kmh, wide, high, points[: disc + 1])
            took += seconds_through_cells(kmh, wide, high, points[disc:])
            through = seconds_through_cells(kmh, wide, high, points)
            near = math.hypot((row - ended[0]) * high, (col - ended[1]) * wide)
            if near > 20 * max(wide, high):
                assert took == pytest.approx(said, rel=0.01)
                assert 0.985 * said < through < 1.01 * said
            else:
                assert took == pytest.approx(said, rel=0.03, abs=0.1)


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
