"""Numbers of a point of a curve, typed."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDoubleSpinBox, QFormLayout, QFrame, QWidget

RETURN_KEYS = Qt.Key.Key_Return, Qt.Key.Key_Enter


class PointEntry(QFrame):
    """Angle and value of one point, in a window of its own that goes with a click elsewhere."""

    typed = Signal(int, float)
    """0 for the angle or 1 for the value, and what it is now; the other one stays as it is, which
    may have more digits than are shown."""

    def __init__(self, parent: QWidget, name: str, digits: int) -> None:
        """name : what values are. digits : of values."""
        super().__init__(parent, Qt.WindowType.Popup)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.angle, self.value = QDoubleSpinBox(), QDoubleSpinBox()
        form = QFormLayout(self)
        self.angle.setSuffix("°")
        for which, (box, places) in enumerate(((self.angle, 1), (self.value, digits))):
            box.setKeyboardTracking(False)
            box.setDecimals(places)
            box.setSingleStep(10.0**-places)
            box.valueChanged.connect(lambda now, which=which: self.typed.emit(which, now))
        form.addRow(self.tr("Slope"), self.angle)
        form.addRow(name, self.value)

    def show_point(
        self, point: tuple[float, float], angles: tuple[float, float], values: tuple[float, float]
    ) -> None:
        """Let this one be changed. angles, values : the least and the largest that it may have;
        where neighbours leave no angle between them, that stays."""
        for box, number, ends in (
            (self.angle, point[0], angles),
            (self.value, point[1], values),
        ):
            box.blockSignals(True)
            box.setEnabled(ends[0] <= ends[1])
            box.setRange(min(number, ends[0]), max(number, ends[1]))
            box.setValue(number)
            box.blockSignals(False)

    def open_at(self, at: QPoint) -> None:
        """Beside a pixel of the screen, within it."""
        self.adjustSize()
        screen = self.screen().availableGeometry()
        x = min(at.x(), screen.right() - self.width())
        y = min(at.y(), screen.bottom() - self.height())
        self.move(max(x, screen.left()), max(y, screen.top()))
        self.show()
        self.value.setFocus()
        self.value.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        if event.key() in RETURN_KEYS:
            self.close()
            return
        super().keyPressEvent(event)
