"""A picture of speeds before they are built, in the colours of the map, with its legend."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.bands import Bands
from app.builder.preview import FirstLook
from ui import theme
from ui.canvas.legend import Legend, LegendPainter
from ui.canvas.markers import draw_start
from ui.dialogs.builder.looking import Seen
from ui.dialogs.builder.words import tr
from ui.pictures.patch import Patch
from ui.pictures.scene import Brush
from ui.pictures.style import OverlayStyle
from ui.pictures.terrain import TerrainScene

STYLE = OverlayStyle(relief="none")
"""Style of the picture: flat, since it is about speeds alone."""

LEAST_PICTURE = QSize(200, 150)
"""Pixels of the preview that a small screen leaves beside what is asked."""

GAP = 8.0
"""Pixels between picture and legend."""


class SpeedPicture(QWidget):
    """The speeds of a look; what is under the pointer is told."""

    pointed = Signal(str)  # why the cell under the pointer has its speed, "" for none
    started = Signal(float, float)  # where one sets out, in the CRS of the result

    def __init__(self) -> None:
        super().__init__()
        self._look: FirstLook | None = None
        self._scene: TerrainScene | None = None
        self._bands: Bands | None = None
        self._image: tuple[object, QImage] | None = None
        self.setAccessibleName(tr("Preview of speeds"))
        self.setMinimumSize(LEAST_PICTURE)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(440, 420)

    def show_seen(self, seen: Seen | None, bands: Bands | None = None) -> None:
        """Show this; None for nothing. bands : of its times."""
        self._look = None if seen is None else seen.look
        self._scene = None if seen is None else seen.scene
        self._bands = bands
        speeds = None if self._scene is None else self._scene.speeds
        said = ""
        if speeds is not None:
            said = tr("From {slow} to {fast} km/h").format(
                slow=f"{speeds[0]:.3g}", fast=f"{speeds[2]:.3g}"
            )
        self.setAccessibleDescription(said)
        self.update()

    @property
    def look(self) -> FirstLook | None:
        """What is shown."""
        return self._look

    # -- geometry

    def _dressed(self) -> TerrainScene | None:
        """The scene as it is drawn now."""
        if self._scene is None:
            return None
        bands = self._bands or self._scene.bands
        return self._scene.dressed(bands, STYLE, theme.current())

    def _legend(self, scene: TerrainScene) -> LegendPainter:
        font = self.font()
        return LegendPainter(Legend.of(scene), scene.theme, font, self.height() / 2)

    def frame(self) -> QRect:
        """The pixels that the picture takes."""
        return self._places()[0]

    def _places(self) -> tuple[QRect, QPointF]:
        """Where the picture lies, and the lower right corner of its legend: beside it or below,
        whichever leaves more to the picture."""
        scene = self._dressed()
        if self._look is None or scene is None:
            return QRect(), QPointF()
        grid, (wide, high) = self._look.grid, self._legend(scene).size()
        across, down = grid.cols * grid.cell_x, grid.rows * grid.cell_y
        below = min(self.width() / across, max(self.height() - high - GAP, 40) / down)
        beside = min(max(self.width() - wide - GAP, 40) / across, self.height() / down)
        scale = max(below, beside)
        size = QSize(max(round(across * scale), 1), max(round(down * scale), 1))
        if beside > below:
            frame = QRect(QPoint(0, 0), size)
            return frame, QPointF(frame.right() + GAP + wide, high)
        frame = QRect(QPoint((self.width() - size.width()) // 2, 0), size)
        return frame, QPointF(max(frame.left(), 0) + wide, frame.bottom() + GAP + high)

    def why_at(self, at: QPointF) -> str:
        """Why the cell under a pixel has its speed; "" beside the picture."""
        frame = self.frame()
        if self._look is None or not frame.contains(at.toPoint()):
            return ""
        grid = self._look.grid
        row = int((at.y() - frame.top()) / frame.height() * grid.rows)
        col = int((at.x() - frame.left()) / frame.width() * grid.cols)
        return self._look.why(min(max(row, 0), grid.rows - 1), min(max(col, 0), grid.cols - 1))

    # -- Qt

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        self.pointed.emit(self.why_at(event.position()))
        self._set_out(event)

    def _set_out(self, event: QMouseEvent) -> None:
        """Have the start where the left button is held down."""
        frame, at = self.frame(), event.position()
        held = event.buttons() & Qt.MouseButton.LeftButton
        if self._look is None or not held or not frame.contains(at.toPoint()):
            return
        left, bottom, right, top = self._look.grid.bounds
        across = (at.x() - frame.left()) / frame.width()
        down = (at.y() - frame.top()) / frame.height()
        self.started.emit(left + across * (right - left), top - down * (top - bottom))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        self.pointed.emit(self.why_at(event.position()))  # of who has a finger and no mouse
        self._set_out(event)

    def leaveEvent(self, event: object) -> None:  # noqa: N802  Qt's name
        self.pointed.emit("")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        scene, (frame, corner) = self._dressed(), self._places()
        if scene is None or self._look is None:
            return
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(frame, QColor(scene.theme.sea))
            painter.drawImage(QRectF(frame), self._drawn(scene, frame))
            for place in self._look.starts:
                draw_start(painter, self._pixel(place, frame), "", scene.theme, False, False)
            self._legend(scene).draw(painter, corner)
        finally:
            painter.end()

    def _drawn(self, scene: TerrainScene, frame: QRect) -> QImage:
        ratio = self.devicePixelRatioF()
        shape = (max(round(frame.height() * ratio), 1), max(round(frame.width() * ratio), 1))
        key = scene.times, scene.grid, scene.bands, shape, scene.theme.name
        if self._image is None or self._image[0] != key:
            patch = Patch(scene.grid.whole(), shape, scene.grid.bounds)
            image = QImage(shape[1], shape[0], QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(QColor(scene.theme.sea))
            self._image = key, _with_layers(image, scene, Brush(patch, ratio))
        return self._image[1]

    def _pixel(self, place: tuple[float, float], frame: QRect) -> QPointF:
        assert self._look is not None
        left, bottom, right, top = self._look.grid.bounds
        across = (place[0] - left) / (right - left)
        down = (top - place[1]) / (top - bottom)
        return QPointF(frame.left() + across * frame.width(), frame.top() + down * frame.height())


def _with_layers(image: QImage, scene: TerrainScene, brush: Brush) -> QImage:
    """Speeds, and over them times where there are any."""
    painter = QPainter(image)
    try:
        for plan in scene.plans():
            drawn = plan.draw(brush)
            assert drawn is not None, "every picture is wanted"
            pixels = np.ascontiguousarray(drawn)
            high, wide = pixels.shape
            painter.drawImage(0, 0, QImage(pixels.data, wide, high, wide * 4, image.format()))
    finally:
        painter.end()
    return image
