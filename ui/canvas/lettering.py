"""Text on pictures of maps, drawn by Qt; for any thread."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
)

from ui.pictures.names import Label
from ui.pictures.pixels import Pixels
from ui.pictures.theme import Theme

_HALO = 0.26
"""Width of the halo around letters, as a share of their size."""

_MOST_KEPT = 20_000
"""Widths that are kept: of more names than a map shows at a time."""


class MapLettering:
    """Measures and draws names; see `ui.pictures.names.Lettering`."""

    def __init__(self) -> None:
        self._widths: dict[tuple[str, int, bool], float] = {}
        self._lock = threading.Lock()

    def width(self, text: str, size: float, strong: bool) -> float:
        key = text, round(size * 4), strong
        found = self._widths.get(key)
        if found is None:
            found = QFontMetricsF(_font(size, strong)).horizontalAdvance(text)
            with self._lock:
                if len(self._widths) >= _MOST_KEPT:
                    self._widths.clear()
                self._widths[key] = found
        return found

    def draw(self, shape: tuple[int, int], labels: Sequence[Label], theme: Theme) -> Pixels:
        pixels = np.zeros(shape, np.uint32)
        height, width = shape
        form = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(pixels.data, width, height, width * 4, form)
        painter = QPainter(image)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for label in reversed(labels):
                _draw(painter, label, theme)
        finally:
            painter.end()
        return pixels


LETTERING = MapLettering()


def _font(size: float, strong: bool) -> QFont:
    font = QFont(QGuiApplication.font())
    font.setPixelSize(max(round(size), 1))
    font.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Medium)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def _draw(painter: QPainter, label: Label, theme: Theme) -> None:
    font = _font(label.size, label.strong)
    metrics = QFontMetricsF(font)
    path = QPainterPath()
    base = QPointF(-metrics.horizontalAdvance(label.text) / 2, metrics.capHeight() / 2)
    path.addText(base, font, label.text)
    painter.save()
    painter.translate(label.x, label.y)
    painter.rotate(label.angle)
    halo = QColor(theme.name_halo)
    halo.setAlphaF(0.82)
    pen = QPen(halo, label.size * _HALO, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, pen)
    strong = theme.place_name if label.kind == "place" else theme.street_name
    painter.fillPath(path, QColor(strong))
    painter.restore()
