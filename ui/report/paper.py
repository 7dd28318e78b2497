"""The sheets that reports are made for."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize

PIXELS_AN_INCH = 96
"""Pixels of a sheet in an inch, as browsers count them; letters and lines are measured in these."""

MARGIN = 46.0
"""Pixels of a sheet that stay free at each side."""

_FORMATS = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}


@dataclass(frozen=True)
class Paper:
    """A sheet by its name, one of `app.cli.options.PAPERS`."""

    name: str = "a4"

    @property
    def landscape(self) -> bool:
        return self.name.endswith("-landscape")

    @property
    def layout(self) -> QPageLayout:
        """As Qt's writer wants it, without margins."""
        size = QPageSize(_FORMATS[self.name.partition("-")[0]])
        kinds = QPageLayout.Orientation
        turned = kinds.Landscape if self.landscape else kinds.Portrait
        return QPageLayout(size, turned, QMarginsF())

    @property
    def size(self) -> QSizeF:
        """Width and height in pixels of the sheet."""
        points = self.layout.fullRect(QPageLayout.Unit.Point).size()
        return points * (PIXELS_AN_INCH / 72)

    def pixels(self, an_inch: float) -> QSize:
        """Width and height of a picture of it."""
        return (self.size * (an_inch / PIXELS_AN_INCH)).toSize()

    @property
    def words(self) -> str:
        """Its size for people: "210 × 297 mm"."""
        size = self.layout.fullRect(QPageLayout.Unit.Millimeter).size()
        return f"{size.width():.0f} × {size.height():.0f} mm"

    @property
    def inside(self) -> QRectF:
        """What is printed on."""
        return QRectF(0, 0, self.size.width(), self.size.height()).adjusted(
            MARGIN, MARGIN, -MARGIN, -MARGIN
        )
