"""Closures out of files and into them: ask where, read or write in a thread, tell the outcome."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.exports.table import ExportReport, Format
from app.roads.closure_files import over_roads, read_closures, write_closures
from app.roads.closures import Closures
from app.roads.open_roads import OpenRoads
from core.cancel import Cancel
from core.errors import ExportError, InputError, IsofrontError
from core.progress import Progress
from ui.bridge import Bridge
from ui.controllers.editing import Editor
from ui.controllers.exporting import filters, show_folder, with_suffix
from ui.remedy import Remedy

FORMATS = tuple(
    Format(label, suffixes)
    for label, suffixes in (("GeoJSON", (".geojson", ".json")), ("GeoPackage", (".gpkg",)))
)
READABLE = "*.geojson *.json *.gpkg *.shp *.kml *.kmz *.fgb *.gml *.zip"


class ClosureFiles(QObject):
    """Adds the drawings of files to those that close roads, and writes them all."""

    failed = Signal(object)  # IsofrontError
    done = Signal(str, str, object)  # title, notes, Remedy
    remarked = Signal(str)  # what of a file that was read is left out

    def __init__(self, window: QWidget, editor: Editor, bridge: Bridge) -> None:
        super().__init__(window)
        self._window, self._editor, self._bridge = window, editor, bridge
        self._folder: Path | None = None

    # -- out of a file

    def choose(self) -> None:
        """Ask for a file of drawings, and close the roads under them."""
        title = self.tr("Close roads under the drawings of a file")
        kinds = f"{self.tr('Drawings')} ({READABLE});;{self.tr('All files')} (*)"
        name, _ = QFileDialog.getOpenFileName(self._window, title, str(self._proposed()), kinds)
        if name:
            self.read(Path(name))

    def read(self, path: Path) -> None:
        """Close the roads under the lines, areas and points of a file, in one step of undo."""
        roads = self._driven()
        if not roads:
            return
        subject = self._editor.session.required.subject
        self._folder = path.parent

        def work(progress: Progress, cancel: Cancel) -> tuple[Closures, Closures]:
            found = read_closures(path, roads.graph, lambda: roads.snap_index)
            return found, over_roads(found, roads.graph, lambda: roads.snap_index)

        self._bridge.run(
            self.tr("Reading {name}").format(name=path.name),
            work,
            lambda read: self._close(path, subject, *read),
            self._fail,
        )

    def _close(self, path: Path, subject: object, found: Closures, over: Closures) -> None:
        if self._editor.session.required.subject is not subject:
            return  # something else was opened meanwhile
        before = len(self._editor.road_edits.closures.shapes)
        self._editor.edit_roads(lambda edits: edits.close_by(over))
        count, beside = len(found.shapes), len(found.shapes) - len(over.shapes)
        if len(self._editor.road_edits.closures.shapes) == before:
            words = self.tr("Everything that {name} closes is closed already; nothing was added.")
        elif beside:
            words = self.tr(
                "{beside} of {count} drawings in {name} lie over no road and were left out."
            )
        else:
            return
        self.remarked.emit(words.format(name=path.name, count=count, beside=beside))

    # -- into a file

    def choose_target(self) -> None:
        """Ask for a file, and write what is closed to it."""
        roads = self._driven()
        if not roads:
            return
        proposed = self._proposed() / f"{roads.graph.name}_closures{FORMATS[0].suffixes[0]}"
        name, chosen = QFileDialog.getSaveFileName(
            self._window, self.tr("Save closures"), str(proposed), ";;".join(filters(FORMATS))
        )
        if name:
            self.save(with_suffix(Path(name), chosen, FORMATS))

    def save(self, path: Path) -> None:
        """Write what is closed to a file, in the coordinates of the roads."""
        roads = self._driven()
        if not roads:
            return
        if roads.path is not None and roads.path.resolve() == path.resolve():
            words, advice = "holds the roads themselves", "Choose another name."
            self._fail(ExportError(words, where=path.name, advice=advice))
            return
        self._folder = path.parent

        def work(progress: Progress, cancel: Cancel) -> ExportReport:
            return ExportReport(path, write_closures(path, roads.closures, roads.graph))

        self._bridge.run(
            self.tr("Writing {name}").format(name=path.name), work, self._tell, self._fail
        )

    def _tell(self, report: ExportReport) -> None:
        folder = report.path.absolute().parent
        remedy = Remedy(self.tr("Show folder"), lambda: show_folder(folder))
        title = self.tr("Saved {name}").format(name=report.path.name)
        self.done.emit(title, " ".join(report.notes), remedy)

    def _driven(self) -> OpenRoads | None:
        """The roads that are open; says so where there are none."""
        try:
            return self._editor.session.driven
        except InputError as error:
            self._fail(error)
            return None

    def _proposed(self) -> Path:
        """The folder chosen last, else that of the roads."""
        path = self._editor.session.required.path
        return self._folder or (Path.home() if path is None else path.parent)

    def _fail(self, error: IsofrontError) -> None:
        self.failed.emit(error)
