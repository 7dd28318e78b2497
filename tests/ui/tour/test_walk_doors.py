"""The walk through the doors: the welcome page and its buttons, terrain made anew, slopes on it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.app.builder.made_inputs import CELL, COLS, LEFT, ROWS, TOP, place, raster
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.tour.walker import Walker
from ui.dialogs.builder.dialog import BuilderDialog
from ui.main_window import MainWindow
from ui.panels.ground.slopes import SlopesPanel
from ui.showing import TourDoor
from ui.welcome import thumbnails


@pytest.fixture
def guest(user: Driver) -> Walker:
    """Before the welcome page."""
    return Walker(user.window, user.bot)


def _again(guest: Walker) -> Walker:
    """The program is quit, and started again."""
    guest.key("Ctrl+Q")
    assert not guest.window.isVisible()
    window = MainWindow()
    guest.bot.addWidget(window)
    window.show()
    return Walker(window, guest.bot)


def test_the_walk_through_the_welcome_page(guest: Walker, rasters: Rasters) -> None:
    # Three steps tell a beginner what to do.
    guest.key("Ctrl+Alt+F1")
    steps = guest.window.first_steps
    assert steps.isVisible()

    # The samples, each with a start; reached roads glow, and areas lie around them.
    guest.click_on(guest.window.welcome.roads_button)
    guest.wait(lambda: guest.window.session.result is not None)
    for key, command in (("Shift+G", "glow"), ("A", "areas")):
        window = guest.window
        on, plain = window.commands[command].isChecked(), window.map.snapshot()
        guest.key(key)
        assert window.commands[command].isChecked() != on
        assert window.map.snapshot() != plain
        guest.key(key)
    assert "✓" in steps.labels[0].text()
    guest.click_on(steps.close_button)
    assert not steps.isVisible()
    guest = _again(guest)
    guest.click_on(guest.window.welcome.sample_button)
    guest.wait(lambda: guest.window.session.result is not None)
    assert guest.window.welcome.recents.buttons == [], "samples are no files of one's own"

    # A file, with its picture beside what was opened last.
    path = rasters.geotiff()
    guest.type_name(path)
    guest.key("Ctrl+O")
    guest.click(*centre(20, 10))
    guest = _again(guest)
    [recent] = guest.window.welcome.recents.buttons
    assert thumbnails.of(path) is not None
    guest.click_on(recent)
    guest.wait(lambda: guest.window.session.document is not None)
    assert guest.window.windowTitle().startswith("plain ")

    # The tour, which any key stops.
    guest = _again(guest)
    door = TourDoor(guest.window)
    guest.click_on(guest.window.welcome.tour_button)
    guest.wait(lambda: door.tour is not None)
    tour = door.tour
    assert tour is not None
    guest.bot.addWidget(tour.window)
    guest.wait(lambda: tour.running)
    QTest.keyClick(tour.window, Qt.Key.Key_Space)
    assert not tour.running
    tour.window.close()
    guest.window.close()


def test_the_walk_to_a_terrain_of_ones_own(guest: Walker, tmp_path: Path) -> None:
    # Made of heights, land cover, roads and water; the map shows it before it is written.
    place(tmp_path)
    guest.key("Ctrl+N")
    builder = guest.dialog(BuilderDialog)
    form = builder.form
    for row, name in ((form.elevation, "dem.tif"), (form.cover, "cover.tif")):
        guest.type_name(tmp_path / name)
        guest.click_on(row.browse)
    guest.pick(form.preset, "worldcover")
    guest.pick(form.missing[form.cover], "nearest")
    guest.wait(lambda: builder.picture.look is not None)
    QTest.keyClicks(builder.out.edit, str(tmp_path / "made.tif"))
    guest.click_on(builder.go)
    guest.wait(lambda: guest.window.session.document is not None)
    guest.rest()
    assert "made" in guest.window.windowTitle()
    x, y = LEFT + 40.5 * CELL, TOP - 20.5 * CELL
    guest.click(x, y)
    level = guest.solved.times.ticks().copy()

    # Slopes out of heights that rise to the east: a model, its curve, and the other direction.
    rise = np.tile(np.arange(COLS, dtype=np.float32) * 3, (ROWS, 1))
    raster(tmp_path / "rise.tif", rise)
    guest.panel_shown("slopes", "Ctrl+Alt+4")
    panel, session = guest.window.docks.panel(SlopesPanel), guest.window.session
    guest.type_name(tmp_path / "rise.tif")
    guest.click_on(panel.read)
    guest.wait(lambda: session.options.slopes is not None)
    guest.rest()
    assert not np.array_equal(guest.solved.times.ticks(), level)
    up = guest.seconds(20, 60)
    guest.pick(panel.direction, "to")
    assert guest.seconds(20, 60) != up
    guest.pick(panel.model, "naismith")
    assert guest.window.session.options.slopes.model.text.startswith("naismith")
    guest.key("F8")
    assert guest.solved.validated
