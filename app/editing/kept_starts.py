"""Starts of what was open, where they lie on what is made of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from app.document.document import Document
from app.editing.session import Session
from app.starts import PlacedStart
from core.errors import InputError
from road.files.source.projection import carried


def starts_on(document: Document, session: Session) -> tuple[PlacedStart, ...]:
    """The starts of a session that stand on another document of the same ground, in its
    coordinates; those that find no place there are left out."""
    return tuple(_starts_on(document, session))


def _starts_on(document: Document, session: Session) -> Iterator[PlacedStart]:
    before, has_vertices = session.required.crs_wkt, "vehicle" in document.panels
    for start in session.starts:
        try:
            if start.vertex is None or not has_vertices:
                place = np.array([(start.x, start.y)])
                [(x, y)] = carried(place, before, document.crs_wkt).tolist()
                start = start.moved(x, y)
            yield document.placed(start, session.options)
        except InputError:
            continue
