"""Roads on cells: exact distances, the best road point to walk from, all touched cells."""

from __future__ import annotations

import numpy as np
import pytest

from core.cancel import Cancel
from core.errors import CancelledError, ParameterError
from core.times import UNREACHED
from road.maps.rasterise import CellGrid, distances_to_lines, speeds_on_cells, ticks_on_cells

GRID = CellGrid(30, 40, 100.0, 800.0, 10.0, 10.0)


def some_lines(seed: int, count: int = 12) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lines of three points, some beyond the grid, with ticks at the points."""
    random = np.random.default_rng(seed)
    first = 3 * np.arange(count + 1)
    points = random.random((3 * count, 2)) * (440, 340) + (80, 480)
    return first, points, random.random(3 * count) * 5000


def centres(grid: CellGrid) -> np.ndarray:
    x = grid.left + (np.arange(grid.cols) + 0.5) * grid.cell_x
    y = grid.top - (np.arange(grid.rows) + 0.5) * grid.cell_y
    return np.stack(np.meshgrid(x, y), axis=-1)


def sampled(first: np.ndarray, points: np.ndarray, ticks: np.ndarray) -> tuple[np.ndarray, ...]:
    """Points every few centimetres along the lines, with their ticks."""
    places, times = [], []
    share = np.linspace(0, 1, 2001)
    for line in range(len(first) - 1):
        for p in range(first[line], first[line + 1] - 1):
            places.append(points[p] + share[:, None] * (points[p + 1] - points[p]))
            times.append(ticks[p] + share * (ticks[p + 1] - ticks[p]))
    return np.concatenate(places), np.concatenate(times)


@pytest.mark.parametrize("pace", [3.0, 30.0, 400.0])
def test_cells_are_walked_to_from_the_best_point_within_reach(pace: float) -> None:
    first, points, ticks = some_lines(1)
    labels = ticks_on_cells(GRID, first, points, ticks, reach=60.0, pace=pace)
    places, times = sampled(first, points, ticks)
    for row, col in np.argwhere(labels < UNREACHED)[::7]:
        away = np.hypot(*(places - centres(GRID)[row, col]).T)
        near = away <= 60.0
        best = (times[near] + pace * away[near]).min()
        assert labels[row, col] == pytest.approx(best, abs=3 + 0.1 * pace)


def test_without_walking_a_cell_has_the_time_of_the_nearest_road() -> None:
    first, points, ticks = some_lines(2)
    labels = ticks_on_cells(GRID, first, points, ticks, reach=60.0)
    places, times = sampled(first, points, ticks)
    for row, col in np.argwhere(labels < UNREACHED)[::7]:
        away = np.hypot(*(places - centres(GRID)[row, col]).T)
        near = away <= away.min() + 0.2
        assert times[near].min() - 20 <= labels[row, col] <= times[near].max() + 20


def test_only_cells_within_reach_and_within_the_limit_have_a_time() -> None:
    first, points, ticks = some_lines(3)
    away = np.full((GRID.rows, GRID.cols), np.inf, np.float32)
    distances_to_lines(GRID, first, points, 1000.0, away)
    labels = ticks_on_cells(GRID, first, points, ticks, reach=45.0)
    clear = np.abs(away - 45.0) > 1e-3
    np.testing.assert_array_equal((labels < UNREACHED)[clear], (away <= 45.0)[clear])
    assert (
        ticks_on_cells(GRID, first, points, ticks, reach=45.0, most=900.0)[labels > 900].min()
        == UNREACHED
    )


def test_distances_are_those_to_the_nearest_point_of_a_line() -> None:
    first, points, ticks = some_lines(4)
    away = np.full((GRID.rows, GRID.cols), np.inf, np.float32)
    distances_to_lines(GRID, first, points, 1000.0, away)
    places, _ = sampled(first, points, ticks)
    for row in range(0, GRID.rows, 7):
        for col in range(0, GRID.cols, 7):
            least = np.hypot(*(places - centres(GRID)[row, col]).T).min()
            assert away[row, col] == pytest.approx(least, abs=0.15)


def test_all_cells_that_a_road_touches_take_the_fastest_speed() -> None:
    first, points, _ = some_lines(5)
    kmh = np.linspace(0, 110, len(first) - 1).astype(np.float32)
    speeds = np.full((GRID.rows, GRID.cols), np.nan, np.float32)
    cells = speeds_on_cells(GRID, first, points, kmh, speeds)
    wanted = np.full_like(speeds, np.nan)
    for line in range(1, len(kmh)):
        places, _ = sampled(np.array([0, 3]), points[first[line] : first[line + 1]], np.zeros(3))
        col = np.floor((places[:, 0] - GRID.left) / GRID.cell_x).astype(int)
        row = np.floor((GRID.top - places[:, 1]) / GRID.cell_y).astype(int)
        inside = (col >= 0) & (col < GRID.cols) & (row >= 0) & (row < GRID.rows)
        held = wanted[row[inside], col[inside]]
        wanted[row[inside], col[inside]] = np.fmax(held, kmh[line])
    assert cells == np.count_nonzero(~np.isnan(speeds))
    # Samples may miss a corner that is cut by less than their distance.
    sure = ~np.isnan(wanted)
    assert (speeds[sure] >= wanted[sure]).all()
    assert np.count_nonzero(np.isnan(wanted) & ~np.isnan(speeds)) <= 3


def test_a_road_through_the_corner_of_cells_leaves_no_gap() -> None:
    grid = CellGrid(3, 3, 0.0, 3.0, 1.0, 1.0)
    speeds = np.full((3, 3), np.nan, np.float32)
    line = np.array([[0.5, 2.5], [2.5, 0.5]])  # through both inner corners
    cells = speeds_on_cells(grid, np.array([0, 2]), line, np.array([50], np.float32), speeds)
    assert cells == 5  # a staircase of cells that share sides
    assert speeds[0, 0] == speeds[1, 1] == speeds[2, 2] == 50


def test_cancelling_stops_and_bad_distances_are_refused() -> None:
    first, points, ticks = some_lines(6)
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        ticks_on_cells(GRID, first, points, ticks, reach=45.0, cancel=cancel)
    with pytest.raises(ParameterError, match="positive"):
        ticks_on_cells(GRID, first, points, ticks, reach=0.0)
