"""Small pictures of what files will hold, drawn from what is handed to their writers."""

from __future__ import annotations

import csv
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from app.exports.plans.file_plan import PlannedCells, PlannedLayer, PlannedPage, PlannedTable
from app.exports.plans.strokes import Group, Stroke, sketched
from ui import theme

_EDGE = 10
"""Pixels around what is drawn."""

_LETTERS = 22
"""Pixels of letters in the picture of a table, which is shown half as large."""


def sketch_of(
    part: PlannedLayer | PlannedCells | PlannedTable | PlannedPage, width: int, height: int
) -> QImage | None:
    """A picture of at most so many pixels; None where there is nothing. For any thread."""
    if isinstance(part, PlannedCells):
        return _cells(part, width, height)
    if isinstance(part, PlannedLayer):
        return _shapes([(part.layer.geometries, part.layer.colours)], width, height)
    if isinstance(part, PlannedPage):
        on_areas, on_lines = part.tones
        groups = [(part.areas, on_areas), (part.lines, on_lines), part.drawn]
        return _shapes(groups, width, height)
    return _table(part, width, height)


def _table(part: PlannedTable, width: int, height: int) -> QImage:
    """The first lines, as far as there is room."""
    image, colours = QImage(width, height, QImage.Format.Format_RGB32), theme.current()
    image.fill(QColor(colours.field))
    lines = [list(part.heads), *csv.reader(part.first)]
    painter = QPainter(image)
    font = painter.font()
    font.setPixelSize(_LETTERS)
    painter.setFont(font)
    metrics = painter.fontMetrics()
    left = _EDGE
    for column in zip(*lines, strict=True):
        wide = max(metrics.horizontalAdvance(text) for text in column)
        for row, text in enumerate(column):
            painter.setPen(QColor(colours.text if row else colours.muted))
            painter.drawText(left, _EDGE + (row + 1) * (_LETTERS + 8), text)
        left += wide + 2 * _EDGE
    painter.end()
    return image


def _cells(part: PlannedCells, width: int, height: int) -> QImage:
    wide, high = part.cols * part.side[0], part.rows * part.side[1]
    scale = min(width / wide, height / high)
    cols, rows = max(round(wide * scale), 1), max(round(high * scale), 1)
    looks = np.ascontiguousarray(part.looks(min(rows, part.rows), min(cols, part.cols)))
    image = QImage(
        looks.data,
        looks.shape[1],
        looks.shape[0],
        looks.shape[1] * 4,
        QImage.Format.Format_RGBA8888,
    )
    drawn = _empty(cols, rows)
    painter = QPainter(drawn)
    painter.drawImage(drawn.rect(), image)
    painter.end()
    return drawn


def _empty(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.current().canvas))
    return image


def _shapes(groups: Sequence[Group], width: int, height: int) -> QImage | None:
    sketch = sketched(groups, width, height, _EDGE)
    if sketch is None:
        return None
    image = _empty(*sketch.size)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    plain = QColor(theme.current().accent)
    for stroke in sketch.strokes:
        _draw(painter, stroke, plain if stroke.tone is None else QColor(*stroke.tone))
    painter.end()
    return image


def _draw(painter: QPainter, stroke: Stroke, colour: QColor) -> None:
    rings = [QPolygonF([QPointF(x, y) for x, y in ring.tolist()]) for ring in stroke.rings]
    if stroke.kind == "area":
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in rings:
            path.addPolygon(ring)
        painter.fillPath(path, colour)
    elif stroke.kind == "line":
        painter.setPen(QPen(colour, 1.4))
        painter.drawPolyline(rings[0])
    else:
        painter.setPen(QPen(colour, 4.0, c=Qt.PenCapStyle.RoundCap))
        painter.drawPoints(rings[0])
