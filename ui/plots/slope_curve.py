"""What a slope does to the time of a step, over the angle; the points of a table can be dragged."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QWidget

from raster.slopes.models import FactorTable, SlopeModel
from ui.plots.point_curve import PointCurve, Points

WIDEST = 45.0
"""Degrees on either side that are shown; of a table all its angles."""


class SlopeCurve(PointCurve):
    """The factor of a model; a table's points can be dragged."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model: SlopeModel | None = None
        self.setAccessibleName(self.tr("Factor of time by slope"))

    def show_model(self, model: SlopeModel | None) -> None:
        """Draw this; None for nothing."""
        self.model = model
        tip = ""
        if isinstance(model, FactorTable):
            tip = self.tr(
                "Drag points; a double click makes one or lets you type its numbers, "
                "a right click takes one away"
            )
        self.setToolTip(tip)
        self.update()

    @property
    def points(self) -> Points:
        return self.model.points if isinstance(self.model, FactorTable) else ()

    def take(self, points: Points) -> None:
        if isinstance(self.model, FactorTable):
            self.model = replace(self.model, points=points)

    @property
    def span(self) -> tuple[float, float, float]:
        assert self.model is not None
        low, high = -WIDEST, WIDEST
        if self.points:
            low, high = min(low, self.points[0][0]), max(high, self.points[-1][0])
            most = max(factor for _, factor in self.points)
        else:
            angles = np.radians([-30.0, 0.0, 30.0])
            most = float(self.model.factor(np.tan(angles)).max())
        return low, high, max(most * 1.15, 1.5)

    @property
    def foot(self) -> str:
        return self.tr("slope upwards")

    @property
    def side(self) -> str:
        return self.tr("time factor")

    @property
    def name_of_values(self) -> str:
        return self.tr("Factor")

    @property
    def drawn(self) -> bool:
        return self.model is not None

    def paint_line(self, painter: QPainter) -> None:
        model, (low, high, _) = self.model, self.ends()
        assert model is not None
        slopes = [math.degrees(math.atan(cut)) for cut in model.cuts]
        angles = np.linspace(max(low, slopes[0]), min(high, slopes[1]), 181)
        factors = model.factor(np.tan(np.radians(angles)))
        knee = model.knee
        at_knee = -1.0 if knee is None else math.degrees(math.atan(knee))
        # A formula leaves the picture at its top; along it, slopes would seem to cost the same.
        at = self.place if self.points else self.pixel
        line = [at(*point) for point in zip(angles.tolist(), factors.tolist(), strict=True)]
        breaks = int(np.searchsorted(angles, at_knee)) if knee is not None else 0
        for part in (line[:breaks], line[breaks:]):
            painter.drawPolyline(QPolygonF(part))
