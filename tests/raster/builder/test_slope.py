"""Slopes are Horn's, as GDAL has them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import rasterio

from raster.builder.slope import horn_degrees
from tests.shared_data import needs_shared, shared

BY_GDALDEM = (
    (51.95150, 26.00123, 42.85001, 41.99440, 32.27816, 28.01209, 29.06184, 23.72827),
    (36.37232, 39.48074, 51.92149, 19.33681, 27.86996, 29.13158, 23.61701, 14.31675),
    (22.83117, 30.78878, 19.90029, 28.20542, 26.97359, 20.14305, 26.76751, 48.21450),
    (25.64437, 30.09558, 52.28342, 32.88829, 27.87208, 21.25753, 5.86293, 37.48435),
    (18.08168, 36.81037, 26.79277, 49.11160, 47.84706, 43.73778, 33.52262, 35.65693),
    (6.93834, 44.21856, 17.47707, 21.17291, 30.05820, 5.67522, 21.66031, 23.86018),
    (33.15137, 24.44469, 46.30227, 48.81866, 53.33809, 49.30910, 36.72852, 13.87367),
)
"""What `gdaldem slope` of GDAL 3.6.2 says of `heights`, on cells of 30 by 25 m."""


def heights() -> np.ndarray:
    i, j = np.mgrid[0:9, 0:10]
    return ((7 * i * i + 13 * i * j - 5 * j * j + 31 * ((i * j) % 7)) % 97).astype(np.float32)


def test_slopes_are_those_of_gdaldem() -> None:
    np.testing.assert_allclose(horn_degrees(heights(), 30, 25), BY_GDALDEM, atol=1e-4)


@needs_shared
@pytest.mark.skipif(shutil.which("gdaldem") is None, reason="gdaldem is not installed")
def test_slopes_of_real_ground_are_those_of_gdaldem(tmp_path: Path) -> None:
    """Of whole metres. gdaldem adds up heights as float32: of fractions of metres at 3000 m it is
    off by 6e-4 degrees itself."""
    dem = shared("terrain/riverside-elsinore/dem.tif")
    subprocess.run(["gdaldem", "slope", "-q", dem, tmp_path / "slope.tif"], check=True)
    with rasterio.open(dem) as one, rasterio.open(tmp_path / "slope.tif") as other:
        found = horn_degrees(one.read(1), *one.res)
        np.testing.assert_allclose(found, other.read(1)[1:-1, 1:-1], atol=1e-4)


def test_neighbours_without_a_height_lie_on_the_line_through_those_opposite() -> None:
    plane = np.add.outer(np.arange(5) * 3.0, np.arange(6) * 2.0)
    whole = horn_degrees(plane, 10, 10)
    plane[0, 2] = plane[3, 0] = np.nan
    np.testing.assert_allclose(horn_degrees(plane, 10, 10), whole)
    plane[2, 3] = np.nan
    assert np.isnan(horn_degrees(plane, 10, 10)[1, 2])
