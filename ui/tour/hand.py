"""The hand of the tour: a pointer that is drawn, and mouse events as a real one would send them.

The user's own pointer stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QWidget

from ui import theme
from ui.canvas.map_view import MapView

Wait = float | Callable[[], object]
"""A wait of an act of the tour: seconds at the usual pace, or until something holds."""

STEPS_PER_SECOND = 40
FEWEST_STEPS = 6  # of a movement: also at no pace at all a drag is more than its two ends
SIZE = 44  # pixels of the drawn pointer with what shows that it is pressed

ARROW = ((0, 0), (0, 17), (4, 13.5), (6.7, 19.5), (9.6, 18.2), (7, 12.4), (12.3, 12.4))
"""Corners of the pointer in pixels; its tip is the first."""

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.MouseButton.NoButton
NO_KEY = Qt.KeyboardModifier.NoModifier


class Hand(QWidget):
    """A pointer over a window whose map it works.

    holding : whether its button is down. pace : of movements, in that of the tour.
    """

    def __init__(self, window: QWidget, view: MapView, pace: float) -> None:
        super().__init__(window)
        self.holding = False
        self._window, self._view, self._pace = window, view, pace
        self._at = QPointF(view.width() / 2, view.height() / 2)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(SIZE, SIZE)
        self.hide()

    # -- on the map, in its pixels

    def to_place(self, x: float, y: float, seconds: float = 1.0) -> Iterator[Wait]:
        """Move to a place in the CRS of the map."""
        return self.to_pixel(*self._view.pixel_of(x, y), seconds)

    def to_pixel(self, px: float, py: float, seconds: float = 1.0) -> Iterator[Wait]:
        """Move over the map, and tell it of each step."""
        begin, end = QPointF(self._at), QPointF(px, py)
        count = max(FEWEST_STEPS, round(seconds * self._pace * STEPS_PER_SECOND))
        for step in range(1, count + 1):
            share = step / count
            eased = share * share * (3 - 2 * share)
            self._at = begin + (end - begin) * eased
            self._tell(QEvent.Type.MouseMove, NONE)
            self.show_over(self._view, self._at.toPoint())
            yield seconds / count

    def press(self, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        self.holding = True
        self._tell(QEvent.Type.MouseButtonPress, LEFT, keys)
        self.update()

    def release(self, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        """Let go of what it holds, if anything."""
        if self.holding:
            self.holding = False
            self._tell(QEvent.Type.MouseButtonRelease, LEFT, keys)
            self.update()

    def click(self, keys: Qt.KeyboardModifier = NO_KEY) -> Iterator[Wait]:
        self.press(keys)
        yield 0.15
        self.release(keys)

    def _tell(
        self, kind: QEvent.Type, button: Qt.MouseButton, keys: Qt.KeyboardModifier = NO_KEY
    ) -> None:
        held = LEFT if self.holding else NONE
        somewhere = QPointF(self._view.mapToGlobal(self._at.toPoint()))
        event = QMouseEvent(kind, self._at, somewhere, button, held, keys)
        QApplication.sendEvent(self._view, event)

    # -- as it is seen

    def show_over(self, widget: QWidget, at: QPoint) -> None:
        """Point at a pixel of a widget of the window."""
        self.move(widget.mapTo(self._window, at) - QPoint(SIZE // 2, SIZE // 2))
        self.show()
        self.raise_()

    def grasp(self, held: bool) -> None:
        """Look as if it held something that is no part of the map."""
        self.holding = False
        self.setProperty("grasping", held)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(SIZE / 2, SIZE / 2)
        if self.holding or self.property("grasping"):
            painter.setPen(QPen(QColor(theme.current().accent), 3))
            painter.drawEllipse(QPointF(0, 0), 14, 14)
        painter.setPen(QPen(QColor("#101418"), 1.4))
        painter.setBrush(QColor("#ffffff"))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in ARROW]))
        painter.end()
