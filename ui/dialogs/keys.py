"""The keyboard and the mouse at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from ui.actions import ENTRIES, Actions, translated
from ui.widgets import form

KEY_WIDTH = 104


def _mouse() -> tuple[tuple[str, str], ...]:
    def tr(text: str) -> str:
        return QCoreApplication.translate("KeysDialog", text)

    return (
        (tr("Click"), tr("Set the start")),
        (tr("Shift-click"), tr("Add a start")),
        (tr("Drag a start"), tr("Move it; the times follow")),
        (tr("Drag the map"), tr("Pan")),
        (tr("Wheel"), tr("Zoom at the pointer")),
        (tr("Rest on a cell"), tr("Speed, time and the quickest way there")),
        (tr("Drop a file"), tr("Open it")),
        (tr("Closing roads"), tr("Click corners or draw by hand; a double click ends")),
    )


class KeysDialog(QDialog):
    """Lists what the table of actions says, so that it cannot be out of date."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard and mouse"))
        keys = [
            (actions[entry.id].shortcut().toString(), translated(entry.text))
            for entry in ENTRIES
            if entry.keys
        ]
        rest = len(keys) - (len(keys) - len(_mouse()) - 1) // 2  # both columns are as long
        right = QVBoxLayout()
        right.addLayout(_table(self.tr("Mouse"), _mouse()))
        right.addSpacing(14)
        right.addLayout(_table("", keys[rest:]))
        right.addStretch(1)
        columns = QHBoxLayout()
        columns.setSpacing(36)
        columns.addLayout(_table(self.tr("Keyboard"), keys[:rest]))
        columns.addLayout(right)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 20, 22, 16)
        layout.setSpacing(14)
        layout.addLayout(columns)
        layout.addStretch(1)
        layout.addWidget(buttons)


def _table(title: str, rows: Sequence[tuple[str, str]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(5)
    grid.setColumnMinimumWidth(0, KEY_WIDTH)
    grid.setColumnStretch(1, 1)
    if title:
        grid.addWidget(form.Heading(title), 0, 0, 1, 2)
    for place, (key, what) in enumerate(rows, start=1):
        name = form.Hint(key)
        name.setWordWrap(False)
        grid.addWidget(name, place, 0)
        grid.addWidget(QLabel(what.replace("&", "").rstrip("…")), place, 1)
    grid.setRowStretch(len(rows) + 1, 1)
    return grid
