"""Roads closed by drawing, on a map: shown, found under the pointer, drawn with a tool."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.roads.closures import Closures
from ui.canvas.tools.closure_marks import ClosureMark
from ui.canvas.tools.draw_tool import DrawTool
from ui.canvas.tools.hit_test import closure_under
from ui.canvas.tools.surface import MapSurface
from ui.pictures.ground import MapGround


class Closing(QObject):
    """marks : what stands on the map. chosen : number of the one that stands out, -1 for none."""

    drawn = Signal(object, bool)
    """Corners in CRS units, tuple of (x, y), and whether they enclose an area."""

    def __init__(self, view: MapSurface) -> None:
        super().__init__(view)
        self.marks: tuple[ClosureMark, ...] = ()
        self.chosen = -1
        self.tool = DrawTool(view)
        self._view = view
        self._shown: Closures | None = None
        self.tool.drawn.connect(self._tell)

    def enter(self) -> None:
        """Another map: there is nothing on it yet."""
        self.tool.activate(False)
        self.marks, self.chosen, self._shown = (), -1, None

    def show(self, closures: Closures) -> None:
        """Show these and no others."""
        if closures is self._shown:
            return  # a slider comes by here at every step
        self._shown = closures
        ground = self._view.ground
        self.marks = () if ground is None else tuple(_marks(closures, ground))
        self.choose(self.chosen if self.chosen < len(self.marks) else -1)

    def choose(self, index: int) -> None:
        """Let one stand out, -1 for none."""
        self.chosen = index
        self._view.update()

    def under(self, px: float, py: float) -> int:
        """Number of the closure at a pixel, -1 where none is."""
        viewport = self._view.viewport
        drawings = [mark.pixels(viewport) for mark in self.marks]
        return closure_under(drawings, [mark.area for mark in self.marks], px, py)

    def _tell(self, corners: list[tuple[float, float]], area: bool) -> None:
        ground = self._view.ground
        if ground is not None:
            self.drawn.emit(tuple(ground.to_crs(x, y) for x, y in corners), area)


def _marks(closures: Closures, ground: MapGround) -> list[ClosureMark]:
    return [
        ClosureMark(
            ground.line(shape.points),
            shape.area,
            ground.to_plane(*shape.middle),
            tuple(ground.line(hole) for hole in shape.hole_points),
        )
        for shape in closures.shapes
    ]
