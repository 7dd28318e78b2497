"""The sample terrain: what it holds, and that its program still draws it."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest

from raster.files.elevation import elevation_beside, read_elevation
from raster.files.read import open_velocity
from raster.grid import VelocityGrid
from resources.paths import SAMPLE, path
from resources.sample.generate import (
    CELLS,
    NO_DATA,
    SEED,
    ascii_grid,
    heights,
    moved_on,
    write,
)
from resources.sample.relief import grow
from resources.start_colours import DISTINCT, TONES, dealt, rgb_of


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
    shape = grow(CELLS // coarse, SEED)
    kmh = moved_on(shape)
    assert zlib.crc32(ascii_grid(kmh).encode()) == 0xF6335765
    # Finer cells let rivers and roads run elsewhere, but the coast lies where it did.
    middles = slice(coarse // 2, None, coarse)
    sea = np.isnan(sample.kmh(sample.whole(), sample.shape))[middles, middles]
    assert ((kmh == NO_DATA) == sea).mean() > 0.95
    beside = elevation_beside(SAMPLE)
    assert beside is not None
    shipped = read_elevation(beside, sample).metres[coarse::10, coarse::10]
    drawn = heights(shape).astype(float)
    assert np.corrcoef(drawn.ravel(), shipped.ravel())[0, 1] > 0.9


# How the blind to red, green and blue see linear light (Machado, Oliveira and Fernandes 2009).
BLIND = (
    ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
     (-0.003882, -0.048116, 1.051998)),
    ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
     (-0.011820, 0.042940, 0.968881)),
    ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
     (0.004733, 0.691367, 0.303900)),
)  # fmt: skip


def lab_of(linear: np.ndarray) -> np.ndarray:
    """CIELAB of linear sRGB, 0 to 1."""
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = np.clip(linear, 0, 1) @ to_xyz.T / (0.9505, 1.0, 1.089)
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = root.T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


def test_colours_of_starts_are_apart_for_all_eyes() -> None:
    srgb = np.array([rgb_of(tone) for tone in TONES]) / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    for seen in (np.eye(3), *map(np.array, BLIND)):
        lab = lab_of(linear @ seen.T)
        apart = np.linalg.norm(lab[:, None] - lab[None], axis=2) + 1e3 * np.eye(len(lab))
        assert apart.min() > 26


def test_colours_that_nobody_chose_are_dealt_evenly() -> None:
    assert dealt(("", "", "#123456", "")) == (TONES[0], TONES[1], "#123456", TONES[2])
    assert dealt((TONES[0], "")) == (TONES[0], TONES[1])
    assert dealt(("",) * (DISTINCT + 1))[-1] == TONES[0]
