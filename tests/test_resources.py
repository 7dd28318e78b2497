"""The sample terrain: what it holds, and that its program still draws it."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest

from raster.files.read import open_velocity
from raster.grid import VelocityGrid
from resources.paths import SAMPLE, path
from resources.sample.generate import CELLS, NO_DATA, ascii_grid, island, write


@pytest.fixture(scope="module")
def sample() -> VelocityGrid:
    return open_velocity(SAMPLE)


def test_a_shipped_file_is_found_and_a_missing_one_is_named() -> None:
    assert path("sample/island.asc.zip") == SAMPLE
    with pytest.raises(FileNotFoundError, match=r"sample.atlantis\.asc is missing"):
        path("sample/atlantis.asc")


def test_the_sample_is_small_and_lies_where_it_says(sample: VelocityGrid) -> None:
    assert SAMPLE.stat().st_size <= 2_000_000
    assert sample.shape == (CELLS, CELLS)
    assert (sample.cell_x, sample.cell_y) == (10.0, 10.0)
    assert sample.bounds == (400_000, 4_385_000, 415_000, 4_400_000)
    assert sample.crs_wkt is not None
    assert "UTM zone 33N" in sample.crs_wkt


def test_the_sample_has_roads_water_and_open_sea(sample: VelocityGrid) -> None:
    kmh = sample.kmh(sample.whole(), sample.shape)
    for road in (30, 50, 70, 90):
        assert (kmh == road).sum() > 1000
    assert 0.01 < (kmh == 0).mean() < 0.1
    assert np.isnan(kmh[0]).all()
    assert 0.3 < np.isnan(kmh).mean() < 0.7


def test_the_archive_holds_the_grid_and_its_projection() -> None:
    with zipfile.ZipFile(SAMPLE) as archive:
        assert archive.namelist() == ["island.asc", "island.prj"]


def test_the_grid_is_written_row_by_row_under_its_header(tmp_path: Path) -> None:
    # 1 0     the upper row first, no data as -9999
    # - 90
    kmh = np.array([[1, 0], [NO_DATA, 90]], np.int16)
    lines = ascii_grid(kmh).splitlines()
    assert lines[:2] == ["ncols 2", "nrows 2"]
    assert lines[-2:] == ["1 0", "-9999 90"]
    grid = open_velocity(write(tmp_path, kmh))
    np.testing.assert_array_equal(grid.kmh(grid.whole(), (2, 2)), [[1, 0], [np.nan, 90]])


def test_the_program_draws_the_very_island_that_is_shipped(sample: VelocityGrid) -> None:
    # In cells five times as long, which takes seconds in place of a minute. The shipped cells were
    # drawn by the program that draws these; a changed one draws others.
    coarse = 5
    kmh = island(CELLS // coarse)
    assert zlib.crc32(ascii_grid(kmh).encode()) == 0xF6335765
    # Finer cells let rivers and roads run elsewhere, but the coast lies where it did.
    middles = slice(coarse // 2, None, coarse)
    sea = np.isnan(sample.kmh(sample.whole(), sample.shape))[middles, middles]
    assert ((kmh == NO_DATA) == sea).mean() > 0.95
