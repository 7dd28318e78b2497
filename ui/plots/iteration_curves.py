"""The curves of an iteration plot, drawn by pyqtgraph, which takes long to load."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pyqtgraph
from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QToolTip, QWidget

from ui import theme

FILL_ALPHA = 60

AXIS_WIDTH = 56
"""Pixels for the numbers of the upward axis and its name beside them."""

AXIS_HEIGHT = 32
"""Pixels for the numbers of the other axis and its name below."""

MOST_POINTS = 400
"""Points of a curve: about the pixels that it has across. A start that is dragged has them drawn
anew at every step."""

Reader = Callable[[int], str]
"""Function that tells of the event at a place."""


class CountAxis(pyqtgraph.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Two ticks, nought and a round number near the top, written short: 20 k, not 20000."""

    def __init__(self) -> None:
        super().__init__("left")
        self.enableAutoSIPrefix(False)
        self.setWidth(AXIS_WIDTH)
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


class IterationCurves(pyqtgraph.PlotWidget):  # type: ignore[misc]
    """Some named curves over the iteration number; the first are filled to the ground.

    reader : tells the values under the pointer, beside which a line stands.
    """

    def __init__(self, series: Sequence[tuple[str, int]], reader: Reader, parent: QWidget) -> None:
        theme.configure_plots(theme.current())
        super().__init__(parent, axisItems={"left": CountAxis()})
        self.setMenuEnabled(False)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self._series = tuple(series)
        self.plotItem.setContentsMargins(0, 4, 8, 0)
        self.plotItem.getAxis("bottom").setHeight(AXIS_HEIGHT)
        self._reader, self._places = reader, 0
        self.pointer = pyqtgraph.InfiniteLine(angle=90, movable=False)
        self.pointer.hide()
        self.addItem(self.pointer, ignoreBounds=True)
        self.curves = [
            self.plot([], [], fillLevel=0.0, name=name, skipFiniteCheck=True) for name, _ in series
        ]
        self._restyle()

    def name_axes(self, across: str, up: str) -> None:
        """Write what is counted along each, with its unit."""
        self.plotItem.getAxis("bottom").setLabel(across)
        self.plotItem.getAxis("left").setLabel(up)

    def told_at(self, x: float) -> str:
        """The values at a place of the axis; "" where there are none. The line goes there."""
        place = round(x)
        there = 0 <= place < self._places
        self.pointer.setVisible(there)
        self.pointer.setValue(place)
        return self._reader(place) if there else ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        super().mouseMoveEvent(event)
        at = self.plotItem.vb.mapSceneToView(self.mapToScene(event.position().toPoint()))
        QToolTip.showText(event.globalPosition().toPoint(), self.told_at(at.x()), self)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().leaveEvent(event)
        self.pointer.hide()

    def show_values(self, index: Sequence[int], *values: Sequence[float]) -> None:
        """Draw the curves, of many iterations the highest of each few."""
        for side in ("left", "bottom"):
            self.plotItem.getAxis(side).setStyle(showValues=len(index) > 0)
        self._places = len(index)
        first = np.arange(0, len(index), max(-(-len(index) // MOST_POINTS), 1))
        x = np.asarray(index, np.float64)[first]
        for curve, column in zip(self.curves, values, strict=True):
            curve.setData(x, np.maximum.reduceat(np.asarray(column, np.float64), first))
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
        self.pointer.setPen(pyqtgraph.mkPen(colours.muted))
        for curve, (_, colour) in zip(self.curves, self._series, strict=True):
            shade = QColor(colours.series[colour])
            curve.setPen(pyqtgraph.mkPen(shade))  # Qt strokes what is wider ten times as slowly
            shade.setAlpha(FILL_ALPHA)
            curve.setBrush(shade)
