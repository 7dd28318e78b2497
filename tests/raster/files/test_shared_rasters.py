"""The shared real rasters against what their read-me files say of them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest

from core.errors import InputError
from raster.files.read import GeographicError, RasterInfo, describe, open_velocity
from raster.files.source import members
from tests.shared_data import needs_shared, shared

ESRI = "esri-formats/"
ODD = ESRI + "gdal-autotest/"
U1, U2, I2, I4, F4, F8 = "uint8", "uint16", "int16", "int32", "float32", "float64"
LOWEST = -3.4028234663852886e38


class Said(NamedTuple):
    """What the read-me says; valid is the fraction of cells with data."""

    path: str
    size: tuple[int, int]  # columns, rows
    cell: tuple[float, float]
    crs: str | None
    nodata: float | None
    dtype: str
    low: float | None
    high: float | None
    valid: float = 1.0
    member: str | None = None


def said(
    path: str,
    size: tuple[int, int],
    cell: float | tuple[float, float],
    crs: str | None,
    nodata: float | None,
    dtype: str,
    low: float | None,
    high: float | None,
    valid: float = 1.0,
    member: str | None = None,
) -> Said:
    both = cell if isinstance(cell, tuple) else (cell, cell)
    return Said(path, size, both, crs, nodata, dtype, low, high, valid, member)


A = ODD + "aaigrid/"
ASCII = [
    said(A + "pixel_per_line.asc", (15, 12), 50, "EPSG:3578", -99999, F4, 0, 3450),
    said(A + "pixel_per_line_comma.asc", (15, 12), 50, None, -99999, F4, 0, 3450),
    said(A + "case_sensitive.ASC", (15, 12), 50, "EPSG:3578", -99999, F4, 0, 3450),
    said(A + "nodata_float.asc", (5, 5), 60, None, -99999, F4, 107, 156),
    said(A + "nodata_int.asc", (5, 5), 60, None, -99999, I4, 107, 156),
    said(A + "nodata_nan.asc", (3, 2), 1, None, math.nan, F4, -1, 3, 5 / 6),
    said(A + "starting_with_nan.asc", (5, 5), 1, None, None, F4, 1, 1, 1 / 25),
    said(
        A + "float64.asc", (5, 5), 60, None, -1.234567890123, F8,
        1.234567890123, 1.234567890123, 1 / 25,
    ),
    said(A + "byte.tif.grd", (20, 20), 60, None, None, I4, 74, 255),
    said(A + "int32_withneg.grd", (5, 6), 1, None, None, I4, -47, 173),
    said(A + "withnodata.asc", (2, 2), 60, None, -999, I4, 0, 0, 3 / 4),
    said(A + "testserialization.asc", (1, 1), 1, None, None, I4, 0, 0),
    said(
        ESRI + "imageio-ext/arcgrid.zip", (1404, 1400), 22.5, None, -9999, I4, 213, 578,
        0.789, "dem.asc",
    ),
    said(
        ESRI + "imageio-ext/arcgrid.zip", (351, 350), 90, None, -9999, I4, 213, 578,
        0.789, "095b_dem_90m.asc",
    ),
    said(
        ESRI + "imageio-ext/arcgrid.zip", (278, 144), 0.008999999478566561, "EPSG:4326", -9,
        F4, 4.6493e-5, 0.75666, 0.69, "SWAN_NURC_LigurianSeaL07_HSIGN.asc",
    ),
    said(
        ESRI + "imageio-ext/arcgrid.zip", (634, 477), 30, None, None, I4, 1066, 1840,
        0.967, "spearfish.asc.gz",
    ),
    said(
        ESRI + "avaframe-xllcenter/avaHit.asc", (526, 446), 4.997678230579, None, -9999,
        F4, 1455.2, 2604.5, 0.68,
    ),
    said(
        ESRI + "avaframe-xllcenter/avaKot.asc", (439, 517), 4.997688906601, None, -9999,
        F4, 1052.2, 2207.0, 0.60,
    ),
    said(
        ESRI + "cell2fire/Zona_60/elevation.asc", (658, 597), 20, None, -9999, F4,
        188.5, 1012.7, 0.576,
    ),
    said(ESRI + "cell2fire/Zona_60/fuels.asc", (658, 597), 20, None, -9999, I4, 0, 189, 0.576),
    said(
        ESRI + "cell2fire/Houffalize/elevation.asc", (601, 601), 10, "EPSG:3812", -9999,
        F4, 282, 490,
    ),
    said(
        ESRI + "cell2fire/Houffalize/fuels.asc", (601, 601), 10, "EPSG:3812", -9999, F4,
        91, 186, 1 - 1201 / 601**2,
    ),
    said(
        ESRI + "cell2fire/Houffalize/slope.asc", (601, 601), 10, "EPSG:3812", -9999, F4,
        0, 51,
    ),
    said(
        ESRI + "cell2fire/Portillo/elevation.asc", (500, 500), 30, None, -9999, F4, 658, 2592
    ),
    said(
        ESRI + "cell2fire/Portillo/fuels.asc", (500, 500), 30, None, math.nan, F4, 1, 28,
        1 - 14674 / 500**2,
    ),
    said(ESRI + "cell2fire/Portezuelo/fuels.asc", (80, 80), 100.02265625, None, -9999, I4, 0, 34),
    said(ESRI + "cell2fire/Villarrica/fuels.asc", (920, 739), 100, None, 0, I4, 1, 34, 0.54),
    said(
        ESRI + "crater-lake/elevation.asc.gz", (285, 143), 0.0011111111111859, None, -9999,
        I4, 0, 255,
    ),
    said("terrain/santa-fe/slope_santafe.asc.gz", (531, 394), 30, None, -9999, I4, 1, 21),
    said("terrain/santa-fe/landuse_santafe.asc.gz", (531, 394), 30, None, -9999, I4, 1, 4),
    said("terrain/santa-fe/urban_santafe.asc.gz", (531, 394), 30, None, -9999, I4, 1, 2),
    said("terrain/santa-fe/road1_santafe.asc.gz", (531, 394), 30, None, -9999, I4, 1, 4, 0.22),
    said(
        "terrain/santa-fe/excluded_santafe.asc.gz", (531, 394), 30, None, -9999, I4, 0, 0, 0.05
    ),
    said(
        "terrain/velocity-grande-comore/velocity_grande_comore_30m.asc.zip", (1165, 2228), 30,
        "EPSG:32738", -9999, I4, 0, 60, 1 - 1266676 / 2595620,
    ),
]  # fmt: skip

B, E = ODD + "aigrid/", ODD + "ehdr/"
BINARY = [
    said(B + "abc3x1", (3, 1), 1, "EPSG:28355", 255, U1, 0, 2),
    said(B + "abc3x1/hdr.adf", (3, 1), 1, "EPSG:28355", 255, U1, 0, 2),
    said(B + "ABC3X1UC", (3, 1), 1, "EPSG:28355", 255, U1, 0, 2),
    said(B + "ABC3X1UC/HDR.ADF", (3, 1), 1, "EPSG:28355", 255, U1, 0, 2),
    said(B + "aigrid_sta_24bytes/teststa", (91, 53), 0.00025, "EPSG:4283", 255, U1, 0, 2),
    said(E + "ehdr11.flt", (321, 2), 2500, None, None, F4, 70.26, 71.34),
    said(E + "ehdr11.hdr", (321, 2), 2500, None, None, F4, 70.26, 71.34),
    said(E + "ehdr10.bil", (321, 2), 2500, None, None, F4, 70.26, 71.34),
    said(E + "float32.bil", (20, 20), 60, "EPSG:26711", None, F4, -0.83922, 2),
    said(E + "int16_rat.bil", (20, 20), 60, None, None, I2, 74, 255),
    said(
        ESRI + "indian-lake-aig/aoi_dem", (252, 311), 9.2592593e-05, "EPSG:4269", LOWEST,
        F4, 17.51, 72.17,
    ),
    said(
        ESRI + "imageio-ext/ehdr-elggll.zip", (600, 600), 1 / 120, None, -9999, I2, 1, 520,
        0.017,
    ),
]  # fmt: skip

T = "terrain/"
EDGE = T + "edge-cases/"
COVER = (
    ("Bare", 68), ("BuiltUp", 100), ("Crops", 79), ("Grass", 100), ("MossLichen", 50),
    ("PermanentWater", 100), ("SeasonalWater", 100), ("Shrub", 100), ("Snow", 0), ("Tree", 100),
)  # fmt: skip
SRTM = 1 / 3600
TERRAIN = [
    said(T + "riverside-elsinore/dem.tif", (1600, 1600), 30, "EPSG:32611", -9999, I2, 50, 1734),
    said(T + "riverside-elsinore/fbfm40.tif", (1600, 1600), 30, "EPSG:32611", -9999, I2, 91, 202),
    said(T + "riverside-elsinore/cc.tif", (1600, 1600), 30, "EPSG:32611", -9999, I2, 0, 75),
    *(
        said(
            f"{T}comoros/landcover_{name}.tif", (1327, 1028), 0.000992063, "EPSG:4326", 255,
            U1, 0, most, 0.10,
        )
        for name, most in COVER
    ),
    *(
        said(
            f"{T}comoros/{tile}.SRTMGL1.hgt.zip", (3601, 3601), SRTM, "EPSG:4326", -32768,
            I2, low, high,
        )
        for tile, low, high in (
            ("S12E043", -5, 2361), ("S13E043", -14, 796), ("S13E044", -8, 1599),
        )
    ),
    said(
        T + "velocity-grande-comore/velocity_grande_comore_30m.tif", (1165, 2228), 30,
        "EPSG:32738", 255, U1, 0, 60, 1 - 1266676 / 2595620,
    ),
    said(T + "sierra-nevada/srtm90.tif", (4269, 2465), 8.08484e-4, "EPSG:4326", None, I2, 15, 4338),
    said(T + "zion/srtm.tif", (465, 457), 0.000833333, "EPSG:4326", 65535, U2, 1024, 2892),
    said(T + "zion/nlcd2011.tif", (1073, 1359), (31.5303, 31.5247), "EPSG:6367", 255, U1, 11, 95),
    said(T + "swellendam/srtm_41_19.tif", (837, 661), 81.993, "EPSG:32733", None, I2, 0, 1699),
    said(T + "idaho-mackay/mackay.tif", (738, 919), 30, "EPSG:32612", None, F4, 1732.6, 3645.3),
    said(T + "hawaii-mauna-kea/hi.tif", (508, 406), 92.77, "EPSG:32605", -32768, F4, 0, 4205),
    said(
        T + "colorado-gothic/co_elevation_roi.tif", (1007, 633), 9.2592593e-05, "EPSG:4269",
        -3.4028230607370965e38, F4, 2543.0, 3946.1,
    ),
    said(EDGE + "no_srs.tif", (6, 4), 30.92, None, -32768, F4, 1077, 1088),
    said(EDGE + "tiny.tif", (6, 4), 30.92, "EPSG:32611", -32768, F4, 1077, 1088),
    said(EDGE + "nodata.tif", (74, 92), 300, "EPSG:32612", -9999, F4, None, None, 0),
    said(EDGE + "some_nodata.tif", (74, 92), 300, "EPSG:32612", -9999, F4, 1733.2, 3602.8, 0.999),
    said(EDGE + "geog.tif", (74, 92), (0.00387, 0.00276392), "EPSG:4326", None, F4, 0, 3627.9),
    said(EDGE + "mackay_skinny_x.tif", (8, 160), 92.77, "EPSG:32612", -32768, F4, 1846, 3111),
    said(EDGE + "mackay_skinny_y.tif", (152, 17), 92.77, "EPSG:32612", -32768, F4, 1806, 2371),
    said(
        EDGE + "palouse_hires.tif", (194, 222), 2, "EPSG:26911", -3.4028230607370965e38,
        F4, 785.8, 817.6,
    ),
]  # fmt: skip

READABLE = ASCII + BINARY + TERRAIN


def name_of(row: Said) -> str:
    return row.path.rsplit("/", 1)[-1] + (f"/{row.member}" if row.member else "")


@needs_shared
@pytest.mark.parametrize("row", READABLE, ids=name_of)
def test_a_readable_raster_is_what_its_read_me_says(
    row: Said, recwarn: pytest.WarningsRecorder, capfd: pytest.CaptureFixture[str]
) -> None:
    info = describe(shared(row.path), member=row.member)
    assert (info.cols, info.rows) == row.size
    assert (info.cell_x, info.cell_y) == pytest.approx(row.cell, rel=2e-4)
    assert info.crs == row.crs
    assert info.dtype == row.dtype
    assert_near(info.nodata, row.nodata, 1e-12)
    assert_near(info.minimum, row.low, 5e-4)  # read-me files round to a decimal
    assert_near(info.maximum, row.high, 5e-4)
    assert info.valid is not None
    assert info.valid / (info.rows * info.cols) == pytest.approx(row.valid, abs=6e-3)
    assert info.bands == 1
    assert capfd.readouterr() == ("", "")
    assert not recwarn.list


def assert_near(found: float | None, expected: float | None, relative: float) -> None:
    if expected is None:
        assert found is None
    else:
        assert found == pytest.approx(expected, rel=relative, abs=1e-9, nan_ok=True)


@needs_shared
@pytest.mark.parametrize("row", READABLE, ids=name_of)
def test_a_readable_raster_becomes_a_velocity_grid(row: Said) -> None:
    path = shared(row.path)
    info = describe(path, member=row.member)
    if info.geographic:
        with pytest.raises(GeographicError, match="--reproject utm"):
            open_velocity(path, member=row.member)
        return
    grid = open_velocity(path, member=row.member)
    assert grid.shape == (info.rows, info.cols)
    assert (grid.left, grid.top) == (info.left, info.top)
    speeds = grid.kmh_of(grid.values)
    assert np.isfinite(speeds).sum() == info.valid
    if info.maximum is not None:
        assert np.nanmax(speeds) == pytest.approx(max(info.maximum, 0), rel=1e-6)
    assert_no_data_is_no_barrier(info, speeds)


def assert_no_data_is_no_barrier(info: RasterInfo, speeds: np.ndarray) -> None:
    if info.minimum is not None and info.minimum > 0:
        assert not (speeds <= 0).any()


GEOGRAPHIC = [
    # path, member, EPSG, cell in metres
    (B + "aigrid_sta_24bytes/teststa", None, 32755, 27),
    (ESRI + "indian-lake-aig/aoi_dem", None, 32619, 9.4),
    (ESRI + "imageio-ext/arcgrid.zip", "SWAN_NURC_LigurianSeaL07_HSIGN.asc", 32632, 790),
    (ESRI + "imageio-ext/ehdr-elggll.zip", None, 32618, 920),
    (ESRI + "crater-lake/elevation.asc.gz", None, 32610, 98),
    (T + "comoros/landcover_Crops.tif", None, 32738, 110),
    (T + "colorado-gothic/co_elevation_roi.tif", None, 32613, 8.7),
    (T + "sierra-nevada/srtm90.tif", None, 32611, 76),
    (T + "zion/srtm.tif", None, 32612, 84),
    (EDGE + "geog.tif", None, 32612, 310),
]


@needs_shared
@pytest.mark.parametrize(("path", "member", "epsg", "cell"), GEOGRAPHIC)
def test_degrees_are_re_projected_to_their_zone(
    path: str, member: str | None, epsg: int, cell: float
) -> None:
    info = describe(shared(path), member=member)
    assert info.utm_epsg == epsg
    grid = open_velocity(shared(path), member=member, reproject="utm")
    assert grid.cell_x == grid.cell_y
    assert grid.cell_x == pytest.approx(cell, rel=0.03)
    speeds = grid.kmh_of(grid.values)
    assert info.maximum is not None
    assert np.nanmax(speeds) == pytest.approx(info.maximum, rel=0.02)
    # The same ground: as much of it holds data, to a few cells along the edge.
    assert info.valid is not None
    x, y = metres(info)
    assert np.isfinite(speeds).sum() * grid.cell_area == pytest.approx(info.valid * x * y, rel=0.05)


def metres(info: RasterInfo) -> tuple[float, float]:
    latitude = math.radians(info.top - info.rows * info.cell_y / 2)
    return info.cell_x * 111_320 * math.cos(latitude), info.cell_y * 111_320


BROKEN = [
    (E + "truncated.bin", None, "399 bytes, 400 are needed for 20 × 20"),
    (E + "truncated.hdr", None, "399 bytes, 400 are needed for 20 × 20"),
    (E + "wc_10m_CCCMA_A2a_2020_tmin_9.bil", None, "2 bytes, 3,888,000 are needed"),
    (ESRI + "cell2fire/Zona_60/hm.asc", None, "the file is empty"),
    (ESRI + "imageio-ext/arcgrid.zip", None, "holds 4 rasters"),
    (ESRI + "imageio-ext/arcgrid.zip", "other.asc", "holds no 'other.asc'"),
    (A + "case_sensitive.PRJ", None, "belongs to a raster"),
    (A + "absent.asc", None, "no such file"),
    (ODD + "aigrid", None, "Open ABC3X1UC, abc3x1 in it"),
    (ESRI + "indian-lake-aig/info", None, "holds no raster"),
    (ESRI + "indian-lake-aig/info/arc.dir", None, "no raster format"),
    (ESRI + "indian-lake-aig/aoi_dem.ovr", None, "belongs to a raster"),
    (T + "comoros/roads.gpkg", None, "Open it as a road network"),
    (T + "comoros/comores-latest.osm.pbf", None, "Open it as a road network"),
    (T + "README.md", None, "no raster format"),
]


@needs_shared
@pytest.mark.parametrize(("path", "member", "reason"), BROKEN)
def test_a_broken_file_gives_its_reason_in_one_line(
    path: str, member: str | None, reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for opened in (describe, open_velocity):
        with pytest.raises(InputError, match=reason) as caught:
            opened(shared(path), member=member)
        assert "\n" not in str(caught.value)
    assert capfd.readouterr() == ("", "")


@needs_shared
def test_the_archive_offers_its_rasters() -> None:
    assert members(shared(ESRI + "imageio-ext/arcgrid.zip")) == (
        "095b_dem_90m.asc",
        "SWAN_NURC_LigurianSeaL07_HSIGN.asc",
        "dem.asc",
        "spearfish.asc.gz",
    )
    assert members(shared(T + "comoros/S12E043.SRTMGL1.hgt.zip")) == ("S12E043.hgt",)


@needs_shared
def test_the_velocity_raster_is_the_same_from_geotiff_and_zipped_text() -> None:
    folder = "terrain/velocity-grande-comore/velocity_grande_comore_30m"
    tiff, text = open_velocity(shared(folder + ".tif")), open_velocity(shared(folder + ".asc.zip"))
    np.testing.assert_array_equal(tiff.values, text.values)
    assert (tiff.left, tiff.top, tiff.cell_x) == (text.left, text.top, text.cell_x)
    assert (tiff.left, tiff.top) == (305190, 8744790)
    speeds = tiff.kmh_of(tiff.values)
    assert np.sum(speeds == 0) == 7831
    assert np.sum(np.isnan(speeds)) == 1266676
    assert len(np.unique(speeds[~np.isnan(speeds)])) == 44
    assert tiff.notes == text.notes == ()


@needs_shared
def test_the_corner_comes_from_the_centre_where_the_header_says_so() -> None:
    centre = describe(shared(ESRI + "avaframe-xllcenter/avaHit.asc"), statistics=False)
    header = shared(ESRI + "avaframe-xllcenter/avaHit.asc").read_text().splitlines()[:6]
    xllcenter = float(next(x.split()[1] for x in header if x.lower().startswith("xllcenter")))
    assert centre.left == pytest.approx(xllcenter - 4.997678230579 / 2, abs=1e-9)


@needs_shared
def test_the_stars_of_a_grass_grid_are_no_data() -> None:
    grid = open_velocity(shared(ESRI + "imageio-ext/arcgrid.zip"), member="spearfish.asc.gz")
    speeds = grid.kmh_of(grid.values)
    assert np.isnan(speeds[0, 0])
    assert not (speeds == 0).any()
