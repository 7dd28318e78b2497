"""A curve over the angle of a slope, whose points can be dragged."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from core.numerals import round_step
from ui import theme
from ui.plots.point_entry import RETURN_KEYS, PointEntry

Points = tuple[tuple[float, float], ...]
"""Degrees and values."""

HIGH = 150
"""Height in pixels."""

REACH = 9
"""Pixels from a point within which it is taken hold of."""

PAD = 5
"""Pixels between an axis and what is written beside it."""

HIGHEST = 1000.0
"""Value that can be typed where there is no other bound."""


class PointCurve(QWidget):
    """What curves over slopes have in common. Points are dragged; a double click makes one or has
    the numbers of one typed, and a click with the right button takes one away. By the keyboard Left
    and Right choose a point, Return has its numbers typed, and Delete takes it away. Of what is
    drawn a subclass says the points, the ends of the axes, the line and the words."""

    dragged = Signal(object)
    """Points as they are now."""

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
        self._under = -1  # the point beneath the pointer
        self._chosen = -1  # that of the keyboard, and of the numbers that are typed
        self._entry: PointEntry | None = None
        self.setMinimumHeight(HIGH)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

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
    def name_of_values(self) -> str:
        """What the values are, beside where one is typed."""
        raise NotImplementedError

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
            self._held = self._chosen = index
            self._grip = self.place(*points[index]) - event.position()
        may_go = index >= 0 and len(points) > self.fewest
        if event.button() == Qt.MouseButton.RightButton and may_go:
            self._tell((*points[:index], *points[index + 1 :]))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        self.strokes += 1
        index = self._near(event.position())
        if index >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.type_in(index)
        elif self.points and index < 0:
            angle, value = self._value(event.position())
            if angle not in (there for there, _ in self.points):
                self._tell(tuple(sorted((*self.points, (angle, value)))))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        if self._held < 0:
            under, self._under = self._under, self._near(event.position())
            if under != self._under:
                self.update()
            return
        # A point that is taken aside of its middle stays at its angle when it is drawn straight up.
        points, (angle, value) = list(self.points), self._value(event.position() + self._grip)
        flattest, steepest = self._room_of(self._held)
        angle = round(min(max(angle, flattest), steepest), 1)
        moved = (angle if flattest <= steepest else points[self._held][0], value)
        if moved != points[self._held]:
            points[self._held] = moved
            self._tell(tuple(points))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        self._held, self._top = -1, 0.0
        self.update()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        self._under = -1
        self.update()

    # -- keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        key, points, chosen = event.key(), self.points, self._chosen
        if not points:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            chosen += 1 if key == Qt.Key.Key_Right else -1
            self._chosen = min(max(chosen, 0), len(points) - 1)
            self.update()
        elif key in RETURN_KEYS and 0 <= chosen < len(points):
            self.strokes += 1
            self.type_in(chosen)
        elif key == Qt.Key.Key_Delete and 0 <= chosen < len(points) > self.fewest:
            self.strokes += 1
            self._chosen = min(chosen, len(points) - 2)
            self._tell((*points[:chosen], *points[chosen + 1 :]))
        else:
            super().keyPressEvent(event)

    def type_in(self, index: int) -> None:
        """Have the numbers of a point typed."""
        if self._entry is None:
            self._entry = PointEntry(self, self.name_of_values, self.digits)
            self._entry.typed.connect(self._typed)
        point, values = self.points[index], (self.least, min(self.most, HIGHEST))
        self._entry.show_point(point, self._room_of(index), values)
        self._held, self._chosen, self._top = -1, index, 0.0
        self._entry.open_at(self.mapToGlobal(self.place(*point).toPoint() + QPoint(REACH, REACH)))

    def _typed(self, which: int, number: float) -> None:
        points = list(self.points)
        if self._chosen < len(points):
            angle, value = points[self._chosen]
            if which == 0:
                angle = round(number, 1)
            else:
                value = round(number, self.digits)
            points[self._chosen] = angle, value
            self._tell(tuple(points))

    def _room_of(self, index: int) -> tuple[float, float]:
        """The angles that a point may have between its neighbours, the second below the first
        where they leave none."""
        points, first, last = self.points, self.flattest, self.steepest
        if index > 0:
            first = max(first, points[index - 1][0] + 0.1)
        if index + 1 < len(points):
            last = min(last, points[index + 1][0] - 0.1)
        return first, last

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
        painter.setClipping(False)
        self._tell_numbers(painter, frame)

    def _tell_numbers(self, painter: QPainter, frame: QRectF) -> None:
        """Of the point in the hand, else beneath the pointer, else of the keyboard."""
        colours, points = theme.current(), self.points
        by_key = self._chosen if self.hasFocus() else -1
        index = next((k for k in (self._held, self._under, by_key) if 0 <= k < len(points)), -1)
        if index < 0:
            return
        angle, value = points[index]
        at, words = self.place(angle, value), f"{angle:g}°: {value:g}"
        painter.setPen(QPen(QColor(colours.text), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, 7.0, 7.0)
        metrics = QFontMetricsF(self.font())
        box = QRectF(0, 0, metrics.horizontalAdvance(words) + 2 * PAD, metrics.height())
        above = at.y() - frame.top() > box.height() + REACH
        box.moveCenter(QPointF(at.x(), at.y() + (-1 if above else 1) * (box.height() / 2 + REACH)))
        box.moveLeft(min(max(box.left(), frame.left()), frame.right() - box.width()))
        painter.fillRect(box, QColor(colours.panel))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

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
