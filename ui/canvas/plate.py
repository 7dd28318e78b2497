"""The ground that legend, scale bar and notes stand on."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

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
