"""A hand that takes the handle of a horizontal slider and moves it by events of a mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QSlider, QStyle, QStyleOptionSlider


class SliderHand:
    """Presses on the handle, and holds it where it took it until it lets go."""

    def __init__(self, slider: QSlider) -> None:
        self._slider = slider
        self._held_at = QPointF()  # from the left edge of the handle

    @property
    def missing(self) -> int:
        """Pixels that the slider is too short for the mouse to reach each of its values."""
        return max(self._slider.maximum() - self._slider.minimum() - self._room(), 0)

    def press(self) -> None:
        """Take the handle in its middle. RuntimeError where the mouse could not reach all values,
        or where the handle was not met."""
        if self.missing:
            raise RuntimeError(f"the slider is {self.missing} pixels too short for its values")
        handle = self._rect(QStyle.SubControl.SC_SliderHandle)
        middle = QPointF(handle.center())
        self._held_at = middle - QPointF(handle.left(), 0)
        self._send(QEvent.Type.MouseButtonPress, middle)
        if not self._slider.isSliderDown():
            raise RuntimeError("the handle of the slider was not met")

    def move(self, value: int) -> None:
        """Have the slider at a value, by one move of the mouse; RuntimeError where it is not."""
        self._send(QEvent.Type.MouseMove, self._place_of(value))
        if self._slider.value() != value:
            raise RuntimeError(f"the slider is at {self._slider.value()}, not at {value}")

    def release(self) -> None:
        self._send(QEvent.Type.MouseButtonRelease, self._place_of(self._slider.value()))

    def _place_of(self, value: int) -> QPointF:
        """Where the mouse has the handle at a value."""
        lowest, highest = self._slider.minimum(), self._slider.maximum()
        upside_down = self._option().upsideDown
        left = QStyle.sliderPositionFromValue(lowest, highest, value, self._room(), upside_down)
        groove = self._rect(QStyle.SubControl.SC_SliderGroove)
        return self._held_at + QPointF(groove.left() + left, 0)

    def _room(self) -> int:
        """Pixels that the handle can be moved."""
        groove = self._rect(QStyle.SubControl.SC_SliderGroove)
        return groove.width() - self._rect(QStyle.SubControl.SC_SliderHandle).width()

    def _rect(self, part: QStyle.SubControl) -> QRect:
        slider = QStyle.ComplexControl.CC_Slider
        return self._slider.style().subControlRect(slider, self._option(), part, self._slider)

    def _option(self) -> QStyleOptionSlider:
        option = QStyleOptionSlider()
        self._slider.initStyleOption(option)
        return option

    def _send(self, kind: QEvent.Type, at: QPointF) -> None:
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        held = none if kind == QEvent.Type.MouseButtonRelease else left
        button = none if kind == QEvent.Type.MouseMove else left
        whole = self._slider.mapToGlobal(at)
        no_keys = Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, at, whole, button, held, no_keys)
        QApplication.sendEvent(self._slider, event)
