"""The keyboard and the mouse at a glance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from ui.actions import MENUS, RULE, Actions, translated
from ui.panels.catalog import PANELS
from ui.widgets import form

KEY_WIDTH = 126

Rows = list[tuple[str, str]]


def _tr(text: str) -> str:
    return QCoreApplication.translate("KeysDialog", text)


def mouse_rows() -> Rows:
    """What the mouse does, and with what."""
    return [
        (_tr("Click"), _tr("Set the start")),
        (_tr("Shift-click"), _tr("Add a start")),
        (_tr("Ctrl-click"), _tr("Pin the path to this place")),
        (_tr("Right click"), _tr("What can be done at this place")),
        (_tr("Drag a start"), _tr("Move it; the times follow")),
        (_tr("Drag the map"), _tr("Pan")),
        (_tr("Wheel"), _tr("Zoom at the pointer")),
        (_tr("Hover over a cell"), _tr("Speed, time and the quickest way there")),
        (_tr("Drop a file"), _tr("Open it")),
        (_tr("Closing roads"), _tr("Click corners or draw by hand; a double click ends")),
    ]


def _on_map() -> Rows:
    return [("← → ↑ ↓", _tr("Pan")), ("+ −", _tr("Zoom")), ("0", _tr("Zoom to fit"))]


class KeysDialog(QDialog):
    """Lists what the tables of actions and panels say, so that it cannot be out of date."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard and mouse"))
        menus = [(plain(translated(b[1])), list(_keys(b[2], actions))) for b in MENUS]
        panels = [
            (native(row.key), QCoreApplication.translate("Panels", row.title)) for row in PANELS
        ]
        left = [(title, rows) for title, rows in menus if rows]
        right = [
            (self.tr("Mouse"), mouse_rows()),
            (self.tr("On the map"), _on_map()),
            (self.tr("Panels"), sorted(panels)),
        ]
        while _length(left) - _length(right) > len(left[-1][1]):  # until they are about as long
            right.insert(0, left.pop())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        columns = QHBoxLayout()
        columns.setSpacing(36)
        form.dialog_page(self, buttons).addLayout(columns)
        for tables in (left, right):
            column = QVBoxLayout()
            column.setSpacing(14)
            for title, rows in tables:
                column.addLayout(_table(title, rows))
            column.addStretch(1)
            columns.addLayout(column)
        form.fit_dialog(self)


def _keys(items: Sequence[object], actions: Actions) -> Iterator[tuple[str, str]]:
    """Of the commands of a menu and of its sub-menus: keys and words."""
    for item in items:
        if isinstance(item, tuple):
            yield from _keys(item[2], actions)
        elif item != RULE:
            action = actions[str(item)]
            keys = [native(key) for key in action.shortcuts()]
            if keys:
                # An undo says in the menu what it takes back; here it is meant in general.
                words = action.iconText() if item in ("undo", "redo") else action.text()
                yield ", ".join(keys), plain(words)


def native(key: QKeySequence | str) -> str:
    """A key as the system writes it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def plain(words: str) -> str:
    """Words of a menu without the sign of its key, and without the dots."""
    return words.replace("&", "").rstrip("…")


def _length(tables: Sequence[tuple[str, Rows]]) -> int:
    """Rows of tables one under another; a title and the room before it count as two."""
    return sum(len(rows) + 2 for _, rows in tables)


def _table(title: str, rows: Rows) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(5)
    grid.setColumnMinimumWidth(0, KEY_WIDTH)
    grid.setColumnStretch(1, 1)
    grid.addWidget(form.Heading(title), 0, 0, 1, 2)
    for place, (key, what) in enumerate(rows, start=1):
        name = form.Hint(key)
        name.setWordWrap(False)
        grid.addWidget(name, place, 0)
        words = QLabel(what)
        words.setWordWrap(True)  # other languages take more room than a small screen has
        grid.addWidget(words, place, 1)
    return grid
