from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from pyproj import Transformer
from rasterio.crs import CRS
from rasterio.transform import Affine

from core.cancel import Cancel
from core.errors import CancelledError, InputError
from raster.files.crs.reference import Placement
from raster.files.crs.reproject import utm_epsg
from raster.files.read import GeographicError, describe, open_velocity
from raster.units import Units
from tests.raster.files.made import geotiff, text_grid

SECOND = 1 / 3600
COMOROS = Affine(SECOND, 0, 43.3, 0, -SECOND, -11.6)


def degrees(folder: Path, cells: np.ndarray, crs: str | None = "EPSG:4326") -> Path:
    return geotiff(folder, cells, crs=crs, transform=COMOROS, nodata=255)


@pytest.fixture
def cells() -> np.ndarray:
    random = np.random.default_rng(3)
    return random.integers(0, 60, (120, 90)).astype(np.uint8)


def test_degrees_are_never_taken_for_metres(tmp_path: Path, cells: np.ndarray) -> None:
    path = degrees(tmp_path, cells)
    info = describe(path)
    assert (info.geographic, info.unit, info.metres_per_unit) == (True, "degree", None)
    assert info.utm_epsg == 32738
    with pytest.raises(GeographicError, match=r"UTM zone 38S \(EPSG:32738\): --reproject utm") as e:
        open_velocity(path)
    assert e.value.utm_epsg == 32738


def test_every_cell_holds_the_speed_that_lies_under_its_centre(
    tmp_path: Path, cells: np.ndarray
) -> None:
    grid = open_velocity(degrees(tmp_path, cells), reproject="utm")
    assert grid.cell_x == grid.cell_y == 31
    assert grid.left % 31 == grid.top % 31 == 0
    assert grid.crs_wkt is not None
    assert CRS.from_wkt(grid.crs_wkt).to_epsg() == 32738
    rows, cols = np.mgrid[: grid.rows, : grid.cols]
    x, y = grid.left + (cols + 0.5) * 31, grid.top - (rows + 0.5) * 31
    to_degrees = Transformer.from_crs(32738, 4326, always_xy=True)
    longitude, latitude = to_degrees.transform(x, y)
    col, row = (longitude - 43.3) / SECOND, (-11.6 - latitude) / SECOND
    inside = (col > 0) & (col < 90) & (row > 0) & (row < 120)
    assert np.isnan(grid.kmh_of(grid.values)[~inside]).all()
    assert inside.sum() > 4000
    expected = cells[row[inside].astype(int), col[inside].astype(int)]
    np.testing.assert_array_equal(grid.values[inside], expected)


def test_cells_across_the_date_line_are_found(tmp_path: Path, cells: np.ndarray) -> None:
    across = Affine(SECOND, 0, 180 - 45 * SECOND, 0, -SECOND, -17)
    path = geotiff(tmp_path, cells, crs="EPSG:4326", transform=across, nodata=255)
    speeds = open_velocity(path, reproject="utm")
    known = speeds.kmh_of(speeds.values)
    assert np.count_nonzero(~np.isnan(known)) == pytest.approx(cells.size, rel=0.05)
    west, east = known[:, :20], known[:, -20:]
    assert np.count_nonzero(~np.isnan(west)) > 1000
    assert np.count_nonzero(~np.isnan(east)) > 1000


def test_a_barrier_stays_a_barrier_and_beyond_the_edge_is_no_data(tmp_path: Path) -> None:
    grid = open_velocity(degrees(tmp_path, np.zeros((120, 90), np.uint8)), reproject="utm")
    speeds = grid.kmh_of(grid.values)
    assert np.isnan(speeds).any()
    assert set(np.unique(speeds[~np.isnan(speeds)])) == {0.0}


def test_a_full_byte_raster_finds_room_for_no_data(tmp_path: Path) -> None:
    full = np.arange(120 * 90, dtype=np.uint64).reshape(120, 90).astype(np.uint8)
    path = geotiff(tmp_path, full, crs="EPSG:4326", transform=COMOROS)
    grid = open_velocity(path, reproject="utm")
    assert grid.values.dtype == np.uint16
    assert np.nanmax(grid.kmh_of(grid.values)) == 255


def test_fractions_are_re_projected(tmp_path: Path, cells: np.ndarray) -> None:
    path = geotiff(tmp_path, cells + np.float32(0.5), crs="EPSG:4326", transform=COMOROS)
    grid = open_velocity(path, reproject="utm")
    speeds = grid.kmh_of(grid.values)
    assert grid.values.dtype == np.uint8  # few different ones are codes
    assert np.isnan(speeds).any()
    assert set((speeds[~np.isnan(speeds)] % 1).tolist()) == {0.5}


def test_seconds_per_cell_mean_the_cells_of_the_file(tmp_path: Path) -> None:
    grid = open_velocity(
        degrees(tmp_path, np.full((120, 90), 10, np.uint8)),
        units=Units.S_PER_CELL,
        reproject="utm",
    )
    across = 30.9 * (1 + math.cos(math.radians(11.6))) / 2  # metres, the mean of both sides
    assert np.nanmax(grid.kmh_of(grid.values)) == pytest.approx(3.6 * across / 10, rel=0.01)


def test_what_looks_like_degrees_without_a_crs_is_noted_and_can_be_re_projected(
    tmp_path: Path, cells: np.ndarray
) -> None:
    path = degrees(tmp_path, cells, crs=None)
    assert any("look like degrees" in note for note in describe(path).notes)
    assert open_velocity(path).crs_wkt is None
    grid = open_velocity(path, reproject="utm")
    assert grid.cell_x == 31
    assert any("WGS 84" in note for note in grid.notes)


def test_a_grid_of_a_room_without_a_crs_does_not_look_like_degrees(tmp_path: Path) -> None:
    header = "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 0.1\n"
    assert describe(text_grid(tmp_path, header + "1 2\n")).utm_epsg is None


def test_metres_are_left_as_they_are(tmp_path: Path, cells: np.ndarray) -> None:
    grid = open_velocity(geotiff(tmp_path, cells), reproject="utm")
    assert grid.values.tolist() == cells.tolist()
    assert any("not re-projected" in note for note in grid.notes)


def test_nothing_can_be_re_projected_without_a_crs(tmp_path: Path, cells: np.ndarray) -> None:
    with pytest.raises(InputError, match="names no CRS"):
        open_velocity(geotiff(tmp_path, cells, crs=None), reproject="utm")


def test_a_rotated_grid_is_straightened(tmp_path: Path) -> None:
    along, across = 30 * math.cos(0.5), 30 * math.sin(0.5)
    turned = Affine(along, across, 305190, across, -along, 8744790)
    path = geotiff(tmp_path, np.full((50, 50), 7, np.uint8), transform=turned)
    grid = open_velocity(path, reproject="utm")
    area = np.nansum(grid.kmh_of(grid.values) == 7) * grid.cell_area
    assert area == pytest.approx(50 * 50 * 900, rel=0.02)


@pytest.mark.parametrize(
    ("left", "bottom", "epsg"),
    [
        (43.2, -11.9, 32738),
        (-120.1, 38.0, 32611),
        (-180.0, 10.0, 32601),
        (179.5, 10.0, 32660),
        (179.9, -10.0, 32701),  # across the date line
        (359.0, 10.0, 32630),  # counted from 0 to 360
        (6.5, 0.0, 32632),
        (0.0, 84.5, None),
        (0.0, -80.5, None),
    ],
)
def test_the_zone_is_that_of_the_centre(left: float, bottom: float, epsg: int | None) -> None:
    placement = Placement(40, 40, Affine(0.01, 0, left, 0, -0.01, bottom + 0.4))
    assert utm_epsg(placement, CRS.from_epsg(4326)) == epsg


def test_a_continent_fits_no_zone(tmp_path: Path) -> None:
    path = geotiff(
        tmp_path,
        np.ones((90, 180), np.uint8),
        crs="EPSG:4326",
        transform=Affine(2, 0, -180, 0, -2, 90),
    )
    assert describe(path).utm_epsg is None
    with pytest.raises(GeographicError, match="too large"):
        open_velocity(path)
    with pytest.raises(InputError, match="no UTM zone"):
        open_velocity(path, reproject="utm")


def test_re_projection_can_be_cancelled(tmp_path: Path, cells: np.ndarray) -> None:
    cancel = Cancel()

    def stop_when_warping(fraction: float, label: str) -> None:
        if fraction >= 0.69:
            cancel.set()

    with pytest.raises(CancelledError, match="re-projecting"):
        open_velocity(
            degrees(tmp_path, cells), reproject="utm", progress=stop_when_warping, cancel=cancel
        )
