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
from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
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
from ui.canvas.film import Film
from ui.canvas.frames import Frames
from ui.canvas.front_show import FrontShow
from ui.canvas.legend_picture import LegendPicture
from ui.canvas.markers import StartLook, looks_of
from ui.canvas.painting import Beside, Painting, paint
from ui.canvas.place_marks import PlaceMarks
from ui.canvas.read_marks import NO_MARKS, ReadMarks
from ui.canvas.tools.closing import Closing
from ui.canvas.tools.ground_drawing import GroundDrawing
from ui.canvas.tools.measuring import MeasureTool
from ui.canvas.tools.pointer import Pointer
from ui.canvas.tools.surface import MapSurface
from ui.canvas.tools.swipe import Swipe
from ui.canvas.viewport import Viewport
from ui.canvas.wording import tr
from ui.pictures.patch import Bounds
from ui.pictures.scene import Frame, Scene
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import Theme
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
        self.reads = NO_MARKS
        self.pace, self._covered, self._taken = "", 0, QRectF()
        self._legend = LegendPicture()
        self._looks: tuple[StartLook, ...] = ()
        self.frames = Frames(self, self.navigation)
        self.beside_frames = Frames(self, self.navigation)
        self.front = FrontShow(self, self.frames, self.beside_frames)
        self._beside: Scene | None = None
        self._beside_starts: tuple[tuple[float, float], ...] = ()
        self._pointer = Pointer(self, lambda: any(tool.active for tool in self._tools))
        self.closing = Closing(self)  # asked before the pointer what an event means
        self.measuring = MeasureTool(self)
        self.ground_drawing = GroundDrawing(self)
        self._tools = self.closing.tool, self.measuring.tool, self.ground_drawing
        for tool in self._tools:
            tool.turned.connect(self._forget_pointer)
        self.swipe = Swipe(self)  # asked before both
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(240, 120)  # higher than its room it would be cut off below
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
        self.ground_drawing.enter()
        self.measuring.tool.activate(False)
        self.front.finish()
        self.frames.forget()
        self.navigation.enter(self.ground)  # first: what follows asks for pictures of what is seen
        self.show_beside(None)
        self.set_path(None)
        self.set_places(())
        self.set_reads(NO_MARKS)
        self.pick(False)
        self._pointer.update_cursor()
        self._refresh()
        self.view_changed.emit()

    @property
    def drawing(self) -> bool:
        """Whether pictures of it are drawn right now."""
        return self.frames.busy or self.beside_frames.busy or self.front.busy

    def show_scene(self, scene: Scene | None) -> None:
        """Show the same otherwise: with other times, at another cost."""
        self._scene = scene
        self._refresh()

    def show_beside(self, scene: Scene | None, starts: Sequence[tuple[float, float]] = ()) -> None:
        """Have another map of the same ground at hand, for the swipe, with its starts in CRS units;
        None for none."""
        self._beside = scene
        self._beside_starts = tuple(self._plane_of(x, y) for x, y in starts)
        if scene is None:
            self.beside_frames.forget()
            self.beside_frames.stop()
            self.swipe.show(False)
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
        self._starts, self._looks = starts, looks_of(starts)
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

    def set_reads(self, marks: ReadMarks) -> None:
        """What is read off the map, in its plane."""
        nothing = marks.none and self.reads.none  # a slider comes by here at every step
        self.reads = marks
        if not nothing:
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

    def set_pace(self, words: str) -> None:
        """Have words beside a start while it is dragged, from the next picture on: how long its
        times took."""
        self.pace = words

    @property
    def is_timed(self) -> bool:
        """Whether the map shows times, and not classes in their place."""
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
        self.beside_frames.ask()
        super()._moved()

    # Pictures of it

    def seen(self, colours: NDArray[np.uint8]) -> NDArray[np.generic]:
        """Colours of times, uint8, (n, 3), as they look on the map."""
        return colours if self._scene is None else self._scene.seen(colours)

    def _refresh(self) -> None:
        """Something other than the place changed."""
        if self._scene is not None:
            self._scene = self._scene.dressed(self._bands, self._style, self._theme)
            self.dressed.emit()
        if self._beside is not None:
            self._beside = self._beside.dressed(self._bands, self._style, self._theme)
        self.beside_frames.show(self._beside, self.ground)
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
            looks=self._looks,
            clicked=tuple(
                None if snapped is None else self._plane_of(start.x, start.y)
                for start, snapped in zip(self._starts, self._snapped, strict=True)
            ),
            path=self._path,
            note=self._note,
            remark=tr("Coarse preview") if self._preview and self.is_timed else "",
            attribution=self._credits(),
            lost=self._lost,
            closures=self.closing.marks,
            edits=self.ground_drawing.marks,
            places=self._places,
            reads=replace(self.reads, measure=self.measuring.mark),
            beside=self._beside_of(viewport, self.beside_frames.frame, live=frame is not None),
        )

    def _credits(self) -> str:
        """What the licences of all that is shown ask to be read."""
        layers = self._style.layers
        more = () if layers is None else layers.credits
        return " · ".join(dict.fromkeys(filter(None, (self._attribution, *more))))

    def _beside_of(self, viewport: Viewport, frame: Frame | None, *, live: bool) -> Beside | None:
        """The other map, where two are seen; live : as far as it is drawn."""
        swipe, scene = self.swipe, self._beside
        if scene is None or not swipe.shown:
            return None
        overview, until = self.beside_frames.overview, swipe.divider * viewport.width
        if live and frame is None and overview is None:  # half a map would be empty till then
            return None
        grasped, names = swipe.grasped, swipe.names
        return Beside(scene, frame, overview, until, grasped, names, self._beside_starts)

    def lie_under(self, message: QRect) -> None:
        """Have no note under a message that lies there, in pixels of the map."""
        taken = QRectF(message)
        if taken != self._taken:  # a slider comes by here a few times a second
            self._taken = taken
            self.update()

    def keep_free(self, pixels: int) -> None:
        """Have clock and remarks stand so far down: something else covers that corner."""
        if pixels != self._covered:
            self._covered = pixels
            self.update()

    def snapshot(self, width: int | None = None, height: int | None = None) -> QImage:
        """The map as it is seen, drawn afresh, with the front where it is held; in `width` ×
        `height` pixels if given, then with texts and lines as large in proportion as on the screen,
        or larger."""
        return self.film(width, height).still()

    def film(self, width: int | None = None, height: int | None = None) -> Film:
        """The same at any moment of the front."""
        self.navigation.measure()
        wide = width or round(self.width() * self.devicePixelRatioF())
        high = height or round(self.height() * self.devicePixelRatioF())
        ratio = max(min(wide / self.width(), high / self.height()), 1.0)
        viewport = self.viewport.resized(round(wide / ratio), round(high / ratio))
        if self.navigation.fitted and self.ground is not None:
            viewport = viewport.fitted(self.ground.bounds)
        painting = self._painting(viewport, ratio, None)
        return Film(painting, self._font(), (wide, high), self.front.moment)

    def painting_for(
        self, width: float, height: float, theme: Theme, bounds: Bounds | None = None
    ) -> Painting:
        """What is seen on a sheet of some size in pixels, in another theme, without its pixels yet.

        bounds : of the plane, to be seen whole; None for all there is. The map has a scene.
        """
        assert self._scene is not None
        assert self.ground is not None, "what has a scene lies somewhere"
        whole = bounds or self.ground.bounds
        viewport = Viewport(width=round(width), height=round(height)).fitted(whole)
        scene = self._scene.dressed(self._bands, self._style, theme)
        painting = self._painting(viewport, 1.0, None)
        return replace(painting, theme=theme, scene=scene, beside=None, note=())

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
        drawing = self.closing.tool if self.closing.tool.active else self.ground_drawing.lines
        painting = replace(
            painting,
            frame=self.front.beneath(self.frames.frame),
            front=self.front.layer,
            beside_front=self.front.beside,
            clock=self.front.caption,
            covered=self._covered,
            taken=self._taken,
            overview=self.frames.overview,
            **self._pointer.as_held(painting.starts, painting.clicked, self._snaps),
            hovered=self._pointer.hovered,
            held=self._pointer.held,
            pace=self.pace,
            legend=self._legend,
            dropping=self._pointer.dropping,
            chosen=self.closing.chosen,
            sketch=drawing.sketch,
            chosen_edit=self.ground_drawing.chosen,
            brush=self.ground_drawing.brush,
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
        self.front.stop()
        self.frames.stop()
        self.beside_frames.stop()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        self.front.stop()
        self.frames.stop()
        self.beside_frames.stop()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        if event.type() == QEvent.Type.PaletteChange and self._theme != current():
            self._theme = current()
            self._refresh()
        super().changeEvent(event)
