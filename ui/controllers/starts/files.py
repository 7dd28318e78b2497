"""Starts out of files and into them."""

from __future__ import annotations

from pathlib import Path

from app.exports.table import Format
from app.matrix.start_files import StartsFound, read_starts, usable
from core.cancel import Cancel
from core.progress import Progress
from ui.controllers.filing import POINTS, FileController

FORMATS = tuple(
    Format(label, suffixes)
    for label, suffixes in (
        ("CSV", (".csv",)),
        ("GeoPackage", (".gpkg",)),
        ("GeoJSON", (".geojson", ".json")),
    )
)


class StartFiles(FileController):
    """Adds the starts of files to those there are, and writes them all."""

    def choose(self) -> None:
        """Ask for a file of points, and add them as starts."""
        if self._document is None:
            return
        path = self.ask_to_read(self.tr("Add starts from a file"), self.tr("Points"), POINTS)
        if path:
            self.read(path)

    def read(self, path: Path) -> None:
        """Add the starts of a file, in one step of undo."""
        session = self._editor.session
        document, options = session.required, session.options

        def work(progress: Progress, cancel: Cancel) -> StartsFound:
            starts = read_starts(str(path), document)
            cancel.check("the starts")
            return usable(starts, lambda start: document.placed(start, options), path.name)

        self.reading(path, work, self._add)

    def _add(self, found: StartsFound) -> None:
        self._editor.starts.add(found.starts)
        if found.note:
            self.remarked.emit(found.note)

    def choose_target(self) -> None:
        """Ask for a file, and write the starts to it."""
        document = self._document
        if document is None or not self._editor.session.starts:
            return
        target = self.ask_to_write(self.tr("Save starts"), f"{document.name}_starts", FORMATS)
        if target:
            self.save(target[0])

    def save(self, path: Path) -> None:
        """Write the starts to a file that gives them back."""
        starts, document = self._editor.session.starts, self._editor.session.required

        def work(progress: Progress, cancel: Cancel) -> tuple[str, ...]:
            from app.exports.starts import write_starts  # loads GDAL

            return write_starts(path, starts, document, cancel)

        self.writing(path, work)
