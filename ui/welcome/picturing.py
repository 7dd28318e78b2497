"""Keeps how maps look for the list of recent files: as soon as they are seen, and at the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from app.editing.session import Change
from ui import preferences
from ui.bridge import Bridge
from ui.canvas.map_view import MapView
from ui.controllers.editing import Editor
from ui.welcome import thumbnails

SEEN_MS = 400
"""Milliseconds that a map is left alone before it is kept, so that nobody waits for that."""


class Picturing(QObject):
    """Keeps the first map of what is open, and the first with a result: a process that is ended
    from outside has kept them. path : of the file that is open, None where it is of none."""

    def __init__(
        self, view: MapView, editor: Editor, bridge: Bridge, path: Callable[[], Path | None]
    ) -> None:
        super().__init__(view)
        self._view, self._session, self._bridge, self._path = view, editor.session, bridge, path
        self._due = self._solved = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SEEN_MS)
        self._timer.timeout.connect(self._keep_first)
        editor.changed.connect(self._follow)
        view.frames.taken.connect(self._wait)

    def keep(self) -> None:
        """Keep how the map looks now."""
        path, recent = self._path(), preferences.recent_files()
        if path is not None and path.absolute() in recent and self._view.isVisible():
            thumbnails.keep(path.absolute(), self._view.grab(), recent)

    def _follow(self, change: Change) -> None:
        if change & Change.DOCUMENT:
            self._due, self._solved = self._session.document is not None, False
        if change & Change.RESULT and self._session.result is not None and not self._solved:
            self._due = self._solved = True
            self._wait()

    def _wait(self) -> None:
        if self._due:
            self._timer.start()

    def _keep_first(self) -> None:
        if self._view.frames.frame is None:
            return  # the next that arrives begins anew
        if self._bridge.busy:
            self._timer.start()
            return
        self._due = False
        self.keep()
