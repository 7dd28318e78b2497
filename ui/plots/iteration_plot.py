"""A small live plot over the iterations of a solve."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph
from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from ui import theme
from ui.widgets import form

FILL_ALPHA = 60
LEAST_HEIGHT = 64  # pixels in which a curve can be told from another


class CountAxis(pyqtgraph.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Two ticks, nought and a round number near the top, written short: 20 k, not 20000."""

    def __init__(self) -> None:
        super().__init__("left")
        self.enableAutoSIPrefix(False)
        self.setWidth(40)
        self.setStyle(tickLength=-3)

    def tickValues(  # noqa: N802  pyqtgraph's name
        self, minimum: float, maximum: float, size: float
    ) -> list[tuple[float, list[float]]]:
        if not maximum > 0:
            return [(1.0, [0.0])]
        scale = 10.0 ** math.floor(math.log10(maximum))
        top = max(scale * step for step in (1, 2, 5) if scale * step <= maximum)
        return [(top, [0.0, top])]

    def tickStrings(  # noqa: N802  pyqtgraph's name
        self, values: Sequence[float], scale: float, spacing: float
    ) -> list[str]:
        return [_short(value) for value in values]


def _short(value: float) -> str:
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g}"


class IterationPlot(pyqtgraph.PlotWidget):  # type: ignore[misc]
    """Some named curves over the iteration number; the first are filled to the ground."""

    def __init__(
        self, label: str, series: Sequence[tuple[str, int]], parent: QWidget | None = None
    ) -> None:
        """`series` holds (name, index of the theme's plot colour)."""
        super().__init__(parent, axisItems={"left": CountAxis()})
        self.setAccessibleName(label)
        self.setMenuEnabled(False)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        form.yielding(self, LEAST_HEIGHT)
        self._series = tuple(series)
        self.plotItem.setContentsMargins(0, 4, 8, 0)
        self.plotItem.getAxis("bottom").setHeight(20)
        self.curves = [
            self.plot([], [], fillLevel=0.0, name=name, skipFiniteCheck=True) for name, _ in series
        ]
        self._restyle()

    def show_values(self, index: Sequence[int], *values: Sequence[float]) -> None:
        """Draw the curves, at most about as many points as there are pixels."""
        for side in ("left", "bottom"):
            self.plotItem.getAxis(side).setStyle(showValues=len(index) > 0)
        step = max(len(index) // 1200, 1)
        x = np.asarray(index[::step], np.float64)
        for curve, column in zip(self.curves, values, strict=True):
            curve.setData(x, np.asarray(column[::step], np.float64))
        top = max((max(column, default=0.0) for column in values), default=0.0)
        self.setXRange(0, max(x[-1] if len(x) else 1, 1), padding=0.01)
        self.setYRange(0, max(top, 1.0) * 1.08, padding=0)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "curves"):
            self._restyle()

    def _restyle(self) -> None:
        colours = theme.current()
        theme.restyle_plot(self, colours)
        self.setBackground(colours.window)
        for curve, (_, colour) in zip(self.curves, self._series, strict=True):
            shade = QColor(colours.series[colour])
            curve.setPen(pyqtgraph.mkPen(shade, width=1.5))
            shade.setAlpha(FILL_ALPHA)
            curve.setBrush(shade)
