"""Commands: in menus, with keys and letters of their own, and in one list that is searched."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.ui.driving import NO_KEY, Driver
from tests.ui.rasters import Rasters, centre
from ui.actions import ENTRIES, MENUS, RULE, give_letters
from ui.dialogs.commands import CommandsDialog, commands_of
from ui.panels.catalog import PANELS

UNDERLINED = re.compile("&([^&])")


def _ids(items: tuple[object, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, tuple):
            yield from _ids(item[2])
        elif item != RULE:
            yield str(item)


def _dialog(user: Driver) -> CommandsDialog:
    user.window.activateWindow()  # no window manager does
    user.wait(user.window.isActiveWindow)
    QTest.keyClick(user.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    user.wait(lambda: isinstance(QApplication.activeModalWidget(), CommandsDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, CommandsDialog)
    return dialog


def _rows(dialog: CommandsDialog) -> list[str]:
    items = [dialog.list.topLevelItem(k) for k in range(dialog.list.topLevelItemCount())]
    return [item.text(0) for item in items if item is not None]


def test_every_command_stands_in_one_menu_and_has_a_key() -> None:
    in_menus = [id_ for menu in MENUS for id_ in _ids(menu[2])]
    assert sorted(in_menus) == sorted(entry.id for entry in ENTRIES)
    assert [entry.id for entry in ENTRIES if not entry.keys] == []


def test_no_key_is_that_of_a_menu_or_of_another_command(user: Driver) -> None:
    menus = [f"Alt+{UNDERLINED.findall(menu[1])[0].upper()}" for menu in MENUS]
    keys = [key for entry in ENTRIES for key in entry.keys] + [row.key for row in PANELS]
    written = [QKeySequence(key).toString() for key in keys + menus]
    assert len(written) == len(set(written))
    assert "" not in written, "a key that Qt does not know"


def test_what_has_no_letter_gets_one_that_is_free(user: Driver) -> None:
    menu = QMenu(user.window)
    for text in ("&Alpha", "Able\tCtrl+1", "Bee", "Bob & Eve"):
        menu.addAction(text)
    give_letters(menu)
    assert [a.text() for a in menu.actions()] == ["&Alpha", "A&ble\tCtrl+1", "B&ee", "Bob & Eve"]


def test_the_list_has_every_command_that_a_menu_has(user: Driver) -> None:
    dialog = _dialog(user)
    words = {command.words for command in dialog.commands}
    assert {"Edit ▸ Find a good start", "View ▸ Panels ▸ Terrain"} <= words
    assert "View ▸ Colour map ▸ Cividis" in words
    actions = [command.action for command in commands_of(user.window.menuBar())]
    for entry in ENTRIES:
        command = user.window.commands[entry.id]
        assert command in actions or not command.isVisible(), entry.id
    dialog.reject()


def test_a_few_letters_find_a_command_and_return_runs_it(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    assert not user.window.session.starts
    dialog = _dialog(user)
    QTest.keyClicks(dialog.field, "good sta")
    assert _rows(dialog) == ["Edit ▸ Find a good start"]
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    user.wait(lambda: user.window.session.starts)
    user.rest()
    assert QApplication.activeModalWidget() is None


def test_what_writes_a_format_is_found_by_its_name(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(5, 5))
    dialog = _dialog(user)
    exports = "File ▸ Export ▸"
    for letters, name in (
        ("geotiff", f"{exports} Export travel times"),
        ("ascii grid", f"{exports} Export travel times"),
        ("GeoPackage", f"{exports} Export polygons"),
        (".kml", f"{exports} Export isolines"),
        ("geojson", f"{exports} Export polygons"),
        ("csv", f"{exports} Export who is first"),
        ("pdf", f"{exports} Export report"),
    ):
        dialog.field.setText(letters)
        items = [dialog.list.topLevelItem(k) for k in range(dialog.list.topLevelItemCount())]
        pale = [item.isDisabled() for item in items if item is not None]
        assert pale == sorted(pale), "what can be had comes first"
        assert name in _rows(dialog)[: pale.count(False)], letters
        assert "View ▸ Colour by first start" not in _rows(dialog), "it writes nothing"
    dialog.reject()


def test_arrows_of_the_field_move_in_the_list(user: Driver) -> None:
    dialog = _dialog(user)
    first = dialog.list.currentItem()
    assert first is not None
    QTest.keyClick(dialog.field, Qt.Key.Key_Down, NO_KEY)
    assert dialog.list.currentItem() is dialog.list.itemBelow(first)
    dialog.reject()


def test_what_cannot_be_had_now_does_not_run(user: Driver) -> None:
    dialog = _dialog(user)
    dialog.field.setText("validate the")
    dialog.run()
    assert dialog.isVisible()
    dialog.field.setText("there is no such command")
    dialog.run()
    assert dialog.isVisible()
    dialog.reject()


def test_a_panel_that_is_chosen_in_the_list_is_never_hidden(user: Driver) -> None:
    docks = user.window.docks
    for _ in range(2):
        dialog = _dialog(user)
        dialog.field.setText("panels isochrones")
        dialog.run()
        user.bot.wait(20)
        assert not docks.dock("isochrones").isHidden()
