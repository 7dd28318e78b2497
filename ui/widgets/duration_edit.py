"""A length of time, or an amount of whatever costs count, with its unit."""

from __future__ import annotations

import math

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QWidget

from app.measure import TIME, Measure
from app.units import units
from ui.widgets import form

LEAST = 84
"""Least width of the number in pixels; Qt asks for room for the largest, which nobody types."""


class DurationEdit(QWidget):
    """A number and min or h, in seconds outside; `unlimited` names the choice of no end.

    Where costs are no times, seconds stand for what solvers count and units are those of a measure.
    """

    edited = Signal(float)  # seconds, math.inf where unlimited; by the user only

    def __init__(self, unlimited: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seconds = math.nan
        self._unlimited = unlimited
        self._measure = TIME
        self.number = QDoubleSpinBox()
        self.number.setRange(0.1, 9_999_999)
        self.number.setDecimals(1)
        self.number.setMinimumWidth(LEAST)
        self.number.setKeyboardTracking(False)
        self.number.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
        self.unit = QComboBox()
        self._fill_units()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.number, 1)
        row.addWidget(self.unit)
        self.setFocusProxy(self.number)
        self.number.valueChanged.connect(self._tell)
        self.unit.activated.connect(self._choose_unit)
        self.set_seconds(3600.0)

    def _fill_units(self) -> None:
        self.unit.clear()
        for name, size in self._measure.units:
            self.unit.addItem(name, size)
        if self._unlimited:
            self.unit.addItem(self._unlimited, math.inf)

    def set_measure(self, measure: Measure) -> None:
        """Count something else, or the same in the units that are read now."""
        measure = units().of(measure)
        if measure != self._measure:
            self._measure = measure
            self._fill_units()
            shown, self._seconds = self._seconds, math.nan
            self.set_seconds(shown)

    def name(self, accessible: str, tip: str) -> None:
        """Name both parts for screen readers and say what they are for."""
        form.leave_undo(self.number)
        self.number.setAccessibleName(accessible)
        self.unit.setAccessibleName(f"{accessible}, {self.tr('unit')}")
        self.setToolTip(tip)
        self.number.setToolTip(tip)
        self.unit.setToolTip(tip)

    @property
    def seconds(self) -> float:
        size = float(self.unit.currentData())
        return math.inf if math.isinf(size) else self.number.value() * size

    def set_seconds(self, seconds: float) -> None:
        """Show a time without telling anybody, in the unit that writes it shortest."""
        if seconds == self._seconds:
            return
        self._seconds = seconds
        index = self._best_unit(seconds)
        for part in (self.number, self.unit):
            part.blockSignals(True)
        self.unit.setCurrentIndex(index)
        if math.isfinite(seconds):
            self.number.setValue(seconds / float(self.unit.itemData(index)))
        for part in (self.number, self.unit):
            part.blockSignals(False)
        self.number.setEnabled(math.isfinite(seconds))

    def _best_unit(self, seconds: float) -> int:
        if math.isinf(seconds):
            return self.unit.count() - 1
        units = self._measure.units
        if self._measure.quantity != "time":
            return max((i for i, (_, size) in enumerate(units) if seconds >= size), default=0)
        whole = [i for i, (_, size) in enumerate(units) if seconds % (size / 2) == 0]
        fits = [i for i in whole if seconds >= units[i][1]]
        if fits:
            return min(fits[-1], 1) if seconds < 7200 else fits[-1]
        return 0 if seconds < 60 else 1

    def _choose_unit(self) -> None:
        """Say the same time in another unit; only to and from unlimited does it change."""
        size = float(self.unit.currentData())
        self.number.setEnabled(math.isfinite(size))
        if math.isfinite(size) and math.isfinite(self._seconds):
            self.number.blockSignals(True)
            self.number.setValue(self._seconds / size)
            self.number.blockSignals(False)
        self._tell()

    def _tell(self) -> None:
        if self.seconds != self._seconds:
            self._seconds = self.seconds
            self.edited.emit(self._seconds)
