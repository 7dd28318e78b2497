"""Which legend fits on the map, and its image, which is drawn again where it says another."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter

from ui.canvas.legend import Legend, LegendPainter
from ui.canvas.legend_strip import LegendStrip
from ui.pictures.scene import Scene
from ui.pictures.theme import Theme

SHADOW = 8
"""Pixels around a plate within which its shadow ends."""


_LEGEND_SHARE, _STRIP_SHARE = 0.4, 0.6
"""Shares of the canvas's width that a legend, and a low one, may take: more would hide the map it
explains."""

_NARROW_SHARE = 0.2
"""Share of the canvas's width from which on a legend tells times alone and lies low, as on a small
window, where it would lie over a third of the ground."""


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


def paint_legend(
    painter: QPainter,
    scene: Scene,
    theme: Theme,
    area: QRectF,
    room: QRectF,
    kept: LegendPicture | None,
) -> None:
    """The legend in the lower right corner of `room`, where it hides little enough of the map.

    kept : as it was drawn for the last picture; None for pictures and pages, of which somebody else
    says how large they are, and which explain themselves.
    """
    words, font = Legend.of(scene), painter.font()
    tallest, most = room.height(), _LEGEND_SHARE
    legend: LegendPainter | LegendStrip = LegendPainter(words, theme, font, tallest)
    if kept is not None and legend.size()[0] > _NARROW_SHARE * area.width():
        if scene.named is None and (words.bands or words.ramp):
            legend, most = LegendStrip(scene, words, theme, font), _STRIP_SHARE
        else:
            # The sentence below a title stands in its panel, too.
            legend = LegendPainter(replace(words.of_times(), caption=""), theme, font, tallest)
    if words == Legend() or legend.size()[0] > most * area.width():
        return
    if kept is None:
        legend.draw(painter, room.bottomRight())
    else:
        kept.draw(painter, legend, room.bottomRight())
