"""The divider between two maps: what lies left of it is the kept one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent

from ui.canvas.tools.surface import MapSurface

GRASP = 8.0
"""Pixels beside the divider at which it is still meant."""

LEAST, MOST = 0.02, 0.98
"""Shares of the map's width that a divider can be dragged to: beyond, it could not be taken hold of
again."""


class Swipe(QObject):
    """shown : whether two maps are seen. divider : share of the map's width that shows the kept
    one. grasped : whether the divider is seen, and follows the mouse; else one map alone is seen at
    a time. names : of the kept one and of the other."""

    moved = Signal(float)

    def __init__(self, view: MapSurface) -> None:
        super().__init__(view)
        self.shown = False
        self.divider = 0.5
        self.grasped = True
        self.names = ("", "")
        self._view = view
        self._held = self._over = False
        self._handlers: dict[QEvent.Type, Callable[[Any], bool]] = {
            QEvent.Type.MouseButtonPress: self._press,
            QEvent.Type.MouseMove: self._move,
            QEvent.Type.MouseButtonRelease: self._release,
        }
        view.installEventFilter(self)

    def show(self, shown: bool, divider: float = 0.5, grasped: bool = True) -> None:
        """Show two maps, or one again."""
        self.shown, self.divider, self.grasped = shown, divider, grasped
        self._held = False
        if not shown or not grasped:
            self._leave()
        self._view.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        if not (self.shown and self.grasped):
            return False
        handler = self._handlers.get(event.type())
        return handler(event) if handler is not None else False

    def _near(self, event: QMouseEvent) -> bool:
        return abs(event.position().x() - self.divider * self._view.width()) <= GRASP

    def _press(self, event: QMouseEvent) -> bool:
        self._held = event.button() == Qt.MouseButton.LeftButton and self._near(event)
        return self._held

    def _move(self, event: QMouseEvent) -> bool:
        if self._held:
            share = event.position().x() / max(self._view.width(), 1)
            self.divider = min(max(share, LEAST), MOST)
            self._view.update()
            self.moved.emit(self.divider)
            return True
        if event.buttons() == Qt.MouseButton.NoButton and self._near(event):
            if not self._over:
                self._over = True
                self._view.setCursor(Qt.CursorShape.SplitHCursor)
            return True
        self._leave()
        return False

    def _release(self, event: QMouseEvent) -> bool:
        held, self._held = self._held, False
        return held

    def _leave(self) -> None:
        if self._over:
            self._over = False
            self._view.setCursor(Qt.CursorShape.CrossCursor)
