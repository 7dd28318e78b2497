"""A round length on the map, and its drawing."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from ui.canvas.plate import draw_plate
from ui.theme import Theme, mix


@dataclass(frozen=True, slots=True)
class Length:
    """A round length in metres, how long it is on the screen, and its text."""

    metres: float
    pixels: float
    text: str


def round_length(metres_per_pixel: float, longest: float = 140.0) -> Length:
    """The longest of 1, 2 or 5 times a power of ten that fits into `longest` pixels."""
    room = metres_per_pixel * longest
    power = 10.0 ** math.floor(math.log10(room))
    metres = max(step * power for step in (1, 2, 5, 10) if step * power <= room * (1 + 1e-9))
    return Length(metres, metres / metres_per_pixel, length_text(metres))


def length_text(metres: float) -> str:
    """A length as people write it: 250 m, 1.5 km, 20 cm."""
    if metres >= 1000:
        kilometres = metres / 1000
        digits = 0 if kilometres >= 100 or kilometres == round(kilometres) else 1
        return f"{kilometres:.{digits}f} km"
    if metres >= 1:
        return f"{metres:.0f} m"
    return f"{metres * 100:.2g} cm"


def draw_scale_bar(painter: QPainter, corner: QPointF, length: Length, theme: Theme) -> QRectF:
    """Draw with the lower left corner of its plate at `corner`; returns the plate."""
    text_height = QFontMetricsF(painter.font()).height()
    width = max(length.pixels, QFontMetricsF(painter.font()).horizontalAdvance(length.text))
    plate = QRectF(corner.x(), corner.y() - text_height - 20, width + 24, text_height + 20)
    draw_plate(painter, plate, theme)
    left, bottom = plate.left() + 12, plate.bottom() - 9
    right = left + length.pixels
    painter.setPen(QPen(QColor(theme.text)))
    box = QRectF(left, plate.top() + 5, width, text_height)
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, length.text)
    half = left + length.pixels / 2
    for begin, end, colour in (
        (left, half, QColor(theme.text)),
        (half, right, mix(theme.text, theme.panel, 0.62)),
    ):
        painter.fillRect(QRectF(begin, bottom - 4, end - begin, 4), colour)
    return plate
