"""Closures out of files and into them: chosen in the menu or the panel, told, undone, kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from tests.ui.driving import LEFT_BUTTON, NO_KEY, Driver
from tests.ui.rasters import Rasters
from tests.ui.roads import Roads, corner
from ui.canvas.tools.closure_marks import SIGN, draw_closure
from ui.canvas.viewport import Viewport
from ui.panels.vehicle import VehiclePanel
from ui.pictures.theme import LIGHT

Ring = tuple[tuple[float, float], ...]


@pytest.fixture
def town(user: Driver, tmp_path: Path) -> Driver:
    """The town, solved from its first corner.

    5 +--+--+--+--+..+
      |  |  |  |  |  :
    0 +==+==+==+==+==+
      0           4  5
    """
    user.open(Roads(tmp_path).town())
    QTest.mouseClick(user.window.map, LEFT_BUTTON, NO_KEY, _pixel(user, 0, 0))
    user.rest()
    return user


@pytest.fixture
def panel(town: Driver) -> VehiclePanel:
    return town.window.docks.panel(VehiclePanel)


def _pixel(user: Driver, col: float, row: float) -> QPoint:
    return QPoint(*map(round, user.window.map.pixel_of(*corner(col, row))))


def _square(low: float, high: float) -> Ring:
    return (low, low), (high, low), (high, high), (low, high), (low, low)


def _line(*places: tuple[float, float]) -> dict[str, Any]:
    return {"type": "LineString", "coordinates": [corner(*place) for place in places]}


def _area(*rings: Ring) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": [[corner(*at) for at in ring] for ring in rings]}


FRAME = _area(_square(-0.5, 4.5), _square(0.5, 3.5))
"""Around the four by four crossings from 0 to 4, with a hole around those from 1 to 3."""

ACROSS = _line((-0.5, 1.5), (0.5, 1.5))
BESIDE = _line((0.2, 0.2), (0.8, 0.8))


def _file(folder: Path, *geometries: dict[str, Any], name: str = "works.geojson") -> Path:
    path = folder / name
    features = [{"type": "Feature", "properties": {}, "geometry": g} for g in geometries]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


def _choose(monkeypatch: pytest.MonkeyPatch, path: Path, kind: str = "") -> None:
    """What the user answers to dialogs of files."""
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *args: (str(path), kind))


def _lines(panel: VehiclePanel) -> list[str]:
    return [panel.closures.list.item(k).text() for k in range(panel.closures.list.count())]


def test_drawings_of_a_file_close_roads_in_one_step(
    town: Driver, panel: VehiclePanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = town.window.session.result.times.reached
    _choose(monkeypatch, _file(tmp_path, ACROSS, FRAME))
    panel.closures.from_file.click()
    town.rest()
    assert _lines(panel)[0] == "1 · Line, 2 arcs"
    assert [shape.area for shape in town.window.session.document.roads.closures.shapes] == [
        False,
        True,
    ]
    assert town.window.session.result.times.reached < free
    assert len(town.window.map.closing.marks) == 2
    assert town.window.commands["undo"].text() == "&Undo close roads"
    assert town.message == ""
    town.do("undo")
    town.rest()
    assert _lines(panel) == []
    assert town.window.session.result.times.reached == free
    town.do("redo")
    town.rest()
    assert len(_lines(panel)) == 2


def test_files_come_on_top_of_what_is_drawn_and_once_only(
    town: Driver, panel: VehiclePanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _choose(monkeypatch, _file(tmp_path, ACROSS))
    town.do("closures_from_file")
    town.rest()
    _choose(monkeypatch, _file(tmp_path, FRAME, BESIDE, ACROSS, name="more.geojson"))
    town.do("closures_from_file")
    town.rest()
    assert [line[:8] for line in _lines(panel)] == ["1 · Line", "2 · Area"]
    assert "1 of 3 drawings in more.geojson lies over no road" in town.message
    label = town.window.editor.history.undo_label
    town.do("closures_from_file")
    town.rest()
    assert len(_lines(panel)) == 2
    assert "Everything that more.geojson closes is closed already" in town.message
    assert town.window.editor.history.undo_label == label


def test_the_map_shows_the_hole_of_an_area(
    town: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _choose(monkeypatch, _file(tmp_path, FRAME))
    town.do("closures_from_file")
    town.rest()
    view = town.window.map
    view.set_starts(())
    picture = view.snapshot()

    def colour(col: float, row: float) -> QColor:
        at = _pixel(town, col, row).toPointF() * picture.devicePixelRatio()
        return picture.pixelColor(at.toPoint())

    shut = QColor(LIGHT.road_shut)
    assert colour(1, 0.8) == shut, "a street across the ring"
    assert colour(1.5, 2) != shut, "a street in the hole"
    ring = [colour(0.5, 1.1 + step / 500) for step in range(400)]
    assert sum(c == shut for c in ring) > 100, "the outline of the hole"
    ground = colour(2.5, 2.5)
    assert ground == colour(4.7, 4.7), "a block in the hole as one outside"
    assert colour(0.25, 2.25) != ground, "hatched"
    assert view.closing.under(*view.pixel_of(*corner(2.5, 2.5))) == -1
    assert view.closing.under(*view.pixel_of(*corner(0.25, 2.5))) == 0


@pytest.mark.parametrize("kind", ["GeoJSON (*.geojson *.json)", "GeoPackage (*.gpkg)"])
def test_what_was_saved_closes_the_same_roads(
    town: Driver, panel: VehiclePanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    assert not panel.closures.save.isEnabled()
    assert not town.window.commands["save_closures"].isEnabled()
    town.window.closure_files.read(_file(tmp_path, ACROSS, FRAME))
    town.rest()
    before = town.window.session.document.roads
    _choose(monkeypatch, tmp_path / "saved", kind)
    panel.closures.save.click()
    town.rest()
    path = tmp_path / ("saved.gpkg" if "gpkg" in kind else "saved.geojson")
    assert f"Saved {path.name}" in town.message
    town.do("open_roads")
    town.rest()
    assert _lines(panel) == []
    _choose(monkeypatch, path)
    town.do("closures_from_file")
    town.rest()
    assert town.window.session.document.roads.closures == before.closures
    assert (town.window.session.document.roads.closed_arcs == before.closed_arcs).all()


def test_files_that_close_nothing_are_told_in_a_line_and_change_nothing(
    town: Driver, tmp_path: Path
) -> None:
    before, files = town.window.session.document.roads, town.window.closure_files
    nonsense = tmp_path / "nonsense.geojson"
    nonsense.write_text("{]")
    for path, words in (
        (nonsense, "cannot be read as drawings"),
        (_file(tmp_path, BESIDE, name="beside.geojson"), "no road lies under its drawing"),
        (tmp_path / "absent.gpkg", "there is no such file"),
    ):
        files.read(path)
        town.rest()
        assert words in town.message
        assert path.name in town.message
        assert town.window.session.document.roads is before


def test_the_roads_themselves_and_missing_folders_are_not_written_to(
    town: Driver, tmp_path: Path
) -> None:
    files, roads = town.window.closure_files, tmp_path / "town.geojson"
    content = roads.read_bytes()
    files.read(_file(tmp_path, ACROSS))
    town.rest()
    for path, words in (
        (roads, "holds the roads themselves"),
        (tmp_path / "absent" / "saved.gpkg", "there is no folder"),
    ):
        files.save(path)
        town.rest()
        assert words in town.message
    assert roads.read_bytes() == content


def test_terrain_and_roads_without_positions_take_no_closures(
    town: Driver, panel: VehiclePanel, rasters: Rasters, tmp_path: Path
) -> None:
    town.window.closure_files.read(_file(tmp_path, ACROSS))
    town.window.open_path(rasters.geotiff())
    town.rest()
    assert town.window.session.document.roads is None
    assert not town.window.commands["closures_from_file"].isVisible()
    assert not town.window.commands["save_closures"].isVisible()
    town.window.closure_files.read(tmp_path / "works.geojson")
    town.window.closure_files.save(tmp_path / "saved.gpkg")
    town.rest()
    assert not (tmp_path / "saved.gpkg").exists()
    town.open(Roads(tmp_path).numbers())
    assert not town.window.commands["closures_from_file"].isEnabled(), "no positions"
    assert _lines(panel) == []


def test_a_drawing_that_is_smaller_than_its_sign_is_a_sign_and_one_off_the_map_is_nothing(
    town: Driver, tmp_path: Path
) -> None:
    town.window.closure_files.read(_file(tmp_path, ACROSS))
    town.rest()
    (mark,) = town.window.map.closing.marks
    near = town.window.map.viewport
    x, y = mark.sign

    def drawn(viewport: Viewport) -> set[tuple[int, int]]:
        picture = QImage(near.width, near.height, QImage.Format.Format_RGB32)
        picture.fill(QColor("white"))
        painter = QPainter(picture)
        draw_closure(painter, mark, viewport, LIGHT)
        painter.end()
        inked = np.array(picture.constBits()).reshape(near.height, near.width, 4)[..., :3] < 255
        rows, cols = np.nonzero(inked.any(axis=2))
        return set(zip(cols.tolist(), rows.tolist(), strict=True))

    middle = replace(near, x=x, y=y)
    at = [(px - near.width / 2, py - near.height / 2) for px, py in drawn(middle)]
    assert max(abs(dx) for dx, _ in at) > 2 * SIGN, "the line"
    small = replace(middle, scale=near.scale * 50)
    at = [(px - near.width / 2, py - near.height / 2) for px, py in drawn(small)]
    assert 0 < max(abs(dx) for dx, _ in at) < 2 * SIGN
    away = replace(middle, x=x + near.width * near.scale)
    assert drawn(away) == set()
