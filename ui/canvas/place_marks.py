"""Marks of many places: dots in a ring, of which those that would cover each other are one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ui.canvas.viewport import Viewport
from ui.pictures.theme import Theme

ORIGIN_SIZE, DESTINATION_SIZE = 9.0, 4.0
"""Diameters of marks, pixels."""

RING = 2.6
"""Pixels by which the ring is wider than the dot."""

_APART = 2.0
"""Pixels between two dots that are drawn as two."""


@dataclass(frozen=True, eq=False)
class PlaceMarks:
    """points : float64, (n, 2). size : diameter in pixels. colours : uint8, (n, 3); None for the
    colour of starts."""

    points: NDArray[np.float64]
    size: float
    colours: NDArray[np.uint8] | None = None


def draw_places(painter: QPainter, marks: PlaceMarks, viewport: Viewport, theme: Theme) -> None:
    """Dots of one colour at once."""
    points, tones = _seen(marks, viewport)
    if not len(points):
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    cap = Qt.PenCapStyle.RoundCap
    ring = QColor(theme.start_ring)
    if marks.size < 2 * RING:  # small ones are many
        ring.setAlphaF(0.6)
    line = Qt.PenStyle.SolidLine
    painter.setPen(QPen(ring, marks.size + RING, line, cap))
    painter.drawPoints(_polygon(points))
    for tone in np.unique(tones):
        colour = QColor(theme.start) if tone < 0 else QColor(*_rgb(int(tone)))
        painter.setPen(QPen(colour, marks.size, line, cap))
        painter.drawPoints(_polygon(points[tones == tone]))
    painter.restore()


def _seen(marks: PlaceMarks, viewport: Viewport) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Pixels of the places on the canvas, no two at the same, and their colours, -1 for starts'."""
    x = viewport.width / 2 + (marks.points[:, 0] - viewport.x) / viewport.scale
    y = viewport.height / 2 - (marks.points[:, 1] - viewport.y) / viewport.scale
    room = marks.size
    inside = (x > -room) & (x < viewport.width + room)
    inside &= (y > -room) & (y < viewport.height + room)
    at = np.flatnonzero(inside)
    cells = np.rint(np.column_stack((x[at], y[at])) / _APART).astype(np.int64)
    _, first = np.unique(cells[:, 0] << 32 | (cells[:, 1] & 0xFFFFFFFF), return_index=True)
    kept = at[np.sort(first)]
    tones = np.full(len(kept), -1, np.int64)
    if marks.colours is not None:
        red, green, blue = marks.colours[kept].astype(np.int64).T
        tones = red << 16 | green << 8 | blue
    return np.column_stack((x[kept], y[kept])), tones


def _rgb(tone: int) -> tuple[int, int, int]:
    return tone >> 16, tone >> 8 & 0xFF, tone & 0xFF


def _polygon(points: NDArray[np.float64]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])
