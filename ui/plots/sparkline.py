"""The last of some numbers as small columns: whether it goes up or down, no more."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import theme

MOST = 60


class Sparkline(QWidget):
    """Remembers the last MOST numbers; the newest is at the right, in full colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: deque[float] = deque(maxlen=MOST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def values(self) -> Sequence[float]:
        return tuple(self._values)

    def add(self, value: float) -> None:
        self._values.append(value)
        self.update()

    def clear(self) -> None:
        self._values.clear()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(200, 34)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        colours = theme.current()
        painter = QPainter(self)
        wide, high = self.width() / MOST, float(self.height() - 1)
        painter.fillRect(QRectF(0, high, self.width(), 1), QColor(colours.plot_grid))
        top = max(self._values, default=0.0)
        for place, value in enumerate(reversed(self._values), start=1):
            newest = place == 1
            shade = QColor(colours.series[0])
            shade.setAlphaF(1.0 if newest else 0.45)
            tall = max(high * value / top, 1.0) if top > 0 else 1.0
            column = QRectF(self.width() - place * wide, high - tall, max(wide - 1, 1.0), tall)
            painter.fillRect(column, shade)
        painter.end()
