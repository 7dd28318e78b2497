"""Draws the map: layers, path, starts and what stands on it. Serves the screen and pictures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from ui.canvas.frame import Frame, Layer, Scene
from ui.canvas.legend import Legend, LegendPainter
from ui.canvas.markers import draw_note, draw_path, draw_pill, draw_start, draw_welcome
from ui.canvas.scale_bar import draw_scale_bar, round_length
from ui.canvas.style import OverlayStyle
from ui.canvas.viewport import Viewport
from ui.canvas.wording import tr
from ui.theme import Theme

_EDGE = 14.0
"""Pixels between the canvas's edge and what stands on it."""

_LEGEND_SHARE = 0.4
"""Of the canvas's width: a legend that takes more would hide the map it explains."""

Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Painting:
    """Everything that is seen at one moment.

    starts : (n, 2) CRS units. hovered, held : index of a start or -1.
    path : (n, 2) CRS units from the pointer to a start, or None; `note` stands beside its end.
    """

    viewport: Viewport
    theme: Theme
    style: OverlayStyle
    pixel_ratio: float = 1.0
    scene: Scene | None = None
    frame: Frame | None = None
    overview: Frame | None = None
    starts: tuple[tuple[float, float], ...] = ()
    hovered: int = -1
    held: int = -1
    path: Points | None = None
    note: tuple[str, ...] = ()
    preview: bool = False
    dropping: bool = False

    @property
    def area(self) -> QRectF:
        return QRectF(0, 0, self.viewport.width, self.viewport.height)


def paint(painter: QPainter, painting: Painting) -> None:
    """Draw it all; the painter's units are device-independent pixels."""
    painter.fillRect(painting.area, QColor(painting.theme.canvas))
    if painting.scene is None:
        title = tr("Open a velocity raster")
        advice = tr("File ▸ Open, or drop it here. The sample terrain is in the same menu.")
        draw_welcome(painter, painting.area, title, advice, painting.theme)
    else:
        _paint_frames(painter, painting)
        _paint_path_and_starts(painter, painting)
        _paint_furniture(painter, painting)
    if painting.dropping:
        painter.setPen(QPen(QColor(painting.theme.accent), 3))
        painter.drawRect(painting.area.adjusted(2, 2, -2, -2))


def _paint_frames(painter: QPainter, painting: Painting) -> None:
    """The frame, and around it the picture of the whole where the frame does not reach."""
    frame, overview = painting.frame, painting.overview
    if overview is not None:
        painter.save()
        if frame is not None:
            painter.setClipRegion(_around(frame, painting))
        _paint_frame(painter, overview, painting)
        painter.restore()
    if frame is not None:
        _paint_frame(painter, frame, painting)


def _around(frame: Frame, painting: Painting) -> QRegion:
    x, y, width, height = _place(frame.patch.bounds, painting)
    inner = QRectF(x, y, width, height)
    shrunk = inner.adjusted(1, 1, -1, -1).toAlignedRect()
    return QRegion(painting.area.toAlignedRect()).subtracted(QRegion(shrunk))


def _paint_frame(painter: QPainter, frame: Frame, painting: Painting) -> None:
    scene = painting.scene
    if frame.speeds is not None and painting.style.velocity:
        _paint_layer(painter, frame.speeds, painting)
    if frame.times is not None and scene is not None and scene.times is not None:
        _paint_layer(painter, frame.times, painting)


def _place(
    bounds: tuple[float, float, float, float], painting: Painting, ratio: float = 1.0
) -> tuple[float, float, float, float]:
    """x, y, width and height of CRS bounds in pixels of `ratio` to one."""
    left, bottom, right, top = bounds
    x, y = painting.viewport.to_pixel(left, top)
    size = ratio / painting.viewport.scale
    return x * ratio, y * ratio, (right - left) * size, (top - bottom) * size


def _paint_layer(painter: QPainter, layer: Layer, painting: Painting) -> None:
    """Copy the picture where it fits pixel by pixel, else stretch it for the moment."""
    ratio, image = painting.pixel_ratio, layer.image
    x, y, width, height = _place(layer.bounds, painting, ratio)
    painter.save()
    painter.scale(1 / ratio, 1 / ratio)
    if abs(width - image.width()) < 1 and abs(height - image.height()) < 1:
        painter.drawImage(QPointF(round(x), round(y)), image)
    else:
        # What lies off the canvas is left out: a stretched picture can be enormous.
        seen = QRectF(x, y, width, height) & QRectF(
            0, 0, painting.viewport.width * ratio, painting.viewport.height * ratio
        ).adjusted(-4, -4, 4, 4)
        across, down = image.width() / width, image.height() / height
        part = QRectF(
            (seen.x() - x) * across, (seen.y() - y) * down,
            seen.width() * across, seen.height() * down,
        )  # fmt: skip
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
        painter.drawImage(seen, image, part)
    painter.restore()


def _paint_path_and_starts(painter: QPainter, painting: Painting) -> None:
    theme = painting.theme
    if painting.path is not None:
        draw_path(painter, painting.path, painting.viewport, theme)
    several = len(painting.starts) > 1
    for index, (x, y) in enumerate(painting.starts):
        at = QPointF(*painting.viewport.to_pixel(x, y))
        if not painting.area.adjusted(-30, -30, 30, 30).contains(at):
            continue
        text = str(index + 1) if several else ""
        draw_start(painter, at, text, theme, index == painting.hovered, index == painting.held)


def _paint_furniture(painter: QPainter, painting: Painting) -> None:
    scene, theme, area = painting.scene, painting.theme, painting.area
    assert scene is not None
    if painting.style.scale_bar:
        metres = painting.viewport.scale * scene.grid.metres_per_unit
        corner = QPointF(area.left() + _EDGE, area.bottom() - _EDGE)
        draw_scale_bar(painter, corner, round_length(metres), theme)
    if painting.style.legend:
        legend = LegendPainter(Legend.of(scene), theme, painter.font(), area.height() - 2 * _EDGE)
        if legend.size()[0] <= _LEGEND_SHARE * area.width():
            legend.draw(painter, QPointF(area.right() - _EDGE, area.bottom() - _EDGE))
    if painting.preview and scene.times is not None:
        corner = QPointF(area.left() + _EDGE, area.top() + _EDGE)
        draw_pill(painter, corner, tr("Coarse preview"), theme)
    if painting.path is not None and len(painting.path) and painting.note and painting.style.note:
        end = QPointF(*painting.viewport.to_pixel(*painting.path[0].tolist()))
        draw_note(painter, end, area, painting.note, theme)
