"""The map: shows a scene with travel times and turns the pointer into wishes.

It holds no truth: what it shows is handed in, what the user does goes out as signals. Frames are
drawn in a thread of their own; until the next is there the last one is moved and stretched, so
that the window never waits for a picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QSize, Qt
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
from app.starts import PlacedStart
from ui.canvas.frames import Frames
from ui.canvas.painting import Painting, paint
from ui.canvas.place_marks import PlaceMarks
from ui.canvas.tools.closing import Closing
from ui.canvas.tools.pointer import Pointer
from ui.canvas.tools.surface import MapSurface
from ui.canvas.viewport import Viewport
from ui.canvas.wording import tr
from ui.pictures.scene import Frame, Scene, draw_frame
from ui.pictures.style import OverlayStyle
from ui.theme import current


class MapView(MapSurface):
    """Pan, zoom, speeds, isochrones, starts, path, legend and scale bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None
        self._bands = Bands.even(3600.0, 6)
        self._style = OverlayStyle()
        self._theme = current()
        self._attribution = ""
        self._path: NDArray[np.float64] | None = None
        self._note: tuple[str, ...] = ()
        self._places: tuple[PlaceMarks, ...] = ()
        self._preview = False
        self.frames = Frames(self, self.navigation)
        self._pointer = Pointer(self, lambda: self.closing.tool.active)
        self.closing = Closing(self)  # asked before the pointer what an event means
        self.closing.tool.turned.connect(self._forget_pointer)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(240, 180)
        self.setAccessibleName(tr("Map"))

    # What is shown

    def enter(self, scene: Scene | None, *, lost: bool = False, attribution: str = "") -> None:
        """Show something else, whole; starts and path go.

        lost : what is open has no place on a map.
        attribution : to be read on the map, as the licence of what is shown asks for.
        """
        self._scene, self._lost, self._attribution = scene, lost, attribution
        self.ground = None if scene is None else scene.ground
        self._starts, self._snapped = (), ()
        self.closing.enter()
        self.frames.forget()
        self.navigation.enter(self.ground)
        self.set_path(None)
        self.set_places(())
        self.pick(False)
        self._pointer.update_cursor()
        self._refresh()
        self.view_changed.emit()

    def show_scene(self, scene: Scene | None) -> None:
        """Show the same otherwise: with other times, at another cost."""
        self._scene = scene
        self._refresh()

    def set_bands(self, bands: Bands) -> None:
        self._bands = bands
        self._refresh()

    def set_style(self, style: OverlayStyle) -> None:
        self._style = style
        self._refresh()

    def set_starts(
        self,
        starts: tuple[PlacedStart, ...],
        snapped: Sequence[tuple[float, float] | None] = (),
    ) -> None:
        """Starts, and where each met a road, in CRS units, if it had to be moved there."""
        before = self._starts, self._snapped
        self._starts = starts
        self._snapped = (*snapped, *[None] * (len(starts) - len(snapped)))
        if before == (self._starts, self._snapped):
            return  # a slider comes by here at every step
        self._pointer.forget_start()
        self.update()

    def set_path(self, points: NDArray[np.float64] | None, note: tuple[str, ...] = ()) -> None:
        """Points in CRS units, float64, (n, 2), from the pointer to the start that serves it.

        note : what stands beside the pointer.
        """
        self._path = None
        if points is not None and len(points) and self.ground is not None:
            self._path = self.ground.line(points)
        self._note = note
        self.update()

    def set_places(self, places: Sequence[PlaceMarks]) -> None:
        """Marks of many places, in CRS units; the last lie on top."""
        ground = self.ground
        self._places = ()
        if ground is not None:
            self._places = tuple(replace(m, points=ground.line(m.points)) for m in places)
        self.update()

    def pick(self, on: bool) -> None:
        """Let clicks pick places, or set starts again."""
        self.picking = on
        if on:
            self.setFocus()  # Esc is to end it
        self._pointer.leave_starts()

    def set_preview(self, preview: bool) -> None:
        """Say on the map that the travel times are those of a coarser raster."""
        if preview != self._preview:  # a slider comes by here at every step
            self._preview = preview
            self.update()

    @property
    def _is_timed(self) -> bool:
        return self._scene is not None and self._scene.times is not None

    @property
    def _snaps(self) -> bool:
        """Whether starts are moved to the nearest road."""
        return self.ground is not None and self.ground.snaps

    def _forget_pointer(self) -> None:
        """A tool is activated or deactivated: what lay under the pointer has no meaning now."""
        self._pointer.leave_starts()
        self.pointer_left.emit()

    def _moved(self) -> None:
        self.frames.ask()
        super()._moved()

    # Pictures of it

    def _refresh(self) -> None:
        """Something other than the place changed."""
        if self._scene is not None:
            self._scene = self._scene.dressed(self._bands, self._style, self._theme)
        if not self.frames.show(self._scene, self.ground):
            self.update()

    def _painting(self, viewport: Viewport, ratio: float, frame: Frame | None) -> Painting:
        return Painting(
            viewport=viewport,
            theme=self._theme,
            style=self._style,
            pixel_ratio=ratio,
            ground=self.ground,
            scene=self._scene,
            frame=frame,
            starts=tuple(self.start_places),
            clicked=tuple(
                None if snapped is None else self._plane_of(start.x, start.y)
                for start, snapped in zip(self._starts, self._snapped, strict=True)
            ),
            path=self._path,
            note=self._note,
            remark=tr("Coarse preview") if self._preview and self._is_timed else "",
            attribution=self._attribution,
            lost=self._lost,
            closures=self.closing.marks,
            places=self._places,
        )

    def snapshot(self, width: int | None = None, height: int | None = None) -> QImage:
        """The map as it is seen, drawn afresh; in `width` × `height` pixels if given, then with
        texts and lines as large in proportion as on the screen, or larger."""
        self.navigation.measure()
        wide = width or round(self.width() * self.devicePixelRatioF())
        high = height or round(self.height() * self.devicePixelRatioF())
        ratio = max(min(wide / self.width(), high / self.height()), 1.0)
        viewport = self.viewport.resized(round(wide / ratio), round(high / ratio))
        if self.navigation.fitted and self.ground is not None:
            viewport = viewport.fitted(self.ground.bounds)
        frame = None
        if self._scene is not None and self.ground is not None:
            patch = self.ground.patch(viewport.bounds, viewport.scale / ratio)
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
        painting = self._painting(self.viewport, self.devicePixelRatioF(), self.frames.frame)
        painting = replace(
            painting,
            overview=self.frames.overview,
            **self._pointer.as_held(painting.starts, painting.clicked, self._snaps),
            hovered=self._pointer.hovered,
            held=self._pointer.held,
            dropping=self._pointer.dropping,
            chosen=self.closing.chosen,
            sketch=self.closing.tool.sketch,
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
        self.frames.stop()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        self.frames.stop()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        if event.type() == QEvent.Type.PaletteChange and self._theme != current():
            self._theme = current()
            self._refresh()
        super().changeEvent(event)
