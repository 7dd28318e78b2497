"""A curve over the angle of a slope, whose points can be dragged."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.numerals import round_step
from ui import theme

Points = tuple[tuple[float, float], ...]
"""Degrees and values."""

HIGH = 150
"""Height in pixels."""

REACH = 9
"""Pixels from a point within which it is taken hold of."""

PAD = 5
"""Pixels between an axis and what is written beside it."""


class PointCurve(QWidget):
    """What curves over slopes have in common. Points are dragged; a double click makes one, and a
    click with the right button takes one away. Of what is drawn a subclass says the points, the
    ends of the axes, the line and the words."""

    dragged = Signal(object)
    """Points as they are now."""

    let_go = Signal()

    strokes: int
    """How often it was taken in hand: points told of one stroke belong together."""

    fewest = 2
    """Points that are left at least."""

    flattest, steepest = -89.0, 89.0
    """Degrees that a point can be dragged to; the tangent of 90 is none."""

    least, most = 0.05, math.inf
    """Values that a point can be dragged to."""

    digits = 2
    """Of values under the hand."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strokes = 0
        self._held = -1
        self._grip = QPointF()  # from where it is held to the middle of the point
        self._top = 0.0  # value that the axis shows while a point is held
        self.setMinimumHeight(HIGH)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(280, HIGH)

    # -- what is drawn, of subclasses

    @property
    def points(self) -> Points:
        """Those that can be dragged; none where the curve cannot be changed."""
        raise NotImplementedError

    def take(self, points: Points) -> None:
        """Draw these from now on."""
        raise NotImplementedError

    @property
    def span(self) -> tuple[float, float, float]:
        """First and last angle of the axis, and the largest value of the curve."""
        raise NotImplementedError

    def paint_line(self, painter: QPainter) -> None:
        """The curve itself, with the pen that is set."""
        raise NotImplementedError

    @property
    def foot(self) -> str:
        """What stands below the angles."""
        raise NotImplementedError

    @property
    def side(self) -> str:
        """What stands beside the values; nothing where the foot tells of them, too."""
        return ""

    @property
    def drawn(self) -> bool:
        """Whether there is anything to draw."""
        return True

    # -- geometry

    def ends(self) -> tuple[float, float, float]:
        """First and last angle of the axis, and its largest value."""
        low, high, most = self.span
        return low, high, self._top or most

    def frame(self) -> QRectF:
        metrics = QFontMetricsF(self.font())
        line = metrics.height()
        left = metrics.horizontalAdvance("88.8") + 2 * PAD + (line if self.side else 0)
        return QRectF(left, PAD, self.width() - left - 10, self.height() - 2 * line - 3 * PAD)

    def place(self, angle: float, value: float) -> QPointF:
        """The pixel of an angle and a value, at the top for what lies above."""
        return self.pixel(angle, min(value, self.ends()[2]))

    def pixel(self, angle: float, value: float) -> QPointF:
        """The same, above the top for what lies there."""
        frame, (low, high, most) = self.frame(), self.ends()
        x = frame.left() + (angle - low) / (high - low) * frame.width()
        return QPointF(x, frame.bottom() - value / most * frame.height())

    def _value(self, at: QPointF) -> tuple[float, float]:
        """Angle and value of a pixel, rounded to what a hand can mean."""
        frame, (low, high, most) = self.frame(), self.ends()
        angle = low + (at.x() - frame.left()) / frame.width() * (high - low)
        value = (frame.bottom() - at.y()) / frame.height() * most
        angle = min(max(round(angle, 1), self.flattest), self.steepest)
        return angle, min(max(round(value, self.digits), self.least), self.most)

    def _near(self, at: QPointF) -> int:
        """Index of the point under a pixel; -1 where none is."""
        away = [math.dist(self.place(*point).toTuple(), at.toTuple()) for point in self.points]
        nearest = min(range(len(away)), key=away.__getitem__, default=-1)
        return nearest if nearest >= 0 and away[nearest] <= REACH else -1

    # -- pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        self.strokes += 1
        index, points = self._near(event.position()), self.points
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self._top = self.ends()[2]
            self._held = index
            self._grip = self.place(*points[index]) - event.position()
        may_go = index >= 0 and len(points) > self.fewest
        if event.button() == Qt.MouseButton.RightButton and may_go:
            self._tell((*points[:index], *points[index + 1 :]))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        self.strokes += 1
        if self.points and self._near(event.position()) < 0:
            angle, value = self._value(event.position())
            if angle not in (there for there, _ in self.points):
                self._tell(tuple(sorted((*self.points, (angle, value)))))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        if self._held < 0:
            return
        # A point that is taken aside of its middle stays at its angle when it is drawn straight up.
        points, (angle, value) = list(self.points), self._value(event.position() + self._grip)
        k = self._held
        if k > 0:
            angle = max(angle, points[k - 1][0] + 0.1)
        if k + 1 < len(points):
            angle = min(angle, points[k + 1][0] - 0.1)
        moved = (round(angle, 1), value)
        if moved != points[k]:
            points[k] = moved
            self._tell(tuple(points))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        held, self._held, self._top = self._held, -1, 0.0
        self.update()
        if held >= 0:
            self.let_go.emit()

    def _tell(self, points: Points) -> None:
        self.take(points)
        self.update()
        self.dragged.emit(points)

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.drawn:
                self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        colours, frame = theme.current(), self.frame()
        self._write(painter, frame)
        accent = QColor(colours.accent)
        painter.setPen(QPen(accent, 1.8))
        painter.setClipRect(frame.adjusted(-6, -6, 6, 6))
        self.paint_line(painter)
        painter.setPen(QPen(QColor(colours.panel), 1.4))
        painter.setBrush(accent)
        for point in self.points:
            painter.drawEllipse(self.place(*point), 5.0, 5.0)

    def _write(self, painter: QPainter, frame: QRectF) -> None:
        colours, line = theme.current(), QFontMetricsF(self.font()).height()
        low, high, most = self.ends()
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
        painter.drawText(foot, Qt.AlignmentFlag.AlignHCenter, self.foot)
        if self.side:
            painter.save()
            painter.translate(0, frame.center().y())
            painter.rotate(-90)
            beside = QRectF(-self.height() / 2, 0, self.height(), line)
            painter.drawText(beside, Qt.AlignmentFlag.AlignCenter, self.side)
            painter.restore()
        if low < 0:
            level = self.place(0.0, 0.0).x()
            painter.setPen(QPen(QColor(colours.muted), 1.0, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(level, frame.top()), QPointF(level, frame.bottom()))
