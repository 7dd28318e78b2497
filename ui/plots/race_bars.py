"""The runners of a race as bars: what each took, and how many times as fast as the slowest."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.timing.plain_words import times_as
from app.timing.race import Finish
from ui import theme
from ui.texts import milliseconds, runner_name

ROW, BAR, GAP = 24, 13, 10
"""Heights in pixels of a row and of the bar in it, and the gap between name and bar."""

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class RaceBars(QWidget):
    """A row for each runner of one race, the fastest first; the bar is its speed-up."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Finish, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Speed-up over the slowest"))

    def show_rows(self, rows: Sequence[Finish]) -> None:
        """Show these; screen readers get them as text."""
        self.rows = tuple(rows)
        self.setAccessibleDescription("; ".join(f"{_name(r)}: {self.told(r)}" for r in rows))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def told(self, row: Finish) -> str:
        """ "17.2 ms, 37 times"."""
        took = milliseconds(row.measured.median)
        factor = times_as(row.factor)
        if factor == "1":
            return took
        return self.tr("{time}, {factor} times").format(time=took, factor=factor)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(420, max(ROW * len(self.rows), 1))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        try:
            self.paint(painter, self.width())
        finally:
            painter.end()

    def paint(self, painter: QPainter, width: float) -> None:
        """Paint the bars on whatever is painted on: screen, PNG or SVG."""
        colours, metrics = theme.current(), QFontMetricsF(self.font())
        names = max((metrics.horizontalAdvance(_name(row)) for row in self.rows), default=0.0)
        behind = max((metrics.horizontalAdvance(self.told(row)) for row in self.rows), default=0.0)
        room = max(width - names - behind - 2 * GAP, 1.0)
        top = max((row.factor for row in self.rows), default=1.0)
        for place, row in enumerate(self.rows):
            at, length = place * ROW, max(room * row.factor / top, 1.5)
            painter.setPen(QColor(colours.text))
            painter.drawText(QRectF(0, at, names + 1, ROW), _LEFT, _name(row))
            bar = QRectF(names + GAP, at + (ROW - BAR) / 2, length, BAR)
            painter.fillRect(bar, QColor(colours.series[0]))
            told = QRectF(bar.right() + GAP / 2, at, behind + GAP, ROW)
            painter.drawText(told, _LEFT, self.told(row))


def _name(row: Finish) -> str:
    return f"{row.place}. {runner_name(row.measured.runner)}"
