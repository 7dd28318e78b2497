"""Points, lines and areas of a vector file as a base layer."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from core.errors import IsofrontError
from road.files.vector.drawings import Drawing, read_drawings
from ui.pictures.ground import MapGround
from ui.pictures.patch import Patch
from ui.pictures.pixels import Pixels
from ui.pictures.theme import Theme

_LINE, _DOT = 1.4, 3.2
"""Pixels: width of lines and of outlines, radius of points."""

_FILL = 0.22
"""Opacity of areas, whose outlines are solid."""


class _Where(NamedTuple):
    """What drawings are placed in."""

    crs_wkt: str
    name: str


@dataclass(eq=False)
class _Laid:
    """Drawings in the plane of a ground, and the boxes around them."""

    drawings: list[Drawing]
    boxes: NDArray[np.float64]


@dataclass(eq=False)
class DrawingsLayer:
    """See `ui.pictures.stack.Picturable`. tone : which of the theme's colours it has."""

    path: Path
    tone: int = 0
    _laid: tuple[str, _Laid] | None = field(default=None, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def at(self) -> str:
        return str(self.path)

    def laid_over(self, ground: MapGround) -> _Laid:
        """The drawings in the plane of a ground; read once. Raises InputError."""
        key = f"{ground.map_plane[1]} {ground.crs_wkt}"
        with self._lock:
            if self._laid is None or self._laid[0] != key:
                self._laid = key, self._read(ground)
            return self._laid[1]

    def _read(self, ground: MapGround) -> _Laid:
        found = read_drawings(self.path, _Where(ground.crs_wkt, self.name))
        drawings = [
            Drawing(d.kind, ground.line(d.points), d.where, tuple(map(ground.line, d.holes)))
            for d in found
        ]
        boxes = [(*d.points.min(axis=0), *d.points.max(axis=0)) for d in drawings]
        return _Laid(drawings, np.array(boxes, np.float64).reshape(-1, 4))

    def drawn(self, ground: MapGround, patch: Patch, theme: Theme, pixel_ratio: float) -> Pixels:
        """Nothing where the file cannot be read any more, or not be placed there."""
        pixels = np.zeros(patch.shape, np.uint32)
        try:
            laid = self.laid_over(ground)
        except IsofrontError as error:
            logging.getLogger(__name__).warning("%s", error)
            return pixels
        left, bottom, right, top = patch.bounds
        scale = (right - left) / patch.shape[1]
        room, boxes = 8 * pixel_ratio * scale, laid.boxes
        seen = (boxes[:, 0] < right + room) & (boxes[:, 2] > left - room)
        seen &= (boxes[:, 1] < top + room) & (boxes[:, 3] > bottom - room)
        height, width = patch.shape
        form = QImage.Format.Format_ARGB32_Premultiplied
        image = QImage(pixels.data, width, height, width * 4, form)  # has to outlive the painter
        painter = QPainter(image)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            colour = QColor(theme.series[self.tone % len(theme.series)])
            for k in np.flatnonzero(seen).tolist():
                rings = [_polygon(ring, left, top, scale) for ring in laid.drawings[k].rings]
                _paint(painter, laid.drawings[k].kind, rings, colour, pixel_ratio)
        finally:
            painter.end()
        return pixels


def _polygon(points: NDArray[np.float64], left: float, top: float, scale: float) -> QPolygonF:
    at = np.column_stack(((points[:, 0] - left) / scale, (top - points[:, 1]) / scale))
    return QPolygonF([QPointF(x, y) for x, y in at.tolist()])


def _paint(
    painter: QPainter, kind: str, rings: list[QPolygonF], colour: QColor, pixel_ratio: float
) -> None:
    pen = QPen(colour, _LINE * pixel_ratio, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    if kind == "line":
        painter.drawPolyline(rings[0])
        return
    fill = QColor(colour)
    if kind == "point":
        painter.setBrush(fill)
        for at in rings[0].toList():
            painter.drawEllipse(at, _DOT * pixel_ratio, _DOT * pixel_ratio)
        return
    fill.setAlphaF(_FILL)
    painter.setBrush(fill)
    path = QPainterPath()
    for ring in rings:
        path.addPolygon(ring)
        path.closeSubpath()
    painter.drawPath(path)
