"""The drawings that close roads, one to a line; to be drawn, found on the map and taken away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QGridLayout, QListWidget, QPushButton, QVBoxLayout, QWidget

from ui.widgets import form
from ui.widgets.icons import icon

ROWS = 4
"""Most lines that are seen at once."""


class ClosureList(QWidget):
    """drawing : whether the tool shall be active. removed : numbers, from 0. chosen : the number
    of the chosen one, -1 for none. file_wanted : more out of a file. saving : all into one."""

    drawing = Signal(bool)
    removed = Signal(object)
    chosen = Signal(int)
    file_wanted = Signal()
    saving = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draw = QPushButton(self.tr("Close roads"))
        self.remove = QPushButton(self.tr("Reopen"))
        self.from_file = QPushButton(self.tr("From file…"))
        self.save = QPushButton(self.tr("Save…"))
        self.list = QListWidget()
        self.draw.setCheckable(True)
        form.name(
            self.draw,
            self.tr("Close roads by drawing"),
            self.tr("Draw a line or an area over the map; the roads under it are closed (X)"),
        )
        form.name(
            self.remove,
            self.tr("Reopen the roads of the selected drawing"),
            self.tr("Remove the selected drawing, or all if none is selected (Delete)"),
        )
        form.name(
            self.from_file,
            self.tr("Close roads from a file"),
            self.tr("Roads under the lines, areas and points of a GIS file are closed"),
        )
        form.name(
            self.save,
            self.tr("Save closures"),
            self.tr("Write all drawings as GeoJSON or GeoPackage, to be opened here or in a GIS"),
        )
        form.name(
            self.list, self.tr("Closed by drawing"), self.tr("Select one to find it on the map")
        )
        self.draw.clicked.connect(self.drawing)
        self.remove.clicked.connect(self._remove)
        self.from_file.clicked.connect(self.file_wanted)
        self.save.clicked.connect(self.saving)
        self.list.currentRowChanged.connect(self.chosen)
        shortcut = QShortcut(QKeySequence.StandardKey.Delete, self.list)
        shortcut.setContext(shortcut.context().WidgetShortcut)
        shortcut.activated.connect(self._remove)
        buttons = QGridLayout()
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(6)
        for place, button in enumerate((self.draw, self.remove, self.from_file, self.save)):
            buttons.addWidget(button, *divmod(place, 2))
            buttons.setColumnStretch(place % 2, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(form.GAP)
        layout.addWidget(self.list)
        layout.addLayout(buttons)
        self._set_icons()
        self._texts: tuple[str, ...] | None = None
        self.show_texts(())

    def show_texts(self, texts: Sequence[str]) -> None:
        """A line for each drawing; the choice stays where there is as much to choose from."""
        if tuple(texts) == self._texts:
            return  # a slider comes by here at every step
        before = self.list.currentRow() if self.list.count() == len(texts) else -1
        self._texts = tuple(texts)
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems(list(texts))
        self.list.setCurrentRow(before)
        self.list.blockSignals(False)
        line = self.list.sizeHintForRow(0) if texts else 0
        self.list.setFixedHeight(min(len(texts), ROWS) * line + 2 * self.list.frameWidth() + 2)
        self.list.setVisible(bool(texts))
        self.remove.setEnabled(bool(texts))
        self.save.setEnabled(bool(texts))
        if before < 0:
            self.chosen.emit(-1)

    def show_drawing(self, active: bool) -> None:
        """Whether the tool is active."""
        self.draw.setChecked(active)

    def _remove(self) -> None:
        row = self.list.currentRow()
        self.removed.emit((row,) if row >= 0 else tuple(range(self.list.count())))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "list"):
            self._set_icons()

    def _set_icons(self) -> None:
        self.draw.setIcon(icon("close-roads"))
        self.remove.setIcon(icon("remove"))
        self.from_file.setIcon(icon("open"))
        self.save.setIcon(icon("export"))
