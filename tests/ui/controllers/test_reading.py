"""What is read off the map: where on the globe, lines of coordinates, paths, lengths, places."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import rasterio
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.cli.window import PictureLook
from app.paths.path import TravelPath
from raster.grid import VelocityGrid
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre, plain
from ui.controllers.looks import style_of
from ui.controllers.reading.measuring import area_on, length_on
from ui.dialogs.go_to import GoToDialog
from ui.panels.ground.slopes import SlopesPanel
from ui.panels.paths import PathsPanel
from ui.pictures.ground import TerrainGround
from ui.plots.profile_plot import HIGH

CODES = np.arange(256, dtype=np.float64)
CTRL = Qt.KeyboardModifier.ControlModifier


def test_longitude_and_latitude_stand_beside_the_coordinates_and_lines_over_the_map(
    user: Driver, rasters: Rasters
) -> None:
    user.open(rasters.geotiff())  # UTM 33: its middle meridian is the left edge
    user.move(*centre(20, 10))
    status, before = user.window.status, user.window.map.snapshot()
    assert status.position.text() == "500105, 4599795"
    assert status.globe.text() == "41.54982° N, 15.00126° E"
    for command in ("graticule", "grid", "north_arrow"):
        user.do(command)
        drawn = user.window.map.snapshot()
        assert drawn != before, command
        before = drawn
    assert style_of(PictureLook(graticule=True, north_arrow=True)).north_arrow  # --north-arrow
    kept = user.window.link.style.kept()
    assert kept["graticule"] is kept["grid"] is kept["north_arrow"] is True


@pytest.fixture
def pinned(user: Driver, rasters: Rasters) -> Driver:
    """From row 20, column 10; paths to two places east of it, of 5 and of 20 s."""
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    user.click(*centre(20, 15), CTRL)
    user.click(*centre(20, 30), CTRL)
    user.wait(lambda: all(paths_of(user)))
    return user


def paths_of(user: Driver) -> tuple[TravelPath | None, ...]:
    return user.window.reading.pinning.paths


def panel_of(user: Driver) -> PathsPanel:
    return user.window.docks.panel(PathsPanel)


def cell(user: Driver, row: int, column: int) -> str:
    found = panel_of(user).table.item(row, column)
    assert found is not None
    return found.text()


def test_ctrl_click_pins_paths_that_follow_the_start_and_can_be_taken_away(pinned: Driver) -> None:
    user, window = pinned, pinned.window
    assert len(window.session.starts) == 1  # the clicks set none
    assert [cell(user, 0, column) for column in range(4)] == ["Path 1", "5.0 s", "50 m", "–"]
    assert cell(user, 1, 1) == "20 s"
    assert not window.docks.dock("paths").isHidden()
    assert [mark.old for mark in window.map.reads.paths] == [False, False]
    user.click(*centre(20, 20))
    user.wait(lambda: cell(user, 0, 1) == "5.0 s" and cell(user, 1, 1) == "10 s")
    assert tuple(paths_of(user)[0].points[0]) == centre(20, 20)
    user.do("remove_starts")
    user.rest()
    assert [mark.old for mark in window.map.reads.paths] == [True, True]
    panel_of(user).table.setCurrentCell(0, 0)
    panel_of(user).remove.click()
    assert [pin.name for pin in window.session.pins] == ["Path 2"]
    user.do("undo")
    assert len(window.session.pins) == 2
    user.do("unpin_paths")
    assert window.map.reads.paths == ()


def test_names_of_paths_stand_where_these_are_pinned(
    user: Driver, rasters: Rasters, tmp_path: Path
) -> None:
    """Also where times run to the start: names of all paths lay over one another there."""
    path = rasters.geotiff()
    with rasterio.open(path) as file:
        profile = file.profile | {"dtype": "float32", "nodata": None}
    with rasterio.open(tmp_path / "dem.tif", "w", **profile) as file:
        file.write(np.zeros((profile["height"], profile["width"]), np.float32), 1)
    user.open(path)
    panel = user.window.docks.panel(SlopesPanel)
    panel.take(tmp_path / "dem.tif")
    user.rest()
    panel.direction.setCurrentIndex(1)
    panel.direction.activated.emit(1)
    user.click(*centre(20, 10))
    user.click(*centre(20, 15), CTRL)
    user.click(*centre(20, 30), CTRL)
    user.wait(lambda: len(paths_of(user)) == 2 and all(paths_of(user)))
    marks, _ = user.window.reading.pinning.marks()
    ground = user.window.link.view.ground
    assert ground is not None
    ends = [mark.points[-1] for mark in marks]
    np.testing.assert_allclose(ends, ground.line(np.array([centre(20, 15), centre(20, 30)])))
    first = paths_of(user)[0]
    assert first is not None
    assert first.points[-1].tolist() == list(centre(20, 10))  # as one goes


def test_the_profile_tells_the_place_under_the_pointer_and_marks_it_on_the_map(
    pinned: Driver,
) -> None:
    user, panel = pinned, panel_of(pinned)
    panel.table.setCurrentCell(1, 0)
    panel.plot.resize(400, 140)
    profile = panel.plot.profile
    assert profile is not None
    assert profile.across[-1] == pytest.approx(200)  # metres
    assert set(profile.up) == {36.0}
    frame = panel.plot._frame()
    QTest.mouseMove(panel.plot, QPointF(frame.center().x(), 60).toPoint())
    user.wait(lambda: panel.plot.at == 10)
    assert panel.told.text() == "100 m · 10 s · 36 km/h"
    assert user.window.map.reads.at == centre(20, 20)
    panel.up.setCurrentIndex(panel.up.findData("amount"))
    panel.up.activated.emit(2)
    assert panel.plot.profile.up[-1] == pytest.approx(20)
    panel.table.item(1, 0).setText("to the lake")
    assert user.window.session.pins[1].name == "to the lake"


def test_no_button_lies_over_the_profile(pinned: Driver) -> None:
    panel = panel_of(pinned)
    pinned.window.resize(1280, 900)
    pinned.window.docks.show_panel("paths")
    pinned.wait(panel.plot.isVisible)
    pinned.wait(lambda: panel.plot.height() >= HIGH)
    pinned.wait(lambda: panel.plot.geometry().bottom() < panel.export.geometry().top())
    assert panel.told.geometry().top() > panel.plot.geometry().bottom()


def test_pinned_paths_become_a_file(
    pinned: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "paths.gpx"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    panel_of(pinned).export.click()
    pinned.rest()
    text = target.read_text()
    assert text.count("<trk>") == 2
    assert text.count("<trkpt ") == 6 + 21
    assert "<time>1970-01-01T00:00:20.000Z</time>" in text


def test_clicks_measure_a_line_and_an_area_until_esc(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.do("measure")
    measuring = user.window.map.measuring
    corners = [centre(5, 5), centre(5, 35), centre(25, 35)]
    user.click(*corners[0])
    user.click(*corners[1])
    user.move(*corners[2])
    assert measuring.mark.words == ("500 m",)  # 300 and 200
    user.click(*corners[2])
    user.click(*corners[0])  # back at the first
    assert measuring.mark.area
    assert measuring.mark.words == ("0.03 km²", "861 m around")
    assert not user.window.session.starts
    QTest.keyClick(user.window.map, Qt.Key.Key_Escape)
    assert measuring.mark is None
    assert not user.window.commands["measure"].isChecked()
    user.do("measure")
    user.do("pick_origins")
    assert not measuring.tool.active


def test_lengths_on_stretched_maps_are_those_of_the_ground() -> None:
    """Web Mercator at 60° N is twice as large as the ground; without a CRS the plane is it."""
    mercator = TerrainGround(VelocityGrid(plain(), CODES, 10.0, 10.0, crs_wkt="EPSG:3857"))
    here = np.array([[0.0, 8_399_738.0], [1000.0, 8_399_738.0], [1000.0, 8_400_738.0]])
    assert length_on(mercator, here) == pytest.approx(1000, rel=5e-3)
    assert area_on(mercator, here) == pytest.approx(500 * 500 / 2, rel=5e-3)
    nowhere = TerrainGround(VelocityGrid(plain(), CODES, 10.0, 10.0, metres_per_unit=0.5))
    assert (length_on(nowhere, here), area_on(nowhere, here)) == (1000, 125_000)


def asked(user: Driver) -> GoToDialog:
    """The dialog that asks where to go."""
    user.do("go_to")
    dialog = user.window.reading.going.dialog
    assert dialog is not None
    return dialog


def test_one_goes_to_coordinates_and_to_names_and_sets_a_start_there(pinned: Driver) -> None:
    user, window = pinned, pinned.window
    dialog = asked(user)
    QTest.keyClicks(dialog.field, "41°32'59.36\"N 15°0'4.53\"E")
    assert dialog.list.count() == 1
    dialog.go.click()
    user.wait(lambda: not window.map.navigation.gliding)
    x, y = window.map.centre()
    assert (x, y) == pytest.approx(centre(20, 10), abs=6)
    assert window.map.reads.goal == pytest.approx(centre(20, 10), abs=6)
    dialog = asked(user)
    dialog.field.setText("path 2")
    assert [dialog.list.item(k).text().split(" · ")[0] for k in range(dialog.list.count())] == [
        "Path 2"
    ]
    dialog.start.click()
    user.rest()
    (start,) = window.session.starts
    assert (start.x, start.y) == pytest.approx(centre(20, 30), abs=5)
    dialog = asked(user)
    dialog.field.setText("41.5498, 15.0013")  # latitude first
    assert dialog.list.item(0).text().startswith("coordinates · "), "they are told once"
    found = [dialog.list.item(k).data(Qt.ItemDataRole.UserRole) for k in range(2)]
    assert (found[0].x, found[0].y) == pytest.approx(centre(20, 10), abs=6)
    dialog.field.setText("nowhere at all")
    assert not dialog.go.isEnabled()
    assert "not a place" in dialog.hint.text()
    dialog.reject()
    user.do("cancel")
    assert window.map.reads.goal is None
