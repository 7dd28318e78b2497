"""What changes along a path: speed, height or time over the distance, or over the time."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.numerals import round_step
from ui import theme

Floats = NDArray[np.float64]

HIGH = 132
"""Height in pixels with the names of both axes."""

PAD = 5
"""Pixels between an axis and what is written beside it."""

APART_X, APART_Y = 70, 26
"""Pixels between two ticks, at least."""

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_MIDDLE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, eq=False)
class Profile:
    """across : float64, (n,), rising, from 0. up : float64, (n,), NaN where unknown. stepped : each
    value holds from the point before. across_name, up_name : what is counted, with its unit.
    colour : as CSS writes it."""

    across: Floats
    up: Floats
    stepped: bool
    across_name: str
    up_name: str
    colour: str


class ProfilePlot(QWidget):
    """A line over a path; a place under the pointer is told by its index, -1 for none."""

    pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.profile: Profile | None = None
        self.at = -1
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Profile of the path"))
        self.setMinimumHeight(HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_profile(self, profile: Profile | None) -> None:
        """Draw this; None for nothing."""
        self.profile = profile
        self._point(-1)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(280, HIGH)

    # -- pointer

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        self._point(self.index_at(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().leaveEvent(event)
        self._point(-1)

    def index_at(self, x: float) -> int:
        """Index of the point that is nearest to a pixel; -1 beside the curve."""
        if self.profile is None:
            return -1
        frame, across = self._frame(), self.profile.across
        if not frame.left() - 4 <= x <= frame.right() + 4 or not len(across):
            return -1
        wanted = (x - frame.left()) / frame.width() * across[-1]
        return int(np.abs(across - wanted).argmin())

    def _point(self, index: int) -> None:
        if index != self.at:
            self.at = index
            self.pointed.emit(index)
            self.update()

    # -- painting

    def _ends(self) -> tuple[float, float]:
        """Least and greatest value that the axis upward shows."""
        assert self.profile is not None
        known = self.profile.up[np.isfinite(self.profile.up)]
        if not len(known):
            return 0.0, 1.0
        least, most = float(known.min()), float(known.max())
        if self.profile.stepped or least < (most - least):  # speeds, and what begins near nothing
            least = min(least, 0.0)
        room = (most - least) * 0.06 or 1.0
        return least - (room if least else 0.0), most + room

    def _frame(self) -> QRectF:
        metrics = QFontMetricsF(self.font())
        line = metrics.height()
        wide = metrics.horizontalAdvance("8888")
        if self.profile is not None:
            wide = max(metrics.horizontalAdvance(_short(value)) for value in self._ends())
            wide = max(wide, metrics.horizontalAdvance("88"))
        left = wide + 2 * PAD
        return QRectF(
            left, line + PAD, self.width() - left - 10, self.height() - 2 * (line + PAD) - PAD
        )

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.profile is not None and len(self.profile.across) > 1:
                self._paint(painter, self.profile)
        finally:
            painter.end()

    def _paint(self, painter: QPainter, profile: Profile) -> None:
        colours, frame, (least, most) = theme.current(), self._frame(), self._ends()
        self._write(painter, frame, profile)
        far = float(profile.across[-1]) or 1.0
        x = frame.left() + profile.across / far * frame.width()
        y = frame.bottom() - (profile.up - least) / (most - least) * frame.height()
        tone, wash = QColor(profile.colour), QColor(profile.colour)
        wash.setAlphaF(0.20)
        for line in _pieces(x, y, profile.stepped):
            below = [QPointF(line[-1].x(), frame.bottom()), QPointF(line[0].x(), frame.bottom())]
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(wash)
            painter.drawPolygon(QPolygonF([*line, *below]))
            painter.setPen(QPen(tone, 1.8))
            painter.drawPolyline(QPolygonF(line))
        if 0 <= self.at < len(x):
            painter.setPen(QPen(QColor(colours.muted), 1.0))
            painter.drawLine(QPointF(x[self.at], frame.top()), QPointF(x[self.at], frame.bottom()))
            if math.isfinite(y[self.at]):
                painter.setPen(QPen(QColor(colours.panel), 1.6))
                painter.setBrush(tone)
                painter.drawEllipse(QPointF(x[self.at], y[self.at]), 4.0, 4.0)

    def _write(self, painter: QPainter, frame: QRectF, profile: Profile) -> None:
        """Both axes with round numbers, and their names."""
        colours, line = theme.current(), QFontMetricsF(self.font()).height()
        painter.setPen(QColor(colours.muted))
        painter.drawText(QRectF(PAD, 0, self.width(), line), _LEFT, profile.up_name)
        below = QRectF(frame.left(), 0, frame.width() + 10, line)
        painter.drawText(below, _RIGHT, profile.across_name)
        (least, most), far = self._ends(), float(profile.across[-1]) or 1.0
        grid = QPen(QColor(colours.plot_grid), 1.0)
        for value in _ticks(least, most, frame.height() / APART_Y):
            y = frame.bottom() - (value - least) / (most - least) * frame.height()
            painter.setPen(grid)
            painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y))
            painter.setPen(QColor(colours.muted))
            numbers = QRectF(0, y - line / 2, frame.left() - PAD, line)
            painter.drawText(numbers, _RIGHT, _short(value))
        painter.setPen(QColor(colours.muted))
        for value in _ticks(0.0, far, frame.width() / APART_X):
            x = frame.left() + value / far * frame.width()
            box = QRectF(x - APART_X / 2, frame.bottom() + PAD, APART_X, line)
            painter.drawText(box, _MIDDLE, _short(value))


def _ticks(least: float, most: float, count: float) -> list[float]:
    step = round_step((most - least) / max(count, 1.0))
    first, last = math.ceil(least / step - 1e-9), math.floor(most / step + 1e-9)
    return [k * step for k in range(first, last + 1)]


def _short(value: float) -> str:
    """`0.4`, `12`, `1200`."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _pieces(x: Floats, y: Floats, stepped: bool) -> list[list[QPointF]]:
    """Lines through what is known; stepped ones keep each value from the point before."""
    known = np.isfinite(y)
    pieces: list[list[QPointF]] = []
    line: list[QPointF] = []
    for k in range(len(x)):
        if not known[k]:
            continue
        if k and not known[k - 1] and not stepped and line:
            pieces.append(line)
            line = []
        if stepped and line:
            line.append(QPointF(line[-1].x(), y[k]))
        line.append(QPointF(x[k], y[k]))
    return [piece for piece in (*pieces, line) if len(piece) > 1]
