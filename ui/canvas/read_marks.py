"""What is read off the map, drawn on it: pinned paths, a place on one of them, a measured line or
area, and the place that was gone to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ui.canvas.markers import draw_name, draw_note, path_pixels
from ui.canvas.viewport import Viewport
from ui.pictures.theme import Theme

Point = tuple[float, float]

_DASHES = (5.0, 3.0)


@dataclass(frozen=True, eq=False)
class PathMark:
    """points : float64, (n, 2), in the plane, its last the place that the path is pinned to.
    old : it is of another question than the one that is asked now."""

    points: NDArray[np.float64]
    colour: str
    name: str
    old: bool = False
    strong: bool = False


@dataclass(frozen=True, eq=False)
class MeasureMark:
    """corners : in the plane. area : whether they enclose one. words : what it measures, line by
    line."""

    corners: tuple[Point, ...]
    area: bool
    words: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class ReadMarks:
    """All of them; points in the plane. at : a place on a path, as its profile is read. goal :
    where was gone to, and what that is called."""

    paths: tuple[PathMark, ...] = ()
    at: Point | None = None
    measure: MeasureMark | None = None
    goal: Point | None = None
    goal_name: str = ""

    @property
    def none(self) -> bool:
        return not self.paths and (self.at, self.measure, self.goal) == (None, None, None)


NO_MARKS = ReadMarks()


def draw_paths(
    painter: QPainter, marks: ReadMarks, viewport: Viewport, theme: Theme, smooth: bool
) -> None:
    """Cased lines in their colours, dashed where they are old, with their names at the end."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for mark in marks.paths:
        pixels = path_pixels(mark.points, viewport, smooth)
        if not len(pixels):
            continue
        _draw_line(painter, pixels, mark, theme)
        end = QPointF(*pixels[-1].tolist())
        _draw_dot(painter, end, QColor(mark.colour), theme, 5.0)
        draw_name(painter, end + QPointF(10.0, 0.0), mark.name, theme)
    if marks.at is not None:
        at = QPointF(*viewport.to_pixel(*marks.at))
        _draw_dot(painter, at, QColor(theme.accent), theme, 6.0)
    painter.restore()


def _draw_line(
    painter: QPainter, pixels: NDArray[np.float64], mark: PathMark, theme: Theme
) -> None:
    line = QPolygonF([QPointF(x, y) for x, y in pixels.tolist()])
    join, cap = Qt.PenJoinStyle.RoundJoin, Qt.PenCapStyle.RoundCap
    wide = 4.2 if mark.strong else 3.0
    painter.setBrush(Qt.BrushStyle.NoBrush)
    casing = QColor(theme.path_casing)
    casing.setAlphaF(0.5 if mark.old else 0.9)
    painter.setPen(QPen(casing, wide + 2.6, Qt.PenStyle.SolidLine, cap, join))
    painter.drawPolyline(line)
    pen = QPen(QColor(mark.colour), wide, Qt.PenStyle.SolidLine, cap, join)
    if mark.old:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern(_DASHES)
    painter.setPen(pen)
    painter.drawPolyline(line)


def _draw_dot(painter: QPainter, at: QPointF, tone: QColor, theme: Theme, radius: float) -> None:
    painter.setPen(QPen(QColor(theme.start_ring), 2.0))
    painter.setBrush(tone)
    painter.drawEllipse(at, radius, radius)


def draw_measure(
    painter: QPainter, mark: MeasureMark, viewport: Viewport, area: QRectF, theme: Theme
) -> None:
    """A line, or an area, with its corners, and what it measures at the last of them."""
    pixels = [QPointF(*viewport.to_pixel(*corner)) for corner in mark.corners]
    if not pixels:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = QPolygonF([*pixels, pixels[0]] if mark.area else pixels)
    if mark.area:
        wash = QColor(theme.accent)
        wash.setAlphaF(0.18)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(wash)
        painter.drawPolygon(line)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    join = Qt.PenJoinStyle.RoundJoin
    for colour, width in ((theme.start_ring, 4.6), (theme.accent, 2.2)):
        painter.setPen(
            QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, join)
        )
        painter.drawPolyline(line)
    for corner in pixels:
        _draw_dot(painter, corner, QColor(theme.accent), theme, 3.6)
    if mark.words:
        draw_note(painter, pixels[-1], area, mark.words, theme)
    painter.restore()


def draw_reads(
    painter: QPainter, marks: ReadMarks, viewport: Viewport, area: QRectF, theme: Theme
) -> None:
    """What is measured, and a ring with four ticks around the place that was gone to."""
    if marks.measure is not None:
        draw_measure(painter, marks.measure, viewport, area, theme)
    if marks.goal is None:
        return
    at = QPointF(*viewport.to_pixel(*marks.goal))
    if not area.contains(at):
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((theme.start_ring, 5.0), (theme.accent, 2.4)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawEllipse(at, 11.0, 11.0)
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            painter.drawLine(at + QPointF(6 * x, 6 * y), at + QPointF(18 * x, 18 * y))
    draw_name(painter, at + QPointF(22.0, 0.0), marks.goal_name, theme)
    painter.restore()
