"""How the window presents itself: names for screen readers, light and dark, pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QSlider,
    QTableView,
    QToolButton,
    QWidget,
)

from app.bands import Bands
from app.document.terrain import TerrainDocument
from app.editing.session import Session
from app.solving.solve import Solving
from app.solving.solved import Solved
from app.starts import PlacedStart
from core.trace import Event, Ring
from raster.grid import grid_from_kmh
from tests.ui.driving import Driver
from tests.ui.rasters import CELL, LEFT, TOP, Rasters, centre, plain
from tests.ui.roads import Roads
from ui import theme
from ui.actions import ENTRIES
from ui.docks import Docks
from ui.panels.catalog import PANELS
from ui.rendering import render_view
from ui.showing import PICTURE_SIZE, render_sample
from ui.widgets.icons import pixmap

CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QSlider, QTableView)


def _controls(panel: QWidget) -> list[QWidget]:
    """Controls of ours: not the parts of which Qt builds its own."""
    found = [w for kind in CONTROLS for w in panel.findChildren(kind)]
    return [w for w in found if not w.objectName().startswith("qt_") and _stands_alone(w)]


def _stands_alone(control: QWidget) -> bool:
    return not isinstance(control.parentWidget(), CONTROLS)


def test_every_control_of_a_panel_has_a_name_and_an_explanation(user: Driver) -> None:
    panels = {row.id: user.window.docks.panel(row.panel) for row in PANELS}
    controls = [(id_, control) for id_, panel in panels.items() for control in _controls(panel)]
    assert len(controls) > 4 * len(panels)
    for id_, control in controls:
        text = control.text() if isinstance(control, QAbstractButton) else ""
        assert control.accessibleName() or text, (id_, control)
        assert control.toolTip(), (id_, control)


def test_no_key_means_two_things(user: Driver) -> None:
    keys = [key for entry in ENTRIES for key in entry.keys] + [row.key for row in PANELS]
    assert len(keys) == len(set(keys))


def test_a_key_brings_a_panel_to_the_front(user: Driver) -> None:
    docks: Docks = user.window.docks
    assert docks.dock("terrain").visibleRegion().isEmpty()
    QTest.keyClick(user.window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    user.wait(lambda: not docks.dock("terrain").visibleRegion().isEmpty())
    assert docks.dock("isochrones").visibleRegion().isEmpty()


@pytest.mark.parametrize("panel", ["isochrones", "performance"])
def test_the_key_of_a_panel_in_front_leaves_it_there_and_the_menu_hides_it(
    user: Driver, panel: str
) -> None:
    dock = user.window.docks.dock(panel)
    row = next(row for row in PANELS if row.id == panel)
    for _ in range(2):
        key = Qt.Key(ord(row.key[-1]))
        QTest.keyClick(user.window, key, Qt.KeyboardModifier.ControlModifier)
        assert not dock.isHidden()
    entry = next(e for e in user.window.docks.entries if e.text().endswith(row.key))
    user.wait(lambda: not dock.visibleRegion().isEmpty())
    entry.trigger()
    assert dock.isHidden()
    assert not entry.isChecked()
    QTest.keyClick(user.window, key, Qt.KeyboardModifier.ControlModifier)
    assert not dock.isHidden()
    assert entry.isChecked()


def test_the_panel_in_front_stays_there_when_another_kind_of_file_is_opened(
    user: Driver, tmp_path: Path
) -> None:
    docks = user.window.docks
    docks.show_panel("starts")
    user.wait(lambda: not docks.dock("starts").visibleRegion().isEmpty())
    user.open(Roads(tmp_path).town())
    assert not docks.dock("starts").visibleRegion().isEmpty()
    assert docks.dock("isochrones").visibleRegion().isEmpty()


def test_the_window_turns_dark_and_light_again(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    light = _mean(user.window)
    theme.apply(app, "dark")
    user.bot.wait(100)
    dark = _mean(user.window)
    theme.apply(app, "light")
    user.bot.wait(100)
    assert dark < 110 < light
    assert _mean(user.window) == pytest.approx(light, abs=6)


def test_what_has_no_room_in_the_tool_bar_has_a_sign_that_can_be_seen(user: Driver) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, "dark")
    user.bot.wait(20)
    more = user.window.tools.findChild(QToolButton, "qt_toolbar_ext_button")
    picture = more.icon().pixmap(24, 24).toImage()
    theme.apply(app, "light")
    drawn = [picture.pixelColor(x, y) for x in range(24) for y in range(24)]
    assert max(c.lightness() for c in drawn if c.alpha() > 200) > 180


def test_icons_are_drawn_in_the_colour_asked_for(user: Driver) -> None:
    picture = pixmap("stop", "#ff0000", 48).toImage()
    drawn = {
        picture.pixelColor(x, y).name()
        for x in range(48)
        for y in range(48)
        if picture.pixelColor(x, y).alpha() == 255
    }
    assert drawn == {"#ff0000"}


@pytest.fixture
def solved_with_events() -> tuple[Solved, list[Event]]:
    session, ring = Session(), Ring()
    session.open(TerrainDocument(grid_from_kmh(plain(), CELL, left=LEFT, top=TOP)))
    session.set_starts((PlacedStart(*centre(20, 10)),))
    solved = Solving().run(session.request(), ring)
    assert isinstance(solved, Solved)
    return solved, ring.drain()


def test_the_whole_window_becomes_a_picture(
    user: Driver, tmp_path: Path, solved_with_events: tuple[Solved, list[Event]]
) -> None:
    solved, events = solved_with_events
    render_sample(tmp_path / "window.png", solved, Bands((20.0, 40.0, 80.0)), events)
    picture = QImage(str(tmp_path / "window.png"))
    assert (picture.width(), picture.height()) == PICTURE_SIZE
    shades = {picture.pixel(x, 500) for x in range(0, 1600, 5)}
    assert len(shades) > 5


def test_the_map_alone_becomes_a_picture(
    user: Driver, tmp_path: Path, solved_with_events: tuple[Solved, list[Event]]
) -> None:
    solved, _ = solved_with_events
    render_view(tmp_path / "map.png", solved, Bands((20.0, 40.0, 80.0)), 700, 400)
    picture = QImage(str(tmp_path / "map.png"))
    assert (picture.width(), picture.height()) == (700, 400)


def test_the_legend_lies_beside_the_ground_of_a_picture(
    user: Driver, tmp_path: Path, solved_with_events: tuple[Solved, list[Event]]
) -> None:
    solved, _ = solved_with_events
    render_view(tmp_path / "map.png", solved, Bands((20.0, 40.0, 80.0)), 800, 440)
    picture = QImage(str(tmp_path / "map.png"))
    row, sea = 440 // 2 - 80, picture.pixel(2, 2)  # a row above the legend
    ground = [x for x in range(800) if picture.pixel(x, row) != sea]
    assert 0 < ground[0] < 60
    assert 800 - ground[-1] > 100, "no legend is narrower"


def _mean(window: QWidget) -> float:
    """Mean grey of the window without the map."""
    picture = window.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    right = picture.width() - 40
    greys = [picture.pixelColor(right, y).red() for y in range(0, picture.height(), 7)]
    return sum(greys) / len(greys)
