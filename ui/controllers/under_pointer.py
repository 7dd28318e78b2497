"""What terrain and roads share under the pointer: words at once, a line that is found meanwhile."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.solving.jobs import Task
from ui.bridge import Bridge

PATH_MS = 40
"""Least milliseconds between two paths: more often than the eye tells apart would only cost."""


class UnderPointer(QObject):
    """Reads out the place under the pointer; a line from there is found in a thread, latest wins.

    A subclass knows the field, reads it, and has a signal for the line.
    """

    place = Signal(str, str, str)  # position, what is there, travel time; all empty off the map

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._at: tuple[float, float] | None = None
        self._wanted = True
        self._drawn = False
        self._task: Task | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PATH_MS)
        self._timer.timeout.connect(self._find_path)

    def set_path_wanted(self, wanted: bool) -> None:
        self._wanted = wanted
        self._look_again()

    def move(self, x: float, y: float) -> None:
        """The pointer is at a CRS point."""
        self._at = (x, y)
        self.place.emit(*self._read(x, y))
        if self._wanted and self._is_solved() and not self._timer.isActive():
            self._timer.start()

    def leave(self) -> None:
        """The pointer left the map."""
        self._at = None
        self._drop_path()
        self.place.emit("", "", "")

    def _look_again(self) -> None:
        """Drop the line and read the place where the pointer rests."""
        self._drop_path()
        if self._at is not None:
            self.move(*self._at)

    def _drop_path(self) -> None:
        self._timer.stop()
        self._bridge.abandon(self._task)
        self._task = None
        if self._drawn:
            self._drawn = False
            self._emit_no_path()

    def _find_path(self) -> None:
        if self._at is None or not self._wanted or not self._is_solved():
            return
        if self._task is not None and not self._task.finished:
            self._timer.start()  # once more when the one before is done
            return
        self._task = self._search(*self._at)

    # -- what a subclass says

    def _read(self, x: float, y: float) -> tuple[str, str, str]:
        """What `place` tells of a CRS point."""
        raise NotImplementedError

    def _is_solved(self) -> bool:
        """Whether the field has times, and not those of a preview."""
        raise NotImplementedError

    def _search(self, x: float, y: float) -> Task | None:
        """Begin to find the line from a CRS point; None, and none drawn, where there is none."""
        raise NotImplementedError

    def _emit_no_path(self) -> None:
        """Take the line off the map."""
        raise NotImplementedError
