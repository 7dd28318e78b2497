"""The Tab key goes around the whole window, whatever panels it shows, and is caught nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from tests.ui.driving import Driver
from tests.ui.roads import open_kind
from ui.dialogs.batch import BatchDialog
from ui.dialogs.race import RaceDialog
from ui.panels.catalog import PANELS
from ui.panels.isochrones import IsochronesPanel
from ui.panels.performance import PerformancePanel

MOST_STEPS = 400
"""More than there are places for the focus in any window."""


def _round(user: Driver, key: Qt.Key) -> int:
    """Presses of a key that bring the focus from the map to the map; fails where none do."""
    user.window.map.setFocus()
    for step in range(1, MOST_STEPS):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)
        if user.window.map.hasFocus():
            return step
    raise AssertionError(f"caught in {QApplication.focusWidget()}")


@pytest.mark.parametrize("kind", ["terrain", "roads", "joined"])
def test_tab_goes_around_the_window_whatever_panel_is_shown(
    user: Driver, tmp_path: Path, kind: str
) -> None:
    window = user.window
    open_kind(user, kind, tmp_path)
    window.commands["good_start"].trigger()
    user.rest()
    user.bot.waitUntil(window.isActiveWindow)
    document = window.session.required
    for row in PANELS:
        if row.fits(document.panels):
            window.docks.show_panel(row.id)
            user.bot.wait(5)
            there = _round(user, Qt.Key.Key_Tab)
            assert there == _round(user, Qt.Key.Key_Backtab), row.id


def test_no_table_catches_tab_and_arrows_move_in_it(user: Driver, tmp_path: Path) -> None:
    open_kind(user, "terrain", tmp_path)
    user.do("batch")
    user.window.docks.panel(PerformancePanel).race.click()
    tables = user.window.findChildren(QTableView)
    for dialog in (BatchDialog, RaceDialog):
        assert any(isinstance(table.window(), dialog) for table in tables)
    assert [table for table in tables if table.tabKeyNavigation()] == []
    bands = user.window.docks.panel(IsochronesPanel).table
    bands.setCurrentCell(0, 0)
    QTest.keyClick(bands, Qt.Key.Key_Down)
    QTest.keyClick(bands, Qt.Key.Key_Right)
    assert (bands.currentRow(), bands.currentColumn()) == (1, 1)
