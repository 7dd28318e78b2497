"""What the user does to the starts in their table, beside dragging them: undoable edits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.editing.commands import Edit
from app.editing.session import Change, Session
from app.matrix.start_files import colour_of, typed_starts
from app.starts import PlacedStart, coloured
from core.errors import IsofrontError
from ui.remedy import Remedy

Use = Callable[[tuple[float, float]], None]

Place = Callable[[PlacedStart, Use | None], PlacedStart | None]
"""Function that gives a start where it stands, None where it cannot; `use` takes the nearest."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("StartEdits", text)


class StartEdits:
    """Edits of the starts of a session.

    do : makes an edit. place : see Place. trouble : tells an error. show : has the table show again
    what is true. offer : says what was done, with what else might have been meant.
    """

    def __init__(
        self,
        session: Session,
        do: Callable[[Edit[Any]], None],
        place: Place,
        trouble: Callable[[IsofrontError, None], None],
        show: Callable[[Change], None],
        offer: Callable[[str, Remedy | None], None],
    ) -> None:
        self._session, self._do, self._place = session, do, place
        self._trouble, self._show, self._offer = trouble, show, offer

    @property
    def _starts(self) -> tuple[PlacedStart, ...]:
        return self._session.starts

    def _set(self, after: tuple[PlacedStart, ...], label: str) -> None:
        if after != self._starts:
            self._do(Edit(Session.set_starts, self._starts, after, label))

    def set_or_add(self, start: PlacedStart, add: bool) -> None:
        """Take a start that is placed: as the only one, unless it is to be added, or there are
        several, of which none goes by a click."""
        before = self._starts
        if not before or (len(before) == 1 and not add):
            self._set((start,), _tr("Set start"))
            return
        self.add((start,))
        if not add:
            words = _tr("A start was added, since there are several").format(number=len(before) + 1)
            self._offer(words, Remedy(_tr("Only this one"), lambda: self.keep_only(len(before))))

    def add(self, starts: Sequence[PlacedStart]) -> None:
        """Add starts that are placed; from the second on each keeps a colour of its own."""
        after = coloured((*self._starts, *starts))
        label = _tr("Add start") if len(starts) == 1 else _tr("Add starts")
        self._set(after if len(after) > 1 else tuple(starts), label)

    def add_typed(self, text: str, crs: str = "") -> bool:
        """Add what was typed, see `typed_starts`; whether it was taken."""
        session = self._session
        try:
            asked = typed_starts(text, session.required, crs)[0]
        except IsofrontError as error:
            self._trouble(error, None)
            return False
        start = self._place(asked, lambda at: self.add((asked.moved(*at),)))
        if start is not None:
            self.add((start,))
        return start is not None

    def keep_only(self, index: int) -> None:
        self._set((self._starts[index],), _tr("Remove the other starts"))

    def remove(self, indices: set[int]) -> None:
        after = tuple(s for i, s in enumerate(self._starts) if i not in indices)
        self._set(after, _tr("Remove start") if after else _tr("Remove all starts"))

    def edit(self, index: int, start: PlacedStart) -> None:
        """Replace one, as typed in the table."""
        starts = self._starts
        if not 0 <= index < len(starts) or starts[index] == start:
            return
        after = (*starts[:index], start, *starts[index + 1 :])
        if start.alike(starts[index]):
            self._do(Edit(Session.call_starts, starts, after, _tr("Edit start")))
        elif self._place(start, lambda at: self.edit(index, start.moved(*at))):
            self._do(Edit(Session.set_starts, starts, after, _tr("Edit start")))
        else:
            self._show(Change.STARTS)  # the table shows what it was

    def recolour(self, index: int, colour: str) -> None:
        """Give one a colour as CSS writes it."""
        if 0 <= index < len(self._starts):
            self.edit(index, replace(self._starts[index], colour=colour_of(colour)))
