"""Opening: dialog, drop, recent files, choices, files that cannot be read."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QWidget

from app.document.joined import JoinRequest
from raster.units import Units
from resources.paths import SAMPLE, SAMPLE_ROADS
from tests.linked_files import SOURCE
from tests.raster.files.openings import Openings
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre, plain
from ui import preferences
from ui.dialogs.open_options import OpenOptionsDialog


def test_a_file_chosen_in_the_dialog_is_shown(
    user: Driver, rasters: Rasters, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = rasters.ascii_grid()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(path), ""))
    user.do("open")
    user.rest()
    assert user.window.session.document.grid.shape == (40, 60)
    assert user.window.windowTitle().startswith("plain")
    assert user.window.map.isVisible()
    assert not user.window.welcome.isVisible()
    assert "Click the map" in user.window.stage.hint.text()


def test_a_raster_is_opened_and_read_once(
    user: Driver, rasters: Rasters, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = rasters.geotiff()
    openings = Openings(monkeypatch)
    user.open(path)
    assert user.window.session.document.path == path
    assert (openings.opened, openings.rows) == ({"plain.tif": 1}, {"plain.tif": 40})


def test_a_file_that_is_no_raster_is_an_error_in_the_window(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.not_a_raster())
    assert "broken.tif" in user.message
    assert user.window.session.document is None
    assert user.window.welcome.isVisible()


def test_heights_are_doubted_with_a_way_out(user: Driver, rasters: Rasters) -> None:
    path = rasters.geotiff("heights.tif", plain().astype(np.float32) * 40)
    user.open(path)
    assert "the fastest cell has 1440 km/h: are these elevations" in user.message.lower()
    bar = user.window.stage.messages
    assert bar.button.text() == "Open with options"
    bar.button.click()
    user.rest()
    dialog = user.window.opener.dialog
    assert isinstance(dialog, OpenOptionsDialog)
    dialog.units.setCurrentIndex(dialog.units.findData(Units.S_PER_M))
    dialog.accept()
    user.rest()
    assert user.window.session.document.grid.kmh_at(0, 0) == pytest.approx(3.6 / 1440)
    user.open(rasters.geotiff())
    assert user.message == ""


def test_where_no_cell_can_be_entered_no_click_is_asked_for(user: Driver, rasters: Rasters) -> None:
    hint = user.window.stage.hint
    user.open(rasters.geotiff("empty.tif", np.full((40, 60), np.nan, np.float32)))
    assert "all are no data" in user.message
    assert hint.text() == "No cell of this raster can be entered"
    user.open(rasters.geotiff("barriers.tif", np.zeros((40, 60), np.uint8)))
    assert "none is above 0" in user.message
    assert hint.text() == "No cell of this raster can be entered"
    options = user.window.session.options
    user.window.editor.set_options(replace(options, zero_speed_kmh=5.0))
    assert "Click the map" in hint.text()


def test_a_bad_file_leaves_the_open_terrain_alone(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    user.open(rasters.folder / "there is none.tif")
    assert "no such file" in user.message
    assert user.solved is not None
    user.click(*centre(20, 12))
    assert user.message == "", "what goes well since takes the error away"


@pytest.mark.parametrize("target", ["window", "map"])
def test_a_dropped_file_is_opened(user: Driver, rasters: Rasters, target: str) -> None:
    if target == "map":
        user.open(rasters.geotiff("first.tif"))
    _drop(user.window.map if target == "map" else user.window, rasters.geotiff())
    user.rest()
    assert user.window.session.document.path == rasters.folder / "plain.tif"


def test_opened_files_are_found_again_newest_first(user: Driver, rasters: Rasters) -> None:
    first, second = rasters.geotiff("first.tif"), rasters.ascii_grid("second.asc")
    user.open(first)
    user.open(second)
    menu = user.window.view_menus.recent
    menu.aboutToShow.emit()
    entries = [action for action in menu.actions() if action.toolTip().startswith("/")]
    assert [Path(action.toolTip()) for action in entries] == [second, first]
    entries[1].trigger()
    user.rest()
    assert user.window.session.document.path == first
    assert preferences.recent_files() == (first, second)


def test_the_band_of_a_file_with_several_is_asked_for(user: Driver, rasters: Rasters) -> None:
    slow = np.full((40, 60), 3, np.uint8)
    user.open(rasters.geotiff("two.tif", plain(), slow))
    dialog = _dialog(user)
    assert dialog.band.count() == 2
    dialog.band.setCurrentIndex(1)
    _accept(dialog)
    user.rest()
    assert user.window.session.document.grid.kmh_at(0, 0) == 3


def test_a_dialog_that_is_cancelled_changes_nothing(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff("two.tif", plain(), plain()))
    _dialog(user).reject()
    user.rest()
    assert user.window.session.document is None
    assert user.window.opener.dialog is None


def test_the_raster_of_an_archive_is_asked_for(user: Driver, rasters: Rasters) -> None:
    rasters.geotiff("a.tif")
    rasters.geotiff("b.tif", np.full((7, 9), 5, np.uint8))
    archive = rasters.folder / "both.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name in ("a.tif", "b.tif"):
            file.write(rasters.folder / name, name)
    user.open(archive)
    dialog = _dialog(user)
    dialog.member.setCurrentText("b.tif")
    dialog.member_chosen.emit("b.tif")
    user.rest()
    _accept(dialog)
    user.rest()
    assert user.window.session.document.grid.shape == (7, 9)


def test_links_of_a_file_are_followed_only_when_that_is_chosen(
    user: Driver, rasters: Rasters
) -> None:
    rasters.geotiff("elsewhere.tif")
    folder = rasters.folder / "below"
    folder.mkdir()
    path = folder / "linked.vrt"
    path.write_text(SOURCE.format(relative=1, name="../elsewhere.tif"))
    user.open(path)
    assert "outside its folder" in user.message
    assert user.window.session.document is None
    user.window.stage.messages.button.click()
    user.rest()
    assert user.window.session.document is not None
    user.open(path)
    assert "outside its folder" in user.message, "it is asked again each time"


def test_degrees_are_offered_the_utm_zone(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff("degrees.tif", crs="EPSG:4326", cell=0.001, left=15.0, top=41.5))
    dialog = _dialog(user)
    assert "UTM zone 33N" in dialog.reproject.text()
    dialog.reproject.setChecked(False)
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Open).isEnabled()
    dialog.reproject.setChecked(True)
    _accept(dialog)
    user.rest()
    assert user.window.session.document.grid.step_x == pytest.approx(100, rel=0.2)
    assert "UTM zone 33N" in user.window.status.crs.text()


def test_an_uneven_map_is_offered_the_utm_zone_or_kept(user: Driver, rasters: Rasters) -> None:
    path = rasters.geotiff("plate.tif", crs="EPSG:4087", left=1.67e6, top=4.6e6)
    user.open(path)
    dialog = _dialog(user)
    assert "stretches lengths 1 to 1.33 times" in dialog._degrees.text()
    assert "UTM zone 33N" in dialog.reproject.text()
    _accept(dialog)
    user.rest()
    assert "UTM zone 33N" in user.window.status.crs.text()
    user.open(path)
    dialog = _dialog(user)
    dialog.reproject.setChecked(False)
    _accept(dialog)
    user.rest()
    grid = user.window.session.document.grid
    assert grid.shape == (40, 60)
    assert grid.metres_per_unit == pytest.approx(1 / 1.155, rel=0.01)


def test_values_mean_what_the_user_says(
    user: Driver, rasters: Rasters, monkeypatch: pytest.MonkeyPatch
) -> None:
    speeds = plain()
    speeds[0, 0] = 255
    path = rasters.geotiff("byte.tif", speeds)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(path), ""))
    user.do("open_with")
    user.rest()
    dialog = _dialog(user)
    dialog.units.setCurrentIndex(dialog.units.findData(Units.MS))
    dialog.undefined_255.setChecked(True)
    _accept(dialog)
    user.rest()
    grid = user.window.session.document.grid
    assert grid.kmh_at(1, 1) == pytest.approx(36 * 3.6)
    assert np.isnan(grid.kmh_at(0, 0))


def test_another_terrain_takes_the_starts_and_the_history_away(
    user: Driver, rasters: Rasters
) -> None:
    user.open(rasters.geotiff("first.tif"))
    user.click(*centre(20, 10))
    user.open(rasters.geotiff("second.tif"))
    assert user.window.session.starts == ()
    assert user.window.session.result is None
    assert not user.window.commands["undo"].isEnabled()


@pytest.mark.parametrize("command", ["sample", "sample_roads"])
def test_a_sample_opens_with_a_start_solved_and_is_no_recent_file(
    user: Driver, command: str
) -> None:
    user.do(command)
    user.rest()
    assert user.solved.times.reached > 900
    assert preferences.recent_files() == ()


def test_the_sample_of_both_joins_the_terrain_with_its_roads(
    user: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(user.window.opener, "open_joined", lambda *how, **more: asked.append(how))
    user.do("sample_joined")
    assert asked == [(JoinRequest(SAMPLE, SAMPLE_ROADS),)]


def _dialog(user: Driver) -> OpenOptionsDialog:
    dialog = user.window.opener.dialog
    assert isinstance(dialog, OpenOptionsDialog)
    return dialog


def _accept(dialog: OpenOptionsDialog) -> None:
    dialog.buttons.button(QDialogButtonBox.StandardButton.Open).click()


def _drop(target: QWidget, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    at, copy = QPoint(50, 50), Qt.DropAction.CopyAction
    button, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at, copy, data, button, keys)
    QApplication.sendEvent(target, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(target, QDropEvent(QPointF(at), copy, data, button, keys))
