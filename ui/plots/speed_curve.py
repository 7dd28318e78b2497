"""Speed on open ground over the slope, whose points can be dragged."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QWidget

from raster.builder.rules import FASTEST_KMH, Curve
from ui.plots.point_curve import PointCurve, Points

WIDEST = 45.0
"""Degrees that are shown at least."""


class SpeedCurve(PointCurve):
    """km/h by slope, from 0° upwards."""

    fewest = 1
    flattest, steepest = 0.0, 90.0
    least, most = 0.0, FASTEST_KMH
    digits = 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curve = Curve(((0.0, 5.0),))
        self.setAccessibleName(self.tr("Speed by slope"))
        self.setToolTip(
            self.tr(
                "Drag points; a double click makes one or lets you type its numbers, "
                "a right click takes one away"
            )
        )

    def show_curve(self, curve: Curve) -> None:
        """Draw this."""
        self.curve = curve
        self.update()

    @property
    def points(self) -> Points:
        return self.curve.points

    def take(self, points: Points) -> None:
        self.curve = Curve(points, self.curve.steps)

    @property
    def span(self) -> tuple[float, float, float]:
        fastest = max(kmh for _, kmh in self.points)
        return 0.0, max(WIDEST, self.points[-1][0]), max(fastest * 1.15, 1.0)

    @property
    def foot(self) -> str:
        return self.tr("km/h by slope")

    @property
    def name_of_values(self) -> str:
        return self.tr("km/h")

    def paint_line(self, painter: QPainter) -> None:
        (_, high, _), line = self.ends(), []
        points = ((0.0, self.points[0][1]), *self.points, (high, self.points[-1][1]))
        before = points[0][1]
        for angle, kmh in points:
            if self.curve.steps:
                line.append(self.place(angle, before))
            line.append(self.place(angle, kmh))
            before = kmh
        painter.drawPolyline(QPolygonF([QPointF(at) for at in line]))
