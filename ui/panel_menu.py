"""The buttons of the panels as a menu: what a panel can do is found there, and by Ctrl+K."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QAbstractButton, QMenu, QPushButton, QToolButton, QWidget

from ui.actions import ENTRIES, Actions, give_letters
from ui.docks import Docks
from ui.panels.catalog import PANELS


def buttons_of(panel: QWidget) -> Iterator[QAbstractButton]:
    """Buttons of a panel that can be seen in it; those that Qt builds into other controls aside."""
    for kind in (QPushButton, QToolButton):
        for button in panel.findChildren(kind):
            ours = not button.objectName().startswith("qt_") and words_of(button)
            if ours and button.isVisibleTo(panel):
                yield button


def words_of(button: QAbstractButton) -> str:
    """What a button is called."""
    return button.accessibleName() or button.text().replace("&", "")


class PanelMenu:
    """A menu for each panel that is of use, filled when it is opened. What is a command already, in
    the same words, is not there twice."""

    def __init__(self, menu: QMenu, docks: Docks, commands: Actions) -> None:
        self._menu, self._docks, self._commands = menu, docks, commands
        menu.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self._menu.clear()
        known = {self._commands[entry.id].text().replace("&", "") for entry in ENTRIES}
        for row, entry in zip(PANELS, self._docks.entries, strict=True):
            buttons = [
                button
                for button in buttons_of(self._docks.panel(row.panel))
                if words_of(button) not in known
            ]
            if entry.isEnabled() and buttons:
                inner = self._menu.addMenu(entry.text().partition("\t")[0])
                for button in buttons:
                    self._add(inner, row.id, button)
                give_letters(inner)
        give_letters(self._menu)

    def _add(self, menu: QMenu, panel: str, button: QAbstractButton) -> None:
        action = menu.addAction(words_of(button).replace("&", "&&"))
        action.setToolTip(button.toolTip())
        action.setEnabled(button.isEnabled())
        action.setCheckable(button.isCheckable())
        action.setChecked(button.isChecked())

        def press() -> None:
            self._docks.show_panel(panel)
            button.click()

        action.triggered.connect(press)
