"""Drawings that close roads, as they stand on the map, and the one that is being made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from ui.canvas.viewport import Viewport
from ui.pictures.patch import Bounds
from ui.pictures.theme import Theme

SIGN = 8.0
"""Radius in pixels of the sign that stands on a drawing."""

_DASHES = (4.0, 2.6)
_WASH, _HATCH = 0.10, 0.34


@dataclass(frozen=True, eq=False)
class ClosureMark:
    """points : float64, (n, 2), corners in the plane. area : whether they enclose one.

    sign : where the sign stands, in the plane. holes : corners of rings that an area leaves out.
    """

    points: NDArray[np.float64]
    area: bool
    sign: tuple[float, float]
    holes: tuple[NDArray[np.float64], ...] = ()

    @cached_property
    def bounds(self) -> Bounds:
        """Of the corners, in the plane."""
        (left, bottom), (right, top) = self.points.min(axis=0), self.points.max(axis=0)
        return float(left), float(bottom), float(right), float(top)

    def pixels(self, viewport: Viewport) -> list[list[tuple[float, float]]]:
        """The corners on the canvas, then those of each hole."""
        origin, unit = np.array(viewport.to_pixel(0.0, 0.0)), np.array([1.0, -1.0]) / viewport.scale
        rings = [(origin + ring * unit).tolist() for ring in (self.points, *self.holes)]
        return [[(x, y) for x, y in ring] for ring in rings]


def draw_closure(
    painter: QPainter, mark: ClosureMark, viewport: Viewport, theme: Theme, hovered: bool = False
) -> None:
    """A dashed line, or a hatched area, with the sign of no entry on it; where it is no larger than
    the sign, that alone: a file may bring thousands."""
    left, bottom, right, top = mark.bounds
    shown, room = viewport.bounds, 2 * SIGN * viewport.scale
    if right < shown[0] - room or left > shown[2] + room:
        return
    if top < shown[1] - room or bottom > shown[3] + room:
        return
    if max(right - left, top - bottom) < room:
        at = QPointF(*viewport.to_pixel(*mark.sign))
        draw_sign(painter, at, theme, SIGN + (2.0 if hovered else 0.0))
        return
    rings = [_polygon(ring) for ring in mark.pixels(viewport)]
    colour = QColor(theme.road_shut)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if mark.area:
        _fill(painter, rings, colour)
    for ring in rings:
        if mark.area:
            ring.append(ring.first())
        _dashed(painter, ring, theme, 3.0 if hovered else 2.0)
    at = QPointF(*viewport.to_pixel(*mark.sign))
    draw_sign(painter, at, theme, SIGN + (2.0 if hovered else 0.0))
    painter.restore()


def draw_sketch(
    painter: QPainter,
    corners: Sequence[tuple[float, float]],
    at: tuple[float, float] | None,
    closes: bool,
    theme: Theme,
) -> None:
    """A drawing under way, in pixels; closes : whether it would be an area if it ended here."""
    if not corners:
        return
    ahead = [] if at is None or closes else [at]
    line = _polygon([*corners, *ahead])
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if closes:
        _fill(painter, [line], QColor(theme.road_shut))
        line.append(line.first())
    _dashed(painter, line, theme, 2.0)
    painter.setPen(QPen(QColor(theme.road_shut), 2.0))
    painter.setBrush(QColor(theme.road_shut if closes else theme.panel))
    first = QPointF(*corners[0])
    painter.drawEllipse(first, 5.0 if closes else 3.6, 5.0 if closes else 3.6)
    painter.restore()


def draw_sign(painter: QPainter, at: QPointF, theme: Theme, radius: float) -> None:
    """No entry: a bar on a disc."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.start_ring))
    painter.drawEllipse(at, radius + 1.8, radius + 1.8)
    painter.setBrush(QColor(theme.road_shut))
    painter.drawEllipse(at, radius, radius)
    painter.setBrush(QColor(theme.start_ring))
    bar = QRectF(at.x() - radius * 0.6, at.y() - radius * 0.18, radius * 1.2, radius * 0.36)
    painter.drawRect(bar)
    painter.restore()


def _polygon(pixels: Sequence[tuple[float, float]]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in pixels])


def _fill(painter: QPainter, rings: Sequence[QPolygonF], colour: QColor) -> None:
    """Wash and hatch what the rings hold by the even-odd rule."""
    area = QPainterPath()
    area.setFillRule(Qt.FillRule.OddEvenFill)
    for ring in rings:
        area.addPolygon(ring)
        area.closeSubpath()
    painter.setPen(Qt.PenStyle.NoPen)
    for style, strength in (
        (Qt.BrushStyle.SolidPattern, _WASH),
        (Qt.BrushStyle.BDiagPattern, _HATCH),
    ):
        shade = QColor(colour)
        shade.setAlphaF(strength)
        painter.setBrush(shade)
        brush = painter.brush()
        brush.setStyle(style)
        painter.setBrush(brush)
        painter.drawPath(area)


def _dashed(painter: QPainter, line: QPolygonF, theme: Theme, width: float) -> None:
    join, cap = Qt.PenJoinStyle.RoundJoin, Qt.PenCapStyle.FlatCap
    casing = QColor(theme.path_casing)
    casing.setAlphaF(0.75)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(casing, width + 2.4, Qt.PenStyle.SolidLine, cap, join))
    painter.drawPolyline(line)
    pen = QPen(QColor(theme.road_shut), width, Qt.PenStyle.CustomDashLine, cap, join)
    pen.setDashPattern(_DASHES)
    painter.setPen(pen)
    painter.drawPolyline(line)
