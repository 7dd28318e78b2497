"""What the user does to the document: undoable edits, and the solve that follows each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.bands import Bands
from app.document.document import Document
from app.editing.commands import Edit, History
from app.editing.road_edits import RoadEdits
from app.editing.session import Change, Session
from app.fitting import fitting_bands
from app.matrix.places import NamedPlaces
from app.matrix.wishes import Kind, with_place, without_place
from app.solving.jobs import SolveDone, SolveFailed
from app.solving.request import Options
from app.solving.result import Result
from app.starts import PlacedStart
from core.errors import InputError, IsofrontError
from ui.bridge import Bridge
from ui.controllers.contracting import Contracting
from ui.controllers.dragging import Dragging
from ui.remedy import Remedy

RESOLVES = Change.STARTS | Change.LIMIT | Change.OPTIONS | Change.METRIC


Use = Callable[[tuple[float, float]], None]


class Editor(QObject):
    """Edits a session through its history and keeps its result up to date.

    The session is told of nothing but exact results; previews go to `preview_ready` only.
    """

    changed = Signal(object)  # Change, in the window's thread like everything here
    history_changed = Signal()
    preview_ready = Signal(object)  # SolveDone of a coarser grid, or of roads within the bands
    trouble = Signal(object, object)  # IsofrontError, Remedy or None
    remarked = Signal(str)  # what an edit that was done could not keep
    undo_offered = Signal(str)  # what the newest edit took away

    def __init__(self, session: Session, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.bridge = bridge
        self.history = History(session)
        self.road_edits = RoadEdits(session, self._do, self.remarked.emit)
        self._dragging = Dragging(self)
        self._dragging.rested.connect(self.solve)
        self._sliding = False  # a knob of the metric is held
        self._waiting = False  # a step of a drag waits for the solve of the one before
        self._answered = False  # an edit leaves everything where it is solved already
        self._bands_follow = True
        self._paused = False  # results are handed in, nothing is solved
        self._groundwork_of: object = None  # what it was begun for
        self.contracting = Contracting(session, bridge, self.solve, self)
        self.contracting.failed.connect(lambda error: self.trouble.emit(error, None))
        self._unsubscribe = session.subscribe(self._on_change)
        bridge.solve_finished.connect(self._on_solved)
        bridge.solve_failed.connect(self._on_failed)
        bridge.solve_dropped.connect(lambda: session.set_result(None))

    def close(self) -> None:
        self._dragging.forget()
        self._unsubscribe()

    # -- the document

    def open(self, document: Document) -> None:
        """Show another document; its history and bands begin anew."""
        self._dragging.forget()
        self._sliding = False
        self._bands_follow = True
        self.bridge.forget_solves()
        self.history.clear()
        self.session.open(document)
        self.history_changed.emit()

    def show_result(self, document: Document, result: Result, bands: Bands) -> None:
        """Show a result that was made elsewhere, with its document and starts, as it is."""
        self._paused = True
        self.open(document)
        self.session.set_starts(result.starts)
        self.session.set_bands(bands)
        self.session.set_result(result)
        self._paused = self._bands_follow = False

    # -- starts

    def place(self, x: float, y: float, add: bool = False) -> None:
        """Set the start, or add one."""
        before = self.session.starts if add else ()
        start = self._placed(PlacedStart(x, y), lambda at: self.place(*at, add))
        if start is not None:
            label = self.tr("Add start") if before else self.tr("Set start")
            self._place((*before, start), label)

    def _place(self, after: tuple[PlacedStart, ...], label: str) -> None:
        """Set starts; say so where one takes the place of several, as a click easily does."""
        before = self.session.starts
        self._do(Edit(Session.set_starts, before, after, label))
        if len(before) > 1 and len(after) == 1:
            words = self.tr("{count} starts were replaced by this one; Shift-click adds one")
            self.undo_offered.emit(words.format(count=len(before)))

    def drag(self, index: int, x: float, y: float) -> None:
        """Follow a start under the pointer; where no front can stand it waits."""
        moved = self._moved(index, x, y)
        if moved is None or not self._placed(moved[index]):
            return
        self._dragging.begin(self.session.starts[index])
        self._move(moved)

    def drop(self, index: int, x: float, y: float) -> None:
        """End a drag: one undoable step, and an exact solve unless the hand had come to rest."""
        taken_from, moved = self._dragging.end(), self._moved(index, x, y)
        if moved is None:
            return
        if taken_from is not None and self._same_place(moved[index], taken_from):
            self.undo()  # put back: nothing was done
        elif self._placed(moved[index]):
            self._answered = self._dragging.at_rest and moved == self.session.starts
            self._move(moved)
            self._answered = False
        else:
            self.session.set_starts(self.session.starts)  # back to where it can stand
            self._placed(moved[index], lambda at: self.drop(index, *at))
        self._dragging.forget()

    def _move(self, moved: tuple[PlacedStart, ...]) -> None:
        label, key = self.tr("Move start"), self._dragging.key
        self._do(Edit(Session.set_starts, self.session.starts, moved, label, key))

    def edit_start(self, index: int, start: PlacedStart) -> None:
        """Replace one start, as typed in the table."""
        starts = self.session.starts
        if not 0 <= index < len(starts) or starts[index] == start:
            return
        if self._placed(start, lambda at: self.edit_start(index, start.moved(*at))):
            after = (*starts[:index], start, *starts[index + 1 :])
            self._do(Edit(Session.set_starts, starts, after, self.tr("Edit start")))
        else:
            self.changed.emit(Change.STARTS)  # the table shows what it was

    def remove_starts(self, indices: set[int]) -> None:
        starts = self.session.starts
        after = tuple(s for i, s in enumerate(starts) if i not in indices)
        if after != starts:
            label = self.tr("Remove start") if after else self.tr("Remove all starts")
            self._do(Edit(Session.set_starts, starts, after, label))

    def find_good_start(self) -> None:
        """Set the start in the middle of the largest passable area."""
        document, options = self.session.document, self.session.options
        if document is None:
            return

        def fail(error: IsofrontError) -> None:
            self.trouble.emit(document.none_good, None)

        self.bridge.run(
            self.tr("Looking for a good start"),
            lambda progress, cancel: document.good_start(options, cancel),
            lambda start: self._set_good_start(document, start),
            fail,
        )

    def _set_good_start(self, document: Document, start: PlacedStart) -> None:
        now = self.session.document
        if now is not None and now.subject is document.subject:
            at = start if math.isnan(start.x) else start.moved(start.x, start.y)
            self._place((at,), self.tr("Set start"))

    def add_vertex(self, vertex_id: int) -> None:
        """Add a start at a vertex of the roads, by the id that the file gives it."""
        before, asked = self.session.starts, PlacedStart(vertex=vertex_id)
        start = self._placed(asked, lambda at: self.place(*at, add=True))
        if start is not None:
            self._do(Edit(Session.set_starts, before, (*before, start), self.tr("Add start")))

    # -- the vehicle on roads

    def edit_roads(self, edit: Callable[[RoadEdits], None]) -> None:
        """Change metric or direction; what cannot be done is told, and shown as it was."""
        try:
            edit(self.road_edits)
        except InputError as error:
            self.trouble.emit(error, None)
            self.changed.emit(Change.METRIC)

    def slide(self, held: bool) -> None:
        """A knob of the metric is held and times follow it; once it is let go they are whole."""
        self._sliding = held
        if not held:
            self.solve()

    # -- limit, bands, options

    def set_limit(self, seconds: float) -> None:
        """Limit the travel time; UNLIMITED for none."""
        if seconds != self.session.limit_seconds:
            label = self.tr("Change time limit")
            self._do(Edit(Session.set_limit, self.session.limit_seconds, seconds, label, "limit"))

    def set_bands(self, bands: Bands, merge_key: str = "") -> None:
        """Change the bands; edits with the same key, as of one slider, undo as one."""
        self._bands_follow = False
        before, label = self.session.bands, self.tr("Change bands")
        if bands.limits != before.limits:
            self._do(Edit(Session.set_bands, before, bands, label, merge_key))

    def fit_bands(self) -> None:
        """Bands of round numbers that fit the result."""
        solved = self.session.result
        if solved is not None and solved.times.max_seconds > 0:
            self.set_bands(fitting_bands(solved.times, self.session.bands.measure))

    def set_options(self, options: Options) -> None:
        if options != self.session.options:
            label = self.tr("Change solver options")
            self._do(Edit(Session.set_options, self.session.options, options, label))

    # -- many places

    def edit_matrix(self, label: str, merge_key: str = "", **wishes: Any) -> None:
        """Wish otherwise between many places, in an undoable step; wishes : fields of them."""
        before = self.session.matrix
        after = replace(before, **wishes)
        self._do(Edit(Session.set_matrix, before, after, label, merge_key))

    def add_place(self, kind: Kind, x: float, y: float) -> None:
        """Add an origin or a destination; where none can be, say so and offer the nearest."""
        place = self._placed(PlacedStart(x, y), lambda at: self.add_place(kind, *at))
        if place is not None:
            label = {"origins": self.tr("Add origin"), "destinations": self.tr("Add destination")}
            self.take_places(
                kind, with_place(getattr(self.session.matrix, kind), place), label[kind]
            )

    def remove_place(self, kind: Kind, index: int) -> None:
        """Take an origin or a destination away."""
        label = {"origins": self.tr("Remove origin"), "destinations": self.tr("Remove destination")}
        named: NamedPlaces = getattr(self.session.matrix, kind)
        self.take_places(kind, without_place(kind, named, index), label[kind])

    def take_places(self, kind: Kind, named: NamedPlaces | None, label: str) -> None:
        """Take places as origins or destinations."""
        wishes: dict[str, Any] = {kind: named}
        self.edit_matrix(label, **wishes)

    # -- history

    def undo(self) -> None:
        self.history.undo()
        self.history_changed.emit()

    def redo(self) -> None:
        self.history.redo()
        self.history_changed.emit()

    def _do(self, edit: Edit[Any]) -> None:
        self.history.do(edit)
        self.history_changed.emit()

    # -- solving

    def solve(self) -> None:
        """Solve what the session asks for now."""
        session = self.session
        rested = self._dragging.at_rest
        quick = self._dragging.active and (rested or self._quick())
        # An exact solve is stopped by its successor; on a drag none would ever come to its end.
        self._waiting = quick and not rested and self.bridge.solving
        if self._waiting:
            return
        if session.document is None or not session.starts:
            self.bridge.forget_solves()
            return
        try:
            held = self._dragging.active or self._sliding
            asked = {"preview": held and not quick, "patient": self.contracting.patient}
            self.bridge.submit(session.request(**asked))
        except InputError as error:
            self.bridge.forget_solves()
            session.set_result(None)
            self.trouble.emit(error, None)

    def measure_energy(self) -> None:
        """Solve once more, and find out what energy the customization takes: a second of it on a
        GPU."""
        if self.session.starts:
            self.bridge.submit(self.session.request(metered=True))

    def _quick(self) -> bool:
        """Whether it is solved in full at every step of a drag."""
        result = self.session.result
        return result is not None and result.quick

    def _on_change(self, change: Change) -> None:
        opened = change & Change.DOCUMENT
        if change & Change.METRIC and change & Change.BANDS:
            self._bands_follow = True  # costs are counted in another unit from now on
        self.contracting.follow(change)
        if change & RESOLVES and not (opened or self._paused or self._answered):
            self.solve()
        if change & Change.METRIC:
            self._lay_groundwork()
        self.changed.emit(change)

    def _lay_groundwork(self) -> None:
        """Build beside other work what makes the next changes of costs quicker, once."""
        document = self.session.document
        work = None if document is None else document.groundwork
        if document is None or work is None or self._groundwork_of is document.subject:
            return
        self._groundwork_of = document.subject  # cancelled or failed, it is not begun again
        self.bridge.run(self.tr("Dividing the roads into cells"), work)

    def _on_solved(self, done: SolveDone) -> None:
        solved, document = done.solved, self.session.document
        if document is None or solved.subject is not document.subject:
            return
        times = solved.times
        if solved.preview:
            self.preview_ready.emit(done)
            return
        if self._bands_follow and times.max_seconds > 0 and not times.partial:
            self._bands_follow = False
            self.session.set_bands(fitting_bands(times, self.session.bands.measure))
        self.session.set_result(solved)
        if not self._sliding:
            self.contracting.after(solved)
        if self._waiting:
            self.solve()

    def _on_failed(self, failed: SolveFailed) -> None:
        self.session.set_result(None)
        self.trouble.emit(failed.error, None)

    # -- where a start can stand

    def _moved(self, index: int, x: float, y: float) -> tuple[PlacedStart, ...] | None:
        starts = self.session.starts
        if not 0 <= index < len(starts):
            return None
        return (*starts[:index], starts[index].moved(x, y), *starts[index + 1 :])

    def _same_place(self, one: PlacedStart, other: PlacedStart) -> bool:
        document = self.session.document
        return document is not None and document.same_place(one, other)

    def _placed(self, start: PlacedStart, use: Use | None = None) -> PlacedStart | None:
        """The start where it stands; None where no front can set out.

        use : what is done with the nearest place where one can, which is then offered together with
            the reason. None: nobody is told.
        """
        try:
            return self.session.placed(start)
        except IsofrontError as error:
            if use is not None:
                self.trouble.emit(error, self._nearest(start, use))
        return None

    def _nearest(self, start: PlacedStart, use: Use) -> Remedy | None:
        document = self.session.required
        nearest = document.nearest(start, self.session.options)
        if nearest is None:
            return None
        words = QCoreApplication.translate("Document", document.nearest_words)
        return Remedy(words, lambda: use(nearest))
