"""How much is reached when, with the limits of the bands as lines that are moved by hand or key."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.bands import Bands, as_read, round_step
from app.spread import BINS, Spread
from ui import theme

HEIGHT, LEAST = 96, 72
"""Height in pixels of the plot, and the least at which it can be read."""

SIDE, GRIP = 7, 4
"""Pixels at either side of the plot, and radius of the grip of a line."""

REACH = 7
"""Pixels from a line at which it is taken hold of."""

BEYOND_ROOM = 1.06
"""Width of the plot over the last line or the last bin."""

FAR = 10
"""Steps of a key with Shift."""

HALF_MINUTE = 30.0
"""Seconds that lines move by, at least, where limits are in minutes: with less between them all
would suddenly be in seconds."""

_MIDDLE = Qt.AlignmentFlag.AlignCenter


class TimeHistogram(QWidget):
    """Shows bands over a spread, and tells where the user moves a limit.

    moved : Bands, and a key that is the same for all steps of one drag, or of keys pressed for one
    limit one after the other.
    """

    moved = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spread: Spread | None = None
        self._bands: Bands | None = None
        self._colours: tuple[QColor, ...] = ()
        self.chosen = 0
        self._held = False
        self._end = 1.0  # of the axis, while a line is held
        self._drags = 0
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(LEAST)

    # -- what is shown

    def show_spread(self, spread: Spread | None) -> None:
        """How much is reached when; None where that is not known."""
        self.spread = spread
        self.update()

    def show_bands(self, bands: Bands, colours: Sequence[QColor]) -> None:
        """The bands, and the colours of all and of what is beyond them."""
        self._bands, self._colours = bands, tuple(colours)
        self.chosen = min(self.chosen, len(bands.limits) - 1)
        self._tell()
        self.update()

    def _tell(self) -> None:
        """What a screen reader says."""
        if self._bands is not None:
            words = self.tr("Limit {number} of {count}: {limit}").format(
                number=self.chosen + 1, count=len(self._bands.limits), limit=self._label
            )
            self.setAccessibleDescription(words)

    @property
    def _label(self) -> str:
        """The limit that is chosen, in words."""
        return "" if self._bands is None else as_read(self._bands).limit_labels()[self.chosen]

    # -- from time to pixel

    @property
    def end(self) -> float:
        """The end of the axis, which stands still while a line is held."""
        if self._held:
            return self._end
        last = 1.0 if self._bands is None else self._bands.last
        return BEYOND_ROOM * max(last, 0.0 if self.spread is None else self.spread.end)

    @property
    def _plot(self) -> QRectF:
        text = QFontMetricsF(self.font()).height()
        return QRectF(self.rect()).adjusted(SIDE, text + 2 * GRIP, -SIDE, -text - 3)

    def at(self, amount: float) -> float:
        """The pixel of a time, from the left."""
        return self._plot.left() + self._plot.width() * amount / self.end

    def amount_at(self, pixel: float) -> float:
        """The time of a pixel."""
        return self.end * (pixel - self._plot.left()) / max(self._plot.width(), 1.0)

    @property
    def step(self) -> float:
        """The round time that a line moves by: a pixel's worth or little more."""
        assert self._bands is not None
        shown = as_read(self._bands)
        step = round_step(self.end / max(self._plot.width(), 1.0), shown.measure)
        return max(step, HALF_MINUTE) if shown.unit == "min" else step

    # -- what the user does

    def _under(self, pixel: float) -> int | None:
        """The limit whose line is near a pixel."""
        if self._bands is None:
            return None
        away = [abs(self.at(limit) - pixel) for limit in self._bands.limits]
        nearest = int(np.argmin(away))
        return nearest if away[nearest] <= REACH else None

    def _move(self, to: float, step: float, key: str) -> None:
        if self._bands is not None:
            bands = self._bands.moved(self.chosen, to, step)
            if bands.limits != self._bands.limits:
                self.moved.emit(bands, key)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        place = self._under(event.position().x())
        if event.button() != Qt.MouseButton.LeftButton or place is None:
            return
        self._end, self._held = self.end, True
        self._drags += 1
        self._choose(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        x = event.position().x()
        if self._held:
            self._move(self.amount_at(x), self.step, f"band line {self._drags}")
            return
        on = self._under(x) is not None
        self.setCursor(Qt.CursorShape.SplitHCursor if on else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        self._held = False
        self.update()

    def _choose(self, place: int) -> None:
        count = 0 if self._bands is None else len(self._bands.limits)
        self.chosen = min(max(place, 0), max(count - 1, 0))
        self._tell()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        key, bands = event.key(), self._bands
        chosen = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(key), 0)
        along = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(key), 0)
        if bands is None or not (chosen or along):
            super().keyPressEvent(event)
        elif chosen:
            self._choose(self.chosen + chosen)
        else:
            far = FAR if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            step, now = self.step, bands.limits[self.chosen]
            self._move(now + along * far * step, step, f"band line by key {self.chosen}")

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  Qt's name
        self.update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  Qt's name
        self._held = False
        self.update()
        super().focusOutEvent(event)

    # -- Qt

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(200, HEIGHT)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        colours, plot = theme.current(), self._plot
        if self._bands is None:
            return
        self._paint_bars(painter, plot, self._bands)
        painter.setPen(QPen(QColor(colours.border), 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        self._paint_axis(painter, plot, self._bands)
        for place, limit in enumerate(self._bands.limits):
            self._paint_line(painter, plot, self.at(limit), place == self.chosen)

    def _paint_bars(self, painter: QPainter, plot: QRectF, bands: Bands) -> None:
        """The bars, in the colours of the bands that they are cut by."""
        if self.spread is None or not self.spread.amounts.any():
            return
        heights = self.spread.amounts / self.spread.amounts.max() * plot.height()
        width = self.spread.end / BINS
        bars = QPainterPath()
        for k, height in enumerate(heights.tolist()):
            left, right = self.at(k * width), self.at((k + 1) * width)
            bars.addRect(QRectF(left, plot.bottom() - height, right - left + 0.5, height))
        bars.setFillRule(Qt.FillRule.WindingFill)
        painter.save()
        painter.setClipPath(bars)
        edges = [0.0, *bands.limits, self.end]
        for colour, begin, end in zip(self._colours, edges, edges[1:], strict=False):
            stripe = QRectF(
                self.at(begin), plot.top(), self.at(end) - self.at(begin), plot.height()
            )
            painter.fillRect(stripe, colour)
        painter.restore()

    def _paint_axis(self, painter: QPainter, plot: QRectF, bands: Bands) -> None:
        """A few round times beneath."""
        metrics = QFontMetricsF(self.font())
        shown = as_read(bands).measure
        step = round_step(self.end / 4, shown)
        painter.setPen(QColor(theme.current().muted))
        ticks = [step * k for k in range(1, int(self.end / step) + 1)]
        words = as_read(Bands(tuple(ticks), bands.measure)).limit_labels() if ticks else ()
        for at, text in ((0.0, "0"), *zip(ticks, words, strict=True)):
            wide = metrics.horizontalAdvance(text) + 2
            left = min(max(self.at(at) - wide / 2, 0.0), self.width() - wide)
            painter.drawText(QRectF(left, plot.bottom() + 2, wide, metrics.height()), _MIDDLE, text)

    def _paint_line(self, painter: QPainter, plot: QRectF, x: float, chosen: bool) -> None:
        """The line of a limit with its grip, and what it says if it is in use."""
        colours, top = theme.current(), plot.top() - GRIP
        in_use = chosen and (self.hasFocus() or self._held)
        line = QColor(colours.accent if in_use else colours.text)
        painter.setPen(QPen(line, 2.0 if in_use else 1.0))
        painter.drawLine(QPointF(x, top), QPointF(x, plot.bottom()))
        painter.setBrush(line)
        painter.drawEllipse(QPointF(x, top), GRIP, GRIP)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if in_use:
            metrics = QFontMetricsF(self.font())
            wide = metrics.horizontalAdvance(self._label) + 4
            left = min(max(x - wide / 2, 0.0), self.width() - wide)
            painter.setPen(QColor(colours.text))
            painter.drawText(QRectF(left, 0, wide, metrics.height()), _MIDDLE, self._label)
