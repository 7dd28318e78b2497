"""The whole program in two sittings, by mouse and keys alone: terrain with its roads, from opening
them to what is handed out; and what is done to them, kept, counted and shown to others. The walks
beside it go on from here: through the doors, over the map, and among the starts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import rasterio
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QSlider,
)

from app.batch.rows import DONE
from tests.ui.driving import SHIFT
from tests.ui.test_joining import middle_of as cell
from tests.ui.tour.walker import CTRL, Walker
from ui import theme
from ui.controllers.comparison.comparing import CURRENT, DIFFERENCE
from ui.dialogs.batch import BatchDialog
from ui.dialogs.commands import CommandsDialog
from ui.dialogs.export.dialog import ExportDialog
from ui.dialogs.help import HelpDialog
from ui.dialogs.log import LogDialog
from ui.dialogs.preferences import PreferencesDialog
from ui.dialogs.race import RaceDialog
from ui.panels.catalog import PANELS
from ui.panels.matrix import MatrixPanel
from ui.panels.paths import PathsPanel
from ui.panels.performance import PerformancePanel
from ui.panels.solver import SolverPanel
from ui.panels.uncertainty import UncertaintyPanel
from ui.panels.vehicle import VehiclePanel
from ui.panels.zones import ZonesPanel
from ui.pictures.theme import DARK
from ui.showing import TourDoor
from ui.widgets import badge


def test_the_walk(walker: Walker, tmp_path: Path) -> None:
    window, session = walker.window, walker.window.session
    docks, comparing = window.docks, window.comparing

    # Starts and dragging; rivals, and who is first where.
    walker.click(*cell(2, 2))
    alone = walker.seconds(2, 38)
    assert np.isfinite(alone), "over the bridge"
    walker.drag(walker.pixel(*cell(2, 2)), walker.pixel(*cell(6, 10)))
    assert len(session.starts) == 1
    assert walker.seconds(6, 10) == 0
    walker.click(*cell(2, 36), SHIFT)
    assert len(session.starts) == 2
    walker.key("W")
    assert session.result is not None
    assert session.result.owners is not None
    walker.key("Ctrl+Z")
    assert len(session.starts) == 1

    # Looks, and the front.
    for key, command in (("C", "continuous"), ("I", "isolines"), ("L", "legend")):
        before = window.commands[command].isChecked()
        walker.key(key)
        assert window.commands[command].isChecked() != before
        walker.key(key)
    slider = window.front.bar.slider
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Home)
    assert window.map.front.active
    QTest.keyClick(slider, Qt.Key.Key_End)

    # Reading: a pinned path, a length, the wheel.
    walker.click(*cell(2, 36), CTRL)
    walker.wait(lambda: all(window.reading.pinning.paths))
    assert docks.panel(PathsPanel).table.rowCount() == 1
    walker.key("M")
    walker.click(*cell(1, 1))
    walker.click(*cell(1, 11))
    assert window.map.measuring.mark is not None
    walker.key("Esc")
    assert window.map.measuring.mark is None
    walker.key("Esc")
    assert not window.commands["measure"].isChecked()

    # Comparison: kept, another start, the difference.
    walker.key("Shift+A")
    walker.click(*cell(7, 30))
    assert walker.seconds(7, 30) == 0
    walker.wait(lambda: comparing.gains is not None)
    walker.key("Shift+B")
    assert comparing.view == DIFFERENCE
    walker.key("Shift+B")
    assert comparing.view == CURRENT

    # A race, and the proof.
    walker.click_on(docks.panel(PerformancePanel).race)
    race = walker.dialog(RaceDialog)
    race.repeat.setValue(1)
    walker.click_on(race.start)
    assert race.rows, race.said.text()
    assert all(row.measured.equal and row.measured.validated for row in race.rows)
    for name in ("race.csv", "race.png", "race.svg"):
        walker.type_name(tmp_path / name)
        walker.click_on(race.save)
        assert (tmp_path / name).exists(), race.said.text()
    QTest.keyClick(race, Qt.Key.Key_Escape)
    walker.key("F8")
    assert docks.panel(SolverPanel).badge.state == badge.PASSED

    # What is handed out.
    for command, name in (("Ctrl+E", "times.tif"), ("Ctrl+Alt+R", "report.pdf")):
        walker.key(command)
        export = walker.dialog(ExportDialog)
        walker.wait(lambda export=export: export.facts)
        walker.type_name(tmp_path / name)
        walker.click_on(export.go)
        walker.wait(lambda name=name: (tmp_path / name).exists())
    with rasterio.open(tmp_path / "times.tif") as file:
        assert file.read(1)[2, 38] == pytest.approx(walker.seconds(2, 38), rel=1e-6)
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")

    # Commands and help by their keys; the presentation.
    shown = window.commands["scale_bar"].isChecked()
    walker.key("Ctrl+K")
    commands = walker.dialog(CommandsDialog)
    QTest.keyClicks(commands.field, "scale bar")
    QTest.keyClick(commands.field, Qt.Key.Key_Return)
    walker.wait(lambda: window.commands["scale_bar"].isChecked() != shown)
    walker.key("F1")
    QTest.keyClick(walker.dialog(HelpDialog), Qt.Key.Key_Escape)
    walker.key("Shift+F11")
    assert window.commands["present"].isChecked()
    walker.key("Esc")
    assert not window.commands["present"].isChecked()


def test_the_walk_goes_on(walker: Walker, tmp_path: Path) -> None:
    window, session = walker.window, walker.window.session
    docks, keyed = window.docks, {row.id: row.key for row in PANELS}
    walker.click(*cell(2, 2))
    usual, times = walker.seconds(2, 38), walker.solved.times.ticks().copy()

    # Edits of the ground, and a closed bridge, each drawn and taken back.
    for key, start, end in (("E", (1, 12), (7, 12)), ("X", (3, 20), (5, 20))):
        walker.key(key)
        walker.drag(walker.pixel(*cell(*start)), walker.pixel(*cell(*end)))
        assert not np.array_equal(walker.solved.times.ticks(), times), walker.message
        walker.key("Esc")
        walker.key("Ctrl+Z")
        assert np.array_equal(walker.solved.times.ticks(), times)

    # Roads are driven otherwise: a slider of the vehicle by its keys.
    walker.key(keyed["vehicle"])
    walker.wait(lambda: not docks.dock("vehicle").visibleRegion().isEmpty())
    sliders = docks.panel(VehiclePanel).findChildren(QSlider)
    slider = next(s for s in sliders if "primary" in s.accessibleName().lower())
    QTest.keyClick(slider, Qt.Key.Key_Home)
    walker.rest()
    assert walker.seconds(2, 38) > usual
    walker.key("Ctrl+Z")
    assert walker.seconds(2, 38) == usual

    # What lies where, how sure that is, and between many places.
    walker.key(keyed["zones"])
    walker.wait(lambda: docks.panel(ZonesPanel).table.rowCount())
    docks.panel(UncertaintyPanel).runs.setValue(3)
    walker.key("Ctrl+Alt+U")
    walker.wait(lambda: docks.panel(UncertaintyPanel).table.rowCount())
    walker.key("O")
    for place in ((1, 3), (7, 36)):
        walker.click(*cell(*place))
    walker.key("Esc")
    walker.key("F6")
    walker.wait(lambda: window.matrices.answer is not None)
    assert "km²" in docks.panel(MatrixPanel).answer.headline.text()

    # Kept as a project, with a second scenario.
    walker.type_name(tmp_path / "plan.isofront")
    walker.key("Ctrl+Alt+Shift+S")
    walker.wait(lambda: (tmp_path / "plan.isofront").exists())
    assert not window.commands["next_scenario"].isEnabled()
    walker.key("Ctrl+D")
    assert window.commands["next_scenario"].isEnabled()
    walker.key("S")

    # Out: the view, a web map, and many questions at once.
    walker.key("Ctrl+Alt+C")
    assert not QApplication.clipboard().image().isNull()
    walker.key("Ctrl+Shift+H")
    export = walker.dialog(ExportDialog)
    walker.wait(lambda: export.facts)
    walker.type_name(tmp_path / "map.html")
    walker.click_on(export.go)
    walker.wait((tmp_path / "map.html").exists)
    walker.key("Ctrl+Shift+F7")
    batch = walker.dialog(BatchDialog)
    batch.folder.clear()
    QTest.keyClicks(batch.folder, str(tmp_path))
    QTest.keyClicks(batch.limits, "1, 2")
    walker.click_on(batch.start)
    assert [row.state for row in batch.rows] == [DONE, DONE], batch.said.text()
    QTest.keyClick(batch, Qt.Key.Key_Escape)

    # Manners: a panel shown and never hidden by its key, dark and light, log, full screen, F1.
    for _ in range(2):
        walker.key(keyed["starts"])
        walker.wait(lambda: not docks.dock("starts").visibleRegion().isEmpty())
    walker.key("Ctrl+,")
    preferences = walker.dialog(PreferencesDialog)
    QTest.keyClick(preferences.scheme, Qt.Key.Key_End)
    assert theme.current() == DARK
    QTest.keyClick(preferences.scheme, Qt.Key.Key_Home)
    QTest.keyClick(preferences, Qt.Key.Key_Escape)
    walker.key("Ctrl+Alt+L")
    log = walker.dialog(LogDialog)
    assert log.page.isVisible()
    QTest.keyClick(log, Qt.Key.Key_Escape)
    walker.key("F11")
    assert window.isFullScreen()
    walker.key("F11")
    assert not window.isFullScreen()
    walker.key("F1")
    help_ = walker.dialog(HelpDialog)
    QTest.keyClicks(help_.field, "race")
    assert 0 < help_.list.count() < len(help_.sections)
    QTest.keyClick(help_, Qt.Key.Key_Escape)

    # The demo, in a window of its own, which a key stops; what is open stays.
    door, title = TourDoor(window), window.windowTitle()
    walker.key("Ctrl+Shift+D")
    walker.wait(lambda: door.tour is not None)
    tour = door.tour
    assert tour is not None
    walker.bot.addWidget(tour.window)
    walker.wait(lambda: tour.step == "drag")
    QTest.keyClick(tour.window, Qt.Key.Key_Space)
    assert not tour.running
    tour.window.close()
    assert (window.windowTitle(), len(session.starts)) == (title, 1)
