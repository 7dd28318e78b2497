"""Exports: what is chosen in the dialog lies on disk and is right."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pyogrio
import pytest
import rasterio
from PIL import Image, ImageSequence
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog

from app.bands import Bands
from app.document.document import Document
from app.exports.table import EXPORTS
from raster.edits.edit import GroundEdit, LineShape
from resources.paths import SAMPLE, SAMPLE_ROADS
from tests.app.exports.web.test_page import data_of
from tests.ui.driving import Driver
from tests.ui.rasters import CELL, LEFT, TOP, Rasters, centre
from ui.controllers.exporting import filters, folder_beside, with_suffix


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
    solved.export("export_times")
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
    solved.export("export_bands")
    solved.rest()
    with rasterio.open(path) as file:
        bands = file.read(1, masked=True)
    assert len(np.unique(bands.compressed())) == 3


@pytest.mark.parametrize(("command", "kind"), [("polygons", "Polygon"), ("isolines", "Line")])
def test_polygons_and_isolines_become_layers(
    solved: Driver, save_as, command: str, kind: str
) -> None:
    path = save_as(f"{command}.gpkg")
    solved.export(f"export_{command}")
    solved.rest()
    info = pyogrio.read_info(path, layer=0)
    assert kind in info["geometry_type"]
    assert info["features"] > 0


def test_a_web_map_has_the_bands_of_the_window(solved: Driver, save_as) -> None:
    path = save_as("map.html")
    solved.export("export_page")
    solved.rest()
    assert [row["label"] for row in data_of(path)["bands"]] == ["0–20 s", "20–40 s", "40–80 s"]


def test_a_web_map_shows_what_is_drawn_on_the_map(solved: Driver, save_as) -> None:
    path = save_as("map.html")
    x, y = centre(5, 5)
    wall = LineShape(((x, y), (x + 50.0, y)))
    solved.window.editor.ground_edits.add(GroundEdit(wall, "barrier", name="wall"))
    solved.rest()
    solved.export("export_page")
    solved.rest()
    assert [shape["words"] for shape in data_of(path)["drawn"]] == ["Barrier (wall)"]


def test_the_map_becomes_a_picture(solved: Driver, save_as) -> None:
    path, wide = save_as("map.png"), solved.window.map.width()
    solved.export("export_picture")
    solved.rest()
    assert QImage(str(path)).width() == 2 * wide


def test_the_map_is_copied_as_it_is_seen(solved: Driver) -> None:
    QGuiApplication.clipboard().clear()
    solved.do("export_copy")
    solved.rest()
    copied = QGuiApplication.clipboard().image()
    assert copied == solved.window.map.snapshot()
    assert "clipboard" in solved.message


def test_a_name_without_suffix_gets_that_of_the_chosen_format() -> None:
    formats = EXPORTS["cells"]["polygons"]
    line = filters(formats)[1]
    assert line == "GeoJSON (*.geojson *.json)"
    assert with_suffix(Path("a.b"), line, formats) == Path("a.b.geojson")
    assert with_suffix(Path("a"), "", formats) == Path("a.gpkg")
    assert with_suffix(Path("a.JSON"), filters(formats)[0], formats) == Path("a.JSON")


def test_a_place_that_cannot_be_written_is_an_error_in_the_window(solved: Driver, save_as) -> None:
    save_as("no such folder/times.tif")
    solved.export("export_times")
    solved.rest()
    assert "no such folder" in solved.message
    save_as("no such folder/map.png")
    solved.export("export_picture")
    solved.rest()
    assert "map.png" in solved.message
    told = solved.window.status.state.text()
    assert told.startswith("Solved on "), "the times on the map are what they were"


def test_nothing_is_exported_when_the_dialog_is_cancelled(
    solved: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: ("", ""))
    before = set(tmp_path.iterdir())
    solved.export("export_times")
    solved.rest()
    assert set(tmp_path.iterdir()) == before


def test_without_a_result_there_is_nothing_to_export(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    assert not user.window.commands["export_times"].isEnabled()
    assert user.window.commands["export_picture"].isEnabled()


def test_the_moving_front_becomes_a_gif_of_the_map(
    solved: Driver, save_as, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.controllers.exporting.PICTURES", 5)
    path = save_as("front.gif")
    view = solved.window.map
    size = view.width(), view.height()
    solved.export("export_animation")
    solved.rest()
    assert path.exists(), solved.message
    with Image.open(path) as film:
        assert film.size == size
        # The first is all at rest, and colours spread.
        spread = []
        for frame in ImageSequence.Iterator(film):
            colours = np.asarray(frame.convert("HSV"))[..., 1]
            spread.append(int((colours > 100).sum()))
    assert len(spread) == 5
    assert spread[0] < spread[2] < spread[4]
    assert "front.gif" in solved.message


def test_where_no_encoder_is_the_window_says_so(
    solved: Driver, save_as, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    path = save_as("front.mp4")
    solved.export("export_animation")
    solved.rest()
    assert "no video encoder" in solved.message
    assert not path.exists()


def test_nothing_is_proposed_among_the_files_of_the_program(tmp_path: Path) -> None:
    beside = [
        folder_beside(cast(Document, SimpleNamespace(path=path)))
        for path in (SAMPLE, SAMPLE_ROADS, None, tmp_path / "ground.tif")
    ]
    assert beside == [Path.home()] * 3 + [tmp_path]
