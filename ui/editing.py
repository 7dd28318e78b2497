"""What the user does to the document: undoable edits, and the solve that follows each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.bands import Bands
from app.commands import Command, History, SetBands, SetLimit, SetOptions, SetStarts
from app.jobs import SolveDone, SolveFailed, SolveRequest
from app.session import Change, Options, PlacedStart, Session
from app.solved import Solved
from core.errors import InputError, IsofrontError
from core.solver import Sources, Start
from raster.coarse import Magnified
from raster.grid import VelocityGrid
from raster.starts import good_start, nearest_passable
from ui.bridge import Bridge

EXACT_WHILE_DRAGGING_MS = 12.0
"""A solve this quick is done in full at every step of a drag; a slower one is coarse until the
start is dropped."""

RESOLVES = Change.STARTS | Change.LIMIT | Change.OPTIONS


@dataclass(frozen=True)
class Remedy:
    """What a button beside an error does about it."""

    label: str
    act: Callable[[], None]


class Editor(QObject):
    """Edits a session through its history and keeps its result up to date.

    The session is told of nothing but exact results; previews go to `preview_ready` only.
    """

    changed = Signal(object)  # Change, in the window's thread like everything here
    history_changed = Signal()
    preview_ready = Signal(object)  # SolveDone of a coarser grid
    trouble = Signal(object, object)  # IsofrontError, Remedy or None

    def __init__(self, session: Session, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.bridge = bridge
        self.history = History(session)
        self._drag = 0
        self._dragging = False
        self._taken_from: PlacedStart | None = None
        self._waiting = False  # a step of a drag waits for the solve of the one before
        self._bands_follow = True
        self._paused = False  # results are handed in, nothing is solved
        self._unsubscribe = session.subscribe(self._on_change)
        bridge.solve_finished.connect(self._on_solved)
        bridge.solve_failed.connect(self._on_failed)
        bridge.solve_dropped.connect(lambda: session.set_solved(None))

    def close(self) -> None:
        self._unsubscribe()

    # -- the document

    def open_grid(self, grid: VelocityGrid, path: Path | None = None) -> None:
        """Show another terrain; its history and bands begin anew."""
        self._dragging, self._taken_from = False, None
        self._bands_follow = True
        self.bridge.forget_solves()
        self.history.clear()
        self.session.open_grid(grid, path)
        self.history_changed.emit()

    def show_solved(self, solved: Solved, bands: Bands) -> None:
        """Show a result that was made elsewhere, with its terrain and starts, as it is."""
        self._paused = True
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
        self._do(SetStarts(self.session.starts, (*before, start), label))

    def drag(self, index: int, x: float, y: float) -> None:
        """Follow a start under the pointer; where no front can stand it waits."""
        moved = self._moved(index, x, y)
        if moved is None or self._refusal(moved[index]) is not None:
            return
        if not self._dragging:
            self._dragging, self._taken_from = True, self.session.starts[index]
        self._do(SetStarts(self.session.starts, moved, self.tr("Move start"), self._drag_key))

    def drop(self, index: int, x: float, y: float) -> None:
        """End a drag: one undoable step and an exact solve."""
        moved = self._moved(index, x, y)
        if moved is None:
            return
        taken_from, self._taken_from = self._taken_from, None
        self._dragging = False
        if taken_from is not None and self._same_cell(moved[index], taken_from):
            self.undo()  # put back: nothing was done
        elif self._refusal(moved[index]) is None:
            self._do(SetStarts(self.session.starts, moved, self.tr("Move start"), self._drag_key))
        else:
            self.session.set_starts(self.session.starts)  # back to where it can stand
            self._usable(moved[index], lambda at: self.drop(index, *at))
        self._drag += 1

    def edit_start(self, index: int, start: PlacedStart) -> None:
        """Replace one start, as typed in the table."""
        starts = self.session.starts
        if not 0 <= index < len(starts) or starts[index] == start:
            return
        if self._usable(start, lambda at: self.edit_start(index, replace(start, x=at[0], y=at[1]))):
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
        """Set the start in the middle of the largest part that can be entered."""
        grid, zero = self.session.grid, self.session.options.zero_speed_kmh
        if grid is not None:
            self.bridge.run(
                self.tr("Looking for a good start"),
                lambda progress, cancel: good_start(grid, zero),
                lambda cell: self._set_good_start(grid, cell),
            )

    def _set_good_start(self, grid: VelocityGrid, cell: tuple[int, int] | None) -> None:
        if grid is not self.session.grid:
            return
        if cell is None:
            advice = self.tr("Let 0 km/h count as 1 km/h (Solver panel), or check the file.")
            error = InputError(self.tr("No cell of this raster can be entered"), advice=advice)
            self.trouble.emit(error, None)
            return
        start = PlacedStart(*grid.centre_of(*cell))
        self._do(SetStarts(self.session.starts, (start,), self.tr("Set start")))

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
        """Bands of round numbers that hold the whole result."""
        solved = self.session.solved
        if solved is not None and solved.times.max_seconds > 0:
            self.set_bands(Bands.nice(solved.times.max_seconds))

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
        quick = self._dragging and self._quick()
        # An exact solve is stopped by its successor; on a drag none would ever come to its end.
        self._waiting = quick and self.bridge.solving
        if self._waiting:
            return
        if self.session.grid is None or not self.session.starts:
            self.bridge.forget_solves()
            return
        try:
            request = self.session.request(preview=self._dragging and not quick)
        except InputError as error:
            self.bridge.forget_solves()
            self.session.set_solved(None)
            self.trouble.emit(error, None)
            return
        self.bridge.submit(request)

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
        solved = self.session.solved
        return solved is not None and solved.solve_ms < EXACT_WHILE_DRAGGING_MS

    def _on_change(self, change: Change) -> None:
        if change & RESOLVES and not change & Change.GRID and not self._paused:
            self.solve()
        self.changed.emit(change)

    def _on_solved(self, done: SolveDone) -> None:
        if done.request.grid is not self.session.grid:
            return
        if isinstance(done.solved.times, Magnified):
            self.preview_ready.emit(done)
            return
        times = done.solved.times
        if self._bands_follow and times.max_seconds > 0 and not times.partial:
            self._bands_follow = False
            self.session.set_bands(Bands.nice(times.max_seconds))
        self.session.set_solved(done.solved)
        if self._waiting:
            self.solve()

    def _on_failed(self, failed: SolveFailed) -> None:
        self.session.set_solved(None)
        self.trouble.emit(failed.error, None)

    # -- where a start can stand

    @property
    def _drag_key(self) -> str:
        return f"drag {self._drag}"

    def _moved(self, index: int, x: float, y: float) -> tuple[PlacedStart, ...] | None:
        starts = self.session.starts
        if not 0 <= index < len(starts):
            return None
        moved = replace(starts[index], x=x, y=y)
        return (*starts[:index], moved, *starts[index + 1 :])

    def _same_cell(self, one: PlacedStart, other: PlacedStart) -> bool:
        grid = self.session.grid
        return grid is not None and grid.cell_at(one.x, one.y) == grid.cell_at(other.x, other.y)

    def _refusal(self, start: PlacedStart) -> IsofrontError | None:
        try:
            self.session.element_of(start)
        except InputError as error:
            return error
        return None

    def _usable(self, start: PlacedStart, use: Callable[[tuple[float, float]], None]) -> bool:
        """Whether a front can set out here; if not, says so and offers the nearest place."""
        error = self._refusal(start)
        if error is None:
            return True
        nearest = self._nearest(start)
        remedy = None
        if nearest is not None:
            remedy = Remedy(self.tr("Use the nearest passable cell"), lambda: use(nearest))
        self.trouble.emit(error, remedy)
        return False

    def _nearest(self, start: PlacedStart) -> tuple[float, float] | None:
        grid = self.session.grid
        if grid is None or not (math.isfinite(start.x) and math.isfinite(start.y)):
            return None
        row = min(max(math.floor((grid.top - start.y) / grid.cell_y), 0), grid.rows - 1)
        col = min(max(math.floor((start.x - grid.left) / grid.cell_x), 0), grid.cols - 1)
        cell = nearest_passable(grid, row, col, self.session.options.zero_speed_kmh)
        return None if cell is None else grid.centre_of(*cell)
