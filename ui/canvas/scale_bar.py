"""A round length on the map, and its drawing."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from app.units import units
from ui.canvas.plate import draw_plate
from ui.pictures.theme import Theme
from ui.texts import count
from ui.theme import mix


@dataclass(frozen=True, slots=True)
class Length:
    """A round length in metres, how long it is on the screen, and its text."""

    metres: float
    pixels: float
    text: str


def round_length(metres_per_pixel: float, longest: float = 140.0) -> Length:
    """The longest of 1, 2 or 5 times a power of ten, of the unit that is read, that fits into
    `longest` pixels."""
    room, system = metres_per_pixel * longest, units()
    name, worth = next(
        (u for u in (system.large, system.small) if room >= u[1] * (1 - 1e-9)), system.tiny
    )
    power = 10.0 ** math.floor(math.log10(room / worth * (1 + 1e-9)))
    steps = (step * power for step in (1, 2, 5, 10))
    found = max(step for step in steps if step * worth <= room * (1 + 1e-9))
    text = f"{count(found)} {name}" if found >= 1 else f"{found:g} {name}"
    return Length(found * worth, found * worth / metres_per_pixel, text)


def plate_of(corner: QPointF, bar: Length, font: QFont) -> QRectF:
    """The plate of a bar, with its lower left corner at `corner`."""
    metrics = QFontMetricsF(font)
    width = max(bar.pixels, metrics.horizontalAdvance(bar.text))
    return QRectF(corner.x(), corner.y() - metrics.height() - 20, width + 24, metrics.height() + 20)


def draw_scale_bar(painter: QPainter, corner: QPointF, bar: Length, theme: Theme) -> QRectF:
    """Draw with the lower left corner of its plate at `corner`; returns the plate."""
    plate = plate_of(corner, bar, painter.font())
    width, text_height = plate.width() - 24, plate.height() - 20
    draw_plate(painter, plate, theme)
    left, bottom = plate.left() + 12, plate.bottom() - 9
    right = left + bar.pixels
    painter.setPen(QPen(QColor(theme.text)))
    box = QRectF(left, plate.top() + 5, width, text_height)
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, bar.text)
    half = left + bar.pixels / 2
    for begin, end, colour in (
        (left, half, QColor(theme.text)),
        (half, right, mix(theme.text, theme.panel, 0.62)),
    ):
        painter.fillRect(QRectF(begin, bottom - 4, end - begin, 4), colour)
    return plate
