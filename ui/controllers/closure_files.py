"""Closures out of files and into them."""

from __future__ import annotations

from pathlib import Path

from app.exports.table import Format
from app.roads.closure_files import over_roads, read_closures, write_closures
from app.roads.closures import Closures
from app.roads.open_roads import OpenRoads
from core.cancel import Cancel
from core.errors import ExportError, InputError
from core.progress import Progress
from ui.controllers.filing import FileController

FORMATS = tuple(
    Format(label, suffixes)
    for label, suffixes in (("GeoJSON", (".geojson", ".json")), ("GeoPackage", (".gpkg",)))
)
READABLE = "*.geojson *.json *.gpkg *.shp *.kml *.kmz *.fgb *.gml *.zip"


class ClosureFiles(FileController):
    """Adds the drawings of files to those that close roads, and writes them all."""

    # -- out of a file

    def choose(self) -> None:
        """Ask for a file of drawings, and close the roads under them."""
        title = self.tr("Close roads under the drawings of a file")
        path = self.ask_to_read(title, self.tr("Drawings"), READABLE)
        if path:
            self.read(path)

    def read(self, path: Path) -> None:
        """Close the roads under the lines, areas and points of a file, in one step of undo."""
        roads = self._driven()
        if not roads:
            return

        def work(progress: Progress, cancel: Cancel) -> tuple[Closures, Closures]:
            found = read_closures(path, roads.graph, lambda: roads.snap_index)
            return found, over_roads(found, roads.graph, lambda: roads.snap_index)

        self.reading(path, work, lambda read: self._close(path, *read))

    def _close(self, path: Path, found: Closures, over: Closures) -> None:
        before = len(self._editor.road_edits.closures.shapes)
        self._editor.edit_roads(lambda edits: edits.close_by(over))
        count, beside = len(found.shapes), len(found.shapes) - len(over.shapes)
        if len(self._editor.road_edits.closures.shapes) == before:
            words = self.tr("Everything that {name} closes is closed already; nothing was added.")
        elif beside == 1:
            words = self.tr("1 of {count} drawings in {name} lies over no road and was left out.")
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
        stem = f"{roads.graph.name}_closures"
        target = self.ask_to_write(self.tr("Save closures"), stem, FORMATS)
        if target:
            self.save(target[0])

    def save(self, path: Path) -> None:
        """Write what is closed to a file, in the coordinates of the roads."""
        roads = self._driven()
        if not roads:
            return
        if roads.path is not None and roads.path.resolve() == path.resolve():
            words, advice = "holds the roads themselves", "Choose another name."
            self.failed.emit(ExportError(words, where=path.name, advice=advice))
            return
        self.writing(path, lambda *_: write_closures(path, roads.closures, roads.graph))

    def _driven(self) -> OpenRoads | None:
        """The roads that are open; says so where there are none."""
        try:
            return self._editor.session.driven
        except InputError as error:
            self.failed.emit(error)
            return None
