"""What the user does to the origins, destinations and wishes of a matrix: undoable edits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.editing.commands import Edit
from app.editing.session import Session
from app.matrix.places import NamedPlaces
from app.matrix.wishes import Kind, with_place, without_place
from app.starts import PlacedStart
from ui.controllers.starts.edits import Place


def _tr(text: str) -> str:
    return QCoreApplication.translate("MatrixEdits", text)


class MatrixEdits:
    """Edits of what a session wishes between many places. do : makes an edit. place : see Place."""

    def __init__(self, session: Session, do: Callable[[Edit[Any]], None], place: Place) -> None:
        self._session, self._do, self._place = session, do, place

    def wish(self, label: str, merge_key: str = "", **wishes: Any) -> None:
        """Wish otherwise between many places, in an undoable step; wishes : fields of them."""
        before = self._session.matrix
        after = replace(before, **wishes)
        self._do(Edit(Session.set_matrix, before, after, label, merge_key))

    def add_place(self, kind: Kind, x: float, y: float) -> None:
        """Add an origin or a destination; where none can be, say so and offer the nearest."""
        place = self._place(PlacedStart(x, y), lambda at: self.add_place(kind, *at))
        if place is not None:
            label = {"origins": _tr("Add origin"), "destinations": _tr("Add destination")}
            named = with_place(getattr(self._session.matrix, kind), place)
            self.take_places(kind, named, label[kind])

    def remove_place(self, kind: Kind, index: int) -> None:
        """Take an origin or a destination away."""
        label = {"origins": _tr("Remove origin"), "destinations": _tr("Remove destination")}
        named: NamedPlaces = getattr(self._session.matrix, kind)
        self.take_places(kind, without_place(kind, named, index), label[kind])

    def take_places(self, kind: Kind, named: NamedPlaces | None, label: str) -> None:
        """Take places as origins or destinations."""
        wishes: dict[str, Any] = {kind: named}
        self.wish(label, **wishes)
