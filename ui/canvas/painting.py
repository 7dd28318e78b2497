"""Draws the map: layers, path, starts and what stands on it. Serves the screen and pictures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QRegion

from ui.canvas.graticule import draw_lines, draw_north, north_of
from ui.canvas.legend_picture import LegendPicture, paint_legend
from ui.canvas.marker_pictures import draw_pace_kept, draw_scale_bar_kept, draw_start_kept
from ui.canvas.markers import (
    PILL_ROOM,
    PLAIN,
    RADIUS,
    StartLook,
    draw_clock,
    draw_connector,
    draw_divider,
    draw_note,
    draw_path,
    draw_pill,
    draw_start_names,
    draw_welcome,
    start_radius,
)
from ui.canvas.place_marks import PlaceMarks, draw_places
from ui.canvas.plate import attribution_corner, draw_fine_print
from ui.canvas.read_marks import NO_MARKS, ReadMarks, draw_paths, draw_reads
from ui.canvas.scale_bar import round_length
from ui.canvas.tools.closure_marks import ClosureMark, draw_closure, draw_sketch
from ui.canvas.tools.edit_marks import BrushMark, EditMark, draw_brush, draw_edit
from ui.canvas.tools.sketch import Sketch
from ui.canvas.viewport import Viewport
from ui.canvas.wording import tr
from ui.pictures.ground import MapGround
from ui.pictures.scene import Frame, PictureLayer, Scene, plans_of
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import Theme

_EDGE = 14.0
"""Pixels between the canvas's edge and what stands on it."""

KEPT_START = 9.0
"""Diameter in pixels of the starts of another map, smaller than those that can be dragged."""

Point = tuple[float, float]
Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Beside:
    """Another map of the same ground, left of a divider.

    until : pixels that it is wide. divided : whether the divider is seen. names : what both maps
    are called. starts : where those of the other map stand, in the plane of the ground.
    """

    scene: Scene
    frame: Frame | None
    overview: Frame | None
    until: float
    divided: bool
    names: tuple[str, str]
    starts: tuple[Point, ...] = ()


@dataclass(frozen=True, eq=False)
class Painting:
    """Everything that is seen at one moment.

    Points are in the plane of `ground`. starts : where they stand; clicked : where they were set,
    None where that is the same. hovered, held : index of a start or -1.
    pace : stands beside the start that is held.
    looks : of the starts, in the same order.
    path : (n, 2), from the pointer to a start, or None; `note` stands beside its end.
    front : the map at a moment, in place of the frame; beside_front : that of the map left of the
        divider; clock : when that is.
    taken : where a message lies over the map.
    remark : stands in the corner, such as that times are a preview; covered : pixels of the corner
        that something else lies on. attribution : beside or above
        the scale bar, what a licence asks for. lost : what is open has no place on a map.
    places : marks of many places. closures : drawings that close roads; chosen : the one that
        stands out or -1. sketch : one that is being made. edits : of the ground, and the one that
        stands out. brush : that draws one.
    beside : another map that is seen left of a divider. legend : as it was drawn for the last
        picture, None where it is not kept. reads : what is read off the map.
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
    looks: tuple[StartLook, ...] = ()
    hovered: int = -1
    held: int = -1
    pace: str = ""
    path: Points | None = None
    note: tuple[str, ...] = ()
    remark: str = ""
    covered: float = 0.0
    taken: QRectF = field(default_factory=QRectF)
    front: PictureLayer | None = None
    beside_front: PictureLayer | None = None
    clock: str = ""
    attribution: str = ""
    lost: bool = False
    dropping: bool = False
    closures: tuple[ClosureMark, ...] = ()
    chosen: int = -1
    sketch: Sketch | None = None
    edits: tuple[EditMark, ...] = ()
    chosen_edit: int = -1
    brush: BrushMark | None = None
    places: tuple[PlaceMarks, ...] = ()
    beside: Beside | None = None
    legend: LegendPicture | None = None
    reads: ReadMarks = NO_MARKS

    @property
    def area(self) -> QRectF:
        return QRectF(0, 0, self.viewport.width, self.viewport.height)


def paint(painter: QPainter, painting: Painting) -> None:
    """Draw it all; the painter's units are device-independent pixels."""
    paint_pixels(painter, painting)
    if painting.scene is None:
        title = tr("Open a velocity raster or a road graph")
        advice = tr("File ▸ Open, or drop it here. The sample terrain is in the same menu.")
        if painting.lost:
            title = tr("These roads have no positions")
            advice = tr("Give starts by vertex id, in the Starts panel.")
        draw_welcome(painter, painting.area, title, advice, painting.theme)
    else:
        paint_marks(painter, painting)
    if painting.dropping:
        painter.setPen(QPen(QColor(painting.theme.accent), 3))
        painter.drawRect(painting.area.adjusted(2, 2, -2, -2))


def paint_pixels(painter: QPainter, painting: Painting) -> None:
    """Draw what consists of pixels, whatever it is drawn on."""
    empty = painting.theme.canvas if painting.scene is None else painting.scene.backdrop
    bare = _bare(painting)
    if not bare.isEmpty():
        painter.save()
        painter.setClipRegion(bare, Qt.ClipOperation.IntersectClip)
        painter.fillRect(painting.area, QColor(empty))
        painter.restore()
    if painting.scene is not None:
        _paint_maps(painter, painting)


def paint_marks(painter: QPainter, painting: Painting) -> None:
    """Draw what stands on the map, which is lines and letters."""
    if painting.ground is not None:
        draw_lines(painter, painting.viewport, painting.ground, painting.style, painting.theme)
    _paint_closures(painter, painting)
    for marks in painting.places:
        draw_places(painter, marks, painting.viewport, painting.theme)
    smooth = painting.ground is None or painting.ground.smooth
    draw_paths(painter, painting.reads, painting.viewport, painting.theme, smooth)
    _paint_path_and_starts(painter, painting)
    draw_reads(painter, painting.reads, painting.viewport, painting.area, painting.theme)
    _paint_furniture(painter, painting)


def _paint_maps(painter: QPainter, painting: Painting) -> None:
    """The map, or two side by side."""
    beside, area = painting.beside, painting.area
    if beside is None:
        _paint_frames(painter, painting)
        return
    other = replace(
        painting, scene=beside.scene, frame=beside.frame, overview=beside.overview,
        front=painting.beside_front, beside=None,
    )  # fmt: skip
    left = QRectF(0, 0, beside.until, area.height())
    right = area.adjusted(beside.until, 0, 0, 0)
    for part, shown in ((left, other), (right, painting)):
        painter.save()
        painter.setClipRect(part)
        _paint_frames(painter, shown)
        if shown is other and beside.starts:
            points = np.array(beside.starts, np.float64)
            draw_places(painter, PlaceMarks(points, KEPT_START), painting.viewport, painting.theme)
        painter.restore()
    if beside.divided:
        draw_divider(painter, beside.until, area.height(), painting.theme)


def _paint_names(painter: QPainter, painting: Painting) -> None:
    """What the two maps are called, on either side of the divider, or of the one that is seen."""
    beside, area = painting.beside, painting.area
    if beside is None:
        return
    y = area.top() + _EDGE + painting.covered
    wide = [painter.fontMetrics().horizontalAdvance(name) + PILL_ROOM for name in beside.names]
    if not beside.divided:
        first = beside.until > 0
        name, width = (beside.names[0], wide[0]) if first else (beside.names[1], wide[1])
        draw_pill(painter, QPointF(area.center().x() - width / 2, y), name, painting.theme)
        return
    at = beside.until - _EDGE - wide[0], beside.until + _EDGE
    for x, name, width in zip(at, beside.names, wide, strict=True):
        if 0 <= x <= area.width() - width:
            draw_pill(painter, QPointF(x, y), name, painting.theme)


def _paint_frames(painter: QPainter, painting: Painting) -> None:
    """The frame, and around it the picture of the whole where the frame does not reach."""
    frame, overview = painting.frame, painting.overview
    if overview is not None and (frame is None or not _covers(frame, overview, painting)):
        painter.save()
        if frame is not None:
            painter.setClipRegion(_around(frame, painting), Qt.ClipOperation.IntersectClip)
        _paint_frame(painter, overview, painting)
        painter.restore()
    if painting.front is not None:
        _paint_layer(painter, painting.front, painting)
    elif frame is not None:
        _paint_frame(painter, frame, painting)


def _covers(frame: Frame, overview: Frame, painting: Painting) -> bool:
    """Whether all that is seen of the overview lies under the frame, to the pixel."""
    there = QRectF(*_place(overview.patch.bounds, painting)) & painting.area
    return QRectF(*_place(frame.patch.bounds, painting)).adjusted(-1, -1, 1, 1).contains(there)


def _around(frame: Frame, painting: Painting) -> QRegion:
    x, y, width, height = _place(frame.patch.bounds, painting)
    inner = QRectF(x, y, width, height)
    shrunk = inner.adjusted(1, 1, -1, -1).toAlignedRect()
    return QRegion(painting.area.toAlignedRect()).subtracted(QRegion(shrunk))


def _bare(painting: Painting) -> QRegion:
    """All that no opaque picture covers."""
    frame = painting.frame
    if frame is not None and not (painting.scene is None or painting.front or painting.beside):
        layers = _layers(frame, painting.scene)
        if len(layers) == 1 and layers[0].solid:
            return _around(frame, painting)
    return QRegion(painting.area.toAlignedRect())


def _paint_frame(painter: QPainter, frame: Frame, painting: Painting) -> None:
    assert painting.scene is not None
    for layer in _layers(frame, painting.scene):
        _paint_layer(painter, layer, painting)


_WANTED: WeakKeyDictionary[Scene, frozenset[str]] = WeakKeyDictionary()
"""Names of the layers of scenes: they are asked for several times at each painting."""


def _layers(frame: Frame, scene: Scene) -> list[PictureLayer]:
    """Those that are still wanted, or all of them as one."""
    wanted = _WANTED.get(scene)
    if wanted is None:
        wanted = _WANTED[scene] = frozenset(plan.name for plan in plans_of(scene))
    layers = [layer for layer in frame.layers if layer.name in wanted]
    if frame.flat is not None and len(layers) == len(frame.layers):
        return [frame.flat]
    return layers


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
    for index, edit in enumerate(painting.edits):
        draw_edit(painter, edit, viewport, theme, index == painting.chosen_edit)
    for index, mark in enumerate(painting.closures):
        draw_closure(painter, mark, viewport, theme, index == painting.chosen)
    if sketch is not None and sketch.begun:
        corners = [viewport.to_pixel(*corner) for corner in sketch.corners]
        at = None if sketch.at is None else viewport.to_pixel(*sketch.at)
        draw_sketch(painter, corners, at, sketch.closes, theme)
    if painting.brush is not None:
        draw_brush(painter, painting.brush, theme)


def _paint_path_and_starts(painter: QPainter, painting: Painting) -> None:
    theme = painting.theme
    if painting.path is not None:
        smooth = painting.ground is None or painting.ground.smooth
        draw_path(painter, painting.path, painting.viewport, theme, smooth)
    for clicked, start in zip(painting.clicked, painting.starts, strict=False):
        if clicked is not None:
            begin, end = (QPointF(*painting.viewport.to_pixel(*at)) for at in (clicked, start))
            draw_connector(painter, begin, end, theme)
    several, discs = len(painting.starts) > 1, []
    for index, (x, y) in enumerate(painting.starts):
        at = QPointF(*painting.viewport.to_pixel(x, y))
        if not painting.area.adjusted(-30, -30, 30, 30).contains(at):
            continue
        text = str(index + 1) if several else ""
        look = painting.looks[index] if index < len(painting.looks) else PLAIN
        hovered, held = index == painting.hovered, index == painting.held
        draw_start_kept(painter, at, text, theme, hovered, held, look)
        lifted = hovered or held
        discs.append((at, start_radius(text, lifted), look.name, lifted))
        if held and painting.pace:
            draw_pace_kept(painter, at, painting.pace, theme)
    draw_start_names(painter, discs, theme)


def _paint_furniture(painter: QPainter, painting: Painting) -> None:
    scene, theme, area = painting.scene, painting.theme, painting.area
    assert scene is not None
    corner = QPointF(area.left() + _EDGE, area.bottom() - _EDGE)
    bar, legend = QRectF(corner, corner), QRectF()
    if painting.style.scale_bar and painting.ground is not None:
        view = painting.viewport
        metres = view.scale * painting.ground.metres_per_unit(view.y)
        bar = draw_scale_bar_kept(painter, corner, round_length(metres), theme)
    room = area.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    if painting.style.legend:
        legend = paint_legend(painter, scene, theme, area, room, painting.legend)
    if painting.attribution:
        gap = _EDGE / 2 if bar.width() else 0.0
        at = attribution_corner(painter.font(), painting.attribution, bar, legend, room, gap)
        draw_fine_print(painter, at, painting.attribution, theme)
    _paint_names(painter, painting)
    if painting.style.north_arrow and painting.ground is not None:
        turned = north_of(painting.viewport, painting.ground)
        if turned is not None:
            draw_north(painter, QPointF(area.right() - _EDGE, area.top() + _EDGE), turned, theme)
    corner = QPointF(area.left() + _EDGE, area.top() + _EDGE + painting.covered)
    for draw, text in ((draw_clock, painting.clock), (draw_pill, painting.remark)):
        if text:
            corner.setY(draw(painter, corner, text, theme).bottom() + _EDGE / 2)
    if painting.path is not None and len(painting.path) and painting.note and painting.style.note:
        ends = (painting.viewport.to_pixel(*painting.path[at].tolist()) for at in (0, -1))
        end, start = (QPointF(*at) for at in ends)
        if QLineF(end, start).length() > RADIUS:  # on a start there is nothing to be told
            draw_note(painter, end, area, painting.note, theme, painting.taken)
