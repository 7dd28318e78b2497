from __future__ import annotations

import gzip
import math
import os
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
import rasterio

from core.cancel import Cancel
from core.errors import CancelledError, InputError
from core.files.import_cache import CacheSize, cache_size, clear_cache
from raster.files.opening import open_reader
from raster.files.read import describe, open_velocity
from raster.files.reader import BLOCK_CELLS
from raster.files.source import resolve
from raster.files.text.grid import TextReader
from raster.files.text.import_cache import (
    BIG_TEXT_BYTES,
    imported,
    is_big,
)
from raster.grid import VelocityGrid
from tests.raster.files.made import HEADER, KMH, VALUES, text_grid

COLS, ROWS = 2000, 3600


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("ISOFRONT_CACHE_DIR", str(folder))
    return folder


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A text grid above the size that is imported; every row another speed, NODATA on the left."""
    header = HEADER.replace("ncols 4", f"ncols {COLS}").replace("nrows 3", f"nrows {ROWS}")
    rows = (" ".join(["-9999"] + [str(row % 90)] * (COLS - 1)) for row in range(ROWS))
    folder = tmp_path_factory.mktemp("big")
    (folder / "big.prj").write_text("Projection UTM\nZone 38\nDatum WGS84\nUnits METERS\n")
    return text_grid(folder, header + "\n".join(rows), "big.asc")


def opened(path: Path, folder: Path, **options: Any) -> Path:
    with open_reader(resolve(path)) as reader:
        return imported(reader, folder=folder, **options)


def check_big(grid: VelocityGrid) -> None:
    assert grid.shape == (ROWS, COLS)
    assert grid.values.dtype == np.uint8
    assert (grid.left, grid.top, grid.cell_x) == (100, 200 + ROWS * 10, 10)
    np.testing.assert_array_equal(grid.kmh_of(grid.values)[:, 1], np.arange(ROWS) % 90)
    assert np.isnan(grid.kmh_of(grid.values)[:, 0]).all()
    assert grid.crs_wkt is not None


def test_a_big_text_grid_is_imported_once(big: Path, cache: Path) -> None:
    assert big.stat().st_size > BIG_TEXT_BYTES
    labels: list[str] = []
    check_big(open_velocity(big, progress=lambda fraction, label: labels.append(label)))
    assert "Importing the text grid" in labels
    assert cache_size().files == 1
    labels.clear()
    check_big(open_velocity(big, progress=lambda fraction, label: labels.append(label)))
    assert "Importing the text grid" not in labels
    assert cache_size().files == 1
    with rasterio.open(next(cache.iterdir())) as dataset:
        assert dataset.block_shapes == [(256, 256)]
        assert dataset.overviews(1) == [2, 4, 8]
        assert dataset.dtypes == ("uint8",)
    assert describe(big).kind == "ESRI ASCII grid"


def test_a_cancelled_import_leaves_nothing(big: Path, cache: Path) -> None:
    cancel = Cancel()

    def stop_when_importing(fraction: float, label: str) -> None:
        if label.startswith("Importing"):
            cancel.set()

    with pytest.raises(CancelledError):
        open_velocity(big, progress=stop_when_importing, cancel=cancel)
    assert list(cache.iterdir()) == []


def test_a_cache_that_cannot_be_written_is_done_without(
    big: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.touch()
    monkeypatch.setenv("ISOFRONT_CACHE_DIR", str(in_the_way))
    grid = open_velocity(big)
    check_big(grid)
    assert any("could not be written" in note for note in grid.notes)


@pytest.mark.parametrize("byte", [0, 100, 5000, -1])
def test_a_damaged_import_is_named_and_made_again(tmp_path: Path, cache: Path, byte: int) -> None:
    path = text_grid(tmp_path, HEADER + VALUES)
    with mock.patch("raster.files.text.import_cache.BIG_TEXT_BYTES", 0):
        sound = open_velocity(path)
        (kept,) = cache.iterdir()
        whole = kept.read_bytes()
        byte %= len(whole)
        kept.write_bytes(whole[:byte] + bytes([whole[byte] ^ 4]) + whole[byte + 1 :])
        again = open_velocity(path)
        assert kept.read_bytes() == whole
        assert open_velocity(path).notes == sound.notes
    np.testing.assert_array_equal(again.values, sound.values)
    (note,) = set(again.notes) - set(sound.notes)
    assert kept.name in note
    assert note.endswith("and is made again")


def test_small_text_and_other_formats_are_not_imported(tmp_path: Path, cache: Path) -> None:
    open_velocity(text_grid(tmp_path, HEADER + VALUES))
    assert not cache.exists()


def test_a_gzip_counts_by_what_it_unpacks_to(tmp_path: Path) -> None:
    path = tmp_path / "grid.asc.gz"
    path.write_bytes(gzip.compress(HEADER.encode() + b"0 " * (BIG_TEXT_BYTES // 2), 1))
    assert path.stat().st_size < BIG_TEXT_BYTES < 4_000_000_000
    assert is_big(resolve(path))


def test_a_changed_file_is_imported_anew(tmp_path: Path) -> None:
    path = text_grid(tmp_path, HEADER + VALUES)
    first = opened(path, tmp_path / "cache")
    assert opened(path, tmp_path / "cache") == first
    path.write_text(HEADER + VALUES.replace("12", "13"))
    os.utime(path, (1, 1))
    assert opened(path, tmp_path / "cache") != first


VARIANTS = {
    "uint8": (VALUES, 255),
    "uint16": (VALUES.replace("12", "65534"), 65535),
    "int16": (VALUES.replace("12", "-12"), -32768),
    "int32": (VALUES.replace("12", "-70000"), -(2**31)),
    "float32": (VALUES.replace("12", "12.25"), math.nan),
}


@pytest.mark.parametrize(("dtype", "values", "nodata"), [(t, *v) for t, v in VARIANTS.items()])
def test_the_import_has_the_numbers_of_the_text(
    tmp_path: Path, dtype: str, values: str, nodata: float
) -> None:
    with open_reader(resolve(text_grid(tmp_path, HEADER + values))) as reader:
        block = next(reader.blocks(1))
        with rasterio.open(imported(reader, folder=tmp_path / "cache")) as dataset:
            assert dataset.dtypes == (dtype,)
            np.testing.assert_equal(dataset.nodata, nodata)
            np.testing.assert_array_equal(dataset.read(1, masked=True).mask, ~block.valid)
            np.testing.assert_array_equal(dataset.read(1)[block.valid], block.values[block.valid])


def test_a_broken_grid_is_not_imported(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        opened(text_grid(tmp_path, HEADER + "1 2 3"), tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_the_cache_says_its_size_and_can_be_cleared(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    assert cache_size(folder) == CacheSize(0, 0)
    kept = opened(text_grid(tmp_path, HEADER + VALUES), folder)
    (folder / "left by a crash.part").write_bytes(b"xx")
    held = CacheSize(2, kept.stat().st_size + 2)
    assert cache_size(folder) == held
    assert clear_cache(folder) == held
    assert cache_size(folder) == CacheSize(0, 0)


def test_speeds_from_an_import_are_those_of_the_text(tmp_path: Path) -> None:
    text = (HEADER + VALUES).replace("12", "12.3456789012")
    path = text_grid(tmp_path, text)
    through = open_velocity(opened(path, tmp_path / "cache"))
    straight = open_velocity(path)
    np.testing.assert_array_equal(through.kmh_of(through.values), straight.kmh_of(straight.values))
    assert np.isnan(KMH).sum() == np.isnan(through.kmh_of(through.values)).sum()


@pytest.mark.parametrize("short", [False, True])
def test_a_text_is_parsed_once_unless_memory_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, short: bool
) -> None:
    lines = 3 * BLOCK_CELLS // COLS
    #  whole numbers, then real ones, and cells without data in either
    rows = np.where(np.arange(lines)[:, None] * 2 < lines, 16_777_217, 0.1) * np.ones(COLS)
    rows[::500, :9] = -9999
    header = HEADER.replace("ncols 4", f"ncols {COLS}").replace("nrows 3", f"nrows {lines}")
    body = "\n".join(" ".join(map(repr, row)) for row in rows.tolist())
    path = text_grid(tmp_path, f"{header}{body}\n")
    monkeypatch.setattr("raster.files.text.import_cache.is_short", lambda needed: short)
    parsed: list[int] = []
    blocks = TextReader.blocks
    monkeypatch.setattr(
        TextReader, "blocks", lambda *given: (parsed.append(b.row) or b for b in blocks(*given))
    )
    with rasterio.open(opened(path, tmp_path / "cache")) as dataset:
        expected = np.where(rows == -9999, np.nan, rows).astype(np.float32)
        np.testing.assert_array_equal(dataset.read(1), expected)
    assert parsed.count(0) == 1 + short
