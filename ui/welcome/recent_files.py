"""The files that were opened last, each with a small picture of its map where one was kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from ui import theme
from ui.texts import one_line
from ui.welcome import thumbnails
from ui.widgets.form import Hint
from ui.widgets.icons import icon

SHOWN = 4
"""Files that are offered; the menu has them all."""


LETTERS = 170  # pixels of a name or a folder: what is longer loses its middle


class RecentFiles(QWidget):
    """A button for each file; nothing is seen where there is none."""

    wanted = Signal(object)  # Path

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[QToolButton] = []
        self._heading = Hint(self.tr("Opened last"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addWidget(self._heading)
        self.show_files(())

    def show_files(self, files: Sequence[Path]) -> None:
        """Offer these, the newest first."""
        for button in self.buttons:
            self._column.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [self._button(path) for path in files[:SHOWN]]
        for button in self.buttons:
            self._column.addWidget(button)
        self.setVisible(bool(self.buttons))

    def _button(self, path: Path) -> QToolButton:
        button = QToolButton()
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        picture = thumbnails.of(path)
        button.setIcon(icon("open") if picture is None else QIcon(picture))
        button.setIconSize(QSize(thumbnails.WIDTH // 2, thumbnails.HEIGHT // 2))
        name, folder = one_line(path.name), one_line(str(path.parent))
        room = button.fontMetrics()
        shown = room.elidedText(folder, Qt.TextElideMode.ElideMiddle, LETTERS)
        button.setText(f"{room.elidedText(name, Qt.TextElideMode.ElideMiddle, LETTERS)}\n{shown}")
        button.setToolTip(str(path))
        button.setAccessibleName(self.tr("Open {name}").format(name=name))
        button.setSizePolicy(button.sizePolicy().Policy.Expanding, button.sizePolicy().Policy.Fixed)
        colours = theme.current()
        button.setStyleSheet(
            f"QToolButton {{ color: {colours.text}; background: transparent; border-radius: 6px;"
            f" border: 1px solid {colours.border}; padding: 3px 10px; text-align: left; }}"
            f"QToolButton:hover {{ background: {colours.accent_soft}; }}"
            f"QToolButton:focus {{ border-color: {colours.accent}; }}"
        )
        button.setProperty("path", str(path))
        button.clicked.connect(lambda: self.wanted.emit(path))
        return button

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "buttons"):
            self.show_files([Path(button.property("path")) for button in self.buttons])
