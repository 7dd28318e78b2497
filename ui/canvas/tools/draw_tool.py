"""Drawing lines and areas over the map with the mouse, while the tool is active.

Clicks set corners, a drag draws by hand. A double click, Return or the right button ends a line;
back at the first corner, by click or by hand, an area is ended. What is no business of the tool,
such as the wheel, is left to the map.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QCursor, QKeyEvent, QMouseEvent, QPainter, QPen, QPixmap

from ui.canvas.tools.closure_marks import draw_sign
from ui.canvas.tools.hit_test import is_click
from ui.canvas.tools.sketch import Sketch
from ui.canvas.tools.surface import MapSurface
from ui.theme import current

_LEFT, _RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
_ENDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_OWN_KEYS = (*_ENDS, Qt.Key.Key_Escape, Qt.Key.Key_Backspace)


class DrawTool(QObject):
    """active : whether it is active. sketch : what is drawn so far, in the plane of the map."""

    drawn = Signal(object, bool)  # corners in the plane, list of (x, y); whether they are an area
    turned = Signal(bool)  # activated, or deactivated

    def __init__(self, view: MapSurface, cursor: Callable[[], QCursor] | None = None) -> None:
        """cursor : while it is active, None for that of closures."""
        super().__init__(view)
        self.active = False
        self._cursor = cursor or pen
        self.sketch = Sketch(lambda x, y: view.viewport.to_pixel(x, y))
        self._view = view
        self._pressed: QPointF | None = None
        self._by_hand = False
        self._alone = False  # whether the drawing began with the button that is down
        self._handlers: dict[QEvent.Type, Callable[[Any], bool]] = {
            QEvent.Type.MouseButtonPress: self._press,
            QEvent.Type.MouseButtonDblClick: self._press_again,
            QEvent.Type.MouseMove: self._move,
            QEvent.Type.MouseButtonRelease: self._release,
            QEvent.Type.ShortcutOverride: self._claim,
            QEvent.Type.KeyPress: self._key,
        }
        view.installEventFilter(self)

    def activate(self, active: bool = True) -> None:
        """Take up the tool, or put it down; a drawing that is not ended is forgotten."""
        if active == self.active:
            return
        self.active = active
        self._drop()
        if active:
            self._view.setFocus()
            self._view.setCursor(self._cursor())
        self.turned.emit(active)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        handler = self._handlers.get(event.type()) if self.active else None
        return handler(event) if handler is not None else False

    # Mouse

    def _press(self, event: QMouseEvent) -> bool:
        if event.button() == _RIGHT and self.sketch.begun:
            self._end(area=False)
            return True
        if event.button() != _LEFT:
            return False  # the map's: pan, or what can be done here
        self._pressed, self._by_hand = event.position(), False
        self._alone = not self.sketch.begun
        if self._alone:
            self.sketch.add(*self._place(event.position()))
        return True

    def _press_again(self, event: QMouseEvent) -> bool:
        """The second press of a double click; the first has set the last corner."""
        if event.button() != _LEFT:
            return False
        self._pressed = None
        self._end(area=False)
        return True

    def _move(self, event: QMouseEvent) -> bool:
        at = event.position()
        self.sketch.at = self._place(at)
        if self._pressed is not None:
            pressed = self._pressed.x(), self._pressed.y()
            self._by_hand = self._by_hand or not is_click(pressed, (at.x(), at.y()))
            if self._by_hand:
                self.sketch.trail(*self.sketch.at)
        elif event.buttons():
            return False
        self._view.update()
        return True

    def _release(self, event: QMouseEvent) -> bool:
        if event.button() != _LEFT:
            return False
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return True
        self.sketch.at = self._place(event.position())
        if self.sketch.closes:
            self._end(area=True)
        elif self._by_hand and self._alone:
            self.sketch.add(*self.sketch.at)
            self._end(area=False)
        elif not self._alone:
            self.sketch.add(*self.sketch.at)
        self._view.update()
        return True

    # Keys

    def _claim(self, event: QKeyEvent) -> bool:
        """Keys that are commands elsewhere are the tool's while it is active."""
        if event.key() in _OWN_KEYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.accept()
            return True
        return False

    def _key(self, event: QKeyEvent) -> bool:
        if event.key() not in _OWN_KEYS:
            return False
        if event.key() in _ENDS:
            self._end(area=False)
        elif event.key() == Qt.Key.Key_Backspace:
            self.sketch.take_back()
        elif self.sketch.begun:
            self._drop()
        else:
            self.activate(False)
        self._view.update()
        return True

    # What comes of it

    def _place(self, at: QPointF) -> tuple[float, float]:
        return self._view.viewport.to_map(at.x(), at.y())

    def _end(self, area: bool) -> None:
        corners, good = list(self.sketch.corners), self.sketch.is_line
        self._drop()
        if good:
            self.drawn.emit(corners, area)

    def _drop(self) -> None:
        self.sketch.forget()
        self._pressed, self._by_hand = None, False
        self._view.update()


def pen() -> QCursor:
    """A cross to aim with, and the sign of what is drawn."""
    theme, size = current(), 32
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    for colour, width in ((theme.start_ring, 3.0), (theme.path, 1.2)):
        if theme.is_dark:
            colour = theme.path_casing if width > 2 else theme.path
        painter.setPen(QPen(QColor(colour), width))
        painter.drawLine(QPointF(2, 10), QPointF(18, 10))
        painter.drawLine(QPointF(10, 2), QPointF(10, 18))
    draw_sign(painter, QPointF(22, 22), theme, 6.0)
    painter.end()
    return QCursor(picture, 10, 10)
