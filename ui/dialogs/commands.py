"""All commands in one list, found by a few letters and run by Return."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QMenuBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ui.dialogs.keys import plain
from ui.widgets import form

SIZE = (560, 420)
"""Width and height in pixels at first; a screen with less room makes it smaller."""

_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True)
class Command:
    """What stands in a menu: where, with which key, and what runs it. formats : names and suffixes
    of the files that it writes."""

    words: str
    key: str
    action: QAction
    formats: str = ""

    def fits(self, letters: str) -> bool:
        """Whether every word of `letters` occurs in its name, its explanation, its key or its
        formats."""
        told = f"{self.words} {self.key} {self.action.toolTip()} {self.formats}".casefold()
        return all(word in told for word in letters.casefold().split())


def commands_of(menu: QMenuBar | QMenu, before: str = "") -> Iterator[Command]:
    """Every command of the menus, those of the menus within them included."""
    for action in menu.actions():
        inner = action.menu()
        if action.isSeparator() or not action.isVisible():
            continue
        words, _, key = action.text().partition("\t")
        words = before + plain(words)
        if isinstance(inner, QMenu):
            inner.aboutToShow.emit()  # some are filled only then
            yield from commands_of(inner, f"{words} ▸ ")
        else:
            keys = action.shortcut()
            key = key or keys.toString(QKeySequence.SequenceFormat.NativeText)
            yield Command(words, key, action)


class CommandsDialog(QDialog):
    """Lists what the menus have, so that nothing can be missing; what cannot be had now is pale.

    run : what runs a command that was chosen, once the dialog is gone. formats : names and suffixes
    of what the command of an id writes.
    """

    def __init__(
        self,
        bar: QMenuBar,
        run: Callable[[QAction], object],
        parent: QWidget | None = None,
        formats: Callable[[str], str] = lambda _id: "",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Commands"))
        self._run = run
        self.commands = tuple(
            replace(command, formats=formats(command.action.objectName()))
            for command in commands_of(bar)
        )
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Letters of a command, a key or a colour map"))
        self.field.setClearButtonEnabled(True)
        form.name(self.field, self.tr("Search for a command"), self.tr("Several words narrow it"))
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        form.name(self.list, self.tr("Commands"), self.tr("Return or a double click runs one"))
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        layout = QVBoxLayout(self)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        self.field.textChanged.connect(self._fill)
        self.field.returnPressed.connect(self.run)
        self.field.installEventFilter(self)
        self.list.itemActivated.connect(lambda item, column: self.run())
        self.finished.connect(self.deleteLater)
        self._fill("")
        room = self.screen().availableSize() - form.DIALOG_FRAME
        self.resize(min(SIZE[0], room.width()), min(SIZE[1], room.height()))

    def _fill(self, letters: str) -> None:
        self.list.clear()
        fitting = [command for command in self.commands if command.fits(letters)]
        # What can be had comes first, and of it what has the letters in its name.
        fitting.sort(
            key=lambda c: (not c.action.isEnabled(), letters.casefold() not in c.words.casefold())
        )
        for command in fitting:
            item = QTreeWidgetItem([command.words, command.key])
            item.setData(0, Qt.ItemDataRole.UserRole, command.action)
            item.setToolTip(0, command.action.toolTip())
            item.setDisabled(not command.action.isEnabled())
            self.list.addTopLevelItem(item)
        if (first := self.list.topLevelItem(0)) is not None:
            self.list.setCurrentItem(first)

    def run(self) -> None:
        """Run the chosen command, after the dialog has gone."""
        item = self.list.currentItem()
        if item is None or item.isDisabled():
            return
        action = item.data(0, Qt.ItemDataRole.UserRole)
        self.accept()
        QTimer.singleShot(0, action, lambda: self._run(action))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """The arrows of the field move in the list."""
        if event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            if event.key() in _MOVES:
                self.list.event(event)
                return True
        return super().eventFilter(watched, event)
