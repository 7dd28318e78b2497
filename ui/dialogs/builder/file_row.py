"""A row of a form for one input: its files, what is to be known of them, and what is wrong."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.files.user_paths import expanded
from ui import theme
from ui.dialogs.builder.words import tr
from ui.widgets import form
from ui.widgets.fitted import Fitted

BETWEEN = "; "
"""Characters between the names of several files."""


class RowRemark(Fitted):
    """What is wrong with a row, in as many lines as it takes; nothing while nothing is."""

    def __init__(self) -> None:
        super().__init__("", lines=True)
        self.setVisible(False)

    def warn(self, text: str) -> None:
        """Show it, or nothing."""
        self.setStyleSheet(f"color: {theme.current().error};")
        self.setText(text)
        self.setVisible(bool(text))


class FileRow(QWidget):
    """Files of an input, in an edit of one line; its further controls show once there are any."""

    edited = Signal()

    def __init__(
        self, key: str, name: str, tip: str, patterns: str, *, many: bool, saves: bool = False
    ) -> None:
        """key : of the input in a recipe. patterns : of files that are offered. many : whether
        there may be several. saves : whether a file is to be written."""
        super().__init__()
        self.key, self.name = key, name
        self._patterns, self._many, self._saves = patterns, many, saves
        self.edit, self.browse = QLineEdit(), QPushButton(tr("Browse…"))
        self.verdict = RowRemark()
        self.more = QWidget()
        self._more = QGridLayout(self.more)
        self._more.setContentsMargins(0, 0, 0, 0)
        self._more.setSpacing(6)
        form.name(self.edit, name, tip)
        form.name(self.browse, tr("Browse for {what}").format(what=name), "")
        self.browse.setAutoDefault(False)
        first = QHBoxLayout()
        first.setSpacing(6)
        first.addWidget(self.edit, 1)
        first.addWidget(self.browse)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(4)
        rows.addLayout(first)
        rows.addWidget(self.more)
        rows.addWidget(self.verdict)
        self.more.setVisible(False)
        self.browse.clicked.connect(self._choose)
        self.edit.textChanged.connect(self._changed)

    def add(self, *controls: QWidget) -> None:
        """Put further controls under the files, two in a line."""
        for control in controls:
            row, col = divmod(self._more.count(), 2)
            self._more.addWidget(control, row, col)
            self._more.setColumnStretch(col, 1)

    def add_named(self, text: str, control: QWidget) -> None:
        """Put one that is empty or a number there, after a word for it."""
        label, both = QLabel(text), QWidget()
        label.setBuddy(control)
        line = QHBoxLayout(both)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(label)
        line.addWidget(control, 1)
        row = (self._more.count() + 1) // 2
        self._more.addWidget(both, row, 0, 1, 2)

    @property
    def files(self) -> list[str]:
        """Whole names of the files, `Class=file` for a fraction raster."""
        found = []
        for part in self.edit.text().split(";"):
            class_name, sign, file = part.strip().rpartition("=")
            if file.strip():
                found.append(f"{class_name}{sign}{os.path.abspath(expanded(file.strip()))}")
        return found

    def show_files(self, files: Sequence[str]) -> None:
        """Show these."""
        self.edit.setText(BETWEEN.join(files))

    def warn(self, text: str) -> None:
        """Show what is wrong, or nothing; a screen reader tells it with the field."""
        self.verdict.warn(text)
        self.edit.setAccessibleDescription(text)

    def _changed(self) -> None:
        self.more.setVisible(bool(self.edit.text().strip()) and self._more.count() > 0)
        self.edited.emit()

    def _choose(self) -> None:
        files = self.files
        folder = str(Path(files[0].rpartition("=")[2]).parent) if files else ""
        offered = f"{self.name} ({self._patterns});;{tr('All files')} (*)"
        if self._saves:
            chosen = QFileDialog.getSaveFileName(
                self, self.name, files[0] if files else folder, offered
            )
            names = [chosen[0]] if chosen[0] else []
        elif self._many:
            names = QFileDialog.getOpenFileNames(self, self.name, folder, offered)[0]
        else:
            name = QFileDialog.getOpenFileName(self, self.name, folder, offered)[0]
            names = [name] if name else []
        if names:
            self.show_files(names)

    def accept_drops(self) -> None:
        """Take files that are dropped on the row."""
        self.setAcceptDrops(True)
        self.edit.setAcceptDrops(False)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's name
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            event.acceptProposedAction()
            self.show_files(files if self._many else files[:1])
