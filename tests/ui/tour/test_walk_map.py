"""The walk over the map: its looks and what lies beneath it, the moving front, and what is read."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import rasterio
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from tests.app.cli.test_joined import CELL, LEFT, TOP, write_terrain
from tests.ui.driving import LEFT_BUTTON
from tests.ui.test_joining import middle_of as cell
from tests.ui.tour.walker import CTRL, Walker
from ui.controllers import front as playing
from ui.dialogs.commands import CommandsDialog
from ui.dialogs.export.dialog import ExportDialog
from ui.dialogs.go_to import GoToDialog
from ui.dialogs.preferences import PreferencesDialog
from ui.panels.isochrones import IsochronesPanel
from ui.panels.layers import LayersPanel
from ui.panels.paths import PathsPanel
from ui.widgets.status_line import StatusLine


def _square(path: Path) -> Path:
    """A drawing over the west of the ground."""
    right, bottom = LEFT + 15 * CELL, TOP - 9 * CELL
    ring = [[LEFT, TOP], [right, TOP], [right, bottom], [LEFT, bottom], [LEFT, TOP]]
    shape = {"type": "Polygon", "coordinates": [ring]}
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32633"}}
    feature = {"type": "Feature", "properties": {}, "geometry": shape}
    path.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": [feature]}))
    return path


def _heights(folder: Path) -> None:
    """A ridge from north to south."""
    write_terrain(folder / "heights.tif")
    with rasterio.open(folder / "heights.tif", "r+") as file:
        file.write(np.tile(np.uint8(100) - np.abs(np.arange(41) - 12).astype(np.uint8), (9, 1)), 1)


def _command(walker: Walker, words: str) -> None:
    """Run a command by its words: some have no key."""
    walker.key("Ctrl+K")
    commands = walker.dialog(CommandsDialog)
    QTest.keyClicks(commands.field, words)
    QTest.keyClick(commands.field, Qt.Key.Key_Return)
    walker.rest()


def _seen(walker: Walker) -> QImage:
    walker.rest()
    return walker.window.map.snapshot()


def test_the_walk_over_the_looks(walker: Walker, tmp_path: Path) -> None:
    window, docks = walker.window, walker.window.docks
    walker.click(*cell(2, 2))

    # Reversed and fainter, by the panel; each look is another picture.
    walker.panel_shown("isochrones", "Ctrl+1")
    look = docks.panel(IsochronesPanel)
    bright = _seen(walker)
    walker.click_on(look.reversed)
    assert window.link.style.reversed
    assert _seen(walker) != bright
    walker.click_on(look.reversed)
    assert _seen(walker) == bright
    before = window.link.style.opacity
    QTest.keyClick(look.opacity, Qt.Key.Key_Home)
    assert window.link.style.opacity < before
    assert _seen(walker) != bright
    QTest.keyClick(look.opacity, Qt.Key.Key_End)
    walker.pick(look.colormap, "cividis")
    assert window.link.style.colormap == "cividis"

    # Relief out of heights, of times, or none; names of roads, and the speeds beneath the times.
    pictures = []
    for words in ("hill shading none", "from travel times"):
        _command(walker, words)
        pictures.append(_seen(walker))
    assert pictures[0] != pictures[1]
    _heights(tmp_path)
    walker.type_name(tmp_path / "heights.tif")
    _command(walker, "elevation raster")
    walker.wait(lambda: window.link.style.relief == "auto")
    assert _seen(walker) not in pictures
    for key, command in (("N", "names"), ("T", "velocity")):
        on = window.commands[command].isChecked()
        walker.key(key)
        assert window.commands[command].isChecked() != on
        walker.key(key)

    # A base layer of one's own: added, over the map, fainter, hidden, shown and taken away.
    walker.panel_shown("layers", "Ctrl+L")
    layers = docks.panel(LayersPanel)
    assert not layers.server.isChecked(), "nothing is asked of a server unless it is switched on"
    bare = _seen(walker)
    walker.type_name(_square(tmp_path / "square.geojson"))
    walker.key("Ctrl+Shift+B")
    walker.wait(lambda: layers.list.count() == 2)
    assert _seen(walker) != bare
    row = layers.list.visualItemRect(layers.list.item(1))
    QTest.mouseClick(layers.list.viewport(), LEFT_BUTTON, pos=row.center())
    walker.click_on(layers.up)
    assert layers.list.item(0).text() == "square.geojson"
    over = _seen(walker)
    layers.opacity.setFocus()
    QTest.keyClick(layers.opacity, Qt.Key.Key_PageDown)
    assert _seen(walker) != over
    QTest.keyClick(layers.list, Qt.Key.Key_Space)
    assert _seen(walker) == bare
    QTest.keyClick(layers.list, Qt.Key.Key_Space)
    walker.click_on(layers.remove)
    assert layers.list.count() == 1

    # QGIS shows the colours of the map.
    walker.key("Ctrl+Shift+E")
    export = walker.dialog(ExportDialog)
    walker.wait(lambda: export.facts)
    walker.type_name(tmp_path / "bands.gpkg")
    walker.click_on(export.go)
    walker.wait((tmp_path / "bands.gpkg").exists)
    assert "layer_styles" in pyogrio.list_layers(tmp_path / "bands.gpkg")[:, 0]


def test_the_walk_behind_the_front(
    walker: Walker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "WHOLE_S", 0.4)
    monkeypatch.setattr(playing, "LATEST_S", 1e6)
    window, front = walker.window, walker.window.front

    # Once after a new start, by itself, and no more where it is not wished.
    walker.key("Alt+K")
    seen: list[bool] = []
    window.map.front.shown.connect(lambda *_: seen.append(front.by_itself))
    walker.click(*cell(2, 2))
    walker.wait(lambda: seen)
    walker.wait(lambda: not front.playing)
    assert all(seen), "nobody asked"
    walker.key("Alt+K")

    # Played, faster, again and again, and held.
    walker.pick(front.bar.speed, 4.0)
    walker.key("Shift+K")
    walker.click_on(front.bar.play)
    shares = [front.bar.slider.value()]
    window.map.front.shown.connect(lambda *_: shares.append(front.bar.slider.value()))
    walker.wait(lambda: any(later < share for share, later in pairwise(shares[1:])))
    walker.click_on(front.bar.play)
    assert not front.playing
    walker.key("Shift+K")

    # To a moment by the mouse; the clock says which.
    slider = front.bar.slider
    at = QPoint(slider.width() // 2, slider.height() // 2)
    walker.drag_on(slider, _handle(walker), at)
    walker.wait(lambda: window.map.front.active)
    clock, last = front.bar.clock.text().split(" / ")
    assert clock != last
    walker.wait(lambda: window.map.front.caption == clock)

    # As a file; where no encoder is found for another kind, that is said.
    walker.key("Ctrl+Shift+A")
    export = walker.dialog(ExportDialog)
    walker.wait(lambda: export.facts)
    walker.type_name(tmp_path / "front.gif")
    walker.click_on(export.go)
    walker.wait((tmp_path / "front.gif").exists)
    with Image.open(tmp_path / "front.gif") as film:
        film.seek(10)  # it has as many pictures
    monkeypatch.setattr("app.exports.animation._ffmpeg", lambda: None)
    walker.key("Ctrl+Shift+A")
    export = walker.dialog(ExportDialog)
    walker.wait(lambda: export.facts)
    QTest.keyClick(export.form.type, Qt.Key.Key_End)
    walker.wait(lambda: "no video encoder" in export.said.text())
    QTest.keyClick(export, Qt.Key.Key_Escape)


def _handle(walker: Walker) -> QPoint:
    """The grip of the slider of the front, which stands at the end."""
    slider = walker.window.front.bar.slider
    return QPoint(slider.width() - 5, slider.height() // 2)


def test_the_walk_of_who_reads(walker: Walker, tmp_path: Path) -> None:
    window, docks = walker.window, walker.window.docks
    walker.click(*cell(2, 2))
    session = window.session
    line = window.findChild(StatusLine)
    assert isinstance(line, StatusLine)

    # Zoomed step by step, by the wheel, keys and back.
    view = window.map
    scale = view.viewport.scale
    walker.wheel(view.rect().center(), 2)
    assert view.navigation.gliding, "not at once"
    walker.wait(lambda: not view.navigation.gliding)
    assert view.viewport.scale < scale / 1.3
    walker.key("F")
    walker.wait(lambda: not view.navigation.gliding)
    assert view.viewport.scale == pytest.approx(scale)

    # Bands: typed bare in the unit shown, and drawn on the histogram.
    walker.panel_shown("isochrones", "Ctrl+1")
    look = docks.panel(IsochronesPanel)
    assert session.bands.beyond or session.bands.automatic, "fitted, and the last is open"
    walker.fill(look.limits, "2, 4, 6")
    assert session.bands.limits == (120.0, 240.0, 360.0)
    plot = look.histogram
    row, height = (round(plot.at(240.0)), round(plot.at(300.0))), plot.height() // 2
    walker.drag_on(plot, QPoint(row[0], height), QPoint(row[1], height))
    assert session.bands.limits[1] == pytest.approx(300.0, abs=30)
    walker.key("Ctrl+Z")
    assert session.bands.limits == (120.0, 240.0, 360.0), "one step"

    # Under the pointer, also in degrees; lines of them, and where north is.
    QTest.mouseMove(view, walker.pixel(*cell(4, 30)))
    walker.wait(lambda: "°" in line.globe.text())
    for key, command in (("Shift+L", "graticule"), ("Ctrl+Shift+G", "grid")):
        plain = _seen(walker)
        walker.key(key)
        assert window.commands[command].isChecked()
        assert _seen(walker) != plain
        walker.key(key)
    arrow = window.commands["north_arrow"].isChecked()
    walker.key("Shift+N")
    assert window.commands["north_arrow"].isChecked() != arrow

    # Go to: a place in degrees as they are told there, and a start at it.
    x, y = cell(6, 33)
    before = line.globe.text()
    QTest.mouseMove(view, walker.pixel(x, y))
    walker.wait(lambda: line.globe.text() != before)
    degrees = line.globe.text()
    walker.key("Ctrl+G")
    going = walker.dialog(GoToDialog)
    QTest.keyClicks(going.field, degrees)
    walker.wait(going.start.isEnabled)
    walker.click_on(going.start)
    walker.wait(lambda: walker.seconds(6, 33) == 0)
    walker.wait(lambda: not view.navigation.gliding)
    assert view.viewport.x == pytest.approx(x, abs=CELL)
    walker.key("Ctrl+Z")

    # A pinned path with its profile of speed, height and time; out as GPX.
    walker.key("F")
    walker.wait(lambda: not view.navigation.gliding)
    walker.click(*cell(4, 33), CTRL)
    walker.wait(lambda: all(window.reading.pinning.paths))
    walker.panel_shown("paths", "Ctrl+Alt+7")
    paths = docks.panel(PathsPanel)
    pictures = []
    for shown in ("speed", "height", "amount"):
        walker.pick(paths.up, shown)
        pictures.append(paths.plot.grab().toImage())
    assert pictures[0] != pictures[2]
    QTest.mouseMove(paths.plot, paths.plot.rect().center())
    walker.wait(paths.told.text)
    for name in ("ways.gpx", "ways.geojson"):
        walker.type_name(tmp_path / name)
        walker.key("Ctrl+Alt+X")
        walker.wait((tmp_path / name).exists)
    assert (tmp_path / "ways.gpx").read_text().count("<trkpt") > 2

    # Miles by choice.
    walker.key("Ctrl+,")
    preferences = walker.dialog(PreferencesDialog)
    walker.pick(preferences.units, "miles")
    QTest.keyClick(preferences, Qt.Key.Key_Escape)
    assert "mi" in paths.table.item(0, 2).text() or "ft" in paths.table.item(0, 2).text()
    QTest.mouseMove(view, walker.pixel(*cell(7, 12)))
    walker.wait(lambda: "mph" in line.speed.text())
