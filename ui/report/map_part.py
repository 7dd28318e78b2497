"""The map of a report: its pixels as one picture, and what stands on it as lines and letters."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen

from ui.canvas.graticule import north_of
from ui.canvas.painting import Painting, paint_marks, paint_pixels
from ui.report.letters import Letters
from ui.theme import mix

_ARROW = 34.0
"""Height in pixels of the north arrow."""

_EDGE = 14.0
"""Pixels between the arrow and the corner of the map."""


def draw_map(painter: QPainter, box: QRectF, painting: Painting, letters: Letters) -> None:
    """Draw a map that has its pixels into a box of its size."""
    ratio = painting.pixel_ratio
    wide, high = (math.ceil(side * ratio) for side in (box.width(), box.height()))
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    assert painting.scene is not None
    image.fill(QColor(painting.scene.backdrop))  # the sheet is measured in parts of pixels, too
    image.setDevicePixelRatio(ratio)
    inner = QPainter(image)
    try:  # Qt ends the process where a device goes while it is painted on
        paint_pixels(inner, painting)
    finally:
        inner.end()
    painter.save()
    painter.drawImage(box, image, QRectF(0, 0, box.width() * ratio, box.height() * ratio))
    painter.setClipRect(box)
    painter.translate(box.topLeft())
    painter.setFont(letters.font(12))
    bare = replace(painting, style=replace(painting.style, north_arrow=False))  # it has its own
    paint_marks(painter, bare)
    draw_north(painter, QPointF(box.width() - _EDGE - 10, _EDGE), painting, letters)
    painter.restore()
    painter.setPen(QPen(QColor(painting.theme.border), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


def draw_north(painter: QPainter, top: QPointF, painting: Painting, letters: Letters) -> None:
    """An arrow with its tip at `top`, where it points upwards: to true north in the middle of the
    map, or where that is not known to that of the grid, which is up on every map here."""
    theme, half = painting.theme, _ARROW * 0.28
    foot, notch = top.y() + _ARROW, top.y() + _ARROW * 0.78
    ground, middle = painting.ground, top + QPointF(0.0, _ARROW / 2)
    painter.save()
    painter.translate(middle)
    painter.rotate((None if ground is None else north_of(painting.viewport, ground)) or 0.0)
    painter.translate(-middle)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for side, tone in ((-1, QColor(theme.text)), (1, mix(theme.text, theme.panel, 0.62))):
        path = QPainterPath(top)
        path.lineTo(top.x() + side * half, foot)
        path.lineTo(top.x(), notch)
        path.closeSubpath()
        painter.setPen(QPen(QColor(theme.panel), 0.8))
        painter.setBrush(tone)
        painter.drawPath(path)
    font = letters.font(13, QFont.Weight.Bold)
    width = letters.width("N", font)
    letter = QPainterPath()
    letter.addText(QPointF(top.x() - width / 2, foot + 15), font, "N")
    painter.strokePath(letter, QPen(QColor(theme.panel), 3.0))
    painter.fillPath(letter, QColor(theme.text))
    painter.restore()
