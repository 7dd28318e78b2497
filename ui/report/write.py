"""Reports as files: PDF with lines and letters that stay sharp, PNG by the same strokes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QFont, QImage, QPainter, QPdfWriter

from app.bands import Bands
from app.document.document import Document
from app.exports.request import ValueRaster
from app.settings import VERSION
from app.solving.result import Result
from app.verdict import Verdict
from core.cancel import NEVER, Cancel
from core.files.atomic_write import atomic_write, not_written
from core.progress import Progress, no_progress
from ui.application import save_picture
from ui.canvas.film import made_room, with_pixels
from ui.canvas.map_view import MapView
from ui.canvas.painting import Painting
from ui.pictures.patch import Bounds
from ui.pictures.theme import LIGHT
from ui.report.contents import ReportContents, contents_of
from ui.report.letters import Letters
from ui.report.page import PagePlan, draw_page
from ui.report.paper import PIXELS_AN_INCH, Paper

PIXELS_OF_PDF = 300
"""Pixels an inch of the map in a PDF: what printers show."""

PIXELS_OF_PNG = 192
"""Pixels an inch of a PNG where nobody chose: two for one of the sheet."""


@dataclass(frozen=True, eq=False)
class ReportDraft:
    """Everything a report is made of, its map without pixels yet; may be drawn in any thread.

    say : makes the texts, which takes a while; the verdict is that of a check for the report.
    """

    plan: PagePlan
    painting: Painting
    letters: Letters
    say: Callable[[Verdict | None], ReportContents]

    @classmethod
    def of(
        cls,
        view: MapView,
        document: Document,
        result: Result,
        bands: Bands,
        palette: str,
        *,
        paper: Paper | None = None,
        title: str = "",
        file: str = "",
        values: tuple[ValueRaster, ...] = (),
        bounds: Bounds | None = None,
    ) -> ReportDraft:
        """Of what a map shows; for the window's thread.

        bounds : of the plane, to be seen; None for all there is. file : what was read, where
        the document does not know all of it. values : rasters that are summed by band. Raises
        ExportError where there are no fonts.
        """
        letters = Letters.of(QFont())
        assert view.ground is not None
        left, bottom, right, top = bounds or view.ground.bounds
        aspect = (top - bottom) / (right - left) if right > left else 1.0
        plan = PagePlan.of(paper or Paper(), aspect)
        painting = view.painting_for(plan.map.width(), plan.map.height(), LIGHT, bounds)
        assert painting.scene is not None
        seen, named = painting.scene.seen, painting.scene.named
        compared = f"{named.title}: {named.caption}" if named and named.caption else ""

        def say(verdict: Verdict | None) -> ReportContents:
            told: Any = {
                "title": title, "file": file, "seen": seen, "values": values, "verdict": verdict,
                "compared": compared,
            }  # fmt: skip
            return contents_of(document, result, bands, palette, **told)

        return cls(plan, made_room(painting, letters.font(12)), letters, say)

    def picture(
        self, contents: ReportContents, pixels_an_inch: float, cancel: Cancel = NEVER
    ) -> QImage:
        """The sheet as a picture."""
        ratio = pixels_an_inch / PIXELS_AN_INCH
        image = QImage(self.plan.paper.pixels(pixels_an_inch), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.setDotsPerMeterX(round(pixels_an_inch / 0.0254))
        image.setDotsPerMeterY(round(pixels_an_inch / 0.0254))
        self._draw(QPainter(image), contents, ratio, cancel)
        return image

    def write_pdf(self, path: Path, contents: ReportContents, cancel: Cancel = NEVER) -> None:
        """Write the sheet to a path that appears at once; raises ExportError, and OSError where
        the disk takes no more."""
        # In memory first: Qt says of no file that it could not be written to its end.
        sheet = QBuffer()
        sheet.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(sheet)
        writer.setPageLayout(self.plan.paper.layout)
        writer.setResolution(PIXELS_AN_INCH)
        writer.setTitle(contents.title)
        writer.setCreator(f"Isofront {VERSION}")
        painter = QPainter()
        if not painter.begin(writer):
            raise not_written(path, OSError("the page could not be begun"))
        self._draw(painter, contents, PIXELS_OF_PDF / PIXELS_AN_INCH, cancel)
        path.write_bytes(sheet.data().data())

    def _draw(
        self, painter: QPainter, contents: ReportContents, ratio: float, cancel: Cancel
    ) -> None:
        try:  # Qt ends the process where a device goes while it is painted on
            painting = with_pixels(replace(self.painting, pixel_ratio=ratio), cancel)
            draw_page(painter, self.plan, contents, painting, self.letters)
        finally:
            painter.end()


def write_report(
    path: Path,
    draft: ReportDraft,
    *,
    verdict: Verdict | None = None,
    pixels_an_inch: float = PIXELS_OF_PNG,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> None:
    """Write a report to a PDF or a PNG, by its suffix. Raises ExportError, CancelledError."""
    progress(-1.0, f"writing {path.name}")
    contents = draft.say(verdict)
    cancel.check("the report")
    if path.suffix.lower() == ".pdf":
        with atomic_write(path) as beside:
            draft.write_pdf(beside, contents, cancel)
            cancel.check("the report")
        return
    picture = draft.picture(contents, pixels_an_inch, cancel)
    cancel.check("the report")
    save_picture(picture, path)
