"""The velocity grid: where cells lie, what they hold, and what it refuses."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from core.errors import InputError
from raster.grid import VelocityGrid, Window, grid_from_kmh, sample_indices
from tests.raster.terrains import noise

Geometry = dict[str, Any]

GEOMETRIES: list[Geometry] = [
    {"cell_x": 1.0, "cell_y": 1.0, "left": 0.0, "top": 0.0},
    {"cell_x": 30.0, "cell_y": 30.0, "left": 305190.0, "top": 8744790.0},
    {"cell_x": 12.5, "cell_y": 7.25, "left": -1234.5, "top": -77.25},
    {"cell_x": 0.1, "cell_y": 0.3, "left": 43.2, "top": -11.3},
]


def placed(rows: int, cols: int, geometry: Geometry) -> VelocityGrid:
    values = np.full((rows, cols), 5, np.float32)
    return VelocityGrid(values, None, **geometry)


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_the_centre_of_a_cell_lies_in_that_cell(geometry: Geometry) -> None:
    grid = placed(23, 41, geometry)
    for row in range(grid.rows):
        for col in range(grid.cols):
            assert grid.cell_at(*grid.centre_of(row, col)) == (row, col)


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_any_point_of_a_cell_finds_it(geometry: Geometry) -> None:
    grid = placed(23, 41, geometry)
    rng = np.random.default_rng(5)
    for _ in range(300):
        row, col = int(rng.integers(grid.rows)), int(rng.integers(grid.cols))
        off_row, off_col = rng.uniform(-0.49, 0.49, 2)
        assert grid.cell_at(*grid.centre_of(row + off_row, col + off_col)) == (row, col)


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_all_four_corners_can_be_clicked(geometry: Geometry) -> None:
    grid = placed(3, 4, geometry)
    left, bottom, right, top = grid.bounds
    assert grid.cell_at(left, top) == (0, 0)
    assert grid.cell_at(right, top) == (0, 3)
    assert grid.cell_at(left, bottom) == (2, 0)
    assert grid.cell_at(right, bottom) == (2, 3)


def test_an_inner_border_belongs_to_the_cell_east_and_south_of_it() -> None:
    grid = placed(3, 4, {"cell_x": 10.0, "cell_y": 5.0, "left": 100.0, "top": 50.0})
    assert grid.cell_at(110.0, 45.0) == (1, 1)


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_outside_there_is_no_cell(geometry: Geometry) -> None:
    grid = placed(3, 4, geometry)
    left, bottom, right, top = grid.bounds
    x, y = grid.centre_of(1, 1)
    beyond_x, beyond_y = grid.cell_x / 1000, grid.cell_y / 1000
    assert grid.cell_at(left - beyond_x, y) is None
    assert grid.cell_at(right + beyond_x, y) is None
    assert grid.cell_at(x, top + beyond_y) is None
    assert grid.cell_at(x, bottom - beyond_y) is None
    assert grid.cell_at(x + 1e12, y) is None


def test_steps_are_metres_whatever_the_unit_of_the_crs() -> None:
    values = np.full((2, 3), 7, np.float32)
    feet = VelocityGrid(values, None, 100.0, 50.0, metres_per_unit=0.3048)
    assert feet.step_x == pytest.approx(30.48)
    assert feet.step_y == pytest.approx(15.24)
    assert feet.cell_area == pytest.approx(30.48 * 15.24)
    assert feet.bounds == (0.0, -100.0, 300.0, 0.0)


@pytest.mark.parametrize("length", [1, 2, 7, 100])
@pytest.mark.parametrize("count", [1, 2, 5, 7, 13, 100, 250])
def test_samples_are_the_nearest_cells_in_order(length: int, count: int) -> None:
    found = sample_indices(40, length, count)
    assert len(found) == count
    assert np.all(np.diff(found) >= 0)
    # The middle of each sample, in cells, lies inside the cell that was taken (or on its border).
    middles = 40 + (np.arange(count) + 0.5) * length / count
    assert np.all(np.abs(middles - (found + 0.5)) <= 0.5 + 1e-9)
    assert found[0] >= 40
    assert found[-1] < 40 + length


def test_a_window_at_its_own_size_is_a_slice() -> None:
    kmh = noise(20, 30, 1)
    grid = grid_from_kmh(kmh, 10.0)
    window = Window(3, 5, 11, 13)
    np.testing.assert_array_equal(grid.kmh(window, (11, 13)), kmh[3:14, 5:18])
    np.testing.assert_array_equal(grid.kmh(grid.whole(), grid.shape), kmh)


def test_a_window_magnified_repeats_cells_and_one_reduced_takes_every_second() -> None:
    kmh = noise(20, 30, 2)
    grid = grid_from_kmh(kmh, 10.0)
    window = Window(4, 6, 2, 3)
    np.testing.assert_array_equal(
        grid.kmh(window, (6, 9)), np.repeat(np.repeat(kmh[4:6, 6:9], 3, 0), 3, 1)
    )
    np.testing.assert_array_equal(grid.kmh(grid.whole(), (10, 15)), kmh[1::2, 1::2])


@pytest.mark.parametrize("fraction", [0.0, 0.5], ids=["codes", "float32"])
def test_no_data_and_barrier_are_different_things(fraction: float) -> None:
    # barrier | no data | passable
    grid = grid_from_kmh(np.array([[0.0, np.nan, 9.0 + fraction]]), 10.0)
    assert grid.kmh_at(0, 0) == 0
    assert math.isnan(grid.kmh_at(0, 1))
    assert grid.kmh_at(0, 2) == 9 + fraction
    assert [grid.passable(0, col) for col in range(3)] == [False, False, True]
    assert [grid.passable(0, col, 1.0) for col in range(3)] == [True, False, True]


def test_whole_speeds_become_codes_and_others_stay_real() -> None:
    whole = grid_from_kmh(np.array([[0, 254, np.nan]]), 1.0)
    assert whole.values.dtype == np.uint8
    np.testing.assert_array_equal(whole.kmh(whole.whole(), (1, 3)), [[0, 254, np.nan]])
    for odd in (0.5, 255.0, -1.0):
        grid = grid_from_kmh(np.array([[odd, 3.0]]), 1.0)
        assert grid.values.dtype == np.float32
        np.testing.assert_array_equal(grid.kmh(grid.whole(), (1, 2)), [[odd, 3.0]])


@pytest.mark.parametrize(
    ("values", "code_speed"),
    [
        (np.zeros(5, np.float32), None),
        (np.zeros((0, 5), np.float32), None),
        (np.zeros((2, 2), np.float64), None),
        (np.zeros((2, 2), np.uint8), None),
        (np.zeros((2, 2), np.uint8), np.zeros(65536)),
        (np.zeros((2, 2), np.uint16), np.zeros(256)),
        (np.zeros((2, 2), np.float32), np.zeros(256)),
    ],
)
def test_cells_that_cannot_be_speeds_are_refused_with_advice(values: Any, code_speed: Any) -> None:
    with pytest.raises(InputError) as refused:
        VelocityGrid(values, code_speed, 1.0, 1.0)
    assert refused.value.advice


@pytest.mark.parametrize("size", [0.0, -30.0, math.inf, math.nan])
def test_a_cell_has_a_positive_finite_size(size: float) -> None:
    values = np.zeros((2, 2), np.float32)
    with pytest.raises(InputError, match="cell size"):
        VelocityGrid(values, None, size, 1.0)
    with pytest.raises(InputError, match="cell size"):
        VelocityGrid(values, None, 1.0, size)
    with pytest.raises(InputError, match="cell size"):
        VelocityGrid(values, None, 1.0, 1.0, metres_per_unit=size)
