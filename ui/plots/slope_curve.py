"""What a slope does to the time of a step, over the angle; the points of a table can be dragged."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from core.numerals import round_step
from raster.slopes.models import FactorTable, SlopeModel
from ui import theme

Points = tuple[tuple[float, float], ...]
"""Degrees upwards and factors."""

HIGH = 150
"""Height in pixels."""

WIDEST = 45.0
"""Degrees on either side that are shown; of a table all its angles."""

REACH = 9
"""Pixels from a point within which it is taken hold of."""

PAD = 5
"""Pixels between an axis and what is written beside it."""

_STEEPEST = 89.0
"""Degrees that a point can be dragged to; the tangent of 90 is none."""


class SlopeCurve(QWidget):
    """The factor of a model. A table's points are dragged; a double click makes one, and a click
    with the right button takes one away."""

    dragged = Signal(object)
    """Points of the table as they are now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model: SlopeModel | None = None
        self._held = -1
        self._most = 0.0  # factor that the axis shows while a point is held
        self.setAccessibleName(self.tr("Factor of time by slope"))
        self.setMinimumHeight(HIGH)

    def show_model(self, model: SlopeModel | None) -> None:
        """Draw this; None for nothing."""
        self.model = model
        tip = ""
        if isinstance(model, FactorTable):
            tip = self.tr("Drag points; a double click makes one, a right click takes one away")
        self.setToolTip(tip)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(280, HIGH)

    # -- geometry

    def _ends(self) -> tuple[float, float, float]:
        """First and last angle of the axis, and the largest factor."""
        assert self.model is not None
        low, high = -WIDEST, WIDEST
        if isinstance(self.model, FactorTable):
            points = self.model.points
            low, high = min(low, points[0][0]), max(high, points[-1][0])
            most = max(factor for _, factor in points)
        else:
            angles = np.radians([-30.0, 0.0, 30.0])
            most = float(self.model.factor(np.tan(angles)).max())
        return low, high, self._most or max(most * 1.15, 1.5)

    def _frame(self) -> QRectF:
        metrics = QFontMetricsF(self.font())
        left = metrics.horizontalAdvance("88.8") + 2 * PAD
        line = metrics.height()
        return QRectF(left, PAD, self.width() - left - 10, self.height() - 2 * line - 3 * PAD)

    def place(self, angle: float, factor: float) -> QPointF:
        """The pixel of an angle and a factor."""
        frame, (low, high, most) = self._frame(), self._ends()
        x = frame.left() + (angle - low) / (high - low) * frame.width()
        return QPointF(x, frame.bottom() - min(factor / most, 1.0) * frame.height())

    def _value(self, at: QPointF) -> tuple[float, float]:
        """Angle and factor of a pixel, rounded to what a hand can mean."""
        frame, (low, high, most) = self._frame(), self._ends()
        angle = low + (at.x() - frame.left()) / frame.width() * (high - low)
        factor = (frame.bottom() - at.y()) / frame.height() * most
        angle = min(max(round(angle, 1), -_STEEPEST), _STEEPEST)
        return angle, max(round(factor, 2), 0.05)

    def _near(self, at: QPointF) -> int:
        """Index of the point under a pixel; -1 where none is."""
        if not isinstance(self.model, FactorTable):
            return -1
        away = [math.dist(self.place(*point).toTuple(), at.toTuple()) for point in self._points]
        nearest = min(range(len(away)), key=away.__getitem__)
        return nearest if away[nearest] <= REACH else -1

    @property
    def _points(self) -> Points:
        return self.model.points if isinstance(self.model, FactorTable) else ()

    # -- pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        index = self._near(event.position())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self._most = self._ends()[2]
            self._held = index
        elif event.button() == Qt.MouseButton.RightButton and index >= 0 and len(self._points) > 2:
            self._tell((*self._points[:index], *self._points[index + 1 :]))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        if isinstance(self.model, FactorTable) and self._near(event.position()) < 0:
            angle, factor = self._value(event.position())
            if angle not in (there for there, _ in self._points):
                self._tell(tuple(sorted((*self._points, (angle, factor)))))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        if self._held < 0:
            return
        points, (angle, factor) = list(self._points), self._value(event.position())
        k = self._held
        if k > 0:
            angle = max(angle, points[k - 1][0] + 0.1)
        if k + 1 < len(points):
            angle = min(angle, points[k + 1][0] - 0.1)
        points[k] = (round(angle, 1), factor)
        if points[k] != self._points[k]:
            self._tell(tuple(points))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        self._held, self._most = -1, 0.0
        self.update()

    def _tell(self, points: Points) -> None:
        if isinstance(self.model, FactorTable):
            self.model = replace(self.model, points=points)
            self.update()
            self.dragged.emit(points)

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.model is not None:
                self._paint(painter, self.model)
        finally:
            painter.end()

    def _paint(self, painter: QPainter, model: SlopeModel) -> None:
        colours, frame, (low, high, most) = theme.current(), self._frame(), self._ends()
        self._write(painter, frame, most)
        slopes = [math.degrees(math.atan(cut)) for cut in model.cuts]
        angles = np.linspace(max(low, slopes[0]), min(high, slopes[1]), 181)
        factors = model.factor(np.tan(np.radians(angles)))
        knee = model.knee
        at_knee = -1.0 if knee is None else math.degrees(math.atan(knee))
        line = [self.place(*point) for point in zip(angles.tolist(), factors.tolist(), strict=True)]
        accent = QColor(colours.accent)
        painter.setPen(QPen(accent, 1.8))
        painter.setClipRect(frame.adjusted(-6, -6, 6, 2))
        breaks = int(np.searchsorted(angles, at_knee)) if knee is not None else 0
        for part in (line[:breaks], line[breaks:]):
            painter.drawPolyline(QPolygonF(part))
        painter.setPen(QPen(QColor(colours.panel), 1.4))
        painter.setBrush(accent)
        for point in self._points:
            painter.drawEllipse(self.place(*point), 5.0, 5.0)

    def _write(self, painter: QPainter, frame: QRectF, most: float) -> None:
        colours, line = theme.current(), QFontMetricsF(self.font()).height()
        low, high, _ = self._ends()
        grid, words = QPen(QColor(colours.plot_grid), 1.0), QPen(QColor(colours.muted))
        step = round_step(most / 4)
        for k in range(int(most / step) + 1):
            y = frame.bottom() - k * step / most * frame.height()
            painter.setPen(grid)
            painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
            painter.setPen(words)
            box = QRectF(0, y - line / 2, frame.left() - PAD, line)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, f"{k * step:g}")
        apart = round_step((high - low) / 6)
        for k in range(math.ceil(low / apart), int(high / apart) + 1):
            x = frame.left() + (k * apart - low) / (high - low) * frame.width()
            box = QRectF(x - 30, frame.bottom() + PAD, 60, line)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, f"{k * apart:g}°")
        foot = QRectF(frame.left(), frame.bottom() + PAD + line, frame.width(), line)
        painter.drawText(foot, Qt.AlignmentFlag.AlignHCenter, self.tr("slope upwards"))
        level = self.place(0.0, 0.0).x()
        painter.setPen(QPen(QColor(colours.muted), 1.0, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(level, frame.top()), QPointF(level, frame.bottom()))
