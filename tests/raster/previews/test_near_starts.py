"""Exact times around a dragged start: where a preview would be worst, it is right."""

from __future__ import annotations

import numpy as np
import pytest

from core.solver import Sources, Start
from core.times import UNREACHED
from raster.coarse import Coarse, coarsen
from raster.files.read import open_velocity
from raster.grid import VelocityGrid, Window, grid_from_kmh
from raster.previews.near_starts import from_rims, near_each
from raster.solvers.tiled import Tiled
from raster.travel_times import TravelTimes
from resources.paths import SAMPLE
from tests.raster.terrains import noise, rolling


def preview(coarse: Coarse, sources: Sources, zero: float = 0.0) -> TravelTimes:
    near = near_each(coarse, sources, zero)
    starts = from_rims(coarse, near, sources, zero)
    return coarse.magnified(Tiled(coarse.grid, zero_speed_kmh=zero).solve(starts), near)


def all_seconds(grid: VelocityGrid, times: TravelTimes) -> np.ndarray:
    return times.seconds(grid.whole(), grid.shape)


@pytest.mark.parametrize("start", [(600, 600), (900, 700), (500, 950)])
def test_nine_in_ten_times_of_the_sample_are_within_five_percent(start: tuple[int, int]) -> None:
    grid = open_velocity(SAMPLE)
    sources = (Start(start[0] * grid.cols + start[1]),)
    assert grid.passable(*start)
    exact = all_seconds(grid, Tiled(grid).solve(sources))
    found = all_seconds(grid, preview(coarsen(grid, 2), sources))
    held = np.isfinite(exact) & np.isfinite(found) & (exact > 0)
    off = np.abs(found[held] / exact[held] - 1)
    assert held.sum() > 0.99 * np.isfinite(exact).sum()
    assert np.quantile(off, 0.9) <= 0.05
    assert np.median(off) <= 0.02


def test_around_each_start_times_are_exact_and_the_least_of_all() -> None:
    # Two starts with windows that overlap, one of them late, and one in a corner.
    grid = grid_from_kmh(rolling(300, 330), 10.0, 8.0)
    places = [(100, 120), (110, 140), (299, 329)]
    sources = tuple(Start(r * 330 + c, 2.0 * k) for k, (r, c) in enumerate(places))
    exact = all_seconds(grid, Tiled(grid).solve(sources))
    found = preview(coarsen(grid, 3), sources)
    seconds = all_seconds(grid, found)
    for row, col in places:
        around = np.s_[max(row - 9, 0) : row + 10, max(col - 9, 0) : col + 10]
        np.testing.assert_allclose(seconds[around], exact[around], rtol=0.005)
        assert found.seconds_at(row, col) == pytest.approx(exact[row, col], abs=1e-3)
    np.testing.assert_allclose(seconds, exact, rtol=0.12)
    assert np.mean(np.abs(seconds - exact) > 0.05 * exact) < 0.01


def test_any_window_at_any_size_shows_the_same_field() -> None:
    grid = grid_from_kmh(noise(230, 190, 5, 0.1), 10.0)
    (start,) = np.flatnonzero(np.asarray(grid.kmh_of(grid.values)).ravel() > 0)[[20_000]]
    found = preview(coarsen(grid, 2), (Start(int(start)),))
    seconds, ticks = all_seconds(grid, found), found.ticks()
    assert np.isfinite(seconds).any()
    limits = [float(q) for q in np.quantile(seconds[np.isfinite(seconds)], (0.01, 0.2, 0.7))]
    window = Window(37, 21, 120, 133)
    part = np.s_[37:157, 21:154]
    shape = (120, 133)
    np.testing.assert_array_equal(found.seconds(window, shape), seconds[part])
    np.testing.assert_array_equal(found.ticks_in(window), ticks[part])
    np.testing.assert_array_equal(ticks >= UNREACHED, np.isinf(seconds))
    classes = found.classes(window, shape, limits)
    expected = np.searchsorted(limits, seconds[part])
    assert (classes != np.where(expected == 3, 255, expected)).mean() < 1e-3  # edges in ticks


def test_a_start_that_comes_to_no_rim_is_still_solved() -> None:
    # A room of 12 cells in a wall, and open ground around it.
    kmh = np.full((240, 240), 30.0)
    kmh[100:132, 100:132] = 0
    kmh[110:122, 110:122] = 30
    grid = grid_from_kmh(kmh, 10.0)
    found = all_seconds(grid, preview(coarsen(grid, 2), (Start(115 * 240 + 115),)))
    exact = all_seconds(grid, Tiled(grid).solve((Start(115 * 240 + 115),)))
    np.testing.assert_array_equal(np.isfinite(found), np.isfinite(exact))


def test_many_starts_leave_no_room_for_windows() -> None:
    grid = grid_from_kmh(np.full((200, 200), 20.0), 10.0)
    coarse, many = coarsen(grid, 4), tuple(Start(k * 100) for k in range(50))
    assert near_each(coarse, many, 0.0) == ()
    assert from_rims(coarse, (), many, 0.0) == coarse.sources(many, 0.0)
    assert near_each(coarsen(grid, 1), many[:1], 0.0) == ()
