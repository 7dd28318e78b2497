"""A user who has nothing but a mouse and keys, for the walks through the whole program."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from tests.soak.hands import pause
from tests.ui.driving import LEFT_BUTTON, NO_KEY, Driver

CTRL = Qt.KeyboardModifier.ControlModifier
Kind = TypeVar("Kind", bound=QDialog)
STEPS = 5
"""Moves of the mouse between the ends of a drag."""

NOTCH = 120
"""What one notch of a wheel counts in Qt."""


class Walker(Driver):
    """Reaches what can be seen: by keys with the focus, or by the mouse at a pixel."""

    def key(self, keys: str) -> None:
        """A key or several on the map, in Qt's notation."""
        self.window.activateWindow()  # no window manager does
        self.wait(self.window.isActiveWindow)
        self.window.map.setFocus()
        QTest.keySequence(self.window.map, QKeySequence(keys))
        self.rest()

    def drag(self, start: QPoint, end: QPoint) -> None:
        """On the map."""
        self.drag_on(self.window.map, start, end)
        self.rest()

    def drag_on(self, view: QWidget, start: QPoint, end: QPoint) -> None:
        QTest.mousePress(view, LEFT_BUTTON, NO_KEY, start)
        for step in range(1, STEPS + 1):
            QTest.mouseMove(view, start + (end - start) * (step / STEPS))
            pause(5)
        QTest.mouseRelease(view, LEFT_BUTTON, NO_KEY, end)

    def wheel(self, at: QPoint, notches: int) -> None:
        """On the map."""
        view = self.window.map
        turned = QWheelEvent(
            QPointF(at), QPointF(view.mapToGlobal(at)), QPoint(), QPoint(0, NOTCH * notches),
            Qt.MouseButton.NoButton, NO_KEY, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(view, turned)

    def click_on(self, widget: QWidget) -> None:
        """In its middle, or on the box of a check box."""
        at = widget.rect().center()
        if isinstance(widget, QCheckBox):
            option = QStyleOptionButton()
            widget.initStyleOption(option)
            box = QStyle.SubElement.SE_CheckBoxIndicator
            at = widget.style().subElementRect(box, option, widget).center()
        assert not widget.visibleRegion().isEmpty(), "what is not seen cannot be clicked"
        QTest.mouseClick(widget, LEFT_BUTTON, NO_KEY, at)
        self.rest()

    def panel_shown(self, id_: str, keys: str) -> None:
        """Show a panel by its key, all of it that matters: floating panels have room."""
        self.key(keys)
        self.wait(lambda: not self.window.docks.dock(id_).visibleRegion().isEmpty())

    def pick(self, box: QComboBox, data: object) -> None:
        """Walk to an entry of a closed list by its arrows."""
        goal = box.findData(data)
        assert goal >= 0, data
        while box.currentIndex() != goal:
            before = box.currentIndex()
            QTest.keyClick(box, Qt.Key.Key_Down if before < goal else Qt.Key.Key_Up)
            assert box.currentIndex() != before, "the list is not moved by keys"
        self.rest()

    def fill(self, edit: QLineEdit, text: str) -> None:
        """Type over what a field says, and leave it by Return."""
        edit.setFocus()
        edit.selectAll()
        QTest.keyClicks(edit, text)
        QTest.keyClick(edit, Qt.Key.Key_Return)
        self.rest()

    def fill_cell(self, table: QAbstractItemView, row: int, column: int, text: str) -> None:
        """Double-click a cell of a table and type over what it says."""
        index = table.model().index(row, column)
        table.scrollTo(index)
        at = table.visualRect(index).center()
        QTest.mouseClick(table.viewport(), LEFT_BUTTON, NO_KEY, at)
        QTest.mouseDClick(table.viewport(), LEFT_BUTTON, NO_KEY, at)
        # The editor of the last cell may still be there, hidden, until events delete it.
        edits = [e for e in table.viewport().findChildren(QLineEdit) if e.isVisible()]
        assert len(edits) == 1, "the cell can be edited"
        edit = edits[0]
        edit.selectAll()
        QTest.keyClicks(edit, text)
        QTest.keyClick(edit, Qt.Key.Key_Return)
        self.rest()

    def type_name(self, path: Path) -> None:
        """Answer the next dialog of files with a name."""

        def look() -> None:
            dialog = QApplication.activeModalWidget()
            if isinstance(dialog, QFileDialog):
                # Later, when it waits: closed while it comes up, it would wait for ever.
                QTimer.singleShot(200, dialog, lambda: answer(dialog))
            else:
                QTimer.singleShot(20, self.window, look)

        def answer(dialog: QFileDialog) -> None:
            edit = dialog.findChild(QLineEdit, "fileNameEdit")
            assert isinstance(edit, QLineEdit)
            edit.clear()
            QTest.keyClicks(edit, str(path))
            buttons = dialog.findChild(QDialogButtonBox)
            assert isinstance(buttons, QDialogButtonBox)
            kinds = QDialogButtonBox.StandardButton
            button = buttons.button(kinds.Save) or buttons.button(kinds.Open)
            QTest.mouseClick(button, LEFT_BUTTON)

        QTimer.singleShot(20, self.window, look)

    def dialog(self, kind: type[Kind]) -> Kind:
        self.wait(lambda: self.window.findChild(kind) is not None)
        found = self.window.findChild(kind)
        assert isinstance(found, kind)
        return found
