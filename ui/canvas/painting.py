"""Draws the map: layers, path, starts and what stands on it. Serves the screen and pictures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QRegion

from ui.canvas.legend import Legend, LegendPainter
from ui.canvas.markers import (
    draw_connector,
    draw_fine_print,
    draw_note,
    draw_path,
    draw_pill,
    draw_start,
    draw_welcome,
)
from ui.canvas.place_marks import PlaceMarks, draw_places
from ui.canvas.scale_bar import draw_scale_bar, round_length
from ui.canvas.tools.closure_marks import ClosureMark, draw_closure, draw_sketch
from ui.canvas.tools.sketch import Sketch
from ui.canvas.viewport import Viewport
from ui.canvas.wording import tr
from ui.pictures.ground import MapGround
from ui.pictures.scene import Frame, PictureLayer, Scene
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import Theme

_EDGE = 14.0
"""Pixels between the canvas's edge and what stands on it."""

_LEGEND_SHARE = 0.4
"""Share of the canvas's width that a legend may take: more would hide the map it explains."""

Point = tuple[float, float]
Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Painting:
    """Everything that is seen at one moment.

    Points are in the plane of `ground`. starts : where they stand; clicked : where they were set,
    None where that is the same. hovered, held : index of a start or -1.
    path : (n, 2), from the pointer to a start, or None; `note` stands beside its end.
    remark : stands in the corner, such as that times are a preview. attribution : beside the scale
        bar, what a licence asks for. lost : what is open has no place on a map.
    places : marks of many places. closures : drawings that close roads; chosen : the one that
        stands out or -1. sketch : one that is being made.
    """

    viewport: Viewport
    theme: Theme
    style: OverlayStyle
    pixel_ratio: float = 1.0
    ground: MapGround | None = None
    scene: Scene | None = None
    frame: Frame | None = None
    overview: Frame | None = None
    starts: tuple[Point, ...] = ()
    clicked: tuple[Point | None, ...] = ()
    hovered: int = -1
    held: int = -1
    path: Points | None = None
    note: tuple[str, ...] = ()
    remark: str = ""
    attribution: str = ""
    lost: bool = False
    dropping: bool = False
    closures: tuple[ClosureMark, ...] = ()
    chosen: int = -1
    sketch: Sketch | None = None
    places: tuple[PlaceMarks, ...] = ()

    @property
    def area(self) -> QRectF:
        return QRectF(0, 0, self.viewport.width, self.viewport.height)


def paint(painter: QPainter, painting: Painting) -> None:
    """Draw it all; the painter's units are device-independent pixels."""
    painter.fillRect(painting.area, QColor(painting.theme.canvas))
    if painting.scene is None:
        title = tr("Open a velocity raster or a road graph")
        advice = tr("File ▸ Open, or drop it here. The sample terrain is in the same menu.")
        if painting.lost:
            title = tr("These roads have no positions")
            advice = tr("Give starts by vertex id, in the Starts panel.")
        draw_welcome(painter, painting.area, title, advice, painting.theme)
    else:
        _paint_frames(painter, painting)
        _paint_closures(painter, painting)
        for marks in painting.places:
            draw_places(painter, marks, painting.viewport, painting.theme)
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
    """Of the layers those that are still wanted."""
    assert painting.scene is not None
    wanted = {plan.name for plan in painting.scene.plans()}
    for layer in frame.layers:
        if layer.name in wanted:
            _paint_layer(painter, layer, painting)


def _place(
    bounds: tuple[float, float, float, float], painting: Painting, ratio: float = 1.0
) -> tuple[float, float, float, float]:
    """x, y, width and height of CRS bounds in pixels of `ratio` to one."""
    left, bottom, right, top = bounds
    x, y = painting.viewport.to_pixel(left, top)
    size = ratio / painting.viewport.scale
    return x * ratio, y * ratio, (right - left) * size, (top - bottom) * size


def _paint_layer(painter: QPainter, layer: PictureLayer, painting: Painting) -> None:
    """Copy the picture where it fits pixel by pixel, else stretch it for the moment."""
    ratio, image = painting.pixel_ratio, image_of(layer)
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


def image_of(layer: PictureLayer) -> QImage:
    """Shows the memory of the layer's pixels, which therefore have to live as long."""
    height, width = layer.pixels.shape
    formats = QImage.Format
    form = formats.Format_RGB32 if layer.solid else formats.Format_ARGB32_Premultiplied
    return QImage(layer.pixels.data, width, height, width * 4, form)


def _paint_closures(painter: QPainter, painting: Painting) -> None:
    theme, viewport, sketch = painting.theme, painting.viewport, painting.sketch
    for index, mark in enumerate(painting.closures):
        draw_closure(painter, mark, viewport, theme, index == painting.chosen)
    if sketch is not None and sketch.begun:
        corners = [viewport.to_pixel(*corner) for corner in sketch.corners]
        at = None if sketch.at is None else viewport.to_pixel(*sketch.at)
        draw_sketch(painter, corners, at, sketch.closes, theme)


def _paint_path_and_starts(painter: QPainter, painting: Painting) -> None:
    theme = painting.theme
    if painting.path is not None:
        smooth = painting.ground is None or painting.ground.smooth
        draw_path(painter, painting.path, painting.viewport, theme, smooth)
    for clicked, start in zip(painting.clicked, painting.starts, strict=False):
        if clicked is not None:
            begin, end = (QPointF(*painting.viewport.to_pixel(*at)) for at in (clicked, start))
            draw_connector(painter, begin, end, theme)
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
    left = area.left() + _EDGE
    if painting.style.scale_bar and painting.ground is not None:
        view = painting.viewport
        metres = view.scale * painting.ground.metres_per_unit(view.y)
        corner = QPointF(area.left() + _EDGE, area.bottom() - _EDGE)
        plate = draw_scale_bar(painter, corner, round_length(metres), theme)
        left = plate.right() + _EDGE / 2
    if painting.attribution:
        draw_fine_print(painter, QPointF(left, area.bottom() - _EDGE), painting.attribution, theme)
    if painting.style.legend:
        words = Legend.of(scene)
        legend = LegendPainter(words, theme, painter.font(), area.height() - 2 * _EDGE)
        if words != Legend() and legend.size()[0] <= _LEGEND_SHARE * area.width():
            legend.draw(painter, QPointF(area.right() - _EDGE, area.bottom() - _EDGE))
    if painting.remark:
        corner = QPointF(area.left() + _EDGE, area.top() + _EDGE)
        draw_pill(painter, corner, painting.remark, theme)
    if painting.path is not None and len(painting.path) and painting.note and painting.style.note:
        end = QPointF(*painting.viewport.to_pixel(*painting.path[0].tolist()))
        draw_note(painter, end, area, painting.note, theme)
