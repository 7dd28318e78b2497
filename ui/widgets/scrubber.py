"""The bar under the map: plays the front, or takes it to a moment by hand."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSlider, QToolButton, QWidget

from ui.widgets import form
from ui.widgets.fitted import Fitted

STEPS = 1000
"""Steps of the slider from the first moment to the last."""

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)

CLOCK_WIDTHS = 84, 170
"""Pixels that a clock takes at least and, where there is room for it, whatever its text is, so that
the slider does not grow and shrink with it."""

SPEED_WIDTH = 88
"""Most pixels of the choice of speeds, whose words are short."""

ROOM_FOR_BOTH = 590
"""Least width in pixels of a bar whose clock says the last moment, too, and not cut."""


class Scrubber(QWidget):
    """Play, a slider, the clock, speed and loop; tells of what the user does only.

    scrubbed : share of the way, 0 to 1. speed_chosen : one of SPEEDS.
    """

    scrubbed = Signal(float)
    speed_chosen = Signal(float)

    def __init__(self, play: QAction, loop: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.play, self.loop = _button(play), _button(loop)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, STEPS)
        self.slider.setPageStep(STEPS // 20)
        self.slider.setSingleStep(STEPS // 100)
        form.name(self.slider, self.tr("Moment"), self.tr("The front at a moment; drag it"))
        self.clock = Fitted()
        self.clock.setAccessibleName(self.tr("Clock"))
        self.clock.setMinimumWidth(CLOCK_WIDTHS[0])
        self.clock.setMaximumWidth(CLOCK_WIDTHS[1])
        self.speed = QComboBox()
        self.speed.setMaximumWidth(SPEED_WIDTH)
        for speed in SPEEDS:
            self.speed.addItem(f"{speed:g} ×", speed)
        self.speed.setCurrentIndex(SPEEDS.index(1.0))
        form.name(self.speed, self.tr("Speed"), self.tr("How fast the front is played"))
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 3, 10, 3)
        row.setSpacing(8)
        row.addWidget(self.play)
        row.addWidget(self.slider, 3)
        row.addWidget(self.clock, 2)
        for part in (self.speed, self.loop):
            row.addWidget(part)
        self.slider.valueChanged.connect(lambda value: self.scrubbed.emit(value / STEPS))
        self.speed.currentIndexChanged.connect(lambda index: self.speed_chosen.emit(SPEEDS[index]))
        self._words, self._last = "", ""
        self.show_moment(1.0, "", "")

    def show_moment(self, share: float, clock: str, last: str) -> None:
        """Show a moment without telling of it. clock, last : it and the last one in words."""
        self.slider.blockSignals(True)
        self.slider.setValue(round(share * STEPS))
        self.slider.blockSignals(False)
        self._words, self._last = clock, last
        self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        super().resizeEvent(event)
        self._tell()

    def _tell(self) -> None:
        both = self._last and self.width() >= ROOM_FOR_BOTH
        self.clock.setText(f"{self._words} / {self._last}" if both else self._words)


def _button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setAutoRaise(True)
    button.setDefaultAction(action)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    return button
