"""The program's log: narrowed by level and words, copied, saved, found on the disk."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QFontDatabase
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app import log
from core.errors import IsofrontError
from core.files.atomic_write import atomic_write, from_system
from ui.told import told_error
from ui.widgets import form

SIZE = (820, 480)
"""Width and height in pixels at first; a screen with less room makes it smaller."""

LOOK_MS = 500
"""Milliseconds after which lines that were told meanwhile are shown."""


class LogDialog(QDialog):
    """The newest lines at the end; they come as they are told while it is open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Log"))
        self._log = log.current()
        self._told = -1
        self.level = QComboBox()
        for words, least in (
            (self.tr("Everything"), logging.INFO),
            (self.tr("Warnings and errors"), logging.WARNING),
            (self.tr("Errors"), logging.ERROR),
        ):
            self.level.addItem(words, least)
        form.name(self.level, self.tr("Level"), self.tr("How grave a line is at least"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Words to look for"))
        self.field.setClearButtonEnabled(True)
        form.name(self.field, self.tr("Search the log"), self.tr("Several words narrow it"))
        self.page = QPlainTextEdit()
        self.page.setReadOnly(True)
        self.page.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.page.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        form.name(self.page, self.tr("Lines of the log"), "")
        file = self._log.file
        self.place = form.Hint(
            self.tr("It is not written to a file.") if file is None else str(file)
        )
        self._lay_out()
        self.level.currentIndexChanged.connect(lambda _index: self.fill())
        self.field.textChanged.connect(lambda _text: self.fill())
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()
        self.finished.connect(self.deleteLater)
        self.finished.connect(self._timer.stop)
        self.fill()
        room = self.screen().availableSize() - form.DIALOG_FRAME
        self.resize(min(SIZE[0], room.width()), min(SIZE[1], room.height()))

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.level)
        top.addWidget(self.field, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.copy = buttons.addButton(self.tr("C&opy"), role)
        self.save = buttons.addButton(self.tr("&Save…"), role)
        self.folder = buttons.addButton(self.tr("Open &folder"), role)
        self.folder.setEnabled(self._log.file is not None)
        buttons.rejected.connect(self.reject)
        self.copy.clicked.connect(lambda: QApplication.clipboard().setText(self.shown()))
        self.save.clicked.connect(self._choose_target)
        self.folder.clicked.connect(self._open_folder)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(self.page, 1)
        layout.addWidget(self.place)
        layout.addWidget(buttons)

    def shown(self) -> str:
        """The lines that are shown."""
        return self.page.toPlainText()

    def fill(self) -> None:
        """Show the lines that fit, the last of them in sight."""
        self._told = self._log.told
        words = self.field.text().casefold().split()
        lines = (line.text for line in self._log.lines(self.level.currentData()))
        fitting = [text for text in lines if all(word in text.casefold() for word in words)]
        self.page.setPlainText("\n".join(fitting))
        bar = self.page.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _look(self) -> None:
        if self._log.told != self._told:
            self.fill()

    def _choose_target(self) -> None:
        kinds = self.tr("Text") + " (*.txt *.log)"
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Save the log"), "isofront.log", kinds)
        if name:
            self.save_to(Path(name))

    def save_to(self, target: Path) -> None:
        """Write what is shown; what cannot be written is said in the dialog."""
        try:
            with atomic_write(target) as part:
                part.write_text(self.shown() + "\n", encoding="utf-8")
        except OSError as error:
            self.place.setText(told_error(from_system(error, str(target))))
        except IsofrontError as error:
            self.place.setText(told_error(error))
        else:
            self.place.setText(self.tr("Saved {name}").format(name=target))

    def _open_folder(self) -> None:
        if self._log.file is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._log.file.parent)))
