"""A slider with its number beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSlider, QWidget

from ui.widgets import form


class _Number(QDoubleSpinBox):
    """A number whose highest value may be a word.

    end : the word; "" for none. unit : stands behind numbers, and not behind the word.
    """

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.end, self.unit = "", unit
        self.setSuffix(unit)

    def textFromValue(self, value: float) -> str:  # noqa: N802  Qt's name
        return self.end if self._ends(value) else super().textFromValue(value)

    def valueFromText(self, text: str) -> float:  # noqa: N802  Qt's name
        at_end = self.end and self._typed(text) == self.end
        return self.maximum() if at_end else super().valueFromText(text)

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        """A part of the word may become the whole."""
        typed = self._typed(text)
        if self.end and typed and self.end.startswith(typed):
            whole = typed == self.end
            state = QValidator.State.Acceptable if whole else QValidator.State.Intermediate
            return state, text, at
        return super().validate(text, at)

    def show_unit(self) -> None:
        """Behind a number, or nothing behind the word."""
        suffix = "" if self._ends(self.value()) else self.unit
        if suffix != self.suffix():
            self.setSuffix(suffix)

    def _typed(self, text: str) -> str:
        return text.removesuffix(self.unit).strip()

    def _ends(self, value: float) -> bool:
        return bool(self.end) and value >= self.maximum()


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
        self.number = _Number(suffix)
        self.slider.setRange(0, top * parts)
        self.slider.setSingleStep(step)
        self.slider.setPageStep(2 * step)
        self.number.setDecimals(0 if parts == 1 else 1)
        self.number.setRange(0, top)
        self.number.setSingleStep(step / parts)
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

    def set_end(self, word: str) -> None:
        """Say in a word what the end of the scale stands for."""
        self.number.end = word
        self.show_value(self.value())

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
        self.number.show_unit()
        for part in (self.slider, self.number):
            part.blockSignals(False)

    def _turn(self, value: float) -> None:
        self.show_value(value)
        self.turned.emit(value)
