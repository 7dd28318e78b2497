"""Discs of starts as pictures that are kept: six soft circles take as long as the map beneath."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QImage, QPaintEngine, QPainter

from ui.canvas.markers import StartLook, draw_start, start_radius
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
    there = painter.deviceTransform()
    scale, upright = there.m11(), there.isAffine() and there.m12() == there.m21() == 0
    raster = painter.paintEngine().type() == QPaintEngine.Type.Raster
    if not (raster and upright and scale == there.m22()):
        draw_start(painter, at, text, theme, hovered, held, look)
        return
    point = there.map(at)
    x, y = (math.floor(place * _PLACES + 0.5) for place in (point.x(), point.y()))
    col, across = divmod(x, _PLACES)
    row, down = divmod(y, _PLACES)
    font = painter.font().toString() if text else ""
    picture = _picture(text, theme, hovered, held, look, scale, across, down, font)
    half = picture.width() // 2
    painter.save()
    painter.resetTransform()
    ratio = painter.device().devicePixelRatioF()
    picture_at = QPointF((col - half) / ratio, (row - half) / ratio)
    picture.setDevicePixelRatio(ratio)
    painter.drawImage(picture_at, picture)
    painter.restore()


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
