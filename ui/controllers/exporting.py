"""From a result to a file: ask what, how and where, write in a thread, say what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from app.bands import Bands
from app.document.document import Document
from app.editing.session import Session
from app.exports.animation import PICTURES, check_encoder, write_animation
from app.exports.paths.request import FORMATS, PathExport, export_paths
from app.exports.request import ValueRaster
from app.exports.table import EXPORTS, ExportReport, Format, export
from app.paths.pins import NamedPath
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from core.cancel import Cancel
from core.errors import InputError, IsofrontError
from core.files.atomic_write import atomic_write
from core.progress import Progress
from resources.paths import SAMPLE, SAMPLE_ROADS
from ui.application import png_of, save_picture
from ui.bridge import Bridge, Work
from ui.canvas.film import Film
from ui.controllers.map_link import MapLink
from ui.dialogs.export.choice import (
    ANIMATION,
    DRAWN,
    PATHS,
    PICTURE,
    PNG,
    REPORT,
    ExportChoice,
    offered,
    title_of,
)
from ui.remedy import Remedy
from ui.rendering import front_of
from ui.report.paper import Paper
from ui.report.write import ReportDraft, write_report
from ui.texts import bands_typed
from ui.told import told

if TYPE_CHECKING:
    from app.exports.plans.file_plan import FilePlan
    from ui.dialogs.export.dialog import ExportDialog
    from ui.dialogs.export.preview import ExportPreview

COMMANDS = ("times", "bands", "polygons", "isolines", "owners", "page", PICTURE, ANIMATION, REPORT)
INSTEAD = {"roads": {"bands": "cells", "isolines": "lines"}}
"""Kind of export that a command writes of results that lie on something else than cells."""

COPY = "copy"
"""Command that puts the map as it is seen on the clipboard."""

ANYTHING = "anything"
"""Command that opens the dialog as it was left."""

SHARE_OF_FRONT = 0.6
"""Share of the time of an animation that its preview shows."""

PREVIEW_DOTS = 110
"""Pixels an inch of a report's preview."""

Write = Callable[[Progress, Cancel], ExportReport]


class Exporter(QObject):
    """Exports what the session holds; a picture is of the map as it is seen."""

    failed = Signal(object)  # IsofrontError
    done = Signal(str, str, object)  # title, notes, Remedy
    kinds = (*COMMANDS, COPY, ANYTHING)

    def __init__(self, window: QWidget, session: Session, link: MapLink, bridge: Bridge) -> None:
        super().__init__(window)
        self._window, self._session, self._link, self._bridge = window, session, link, bridge
        self._folder: Path | None = None
        self._choice = ExportChoice(PNG[0])  # as it was made last
        self._kind = ""
        self.dialog: ExportDialog | None = None
        self.values: Callable[[], tuple[ValueRaster, ...]] = tuple  # rasters that are summed
        self.paths: Callable[[], tuple[NamedPath, ...]] = tuple  # those that are pinned

    def choose(self, command: str) -> None:
        """Ask what, how and for a file, and write it; or copy the map."""
        if command == COPY:
            self._copy()
            return
        session = self._session
        if session.document is None:
            return
        result = session.result
        lies_on = "" if result is None else result.lies_on
        kind = INSTEAD.get(lies_on, {}).get(command, command)
        from ui.dialogs.export.dialog import ExportDialog  # which takes GEOS along, dear to load

        dialog = ExportDialog(
            self._offers(), session.bands, self._choice, self._foresee, self._bridge, self._window
        )  # fmt: skip
        dialog.show_kind(self._kind if command == ANYTHING else kind)
        dialog.chosen.connect(self._choose_file)
        dialog.finished.connect(dialog.deleteLater)
        self.dialog = dialog
        dialog.open()

    def formats(self, command: str) -> str:
        """Names and suffixes of the files that the command of an id writes of what is there, or of
        anything while there is nothing; for who looks for a command by them."""
        of_all = command in (f"export_{ANYTHING}", "batch")
        kind = command.removeprefix("export_")
        if kind == command and not of_all:
            return ""
        result = self._session.result
        found: dict[str, None] = {}  # in order, each once
        for lies_on in EXPORTS if result is None else (result.lies_on,):
            kinds = {**EXPORTS[lies_on], **DRAWN, PATHS: FORMATS}
            rows = kinds.get(INSTEAD.get(lies_on, {}).get(kind, kind), ())
            for row in chain(*kinds.values()) if of_all else rows:
                found.update(dict.fromkeys((row.label, *row.suffixes)))
        return " ".join(found)

    def _offers(self) -> dict[str, Sequence[Format]]:
        return offered(self._session.result, bool(self.paths()))

    def _choose_file(self, kind: str, choice: ExportChoice) -> None:
        document = self._session.document
        formats = self._offers().get(kind)
        if document is None or formats is None:
            return
        self._kind, self._choice = kind, choice
        proposed = self._proposed_folder() / f"{document.name}_{kind}{choice.suffix}"
        lines = filters(formats)
        line = dict(zip(formats, lines, strict=True)).get(choice.row, lines[0])
        name, chosen = QFileDialog.getSaveFileName(
            self._window, title_of(kind), str(proposed), ";;".join(lines), line
        )
        if name:
            self.export(kind, with_suffix(Path(name), chosen or line, formats))

    def export(self, kind: str, path: Path) -> None:
        """Write a file of a kind: of EXPORTS for what the result lies on, or of DRAWN."""
        self._folder = path.parent
        makers = {PICTURE: self._picture, ANIMATION: self._animation, REPORT: self._report}
        try:
            work = makers[kind](path) if kind in makers else self._written(kind, path)
        except IsofrontError as error:
            self.failed.emit(error)
            return
        result = self._session.result
        partial = result is not None and result.times.partial

        def tell(report: ExportReport) -> None:
            words = self.tr("The solve was stopped: this is a partial result.") if partial else ""
            self._tell(report, words)

        if work is not None:
            title = self.tr("Writing {name}").format(name=path.name)
            self._bridge.run(title, work, tell, self._fail)

    def _proposed_folder(self) -> Path:
        return self._folder or folder_beside(self._session.required)

    def _bands_of(self, choice: ExportChoice) -> Bands:
        bands = self._session.bands
        return bands_typed(choice.bands, bands) if choice.bands else bands

    def _written(
        self, kind: str, path: Path, plan: FilePlan | None = None, asked: ExportChoice | None = None
    ) -> Write | None:
        result, choice = self._session.result, asked or self._choice
        if result is None:
            return None
        if kind == PATHS:
            paths = self.paths()
            return lambda progress, cancel: export_paths(PathExport(path, paths, cancel, plan))
        bands, style = self._bands_of(choice), self._link.style
        drawn = self._session.required.shown_edits
        options = replace(
            choice.options, heights=style.elevation, values=self.values(), edits=drawn
        )  # fmt: skip
        return lambda progress, cancel: export(
            kind,
            path,
            cast(Solved | RoadSolved, result),  # by what it lies on
            bands,
            colormap=style.palette,
            options=options,
            progress=progress,
            cancel=cancel,
            plan=plan,
        )

    def _film(self, scale: int) -> Film:
        view = self._link.view
        return view.film(view.width() * scale, view.height() * scale)

    def _picture(self, path: Path) -> Write:
        film = self._film(self._choice.scale)

        def write(progress: Progress, cancel: Cancel) -> ExportReport:
            save_picture(film.still(cancel), path)
            return ExportReport(path, ())

        return write

    def _animation(self, path: Path) -> Write | None:
        """As large as the map is on the screen: 72 pictures weigh enough."""
        result, view, bands = self._session.result, self._link.view, self._session.bands
        if result is None:
            return None
        film = view.film()

        def write(progress: Progress, cancel: Cancel) -> ExportReport:
            check_encoder(path)
            draw = front_of(film, result, bands, PICTURES)
            with atomic_write(path) as beside:
                form = path.suffix.lower()
                write_animation(beside, draw, PICTURES, form=form, progress=progress, cancel=cancel)
            return ExportReport(path, ())

        return write

    def _report(self, path: Path) -> Write | None:
        choice = self._choice
        made = self._draft(choice)
        if made is None:
            return None
        draft, result = made

        def write(progress: Progress, cancel: Cancel) -> ExportReport:
            verdict = None
            if choice.check and not result.times.partial:
                progress(-1.0, "validating")
                verdict = result.validate()
            told: Any = {"progress": progress, "cancel": cancel, "pixels_an_inch": choice.dots}
            write_report(path, draft, verdict=verdict, **told)
            return ExportReport(path, ())

        return write

    def _draft(self, choice: ExportChoice) -> tuple[ReportDraft, Result] | None:
        result, document, view = self._session.result, self._session.document, self._link.view
        if result is None or document is None or view.ground is None:
            return None
        draft = ReportDraft.of(
            view, document, result, self._bands_of(choice), self._link.style.palette,
            paper=Paper(choice.paper), title=choice.title, values=self.values(),
            bounds=None if view.navigation.fitted else view.viewport.bounds,
        )  # fmt: skip
        return draft, result

    # -- previews

    def _foresee(self, kind: str, choice: ExportChoice) -> Work:
        """The work of making a preview. Raises what no file could be written for."""
        makers = {
            PICTURE: self._foresee_picture, ANIMATION: self._foresee_front,
            REPORT: self._foresee_report,
        }  # fmt: skip
        if kind in makers:
            return makers[kind](choice)
        from app.exports.plans.file_plan import FilePlan
        from ui.dialogs.export.preview import of_plan

        plan = FilePlan()
        name = f"{self._session.required.name}_{kind}{choice.suffix}"
        work = self._written(kind, Path(name), plan, choice)
        assert work is not None, "without a result only a picture is offered"

        def foresee(progress: Progress, cancel: Cancel) -> ExportPreview:
            report = work(progress, cancel)
            return of_plan(plan, choice.suffix, report.notes)

        return foresee

    def _foresee_picture(self, choice: ExportChoice) -> Work:
        from ui.dialogs.export.preview import of_picture

        film = self._film(choice.scale)

        def foresee(progress: Progress, cancel: Cancel) -> ExportPreview:
            image = film.still(cancel)
            return of_picture(image, (), len(png_of(image)))

        return foresee

    def _foresee_front(self, choice: ExportChoice) -> Work:
        from ui.dialogs.export.preview import of_picture

        result, bands, film = self._session.result, self._session.bands, self._link.view.film()
        assert result is not None
        facts = ((self.tr("Frames"), f"{PICTURES}"),)

        def foresee(progress: Progress, cancel: Cancel) -> ExportPreview:
            check_encoder(Path(f"preview{choice.suffix}"))
            film.still(cancel)
            pixels = front_of(film, result, bands, PICTURES)(round(PICTURES * SHARE_OF_FRONT))
            high, wide = pixels.shape[:2]
            image = QImage(pixels.data, wide, high, wide * 3, QImage.Format.Format_RGB888)
            return of_picture(image.copy(), facts)

        return foresee

    def _foresee_report(self, choice: ExportChoice) -> Work:
        made = self._draft(choice)
        if made is None:
            raise InputError(
                self.tr("what has no place on a map has no report"),
                advice=self.tr("Write its times as CSV."),
            )
        from ui.dialogs.export.preview import ExportPreview

        draft, _ = made
        facts = [(self.tr("Page"), draft.plan.paper.words)]
        if choice.suffix == ".png":
            size = draft.plan.paper.pixels(choice.dots)
            facts.append((self.tr("Pixels"), f"{size.width()} × {size.height()}"))
        if choice.check:
            facts.append((self.tr("Check"), self.tr("when it is written")))

        def foresee(progress: Progress, cancel: Cancel) -> ExportPreview:
            contents = draft.say(None)
            cancel.check("the preview")
            return ExportPreview(draft.picture(contents, PREVIEW_DOTS, cancel), facts)

        return foresee

    def _copy(self) -> None:
        QGuiApplication.clipboard().setImage(self._link.view.snapshot())
        remedy = Remedy(self.tr("Save it…"), lambda: self.choose(PICTURE))
        self.done.emit(self.tr("The map is on the clipboard"), "", remedy)

    def _tell(self, report: ExportReport, warning: str) -> None:
        folder = report.path.absolute().parent
        remedy = Remedy(self.tr("Show folder"), lambda: show_folder(folder))
        title = self.tr("Exported {name}").format(name=report.path.name)
        self.done.emit(
            title, " ".join(words for words in (warning, *map(told, report.notes)) if words), remedy
        )

    def _fail(self, error: IsofrontError) -> None:
        self.failed.emit(error)


def folder_beside(document: Document) -> Path:
    """The folder that is proposed for files of a document. The samples lie among the program's own
    files: nobody would look there."""
    source = document.path
    own = source in (None, SAMPLE, SAMPLE_ROADS)
    return Path.home() if source is None or own else source.parent


def show_folder(folder: Path) -> None:
    """Open a folder in the system's file browser."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def filters(formats: Sequence[Format]) -> list[str]:
    """What a file dialog offers: a line per format."""
    return [f"{told(f.label)} ({' '.join('*' + s for s in f.suffixes)})" for f in formats]


def with_suffix(path: Path, chosen: str, formats: Sequence[Format]) -> Path:
    """A name typed without a known suffix gets that of the chosen line, else the first."""
    known = [suffix for row in formats for suffix in row.suffixes]
    if path.name.lower().endswith(tuple(known)):
        return path
    lines = dict(zip(filters(formats), formats, strict=True))
    return path.with_name(path.name + lines.get(chosen, formats[0]).suffixes[0])
