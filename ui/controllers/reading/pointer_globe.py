"""Longitude and latitude of the place under the pointer, beside its coordinates."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from core.files.projections import globe_of
from ui.controllers.editing import Editor
from ui.controllers.map_link import MapLink
from ui.texts import lon_lat
from ui.widgets.status_line import StatusLine


class PointerGlobe(QObject):
    """Tells the status line where on the globe the pointer is; nothing where the coordinates of the
    map are longitudes and latitudes, or lie nowhere."""

    def __init__(self, editor: Editor, link: MapLink, status: StatusLine) -> None:
        super().__init__(link)
        self._editor, self._link, self._status = editor, link, status
        link.view.pointer_moved.connect(self._tell)
        link.view.pointer_left.connect(lambda: status.show_globe(""))

    def _tell(self, x: float, y: float) -> None:
        document, ground = self._editor.session.document, self._link.view.ground
        globe = None if document is None else globe_of(document.crs_wkt)
        if document is None or ground is None or globe is None or globe.in_degrees:
            self._status.show_globe("")
            return
        ((longitude, latitude),) = globe.lon_lat(np.array([[x, y]])).tolist()
        metres = document.resolution * ground.metres_per_unit(y)
        known = np.isfinite((longitude, latitude)).all()
        self._status.show_globe(lon_lat(longitude, latitude, metres) if known else "")
