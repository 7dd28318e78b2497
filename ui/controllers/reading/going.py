"""The way to a place that was typed: the map is centred there, and a mark stands on it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.editing.session import Change
from core.files.projections import globe_of
from ui.controllers.editing import Editor
from ui.controllers.map_link import MapLink
from ui.controllers.reading.places import FoundPlace, find_places
from ui.dialogs.go_to import GoToDialog
from ui.texts import coordinate, lon_lat


class Going(QObject):
    """goal : where was gone to last; None once that is of no matter. dialog : the one that is
    open."""

    moved = Signal()  # the goal is another

    def __init__(self, window: QWidget, editor: Editor, link: MapLink) -> None:
        super().__init__(window)
        self._window, self._editor, self._link = window, editor, link
        self.goal: FoundPlace | None = None
        self.dialog: GoToDialog | None = None
        editor.changed.connect(lambda change: self.forget() if change & Change.DOCUMENT else None)

    def ask(self) -> None:
        """Open the dialog."""
        if self._link.view.is_empty:
            return
        session = self._editor.session
        dialog = GoToDialog(
            lambda text, crs: find_places(text, session, crs), self._told, self._window
        )
        dialog.gone_to.connect(self.go)
        dialog.start_wanted.connect(lambda place: self._editor.place(place.x, place.y))
        self.dialog = dialog
        dialog.open()

    def go(self, place: FoundPlace) -> None:
        """Bring a place to the middle of the map, and mark it."""
        ground = self._link.view.ground
        if ground is None:
            return
        self._link.view.navigation.centre_on(*ground.to_plane(place.x, place.y))
        self.goal = place
        self.moved.emit()

    def forget(self) -> None:
        """Take the mark away."""
        if self.goal is not None:
            self.goal = None
            self.moved.emit()

    def _told(self, place: FoundPlace) -> str:
        """Where it is, in the other coordinates than those that were typed."""
        document, ground = self._editor.session.document, self._link.view.ground
        if document is None or ground is None:
            return ""
        globe, unit = globe_of(document.crs_wkt), document.resolution
        told = f"{coordinate(place.x, unit)}, {coordinate(place.y, unit)}"
        if globe is None or (globe.in_degrees and not place.exact):
            return told
        ((longitude, latitude),) = globe.lon_lat(np.array([[place.x, place.y]])).tolist()
        if not np.isfinite((longitude, latitude)).all():
            return told
        degrees = lon_lat(longitude, latitude, unit * ground.metres_per_unit(place.y))
        return degrees if globe.in_degrees else f"{told} · {degrees}"
