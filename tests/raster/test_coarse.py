"""The coarser grid of a preview, and its times seen in cells of the full one."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from core.solver import Start
from core.times import UNREACHED
from raster.coarse import Coarse, coarsen, coded
from raster.grid import Window, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.tiled import Tiled
from tests.raster.terrains import noise, rolling


def test_a_grid_that_is_made_no_coarser_is_left_as_it_is() -> None:
    grid = grid_from_kmh(noise(30, 40, 1), 10.0)
    coarse = coarsen(grid, 1)
    assert coarse.factor == 1
    assert coarse.grid is grid


@pytest.mark.parametrize("shape", [(100, 100), (97, 211), (301, 50), (64, 65)])
@pytest.mark.parametrize("factor", [2, 5, 400])
def test_a_coarse_grid_covers_the_full_one(shape: tuple[int, int], factor: int) -> None:
    grid = grid_from_kmh(noise(*shape, 2), 10.0, 5.0, left=100.0, top=900.0)
    coarse = coarsen(grid, factor)
    small = coarse.grid
    assert coarse.factor == factor
    assert small.shape == tuple(math.ceil(n / factor) for n in shape)
    assert (small.left, small.top) == (grid.left, grid.top)
    assert (small.cell_x, small.cell_y) == (10.0 * factor, 5.0 * factor)


@pytest.mark.parametrize("scale", [1.0, 0.77], ids=["codes", "float32"])
def test_a_block_is_nearly_as_fast_as_its_fastest_cells(scale: float) -> None:
    # a full block | a quarter passable | less than a quarter | no data and a little ground
    kmh = np.zeros((4, 16))
    kmh[:, :4] = np.arange(16).reshape(4, 4) + 10
    kmh[0, 4:8] = 40
    kmh[0, 8:11] = 40
    kmh[:, 12:] = np.nan
    kmh[0, 12:15] = 40
    kmh *= scale
    coarse = coarsen(grid_from_kmh(kmh, 10.0), 4)
    assert coarse.grid.values.dtype == np.uint8
    speeds = coarse.grid.kmh(coarse.grid.whole(), (1, 4))[0]
    power_mean = (kmh[:, :4] ** 12).mean() ** (1 / 12)
    np.testing.assert_allclose(
        speeds, [power_mean, 40 * scale, 0.0, np.nan], rtol=1e-6, equal_nan=True
    )


def test_a_road_through_slow_ground_stays_a_road() -> None:
    # 5 km/h, and a road of 60 km/h one cell wide from end to end
    kmh = np.full((90, 900), 5)
    kmh[40] = 60
    grid, source = grid_from_kmh(kmh, 10.0), (Start(40 * 900),)
    exact = Tiled(grid).solve(source).seconds_at(40, 899)
    coarse = coarsen(grid, 3)
    found = coarse.magnified(Tiled(coarse.grid).solve(coarse.sources(source, 0.0)))
    # A third of a block is road: 10 % too long. With the mean of a block it would be 160 %.
    assert found.seconds_at(40, 899) == pytest.approx(exact * 3 ** (1 / 12), rel=0.02)


def test_codes_keep_speeds_within_a_hundredth() -> None:
    kmh = np.geomspace(1.3, 130, 5000).astype(np.float32).reshape(50, 100)
    kmh[0, 0], kmh[0, 1] = np.nan, 0
    with np.errstate(divide="ignore"):
        codes, table = coded(np.log(kmh))
    assert (codes[0, 0], codes[0, 1]) == (255, 0)
    np.testing.assert_allclose(table[codes], kmh, rtol=0.01)
    for plain in (np.full((2, 2), 7.5, np.float32), np.zeros((2, 2), np.float32)):
        with np.errstate(divide="ignore"):
            codes, table = coded(np.log(plain))
        np.testing.assert_allclose(table[codes], plain, rtol=1e-6)


def test_cells_without_data_stay_closed_when_barriers_open() -> None:
    # land | sea without data | land: with 0 km/h counting as 1 the sea must still part them.
    kmh = np.zeros((40, 120))
    kmh[:, :40] = 30
    kmh[:, 40:80] = np.nan
    kmh[10:20, 90:100] = 30
    grid = grid_from_kmh(kmh, 10.0)
    coarse = coarsen(grid, 4)
    times = Dijkstra(coarse.grid, zero_speed_kmh=1.0).solve(coarse.sources((Start(0),), 1.0))
    seconds = coarse.magnified(times).seconds(grid.whole(), grid.shape)
    np.testing.assert_array_equal(np.isfinite(seconds[:, 0]), True)
    np.testing.assert_array_equal(np.isinf(seconds[:, 41:]), True)


@pytest.mark.parametrize("cell", [(10.0, 10.0), (20.0, 8.0)])
def test_on_gentle_terrain_a_preview_is_close_to_the_truth(cell: tuple[float, float]) -> None:
    grid = grid_from_kmh(rolling(420, 510), *cell)
    sources = (Start(200 * 510 + 150), Start(20 * 510 + 490, 30.0))
    exact = Tiled(grid).solve(sources).seconds(grid.whole(), grid.shape)
    coarse = coarsen(grid, 5)
    preview = coarse.magnified(Tiled(coarse.grid).solve(coarse.sources(sources, 0.0)))
    found = preview.seconds(grid.whole(), grid.shape)
    # 2 % of the time, and the time to cross one coarse cell at the slowest speed.
    crossing = coarse.factor * 3.6 * math.hypot(*cell) / 20
    np.testing.assert_allclose(found, exact, rtol=0.02, atol=crossing)
    assert abs(found - exact).mean() < 0.02 * exact.mean()


def test_starts_move_to_the_nearest_passable_coarse_cell_and_keep_their_delay() -> None:
    kmh = np.zeros((60, 60))
    kmh[:, 30:] = 20
    grid = grid_from_kmh(kmh, 10.0)
    coarse = coarsen(grid, 5)
    inside, drowned = Start(7 * 60 + 44, 3.0), Start(31 * 60 + 2, 9.0)
    moved = coarse.sources((inside, drowned), 0.0)
    assert [start.delay_seconds for start in moved] == [3.0, 9.0]
    assert divmod(moved[0].element, coarse.grid.cols) == (1, 8)
    assert divmod(moved[1].element, coarse.grid.cols) == (6, 6)
    assert coarse.sources((drowned,), 1.0)[0].element == 6 * coarse.grid.cols
    nowhere = coarsen(grid_from_kmh(np.zeros((60, 60)), 10.0), 5)
    assert nowhere.sources((inside,), 0.0)[0].element == 1 * 12 + 8


def test_starts_of_an_uncoarsened_grid_stay() -> None:
    grid = grid_from_kmh(np.full((9, 9), 5.0), 10.0)
    sources = (Start(40, 2.0),)
    assert coarsen(grid, 1).sources(sources, 0.0) == sources


def preview_of(rows: int, cols: int, factor: int) -> tuple[Coarse, NDArray[np.uint32]]:
    """A preview and what it must show: each coarse cell repeated, cut to the full grid."""
    grid = grid_from_kmh(noise(rows, cols, 5, 0.1), 10.0)
    coarse = coarsen(grid, factor)
    small = Dijkstra(coarse.grid).solve((Start(0),)).labels
    return coarse, np.repeat(np.repeat(small, factor, 0), factor, 1)[:rows, :cols]


@pytest.mark.parametrize(
    ("rows", "cols", "factor"),
    # Whole blocks; a last block of one cell; one short of whole; a single partial block.
    [(40, 60, 4), (41, 61, 4), (43, 63, 4), (50, 70, 3), (5, 90, 7), (1, 30, 2)],
)
def test_a_magnified_field_is_each_coarse_cell_repeated(rows: int, cols: int, factor: int) -> None:
    coarse, expected = preview_of(rows, cols, factor)
    times = Dijkstra(coarse.grid).solve((Start(0),))
    seen = coarse.magnified(times)
    assert seen.shape == (rows, cols)
    np.testing.assert_array_equal(seen.ticks(), expected)
    seconds = np.where(expected < UNREACHED, expected * times.tick_seconds, np.inf)
    whole = Window(0, 0, rows, cols)
    np.testing.assert_array_equal(seen.seconds(whole, (rows, cols)), seconds.astype(np.float32))
    for row, col in ((0, 0), (rows - 1, cols - 1), (rows // 2, cols - 1)):
        assert seen.seconds_at(row, col) == seconds[row, col]
    assert (seen.tick_seconds, seen.max_seconds) == (times.tick_seconds, times.max_seconds)
    assert (seen.limit_seconds, seen.partial) == (times.limit_seconds, False)
    assert 0 < seen.reached <= rows * cols


@pytest.mark.parametrize(
    "window",
    [Window(0, 0, 43, 63), Window(3, 5, 20, 30), Window(42, 62, 1, 1), Window(38, 50, 5, 13)],
)
@pytest.mark.parametrize("shape", [(1, 1), (5, 7), (20, 30), (100, 90)])
def test_a_magnified_window_at_any_size_takes_the_nearest_cells(
    window: Window, shape: tuple[int, int]
) -> None:
    coarse, ticks = preview_of(43, 63, 4)
    seen = coarse.magnified(Dijkstra(coarse.grid).solve((Start(0),)))
    rows = [window.row + int((i + 0.5) * window.height / shape[0]) for i in range(shape[0])]
    cols = [window.col + int((j + 0.5) * window.width / shape[1]) for j in range(shape[1])]
    expected = ticks[np.ix_(rows, cols)]
    seconds = np.where(expected < UNREACHED, expected * seen.tick_seconds, np.inf)
    np.testing.assert_array_equal(seen.seconds(window, shape), seconds.astype(np.float32))
    limits = [seen.max_seconds / 4, seen.max_seconds / 2]
    bands = np.select([seconds <= limits[0], seconds <= limits[1]], [0, 1], 255)
    np.testing.assert_array_equal(seen.classes(window, shape, limits), bands)
