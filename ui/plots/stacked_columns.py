"""Columns side by side, each of several parts: what the steps of each iteration took."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ui import theme
from ui.texts import in_short
from ui.widgets import form

HIGH = 110
"""Height in pixels with the names of both axes."""

PAD = 4
"""Pixels between an axis and what is written beside it."""

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_MIDDLE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class StackedColumn:
    """parts : from the ground up. tip : the column in full."""

    parts: tuple[float, ...]
    tip: str = ""

    @property
    def whole(self) -> float:
        return sum(self.parts)


class StackedColumns(QWidget):
    """Columns over their number, with named axes.

    across, up : what is counted along each axis, with its unit. colours : indices of the theme's
    plot colours, one for each part. logarithmic : the scale upward is; for columns of one part.
    """

    def __init__(
        self,
        across: str,
        up: str,
        colours: Sequence[int],
        *,
        logarithmic: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._across, self._up, self._colours = across, up, tuple(colours)
        self._logarithmic = logarithmic
        self.columns: tuple[StackedColumn, ...] = ()
        form.yielding(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{up}, {across}")
        self.show_columns(())

    def show_columns(self, columns: Sequence[StackedColumn]) -> None:
        """Show these; screen readers get them as text."""
        self.columns = tuple(columns)
        self.setAccessibleDescription("; ".join(column.tip for column in self.columns))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(280, HIGH)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(200, HIGH)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self.columns:
            frame = self._frame()
            at = int((event.pos().x() - frame.left()) / frame.width() * len(self.columns))
            if 0 <= at < len(self.columns):
                QToolTip.showText(event.globalPos(), self.columns[at].tip, self)
                return True
        return super().event(event)

    def _frame(self) -> QRectF:
        """Where the columns stand: right of the numbers, between both lines of writing."""
        metrics = QFontMetricsF(self.font())
        left = max(map(metrics.horizontalAdvance, (in_short(self._top), "0"))) + PAD
        line = metrics.height()
        return QRectF(left, line + PAD, self.width() - left - 1, self.height() - 2 * (line + PAD))

    @property
    def _top(self) -> float:
        return max((column.whole for column in self.columns), default=0.0)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        try:
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        colours, frame = theme.current(), self._frame()
        self._write(painter, frame)
        painter.fillRect(
            QRectF(frame.left(), frame.bottom(), frame.width(), 1), QColor(colours.plot_grid)
        )
        wide = frame.width() / max(len(self.columns), 1)
        shades = [QColor(colours.series[colour]) for colour in self._colours]
        for place, column in enumerate(self.columns):
            ground = frame.bottom()
            tall = frame.height() * self._share(column.whole)
            for part, shade in zip(column.parts, shades, strict=True):
                high = tall * part / column.whole if column.whole > 0 else 0.0
                ground -= high
                gap = 1.0 if wide >= 3 else 0.0
                at = QRectF(frame.left() + place * wide, ground, max(wide - gap, 0.5), high)
                painter.fillRect(at, shade)

    def _share(self, value: float) -> float:
        """How much of the height a column takes."""
        top = self._top
        if top <= 0:
            return 0.0
        return math.log1p(value) / math.log1p(top) if self._logarithmic else value / top

    def _write(self, painter: QPainter, frame: QRectF) -> None:
        """The names of both axes, and the ends of their scales."""
        line = QFontMetricsF(self.font()).height()
        painter.setPen(QColor(theme.current().muted))
        painter.drawText(QRectF(0, 0, self.width(), line), _LEFT, self._up)
        numbers = frame.left() - PAD
        painter.drawText(QRectF(0, frame.top(), numbers, line), _RIGHT, in_short(self._top))
        painter.drawText(QRectF(0, frame.bottom() - line / 2, numbers, line), _RIGHT, "0")
        below = QRectF(frame.left(), frame.bottom() + PAD, frame.width(), line)
        painter.drawText(below, _MIDDLE, self._across)
        if self.columns:
            painter.drawText(below, _LEFT, "1")
            painter.drawText(below, _RIGHT, str(len(self.columns)))
