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
from ui.widgets import form

SWATCH = 14


class BandTable(QTableWidget):
    """A row per band: colour and limits, km² of it, and of it and all before it; of roads km."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 3, parent)
        self.count_lengths(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        form.yielding(self)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(21)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def count_lengths(self, lengths: bool) -> None:
        """Whether what is shown are lengths of roads instead of areas."""
        self._unit = 1e3 if lengths else 1e6
        unit = self.tr("km") if lengths else self.tr("km²")
        self.setHorizontalHeaderLabels([self.tr("Band"), unit, self.tr("total")])
        if lengths:
            self.setAccessibleName(self.tr("Roads of each band"))
            self.setToolTip(
                self.tr("Length of roads reached in each band, and in total up to its end")
            )
        else:
            self.setAccessibleName(self.tr("Area of each band"))
            self.setToolTip(self.tr("Area reached in each band, and in total up to its end"))

    def show_bands(self, labels: Sequence[str], colours: Sequence[QColor]) -> None:
        """Show bands without areas yet."""
        self.setRowCount(len(labels))
        for row, (label, colour) in enumerate(zip(labels, colours, strict=True)):
            swatch = QPixmap(SWATCH, SWATCH)
            swatch.fill(colour)
            self.setItem(row, 0, QTableWidgetItem(QIcon(swatch), label))
        self.show_areas([None] * len(labels))

    def show_areas(self, amounts: Sequence[float | None]) -> None:
        """Write areas in m², or lengths in m; None where it is not known."""
        total = 0.0
        for row, amount in enumerate(amounts[: self.rowCount()]):
            total += amount or 0.0
            texts = ("–", "–")
            if amount is not None:
                texts = square_km(amount / self._unit), square_km(total / self._unit)
            for column, text in enumerate(texts, start=1):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.setItem(row, column, item)
