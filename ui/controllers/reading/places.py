"""Places by what people type: coordinates, names of streets and places, of starts and of paths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from app.editing.session import Session
from app.matrix.start_files import typed_starts
from app.starts import names_of
from core.errors import IsofrontError


@dataclass(frozen=True)
class FoundPlace:
    """name : in words. kind : what it is. x, y : in CRS units. exact : whether coordinates were
    typed, and it is no name that has the letters."""

    name: str
    kind: str
    x: float
    y: float
    exact: bool = False


def _tr(text: str) -> str:
    return QCoreApplication.translate("GoTo", text)


def find_places(text: str, session: Session, crs: str = "") -> list[FoundPlace]:
    """What a text may mean, the likeliest first. crs : of coordinates, "" for the map's. Raises an
    error of ours where it means nothing."""
    words = text.strip()
    if not words:
        return []
    named = list(_named(words, session))
    try:
        found = _typed(words, session, crs)
    except IsofrontError:
        if not named:
            raise
        return named
    return [place for place in found if np.isfinite((place.x, place.y)).all()] + named


def _typed(words: str, session: Session, crs: str) -> list[FoundPlace]:
    starts = typed_starts(words, session.required, crs)
    if starts[0].vertex is not None:
        starts = (session.placed(starts[0]),)
    return [FoundPlace(words, _tr("coordinates"), start.x, start.y, True) for start in starts]


def _named(words: str, session: Session) -> Iterator[FoundPlace]:
    """Names with these letters: of starts and paths, then of places and streets, the shortest
    first."""
    letters = words.casefold()
    for name, start in zip(names_of(session.starts), session.starts, strict=True):
        if start.name and letters in name.casefold() and np.isfinite((start.x, start.y)).all():
            yield FoundPlace(name, _tr("start"), start.x, start.y)
    for pin in session.pins:
        if letters in pin.name.casefold():
            yield FoundPlace(pin.name, _tr("path"), pin.x, pin.y)
    if session.document is not None:
        for place in session.document.places_named(letters):
            yield FoundPlace(place.name, _kinds()[place.kind], place.x, place.y)


def _kinds() -> dict[str, str]:
    return {"place": _tr("place"), "street": _tr("street")}
