"""What lies under the pointer: words at once, and the way there, which is found meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.solving.jobs import Task
from ui.bridge import Bridge
from ui.controllers.reading.readers import PlaceReader, WayShown

FOLLOW_MS = 150
"""Milliseconds between two readings while a start is dragged: figures change as often as they can
be read, and to read one of a new result may take as long as half its picture."""

PATH_MS = 40
"""Least milliseconds between two paths: more often than the eye tells apart would only cost."""


class Hover(QObject):
    """Reads out the place under the pointer; the way there is found in a thread, latest wins."""

    place = Signal(str, str, str)  # position, what is there, travel time; all empty off the map
    path = Signal(object, object)  # float64 (n, 2) CRS points to the start or None, and its note
    route = Signal(object)  # Route; what it says stays until there is another

    def __init__(
        self,
        bridge: Bridge,
        parent: QObject | None = None,
        *,
        drags: Callable[[], bool] = lambda: False,
    ) -> None:
        """drags : whether the pointer holds a start and moves it."""
        super().__init__(parent)
        self._bridge, self._drags = bridge, drags
        self._reader: PlaceReader | None = None
        self._at: tuple[float, float] | None = None
        self._wanted = True
        self._drawn = False
        self._task: Task | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PATH_MS)
        self._timer.timeout.connect(self._find_path)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(FOLLOW_MS)
        self._soon.timeout.connect(self._read)

    def read_by(self, reader: PlaceReader | None) -> None:
        """Read out something else from now on, also where the pointer rests."""
        self._reader = reader
        self.look_again()

    def set_path_wanted(self, wanted: bool) -> None:
        self._wanted = wanted
        self.look_again()

    def move(self, x: float, y: float) -> None:
        """The pointer is at a CRS point."""
        self._at = (x, y)
        if not self._drags():
            self._read()
        elif not self._soon.isActive():
            self._soon.start()

    def _read(self) -> None:
        self._soon.stop()
        if self._at is None:
            return
        self.place.emit(*(("", "", "") if self._reader is None else self._reader.place(*self._at)))
        if self._seeks and not self._timer.isActive() and not self._drags():
            self._timer.start()

    def leave(self) -> None:
        """The pointer left the map."""
        self._at = None
        self._soon.stop()
        self._drop_path()
        self.place.emit("", "", "")

    @property
    def at(self) -> tuple[float, float] | None:
        """CRS point under the pointer; None where it is not over the map."""
        return self._at

    @property
    def _seeks(self) -> bool:
        return self._wanted and self._reader is not None and self._reader.solved

    def look_again(self) -> None:
        """Drop the line and read the place where the pointer rests once more."""
        self._drop_path()
        if self._at is not None:
            self.move(*self._at)

    def _drop_path(self) -> None:
        self._timer.stop()
        self._bridge.abandon(self._task)
        self._task = None
        if self._drawn:
            self._drawn = False
            self.path.emit(None, ())

    def _find_path(self) -> None:
        reader, at = self._reader, self._at
        if reader is None or at is None or not self._seeks:
            return
        if self._task is not None and not self._task.finished:
            self._timer.start()  # once more when the one before is done
            return
        self._task = self._bridge.run(
            "path",
            lambda progress, cancel: reader.way(*at),
            self._draw,
            lambda error: self._drop_path(),
            quiet=True,
        )

    def _draw(self, found: WayShown | None) -> None:
        if found is None:
            self._drop_path()
            return
        self._drawn = True
        self.path.emit(found.line, found.note)
        if found.route is not None:
            self.route.emit(found.route)
