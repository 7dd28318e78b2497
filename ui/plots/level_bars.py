"""Times of levels as bars, beside somebody else's: two columns on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ui import theme
from ui.texts import milliseconds
from ui.widgets.figures import NOTHING

ROW, BAR, GAP = 20, 11, 10
"""Heights in pixels of a row and of the bar in it, and the gap between two columns."""

PAPER = 4
"""Index of the theme's plot colour of the other column."""

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class LevelBar:
    """name : of the level. other_ms : None where the others have no such level.

    colour : index of the theme's plot colour. tip : what the level is, in full.
    """

    name: str
    ms: float
    other_ms: float | None
    colour: int = 0
    tip: str = ""


class LevelBars(QWidget):
    """A row for each level, the lowest first, with both times as bars and as numbers."""

    def __init__(
        self, ours: str, others: str, parent: QWidget | None = None, *, apart: bool = False
    ) -> None:
        """ours, others : the heads of the two columns. apart : each row is of something else, and
        has a scale of its own, for both columns."""
        super().__init__(parent)
        self._apart = apart
        self._heads = ours, others
        self.bars: tuple[LevelBar, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_bars(())

    def show_bars(self, bars: Sequence[LevelBar]) -> None:
        """Show these; screen readers get them as text."""
        if len(bars) != len(self.bars):
            self.updateGeometry()
        self.bars = tuple(bars)
        self.setAccessibleDescription("; ".join(self._told(bar) for bar in self.bars))
        self.update()

    def _told(self, bar: LevelBar) -> str:
        ours, others = self._heads
        other = NOTHING if bar.other_ms is None else milliseconds(bar.other_ms)
        return f"{bar.name}: {ours} {milliseconds(bar.ms)}, {others} {other}"

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(300, ROW * (len(self.bars) + 1))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(220, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            row = int(event.pos().y() / ROW) - 1
            if 0 <= row < len(self.bars):
                QToolTip.showText(event.globalPos(), self.bars[row].tip, self)
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        try:
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        colours, metrics = theme.current(), QFontMetricsF(self.font())
        names = max((metrics.horizontalAdvance(bar.name) for bar in self.bars), default=0.0)
        left = names + GAP
        wide = (self.width() - left - GAP) / 2
        columns = [QRectF(left, 0, wide, ROW), QRectF(left + wide + GAP, 0, wide, ROW)]
        painter.setPen(QColor(colours.muted))
        for column, head in zip(columns, self._heads, strict=True):
            painter.drawText(column, _LEFT, metrics.elidedText(head, _ELIDE, column.width()))
        for place, bar in enumerate(self.bars, start=1):
            painter.setPen(QColor(colours.muted))
            painter.drawText(QRectF(0, place * ROW, names, ROW), _LEFT, bar.name)
            shades = colours.series[bar.colour], colours.series[PAPER]
            amounts = bar.ms, bar.other_ms
            for column, shade, ms in zip(columns, shades, amounts, strict=True):
                at = column.translated(0, place * ROW)
                self._paint_bar(painter, at, QColor(shade), ms, self.scale_of(bar), metrics)

    def scale_of(self, bar: LevelBar) -> float:
        """Milliseconds of the longest bar there could be in its row, in either column."""
        rows = (bar,) if self._apart else self.bars
        return max((max(row.ms, row.other_ms or 0.0) for row in rows), default=0.0)

    def _paint_bar(
        self,
        painter: QPainter,
        at: QRectF,
        shade: QColor,
        ms: float | None,
        top: float,
        metrics: QFontMetricsF,
    ) -> None:
        """A bar and its number behind it."""
        words = NOTHING if ms is None else milliseconds(ms)
        width = at.width() - metrics.horizontalAdvance("0000 ms") - 4
        length = 0.0 if ms is None or top <= 0 else max(width * ms / top, 1.5)
        painter.fillRect(QRectF(at.left(), at.top() + (ROW - BAR) / 2, length, BAR), shade)
        painter.setPen(QColor(theme.current().text))
        behind = QRectF(at.left() + length + 4, at.top(), at.width() - length - 4, ROW)
        painter.drawText(behind, _LEFT, words)


_ELIDE = Qt.TextElideMode.ElideRight
