"""Words of menus, dialogs and messages: their keys, their titles, and nothing of them cut off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeySequence, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
)
from pytestqt.qtbot import QtBot

from app.exports.table import EXPORTS
from core.errors import InputError
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads, corner
from ui import preferences, theme
from ui.actions import ENTRIES
from ui.controllers.opening import inspect
from ui.dialogs.about import AboutDialog
from ui.dialogs.batch import BatchDialog
from ui.dialogs.builder.dialog import BuilderDialog
from ui.dialogs.commands import CommandsDialog
from ui.dialogs.export.choice import DRAWN, PNG, ExportChoice
from ui.dialogs.export.dialog import ExportDialog
from ui.dialogs.go_to import GoToDialog
from ui.dialogs.help import HelpDialog
from ui.dialogs.join import JoinDialog
from ui.dialogs.keys import KeysDialog, native
from ui.dialogs.log import LogDialog
from ui.dialogs.open_options import OpenOptionsDialog
from ui.dialogs.preferences import PreferencesDialog
from ui.dialogs.race import RaceDialog
from ui.dialogs.road_options import RoadOptionsDialog, inspect_roads
from ui.main_window import MainWindow
from ui.panels.catalog import PANELS
from ui.widgets.dock_title import DockTitle
from ui.widgets.fitted import Fitted


def _menus(menu: QMenu) -> Iterator[QMenu]:
    yield menu
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            yield from _menus(below)


def _doubles(texts: list[str]) -> list[str]:
    keys = Counter(QKeySequence.mnemonic(text).toString() for text in texts)
    return [key for key, count in keys.items() if key and count > 1]


def _check_menus(window: MainWindow) -> None:
    bar = [action for action in window.menuBar().actions() if action.isVisible()]
    assert _doubles([action.text() for action in bar]) == []
    for top in bar:
        topmost = top.menu()
        assert isinstance(topmost, QMenu)
        for menu in _menus(topmost):
            menu.aboutToShow.emit()  # those that change are filled
            texts = [action.text() for action in menu.actions() if action.isVisible()]
            assert _doubles(texts) == [], (menu.title(), texts)


def test_no_two_entries_of_a_menu_have_one_key(user: Driver, rasters: Rasters) -> None:
    for number in range(11):
        preferences.remember_file(Path(f"/a & b/R&D &{number}.tif"))
    _check_menus(user.window)
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    _check_menus(user.window)
    recent = [action.text() for action in user.window.view_menus.recent.actions()]
    assert "&2  R&&D &&10.tif" in recent


def test_nor_have_they_on_roads(user: Driver, tmp_path: Path) -> None:
    user.open(Roads(tmp_path).town())
    user.window.editor.place(*corner(0, 0))
    user.rest()
    _check_menus(user.window)


def _dialogs(window: MainWindow, folder: Path) -> Iterator[QDialog]:
    yield KeysDialog(window.commands, window)
    yield CommandsDialog(window.menuBar(), window.docks.run, window)
    yield HelpDialog(window.menuBar(), window)
    yield AboutDialog(window)
    yield PreferencesDialog(window.switches, window)
    yield LogDialog(window)
    yield JoinDialog(None, window)
    yield RaceDialog(window.editor, window)
    yield BatchDialog(window.editor, window, lambda: "ember")
    yield BuilderDialog(window.bridge, window, None, None)
    yield GoToDialog(lambda text, crs: (), lambda place: "", window)
    yield OpenOptionsDialog(inspect(Rasters(folder).geotiff()), window)
    yield RoadOptionsDialog(inspect_roads(Roads(folder).town(), True), window)
    offers = {**EXPORTS["roads"], **DRAWN}
    export = ExportDialog(
        offers, window.session.bands, ExportChoice(PNG[0]),
        lambda kind, choice: lambda progress, cancel: None, window.bridge, window,
    )  # fmt: skip
    for kind in offers:
        export.show_kind(kind)
    yield export


def _check_keys(dialog: QDialog) -> None:
    buttons = [b.text() for b in dialog.findChildren(QAbstractButton) if b.text()]
    labels = [label.text() for label in dialog.findChildren(QLabel) if label.buddy()]
    bars = dialog.findChildren(QTabBar)
    tabs = [bar.tabText(tab) for bar in bars for tab in range(bar.count())]
    keys = [text for text in (*buttons, *labels, *tabs) if not text.startswith("&Open")]
    assert _doubles(keys) == [], (dialog, keys)


def _check_size(dialog: QDialog) -> None:
    """That a screen of 1024 × 600 pixels has room for it."""
    dialog.show()
    least = dialog.minimumSizeHint()
    assert least.width() <= 1000, dialog
    assert least.height() <= 550, dialog  # 600 less a title
    assert dialog.geometry().bottom() <= dialog.screen().availableGeometry().bottom(), dialog


def test_dialogs_have_no_double_keys_and_fit_a_small_screen(user: Driver, tmp_path: Path) -> None:
    for dialog in _dialogs(user.window, tmp_path):
        _check_keys(dialog)
        _check_size(dialog)
        dialog.close()


def test_every_control_of_a_dialog_has_words_for_who_hears_them(
    user: Driver, tmp_path: Path
) -> None:
    for dialog in _dialogs(user.window, tmp_path):
        fields = {label.buddy() for label in dialog.findChildren(QLabel)}
        for kind in (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox):
            for control in dialog.findChildren(kind):
                if control.objectName().startswith("qt_") or control in fields:
                    continue
                if isinstance(control.parentWidget(), QComboBox | QAbstractSpinBox | QLineEdit):
                    continue  # a part of which Qt builds its own
                text = control.text() if isinstance(control, QAbstractButton) else ""
                assert control.accessibleName() or text, (dialog, control)


def test_the_list_of_keys_has_headings_and_every_key(user: Driver) -> None:
    dialog = KeysDialog(user.window.commands, user.window)
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    for heading in ("File", "Edit", "View", "Solver", "Panels", "Mouse", "On the map"):
        assert texts.count(heading) == 1 + (heading == "Solver"), heading  # a panel, too
    assert "" not in texts
    shown = ", ".join(texts).split(", ")
    wanted = [native(key) for entry in ENTRIES for key in entry.keys]
    assert set(wanted) | {native(row.key) for row in PANELS} <= set(shown)


@pytest.mark.parametrize("command", ["export_times", "export_bands", "export_isolines"])
def test_the_dialog_says_what_is_written_of_roads(
    user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    titles: list[str] = []
    asked = lambda window, title, *rest: titles.append(title) or ("", "")  # noqa: E731
    monkeypatch.setattr(QFileDialog, "getSaveFileName", asked)
    user.open(Roads(tmp_path).town())
    user.window.editor.place(*corner(0, 0))
    user.rest()
    user.export(command)
    said = user.window.commands[command].text().replace("&", "").rstrip("…")
    assert titles == [said]


def test_a_text_without_room_is_cut_in_the_middle_and_told_whole(qtbot: QtBot) -> None:
    label = Fitted("A state that takes more room than there is")
    qtbot.addWidget(label)
    label.resize(100, 20)
    label.show()
    assert "…" in label.shown()
    assert label.text() == label.toolTip() == "A state that takes more room than there is"
    label.resize(label.sizeHint().width(), 20)
    assert (label.shown(), label.toolTip()) == (label.text(), "")
    label.setText("<b>not</b> marked up")
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_an_underscore_is_not_cut_off(qtbot: QtBot) -> None:
    """It is drawn lower than letters reach; names of files were told as words with spaces."""

    def ink(more: int) -> int:
        label = Fitted("_____", lines=True)
        qtbot.addWidget(label)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setStyleSheet("font-weight: 600; color: black; background: white")
        label.setFixedSize(200, label.heightForWidth(200) + more)
        label.show()
        image = label.grab().toImage()
        pixels = [(x, y) for x in range(image.width()) for y in range(image.height())]
        return sum(255 - QColor(image.pixel(*at)).lightness() for at in pixels)

    assert ink(0) == pytest.approx(ink(12), rel=0.05)


def test_a_message_of_one_long_word_stays_within_its_bar(user: Driver) -> None:
    name = "an_endless_name_" * 20 + ".tif"
    user.window.state.show_error(InputError("no such file", where=name, advice="Look again."))
    bar = user.window.stage.messages
    user.bot.wait(20)
    metrics = bar.title.fontMetrics()
    for word in bar.title.shown().split():
        assert metrics.horizontalAdvance(word) <= bar.title.width()
    assert "…" in bar.title.shown()
    assert bar.title.toolTip() == bar.title.text()
    assert bar.title.text().endswith(".tif: no such file")
    assert bar.rect().contains(bar.title.geometry())
    assert bar.minimumSizeHint().width() < 300
    for text in ("short", "a message of many words " * 9, "short"):  # nor is a line of it cut off
        user.window.state.remark(text)
        assert bar.height() == bar.wanted_height()
        user.bot.wait(5)
        assert bar.height() == bar.wanted_height()


def test_the_signs_of_a_dock_can_be_seen_in_the_dark(user: Driver) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, "dark")
    user.bot.wait(20)
    title = user.window.docks.dock("performance").titleBarWidget()
    assert isinstance(title, DockTitle)
    drawn = title.undock.icon().pixmap(24, 24)
    theme.apply(app, "light")
    assert _brightest(drawn) > 180


def _brightest(picture: QPixmap) -> int:
    image = picture.toImage()
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return max(QColor(p).lightness() for p in pixels if p.alpha() > 200)


def test_a_dock_taken_out_has_a_title_that_puts_it_back(user: Driver) -> None:
    dock = user.window.docks.dock("starts")
    title = dock.titleBarWidget()
    assert isinstance(title, DockTitle)
    assert not title.bar.isVisible(), "its tab is title enough"
    dock.setFloating(True)
    user.wait(title.bar.isVisible)
    title.undock.click()
    user.wait(lambda: not title.bar.isVisible())
    assert not dock.isFloating()


def test_the_last_panel_of_a_stack_has_a_title(user: Driver) -> None:
    docks = user.window.docks
    for other in user.window.tabifiedDockWidgets(docks.dock("isochrones")):
        other.hide()
    title = docks.dock("isochrones").titleBarWidget()
    assert isinstance(title, DockTitle)
    user.wait(title.bar.isVisible)
    docks.dock("starts").show()
    user.wait(lambda: not title.bar.isVisible())
