"""Which legend fits on the map, and its image, which is drawn again where it says another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from weakref import ref

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QImage, QPainter

from app.units import units
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


LegendParts = LegendPainter | LegendStrip


class LegendPicture:
    """The legend as it was laid out and drawn last: asking how wide letters are and drawing them
    is half of what painting the map takes."""

    def __init__(self) -> None:
        self._said: tuple[Callable[[], Scene | None], object, Legend] = _none, None, Legend()
        self._laid_out: tuple[object, LegendParts | None] = None, None
        self._drawn: tuple[object, float, float, QImage] | None = None

    def words(self, scene: Scene) -> Legend:
        """What the legend of a scene says: put together once for each scene and unit."""
        of, read_in, _ = self._said
        if of() is not scene or read_in != units():
            # Not the scene itself: who holds it holds the memory of its times.
            self._said = ref(scene), units(), Legend.of(scene)
        return self._said[2]

    def fitting(
        self, scene: Scene, words: Legend, theme: Theme, font: QFont, wide: float, tallest: float
    ) -> LegendParts | None:
        """As the function of this name has it: the same again for the same words."""
        key = words, scene.bands, scene.named, theme, font.key(), wide, tallest, units()
        if self._laid_out[0] != key:
            self._laid_out = key, fitting(scene, words, theme, font, wide, tallest)
        return self._laid_out[1]

    def draw(self, painter: QPainter, legend: LegendParts, corner: QPointF) -> QRectF:
        """Draw as a LegendPainter does, anew only where it is another."""
        key = legend, painter.device().devicePixelRatioF()
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = key, *legend.size(), _image_of(legend, *key[1:], painter.font())
        _, width, height, image = self._drawn
        place = corner - QPointF(width + SHADOW, height + SHADOW)
        painter.drawImage(QPointF(round(place.x()), round(place.y())), image)
        return QRectF(corner.x() - width, corner.y() - height, width, height)


def _none() -> None:
    """No scene."""


def _image_of(legend: LegendParts, ratio: float, font: QFont) -> QImage:
    """The plate, with room for the shadow around it."""
    width, height = legend.size()
    size = QSizeF(width + 2 * SHADOW, height + 2 * SHADOW) * ratio
    image = QImage(size.toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    try:  # Qt ends the process where a device goes while it is painted on
        painter.setFont(font)
        legend.draw(painter, QPointF(SHADOW + width, SHADOW + height))
    finally:
        painter.end()
    return image


def paint_legend(
    painter: QPainter,
    scene: Scene,
    theme: Theme,
    area: QRectF,
    room: QRectF,
    kept: LegendPicture | None,
) -> QRectF:
    """The legend in the lower right corner of `room`, where it hides little enough of the map;
    returns its plate, an empty one where there is none.

    kept : as it was drawn for the last picture; None for pictures and pages, of which somebody else
    says how large they are, and which explain themselves.
    """
    words = Legend.of(scene) if kept is None else kept.words(scene)
    font, wide, tallest = painter.font(), area.width(), room.height()
    if words == Legend():
        return QRectF()
    if kept is not None:
        fits = kept.fitting(scene, words, theme, font, wide, tallest)
        return QRectF() if fits is None else kept.draw(painter, fits, room.bottomRight())
    legend = LegendPainter(words, theme, font, tallest)
    fits_in = legend.size()[0] <= _LEGEND_SHARE * wide
    return legend.draw(painter, room.bottomRight()) if fits_in else QRectF()


def fitting(
    scene: Scene, words: Legend, theme: Theme, font: QFont, wide: float, tallest: float
) -> LegendParts | None:
    """The legend of a map so many pixels wide; on a narrow one it tells times alone. None where it
    would hide too much."""
    legend: LegendParts = LegendPainter(words, theme, font, tallest)
    most = _LEGEND_SHARE
    if legend.size()[0] > _NARROW_SHARE * wide:
        if scene.named is None and (words.bands or words.ramp):
            legend, most = LegendStrip(scene, words, theme, font), _STRIP_SHARE
        else:
            # The sentence below a title stands in its panel, too.
            legend = LegendPainter(replace(words.of_times(), caption=""), theme, font, tallest)
    return legend if legend.size()[0] <= most * wide else None
