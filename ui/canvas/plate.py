"""The ground that legend, scale bar and notes stand on, and the small print of licences."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from ui.pictures.theme import Theme


def draw_plate(painter: QPainter, plate: QRectF, theme: Theme, radius: float = 8.0) -> None:
    """The translucent ground that texts on the map stand on, with a soft shadow."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    shade = QColor(theme.shadow)
    for spread in (3.0, 2.0, 1.0):
        shade.setAlphaF(0.05)
        painter.setBrush(shade)
        grown = plate.adjusted(-spread, -spread + 1, spread, spread + 1)
        painter.drawRoundedRect(grown, radius + spread, radius + spread)
    ground, edge = QColor(theme.panel), QColor(theme.border)
    ground.setAlphaF(0.94)
    painter.setBrush(ground)
    painter.setPen(QPen(edge, 1))
    painter.drawRoundedRect(plate.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.restore()


def fine_print_plate(font: QFont, corner: QPointF, text: str) -> QRectF:
    """The plate of a small line of text, with its lower left corner at `corner`; font : of the rest
    of the map."""
    metrics = QFontMetricsF(_fine(font))
    width, height = metrics.horizontalAdvance(text) + 14, metrics.height() + 4
    return QRectF(corner.x(), corner.y() - height, width, height)


def draw_fine_print(painter: QPainter, corner: QPointF, text: str, theme: Theme) -> QRectF:
    """A small line of text with its lower left corner at `corner`; returns its plate."""
    painter.save()
    plate = fine_print_plate(painter.font(), corner, text)
    painter.setFont(_fine(painter.font()))
    draw_plate(painter, plate, theme, 5)
    painter.setPen(QColor(theme.muted))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()
    return plate


def attribution_corner(
    font: QFont, text: str, bar: QRectF, legend: QRectF, room: QRectF, gap: float
) -> QPointF:
    """The lower left corner of what a licence asks for, which is read whole: beside the scale bar,
    or above it, and above the legend, where that or the edge of the map leaves too little room.
    gap : pixels between two plates."""
    beside = QPointF(bar.right() + gap, bar.bottom())
    plate = fine_print_plate(font, beside, text)
    if plate.right() <= room.right() and not plate.adjusted(0, 0, gap, 0).intersects(legend):
        return beside
    above = QPointF(bar.left(), bar.top() - gap)
    if fine_print_plate(font, above, text).adjusted(0, 0, gap, gap).intersects(legend):
        above.setY(min(bar.top(), legend.top()) - gap)
    return above


def smaller(font: QFont, share: float) -> QFont:
    """The font at a share of its size, and no smaller than can be read. One that is asked for in
    pixels, as the letters of a report are, stays so: points of a picture of many pixels an inch
    would be larger than the text they belong to."""
    small = QFont(font)
    if font.pixelSize() > 0:
        small.setPixelSize(max(round(font.pixelSize() * share), 8))
    else:
        small.setPointSizeF(max(font.pointSizeF() * share, 6.0))
    return small


def _fine(font: QFont) -> QFont:
    return smaller(font, 0.82)
