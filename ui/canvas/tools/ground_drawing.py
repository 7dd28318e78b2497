"""Drawing over the ground: a brush, lines, areas and floods, while one of them is active.

The brush draws while the button is down; lines and areas are drawn as closures are; a flood begins
where one clicks. What is no business of the tool, such as the wheel, is left to the map.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent

from raster.edits.edit import AreaShape, EditLayer, FloodShape, GroundEdit
from ui.canvas.tools.draw_tool import DrawTool
from ui.canvas.tools.edit_marks import BrushMark, EditMark
from ui.canvas.tools.surface import MapSurface
from ui.pictures.ground import MapGround

BRUSH, LINE, AREA, FLOOD = "brush", "line", "area", "flood"
TOOLS = (BRUSH, LINE, AREA, FLOOD)

STEP_PX = 3.0
"""Pixels between two corners of a stroke."""

Corners = tuple[tuple[float, float], ...]


class GroundDrawing(QObject):
    """marks : what stands on the map. chosen : number of the one that stands out, -1 for none.
    tool : that is active, "" for none. width_m : of the brush."""

    stroked = Signal(object, bool)
    """Corners of the stroke so far in CRS units, and whether it is at its end."""
    drawn = Signal(str, object)
    """LINE, AREA or FLOOD, and corners in CRS units."""
    turned = Signal(str)  # the tool that is active now

    def __init__(self, view: MapSurface) -> None:
        super().__init__(view)
        self.marks: tuple[EditMark, ...] = ()
        self.chosen = -1
        self.tool = ""
        self.width_m = 0.0
        self._view = view
        self._stroke: list[tuple[float, float]] = []  # in the plane
        self._at: QPointF | None = None
        self.lines = DrawTool(view, lambda: QCursor(Qt.CursorShape.CrossCursor))
        self.lines.drawn.connect(self._tell)
        self.lines.turned.connect(self._end_lines)
        self._handlers: dict[QEvent.Type, Callable[[Any], bool]] = {
            QEvent.Type.MouseButtonPress: self._press,
            QEvent.Type.MouseButtonDblClick: self._press,
            QEvent.Type.MouseMove: self._move,
            QEvent.Type.MouseButtonRelease: self._release,
            QEvent.Type.Leave: self._leave,
            QEvent.Type.ShortcutOverride: self._claim,
            QEvent.Type.KeyPress: self._key,
        }
        view.installEventFilter(self)

    @property
    def active(self) -> bool:
        """Whether a tool is, which has the mouse then."""
        return bool(self.tool)

    @property
    def brush(self) -> BrushMark | None:
        """What the brush would hold; None where it is not seen."""
        ground = self._view.ground
        if self.tool != BRUSH or self._at is None or ground is None:
            return None
        at = self._at.x(), self._at.y()
        return BrushMark(at, self.width_m / 2 / self._metres_a_pixel(ground))

    def enter(self) -> None:
        """Another map: there is nothing on it yet."""
        self._stroke = []  # of the map before
        self.take("")
        self.marks, self.chosen = (), -1

    def take(self, tool: str) -> None:
        """Take up a tool of TOOLS, or put down what there is."""
        if tool == self.tool:
            return
        if self._stroke:
            self._tell_stroke(ended=True)
        self._stroke, self._at, self.tool = [], None, tool
        self.lines.activate(tool in (LINE, AREA))
        if tool:
            self._view.setFocus()
            self._view.setCursor(QCursor(Qt.CursorShape.CrossCursor))
        self._view.update()
        self.turned.emit(tool)

    def show(self, layer: EditLayer) -> None:
        """Show the edits that are not hidden."""
        ground = self._view.ground
        marks = () if ground is None else tuple(_mark(e, ground) for e in layer.edits if e.visible)
        self.marks = marks
        self._view.update()

    def choose(self, index: int) -> None:
        """Let one of those shown stand out, -1 for none."""
        self.chosen = index
        self._view.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        handler = self._handlers.get(event.type()) if self.tool in (BRUSH, FLOOD) else None
        return handler(event) if handler is not None else False

    # Mouse

    def _press(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            return False  # the map's: pan, or what can be done here
        place = self._place(event.position())
        if self.tool == FLOOD:
            self._tell([place], False)
            return True
        self._stroke = [place]
        self._tell_stroke(ended=False)
        return True

    def _move(self, event: QMouseEvent) -> bool:
        self._at = event.position()
        self._view.update()
        if not self._stroke:
            return not event.buttons()
        viewport = self._view.viewport
        x, y = viewport.to_pixel(*self._stroke[-1])
        if abs(self._at.x() - x) + abs(self._at.y() - y) >= STEP_PX:
            self._stroke.append(self._place(self._at))
            self._tell_stroke(ended=False)
        return True

    def _release(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        if self._stroke:
            self._tell_stroke(ended=True)
            self._stroke = []
        return True

    def _leave(self, event: QEvent) -> bool:
        self._at = None
        self._view.update()
        return False

    # Keys

    def _claim(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_Escape:
            return False
        event.accept()
        return True

    def _key(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_Escape:
            return False
        if self._stroke:
            self._tell_stroke(ended=True)
        self.take("")
        return True

    # What comes of it

    def _place(self, at: QPointF) -> tuple[float, float]:
        return self._view.viewport.to_map(at.x(), at.y())

    def _metres_a_pixel(self, ground: MapGround) -> float:
        viewport = self._view.viewport
        _, y = viewport.to_map(0.0, viewport.height / 2)
        return ground.metres_per_unit(y) * viewport.scale

    def _end_lines(self, active: bool) -> None:
        if not active and self.tool in (LINE, AREA):
            self.take("")

    def _tell_stroke(self, *, ended: bool) -> None:
        ground = self._view.ground
        if ground is not None:
            self.stroked.emit(tuple(ground.to_crs(x, y) for x, y in self._stroke), ended)

    def _tell(self, corners: list[tuple[float, float]], _area: bool) -> None:
        ground = self._view.ground
        if ground is None or (self.tool == AREA and len(set(corners)) < 3):
            return
        self.drawn.emit(self.tool, tuple(ground.to_crs(x, y) for x, y in corners))


def _mark(edit: GroundEdit, ground: MapGround) -> EditMark:
    shape = edit.shape
    if isinstance(shape, FloodShape):
        return EditMark((_line((shape.place,), ground),), edit.effect, place=True)
    if isinstance(shape, AreaShape):
        rings = tuple(_line(ring, ground) for ring in (shape.corners, *shape.holes))
        return EditMark(rings, edit.effect, area=True)
    y = shape.corners[0][1]
    width = shape.width_m / ground.metres_per_unit(ground.to_plane(0.0, y)[1])
    return EditMark((_line(shape.corners, ground),), edit.effect, width=width)


def _line(corners: Corners, ground: MapGround) -> Any:
    return cast(Any, ground.line(np.array(corners, np.float64)))
