"""A slider with its number beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSlider, QSpinBox, QWidget

from ui.widgets import form


class SliderRow(QWidget):
    """A whole number by slider or keyboard; tells of edits by the user only.

    turned : the number, at every step. held : whether the slider is being dragged.
    """

    turned = Signal(int)
    held = Signal(bool)

    def __init__(self, top: int, suffix: str, step: int = 5, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.number = QSpinBox()
        for part in (self.slider, self.number):
            part.setRange(0, top)
            part.setSingleStep(step)
        self.slider.setPageStep(2 * step)
        self.number.setSuffix(suffix)
        self.number.setKeyboardTracking(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.slider, 1)
        row.addWidget(self.number)
        self.slider.valueChanged.connect(self._turn)
        self.number.valueChanged.connect(self._turn)
        self.slider.sliderPressed.connect(lambda: self.held.emit(True))
        self.slider.sliderReleased.connect(lambda: self.held.emit(False))

    def name(self, accessible: str, tip: str) -> None:
        """Name both parts for screen readers and say what they are for."""
        form.name(self.slider, accessible, tip)
        form.name(self.number, accessible, tip)

    def value(self) -> int:
        return self.number.value()

    def show_value(self, value: float) -> None:
        """Show a number without telling of it."""
        for part in (self.slider, self.number):
            part.blockSignals(True)
            part.setValue(round(value))
            part.blockSignals(False)

    def _turn(self, value: int) -> None:
        self.show_value(value)
        self.turned.emit(value)
