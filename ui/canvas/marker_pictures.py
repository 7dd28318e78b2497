"""Discs of starts and the scale bar as pictures that are kept: their soft circles and letters take
longer than the map beneath."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QImage, QPaintEngine, QPainter

from ui.canvas.legend_picture import SHADOW as _SHADE
from ui.canvas.markers import PACE_BELOW, StartLook, draw_pace, draw_start, pace_width, start_radius
from ui.canvas.scale_bar import Length, draw_scale_bar, plate_of
from ui.pictures.theme import Theme

_ROOM = 12.0
"""Pixels around a disc that its shade and its halo may cover."""

_PLACES = 4
"""Places in a device pixel, across and down, that a disc is drawn at: an eighth of one off, which
nobody sees."""


def draw_start_kept(
    painter: QPainter,
    at: QPointF,
    text: str,
    theme: Theme,
    hovered: bool,
    held: bool,
    look: StartLook,
) -> None:
    """As `draw_start`, from a picture where pixels are drawn on; on pages it is drawn afresh."""
    scale = _scale_of(painter)
    if not scale:
        draw_start(painter, at, text, theme, hovered, held, look)
        return
    there = painter.deviceTransform()
    point = there.map(at)
    x, y = (math.floor(place * _PLACES + 0.5) for place in (point.x(), point.y()))
    col, across = divmod(x, _PLACES)
    row, down = divmod(y, _PLACES)
    font = painter.font().toString() if text else ""
    picture = _picture(text, theme, hovered, held, look, scale, across, down, font)
    half = picture.width() // 2
    picture.setDevicePixelRatio(scale)
    # Where a widget is painted its place in the window is part of the way to the device, and stays
    # when a transform is reset: the pixel is told in the painter's own units.
    back, _ = there.inverted()
    painter.drawImage(back.map(QPointF(col - half, row - half)), picture)


def draw_scale_bar_kept(painter: QPainter, corner: QPointF, bar: Length, theme: Theme) -> QRectF:
    """As `draw_scale_bar`, likewise."""
    ratio = _scale_of(painter)
    if not ratio or ratio != painter.device().devicePixelRatioF():
        return draw_scale_bar(painter, corner, bar, theme)
    picture = _bar_picture(bar, theme, painter.font().toString(), ratio)
    plate = plate_of(corner, bar, painter.font())
    left, top = (math.floor(at * ratio + 0.5) / ratio for at in (plate.left(), plate.top()))
    painter.drawImage(QPointF(left - _SHADE, top - _SHADE), picture)
    return plate


def draw_pace_kept(painter: QPainter, at: QPointF, words: str, theme: Theme) -> None:
    """As `draw_pace`, likewise: letters with a halo take a quarter of painting the map."""
    ratio = _scale_of(painter)
    if not ratio or ratio != painter.device().devicePixelRatioF():
        draw_pace(painter, at, words, theme)
        return
    picture = _pace_picture(words, theme, painter.font().toString(), ratio)
    size = picture.deviceIndependentSize()
    left, top = at.x() - size.width() / 2, at.y() + PACE_BELOW - size.height() / 2
    left, top = (math.floor(place * ratio + 0.5) / ratio for place in (left, top))
    painter.drawImage(QPointF(left, top), picture)


def _scale_of(painter: QPainter) -> float:
    """Device pixels of a pixel, where pixels are drawn on that are not turned; 0 elsewhere."""
    there = painter.deviceTransform()
    scale, upright = there.m11(), there.isAffine() and there.m12() == there.m21() == 0
    raster = painter.paintEngine().type() == QPaintEngine.Type.Raster
    return float(scale) if raster and upright and scale == there.m22() else 0.0


def _blank(width: float, height: float, ratio: float) -> QImage:
    """Nothing yet, in pixels of `ratio` device pixels."""
    size = QSizeF(width, height) * ratio
    image = QImage(size.toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(0)
    return image


@lru_cache(8)
def _bar_picture(bar: Length, theme: Theme, font: str, ratio: float) -> QImage:
    """The bar on its plate, with room for the shade around it."""
    known = QFont()
    known.fromString(font)
    plate = plate_of(QPointF(0, 0), bar, known)
    image = _blank(plate.width() + 2 * _SHADE + 1, plate.height() + 2 * _SHADE + 1, ratio)
    painter = QPainter(image)
    try:
        painter.setFont(known)
        draw_scale_bar(painter, QPointF(_SHADE, _SHADE + plate.height()), bar, theme)
    finally:
        painter.end()
    return image


@lru_cache(32)
def _pace_picture(words: str, theme: Theme, font: str, ratio: float) -> QImage:
    """The words, whose middle is that of the picture."""
    known = QFont()
    known.fromString(font)
    image = _blank(pace_width(known, words) + 2 * _ROOM, 2 * _ROOM, ratio)
    painter = QPainter(image)
    try:
        painter.setFont(known)
        middle = QRectF(QPointF(), image.deviceIndependentSize()).center()
        draw_pace(painter, middle - QPointF(0.0, PACE_BELOW), words, theme)
    finally:
        painter.end()
    return image


@lru_cache(64)
def _picture(
    text: str,
    theme: Theme,
    hovered: bool,
    held: bool,
    look: StartLook,
    scale: float,
    across: int,
    down: int,
    font: str,
) -> QImage:
    """A square whose middle pixel holds the middle of the disc; scale : device pixels of a pixel.
    across, down : of _PLACES, where in that pixel."""
    half = math.ceil((start_radius(text, hovered or held) + _ROOM) * scale) + 1
    image = QImage(2 * half + 1, 2 * half + 1, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    try:
        painter.scale(scale, scale)
        if font:
            known = QFont()
            known.fromString(font)
            painter.setFont(known)
        middle = QPointF((half + across / _PLACES) / scale, (half + down / _PLACES) / scale)
        draw_start(painter, middle, text, theme, hovered, held, look)
    finally:
        painter.end()
    return image
