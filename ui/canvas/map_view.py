"""The map: shows one grid with its travel times and turns the pointer into wishes.

It holds no truth: what it shows is handed in, what the user does goes out as signals. Frames are
drawn in a thread of their own; until the next is there the last one is moved and stretched, so
that the window never waits for a picture.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QFont,
    QHideEvent,
    QImage,
    QPaintDevice,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QWidget

from app.bands import Bands
from app.session import PlacedStart
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimes
from ui.canvas.frame import Frame, Scene, draw_frame
from ui.canvas.markers import path_length
from ui.canvas.navigation import Navigation
from ui.canvas.painter_thread import PainterThread, Wish
from ui.canvas.painting import Painting, paint
from ui.canvas.pointer import Pointer
from ui.canvas.scale_bar import length_text
from ui.canvas.speed_layer import SpeedScale
from ui.canvas.style import OverlayStyle
from ui.canvas.viewport import Bounds, Patch, Viewport, contains, patch_of, widened
from ui.canvas.wording import tr
from ui.texts import duration
from ui.theme import current

_MARGIN = 0.08
"""Share of the view drawn beyond each edge, so that panning does not need a frame at every step."""

_ZOOM = 1.6
"""How much larger a key press or a menu makes the map."""

_OVERVIEW = 1200
"""Pixels along the longer side of the picture of the whole."""


class MapView(QWidget):
    """Pan, zoom, speeds, isochrones, starts, path, legend and scale bar."""

    start_placed = Signal(float, float, bool)
    """x, y in CRS units, and whether to add to the starts there are."""
    start_dragging = Signal(int, float, float)
    start_dropped = Signal(int, float, float)
    pointer_moved = Signal(float, float)
    pointer_left = Signal()
    view_changed = Signal()
    file_dropped = Signal(str)
    context_requested = Signal(float, float, int)
    """x, y in CRS units and the start under the pointer or -1, at a click of the right button."""
    open_requested = Signal()
    """A click on the empty map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None
        self._grid: VelocityGrid | None = None
        self._times: TravelTimes | None = None
        self._bands = Bands.even(3600.0, 6)
        self._style = OverlayStyle()
        self._zero_speed_kmh = 0.0
        self._scale = SpeedScale()
        self._theme = current()
        self._frame: Frame | None = None
        self._late_frame: Frame | None = None
        self._overview: Frame | None = None
        self._starts: tuple[PlacedStart, ...] = ()
        self._path: NDArray[np.float64] | None = None
        self._note: tuple[str, ...] = ()
        self._preview = False
        self.navigation = Navigation(self, self._moved)
        self._painter = PainterThread()
        self._painter.drawn.connect(self._take)
        self._painter.overview_drawn.connect(self._take_overview)
        self.destroyed.connect(self._painter.stop)  # however the map goes, its thread goes too
        self._pointer = Pointer(self)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(240, 180)
        self.setAccessibleName(tr("Map"))

    # What is shown

    def set_grid(self, grid: VelocityGrid | None) -> None:
        """Show another raster, whole; travel times, starts and path go."""
        self._grid, self._times, self._starts = grid, None, ()
        self._frame = self._late_frame = self._overview = None
        self.navigation.enter(grid)
        self.set_path(None)
        self._rescale()
        self._pointer.update_cursor()
        self._refresh()
        self.view_changed.emit()

    def set_times(self, times: TravelTimes | None) -> None:
        self._times = times
        self._refresh()

    def set_bands(self, bands: Bands) -> None:
        self._bands = bands
        self._refresh()

    def set_style(self, style: OverlayStyle) -> None:
        self._style = style
        self._refresh()

    def set_starts(self, starts: tuple[PlacedStart, ...]) -> None:
        self._starts = starts
        self._pointer.forget_start()
        self.update()

    def set_path(self, points: NDArray[np.float64] | None) -> None:
        """Points in CRS units, float64, (n, 2), from the pointer to the start that serves it."""
        self._path = points if points is not None and len(points) else None
        self._note = self._noted()
        self.update()

    def set_preview(self, preview: bool) -> None:
        """Say on the map that the travel times are those of a coarser raster."""
        self._preview = preview
        self.update()

    def set_zero_speed(self, kmh: float) -> None:
        """What 0 km/h is turned into; 0 leaves it a barrier."""
        if kmh != self._zero_speed_kmh:
            self._zero_speed_kmh = kmh
            self._rescale()
            self._refresh()

    def _rescale(self) -> None:
        if self._grid is not None:
            self._scale = SpeedScale.of(self._grid, self._zero_speed_kmh)

    def _noted(self) -> tuple[str, ...]:
        if self._path is None or self._grid is None or self._times is None:
            return ()
        cell = self._grid.cell_at(*self._path[0].tolist())
        if cell is None:
            return ()
        way = path_length(self._path, self._grid.metres_per_unit)
        return duration(self._times.seconds_at(*cell)), length_text(way)

    # What part of it

    def centre(self) -> tuple[float, float]:
        """CRS point in the middle of the canvas."""
        return self.viewport.x, self.viewport.y

    @property
    def viewport(self) -> Viewport:
        return self.navigation.viewport

    @property
    def is_empty(self) -> bool:
        """Whether no raster is shown."""
        return self._grid is None

    @property
    def start_pixels(self) -> list[tuple[float, float]]:
        """Where the starts are on the canvas."""
        return [self.viewport.to_pixel(start.x, start.y) for start in self._starts]

    def zoom_to_fit(self) -> None:
        self.navigation.fit()

    def zoom_in(self) -> None:
        self.navigation.zoom_by(_ZOOM)

    def zoom_out(self) -> None:
        self.navigation.zoom_by(1 / _ZOOM)

    def zoom_to_cell_size(self) -> None:
        """One cell, one pixel of the screen."""
        if self._grid is not None:
            cell = min(self._grid.cell_x, self._grid.cell_y)
            self.navigation.zoom_to(cell * self.devicePixelRatioF())

    def pan(self, dx_fraction: float, dy_fraction: float) -> None:
        """Look further right and down by these shares of the canvas."""
        self.navigation.pan(dx_fraction, dy_fraction)

    def _moved(self) -> None:
        if not self.navigation.gliding and self._late_frame is not None:
            self._frame, self._late_frame = self._late_frame, None
        self._ask()
        self.update()
        self.view_changed.emit()

    # Pictures of it

    def _refresh(self) -> None:
        """Something other than the place changed."""
        self._scene = None
        if self._grid is not None:
            self._scene = Scene(
                self._grid,
                self._times,
                self._bands,
                self._style,
                self._theme,
                self._scale,
                self._zero_speed_kmh,
            )
        self._ask()
        self.update()

    def _seen(self, share: float, viewport: Viewport) -> Bounds:
        """The part of the raster that the viewport shows, `share` more on each side."""
        assert self._grid is not None
        left, bottom, right, top = widened(viewport.bounds, share)
        first, lowest, last, highest = self._grid.bounds
        return max(left, first), max(bottom, lowest), min(right, last), min(top, highest)

    def _ask(self) -> None:
        """Have the frame drawn that the view is at or on its way to, unless it is there."""
        if self._scene is None or not self.isVisible():
            return
        grid, viewport = self._scene.grid, self.navigation.goal
        ratio = self.devicePixelRatioF()
        if self._frame is not None and self._serves(self._frame, viewport, ratio):
            return
        patch = patch_of(grid, widened(viewport.bounds, _MARGIN), viewport.scale / ratio)
        if patch is not None:
            self._painter.ask(Wish(self._scene, patch, self._whole(), ratio))

    def _serves(self, frame: Frame, viewport: Viewport, ratio: float) -> bool:
        scene = self._scene
        same = scene is not None and (
            frame.scene.speeds_key() == scene.speeds_key()
            and frame.scene.times_key() == scene.times_key()
        )
        fresh = patch_of(frame.scene.grid, frame.patch.bounds, viewport.scale / ratio)
        fits = fresh is not None and fresh.shape == frame.patch.shape
        return same and fits and contains(frame.patch.bounds, self._seen(_MARGIN / 3, viewport))

    def _whole(self) -> Patch:
        assert self._grid is not None
        left, bottom, right, top = bounds = self._grid.bounds
        patch = patch_of(self._grid, bounds, max(right - left, top - bottom) / _OVERVIEW)
        assert patch is not None
        return patch

    def _take(self, frame: Frame) -> None:
        """A frame arrives; one that shows less than is seen waits for the end of the glide."""
        if frame.scene.grid is not self._grid:
            return
        covers = contains(frame.patch.bounds, self._seen(0, self.viewport))
        if self.navigation.gliding and not covers:
            self._late_frame = frame
        else:
            self._frame, self._late_frame = frame, None
            self.update()

    def _take_overview(self, overview: Frame) -> None:
        if overview.scene.grid is self._grid:
            self._overview = overview

    def _painting(self, viewport: Viewport, ratio: float, frame: Frame | None) -> Painting:
        return Painting(
            viewport=viewport,
            theme=self._theme,
            style=self._style,
            pixel_ratio=ratio,
            scene=self._scene,
            frame=frame,
            starts=tuple((start.x, start.y) for start in self._starts),
            path=self._path,
            note=self._note,
            preview=self._preview,
        )

    def snapshot(self, width: int | None = None, height: int | None = None) -> QImage:
        """The map as it is seen, drawn afresh; in `width` × `height` pixels if given, then with
        texts and lines as large in proportion as on the screen, or larger."""
        self.navigation.measure()
        wide = width or round(self.width() * self.devicePixelRatioF())
        high = height or round(self.height() * self.devicePixelRatioF())
        ratio = max(min(wide / self.width(), high / self.height()), 1.0)
        viewport = self.viewport.resized(round(wide / ratio), round(high / ratio))
        if self.navigation.fitted and self._grid is not None:
            viewport = viewport.fitted(self._grid.bounds)
        frame = None
        if self._scene is not None:
            patch = patch_of(self._scene.grid, viewport.bounds, viewport.scale / ratio)
            frame = draw_frame(self._scene, patch, ratio, fine=True) if patch else None
        image = QImage(wide, high, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        self._paint_on(image, self._painting(viewport, ratio, frame))
        return image

    def _paint_on(self, device: QPaintDevice, painting: Painting) -> None:
        painter = QPainter(device)
        try:  # Qt ends the process where a device goes while it is painted on
            painter.setFont(self._font())
            paint(painter, painting)
        finally:
            painter.end()

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(max(font.pointSizeF(), 8.0))
        return font

    # Qt

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        return QSize(960, 640)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        painting = self._painting(self.viewport, self.devicePixelRatioF(), self._frame)
        painting = replace(
            painting,
            overview=self._overview,
            starts=self._pointer.starts_as_held(painting.starts),
            hovered=self._pointer.hovered,
            held=self._pointer.held,
            dropping=self._pointer.dropping,
        )
        self._paint_on(self, painting)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        self.navigation.measure()
        self._moved()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        self._theme = current()
        self._refresh()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """A map that is not seen keeps no thread and no timer."""
        self.navigation.glide.stop()
        self._painter.stop()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        self._painter.stop()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        if event.type() == QEvent.Type.PaletteChange and self._theme != current():
            self._theme = current()
            self._refresh()
        super().changeEvent(event)
