"""What the user does to the document: undoable edits, and the solve that follows each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.bands import Bands
from app.catalog.rows import ROADS
from app.document.joined import Joined
from app.editing.commands import Command, History, SetBands, SetLimit, SetOptions, SetStarts
from app.editing.road_edits import RoadEdits
from app.editing.session import Change, Options, Session
from app.fitting import fitting_bands
from app.roads.open_roads import OpenRoads
from app.solving.jobs import AnyRequest, SolveDone, SolveFailed, SolveRequest
from app.solving.preview_pace import EXACT_STEP_MS
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from app.starts import PlacedStart
from core.errors import InputError, IsofrontError
from core.solver import Sources, Start
from raster.coarse import Magnified
from raster.grid import VelocityGrid
from ui.bridge import Bridge
from ui.controllers.dragging import Dragging
from ui.controllers.standing import Standing, moved, standing_of
from ui.remedy import Remedy

RESOLVES = Change.STARTS | Change.LIMIT | Change.OPTIONS | Change.METRIC


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
        self._unsubscribe = session.subscribe(self._on_change)
        bridge.solve_finished.connect(self._on_solved)
        bridge.solve_failed.connect(self._on_failed)
        bridge.solve_dropped.connect(lambda: session.set_solved(None))

    def close(self) -> None:
        self._dragging.forget()
        self._unsubscribe()

    # -- the document

    def open_grid(
        self, grid: VelocityGrid, path: Path | None = None, joined: Joined | None = None
    ) -> None:
        """Show another terrain, or one with roads on it; its history and bands begin anew."""
        self._begin_anew()
        self.session.open_grid(grid, path, joined)
        self.history_changed.emit()

    def open_roads(self, roads: OpenRoads) -> None:
        """Show other roads; their history and bands begin anew."""
        self._begin_anew()
        self.session.open_roads(roads)
        self.history_changed.emit()

    def _begin_anew(self) -> None:
        self._dragging.forget()
        self._sliding = False
        self._bands_follow = True
        self.bridge.forget_solves()
        self.history.clear()

    def show_solved(self, solved: Solved | RoadSolved, bands: Bands) -> None:
        """Show a result that was made elsewhere, with its ground and starts, as it is."""
        self._paused = True
        if isinstance(solved, RoadSolved):
            self.open_roads(solved.roads)
        else:
            self.open_grid(solved.grid)
        self.session.set_starts(tuple(PlacedStart(*place) for place in solved.starts))
        self.session.set_bands(bands)
        self.session.set_solved(solved)
        self._paused = self._bands_follow = False

    def sources_of(self, solved: Solved) -> Sources:
        """The cells that the fronts of a result set out from."""
        cells = [(solved.grid.cell_at(x, y), seconds) for x, y, seconds in solved.starts]
        cols = solved.grid.cols
        return tuple(Start(c[0] * cols + c[1], seconds) for c, seconds in cells if c is not None)

    # -- starts

    def place(self, x: float, y: float, add: bool = False) -> None:
        """Set the start, or add one."""
        start = PlacedStart(x, y)
        before = self.session.starts if add else ()
        if not self._usable(start, lambda at: self.place(at[0], at[1], add)):
            return
        label = self.tr("Add start") if before else self.tr("Set start")
        self._place((*before, start), label)

    def _place(self, after: tuple[PlacedStart, ...], label: str) -> None:
        """Set starts; say so where one takes the place of several, as a click easily does."""
        before = self.session.starts
        self._do(SetStarts(before, after, label))
        if len(before) > 1 and len(after) == 1:
            words = self.tr("{count} starts were replaced by this one; Shift-click adds one")
            self.undo_offered.emit(words.format(count=len(before)))

    def drag(self, index: int, x: float, y: float) -> None:
        """Follow a start under the pointer; where no front can stand it waits."""
        moved = self._moved(index, x, y)
        if moved is None or self._refusal(moved[index]) is not None:
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
        elif self._refusal(moved[index]) is None:
            self._answered = self._dragging.at_rest and moved == self.session.starts
            self._move(moved)
            self._answered = False
        else:
            self.session.set_starts(self.session.starts)  # back to where it can stand
            self._usable(moved[index], lambda at: self.drop(index, *at))
        self._dragging.forget()

    def _move(self, moved: tuple[PlacedStart, ...]) -> None:
        label, key = self.tr("Move start"), self._dragging.key
        self._do(SetStarts(self.session.starts, moved, label, key))

    def edit_start(self, index: int, start: PlacedStart) -> None:
        """Replace one start, as typed in the table."""
        starts = self.session.starts
        if not 0 <= index < len(starts) or starts[index] == start:
            return
        if self._usable(start, lambda at: self.edit_start(index, moved(start, *at))):
            after = (*starts[:index], start, *starts[index + 1 :])
            self._do(SetStarts(starts, after, self.tr("Edit start")))
        else:
            self.changed.emit(Change.STARTS)  # the table shows what it was

    def remove_starts(self, indices: set[int]) -> None:
        starts = self.session.starts
        after = tuple(s for i, s in enumerate(starts) if i not in indices)
        if after != starts:
            label = self.tr("Remove start") if after else self.tr("Remove all starts")
            self._do(SetStarts(starts, after, label))

    def find_good_start(self) -> None:
        """Set the start in the middle of the largest passable area."""
        standing = standing_of(self.session)
        if standing is not None:
            subject = self._subject()
            self.bridge.run(
                self.tr("Looking for a good start"),
                lambda progress, cancel: standing.good_start(cancel),
                lambda start: self._set_good_start(subject, standing, start),
            )

    def _set_good_start(
        self, subject: object, standing: Standing, start: PlacedStart | None
    ) -> None:
        if subject is not self._subject():
            return
        if start is None:
            self.trouble.emit(standing.none_good(), None)
            return
        self._place((start,), self.tr("Set start"))

    def add_vertex(self, vertex_id: int) -> None:
        """Add a start at a vertex of the roads, by the id that the file gives it."""
        try:
            start = self.session.start_at_vertex(vertex_id)
        except InputError as error:
            self.trouble.emit(error, None)
            return
        before = self.session.starts
        self._do(SetStarts(before, (*before, start), self.tr("Add start")))

    def _subject(self) -> object:
        """What is open, however it is driven."""
        return self.session.grid if self.session.roads is None else self.session.roads.graph

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
        if not held and self.session.roads is not None:
            self.solve()

    # -- limit, bands, options

    def set_limit(self, seconds: float) -> None:
        """Limit the travel time; UNLIMITED for none."""
        if seconds != self.session.limit_seconds:
            label = self.tr("Change time limit")
            self._do(SetLimit(self.session.limit_seconds, seconds, label, "limit"))

    def set_bands(self, bands: Bands, merge_key: str = "") -> None:
        """Change the bands; edits with the same key, as of one slider, undo as one."""
        self._bands_follow = False
        if bands.limits != self.session.bands.limits:
            self._do(SetBands(self.session.bands, bands, self.tr("Change bands"), merge_key))

    def fit_bands(self) -> None:
        """Bands of round numbers that fit the result."""
        solved = self.session.solved or self.session.road_solved
        if solved is not None and solved.times.max_seconds > 0:
            self.set_bands(fitting_bands(solved.times, self.session.bands.measure))

    def set_options(self, options: Options) -> None:
        if options != self.session.options:
            label = self.tr("Change solver options")
            self._do(SetOptions(self.session.options, options, label))

    # -- history

    def undo(self) -> None:
        self.history.undo()
        self.history_changed.emit()

    def redo(self) -> None:
        self.history.redo()
        self.history_changed.emit()

    def _do(self, command: Command) -> None:
        self.history.do(command)
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
        if not (session.kind and session.starts):
            self.bridge.forget_solves()
            return
        try:
            self.bridge.submit(self._request(quick))
        except InputError as error:
            self.bridge.forget_solves()
            session.set_solved(None)
            self.trouble.emit(error, None)

    def _request(self, quick: bool) -> AnyRequest:
        if self.session.domain == ROADS:
            held = self._dragging.active or self._sliding
            return self.session.road_request(preview=held and not quick)
        return self.session.request(preview=self._dragging.active and not quick)

    def measure_energy(self) -> None:
        """Solve on roads once more, and find out what energy their customization takes: a second
        of it on a GPU."""
        if self.session.domain == ROADS and self.session.starts:
            self.bridge.submit(replace(self.session.road_request(), metered=True))

    def trial(self, grid: VelocityGrid, start: Start) -> SolveRequest:
        """A solve from one cell with the options of the session; for any thread."""
        options = self.session.options
        return SolveRequest(
            grid=grid,
            sources=(start,),
            places=(),
            algorithm=options.algorithm,
            backend=options.backend,
            zero_speed_kmh=options.zero_speed_kmh,
            parameters=options.parameters,
            device=options.device,
            gpu_memory_mib=options.gpu_memory_mib,
        )

    def _quick(self) -> bool:
        """Whether roads are solved in full at every step of a drag; on terrain the solver's thread
        knows that (`app.solving.preview_pace`)."""
        session = self.session
        solved = session.both_solved if session.joined is not None else session.road_solved
        return solved is not None and solved.solve_ms < EXACT_STEP_MS

    def _on_change(self, change: Change) -> None:
        opened = change & (Change.GRID | Change.ROADS)
        if change & Change.METRIC and change & Change.BANDS:
            self._bands_follow = True  # costs are counted in another unit from now on
        if change & RESOLVES and not (opened or self._paused or self._answered):
            self.solve()
        self.changed.emit(change)

    def _on_solved(self, done: SolveDone) -> None:
        if not self._is_of_the_document(done):
            return
        both = done.solved if isinstance(done.solved, RoadSolved) else None
        preview = both is not None and done.request.preview
        done, joined = replace(done, solved=self._on_cells(done.solved)), self.session.joined
        solved, times = done.solved, done.solved.times
        if preview or isinstance(times, Magnified):
            self.preview_ready.emit(done)
            return
        if self._bands_follow and times.max_seconds > 0 and not times.partial:
            self._bands_follow = False
            self.session.set_bands(fitting_bands(times, self.session.bands.measure))
        self.session.set_solved(solved, both if joined is not None else None)
        if self._waiting:
            self.solve()

    def _is_of_the_document(self, done: SolveDone) -> bool:
        """Whether a result is of what is open still."""
        solved, joined = done.solved, self.session.joined
        if isinstance(solved, Solved):
            return solved.grid is self.session.grid
        if joined is not None:
            return joined.holds(solved)
        return self.session.roads is not None and solved.graph is self.session.roads.graph

    def _on_cells(self, solved: Solved | RoadSolved) -> Solved | RoadSolved:
        """What a result says of a terrain with roads; any other as it is."""
        joined = self.session.joined
        if joined is None:
            return solved
        return joined.on_cells(solved) if isinstance(solved, RoadSolved) else joined.told(solved)

    def _on_failed(self, failed: SolveFailed) -> None:
        self.session.set_solved(None)
        self.trouble.emit(failed.error, None)

    # -- where a start can stand

    def _moved(self, index: int, x: float, y: float) -> tuple[PlacedStart, ...] | None:
        starts = self.session.starts
        if not 0 <= index < len(starts):
            return None
        return (*starts[:index], moved(starts[index], x, y), *starts[index + 1 :])

    def _same_place(self, one: PlacedStart, other: PlacedStart) -> bool:
        standing = standing_of(self.session)
        return standing is not None and standing.same_place(one, other)

    def _refusal(self, start: PlacedStart) -> IsofrontError | None:
        standing = standing_of(self.session)
        if standing is None:
            return InputError(self.tr("nothing is open"), advice=self.tr("Open a file first."))
        return standing.refusal(start)

    def _usable(self, start: PlacedStart, use: Callable[[tuple[float, float]], None]) -> bool:
        """Whether a front can set out here; if not, says so and offers the nearest place."""
        error = self._refusal(start)
        if error is None:
            return True
        standing = standing_of(self.session)
        nearest = None if standing is None else standing.nearest(start)
        remedy = None
        if standing is not None and nearest is not None:
            remedy = Remedy(standing.remedy, lambda: use(nearest))
        self.trouble.emit(error, remedy)
        return False
