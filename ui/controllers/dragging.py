"""The drag of a start: from its first step to the drop, where the hand rests meanwhile, and who
follows it at leisure."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.editing.session import Change
from app.starts import PlacedStart

REST_MS = 200
"""Milliseconds that a hand holds still before what it holds is solved exactly: longer than between
two steps of a slow movement, shorter than one waits on purpose."""


class Dragging(QObject):
    """What is known of a drag.

    active : whether a start is held and was moved. at_rest : whether the hand has rested since the
    last step, so that an exact solve was asked for.
    """

    rested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.active = self.at_rest = False
        self._taken_from: PlacedStart | None = None
        self._count = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._rest)

    @property
    def key(self) -> str:
        """Steps with the same key undo as one."""
        return f"drag {self._count}"

    def begin(self, start: PlacedStart) -> None:
        """A step is about to be made; start : where what is held stands before it."""
        if not self.active:
            self.active, self._taken_from = True, start
        self.at_rest = False
        self._timer.start(REST_MS)

    def end(self) -> PlacedStart | None:
        """The start is let go; returns where it was taken from, None if it never moved. `at_rest`
        holds until `forget`."""
        self._timer.stop()
        self.active = False
        taken_from, self._taken_from = self._taken_from, None
        return taken_from

    def forget(self) -> None:
        """Whatever comes next is another drag."""
        self.end()
        self.at_rest = False
        self._count += 1

    def _rest(self) -> None:
        self.at_rest = True
        self.rested.emit()


FOLLOW_MS = 400
"""Milliseconds between two times that what is no picture follows a hand that moves: figures change
as often as they can be read, and the window's thread is free for the map's next picture. All panels
together take it some 30 ms, with what is laid out and painted anew."""


class Followers(QObject):
    """Tells changes on: at once to whoever has to see each, a few times a second to all others
    while the hand moves. Whatever changed meanwhile is told together.

    moves : whether a start or a knob is held and moves.
    """

    told = Signal(object)  # Change

    def __init__(
        self, at_once: Callable[[Change], object], moves: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._at_once, self.moves = at_once, moves
        self._waiting = Change(0)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FOLLOW_MS)
        self._timer.timeout.connect(self._tell)

    def tell(self, change: Change) -> None:
        self._at_once(change)
        self._waiting |= change
        if not self.moves() or change & Change.DOCUMENT:
            self._tell()
        elif not self._timer.isActive():
            self._timer.start()

    def _tell(self) -> None:
        self._timer.stop()
        waiting, self._waiting = self._waiting, Change(0)
        if waiting:
            self.told.emit(waiting)
