"""From a result to a file: ask where, write in a thread, say what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

from PySide6.QtCore import QCoreApplication, QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from app.editing.session import Session
from app.exports.request import ExportOptions
from app.exports.table import EXPORTS, ExportReport, Format, export
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from core.cancel import Cancel
from core.errors import IsofrontError
from core.progress import Progress
from resources.paths import SAMPLE
from ui.application import save_picture
from ui.bridge import Bridge
from ui.controllers.map_link import MapLink
from ui.dialogs.road_export import ASKED, RoadExportDialog
from ui.remedy import Remedy
from ui.texts import translatable

PICTURE = "picture"
PICTURE_SCALE = 2  # pixels of an exported picture per pixel of the screen, so that it prints well

N = translatable
TITLES = {
    "times": N("Exporter", "Export travel times"),
    "bands": N("Exporter", "Export bands"),
    "polygons": N("Exporter", "Export polygons"),
    "isolines": N("Exporter", "Export isolines"),
    "cells": N("Exporter", "Export as a raster"),
    "lines": N("Exporter", "Export reached roads"),
    PICTURE: N("Exporter", "Export the map as a picture"),
}
COMMANDS = ("times", "bands", "polygons", "isolines", PICTURE)
INSTEAD = {"roads": {"bands": "cells", "isolines": "lines"}}
"""Kind of export that a command writes of results that lie on something else than cells."""

PNG = (Format("PNG", (".png",)),)


class Exporter(QObject):
    """Exports what the session holds; a picture is of the map as it is seen."""

    failed = Signal(object)  # IsofrontError
    done = Signal(str, str, object)  # title, notes, Remedy
    kinds = COMMANDS

    def __init__(self, window: QWidget, session: Session, link: MapLink, bridge: Bridge) -> None:
        super().__init__(window)
        self._window, self._session, self._link, self._bridge = window, session, link, bridge
        self._folder: Path | None = None
        self._options = ExportOptions()  # as they were chosen last
        self.dialog: RoadExportDialog | None = None

    def choose(self, command: str) -> None:
        """Ask how, where there is a choice, and for a file, and write it."""
        result = self._session.result
        lies_on = "" if result is None else result.lies_on
        kind = INSTEAD.get(lies_on, {}).get(command, command)
        if kind in ASKED.get(lies_on, ()):
            self._ask_how(kind)
        else:
            self._choose_file(kind)

    def _ask_how(self, kind: str) -> None:
        def go_on(options: ExportOptions) -> None:
            self._options = options
            self._choose_file(kind)

        dialog = RoadExportDialog(kind, self._options, self._window)
        dialog.chosen.connect(go_on)
        dialog.finished.connect(dialog.deleteLater)
        self.dialog = dialog
        dialog.open()

    def _choose_file(self, kind: str) -> None:
        document, result = self._session.document, self._session.result
        if document is None:
            return
        if kind == PICTURE:
            formats: tuple[Format, ...] = PNG
        elif result is not None:
            formats = EXPORTS[result.lies_on][kind]
        else:
            return
        proposed = self._proposed_folder() / f"{document.name}_{kind}{formats[0].suffixes[0]}"
        title = QCoreApplication.translate("Exporter", TITLES[kind])
        name, chosen = QFileDialog.getSaveFileName(
            self._window, title, str(proposed), ";;".join(filters(formats))
        )
        if name:
            self.export(kind, with_suffix(Path(name), chosen, formats))

    def export(self, kind: str, path: Path) -> None:
        """Write a file of a kind: of EXPORTS for what the result lies on, or PICTURE."""
        self._folder = path.parent
        work = self._picture(path) if kind == PICTURE else self._written(kind, path)
        result = self._session.result
        partial = result is not None and result.times.partial

        def tell(report: ExportReport) -> None:
            words = self.tr("The solve was stopped: this is a partial result.") if partial else ""
            self._tell(report, words)

        if work is not None:
            title = self.tr("Writing {name}").format(name=path.name)
            self._bridge.run(title, work, tell, self._fail)

    def _proposed_folder(self) -> Path:
        source = self._session.required.path
        if self._folder is not None:
            return self._folder
        # The sample lies among the program's own files: nobody would look there for a result.
        return source.parent if source not in (None, SAMPLE) else Path.home()

    def _written(self, kind: str, path: Path) -> Callable[[Progress, Cancel], ExportReport] | None:
        result, bands, options = self._session.result, self._session.bands, self._options
        colormap = self._link.style.colormap
        if result is None:
            return None
        return lambda progress, cancel: export(
            kind,
            path,
            cast(Solved | RoadSolved, result),  # by what it lies on
            bands,
            colormap=colormap,
            options=options,
            progress=progress,
            cancel=cancel,
        )

    def _picture(self, path: Path) -> Callable[[Progress, Cancel], ExportReport]:
        view = self._link.view
        picture: QImage = view.snapshot(view.width() * PICTURE_SCALE, view.height() * PICTURE_SCALE)

        def write(progress: Progress, cancel: Cancel) -> ExportReport:
            save_picture(picture, path)
            return ExportReport(path, ())

        return write

    def _tell(self, report: ExportReport, warning: str) -> None:
        folder = report.path.absolute().parent
        remedy = Remedy(self.tr("Show folder"), lambda: show_folder(folder))
        title = self.tr("Exported {name}").format(name=report.path.name)
        self.done.emit(
            title, " ".join(words for words in (warning, *report.notes) if words), remedy
        )

    def _fail(self, error: IsofrontError) -> None:
        self.failed.emit(error)


def show_folder(folder: Path) -> None:
    """Open a folder in the system's file browser."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def filters(formats: Sequence[Format]) -> list[str]:
    """What a file dialog offers: a line per format."""
    return [f"{f.label} ({' '.join('*' + s for s in f.suffixes)})" for f in formats]


def with_suffix(path: Path, chosen: str, formats: Sequence[Format]) -> Path:
    """A name typed without a known suffix gets that of the chosen line, else the first."""
    known = [suffix for row in formats for suffix in row.suffixes]
    if path.name.lower().endswith(tuple(known)):
        return path
    lines = dict(zip(filters(formats), formats, strict=True))
    return path.with_name(path.name + lines.get(chosen, formats[0]).suffixes[0])
