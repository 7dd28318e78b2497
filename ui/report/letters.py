"""The letters of a report: sizes that are the same on paper and on every screen."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from core.errors import ExportError


@dataclass(frozen=True)
class Letters:
    """A family of fonts, asked for in pixels of the sheet, of which an inch has 96."""

    family: str

    @classmethod
    def of(cls, font: QFont) -> Letters:
        """Those of a font; ExportError on a machine that has none. For the window's thread."""
        if not QFontDatabase.families():
            raise ExportError(
                "there are no fonts here, so that a report would have no words",
                advice="Install one, such as the package fonts-dejavu-core.",
            )
        return cls(font.family())

    def font(self, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Of a size that no device rounds otherwise."""
        found = QFont(self.family)
        found.setPixelSize(pixels)
        found.setWeight(weight)
        found.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return found

    def width(self, text: str, font: QFont) -> float:
        """Pixels that a text is wide."""
        return QFontMetricsF(font).horizontalAdvance(text)
