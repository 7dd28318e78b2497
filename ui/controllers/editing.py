"""What the user does to the document: undoable edits, and the solve that follows each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.bands import Bands
from app.document.document import Document
from app.editing.commands import Edit, History
from app.editing.ground_edits import GroundEdits
from app.editing.road_edits import RoadEdits
from app.editing.session import Change, Session, question_of
from app.fitting import fitting_bands, suits
from app.paths.pins import Pin
from app.solving.jobs import SolveDone, SolveFailed
from app.solving.request import Options
from app.solving.result import Result
from app.starts import PlacedStart, on
from app.units import read_in, units
from core.errors import InputError, IsofrontError
from raster.slopes.slopes import GridSlopes
from ui.bridge import Bridge
from ui.controllers.contracting import Contracting
from ui.controllers.dragging import Dragging, Followers
from ui.controllers.matrix.edits import MatrixEdits
from ui.controllers.starts.edits import StartEdits, Use
from ui.controllers.starts.nearest import nearest
from ui.texts import without_slopes

RESOLVES = Change.STARTS | Change.LIMIT | Change.OPTIONS | Change.METRIC | Change.EDITS


class Editor(QObject):
    """Edits a session through its history and keeps its result up to date.

    The session is told of nothing but exact results; previews go to `preview_ready` only.
    """

    changed = Signal(object)  # Change, in the window's thread like everything here
    history_changed = Signal()
    placed = Signal()  # a start is about to be set where none was near
    preview_ready = Signal(object)  # SolveDone of a coarser grid, or of roads within the bands
    trouble = Signal(object, object)  # IsofrontError, Remedy or None
    remarked = Signal(str)  # what an edit that was done could not keep
    offered = Signal(str, object)  # what was done, and a Remedy: what else might have been meant

    def __init__(self, session: Session, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.bridge = bridge
        self.history = History(session)
        self.ground_edits = GroundEdits(session, self._do, lambda e: self.trouble.emit(e, None))
        self.road_edits = RoadEdits(session, self._do, self.remarked.emit)
        self.followers = Followers(self.changed.emit, lambda: self.dragging or self._sliding, self)
        tell = self.trouble.emit, self.followers.tell, self.offered.emit
        self.starts = StartEdits(session, self._do, self._placed, *tell)
        self.matrix = MatrixEdits(session, self._do, self._placed)
        self.owned = False  # which of several starts is first where is asked for
        self._dragging = Dragging(self)
        self._dragging.rested.connect(self._settle)
        self._sliding = False  # a knob of the metric is held
        self.brushing = False  # a stroke is being drawn; its steps wait for each other
        self._waiting = False  # a step of a drag waits for the solve of the one before
        self._unsettled = False  # the newest answer, if coarse, is to be followed by an exact one
        self._coarse = False  # the newest answer was
        self._answered = False  # an edit leaves everything where it is solved already
        self._bands_new = True  # fitted to the next result, whatever they are
        self._paused = False  # results are handed in, nothing is solved
        self._groundwork_of: object = None  # what it was begun for
        self.contracting = Contracting(session, bridge, self.solve, self)
        self.contracting.failed.connect(lambda error: self.trouble.emit(error, None))
        self._unsubscribe = session.subscribe(self._on_change)
        bridge.solve_finished.connect(self._on_solved)
        bridge.solve_failed.connect(self._on_failed)
        bridge.solve_dropped.connect(self._on_dropped)

    def close(self) -> None:
        self._dragging.forget()
        self._unsubscribe()

    # -- the document

    def open(self, document: Document) -> None:
        """Show another document; its history and bands begin anew."""
        self._dragging.forget()
        self._sliding = False
        self._bands_new = True
        self.bridge.forget_solves()
        self.history.clear()
        sloped = self.session.options.counted_slopes is not None
        self.session.open(document)
        self.history_changed.emit()
        if sloped and self.session.options.counted_slopes is None:
            self.remarked.emit(without_slopes(document.panels))

    def open_with(self, document: Document, ask: Callable[[Session], object], stay: bool) -> None:
        """Show a document with what `ask` asks, unsolved; stay : bands are not fitted at first."""
        with self._unsolved():
            self.open(document)
            ask(self.session)
        self._bands_new = not stay

    def take(self, aside: Session, history: History) -> None:
        """Ask what was asked in another scenario, with what was done there, and solve it unless its
        answer is at hand."""
        self._dragging.forget()
        self.ground_edits.end_stroke()
        self.bridge.forget_solves()
        with self._unsolved():
            self.session.take(aside)
        self.history, self._sliding, self._bands_new = history, False, False
        self.history_changed.emit()
        if self.session.result is None:
            self.solve()

    @contextmanager
    def _unsolved(self) -> Iterator[None]:
        self._paused = True
        try:
            yield
        finally:
            self._paused = False

    # -- starts

    def place(self, x: float, y: float, add: bool = False) -> None:
        """Set the start, or add one."""
        start = self._placed(PlacedStart(x, y), lambda at: self.place(*at, add))
        if start is not None:
            self.placed.emit()
            self.starts.set_or_add(start, add)

    def drag(self, index: int, x: float, y: float) -> None:
        """Follow a start under the pointer; where no front can stand it waits."""
        moved = self.session.moved(index, x, y)
        if moved is None or not self._placed(moved[index]):
            return
        self._dragging.begin(self.session.starts[index])
        self._move(moved)

    def drop(self, index: int, x: float, y: float) -> None:
        """End a drag: one undoable step, and an exact solve unless the hand had come to rest."""
        taken_from, moved = self._dragging.end(), self.session.moved(index, x, y)
        if moved is None:
            return
        same_place = self.session.required.same_place
        if taken_from is not None and same_place(moved[index], taken_from):
            self.undo()  # put back: nothing was done
        elif self._placed(moved[index]):
            self._answered = moved == self.session.starts
            self._move(moved)
            if self._answered:
                self._settle()
            self._answered = False
        else:
            self.session.set_starts(self.session.starts)  # back to where it can stand
            self._placed(moved[index], lambda at: self.drop(index, *at))
        self._dragging.forget()
        self._suit_bands(self.session.result)

    def _move(self, moved: tuple[PlacedStart, ...]) -> None:
        label, key = self.tr("Move start"), self._dragging.key
        self._do(Edit(Session.set_starts, self.session.starts, moved, label, key))

    def find_good_start(self) -> None:
        """Set the start in the middle of the largest passable area."""
        document, options = self.session.document, self.session.options
        if document is None:
            return

        self.bridge.run(
            self.tr("Looking for a good start"),
            lambda progress, cancel: document.good_start(options, cancel),
            lambda start: self._set_good_start(document, start),
            lambda error: self.trouble.emit(document.none_good, None),
        )

    def _set_good_start(self, document: Document, start: PlacedStart) -> None:
        now = self.session.document
        if now is not None and now.subject is document.subject:
            at = start if math.isnan(start.x) else start.moved(start.x, start.y)
            self.placed.emit()
            self.starts.set_or_add(at, add=False)

    def show_owners(self, wanted: bool) -> None:
        """Whether it is asked which of several starts is first where."""
        self.owned = wanted
        result, several = self.session.result, len(on(self.session.starts)) > 1
        if wanted and several and (result is None or result.owners is None):
            self.solve()

    # -- the vehicle on roads

    def edit_roads(self, edit: Callable[[RoadEdits], None]) -> None:
        """Change metric or direction; what cannot be done is told, and shown as it was."""
        try:
            edit(self.road_edits)
        except InputError as error:
            self.trouble.emit(error, None)
            self.followers.tell(Change.METRIC)

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
        self._bands_new = False
        before, label = self.session.bands, self.tr("Change bands")
        if bands.limits != before.limits:
            self._do(Edit(Session.set_bands, before, bands, label, merge_key))

    def fit_bands(self) -> None:
        """Bands of round numbers that fit the result."""
        solved = self.session.result
        if solved is not None and solved.times.max_seconds > 0:
            self.set_bands(self._fitting(solved))

    def _suit_bands(self, solved: Result | None) -> None:
        """Bands that nobody chose are fitted to the first result, and again once they do not suit
        the newest; not under a hand, where colours would jump."""
        if solved is None or solved.times.partial or not solved.times.max_seconds > 0:
            return
        bands, free = self.session.bands, not (self._sliding or self._dragging.active)
        if self._bands_new or (bands.automatic and free and not suits(bands, solved.times)):
            self._bands_new = False
            self.session.set_bands(self._fitting(solved))

    def _fitting(self, solved: Result) -> Bands:
        """Bands for a result, at limits that are round in the units that are read."""
        measure = self.session.bands.measure
        return replace(fitting_bands(solved.times, units().of(measure)), measure=measure)

    def set_options(self, options: Options) -> None:
        if options != self.session.options:
            label = self.tr("Change solver options")
            self._do(Edit(Session.set_options, self.session.options, options, label))

    def set_slopes(self, slopes: GridSlopes | None, merge_key: str = "") -> None:
        """Have slopes count so. merge_key : the same for steps that are undone together."""
        before = self.session.options
        after = replace(before, slopes=slopes)
        if after != before:
            label = self.tr("Change slopes")
            self._do(Edit(Session.set_options, before, after, label, merge_key))

    # -- reading

    def read_in(self, name: str) -> None:
        """Have lengths, areas and speeds read in the units of a name of `app.units.SYSTEMS`."""
        read_in(name)
        result, bands = self.session.result, self.session.bands
        if result is not None and bands.automatic and bands.measure.quantity == "length":
            self.session.set_bands(self._fitting(result))  # to be round in these
        self.followers.tell(Change.UNITS)

    def set_pins(self, pins: tuple[Pin, ...], label: str) -> None:
        """Want paths to these places, in an undoable step."""
        if pins != self.session.pins:
            self._do(Edit(Session.set_pins, self.session.pins, pins, label))

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

    def _settle(self) -> None:
        """Solve exactly where a start was dragged to, unless its last step is or is being."""
        if self.bridge.solving:
            self._unsettled = True  # nobody knows beforehand whether its answer is coarse
        elif self._coarse:
            self.solve()

    def solve(self) -> None:
        """Solve what the session asks for now."""
        session = self.session
        self._unsettled = False
        rested = self._dragging.at_rest
        quick = self._dragging.active and (rested or self._quick())
        # An exact solve is stopped by its successor; on a drag none would ever come to its end.
        follows = self.brushing or (quick and not rested)
        self._waiting = follows and self.bridge.solving
        if self._waiting or session.covered:  # what is shown stays until the start is free
            return
        if session.document is None or not on(session.starts):
            self.bridge.forget_solves()
            return
        try:
            held = self._dragging.active or self._sliding
            asked = {"preview": held and not quick, "patient": self.contracting.patient}
            asked["owned"] = self.owned and len(on(session.starts)) > 1
            self.bridge.submit(session.request(**asked), moving=held and not rested)
        except InputError as error:
            self.bridge.forget_solves()
            session.set_result(None)
            self.trouble.emit(error, None)

    def measure_energy(self) -> None:
        """Solve again, and find out what energy customizing takes: a second of it on a GPU."""
        if on(self.session.starts):
            self.bridge.submit(self.session.request(metered=True))

    @property
    def dragging(self) -> bool:
        """Whether a start is held and moves."""
        return self._dragging.active and not self._dragging.at_rest

    def _quick(self) -> bool:
        """Whether it is solved in full at every step of a drag."""
        result = self.session.result
        return result is not None and result.quick

    def _on_change(self, change: Change) -> None:
        opened = change & Change.DOCUMENT
        if change & Change.METRIC and change & Change.BANDS:
            self._bands_new = True  # costs are counted in another unit from now on
        self.contracting.follow(change)
        if change & RESOLVES and not (opened or self._paused or self._answered):
            self.solve()
        if change & Change.METRIC:
            self._lay_groundwork()
        self.followers.tell(change)

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
        self._coarse = solved.preview
        if solved.preview:
            self.preview_ready.emit(done)
            if self._unsettled and not self.bridge.solving:
                self.solve()
            return
        self._suit_bands(solved)
        self.session.set_result(solved, done.request)
        if not self._sliding:
            self.contracting.after(solved)
        if self._waiting:
            self.solve()

    def _on_dropped(self) -> None:
        """What was shown before stays, if it answers what is asked now, as where the solver alone
        is another."""
        answers = self.session.answers
        if answers is None or question_of(self.session) != question_of(answers):
            self.session.set_result(None)
        self.contracting.give_way()

    def _on_failed(self, failed: SolveFailed) -> None:
        self.session.set_result(None)
        self.trouble.emit(failed.error, None)

    def _placed(self, start: PlacedStart, use: Use | None = None) -> PlacedStart | None:
        """The start where it stands; None where no front can set out.

        use : what is done with the nearest place where one can, which is then offered together with
            the reason. None: nobody is told.
        """
        try:
            return self.session.placed(start)
        except IsofrontError as error:
            if use is not None:
                self.trouble.emit(error, nearest(self.session, start, use))
        return None
