"""Bands with their colour and area: the legend as text."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QTableWidgetItem,
    QWidget,
)

from app.units import units
from ui.texts import figure
from ui.widgets.plain_table import PlainTable

SWATCH = 14


class BandTable(PlainTable):
    """A row per band: colour and limits, area of it, and of it and all before it; of roads their
    lengths."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(3, parent, wide=0)
        self.count_lengths(False)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self.horizontalHeader().setDefaultAlignment(left)

    def count_lengths(self, lengths: bool) -> None:
        """Whether what is shown are lengths of roads instead of areas."""
        self._lengths = lengths
        self._name_unit(units().amounts(lengths, math.inf)[0])
        if lengths:
            self.setAccessibleName(self.tr("Roads of each band"))
            self.setToolTip(
                self.tr("Length of roads reached in each band, and in total up to its end")
            )
        else:
            self.setAccessibleName(self.tr("Area of each band"))
            self.setToolTip(self.tr("Area reached in each band, and in total up to its end"))

    def _name_unit(self, unit: str) -> None:
        self.setHorizontalHeaderLabels([self.tr("Band"), unit, self.tr("Total")])

    def show_bands(self, labels: Sequence[str], colours: Sequence[QColor]) -> None:
        """Show bands without areas yet."""
        self.setRowCount(len(labels))
        for row, label in enumerate(labels):
            self.setItem(row, 0, QTableWidgetItem(label))
        self.show_colours(colours)
        self.show_areas([None] * len(labels))

    def show_colours(self, colours: Sequence[QColor]) -> None:
        """Give the bands other colours."""
        for row, colour in enumerate(colours[: self.rowCount()]):
            swatch = QPixmap(SWATCH, SWATCH)
            swatch.fill(colour)
            band = self.item(row, 0)
            if band is not None:
                band.setIcon(QIcon(swatch))

    def show_areas(self, amounts: Sequence[float | None]) -> None:
        """Write areas in m², or lengths in m; None where it is not known."""
        known = sum(amount or 0.0 for amount in amounts)
        unit, worth = units().amounts(self._lengths, known or math.inf)
        self._name_unit(unit)
        total = 0.0
        for row, amount in enumerate(amounts[: self.rowCount()]):
            total += amount or 0.0
            texts = ("–", "–")
            if amount is not None:
                texts = figure(amount / worth), figure(total / worth)
            self.write(row, texts, first=1)
