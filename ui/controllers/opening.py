"""From a path to an open terrain or roads: look into the file, ask what must be asked, read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.document.document import Document
from app.document.joined import JoinRequest, open_joined
from app.document.kinds import kind_held_by
from app.document.out_of_core_files import large_velocity_of
from app.document.terrain import TerrainDocument
from app.editing.kept_starts import starts_on
from app.roads.congestion import read_congestion
from app.solving.jobs import Task
from app.solving.warming import ahead
from core.cancel import Cancel
from core.errors import InputError, IsofrontError
from core.files.links import LinkedDataError, following_links
from core.files.suffixes import PACKED, ROADS
from core.progress import Progress
from raster.files.crs.reproject import zone_name
from raster.files.info import describe, info_of
from raster.files.opening import open_reader
from raster.files.read import UTM, LengthsError
from raster.files.source import members, resolve
from raster.files.value_notes import doubts_among
from raster.grid import grid_from_kmh
from resources.paths import SAMPLE, SAMPLE_ROADS
from road.costs.way_speeds import WaySpeeds
from ui import preferences
from ui.bridge import Bridge
from ui.controllers.editing import Editor
from ui.controllers.kinds import draw_in_little, read_in_little, show_in_little
from ui.dialogs.join import JoinDialog
from ui.dialogs.open_options import Inspection, OpenOptionsDialog
from ui.dialogs.question import Question
from ui.dialogs.road_options import (
    RoadInspection,
    RoadOpenOptions,
    RoadOptionsDialog,
    inspect_roads,
)
from ui.remedy import Remedy
from ui.running.roads_beside import ROADS as ROADS_BESIDE

Found = TypeVar("Found")


def inspect(path: Path, member: str | None = None) -> Inspection:
    """Look into a file without reading its cells; raises InputError."""
    names = members(path)
    if member is None and names:
        member = names[0]
    return Inspection(path, names, member, describe(path, member=member, statistics=False))


def looked_into(
    path: Path, ask: bool, reading: str, progress: Progress, cancel: Cancel
) -> Inspection | RoadInspection | Document:
    """Look into a file that may hold either: what is to be asked of it. Where that is nothing it is
    read at once, a raster while it is open."""
    kind = kind_held_by(path)
    look = LOOKS.get(kind.id)
    if look is None:  # of which nothing is asked
        progress(-1.0, reading)
        return made_ready(kind.read(path, progress, cancel), progress)
    return look(path, ask, reading, progress, cancel)


def _look_into_roads(
    path: Path, ask: bool, reading: str, progress: Progress, cancel: Cancel
) -> RoadInspection | Document:
    streets = inspect_roads(path, ask)
    ahead.compile_beside(ROADS_BESIDE)
    progress(-1.0, reading)
    if ask:
        return streets
    return made_ready(streets.read(RoadOpenOptions(), progress, cancel), progress)


def _look_into_raster(
    path: Path, ask: bool, reading: str, progress: Progress, cancel: Cancel
) -> Inspection | Document:
    names = members(path)
    member = names[0] if names else None
    with open_reader(resolve(path, member)) as reader:
        found = Inspection(path, names, member, info_of(reader))
        if ask or found.must_ask:
            return found
        progress(-1.0, reading)
        grid = large_velocity_of(reader, progress=progress, cancel=cancel)
    return made_ready(TerrainDocument(grid, path), progress)


Look = Callable[[Path, bool, str, Progress, Cancel], Inspection | RoadInspection | Document]

LOOKS: dict[str, Look] = {"roads": _look_into_roads, "terrain": _look_into_raster}
"""Looks that a file is given before it is read, by the id of its kind of document."""


def made_ready(document: Document, progress: Progress) -> Document:
    """The document, once its first picture can be drawn and the place under the pointer be told at
    once; for the thread that opens it."""
    progress(-1.0, "preparing the map")
    draw_in_little(document)
    read_in_little(document)
    return document


def _linked(links: bool, work: Callable[..., Found], *given: Any, **named: Any) -> Found:
    """Do some work on a file, following its links or not."""
    with following_links(links):
        return work(*given, **named)


class Opener(QObject):
    """Opens files for a window; what goes wrong is told by `failed`."""

    opened = Signal(object)  # Document; the session holds it already
    failed = Signal(object, object)  # IsofrontError, Remedy or None
    doubted = Signal(object, object)  # doubts in what was opened, a Remedy

    def __init__(self, window: QWidget, editor: Editor, bridge: Bridge) -> None:
        super().__init__(window)
        self.may_leave: Callable[[], bool] = lambda: True  # whether what is open may go
        self.may_go: Callable[[], bool] = lambda: True  # the same once the other file is read
        self._window = window
        self._editor = editor
        self._bridge = bridge
        self._task: Task | None = None
        self._look: Task | None = None
        self._and_solve = False
        self._remember = True
        self._links = False
        self.dialog: OpenOptionsDialog | RoadOptionsDialog | JoinDialog | None = None

    def choose(self, ask: bool = False) -> None:
        """Ask for a file and open it; with `ask` its options are asked for in any case."""
        recent = preferences.recent_files()
        folder = str(recent[0].parent) if recent else ""
        title = self.tr("Open a velocity raster or a road graph")
        name, _ = QFileDialog.getOpenFileName(self._window, title, folder, self._filters())
        if name:
            self.open(Path(name), ask)

    def _filters(self) -> str:
        rasters = "*.tif *.tiff *.asc *.asc.gz *.flt *.bil *.adf *.img *.vrt *.nc *.zip *.hgt *.dem"
        roads = " ".join(f"*{suffix}" for suffix in (*ROADS, ".gpkg", ".zip", *PACKED))
        lines = (
            f"{self.tr('Terrain and roads')} ({rasters} {roads})",
            f"{self.tr('Rasters')} ({rasters})",
            f"{self.tr('Road graphs')} ({roads})",
            f"{self.tr('All files')} (*)",
        )
        return ";;".join(lines)

    def open(
        self,
        path: Path,
        ask: bool = False,
        *,
        and_solve: bool = False,
        remember: bool = True,
        links: bool = False,
    ) -> None:
        """Open a file; a newer call takes the place of one still under way.

        and_solve : set a good start as soon as the terrain is there.
        remember : put it among the recent files.
        links : follow names in it to other folders and to the network.
        """
        self._and_solve, self._remember, self._links = and_solve, remember, links
        self._bridge.abandon(self._task)
        self._task = self._bridge.run(
            self.tr("Opening {name}").format(name=path.name),
            lambda *how: _linked(links, looked_into, path, ask, self._reading(path), *how),
            lambda found: self._consider(found),
            lambda error: self._fail_looking(error, path, ask),
        )

    def open_sample(self, name: str = "terrain") -> None:
        """Open the island's "terrain", its "roads" or both "joined", with a good start set."""
        alone = partial(self.open, and_solve=True, remember=False)
        samples: dict[str, Callable[[], None]] = {
            "terrain": partial(alone, SAMPLE),
            "roads": partial(alone, SAMPLE_ROADS),
            "joined": partial(self.open_joined, JoinRequest(SAMPLE, SAMPLE_ROADS), and_solve=True),
        }
        samples[name]()

    def choose_joined(self) -> None:
        """Ask for a raster and roads, and open them together."""
        document = self._editor.session.document
        dialog = JoinDialog(document, self._window)
        dialog.chosen.connect(self.open_joined)
        self._show_dialog(dialog)

    def open_joined(self, request: JoinRequest, *, and_solve: bool = False) -> None:
        """Read a raster and roads, and show them as one terrain; and_solve : with a good start."""
        self._and_solve = and_solve
        self._bridge.abandon(self._task)
        self._task = self._bridge.run(
            self.tr("Opening {name}").format(name=request.terrain.name),
            lambda progress, cancel: made_ready(open_joined(request, progress, cancel), progress),
            lambda document: self._show_joined(document, request),
            self._fail,
        )

    def _show_joined(self, document: Document, request: JoinRequest) -> None:
        if not self.may_leave():
            return
        session = self._editor.session
        same = request.before is not None and request.before is session.document
        kept = starts_on(document, session) if same else ()
        self._editor.open_with(document, lambda session: session.set_starts(kept), stay=False)
        self.warm_up_for(document)
        self.opened.emit(document)
        self._editor.solve()
        self._doubt(document, Remedy(self.tr("Choose other files"), self.choose_joined))
        if self._and_solve:
            self._editor.find_good_start()

    def choose_ways(self) -> None:
        """Ask for a file of speeds of single ways, and drive by them."""
        opened = self._editor.session.required.path
        title = self.tr("Speeds of single ways")
        kinds = f"{self.tr('Tables')} (*.csv);;{self.tr('All files')} (*)"
        folder = "" if opened is None else str(opened.parent)
        name, _ = QFileDialog.getOpenFileName(self._window, title, folder, kinds)
        if name:
            self.read_ways(Path(name))

    def read_ways(self, path: Path) -> None:
        """Drive the open roads by speeds of single ways, such as a day's congestion."""
        session = self._editor.session
        graph, subject = session.driven.graph, session.required.subject

        def drive(ways: WaySpeeds) -> None:
            if session.required.subject is subject:
                self._editor.edit_roads(lambda edits: edits.set_ways(ways))

        self._bridge.run(
            self.tr("Reading {name}").format(name=path.name),
            lambda progress, cancel: read_congestion(path, graph),
            drive,
            self._fail,
        )

    def _reading(self, path: Path) -> str:
        return self.tr("Reading {name}").format(name=path.name)

    def _consider(self, found: Inspection | RoadInspection | Document) -> None:
        if not self.may_leave():  # asked once it is known that the other file can be opened
            return
        if not isinstance(found, Question):
            self._show(found)
            return
        dialog = found.dialog(self._window, lambda name: self._look_into(found.path, name))
        dialog.chosen.connect(lambda options: self._read(found, options))
        self._show_dialog(dialog)

    def _show_dialog(self, dialog: OpenOptionsDialog | RoadOptionsDialog | JoinDialog) -> None:
        dialog.finished.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()

    def _look_into(self, path: Path, member: str) -> None:
        self._bridge.abandon(self._look)
        links = self._links
        self._look = self._bridge.run(
            self.tr("Opening {name}").format(name=member),
            lambda progress, cancel: _linked(links, inspect, path, member),
            self._show_inspection,
            self._fail,
        )

    def _show_inspection(self, found: Inspection) -> None:
        if isinstance(self.dialog, OpenOptionsDialog):
            self.dialog.show_inspection(found)

    def _forget_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _read(self, found: Question, options: Any) -> None:
        links = self._links

        def work(progress: Progress, cancel: Cancel) -> Document:
            document = _linked(links, found.read, options, progress, cancel)
            return made_ready(document, progress)

        self._task = self._bridge.run(
            self._reading(found.path),
            work,
            self._show,
            lambda error: self._fail_reading(error, found, options),
        )

    def _show(self, document: Document) -> None:
        if not self.may_go():
            return
        path = document.path
        if self._remember and path is not None:
            preferences.remember_file(path.absolute())
        try:
            self._editor.open(document)
        except InputError as error:
            self._fail(error)
            return
        self.warm_up_for(document)
        self.opened.emit(document)
        label = self.tr("Open with options")
        self._doubt(document, Remedy(label, lambda: self.open(cast(Path, path), ask=True)))
        if self._and_solve:
            self._editor.find_good_start()

    def _doubt(self, document: Document, remedy: Remedy) -> None:
        """Say what makes it hardly a raster of speeds."""
        doubts = doubts_among(document.notes)
        if doubts:
            self.doubted.emit(doubts, remedy)

    def warm_up(self) -> None:
        """Compile and load what solves and draws a raster while nothing is open: a machine that
        never did takes half a minute for it, and who chooses a file leaves a processor to spare."""
        if self._editor.session.document is None and not self._bridge.busy:
            self.warm_up_for(TerrainDocument(grid_from_kmh(np.full((3, 3), 36), 10.0)))

    def warm_up_for(self, document: Document) -> None:
        """Compile and load what solves and draws it now, so that the first click is answered at
        once, and then what goes on from its times where a vehicle's numbers are changed."""
        options = self._editor.session.options

        def work(progress: Progress, cancel: Cancel) -> None:
            unsolved = document.unsolved(options) if ahead.compiling() else None
            if unsolved is not None:
                show_in_little(unsolved)
            solved = document.warm_up(options, cancel)
            if solved is not None:
                show_in_little(solved)
            if "vehicle" in document.panels and not cancel.requested:
                document.warm_up_edits(options)

        self._bridge.run("warm up", work, quiet=True)

    def _fail(self, error: IsofrontError) -> None:
        self.failed.emit(error, None)

    def _fail_looking(self, error: IsofrontError, path: Path, ask: bool) -> None:
        remedy = None
        if isinstance(error, LinkedDataError):
            how = {"and_solve": self._and_solve, "remember": self._remember, "links": True}
            remedy = Remedy(self.tr("Follow its links"), lambda: self.open(path, ask, **how))
        self.failed.emit(error, remedy)

    def _fail_reading(self, error: IsofrontError, found: Question, options: Any) -> None:
        remedy = None
        if isinstance(error, LengthsError) and error.utm_epsg is not None:
            label = self.tr("Re-project to {zone}").format(zone=zone_name(error.utm_epsg))
            again = replace(options, reproject=UTM)
            remedy = Remedy(label, lambda: self._read(found, again))
        self.failed.emit(error, remedy)
