"""Large exports, written by a process of its own that a cancel ends."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import rasterio

from app.exports.table import export
from core.cancel import Cancel
from core.errors import CancelledError, ExportError
from core.files.subprocess_call import call_in_subprocess
from tests.app.exports.test_table import BANDS, read, solve
from tests.raster.files.test_write import disk_of, names


@pytest.fixture
def all_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.exports.vector.POINTS_AT_ONCE", 0x10)
    monkeypatch.setattr("raster.files.write.CELLS_AT_ONCE", 0)


@pytest.mark.parametrize("suffix", [".gpkg", ".shp", ".fgb", ".geojson"])
def test_features_written_apart_are_the_same(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved = solve()
    here, apart = tmp_path / f"here{suffix}", tmp_path / f"apart{suffix}"
    export("polygons", here, solved, BANDS)
    monkeypatch.setattr("app.exports.vector.POINTS_AT_ONCE", 100)
    export("polygons", apart, solved, BANDS)
    (_, shapes, fields), (_, others, other_fields) = read(here), read(apart)
    assert [a.equals_exact(b, 0) for a, b in zip(shapes, others, strict=True)] == [True] * 3
    for name, values in fields.items():
        np.testing.assert_array_equal(values, other_fields[name])


@pytest.mark.usefixtures("all_is_large")
def test_a_raster_laid_out_apart_is_the_same(tmp_path: Path) -> None:
    solved = solve()
    export("times", tmp_path / "times.cog.tif", solved)
    export("times", tmp_path / "times.tif", solved)
    with (
        rasterio.open(tmp_path / "times.cog.tif") as cog,
        rasterio.open(tmp_path / "times.tif") as plain,
    ):
        assert cog.tags(ns="IMAGE_STRUCTURE")["LAYOUT"] == "COG"
        np.testing.assert_array_equal(cog.read(1), plain.read(1))


@pytest.mark.usefixtures("all_is_large")
@pytest.mark.parametrize("name", ["old.cog.tif", "old.gpkg"])
def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path, name: str) -> None:
    solved, path = solve(), tmp_path / name
    path.write_text("old")
    with disk_of(6000), pytest.raises(ExportError):
        _export(path)(solved, Cancel())
    assert (names(tmp_path), path.read_text()) == ([name], "old")


@pytest.mark.parametrize("name", ["old.cog.tif", "old.gpkg"])
@pytest.mark.usefixtures("all_is_large")
def test_a_cancel_while_gdal_writes_leaves_the_old_file_whole(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, cancel = tmp_path / name, Cancel()
    path.write_text("old")
    asked: list[str] = []

    def cancelled_meanwhile(*arguments: object, what: str, **_: object) -> None:
        asked.append(what)
        thread = threading.Timer(0.05, cancel.set)
        thread.start()
        try:
            call_in_subprocess(time.sleep, 3600, cancel=cancel, what=what)
        finally:
            thread.join()

    monkeypatch.setattr("app.exports.vector.call_in_subprocess", cancelled_meanwhile)
    monkeypatch.setattr("raster.files.write.call_in_subprocess", cancelled_meanwhile)
    with pytest.raises(CancelledError):
        _export(path)(solve(), cancel)
    assert asked == ["the export"]
    assert (names(tmp_path), path.read_text()) == ([name], "old")


def _export(path: Path) -> Callable[..., object]:
    if path.suffix == ".gpkg":
        return lambda solved, cancel: export("polygons", path, solved, BANDS, cancel=cancel)
    return lambda solved, cancel: export("times", path, solved, cancel=cancel)
