"""Undoable edits of a session, and their history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from app.bands import Bands
from app.editing.session import Session
from app.roads.closures import Closures
from app.roads.costs import RoadCosts
from road.search.search_graph import Direction

Value = TypeVar("Value")


@dataclass(frozen=True)
class Edit(Generic[Value]):
    """Something of a session that is set otherwise, and how it comes back.

    setter : sets it, such as a method of Session. Edits by the same one, with the same merge key if
    that is not empty, made one after another undo as one (a drag).
    """

    setter: Callable[[Session, Value], None]
    before: Value
    after: Value
    label: str
    merge_key: str = ""

    def apply(self, session: Session) -> None:
        self.setter(session, self.after)

    def revert(self, session: Session) -> None:
        self.setter(session, self.before)

    def merges(self, later: Edit[Any]) -> bool:
        alike = self.setter == later.setter and self.merge_key == later.merge_key
        return alike and self.merge_key != ""


@dataclass(frozen=True)
class Driving:
    """How the roads are driven. bands, limit_seconds : that count in these costs; None for those
    that there are, unless they count in others."""

    costs: RoadCosts
    direction: Direction
    closures: Closures
    bands: Bands | None = None
    limit_seconds: float | None = None

    @classmethod
    def of(cls, session: Session) -> Driving:
        """As they are now. Raises InputError where there are no roads."""
        roads = session.driven
        return cls(roads.costs, roads.direction, roads.closures)


def drive(session: Session, driving: Driving) -> None:
    """Drive the roads so. Raises InputError where that cannot be."""
    roads = session.driven
    if driving.costs != roads.costs:
        session.set_road_costs(driving.costs)
    if driving.direction != roads.direction:
        session.set_direction(driving.direction)
    if driving.closures != roads.closures:
        session.set_closures(driving.closures)
    if driving.bands is not None and driving.bands != session.bands:
        session.set_bands(driving.bands)
    if driving.limit_seconds is not None and driving.limit_seconds != session.limit_seconds:
        session.set_limit(driving.limit_seconds)


class History:
    """What was done to a session, for undo and redo."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._done: list[Edit[Any]] = []
        self._undone: list[Edit[Any]] = []

    def do(self, edit: Edit[Any]) -> None:
        """Apply and remember; what had been undone is forgotten."""
        edit.apply(self._session)
        self._undone.clear()
        if self._done and self._done[-1].merges(edit):
            edit = replace(self._done.pop(), after=edit.after)
        self._done.append(edit)

    def undo(self) -> None:
        if self._done:
            edit = self._done.pop()
            edit.revert(self._session)
            self._undone.append(edit)

    def redo(self) -> None:
        if self._undone:
            edit = self._undone.pop()
            edit.apply(self._session)
            self._done.append(edit)

    def clear(self) -> None:
        self._done.clear()
        self._undone.clear()

    @property
    def undo_label(self) -> str:
        """What undo would take back; empty when there is nothing."""
        return self._done[-1].label if self._done else ""

    @property
    def redo_label(self) -> str:
        return self._undone[-1].label if self._undone else ""
