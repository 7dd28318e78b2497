"""A slider with its number beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSlider, QWidget

from ui.widgets import form


class SliderRow(QWidget):
    """A number by slider or keyboard; tells of edits by the user only.

    top : the highest. step : of the arrow keys. parts : how many make one; 1 for whole numbers.
    turned : the number, at every step. held : whether the slider is being dragged.
    """

    turned = Signal(float)
    held = Signal(bool)

    def __init__(
        self,
        top: int,
        suffix: str,
        step: int = 5,
        parts: int = 1,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.number = QDoubleSpinBox()
        self.slider.setRange(0, top * parts)
        self.slider.setSingleStep(step)
        self.slider.setPageStep(2 * step)
        self.number.setDecimals(0 if parts == 1 else 1)
        self.number.setRange(0, top)
        self.number.setSingleStep(step / parts)
        self.number.setSuffix(suffix)
        self.number.setKeyboardTracking(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.slider, 1)
        row.addWidget(self.number)
        self.slider.valueChanged.connect(lambda value: self._turn(value / parts))
        self.number.valueChanged.connect(self._turn)
        self.slider.sliderPressed.connect(lambda: self.held.emit(True))
        self.slider.sliderReleased.connect(lambda: self.held.emit(False))

    def name(self, accessible: str, tip: str) -> None:
        """Name both parts for screen readers and say what they are for."""
        form.name(self.slider, accessible, tip)
        form.name(self.number, accessible, tip)

    def set_lowest(self, lowest: int) -> None:
        self.slider.setMinimum(lowest * self._parts)
        self.number.setMinimum(lowest)

    def set_highest(self, highest: int) -> None:
        self.slider.setMaximum(highest * self._parts)
        self.number.setMaximum(highest)

    def value(self) -> float:
        return self.number.value()

    def show_value(self, value: float) -> None:
        """Show a number without telling of it."""
        for part in (self.slider, self.number):
            part.blockSignals(True)
        self.slider.setValue(round(value * self._parts))
        self.number.setValue(value)
        for part in (self.slider, self.number):
            part.blockSignals(False)

    def _turn(self, value: float) -> None:
        self.show_value(value)
        self.turned.emit(value)
