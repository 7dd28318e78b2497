from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest
import rasterio
from rasterio.control import GroundControlPoint
from rasterio.transform import Affine

from core.cancel import Cancel
from core.errors import CancelledError, InputError
from raster.files.read import describe, open_velocity
from tests.raster.files.made import KMH, NORTH_UP, geotiff

CELLS = np.arange(12, dtype=np.int16).reshape(3, 4)
# 0  1  2  3
# 4  5  6  7
# 8  9 10 11


def speeds_of(path: Path, **options: object) -> np.ndarray:
    grid = open_velocity(path, **options)  # type: ignore[arg-type]
    return grid.kmh_of(grid.values)


@pytest.mark.parametrize(
    "dtype", ["uint8", "int8", "int16", "uint16", "int32", "uint32", "int64", "float32", "float64"]
)
def test_every_real_type_reads_the_same(tmp_path: Path, dtype: str) -> None:
    path = geotiff(tmp_path, CELLS.astype(dtype), nodata=7)
    expected = np.where(CELLS == 7, np.nan, CELLS)
    np.testing.assert_array_equal(speeds_of(path), expected)
    info = describe(path)
    assert (info.dtype, info.nodata, info.valid) == (dtype, 7, 11)
    assert (info.minimum, info.maximum) == (0, 11)


def test_geometry_and_crs(tmp_path: Path) -> None:
    info = describe(geotiff(tmp_path, CELLS, transform=Affine(10, 0, 100, 0, -2.5, 230)))
    assert (info.rows, info.cols, info.cell_x, info.cell_y) == (3, 4, 10, 2.5)
    assert (info.left, info.top) == (100, 230)
    assert (info.crs, info.unit, info.metres_per_unit) == ("EPSG:32738", "metre", 1)
    assert (info.kind, info.geographic, info.bands) == ("GeoTIFF", False, 1)


def test_a_crs_in_feet_scales_to_metres(tmp_path: Path) -> None:
    grid = open_velocity(geotiff(tmp_path, CELLS, crs="EPSG:2263"))
    assert grid.step_x == pytest.approx(3.048006, abs=1e-6)


def test_no_crs_works_and_says_so(tmp_path: Path) -> None:
    path = geotiff(tmp_path, CELLS, crs=None)
    grid = open_velocity(path)
    assert grid.crs_wkt is None
    assert any("no CRS" in note for note in grid.notes)
    assert describe(path).crs is None


def test_without_georeferencing_cells_are_a_metre(
    tmp_path: Path, recwarn: pytest.WarningsRecorder, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "photo.png"
    with rasterio.open(path, "w", driver="PNG", width=4, height=3, count=1, dtype="uint8") as png:
        png.write(CELLS.astype("uint8"), 1)
    recwarn.clear()
    grid = open_velocity(path)
    assert (grid.cell_x, grid.left, grid.top) == (1, 0, 3)
    assert grid.values.tolist() == CELLS.tolist()
    assert any("georeferencing" in note for note in grid.notes)
    assert capfd.readouterr() == ("", "")
    assert not recwarn.list


def test_south_up_and_mirrored_rasters_are_turned(tmp_path: Path) -> None:
    south_up = geotiff(
        tmp_path, CELLS[::-1], name="s.tif", transform=Affine(10, 0, 100, 0, 10, 200)
    )
    mirrored = geotiff(
        tmp_path, CELLS[:, ::-1], name="m.tif", transform=Affine(-10, 0, 140, 0, -10, 230)
    )
    for path in (south_up, mirrored):
        grid = open_velocity(path)
        assert grid.values.tolist() == CELLS.tolist()
        assert (grid.left, grid.top) == (100, 230)
    assert any("south to north" in note for note in open_velocity(south_up).notes)


def test_a_rotated_grid_is_refused_with_a_way_out(tmp_path: Path) -> None:
    turned = Affine(9.8, 1.7, 100, 1.7, -9.8, 230)
    path = geotiff(tmp_path, CELLS, transform=turned)
    assert any("rotated" in note for note in describe(path).notes)
    with pytest.raises(InputError, match=r"rotated or sheared\. Re-project it"):
        open_velocity(path)


def test_control_points_are_refused(tmp_path: Path) -> None:
    points = [GroundControlPoint(r, c, x=40 + c, y=10 - r) for r in (0, 3) for c in (0, 4)]
    path = tmp_path / "points.tif"
    with rasterio.open(
        path, "w", driver="GTiff", width=4, height=3, count=1, dtype="int16",
        gcps=points, crs="EPSG:4326",
    ) as dataset:  # fmt: skip
        dataset.write(CELLS, 1)
    with pytest.raises(InputError, match="gdalwarp"):
        describe(path)


def test_bands_are_chosen_by_number_and_listed_by_name(tmp_path: Path) -> None:
    path = geotiff(tmp_path, np.stack([CELLS, CELLS + 100]))
    with rasterio.open(path, "r+") as dataset:
        dataset.descriptions = ("summer", None)
    info = describe(path, band=2)
    assert (info.bands, info.band_names, info.band) == (2, ("summer", "band 2"), 2)
    assert (info.minimum, info.maximum) == (100, 111)
    assert open_velocity(path, band=2).values.tolist() == (CELLS + 100).tolist()
    for band in (0, 3, -1):
        with pytest.raises(InputError, match="Choose from 2: 1: summer, 2: band 2"):
            describe(path, band=band)


def test_a_mask_says_no_data(tmp_path: Path) -> None:
    path = geotiff(tmp_path, CELLS)
    mask = np.full(CELLS.shape, 255, np.uint8)
    mask[1, 2] = 0
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True), rasterio.open(path, "r+") as dataset:
        dataset.write_mask(mask)
    np.testing.assert_array_equal(np.isnan(speeds_of(path)), mask == 0)


def test_scale_and_offset_apply(tmp_path: Path) -> None:
    path = geotiff(tmp_path, CELLS, nodata=7)
    with rasterio.open(path, "r+") as dataset:
        dataset.scales, dataset.offsets = (0.5,), (1.0,)
    np.testing.assert_allclose(speeds_of(path), np.where(CELLS == 7, np.nan, CELLS * 0.5 + 1))
    assert describe(path).maximum == 6.5


def test_what_is_scaled_is_told_scaled_and_how(tmp_path: Path) -> None:
    path = geotiff(tmp_path, CELLS, nodata=0)
    with rasterio.open(path, "r+") as dataset:
        dataset.scales, dataset.offsets = (0.5,), (-1.0,)
    info = describe(path)
    stored = CELLS[CELLS != 0]
    assert (info.minimum, info.maximum) == (stored.min() * 0.5 - 1, stored.max() * 0.5 - 1)
    assert (info.nodata, info.scale, info.offset) == (0, 0.5, -1)
    assert "values are 0.5 × what is stored - 1; no data is stored as 0" in info.notes


def test_a_virtual_raster_with_a_nodata_that_no_cell_can_hold(tmp_path: Path) -> None:
    path = geotiff(tmp_path, CELLS.astype("uint8"))
    vrt = tmp_path / "grid.vrt"
    vrt.write_text(
        '<VRTDataset rasterXSize="4" rasterYSize="3">'
        "<GeoTransform>100, 10, 0, 230, 0, -10</GeoTransform>"
        '<VRTRasterBand dataType="Byte" band="1"><NoDataValue>-9999</NoDataValue>'
        f'<SimpleSource><SourceFilename relativeToVRT="1">{path.name}</SourceFilename>'
        "<SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>"
    )
    info = describe(vrt)
    assert info.kind == "GDAL virtual raster"
    assert info.valid == 12
    assert info.nodata is None


def test_a_vrt_without_its_source_is_an_error(tmp_path: Path) -> None:
    vrt = tmp_path / "grid.vrt"
    vrt.write_text(
        '<VRTDataset rasterXSize="4" rasterYSize="3"><VRTRasterBand dataType="Byte" band="1">'
        '<SimpleSource><SourceFilename relativeToVRT="1">gone.tif</SourceFilename>'
        "<SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>"
    )
    with pytest.raises(InputError, match=r"gone\.tif"):
        describe(vrt)


def test_complex_numbers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="complex"):
        describe(geotiff(tmp_path, CELLS.astype("complex64")))


def test_a_cut_geotiff_is_an_error(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = geotiff(tmp_path, np.ones((600, 600), np.float32))
    path.write_bytes(path.read_bytes()[:-100_000])
    for opened in (describe, open_velocity):
        with pytest.raises(InputError) as caught:
            opened(path)
        assert "\n" not in str(caught.value)
    assert capfd.readouterr() == ("", "")


def raw(folder: Path, name: str, header: str, cells: np.ndarray) -> Path:
    path = folder / name
    path.write_bytes(cells.tobytes())
    path.with_suffix(".hdr").write_text(header)
    return path


SIZE = "nrows 3\nncols 4\nulxmap 105\nulymap 225\nxdim 10\nydim 10\n"


@pytest.mark.parametrize("layout", ["BIL", "BSQ", "BIP"])
def test_interleaved_binaries(tmp_path: Path, layout: str) -> None:
    bands = np.stack([CELLS, CELLS + 100])
    order = {"BSQ": (0, 1, 2), "BIL": (1, 0, 2), "BIP": (1, 2, 0)}[layout]
    path = raw(
        tmp_path,
        f"grid.{layout.lower()}",
        f"{SIZE}nbands 2\nnbits 16\nlayout {layout}\npixeltype signedint\nbyteorder I\n",
        bands.transpose(order).astype("<i2"),
    )
    assert describe(path).kind == f"ESRI {layout} raster"
    assert open_velocity(path, band=2).values.tolist() == (CELLS + 100).tolist()
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(InputError, match="holds 47 bytes, 48 are needed for 4 × 3 cells"):
        describe(path)


@pytest.mark.parametrize(("order", "dtype"), [("LSBFIRST", "<f4"), ("MSBFIRST", ">f4")])
def test_float_grids_of_both_byte_orders(tmp_path: Path, order: str, dtype: str) -> None:
    header = (
        "ncols 4\nnrows 3\nxllcorner 100\nyllcorner 200\ncellsize 10\n"
        f"NODATA_value -9999\nbyteorder {order}\n"
    )
    cells = np.where(np.isnan(KMH), -9999, KMH).astype(dtype)
    path = raw(tmp_path, "grid.flt", header, cells)
    assert describe(path).kind == "ESRI float grid"
    np.testing.assert_array_equal(speeds_of(path), KMH)
    packed = shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path, None)
    np.testing.assert_array_equal(speeds_of(Path(packed)), KMH)


def test_a_raster_within_a_container_is_named(tmp_path: Path) -> None:
    path = tmp_path / "two.gpkg"
    for table in ("slow", "fast"):
        with rasterio.open(
            path, "w", driver="GPKG", width=256, height=256, count=1, dtype="uint8",
            crs="EPSG:32738", transform=NORTH_UP, RASTER_TABLE=table, APPEND_SUBDATASET="YES",
        ) as dataset:  # fmt: skip
            dataset.write(np.ones((256, 256), np.uint8), 1)
    with pytest.raises(InputError, match="holds 2 rasters: slow, fast"):
        describe(path)


def test_statistics_may_be_left_out(tmp_path: Path) -> None:
    info = describe(geotiff(tmp_path, CELLS), statistics=False)
    assert (info.minimum, info.maximum, info.valid) == (None, None, None)


def test_a_record_for_json_has_the_promised_names(tmp_path: Path) -> None:
    record = describe(geotiff(tmp_path, CELLS.astype("float32"), nodata=np.nan)).record()
    promised = (
        "kind",
        "rows",
        "cols",
        "cell_x",
        "cell_y",
        "crs",
        "nodata",
        "dtype",
        "min",
        "max",
        "bands",
    )
    assert set(promised) <= record.keys()
    assert (record["min"], record["max"]) == (0, 11)
    assert (record["nodata"], record["nodata_is_nan"]) == (None, True)


def test_reading_can_be_cancelled(tmp_path: Path) -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        describe(geotiff(tmp_path, CELLS), cancel=cancel)


def test_an_esri_binary_grid_in_a_zip_is_a_folder(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "grids.zip", "w") as packed:
        packed.writestr("one/hdr.adf", b"no grid at all")
    with pytest.raises(InputError, match=r"grids\.zip/one"):
        describe(tmp_path / "grids.zip")
