"""Undoable edits of a session, one small class each, and their history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from app.bands import Bands
from app.editing.session import Session
from app.roads.closures import Closures
from app.roads.costs import RoadCosts
from app.solving.request import Options
from app.starts import PlacedStart
from road.search.search_graph import Direction


class Command(Protocol):
    """An edit that knows how to go and how to come back.

    Commands with the same non-empty `merge_key` made one after another undo as one (a drag).
    """

    @property
    def label(self) -> str: ...
    @property
    def merge_key(self) -> str: ...

    def apply(self, session: Session) -> None: ...
    def revert(self, session: Session) -> None: ...
    def merged(self, later: Command) -> Command: ...


@dataclass(frozen=True)
class SetStarts:
    before: tuple[PlacedStart, ...]
    after: tuple[PlacedStart, ...]
    label: str = "Move start"
    merge_key: str = ""

    def apply(self, session: Session) -> None:
        session.set_starts(self.after)

    def revert(self, session: Session) -> None:
        session.set_starts(self.before)

    def merged(self, later: Command) -> Command:
        assert isinstance(later, SetStarts)
        return SetStarts(self.before, later.after, self.label, self.merge_key)


@dataclass(frozen=True)
class SetBands:
    before: Bands
    after: Bands
    label: str = "Change bands"
    merge_key: str = ""

    def apply(self, session: Session) -> None:
        session.set_bands(self.after)

    def revert(self, session: Session) -> None:
        session.set_bands(self.before)

    def merged(self, later: Command) -> Command:
        assert isinstance(later, SetBands)
        return SetBands(self.before, later.after, self.label, self.merge_key)


@dataclass(frozen=True)
class SetLimit:
    before: float
    after: float
    label: str = "Change time limit"
    merge_key: str = ""

    def apply(self, session: Session) -> None:
        session.set_limit(self.after)

    def revert(self, session: Session) -> None:
        session.set_limit(self.before)

    def merged(self, later: Command) -> Command:
        assert isinstance(later, SetLimit)
        return SetLimit(self.before, later.after, self.label, self.merge_key)


@dataclass(frozen=True)
class SetOptions:
    before: Options
    after: Options
    label: str = "Change options"
    merge_key: str = ""

    def apply(self, session: Session) -> None:
        session.set_options(self.after)

    def revert(self, session: Session) -> None:
        session.set_options(self.before)

    def merged(self, later: Command) -> Command:
        assert isinstance(later, SetOptions)
        return SetOptions(self.before, later.after, self.label, self.merge_key)


@dataclass(frozen=True)
class SetRoadCosts:
    """Another metric, or a change to it. What costs of another kind made of bands and limit is
    taken back too."""

    before: Driving
    after: RoadCosts
    label: str = "Change metric"
    merge_key: str = ""

    def apply(self, session: Session) -> None:
        session.set_road_costs(self.after)

    def revert(self, session: Session) -> None:
        self.before.restore(session)

    def merged(self, later: Command) -> Command:
        assert isinstance(later, SetRoadCosts)
        return SetRoadCosts(self.before, later.after, self.label, self.merge_key)


@dataclass(frozen=True)
class Driving:
    """Costs, and the bands and the limit that counted in them."""

    costs: RoadCosts
    bands: Bands
    limit_seconds: float

    @classmethod
    def of(cls, session: Session) -> Driving:
        """As it is now. Raises InputError where there are no roads."""
        return cls(session.driven.costs, session.bands, session.limit_seconds)

    def restore(self, session: Session) -> None:
        session.set_road_costs(self.costs)
        if session.bands != self.bands:
            session.set_bands(self.bands)
        if session.limit_seconds != self.limit_seconds:
            session.set_limit(self.limit_seconds)


@dataclass(frozen=True)
class SetDirection:
    before: Direction
    after: Direction
    label: str = "Change direction"
    merge_key: str = ""

    def apply(self, session: Session) -> None:
        session.set_direction(self.after)

    def revert(self, session: Session) -> None:
        session.set_direction(self.before)

    def merged(self, later: Command) -> Command:
        assert isinstance(later, SetDirection)
        return SetDirection(self.before, later.after, self.label, self.merge_key)


@dataclass(frozen=True)
class SetClosures:
    before: Closures
    after: Closures
    label: str = "Close roads"
    merge_key: str = ""

    def apply(self, session: Session) -> None:
        session.set_closures(self.after)

    def revert(self, session: Session) -> None:
        session.set_closures(self.before)

    def merged(self, later: Command) -> Command:
        assert isinstance(later, SetClosures)
        return SetClosures(self.before, later.after, self.label, self.merge_key)


class History:
    """What was done to a session, for undo and redo."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._done: list[Command] = []
        self._undone: list[Command] = []

    def do(self, command: Command) -> None:
        """Apply and remember; what had been undone is forgotten."""
        command.apply(self._session)
        self._undone.clear()
        last = self._done[-1] if self._done else None
        key = command.merge_key
        if last is not None and key and key == last.merge_key and type(last) is type(command):
            self._done[-1] = last.merged(command)
        else:
            self._done.append(command)

    def undo(self) -> None:
        if self._done:
            command = self._done.pop()
            command.revert(self._session)
            self._undone.append(command)

    def redo(self) -> None:
        if self._undone:
            command = self._undone.pop()
            command.apply(self._session)
            self._done.append(command)

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
