"""Rasters read window by window into a file are the ones that are read into memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import rasterio
from rasterio.transform import Affine

from app.document.out_of_core_files import open_large_velocity, velocity_in_a_file
from core.errors import InputError
from core.solver import Start
from raster.files.opening import open_reader
from raster.files.read import GeographicError, ReadOptions, open_velocity
from raster.files.source import resolve
from raster.files.write import write_times
from raster.grid import VelocityGrid
from raster.solvers.out_of_core import OutOfCore
from raster.solvers.tiled import Tiled
from raster.units import Units
from tests.raster.files.made import HEADER, NORTH_UP, VALUES, geotiff, text_grid
from tests.raster.terrains import noise


def assert_same_grid(found: VelocityGrid, expected: VelocityGrid) -> None:
    np.testing.assert_array_equal(np.asarray(found.values), expected.values)
    assert found.values.dtype == expected.values.dtype
    np.testing.assert_array_equal(found.code_speed, expected.code_speed)
    assert found.bounds == expected.bounds
    for name in ("cell_x", "cell_y", "metres_per_unit", "crs_wkt", "name"):
        assert getattr(found, name) == getattr(expected, name)
    assert found.notes[: len(expected.notes)] == expected.notes
    assert isinstance(found.values, np.memmap)


def open_by_windows(path: Path, options: ReadOptions | None = None) -> VelocityGrid:
    with open_reader(resolve(path)) as reader:
        return velocity_in_a_file(reader, options or ReadOptions())


def rasters(folder: Path) -> dict[str, Path]:
    whole = noise(1500, 900, 1).astype(np.uint8)
    real = noise(700, 90, 2).astype(np.float32) * np.float32(1.3)
    real[30, 20:50] = -9999
    south_up = Affine(10, 0, 100, 0, 10, -50)
    mirrored = Affine(-10, 0, 900, 0, -10, 230)
    return {
        "tiled": geotiff(
            folder, whole, name="tiled.tif", tiled=True, blockxsize=256, blockysize=256
        ),
        "no data": geotiff(folder, whole, name="nodata.tif", nodata=0, compress="deflate"),
        "real": geotiff(folder, real, name="real.tif", nodata=-9999),
        "south up": geotiff(folder, whole, name="south.tif", transform=south_up),
        "mirrored": geotiff(folder, whole, name="mirrored.tif", transform=mirrored),
        "text": text_grid(folder, HEADER + VALUES),
    }


def test_the_same_cells_as_in_memory(tmp_path: Path) -> None:
    for path in rasters(tmp_path).values():
        assert_same_grid(open_by_windows(path), open_velocity(path))


def test_units_are_kept(tmp_path: Path) -> None:
    path = geotiff(tmp_path, noise(90, 80, 3).astype(np.uint8))
    for units in Units:
        assert_same_grid(
            open_by_windows(path, ReadOptions(units=units)), open_velocity(path, units=units)
        )


def test_only_what_is_too_large_goes_to_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = geotiff(tmp_path, noise(90, 80, 3).astype(np.uint8))
    assert not isinstance(open_large_velocity(path).values, np.memmap)
    monkeypatch.setattr("app.document.out_of_core_files.is_short", lambda needed: needed >= 90 * 80)
    found = open_large_velocity(path)
    assert isinstance(found.values, np.memmap)
    assert "temporary file" in found.notes[-1]


def test_degrees_are_refused_as_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    degrees = Affine(0.01, 0, 11, 0, -0.01, 48)
    path = geotiff(tmp_path, noise(20, 20, 4).astype(np.uint8), crs="EPSG:4326", transform=degrees)
    with pytest.raises(InputError, match="gdalwarp"):
        open_by_windows(path)
    monkeypatch.setattr("app.document.out_of_core_files.is_short", lambda needed: True)
    with pytest.raises(GeographicError):
        open_large_velocity(path)


def test_from_file_to_file_without_the_whole_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = geotiff(tmp_path, noise(700, 600, 5).astype(np.uint8), transform=NORTH_UP)
    monkeypatch.setattr("raster.blocks.store.is_short", lambda needed: True)
    grid = open_by_windows(path)
    times = OutOfCore(grid, block_cells=64, slots=30).solve((Start(0),))
    write_times(tmp_path / "times.tif", grid, times, {})
    expected = Tiled(open_velocity(path)).solve((Start(0),)).seconds(grid.whole(), grid.shape)
    with rasterio.open(tmp_path / "times.tif") as dataset:
        assert dataset.profile["tiled"]
        found = dataset.read(1)
    reached = np.isfinite(expected)
    np.testing.assert_array_equal(found[reached], expected[reached])
    assert (found[~reached] == dataset.nodata).all()
