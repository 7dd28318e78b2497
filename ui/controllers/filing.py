"""What controllers have in common that read files and write them: ask where, work in a thread, tell
the outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.document.document import Document
from app.exports.table import ExportReport, Format
from core.cancel import Cancel
from core.progress import Progress
from ui.bridge import Bridge
from ui.controllers.editing import Editor
from ui.controllers.exporting import filters, folder_beside, show_folder, with_suffix
from ui.remedy import Remedy
from ui.told import told

POINTS = "*.csv *.gpkg *.geojson *.json *.shp *.kml *.kmz *.gpx *.fgb *.gml *.zip"
RASTERS = "*.tif *.tiff *.asc *.vrt *.img *.nc *.flt *.zip"
"""Patterns of names that dialogs offer first."""

Read = TypeVar("Read")
Written = Callable[[Progress, Cancel], tuple[str, ...]]
"""Function that writes a file and returns notes for its reader."""


class FileController(QObject):
    """Asks for files beside those used last, reads and writes them beside the window."""

    failed = Signal(object)  # IsofrontError
    done = Signal(str, str, object)  # title, notes, Remedy
    remarked = Signal(str)  # what its user should know, as what of a file is left out

    def __init__(self, window: QWidget, editor: Editor, bridge: Bridge) -> None:
        super().__init__(window)
        self._window, self._editor, self._bridge = window, editor, bridge
        self._folder: Path | None = None

    # -- asking

    def ask_to_read(self, title: str, kinds: str, patterns: str) -> Path | None:
        """A file that the user names; None of who thinks better of it. kinds : what files of these
        patterns are called."""
        offered = f"{kinds} ({patterns});;{self.tr('All files')} (*)"
        name, _ = QFileDialog.getOpenFileName(self._window, title, str(self._proposed()), offered)
        if not name:
            return None
        self._folder = Path(name).parent
        return Path(name)

    def ask_to_write(
        self, title: str, stem: str, formats: Sequence[Format]
    ) -> tuple[Path, str] | None:
        """A file to write, with a suffix of these formats, and the line that was chosen among
        theirs; None of who thinks better of it."""
        proposed, lines = self._proposed() / f"{stem}{formats[0].suffixes[0]}", filters(formats)
        name, chosen = QFileDialog.getSaveFileName(
            self._window, title, str(proposed), ";;".join(lines)
        )
        return (with_suffix(Path(name), chosen, formats), chosen) if name else None

    def _proposed(self) -> Path:
        """The folder chosen last, else that of what is open."""
        return self._folder or folder_beside(self._editor.session.required)

    # -- working

    def reading(
        self, path: Path, work: Callable[[Progress, Cancel], Read], take: Callable[[Read], None]
    ) -> None:
        """Read a file in a thread; what comes of it is taken unless something else was opened
        meanwhile."""
        subject = self._editor.session.required.subject
        self._folder = path.parent

        def if_still_open(found: Read) -> None:
            document = self._editor.session.document
            if document is not None and document.subject is subject:
                take(found)

        title = self.tr("Reading {name}").format(name=path.name)
        self._bridge.run(title, work, if_still_open, self.failed.emit)

    def writing(self, path: Path, work: Written) -> None:
        """Write a file in a thread, and tell."""
        self._folder = path.parent

        def report(progress: Progress, cancel: Cancel) -> ExportReport:
            return ExportReport(path, work(progress, cancel))

        title = self.tr("Writing {name}").format(name=path.name)
        self._bridge.run(title, report, self._tell, self.failed.emit)

    def _tell(self, report: ExportReport) -> None:
        folder = report.path.absolute().parent
        remedy = Remedy(self.tr("Show folder"), lambda: show_folder(folder))
        title = self.tr("Saved {name}").format(name=report.path.name)
        self.done.emit(title, " ".join(map(told, report.notes)), remedy)

    @property
    def _document(self) -> Document | None:
        return self._editor.session.document
