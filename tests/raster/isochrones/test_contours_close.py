"""Isochrones close by: beside barriers, at saddles, where rings touch, and samples at the limit."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from core.times import UNREACHED, finest_tick, limit_in_ticks
from raster.isochrones.contours import band_polygons
from raster.travel_times import TravelTimeGrid
from tests.raster.fields import grid_of
from tests.raster.isochrones.test_contours import bands_of, solved
from tests.raster.terrains import noise


@pytest.mark.parametrize("seed", range(3))
def test_under_a_limit_land_beside_barriers_is_covered_as_without_one(seed: int) -> None:
    kmh = noise(60, 60, seed, 0.3)
    (free,) = band_polygons(*solved(kmh), [200])
    (cut,) = band_polygons(*solved(kmh, limit=200.0), [200])
    # Beyond the limit a label is known by one step alone, so that few lines lie a little elsewhere.
    assert shapely.symmetric_difference(cut.geometry, free.geometry).area < 2e-3 * free.area_m2


def test_a_saddle_is_told_apart_by_the_mean_of_its_corners() -> None:
    # In the quarter at the middle of the picture the first cell's centre (6) and the common corner
    # (6.5) lie below the level, the middles of the sides between them (8) above: 7.125 on average.
    seconds = np.array([[6.0, 10.0], [10.0, 0.0]])
    (apart,) = bands_of(seconds, 7.0)
    (joined,) = bands_of(seconds, 7.3)
    assert (len(apart.geometry.geoms), len(joined.geometry.geoms)) == (2, 1)


@pytest.mark.parametrize("seed", range(3))
def test_a_sample_covers_no_cell_that_is_not_reached(seed: int) -> None:
    # A step between sampled cells is a long one, but a label far from the limit may lie beside.
    times, grid = solved(noise(60, 60, seed, 0.45), limit=60.0)
    (band,) = band_polygons(times, grid, [60], max_cells=900)
    rows = cols = np.arange(30) * 2 + 1  # the cells that a sample of half the side takes
    labels = times.ticks()[np.ix_(rows, cols)]
    y, x = np.mgrid[:30, :30]
    inside = shapely.contains_xy(
        band.geometry, grid.left + (2 * x + 1) * 30.0, grid.top - (2 * y + 1) * 30.0
    )
    np.testing.assert_array_equal(inside, labels < UNREACHED)


def test_a_sample_of_cells_right_at_the_limit_holds_them() -> None:
    # As float32 the limit is rounded up, and would lie past itself.
    some = np.arange(700.1, 800, 0.7).tolist()
    limit = next(t for t in some if float(np.float32(t)) > t + 1e-5)
    tick = finest_tick(limit)
    label = limit_in_ticks(limit, tick)
    times = TravelTimeGrid(np.full((40, 40), label, np.uint32), tick, limit, 1600, label)
    grid = grid_of(np.zeros((40, 40)))
    (band,) = band_polygons(times, grid, [limit], max_cells=400)
    assert band.geometry.area == 1600
