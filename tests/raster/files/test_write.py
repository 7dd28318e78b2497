"""Travel times and bands as raster files: read back to the bit, and old files safe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import rasterio

from core.cancel import Cancel
from core.errors import CancelledError, ExportError
from raster.files import write
from raster.files.category_table import Category
from raster.files.text.write import write_times_text
from raster.files.write import NO_BAND, NODATA, TILE, write_bands, write_times
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimeGrid
from tests.raster.fields import UTM_38S, cone, grid_of, times_of

TAGS = {"ISOFRONT_SOLVER": "dijkstra", "ISOFRONT_STARTS": "1 2 0"}
LIMITS = (100.0, 250.0, 600.0)
CATEGORIES = [
    Category("0–100 s", 0, 100, 1e6, (68, 1, 84, 255)),
    Category("100–250 s & more", 100, 250, 2e6, (33, 145, 140, 255)),
    Category("250–600 s", 250, 600, 3e6, (253, 231, 37, 255)),
]


def terrain(rows: int = 600, cols: int = 530) -> tuple[VelocityGrid, TravelTimeGrid]:
    """More than one tile each way, with a lake that is not reached."""
    seconds = cone(rows, cols, 20.3, 30.7)
    seconds[100:140, 200:290] = np.inf
    grid = grid_of(seconds, 30.0, 25.0, left=305_190.0, top=8_744_790.0, crs_wkt=UTM_38S)
    return grid, times_of(seconds)


@contextmanager
def disk_of(size: int) -> Iterator[None]:
    """No file may grow past `size` bytes, as if the disk were full."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("cog", [False, True])
def test_seconds_come_back_to_the_bit_in_their_place(tmp_path: Path, cog: bool) -> None:
    grid, times = terrain()
    path = tmp_path / "times.tif"
    write_times(path, grid, times, TAGS, cog=cog)
    assert names(tmp_path) == ["times.tif"]
    with rasterio.open(path) as dataset:
        values = dataset.read(1)
        assert values.dtype == np.float32
        assert dataset.nodata == NODATA
        assert dataset.crs == rasterio.CRS.from_wkt(UTM_38S)
        assert dataset.transform == rasterio.Affine(30, 0, 305_190, 0, -25, 8_744_790)
        assert tuple(dataset.bounds) == grid.bounds
        assert dataset.block_shapes == [(TILE, TILE)]
        assert dataset.compression.name == "deflate"
        assert dataset.units == ("s",)
        assert dataset.descriptions == ("travel time",)
        assert dataset.tags().items() >= TAGS.items()
        assert dataset.tags(ns="IMAGE_STRUCTURE")["PREDICTOR"] == "3"
        layout = dataset.tags(ns="IMAGE_STRUCTURE").get("LAYOUT")
        assert (layout, bool(dataset.overviews(1))) == (("COG", True) if cog else (None, False))
    seconds = times.seconds(grid.whole(), grid.shape)
    np.testing.assert_array_equal(values, np.where(np.isinf(seconds), NODATA, seconds))


def test_overviews_hold_no_times_that_are_not_there(tmp_path: Path) -> None:
    grid, times = terrain()
    write_times(tmp_path / "times.tif", grid, times, TAGS, cog=True)
    with rasterio.open(tmp_path / "times.tif", overview_level=0) as dataset:
        small = dataset.read(1)
    assert np.isin(small, [NODATA, *times.seconds(grid.whole(), grid.shape).ravel()]).all()


def test_bands_are_numbered_from_one_and_have_names_and_colours(tmp_path: Path) -> None:
    grid, times = terrain()
    path = tmp_path / "bands.tif"
    write_bands(path, grid, times, LIMITS, CATEGORIES, TAGS)
    with rasterio.open(path) as dataset:
        values = dataset.read(1)
        assert values.dtype == np.uint8
        assert dataset.nodata == NO_BAND
        colours = dataset.colormap(1)
        assert tuple(dataset.bounds) == grid.bounds
        assert dataset.tags()["ISOFRONT_SOLVER"] == "dijkstra"
    assert colours[NO_BAND][3] == 0
    assert [colours[band + 1] for band in range(3)] == [c.colour for c in CATEGORIES]
    seconds = times.seconds(grid.whole(), grid.shape)
    expected = np.searchsorted(LIMITS, seconds) + 1
    expected[seconds > 600] = NO_BAND
    np.testing.assert_array_equal(values, expected)
    assert names(tmp_path) == ["bands.tif", "bands.tif.aux.xml"]
    xml = ElementTree.parse(tmp_path / "bands.tif.aux.xml")
    listed = [element.text for element in xml.iter("Category")]
    assert listed == ["not reached", *(c.name for c in CATEGORIES)]
    rows = [[field.text for field in row] for row in xml.iter("Row")]
    assert rows[1] == ["2", "100–250 s & more", "100", "250", "2000000", "33", "145", "140"]


def test_an_ascii_grid_reads_back_to_the_millisecond(tmp_path: Path) -> None:
    grid, times = terrain(90, 80)
    square = grid_of(cone(90, 80, 0, 0), 30.0, left=305_190.25, top=8_744_790.0, crs_wkt=UTM_38S)
    notes = write_times_text(tmp_path / "times.asc", square, times)
    assert notes == ()
    assert names(tmp_path) == ["times.asc", "times.prj"]
    with rasterio.open(tmp_path / "times.asc") as dataset:
        assert dataset.nodata == NODATA
        assert dataset.dtypes == ("float32",)
        assert tuple(dataset.bounds) == square.bounds
        assert dataset.crs.to_epsg(confidence_threshold=20) == 32738
        values = dataset.read(1)
    seconds = times.seconds(grid.whole(), grid.shape)
    np.testing.assert_allclose(values, np.where(np.isinf(seconds), NODATA, seconds), atol=6e-4)


def test_oblong_cells_in_an_ascii_grid_are_noted(tmp_path: Path) -> None:
    grid, times = terrain(20, 30)
    (note,) = write_times_text(tmp_path / "times.asc", grid, times)
    assert "dx" in note
    assert "ArcGIS" in note
    with rasterio.open(tmp_path / "times.asc") as dataset:
        assert dataset.res == (30.0, 25.0)


def test_without_a_crs_none_is_written_and_a_stale_one_goes(tmp_path: Path) -> None:
    seconds = cone(5, 6, 0, 0)
    (tmp_path / "times.prj").write_text("of another place")
    notes = write_times_text(tmp_path / "times.asc", grid_of(seconds), times_of(seconds))
    assert "names no CRS" in notes[0]
    assert names(tmp_path) == ["times.asc"]
    write_times(tmp_path / "times.tif", grid_of(seconds), times_of(seconds), {})
    with rasterio.open(tmp_path / "times.tif") as dataset:
        assert dataset.crs is None


def test_sidecars_of_the_old_file_go(tmp_path: Path) -> None:
    grid, times = terrain(20, 30)
    for suffix in ("", ".aux.xml", ".ovr", ".msk"):
        (tmp_path / f"times.tif{suffix}").write_text("old")
    write_times(tmp_path / "times.tif", grid, times, TAGS)
    assert names(tmp_path) == ["times.tif"]


WRITERS: dict[str, Any] = {
    "tif": lambda path, grid, times, **rest: write_times(path, grid, times, TAGS, **rest),
    "cog": lambda path, grid, times, **rest: write_times(path, grid, times, TAGS, cog=True, **rest),
    "bands": lambda path, grid, times, **rest: write_bands(
        path, grid, times, LIMITS, CATEGORIES, TAGS, **rest
    ),
    "text": write_times_text,
}


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("size", [0, 2000])
def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path, kind: str, size: int) -> None:
    grid, times = terrain()
    path = tmp_path / "result.tif"
    path.write_text("old")
    with disk_of(size), pytest.raises(ExportError) as caught:
        WRITERS[kind](path, grid, times)
    assert caught.value.where == str(path)
    assert "\n" not in str(caught.value)
    assert path.read_text() == "old"
    assert names(tmp_path) == ["result.tif"]


@pytest.mark.parametrize("kind", ["tif", "cog", "bands"])
def test_a_disk_that_is_full_at_the_last_byte_is_noticed(tmp_path: Path, kind: str) -> None:
    grid, times = terrain()
    path = tmp_path / "result.tif"
    WRITERS[kind](path, grid, times)
    size = path.stat().st_size
    path.write_text("old")
    with disk_of(size - 1), pytest.raises(ExportError):
        WRITERS[kind](path, grid, times)
    assert path.read_text() == "old"


@pytest.mark.parametrize("kind", WRITERS)
def test_cancelled_exports_leave_the_old_file_whole(tmp_path: Path, kind: str) -> None:
    grid, times = terrain()
    path = tmp_path / "result.tif"
    path.write_text("old")
    cancel = Cancel()

    def progress(fraction: float, label: str) -> None:
        cancel.set()

    with pytest.raises(CancelledError):
        WRITERS[kind](path, grid, times, progress=progress, cancel=cancel)
    assert path.read_text() == "old"
    assert names(tmp_path) == ["result.tif"]


@pytest.mark.parametrize("kind", WRITERS)
def test_progress_rises_to_one(tmp_path: Path, kind: str) -> None:
    grid, times = terrain()
    told: list[float] = []
    WRITERS[kind](tmp_path / "r.tif", grid, times, progress=lambda part, _: told.append(part))
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    grid, times = terrain(5, 5)
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "nowhere" / "times.tif", tmp_path / "file" / "times.tif", tmp_path):
        with pytest.raises(ExportError, match=path.name):
            write_times(path, grid, times, TAGS)


@pytest.mark.parametrize("kind", ["tif", "cog", "bands"])
def test_a_file_that_does_not_hold_what_was_written_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    grid, times = terrain()
    path = tmp_path / "result.tif"
    path.write_text("old")
    write_strips = write._write_strips
    monkeypatch.setattr(write, "_write_strips", lambda *given: write_strips(*given) ^ 1)
    with pytest.raises(ExportError, match="does not hold what was written"):
        WRITERS[kind](path, grid, times)
    assert path.read_text() == "old"


@pytest.mark.parametrize(("height", "oblong"), [(30.0 * (1 + 1e-7), False), (30.003, True)])
def test_cells_are_square_as_far_as_ten_thousand_of_them_show(
    tmp_path: Path, height: float, oblong: bool
) -> None:
    seconds = cone(5, 6, 0, 0)
    write_times_text(tmp_path / "t.asc", grid_of(seconds, 30.0, height), times_of(seconds))
    words = (tmp_path / "t.asc").read_text().split()
    assert ("dx" in words, "cellsize" in words) == (oblong, not oblong)
