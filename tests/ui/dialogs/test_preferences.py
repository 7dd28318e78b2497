"""Preferences and the log: what their dialogs show and do."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog

from app import log
from app.units import METRIC, read_in, units
from core.errors import InputError
from core.files.import_cache import cache_folder
from tests.ui.driving import Driver
from ui import preferences, theme
from ui.dialogs.log import LogDialog
from ui.dialogs.preferences import PreferencesDialog
from ui.language import SYSTEM
from ui.panels.layers import LayersPanel
from ui.pictures.theme import DARK, LIGHT


def _opened(user: Driver, command: str) -> QDialog:
    user.do(command)
    user.wait(lambda: isinstance(QApplication.activeModalWidget(), QDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, QDialog)
    return dialog


def _choose(box: QComboBox, data: str) -> None:
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())


def test_return_in_a_field_takes_nothing_back(user: Driver) -> None:
    """The first button of a dialog hears Return unless that is another: it restored defaults."""
    dialog = _opened(user, "preferences")
    assert isinstance(dialog, PreferencesDialog)
    _choose(dialog.units, "miles")
    assert units().name == "miles"
    try:
        QTest.keyClicks(dialog.address, "https://tiles.example.org/{z}/{x}/{y}.png")
        QTest.keyClick(dialog.address, Qt.Key.Key_Return)
        assert units().name == "miles"
        assert preferences.tile_server() == (False, "https://tiles.example.org/{z}/{x}/{y}.png")
    finally:
        read_in(METRIC.name)
        dialog.close()


def test_a_choice_holds_at_once_and_the_next_time(user: Driver) -> None:
    cache_folder().mkdir(parents=True, exist_ok=True)
    (cache_folder() / "one.roads").write_bytes(bytes(2048))
    dialog = _opened(user, "preferences")
    assert isinstance(dialog, PreferencesDialog)
    window = user.window
    panel = window.docks.panel(LayersPanel)
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    try:
        _choose(dialog.language, "de")
        _choose(dialog.scheme, "dark")
        _choose(dialog.units, "miles")
        _choose(dialog.backend, "cpu")
        dialog.front.setChecked(True)
        dialog.address.setText("http://127.0.0.1:1/{z}/{x}/{y}.png")
        dialog.server.setChecked(True)
        assert (preferences.language(), preferences.colour_scheme()) == ("de", "dark")
        assert theme.current().is_dark
        assert preferences.unit_system() == units().name == "miles"
        assert window.view_menus.schemes["dark"].isChecked()
        assert window.session.options.backend == preferences.backend() == "cpu"
        assert window.commands["front_after_solve"].isChecked()
        assert panel.server.isChecked()
        assert panel.address.text() == dialog.address.text()
        assert preferences.tile_server() == (True, dialog.address.text())
        assert "2.0 KiB" in dialog.cache.text()
        dialog.clear.click()
        assert list(cache_folder().iterdir()) == []
        assert not dialog.clear.isEnabled()
        dialog.defaults.click()
        assert (preferences.language(), preferences.colour_scheme()) == (SYSTEM, "system")
        assert dialog.language.currentData() == SYSTEM
        assert dialog.units.currentData() == units().name == "metric"
        assert window.session.options.backend == preferences.backend() == "auto"
        assert preferences.tile_server() == (False, "")
        assert not panel.server.isChecked()
    finally:
        read_in(METRIC.name)
        dialog.reject()
        theme.apply(app, "light")


def test_an_error_leads_to_the_log(user: Driver, tmp_path: Path) -> None:
    with log.kept(tmp_path / "isofront.log"):
        messages = user.window.stage.messages
        user.window.state.show_error(InputError("no cheese", where="fridge", advice="Buy some."))
        assert not messages.log.isHidden()
        messages.log.click()
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, LogDialog)
        assert "fridge: no cheese. Buy some." in dialog.shown()
        user.window.state.remark("Only a note")
        user.wait(lambda: "Only a note" in dialog.shown())
        dialog.level.setCurrentIndex(2)
        assert "Only a note" not in dialog.shown()
        dialog.level.setCurrentIndex(0)
        QTest.keyClicks(dialog.field, "NOTE only")
        assert dialog.shown().count("\n") == 0
        assert dialog.shown().endswith("Only a note")
        QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
        assert QApplication.clipboard().text() == dialog.shown()
        dialog.save_to(tmp_path / "saved.txt")
        assert (tmp_path / "saved.txt").read_text("utf-8") == dialog.shown() + "\n"
        dialog.save_to(tmp_path / "nowhere" / "saved.txt")
        assert "there is no folder" in dialog.place.text()
        dialog.reject()
    messages.say("note", "a note leads nowhere")
    assert messages.log.isHidden()


def test_the_window_follows_the_system_while_it_is_open(
    user: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    window = user.window
    stop = theme.follow_system(app)
    try:
        dialog = _opened(user, "preferences")
        assert isinstance(dialog, PreferencesDialog)
        _choose(dialog.scheme, "system")
        for worn in (DARK, LIGHT):
            monkeypatch.setattr(theme, "current", lambda worn=worn: worn)
            app.styleHints().colorSchemeChanged.emit(app.styleHints().colorScheme())
            user.bot.wait(20)
            for shown in (window, dialog, window.docks.dock("starts")):
                assert shown.palette().window().color() == QColor(worn.window)
            assert worn.window in app.styleSheet()  # of the tabs
        dialog.reject()
    finally:
        stop()
        theme.apply(app, "light")
