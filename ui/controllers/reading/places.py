"""Places by what people type: coordinates, names of streets and places, of starts and of paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from app.editing.session import Session
from app.matrix.start_files import typed_start
from app.starts import names_of
from core.errors import IsofrontError

_PAIR = re.compile(r"([-+]?\d+(?:\.\d+)?)\s*[,;\s]\s*([-+]?\d+(?:\.\d+)?)")
"""Two plain numbers."""


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
        found = [_typed(words, session, crs)]
    except IsofrontError:
        if not named:
            raise
        return named
    turned = _PAIR.fullmatch(words)
    if turned and not _seen(found[0], session):  # latitude first, as telephones tell it
        with suppress(IsofrontError):
            other = _typed(f"{turned[2]}, {turned[1]}", session, crs)
            found = [other, *found] if _seen(other, session) else found
    return [place for place in found if np.isfinite((place.x, place.y)).all()] + named


def _typed(words: str, session: Session, crs: str) -> FoundPlace:
    start = typed_start(words, session.required, crs)
    if start.vertex is not None:
        start = session.placed(start)
    return FoundPlace(words, _tr("coordinates"), start.x, start.y, True)


def _seen(place: FoundPlace, session: Session) -> bool:
    """Whether a place lies on the map."""
    bounds = session.required.bounds
    if bounds is None:
        return False
    left, bottom, right, top = bounds
    return left <= place.x <= right and bottom <= place.y <= top


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
