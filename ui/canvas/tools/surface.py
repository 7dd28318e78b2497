"""The map as its tools know it: where on it one is, what stands there, and wishes that go out."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.starts import PlacedStart
from ui.canvas.tools.navigation import Navigation
from ui.canvas.viewport import Viewport
from ui.pictures.ground import MapGround

_ZOOM = 1.6
"""Factor by which a key press or a menu enlarges the map."""


class MapSurface(QWidget):
    """A widget on which a ground with starts is seen, however that is painted.

    ground : what the map lies on; None where nothing is shown. picking : whether a click picks a
    place, and means no start.
    """

    start_placed = Signal(float, float, bool)
    """x, y in CRS units, and whether to add to the starts there are."""
    path_wanted = Signal(float, float)
    """x, y in CRS units of a click with Ctrl."""
    place_picked = Signal(float, float)
    """x, y in CRS units of a click while places are picked."""
    picking_ended = Signal()
    """Esc, while places are picked."""
    start_dragging = Signal(int, float, float)
    start_dropped = Signal(int, float, float)
    pointer_moved = Signal(float, float)
    pointer_left = Signal()
    view_changed = Signal()
    dressed = Signal()  # what is shown, or its colours, may be others now
    file_dropped = Signal(str)
    context_requested = Signal(float, float, int)
    """x, y in CRS units and the start under the pointer or -1, at a click of the right button."""
    open_requested = Signal()
    """A click on the empty map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.navigation = Navigation(self, self._moved)
        self.ground: MapGround | None = None
        self.picking = False
        self._lost = False
        self._starts: tuple[PlacedStart, ...] = ()
        self._snapped: tuple[tuple[float, float] | None, ...] = ()

    def centre(self) -> tuple[float, float]:
        """CRS point in the middle of the canvas."""
        return self.place_of(self.width() / 2, self.height() / 2)

    def place_of(self, px: float, py: float) -> tuple[float, float]:
        """CRS point under a pixel."""
        x, y = self.viewport.to_map(px, py)
        return (x, y) if self.ground is None else self.ground.to_crs(x, y)

    def pixel_of(self, x: float, y: float) -> tuple[float, float]:
        """Pixel of a CRS point."""
        return self.viewport.to_pixel(*self._plane_of(x, y))

    def _plane_of(self, x: float, y: float) -> tuple[float, float]:
        return (x, y) if self.ground is None else self.ground.to_plane(x, y)

    @property
    def viewport(self) -> Viewport:
        return self.navigation.viewport

    @property
    def is_empty(self) -> bool:
        """Whether nothing is shown that could be clicked."""
        return self.ground is None

    @property
    def is_blank(self) -> bool:
        """Whether nothing is open; roads without positions are, and yet cannot be clicked."""
        return self.ground is None and not self._lost

    @property
    def start_pixels(self) -> list[tuple[float, float]]:
        """Where the starts are on the canvas."""
        return [self.viewport.to_pixel(*place) for place in self.start_places]

    @property
    def start_places(self) -> list[tuple[float, float]]:
        """Where the starts stand, in the plane."""
        both = zip(self._starts, self._snapped, strict=True)
        return [self._plane_of(*(snapped or (start.x, start.y))) for start, snapped in both]

    def zoom_to_fit(self) -> None:
        self.navigation.fit()

    def zoom_in(self) -> None:
        self.navigation.zoom_by(_ZOOM)

    def zoom_out(self) -> None:
        self.navigation.zoom_by(1 / _ZOOM)

    def pan(self, dx_fraction: float, dy_fraction: float) -> None:
        """Look further right and down by these shares of the canvas."""
        self.navigation.pan(dx_fraction, dy_fraction)

    def _moved(self) -> None:
        """Another part of the ground is seen."""
        self.update()
        self.view_changed.emit()
