"""Bands with their colour and area: the legend as text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from ui.texts import square_km

SWATCH = 14


class BandTable(QTableWidget):
    """A row per band: colour and limits, km², and km² of it and all before it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 3, parent)
        self.setHorizontalHeaderLabels([self.tr("Band"), self.tr("km²"), self.tr("in all")])
        self.setAccessibleName(self.tr("Area of each band"))
        self.setToolTip(self.tr("Area reached in each band, and up to its end"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(21)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def show_bands(self, labels: Sequence[str], colours: Sequence[QColor]) -> None:
        """Show bands without areas yet."""
        self.setRowCount(len(labels))
        for row, (label, colour) in enumerate(zip(labels, colours, strict=True)):
            swatch = QPixmap(SWATCH, SWATCH)
            swatch.fill(colour)
            self.setItem(row, 0, QTableWidgetItem(QIcon(swatch), label))
        self.show_areas([None] * len(labels))

    def show_areas(self, square_metres: Sequence[float | None]) -> None:
        """Write areas in m²; None where it is not known."""
        total = 0.0
        for row, area in enumerate(square_metres[: self.rowCount()]):
            total += area or 0.0
            texts = ("–", "–") if area is None else (square_km(area / 1e6), square_km(total / 1e6))
            for column, text in enumerate(texts, start=1):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.setItem(row, column, item)
