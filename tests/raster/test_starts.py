"""Finding a cell to start from: the nearest passable one, or a good one anywhere."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import ndimage

from core.solver import Start
from raster.grid import VelocityGrid, grid_from_kmh
from raster.starts import MANY, good_start, nearest_passable, starts_on
from raster.steps import step_costs


def nearest_by_looking_everywhere(
    passable: NDArray[np.bool_], row: int, col: int, cell: tuple[float, float]
) -> float:
    rows, cols = np.nonzero(passable)
    return float(np.hypot((rows - row) * cell[1], (cols - col) * cell[0]).min())


def largest_part(passable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    labels, _ = ndimage.label(passable, np.ones((3, 3)))
    counts = np.bincount(labels.ravel())
    counts[0] = 0
    return np.asarray(labels == counts.argmax())


@pytest.mark.parametrize("cell", [(10.0, 10.0), (40.0, 3.0), (2.0, 50.0)])
@pytest.mark.parametrize("share", [0.3, 0.002, 0.0003])
def test_no_passable_cell_is_nearer(cell: tuple[float, float], share: float) -> None:
    rng = np.random.default_rng(4)
    kmh = np.where(rng.random((150, 220)) < share, 20.0, 0.0)
    kmh[rng.random((150, 220)) < 0.1] = np.nan
    kmh[140, 200] = 20
    grid = grid_from_kmh(kmh, *cell)
    for _ in range(40):
        row, col = int(rng.integers(150)), int(rng.integers(220))
        found = nearest_passable(grid, row, col)
        assert found is not None
        assert grid.passable(*found)
        away = np.hypot((found[0] - row) * cell[1], (found[1] - col) * cell[0])
        assert away == nearest_by_looking_everywhere(kmh > 0, row, col, cell)


def test_a_passable_cell_is_nearest_to_itself() -> None:
    grid = grid_from_kmh(np.full((5, 7), 3.0), 10.0)
    assert nearest_passable(grid, 3, 6) == (3, 6)


@pytest.mark.parametrize("nothing", [0.0, np.nan, -4.0])
def test_without_a_passable_cell_there_is_none(nothing: float) -> None:
    grid = grid_from_kmh(np.full((60, 70), nothing), 10.0)
    assert nearest_passable(grid, 30, 30) is None
    assert good_start(grid) is None


def test_zero_speed_makes_barriers_a_place_to_start_but_not_cells_without_data() -> None:
    grid = grid_from_kmh(np.array([[np.nan, np.nan, 0.0, 0.0, 8.0]]), 10.0)
    assert nearest_passable(grid, 0, 0) == (0, 4)
    assert nearest_passable(grid, 0, 0, 1.0) == (0, 2)
    assert good_start(grid) == (0, 4)


def islands() -> NDArray[np.float64]:
    # ##......   A middling island, a small one, and the largest: a ring around a lake.
    # ##..ooo.
    # ....o.o.
    # #...ooo.
    kmh = np.zeros((120, 200))
    kmh[5:35, 5:45] = 30
    kmh[100:104, 3:9] = 30
    kmh[40:110, 90:190] = 15
    kmh[55:95, 110:170] = 0
    return kmh


@pytest.mark.parametrize("cell", [(10.0, 10.0), (30.0, 4.0)])
def test_a_good_start_lies_in_the_largest_part(cell: tuple[float, float]) -> None:
    found = good_start(grid_from_kmh(islands(), *cell))
    assert found is not None
    assert largest_part(islands() > 0)[found]


def test_a_good_start_stands_clear_of_barriers() -> None:
    kmh = islands()
    found = good_start(grid_from_kmh(kmh, 10.0))
    assert found is not None
    row, col = found
    assert np.all(kmh[row - 1 : row + 2, col - 1 : col + 2] > 0)


@pytest.mark.parametrize("seed", range(6))
def test_on_scattered_ground_too_it_lies_in_the_largest_part(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kmh = np.where(rng.random((90, 110)) < 0.42, 12.0, 0.0)
    found = good_start(grid_from_kmh(kmh, 10.0))
    assert found is not None
    assert largest_part(kmh > 0)[found]


def test_a_line_one_cell_wide_is_ground_enough() -> None:
    kmh = np.zeros((40, 40))
    kmh[20, 4:37] = 6
    kmh[3, 3] = 6
    found = good_start(grid_from_kmh(kmh, 10.0))
    assert found is not None
    assert found[0] == 20


def test_the_same_grid_gives_the_same_start() -> None:
    grid = grid_from_kmh(islands(), 10.0)
    assert good_start(grid) == good_start(grid)


def test_on_a_grid_larger_than_the_sample_the_start_is_a_passable_cell_of_the_largest_part() -> (
    None
):
    # 1300 × 2100 cells are looked at in 1024 × 1024 samples.
    values = np.zeros((1300, 2100), np.uint8)
    values[100:400, 100:700] = 20
    values[600:1250, 900:2000] = 20
    code_speed = np.arange(256, dtype=np.float64)
    found = good_start(VelocityGrid(values, code_speed, 10.0, 10.0))
    assert found is not None
    assert 600 <= found[0] < 1250
    assert 900 <= found[1] < 2000


def test_a_lone_cell_between_the_samples_is_found_all_the_same() -> None:
    values = np.zeros((1100, 4100), np.uint8)
    values[1000, 3] = 20
    grid = VelocityGrid(values, np.arange(256, dtype=np.float64), 10.0, 10.0)
    assert good_start(grid) == (1000, 3)


@pytest.mark.parametrize("real", [False, True])
def test_of_many_starts_the_same_count_as_one_by_one(real: bool) -> None:
    rng = np.random.default_rng(6)
    kmh = np.where(rng.random((30, 40)) < 0.6, np.rint(rng.uniform(1, 9, (30, 40))), 0.0)
    kmh[rng.random((30, 40)) < 0.1] = np.nan
    grid = grid_from_kmh(kmh * 1.01 if real else kmh, 10.0)
    cells = rng.integers(0, 31 * 40, 4 * MANY)  # some of them below the grid, and some twice
    starts = tuple(Start(int(cell), float(rng.integers(100))) for cell in cells)
    costs, limit = step_costs(grid, 0.5), 150
    one_by_one: dict[int, int] = {}
    for start in starts:
        for cell, label in starts_on(costs, (start,), 0.5, limit).items():
            one_by_one[cell] = min(one_by_one.get(cell, label), label)
    assert starts_on(costs, starts, 0.5, limit) == one_by_one
    assert MANY < len(one_by_one) < len(starts)
