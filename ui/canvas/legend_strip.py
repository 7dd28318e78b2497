"""The legend of a small map: one bar of the colours of times, low and across."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPen

from app.bands import Bands, as_read
from ui.canvas.legend import Legend
from ui.canvas.plate import draw_plate
from ui.canvas.wording import tr
from ui.pictures.scene import Scene
from ui.pictures.theme import Theme

_PAD = 9.0
_BAR = 12.0
"""Height of the bar in pixels."""

_BAND, _RAMP = 26.0, 160.0
"""Pixels of a band along the bar, and of a continuous scale."""

_LEAST, _MOST = 104.0, 182.0
"""Pixels that the bar of bands takes, however many there are."""

_APART = 6.0
"""Pixels between two labels, and between the bar and what is beyond it."""


def _limits(bands: Bands) -> tuple[tuple[float, str], ...]:
    """The ends of all bands, which are drawn equally wide."""
    labels = as_read(bands).limit_labels()
    return (0.0, "0"), *((k / len(labels), text) for k, text in enumerate(labels, start=1))


class LegendStrip:
    """Draws what a legend says of times, of less height and area than rows take; as LegendPainter
    does."""

    def __init__(self, scene: Scene, legend: Legend, theme: Theme, font: QFont) -> None:
        colours = tuple(colour for colour, _ in legend.bands) or legend.ramp
        stepped = legend.stepped or bool(legend.bands)
        self.legend = replace(
            legend.of_times(),
            bands=(),
            ramp=colours,
            ticks=_limits(scene.bands) if stepped else legend.ticks,
            beyond=None if legend.beyond is None else (legend.beyond[0], tr("beyond")),
            stepped=stepped,
        )
        self.theme, self.font = theme, QFont(font)
        self.title_font = QFont(font)
        self.title_font.setWeight(QFont.Weight.DemiBold)
        self._metrics = QFontMetricsF(self.font)
        self._line = self._metrics.height() + 1
        self._bar = _RAMP
        if self.legend.stepped:
            self._bar = min(max(_BAND * len(colours), _LEAST), _MOST)

    def size(self) -> tuple[float, float]:
        title = QFontMetricsF(self.title_font).horizontalAdvance(self.legend.title)
        wide = max(self._bar + self._overhang() + self._width_beyond(), title)
        return wide + 2 * _PAD, 2 * self._line + _BAR + 2 * _PAD

    def _overhang(self) -> float:
        """Pixels by which the last label is longer than the bar."""
        share, text = self.legend.ticks[-1]
        end = share * self._bar + self._metrics.horizontalAdvance(text) / 2
        return max(end - self._bar, 0.0)

    def _width_beyond(self) -> float:
        if self.legend.beyond is None:
            return 0.0
        return _APART + self._metrics.horizontalAdvance(self.legend.beyond[1])

    def draw(self, painter: QPainter, corner: QPointF) -> QRectF:
        """Draw with the lower right corner at `corner`; returns the plate."""
        width, height = self.size()
        plate = QRectF(corner.x() - width, corner.y() - height, width, height)
        draw_plate(painter, plate, self.theme)
        painter.save()
        left, top = plate.left() + _PAD, plate.top() + _PAD
        painter.setFont(self.title_font)
        painter.setPen(QColor(self.theme.text))
        title = QRectF(left, top, width - 2 * _PAD, self._line)
        painter.drawText(title, Qt.AlignmentFlag.AlignLeft, self.legend.title)
        painter.setFont(self.font)
        bar = QRectF(left, top + self._line, self._bar, _BAR)
        self._fill(painter, bar)
        self._draw_ticks(painter, bar)
        self._draw_beyond(painter, bar)
        painter.restore()
        return plate

    def _fill(self, painter: QPainter, bar: QRectF) -> None:
        ramp = self.legend.ramp
        if self.legend.stepped:
            edges = [bar.left() + bar.width() * k / len(ramp) for k in range(len(ramp) + 1)]
            for colour, begin, end in zip(ramp, edges, edges[1:], strict=False):
                painter.fillRect(QRectF(begin, bar.top(), end - begin, _BAR), QColor(*colour))
            return
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        for place, colour in enumerate(ramp):
            gradient.setColorAt(place / max(len(ramp) - 1, 1), QColor(*colour))
        painter.fillRect(bar, QBrush(gradient))

    def _draw_ticks(self, painter: QPainter, bar: QRectF) -> None:
        for at, box, text in self._labels(bar):
            painter.setPen(QPen(QColor(self.theme.muted), 1))
            painter.drawLine(QPointF(at, bar.bottom()), QPointF(at, bar.bottom() + 2))
            painter.setPen(QColor(self.theme.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _labels(self, bar: QRectF) -> Iterator[tuple[float, QRectF, str]]:
        """(where, its box, text) of each that does not run into the one before or the last; the
        unit stands at the last alone."""
        *inner, (last_share, last) = self.legend.ticks
        unit = last.rpartition(" ")[2]
        end = self._box(bar, last_share, last)
        free = -math.inf
        for share, text in inner:
            bare = text.removesuffix(f" {unit}")
            box = self._box(bar, share, bare)
            if box.left() >= free and box.right() + _APART <= end.left():
                yield bar.left() + share * bar.width(), box, bare
                free = box.right() + _APART
        yield bar.left() + last_share * bar.width(), end, last

    def _box(self, bar: QRectF, share: float, text: str) -> QRectF:
        """Centred beneath its place, within the bar on its left."""
        wide = self._metrics.horizontalAdvance(text) + 1
        left = max(bar.left() + share * bar.width() - wide / 2, bar.left())
        return QRectF(left, bar.bottom() + 2, wide, self._line)

    def _draw_beyond(self, painter: QPainter, bar: QRectF) -> None:
        if self.legend.beyond is None:
            return
        colour, label = self.legend.beyond
        left = bar.right() + self._overhang() + _APART
        wide = self._metrics.horizontalAdvance(label) + 1
        painter.fillRect(QRectF(left, bar.top(), wide, _BAR), QColor(*colour))
        painter.setPen(QColor(self.theme.text))
        box = QRectF(left, bar.bottom() + 2, wide, self._line)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)
