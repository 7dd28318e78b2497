"""A picture of speeds before they are built, in the colours of the map, with its legend."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.builder.preview import FirstLook
from raster.grid import VelocityGrid
from ui import theme
from ui.canvas.legend import Legend, LegendPainter
from ui.dialogs.builder.words import tr
from ui.pictures.patch import Patch
from ui.pictures.speed_layer import SpeedColours, paint_speeds
from ui.pictures.terrain import TerrainScene

HATCH = 7
"""Pixels between two strokes on a barrier, as on the map."""

GAP = 8.0
"""Pixels between picture and legend."""


class SpeedPicture(QWidget):
    """The speeds of a look; what is under the pointer is told."""

    pointed = Signal(str)  # why the cell under the pointer has its speed, "" for none

    def __init__(self) -> None:
        super().__init__()
        self._look: FirstLook | None = None
        self._scene: TerrainScene | None = None
        self._image: tuple[object, QImage] | None = None
        self.setAccessibleName(tr("Preview of speeds"))
        self.setMinimumSize(240, 200)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(440, 420)

    def show_look(self, look: FirstLook | None) -> None:
        """Show this; None for nothing."""
        self._look, self._scene = look, None
        if look is not None:
            grid = look.grid
            self._scene = TerrainScene.of(
                VelocityGrid(
                    look.kmh, None, grid.cell_x, grid.cell_y, grid.left, grid.top,
                    grid.metres_per_unit, grid.crs_wkt,
                )
            )  # fmt: skip
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

    def _legend(self, scene: TerrainScene) -> LegendPainter:
        font = self.font()
        return LegendPainter(Legend.of(scene), scene.theme, font, self.height() / 2)

    def frame(self) -> QRect:
        """The pixels that the picture takes."""
        if self._look is None or self._scene is None:
            return QRect()
        grid, foot = self._look.grid, self._legend(self._scene).size()[1] + GAP
        wide, high = self.width(), max(self.height() - foot, 40)
        across, down = grid.cols * grid.cell_x, grid.rows * grid.cell_y
        scale = min(wide / across, high / down)
        width, height = max(round(across * scale), 1), max(round(down * scale), 1)
        return QRect((self.width() - width) // 2, 0, width, height)

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

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        self.pointed.emit(self.why_at(event.position()))  # of who has a finger and no mouse

    def leaveEvent(self, event: object) -> None:  # noqa: N802  Qt's name
        self.pointed.emit("")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        if self._scene is None:
            return
        scene, frame = replace(self._scene, theme=theme.current()), self.frame()
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(frame, QColor(scene.theme.sea))
            painter.drawImage(QRectF(frame), self._drawn(scene, frame))
            legend = self._legend(scene)
            wide, high = legend.size()
            legend.draw(painter, QPointF(frame.left() + wide, frame.bottom() + GAP + high))
        finally:
            painter.end()

    def _drawn(self, scene: TerrainScene, frame: QRect) -> QImage:
        ratio = self.devicePixelRatioF()
        shape = (max(round(frame.height() * ratio), 1), max(round(frame.width() * ratio), 1))
        key = self._look, shape, scene.theme.name
        if self._image is None or self._image[0] != key:
            colours = SpeedColours.of(scene.scale, scene.theme)
            patch = Patch(scene.grid.whole(), shape, scene.grid.bounds)
            pixels = paint_speeds(scene.grid, patch, colours, hatch=round(HATCH * ratio))
            form = QImage.Format.Format_ARGB32_Premultiplied
            image = QImage(pixels.data, shape[1], shape[0], shape[1] * 4, form)
            self._image = key, image.copy()
        return self._image[1]
