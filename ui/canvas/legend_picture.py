"""The legend as an image, drawn again where it says something else."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter

from ui.canvas.legend import LegendPainter
from ui.canvas.legend_strip import LegendStrip

SHADOW = 8
"""Pixels around a plate within which its shadow ends."""


class LegendPicture:
    """The legend as it was drawn last: its letters are a third of what painting the map takes."""

    def __init__(self) -> None:
        self._key: object = None
        self._image = QImage()

    def draw(self, painter: QPainter, legend: LegendPainter | LegendStrip, corner: QPointF) -> None:
        """Draw as a LegendPainter does, anew only where it is another."""
        width, height = legend.size()
        ratio = painter.device().devicePixelRatioF()
        key = legend.legend, legend.theme, legend.font.key(), width, height, ratio
        if key != self._key:
            self._key = key
            size = QSizeF(width + 2 * SHADOW, height + 2 * SHADOW) * ratio
            self._image = QImage(size.toSize(), QImage.Format.Format_ARGB32_Premultiplied)
            self._image.setDevicePixelRatio(ratio)
            self._image.fill(Qt.GlobalColor.transparent)
            on_image = QPainter(self._image)
            try:  # Qt ends the process where a device goes while it is painted on
                on_image.setFont(painter.font())
                legend.draw(on_image, QPointF(SHADOW + width, SHADOW + height))
            finally:
                on_image.end()
        place = corner - QPointF(width + SHADOW, height + SHADOW)
        painter.drawImage(QPointF(round(place.x()), round(place.y())), self._image)
