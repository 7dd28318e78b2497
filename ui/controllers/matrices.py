"""Times between many places: asked for, worked out beside the window, shown and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.editing.session import Change
from app.exports.matrix.request import FORMATS, STATISTICS, MatrixExport, export_matrix
from app.exports.matrix.shown import (
    ShownMatrix,
    nearest_everywhere,
    request_of,
    shown_matrix,
    with_areas,
)
from app.exports.table import Format
from app.matrix.places import NamedPlaces, read_places
from app.matrix.wishes import NOWHERE, Kind
from app.solving.jobs import Task
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import InputError, IsofrontError
from core.parallel.nearest_rows import NearestRows
from core.progress import Progress
from ui.bridge import Bridge
from ui.canvas.place_marks import DESTINATION_SIZE, ORIGIN_SIZE, PlaceMarks
from ui.controllers.editing import Editor
from ui.controllers.filing import POINTS, RASTERS, FileController
from ui.controllers.kinds import CLASS_AT, SHOWN
from ui.controllers.map_link import MapLink
from ui.controllers.matrix.areas import AreasToCome
from ui.controllers.matrix.classes import (
    colours_of_places,
    counted_origins,
    counts,
    nearest_origins,
)
from ui.controllers.reading.origin_reader import OriginReader, names_of
from ui.pictures.classes import NOBODY, Classes, EnteredClasses, owner_colours

STARTS_TIMES, LEAST, BEST, COUNT = "times", "least", "best", "count"
"""Names of what the map may show: the times of the starts, the least time from any origin, the
origin that is first, how many come within the limit."""

LOOK_SECONDS = 0.05
"""Seconds between two looks at whether a run that was cancelled has ended."""

Found = TypeVar("Found")

GRASP = 8.0
"""Pixels off the middle of a mark at which it is still meant."""

MOST_SMALL = 200
"""Destinations up to which their marks are somewhat larger."""


class Matrices(FileController):
    """Keeps what is asked between many places, the newest answer, and the map that shows it."""

    answered = Signal(object)  # ShownMatrix, or None once it holds no longer
    running = Signal(bool)
    map_shows = Signal(str)  # one of the above

    def __init__(self, window: QWidget, editor: Editor, bridge: Bridge, link: MapLink) -> None:
        super().__init__(window, editor, bridge)
        self._link = link
        self._task: Task | None = None
        self._last: Task | None = None  # perhaps cancelled, and not at its end yet
        self.areas = AreasToCome(bridge, self)
        self.answer: ShownMatrix | None = None
        self._owners = owner_colours(np.empty((0, 2)))
        self._everywhere: NearestRows | None = None
        self._shown_last = ""  # by the map, before the run
        editor.changed.connect(self._on_change)
        self.areas.known.connect(partial(setattr, self, "answer"))
        self.areas.failed.connect(self.failed)
        bridge.cancelled.connect(self._on_cancelled)
        link.instead_changed.connect(self._tell_shown)

    def close(self) -> None:
        """The answer's chunks go from the disk."""
        self._forget()

    # -- what is asked

    def choose(self, kind: Kind) -> None:
        """Ask for a file of places."""
        title = {
            "origins": self.tr("Choose origins"),
            "destinations": self.tr("Choose destinations"),
        }[kind]
        path = self.ask_to_read(title, self.tr("Points"), POINTS)
        if path:
            self.read(kind, path)

    def read(self, kind: Kind, path: Path) -> None:
        """Take the places of a file as origins or destinations, in one step of undo."""
        document = self._editor.session.required

        def take(named: NamedPlaces) -> None:
            label = {
                "origins": self.tr("Choose origins"),
                "destinations": self.tr("Choose destinations"),
            }[kind]
            self._editor.matrix.take_places(kind, named, label)

        self.reading(path, lambda *_: read_places(str(path), document), take)

    def choose_people(self) -> None:
        """Ask for a raster that counts people."""
        title = self.tr("Choose a raster of people")
        path = self.ask_to_read(title, self.tr("Rasters"), RASTERS)
        if path:
            self._editor.matrix.wish(self.tr("Choose people"), people=path)

    # -- the answer

    def run(self) -> None:
        """Work out what is asked for now, in place of what runs."""
        session = self._editor.session
        try:
            request = request_of(session.required, session.matrix, session.options)
        except InputError as error:
            self.failed.emit(error)
            return
        bands, people = session.matrix.bands_beside(session.bands), session.matrix.people
        scheduler = session.matrix.scheduler
        shown = self._link.shows_instead
        self._shown_last = shown if shown in (LEAST, BEST, COUNT) else ""
        self._forget()
        self._start(
            self.tr("Times between many places"),
            lambda progress, cancel: shown_matrix(
                request, bands, people, progress, cancel, scheduler
            ),
            self._take,
        )

    def stop(self) -> None:
        """Stop the run; its finished chunks are gone on with by the next."""
        self._bridge.cancel()

    def _start(self, title: str, work: Callable[..., Found], done: Callable[[Found], None]) -> None:
        """Work in place of what runs, once that has let go of its chunks."""
        self._bridge.abandon(self._task)
        last = self._last

        def after(progress: Progress, cancel: Cancel) -> Found:
            while last is not None and not last.finished:
                cancel.check("the matrix")
                last.wait(LOOK_SECONDS)
            return work(progress, cancel)

        def ended(found: Found) -> None:
            self._task = None
            self.running.emit(False)
            done(found)

        def fell(error: IsofrontError) -> None:
            self._task = None
            self.running.emit(False)
            self._tell_shown(self._link.shows_instead)
            self.failed.emit(error)

        self._task = self._last = self._bridge.run(title, after, ended, fell)
        self.running.emit(True)

    def _take(self, answer: ShownMatrix) -> None:
        self.answer = answer
        self._owners = owner_colours(self._points(answer.finished.job.origins))
        self.answered.emit(answer)
        self._mark()
        what = self._shown_last or self._first_look(answer)
        self.show_on_map(what)
        self.map_shows.emit(what)
        self.areas.begin(answer)

    def _first_look(self, answer: ShownMatrix) -> str:
        """What the map shows of an answer by itself: times of starts stay where there are some."""
        if self._editor.session.result is not None:
            return STARTS_TIMES
        request = answer.request
        several = len(request.origins) > 1 and request.destinations is None
        return BEST if several else LEAST

    def _on_cancelled(self) -> None:
        if self._task is not None:
            self._task = None
            self.running.emit(False)
            self._tell_shown(self._link.shows_instead)

    def _on_change(self, change: Change) -> None:
        if change & (Change.DOCUMENT | Change.METRIC):
            if self._task is not None:
                self._bridge.abandon(self._task)
                self._task = None
                self.running.emit(False)
            self._forget()
        if change & (Change.DOCUMENT | Change.MATRIX):
            self._mark()

    def _tell_shown(self, name: str) -> None:
        """Say what the map shows; what is not of the matrix is told as the starts' times there."""
        self.map_shows.emit(name or STARTS_TIMES)

    def _forget(self) -> None:
        self.areas.give_up()
        answer, self.answer, self._everywhere = self.answer, None, None
        if answer is not None:
            answer.forget()
            self.answered.emit(None)
            self._link.show_instead(None)

    # -- into a file

    def choose_target(self) -> None:
        """Ask for a file, and write the answer to it."""
        self._choose_file(self.tr("Save the matrix"), "matrix", FORMATS, self.save)

    def _choose_file(
        self, title: str, name: str, formats: Sequence[Format], save: Callable[[Path], None]
    ) -> None:
        if self.answer is None:
            return
        target = self.ask_to_write(title, f"{self.answer.document.name}_{name}", formats)
        if target:
            save(target[0])

    def save(self, path: Path) -> None:
        """Write the answer as the command line does."""
        answer = self.answer
        if answer is None:
            return

        def work(progress: Progress, cancel: Cancel) -> tuple[str, ...]:
            export = MatrixExport(path, answer.finished, progress=progress, cancel=cancel)
            return export_matrix(export)

        self.writing(path, work)

    def choose_statistics(self) -> None:
        """Ask for a file, and write the statistics to it."""
        title = self.tr("Save the statistics")
        self._choose_file(title, "coverage", STATISTICS, self.save_statistics)

    def save_statistics(self, path: Path) -> None:
        """Write the statistics as CSV, a line for each band."""
        answer = self.answer
        if answer is None:
            return

        def work(progress: Progress, cancel: Cancel) -> tuple[str, ...]:
            covered = with_areas(answer, progress, cancel).covered
            covered.write(path)
            return covered.notes

        self.writing(path, work)

    # -- on the map

    def show_on_map(self, what: str) -> None:
        """Let the map show one of STARTS_TIMES, LEAST, BEST, COUNT."""
        answer = self.answer
        if answer is None or what == STARTS_TIMES:
            self._link.show_instead(None)
            return
        if what == LEAST:
            self._link.show_instead(answer.union, LEAST, answer.covered.bands)
        elif answer.request.destinations is None or self._everywhere is not None:
            self._show_classes(self._everywhere or answer.nearest, what)
        else:
            self._start(
                self.tr("The nearest origin of all places"),
                lambda progress, cancel: nearest_everywhere(answer.request, progress, cancel),
                lambda nearest: self._show_classes(nearest, what),
            )

    def _show_classes(self, nearest: NearestRows, what: str) -> None:
        answer = self.answer
        if answer is None:
            return
        self._everywhere = nearest
        limit = answer.finished.job.spec.limit_seconds
        make = {BEST: nearest_origins, COUNT: counts}[what]
        names = answer.finished.job.origins.ids
        classes = make(nearest, names, self._owners, limit)
        if what == BEST:
            entered = answer.entered
            classes = replace(classes, entered=entered and EnteredClasses(*entered))
            told, read = names_of(names), classes
        else:
            told = partial(counted_origins, len(names))
            read = replace(classes, of=np.where(nearest.count > 0, nearest.count, NOBODY))
        self._link.show_instead(classes, what, reader=self._class_reader(answer, read, told))

    def _class_reader(
        self, answer: ShownMatrix, classes: Classes, told: Callable[[int], str]
    ) -> OriginReader:
        """Tells of the class under the pointer, and when the first origin is there."""
        document, union = answer.document, answer.union
        zero = answer.request.options.zero_speed_kmh
        reader = SHOWN[document.shows].reader(document, union, zero)
        return OriginReader(reader, CLASS_AT[document.shows](union, classes), told)

    def _mark(self) -> None:
        """Marks of the places, origins on top; coloured once it is known who is first."""
        wishes, marks = self._editor.session.matrix, []
        answer = self.answer
        origins, ends = wishes.origins, wishes.destinations
        owned = tones = None
        if answer is not None and answer.request.origins is origins:
            origins = answer.finished.job.origins
            owned = self._owners
            if answer.request.destinations is ends and ends is not None:
                ends = answer.finished.job.destinations
                tones = colours_of_places(self._owners, answer.nearest.row[0])
        if ends is not None:
            size = DESTINATION_SIZE if len(ends) > MOST_SMALL else DESTINATION_SIZE + 2
            marks.append(self._marks(ends, size, tones))
        marks.append(self._marks(origins, ORIGIN_SIZE, owned))
        self._link.view.set_places([m for m in marks if len(m.points)])

    def under(self, x: float, y: float) -> tuple[Kind, int] | None:
        """The place whose mark is at a CRS point, origins before destinations."""
        wishes, view = self._editor.session.matrix, self._link.view
        listed: tuple[tuple[Kind, NamedPlaces | None], ...] = (
            ("origins", wishes.origins),
            ("destinations", wishes.destinations),
        )
        ground = view.ground
        if ground is None:
            return None
        for kind, named in listed:
            points = self._points(named or NOWHERE)
            there = np.flatnonzero(np.isfinite(points).all(axis=1))
            [here], lie = ground.line(np.array([[x, y]])), ground.line(points[there])
            off = np.hypot(*(lie - here).T) / view.viewport.scale
            if len(off) and off.min() <= GRASP:
                return kind, int(there[np.argmin(off)])
        return None

    def _marks(self, named: NamedPlaces, size: float, colours: object) -> PlaceMarks:
        points = self._points(named)
        there = np.isfinite(points).all(axis=1)
        tones = None if colours is None else np.asarray(colours)[there]
        return PlaceMarks(points[there], size, tones)

    def _points(self, named: NamedPlaces) -> NDArray[np.float64]:
        places = [self._placed(place) for place in named.places]
        return np.array(places, np.float64).reshape(-1, 2)

    def _placed(self, place: PlacedStart) -> tuple[float, float]:
        """Where a place lies; NaN of a vertex without a position, or that there is none of."""
        if place.vertex is not None:
            with suppress(InputError):
                place = self._editor.session.placed(place)
        return place.x, place.y
