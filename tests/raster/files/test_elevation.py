"""Heights over a raster of speeds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import rasterio
from numpy.typing import NDArray
from rasterio.transform import from_origin

from core.cancel import Cancel
from core.errors import CancelledError, InputError
from raster.elevation import MOUNTAIN_SHARE, Elevation
from raster.files.elevation import elevation_beside, read_elevation
from raster.files.read import open_velocity
from raster.grid import VelocityGrid, grid_from_kmh
from tests.shared_data import needs_shared, shared

LEFT, TOP, CELL = 500_000.0, 4_600_000.0, 10.0
UTM33 = rasterio.crs.CRS.from_epsg(32633).to_wkt()


def speeds(kmh: float = 36.0) -> VelocityGrid:
    return grid_from_kmh(np.full((40, 60), kmh), CELL, left=LEFT, top=TOP, crs_wkt=UTM33)


def slope(cell: float = CELL, rows: int = 60, cols: int = 80) -> NDArray[np.float32]:
    """Rises to the east by a metre in ten."""
    return np.tile((np.arange(cols) + 0.5) * cell * 0.1, (rows, 1)).astype(np.float32)


def written(
    folder: Path, metres: NDArray[np.generic], cell: float = CELL, left: float = LEFT - 100.0,
    crs: str | None = "EPSG:32633", nodata: float | None = None, unit: str = "",
) -> Path:  # fmt: skip
    path = folder / "heights.tif"
    rows, cols = metres.shape
    with rasterio.open(
        path, "w", driver="GTiff", height=rows, width=cols, count=1, dtype=metres.dtype, crs=crs,
        transform=from_origin(left, TOP + 100.0, cell, cell), nodata=nodata,
    ) as file:  # fmt: skip
        file.write(metres, 1)
        if unit:
            file.units = (unit,)
    return path


@pytest.mark.parametrize("cell", [5.0, 10.0, 25.0])
@pytest.mark.parametrize("crs", ["EPSG:32633", None])
def test_heights_lie_where_they_are(tmp_path: Path, cell: float, crs: str | None) -> None:
    metres = slope(cell, round(800 / cell), round(900 / cell))
    found = read_elevation(written(tmp_path, metres, cell, crs=crs), speeds())
    assert found.shape == (40, 60)
    expected = (100.0 + (np.arange(60) + 0.5) * CELL) * 0.1
    np.testing.assert_allclose(
        found.metres[5:35, 5:55], expected[None, 5:55].repeat(30, 0), atol=0.3
    )
    assert (found.step_x, found.step_y) == (CELL, CELL)
    assert found.roughness == pytest.approx(0.1 * (1 - MOUNTAIN_SHARE), rel=0.15)


def test_what_has_no_height_has_none(tmp_path: Path) -> None:
    metres = slope()
    metres[:, :40] = -9999
    found = read_elevation(written(tmp_path, metres, nodata=-9999), speeds())
    assert np.isnan(found.metres[:, :27]).all()
    assert np.isfinite(found.metres[:, 33:]).all()


def test_feet_become_metres(tmp_path: Path) -> None:
    """A way that climbs 100 ft does not climb 100 m."""
    for unit, metres in (("ft", 304.8), ("US survey foot", 304.8006), ("m", 1000.0)):
        even = np.full((60, 80), 1000, np.int16)
        found = read_elevation(written(tmp_path, even, unit=unit), speeds()).metres
        np.testing.assert_allclose(found[5:35, 5:55], metres, atol=1e-3)
    with pytest.raises(InputError, match="'fathom'"):
        read_elevation(written(tmp_path, slope(), unit="fathom"), speeds())


def test_heights_of_elsewhere_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, slope(), left=LEFT + 50_000)
    with pytest.raises(InputError, match="lies elsewhere"):
        read_elevation(path, speeds())
    with pytest.raises(InputError, match="all are marked as no data"):
        read_elevation(written(tmp_path, np.zeros((60, 80), np.int16), nodata=0), speeds())
    (tmp_path / "text.tif").write_text("no raster")
    with pytest.raises(InputError, match=r"text\.tif"):
        read_elevation(tmp_path / "text.tif", speeds())
    with pytest.raises(InputError):
        read_elevation(tmp_path / "missing.tif", speeds())


def test_reading_can_be_cancelled(tmp_path: Path) -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        read_elevation(written(tmp_path, slope()), speeds(), cancel=cancel)


def test_one_swims_where_the_sea_has_speeds(tmp_path: Path) -> None:
    metres = slope()
    metres[:, :40] = 0
    path = written(tmp_path, metres)
    assert read_elevation(path, speeds()).swims
    dry = speeds()
    kmh = np.full((40, 60), 36.0)
    kmh[:, :32] = np.nan
    dry = grid_from_kmh(kmh, CELL, left=LEFT, top=TOP, crs_wkt=UTM33)
    found = read_elevation(path, dry)
    assert found.has_sea
    assert not found.swims
    assert not Elevation(slope() + 5, CELL, CELL).has_sea


def test_a_raster_of_heights_is_found_beside_one_of_speeds(tmp_path: Path) -> None:
    for name in ("a.tif", "a_dem.tif", "b.asc.zip", "b_elevation.asc.zip", "c.tif", "c_other.tif"):
        (tmp_path / name).touch()
    assert elevation_beside(tmp_path / "a.tif") == tmp_path / "a_dem.tif"
    assert elevation_beside(tmp_path / "b.asc.zip") == tmp_path / "b_elevation.asc.zip"
    assert elevation_beside(tmp_path / "c.tif") is None
    assert elevation_beside(tmp_path / "a_dem.tif") is None


@needs_shared
def test_a_tile_in_degrees_lies_over_a_raster_in_metres() -> None:
    folder = shared("terrain/velocity-grande-comore")
    grid = open_velocity(folder / "velocity_grande_comore_30m.tif")
    found = read_elevation(shared("terrain/comoros/S12E043.SRTMGL1.hgt.zip"), grid)
    assert found.shape == grid.shape
    assert np.nanmax(found.metres) == pytest.approx(2361, abs=15)
    assert found.swims
    unknown = np.isnan(grid.kmh(grid.whole(), grid.shape))
    assert np.abs(found.metres[unknown]).max() < 5, "what has no speed is open sea"
