"""Edits of the ground as they stand on the map, and the brush that draws one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF

from app.document.edit_words import EFFECT_COLOURS
from ui.canvas.viewport import Viewport
from ui.pictures.theme import Theme

_WASH = 0.22
_LEAST_PX = 2.0
"""Width in pixels of a line that is narrower on the map."""

_HATCH = 10.0
"""Pixels along a row between two strokes on a barrier."""


@dataclass(frozen=True, eq=False)
class EditMark:
    """rings : float64, (n, 2) each, corners in the plane; a line, a place, or an area with its
    holes. width : of a line, in units of the plane. place : whether it is where a flood begins."""

    rings: tuple[NDArray[np.float64], ...]
    effect: str
    area: bool = False
    width: float = 0.0
    place: bool = False


@dataclass(frozen=True)
class BrushMark:
    """The brush under the pointer: its place in pixels, and its radius there."""

    at: tuple[float, float]
    radius: float


def colour_of(effect: str, theme: Theme) -> QColor:
    """The colour of an effect."""
    return QColor(theme.road_shut if effect == "barrier" else EFFECT_COLOURS[effect])


def draw_edit(
    painter: QPainter, mark: EditMark, viewport: Viewport, theme: Theme, chosen: bool = False
) -> None:
    """A wash of its colour with an outline, stronger where it is chosen."""
    colour = colour_of(mark.effect, theme)
    rings = [_pixels(ring, viewport) for ring in mark.rings]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    wash = QColor(colour)
    wash.setAlphaF(_WASH * (2.0 if chosen else 1.0))
    if mark.area:
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in rings:
            path.addPolygon(ring)
            path.closeSubpath()
        painter.setBrush(wash)
        painter.setPen(QPen(colour, 2.4 if chosen else 1.4))
        painter.drawPath(path)
        if mark.effect == "barrier":
            _hatch(painter, path, colour, viewport)
    elif mark.place or (rings[0].size() == 1 and mark.width == 0):
        painter.setBrush(colour)
        painter.setPen(QPen(QColor(theme.start_ring), 1.5))
        radius = 6.0 if chosen else 4.5
        painter.drawEllipse(rings[0].first(), radius, radius)
    else:
        wide = mark.width / viewport.scale
        _draw_line(painter, rings[0], wide, colour, wash, chosen)
        if mark.effect == "barrier" and wide > _HATCH:
            _hatch(painter, _around(rings[0], wide), colour, viewport)
    painter.restore()


def draw_brush(painter: QPainter, brush: BrushMark, theme: Theme) -> None:
    """A ring as large as what the brush holds."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = max(brush.radius, 2.0)
    around = QRectF(brush.at[0] - radius, brush.at[1] - radius, 2 * radius, 2 * radius)
    for colour, width in ((theme.path_casing, 3.0), (theme.path, 1.4)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawEllipse(around)
    painter.restore()


def _draw_line(
    painter: QPainter, line: QPolygonF, width: float, colour: QColor, wash: QColor, chosen: bool
) -> None:
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    if line.size() == 1:
        line.append(line.first() + QPointF(0.01, 0.0))  # a point without length is not drawn
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if width > _LEAST_PX:
        painter.setPen(QPen(wash, width, Qt.PenStyle.SolidLine, cap, join))
        painter.drawPolyline(line)
    core = QColor(colour)
    core.setAlphaF(0.9)
    painter.setPen(QPen(core, 3.0 if chosen else 1.6, Qt.PenStyle.SolidLine, cap, join))
    painter.drawPolyline(line)


def _around(line: QPolygonF, width: float) -> QPainterPath:
    """All that a line of a width covers."""
    path, pen = QPainterPath(), QPainterPathStroker()
    path.addPolygon(line)
    pen.setWidth(width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    covered = pen.createStroke(path)
    covered.setFillRule(Qt.FillRule.WindingFill)  # where it crosses itself, too
    return covered


def _hatch(painter: QPainter, path: QPainterPath, colour: QColor, viewport: Viewport) -> None:
    """Diagonal strokes, which tell a barrier from ground without data; they stay put on the ground
    while panning."""
    seen = path.boundingRect() & QRectF(0, 0, viewport.width, viewport.height)
    if seen.isEmpty():
        return
    x, y = viewport.to_pixel(0.0, 0.0)
    corner = seen.left() + seen.top()
    first = (x + y - corner) % _HATCH + corner
    strokes = [
        QLineF(along - seen.top(), seen.top(), along - seen.bottom(), seen.bottom())
        for along in np.arange(first, seen.right() + seen.bottom(), _HATCH).tolist()
    ]
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(colour, 1.0))
    painter.drawLines(strokes)
    painter.restore()


def _pixels(ring: NDArray[np.float64], viewport: Viewport) -> QPolygonF:
    places = (viewport.to_pixel(x, y) for x, y in ring.tolist())
    return QPolygonF([QPointF(x, y) for x, y in places])
