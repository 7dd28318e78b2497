"""Exports: what is chosen in the dialog lies on disk and is right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyogrio
import pytest
import rasterio
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from app.bands import Bands
from app.exports.table import EXPORTS
from tests.ui.driving import Driver
from tests.ui.rasters import CELL, LEFT, TOP, Rasters, centre
from ui.controllers.exporting import filters, with_suffix


@pytest.fixture
def solved(user: Driver, rasters: Rasters) -> Driver:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    user.window.editor.set_bands(Bands((20.0, 40.0, 80.0)))
    user.rest()
    return user


@pytest.fixture
def save_as(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """Answers the file dialog with a name in the test's folder."""

    def answer(name: str) -> Path:
        path = tmp_path / name
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
        return path

    return answer


def test_travel_times_become_a_geotiff_on_the_same_grid(solved: Driver, save_as) -> None:
    path = save_as("times.tif")
    solved.do("export_times")
    solved.rest()
    with rasterio.open(path) as file:
        assert file.shape == (40, 60)
        assert file.crs.to_epsg() == 32633
        assert (file.transform.c, file.transform.f, file.transform.a) == (LEFT, TOP, CELL)
        seconds = file.read(1, masked=True)
    assert seconds[20, 10] == 0
    assert seconds[20, 30] == pytest.approx(solved.seconds(20, 30))
    assert seconds.mask[15, 45], "a barrier is no data"
    assert "times.tif" in solved.message


def test_bands_become_a_raster(solved: Driver, save_as) -> None:
    path = save_as("bands.tif")
    solved.do("export_bands")
    solved.rest()
    with rasterio.open(path) as file:
        bands = file.read(1, masked=True)
    assert len(np.unique(bands.compressed())) == 3


@pytest.mark.parametrize(("command", "kind"), [("polygons", "Polygon"), ("isolines", "Line")])
def test_polygons_and_isolines_become_layers(
    solved: Driver, save_as, command: str, kind: str
) -> None:
    path = save_as(f"{command}.gpkg")
    solved.do(f"export_{command}")
    solved.rest()
    info = pyogrio.read_info(path)
    assert kind in info["geometry_type"]
    assert info["features"] > 0


def test_the_map_becomes_a_picture(solved: Driver, save_as) -> None:
    path = save_as("map.png")
    solved.do("export_picture")
    solved.rest()
    picture = QImage(str(path))
    assert picture.width() == 2 * solved.window.map.width()


def test_a_name_without_suffix_gets_that_of_the_chosen_format() -> None:
    formats = EXPORTS["cells"]["polygons"]
    line = filters(formats)[1]
    assert line == "GeoJSON (*.geojson *.json)"
    assert with_suffix(Path("a.b"), line, formats) == Path("a.b.geojson")
    assert with_suffix(Path("a"), "", formats) == Path("a.gpkg")
    assert with_suffix(Path("a.JSON"), filters(formats)[0], formats) == Path("a.JSON")


def test_a_place_that_cannot_be_written_is_an_error_in_the_window(solved: Driver, save_as) -> None:
    save_as("no such folder/times.tif")
    solved.do("export_times")
    solved.rest()
    assert "no such folder" in solved.message
    save_as("no such folder/map.png")
    solved.do("export_picture")
    solved.rest()
    assert "map.png" in solved.message


def test_nothing_is_exported_when_the_dialog_is_cancelled(
    solved: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: ("", ""))
    before = set(tmp_path.iterdir())
    solved.do("export_times")
    solved.rest()
    assert set(tmp_path.iterdir()) == before


def test_without_a_result_there_is_nothing_to_export(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    assert not user.window.commands["export_times"].isEnabled()
    assert user.window.commands["export_picture"].isEnabled()
