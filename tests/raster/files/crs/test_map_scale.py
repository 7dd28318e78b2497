"""Metres of a map against metres on the ground, by pyproj's geodesics."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyproj
import pytest
from rasterio.crs import CRS
from rasterio.transform import Affine

from core.errors import InputError
from core.solver import Start
from raster.files.crs.map_scale import map_scale
from raster.files.crs.reference import Placement, reference_of
from raster.files.read import GeographicError, StretchedError, describe, open_velocity
from raster.grid import VelocityGrid
from raster.isochrones.contours import band_areas
from raster.solvers.dijkstra import Dijkstra
from raster.units import Units
from tests.raster.files.made import geotiff

SINUSOIDAL = (
    'PROJCS["World_Sinusoidal",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",'
    'SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],'
    'UNIT["Degree",0.0174532925199433]],PROJECTION["Sinusoidal"],PARAMETER["False_Easting",0.0],'
    'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],UNIT["Meter",1.0]]'
)
MERCATOR_FEET = "+proj=merc +datum=WGS84 +units=us-ft"
SIDE = 41

EVEN = [  # CRS, longitude, latitude: one factor makes lengths right
    ("EPSG:3857", 8.0, 47.0),
    ("EPSG:3857", 8.0, -1.0),
    ("EPSG:3857", 25.0, 69.0),
    ("EPSG:3395", 8.0, 47.0),
    ("EPSG:32632", 21.0, 5.0),  # 12 degrees off the middle of its zone
    (MERCATOR_FEET, 8.0, 47.0),
]
UNEVEN = [
    ("EPSG:4087", 8.0, 47.0),
    ("EPSG:32662", 8.0, 47.0),
    (SINUSOIDAL, 40.0, 47.0),
    ("EPSG:3035", -8.0, 40.0),
]
FAIR = [("EPSG:32632", 9.0, 47.0), ("EPSG:2154", 3.0, 47.0), ("EPSG:2227", -121.0, 37.5)]


def placed(crs: str, lon: float, lat: float, cell: float = 100.0, side: int = SIDE) -> Affine:
    """Cells of some size in the CRS's units around a place."""
    x, y = pyproj.Transformer.from_crs(4326, crs, always_xy=True).transform(lon, lat)
    half = cell * side / 2
    return Affine(cell, 0, round(x - half), 0, -cell, round(y + half))


def even_ground(folder: Path, crs: str, lon: float, lat: float, **how: Any) -> Path:
    """36 km/h everywhere: ten metres a second."""
    wkt = pyproj.CRS.from_user_input(crs).to_wkt()
    return geotiff(
        folder,
        np.full((SIDE, SIDE), 36, np.uint8),
        crs=wkt,
        transform=placed(crs, lon, lat, **how),
        nodata=255,
    )


def ground_metres(grid: VelocityGrid, one: tuple[int, int], other: tuple[int, int]) -> float:
    """Between the middles of two cells, on the ellipsoid."""
    crs = pyproj.CRS.from_wkt(str(grid.crs_wkt))
    back = pyproj.Transformer.from_crs(crs, 4326, always_xy=True)
    points = [back.transform(*grid.centre_of(*cell)) for cell in (one, other)]
    return float(pyproj.Geod(ellps="WGS84").inv(*points[0], *points[1])[2])


def check_times(grid: VelocityGrid, within: float) -> None:
    """Straight ways from the middle, in six directions, take distance over speed."""
    row, col = grid.rows // 2, grid.cols // 2
    reach = min(row, col) - 3  # re-projected cells have corners without data
    times = Dijkstra(grid).solve((Start(row * grid.cols + col),))
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)):
        there = row + down * reach, col + right * reach
        if grid.kmh_at(*there) > 0:
            expected = ground_metres(grid, (row, col), there) / 10
            assert times.seconds_at(*there) == pytest.approx(expected, rel=within)


@pytest.mark.parametrize(("crs", "lon", "lat"), EVEN)
def test_times_and_areas_are_those_of_the_ground(
    tmp_path: Path, crs: str, lon: float, lat: float
) -> None:
    grid = open_velocity(even_ground(tmp_path, crs, lon, lat))
    check_times(grid, 0.005)
    assert any("cells are measured on the ground" in note for note in grid.notes)
    times = Dijkstra(grid).solve((Start(0),))
    (area,) = band_areas(times, grid, (1e6,))
    outer = ((-0.5, -0.5), (-0.5, 40.5), (40.5, 40.5), (40.5, -0.5))
    corners = [grid.centre_of(*corner) for corner in outer]
    back = pyproj.Transformer.from_crs(crs, 4326, always_xy=True)
    lons, lats = back.transform(*np.transpose(corners))
    expected, _ = pyproj.Geod(ellps="WGS84").polygon_area_perimeter(lons, lats)
    assert area == pytest.approx(abs(expected), rel=0.01)
    assert describe(tmp_path / "grid.tif").metres_per_unit == grid.metres_per_unit


@pytest.mark.parametrize(("crs", "lon", "lat"), UNEVEN)
def test_an_uneven_map_is_offered_re_projection(
    tmp_path: Path, crs: str, lon: float, lat: float
) -> None:
    path = even_ground(tmp_path, crs, lon, lat)
    with pytest.raises(StretchedError, match="--reproject utm, or keep its grid") as caught:
        open_velocity(path)
    info = describe(path)
    assert info.stretched
    assert info.utm_epsg == caught.value.utm_epsg is not None
    assert any("before solving, re-project it" in note for note in info.notes)
    check_times(open_velocity(path, reproject="utm"), 0.005)


def test_an_uneven_map_that_is_kept_says_how_far_off_it_is(tmp_path: Path) -> None:
    path = even_ground(tmp_path, "EPSG:4087", 8.0, 47.0)
    grid = open_velocity(path, reproject="none")
    assert grid.cell_x == 100
    (note,) = [note for note in grid.notes if "off by up to" in note]
    assert "21 %" in note
    check_times(grid, 0.22)
    affine = Affine(0.01, 0, 8, 0, -0.01, 47)
    degrees = geotiff(tmp_path, np.ones((3, 3), np.uint8), crs="EPSG:4326", transform=affine)
    with pytest.raises(GeographicError):
        open_velocity(degrees, reproject="none")
    with pytest.raises(InputError, match="Choose utm or none"):
        open_velocity(path, reproject="mercator")


@pytest.mark.parametrize(("crs", "lon", "lat"), FAIR)
def test_lengths_that_are_fair_stay_as_they_are(
    tmp_path: Path, crs: str, lon: float, lat: float
) -> None:
    path = even_ground(tmp_path, crs, lon, lat)
    grid = open_velocity(path)
    unit = 1200 / 3937 if crs == "EPSG:2227" else 1.0
    assert grid.metres_per_unit == pytest.approx(unit, rel=1e-12)
    assert not any("stretches" in note for note in grid.notes)
    check_times(grid, 0.005)


def test_a_wide_raster_of_web_mercator_is_uneven(tmp_path: Path) -> None:
    path = even_ground(tmp_path, "EPSG:3857", 8.0, 47.0, cell=10_000.0)
    with pytest.raises(StretchedError, match=r"1\.43 to 1\.5 metres on its map \(EPSG:3857\)"):
        open_velocity(path)
    grid = open_velocity(path, reproject="utm")
    check_times(grid, 0.005)


def test_where_one_asks_web_mercator_is_re_projected_too(tmp_path: Path) -> None:
    grid = open_velocity(even_ground(tmp_path, "EPSG:3857", 8.0, 47.0), reproject="utm")
    assert "32632" in str(grid.crs_wkt)
    check_times(grid, 0.005)


def test_seconds_a_cell_are_of_the_cell_on_the_ground(tmp_path: Path) -> None:
    path = even_ground(tmp_path, "EPSG:3857", 8.0, 47.0)
    grid = open_velocity(path, units=Units.S_PER_CELL)
    metres = ground_metres(grid, (20, 20), (20, 21))
    assert grid.kmh_at(20, 20) == pytest.approx(3.6 * metres / 36, rel=0.005)


@pytest.mark.parametrize(("crs", "lon", "lat"), EVEN[3:5] + UNEVEN[3:])
def test_scale_is_that_of_the_projection(crs: str, lon: float, lat: float) -> None:
    """Against PROJ's own derivatives, for projections of the ellipsoid."""
    affine = placed(crs, lon, lat, cell=1.0)
    wkt = pyproj.CRS.from_user_input(crs).to_wkt()
    scale = map_scale(Placement(SIDE, SIDE, affine), reference_of(CRS.from_wkt(wkt)))
    factors = pyproj.Proj(pyproj.CRS.from_user_input(crs)).get_factors(lon, lat)
    assert factors.tissot_semiminor - 1e-4 < scale.least
    assert scale.greatest < factors.tissot_semimajor + 1e-4
    assert scale.mean == pytest.approx(factors.areal_scale**0.5, rel=2e-3)
