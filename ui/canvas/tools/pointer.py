"""What mouse, wheel, touchpad and keys mean on the map.

Qt delivers events to the widget; this filter turns them into pans, zooms and the map's signals.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QWheelEvent,
)

from ui.canvas.tools.hit_test import is_click, start_under
from ui.canvas.tools.surface import MapSurface

_NOTCH = 2**0.42
"""Factor by which one notch of the wheel enlarges the map."""

_STEP = 0.12
"""Share of the canvas an arrow key moves."""

Point = tuple[float, float]
Points = tuple[Point, ...]


class Doing(Enum):
    """What the pressed button does."""

    NOTHING = 0
    PRESSED = 1
    PANNING = 2
    DRAGGING = 3


class Pointer(QObject):
    """The state of the pointer on one map.

    hovered, held : index of the start under the pointer or being dragged; -1 for none.
    dropping : whether a file hangs over the map.
    aside : tells whether a tool with a cursor of its own is active.
    """

    def __init__(self, view: MapSurface, aside: Callable[[], bool]) -> None:
        super().__init__(view)
        self.hovered = -1
        self.held = -1
        self.dropping = False
        self._view, self._aside = view, aside
        self._doing = Doing.NOTHING
        self._button = Qt.MouseButton.NoButton
        self._pressed = QPointF()
        self._last = QPointF()
        self._at = (0.0, 0.0)
        self._origin = (0.0, 0.0)
        self._handlers: dict[QEvent.Type, Callable[[Any], bool]] = {
            QEvent.Type.MouseButtonPress: self._press,
            QEvent.Type.MouseButtonDblClick: self._press_again,
            QEvent.Type.MouseMove: self._move,
            QEvent.Type.MouseButtonRelease: self._release,
            QEvent.Type.Leave: self._leave,
            QEvent.Type.Wheel: self._wheel,
            QEvent.Type.NativeGesture: self._gesture,
            QEvent.Type.ShortcutOverride: self._claim,
            QEvent.Type.KeyPress: self._key,
            QEvent.Type.DragEnter: self._drag_enter,
            QEvent.Type.DragLeave: self._drag_leave,
            QEvent.Type.Drop: self._drop,
        }
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        handler = self._handlers.get(event.type())
        return handler(event) if handler is not None else False

    def as_held(
        self, starts: Points, clicked: tuple[Point | None, ...], snaps: bool
    ) -> dict[str, Any]:
        """The start being dragged where the pointer is; one that snaps stays on its road, and is
        as if clicked where the pointer is."""
        if not 0 <= self.held < len(starts):
            return {"starts": starts, "clicked": clicked}
        before, after = slice(None, self.held), slice(self.held + 1, None)
        if snaps:
            return {"starts": starts, "clicked": (*clicked[before], self._at, *clicked[after])}
        return {"starts": (*starts[before], self._at, *starts[after]), "clicked": clicked}

    def forget_start(self) -> None:
        """The starts were replaced: whatever is hovered may be gone."""
        count = len(self._view.start_pixels)
        if self.hovered >= count:
            self.hovered = -1
        if self.held >= count:
            self.held, self._doing = -1, Doing.NOTHING
        self.update_cursor()

    def leave_starts(self) -> None:
        """Nothing is hovered until the pointer moves again."""
        self.hovered = -1
        self.update_cursor()

    def update_cursor(self) -> None:
        if self._aside():
            return
        shape = Qt.CursorShape.CrossCursor
        if self._view.is_empty:
            shape = Qt.CursorShape.ArrowCursor
        elif self._view.picking and self._doing is Doing.NOTHING:
            shape = Qt.CursorShape.PointingHandCursor
        elif self._doing in (Doing.PANNING, Doing.DRAGGING):
            shape = Qt.CursorShape.ClosedHandCursor
        elif self.hovered >= 0:
            shape = Qt.CursorShape.OpenHandCursor
        if self._view.cursor().shape() != shape:
            self._view.setCursor(shape)

    # Mouse

    def _under(self, at: QPointF) -> int:
        if self._view.picking:
            return -1
        return start_under(self._view.start_pixels, at.x(), at.y())

    def _press(self, event: QMouseEvent) -> bool:
        if self._doing is not Doing.NOTHING:
            return True  # a second button while one is down
        self._doing, self._button = Doing.PRESSED, event.button()
        self._pressed = self._last = event.position()
        self.hovered = self._under(event.position())
        return True

    def _press_again(self, event: QMouseEvent) -> bool:
        """The second press of a double click: only what is dragged from it counts."""
        self._press(event)
        self._button = Qt.MouseButton.NoButton
        return True

    def _move(self, event: QMouseEvent) -> bool:
        at = event.position()
        if self._view.is_empty:
            return True
        if self._doing is Doing.PRESSED and not is_click(_xy(self._pressed), _xy(at)):
            self._begin_drag()
        if self._doing is Doing.PANNING:
            self._view.navigation.drag_by(at.x() - self._last.x(), at.y() - self._last.y())
        elif self._doing is Doing.DRAGGING:
            self._at = self._view.viewport.to_map(at.x(), at.y())
            self._view.start_dragging.emit(self.held, *self._view.place_of(at.x(), at.y()))
            self._view.update()
        elif self._doing is Doing.NOTHING:
            self._hover(self._under(at))
        self._last = at
        if self._doing is Doing.PANNING:
            return True  # the ground moves with the pointer: what lies under it stays
        self._view.pointer_moved.emit(*self._view.place_of(at.x(), at.y()))
        return True

    def _begin_drag(self) -> None:
        left = self._button in (Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton)
        if left and self.hovered >= 0:
            self._doing, self.held = Doing.DRAGGING, self.hovered
            start = self._view.start_pixels[self.held]
            self._at = self._view.viewport.to_map(*start)
            self._origin = self._view.place_of(*start)
        else:
            self._doing = Doing.PANNING
        self.update_cursor()

    def _release(self, event: QMouseEvent) -> bool:
        doing, button, at = self._doing, self._button, event.position()
        if doing is Doing.PRESSED and event.button() is not button and button:
            return True
        held, self._doing = self.held, Doing.NOTHING
        x, y = self._view.place_of(at.x(), at.y())
        if doing is Doing.DRAGGING:
            self._view.start_dropped.emit(held, x, y)
            self.held = -1
        elif doing is Doing.PRESSED:
            self._click(button, x, y, event.modifiers())
        self._hover(self._under(at))
        self.update_cursor()
        self._view.update()
        return True

    def _click(self, button: Qt.MouseButton, x: float, y: float, keys: Qt.KeyboardModifier) -> None:
        view, add = self._view, bool(keys & Qt.KeyboardModifier.ShiftModifier)
        if view.is_empty:
            if button == Qt.MouseButton.LeftButton and view.is_blank:
                view.open_requested.emit()
        elif button == Qt.MouseButton.RightButton:
            view.context_requested.emit(x, y, self.hovered)
        elif button == Qt.MouseButton.LeftButton and view.picking:
            view.place_picked.emit(x, y)
        elif button == Qt.MouseButton.LeftButton and keys & Qt.KeyboardModifier.ControlModifier:
            view.path_wanted.emit(x, y)
        elif button == Qt.MouseButton.LeftButton and self.hovered < 0:
            view.start_placed.emit(x, y, add)

    def _hover(self, index: int) -> None:
        if index != self.hovered:
            self.hovered = index
            self.update_cursor()
            self._view.update()

    def _leave(self, event: QEvent) -> bool:
        if self._doing is Doing.NOTHING:
            self._hover(-1)
            self._view.pointer_left.emit()
        return False

    # Wheel, touchpad, keys

    def _wheel(self, event: QWheelEvent) -> bool:
        notches = (event.angleDelta().y() or event.angleDelta().x()) / 120
        if notches:
            at = event.position()
            self._view.navigation.zoom_by(_NOTCH**notches, at.x(), at.y())
        return True

    def _gesture(self, event: QNativeGestureEvent) -> bool:
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        at = event.position()
        self._view.navigation.zoom_by(max(1 + event.value(), 0.2), at.x(), at.y())
        return True

    def _claim(self, event: QKeyEvent) -> bool:
        """Esc is a command elsewhere."""
        if self._view.picking and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return False

    def _key(self, event: QKeyEvent) -> bool:
        key, view = event.key(), self._view
        moves = {
            Qt.Key.Key_Left: (-_STEP, 0.0),
            Qt.Key.Key_Right: (_STEP, 0.0),
            Qt.Key.Key_Up: (0.0, -_STEP),
            Qt.Key.Key_Down: (0.0, _STEP),
        }
        if key in moves:
            view.pan(*moves[Qt.Key(key)])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            view.zoom_in()
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            view.zoom_out()
        elif key == Qt.Key.Key_0:
            view.zoom_to_fit()
        elif key == Qt.Key.Key_Escape and self._doing is Doing.DRAGGING:
            self._give_up_drag()
        elif key == Qt.Key.Key_Escape and view.picking:
            view.picking_ended.emit()
        else:
            return False
        return True

    def _give_up_drag(self) -> None:
        """Back to where the start was taken from."""
        held, self.held, self._doing = self.held, -1, Doing.NOTHING
        self._view.start_dropped.emit(held, *self._origin)
        self.update_cursor()
        self._view.update()

    # Files

    def _drag_enter(self, event: QDragEnterEvent) -> bool:
        if _dropped_file(event):
            event.acceptProposedAction()
            self._set_dropping(True)
        return True

    def _drag_leave(self, event: QEvent) -> bool:
        self._set_dropping(False)
        return True

    def _drop(self, event: QDropEvent) -> bool:
        self._set_dropping(False)
        path = _dropped_file(event)
        if path:
            event.acceptProposedAction()
            self._view.file_dropped.emit(path)
        return True

    def _set_dropping(self, dropping: bool) -> None:
        self.dropping = dropping
        self._view.update()


def _xy(point: QPointF) -> tuple[float, float]:
    return point.x(), point.y()


def _dropped_file(event: QDropEvent) -> str:
    """The first local file that is dropped; empty where there is none."""
    for url in event.mimeData().urls():
        if url.isLocalFile():
            return str(Path(url.toLocalFile()))
    return ""
