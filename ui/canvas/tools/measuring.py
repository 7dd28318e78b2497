"""Lengths and areas measured on the map with the tool that draws."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QCursor

from ui.canvas.read_marks import MeasureMark
from ui.canvas.tools.draw_tool import DrawTool
from ui.canvas.tools.surface import MapSurface

Words = Callable[[NDArray[np.float64], bool], tuple[str, ...]]
"""Function that says what corners, float64, (n, 2), in CRS units, measure as a line or an area."""


class MeasureTool(QObject):
    """words : what says how much it is."""

    def __init__(self, view: MapSurface) -> None:
        super().__init__(view)
        self.words: Words = lambda corners, area: ()
        self.tool = DrawTool(view, lambda: QCursor(Qt.CursorShape.CrossCursor))
        self._view = view
        self._ended: tuple[list[tuple[float, float]], bool] | None = None
        self.tool.drawn.connect(self._end)
        self.tool.turned.connect(self._forget)

    @property
    def mark(self) -> MeasureMark | None:
        """What is being drawn, with the place of the pointer, else what was drawn last."""
        sketch = self.tool.sketch
        if sketch.begun:
            ahead = [] if sketch.at is None or sketch.closes else [sketch.at]
            return self._measured([*sketch.corners, *ahead], sketch.closes)
        return None if self._ended is None else self._measured(*self._ended)

    def _measured(self, corners: list[tuple[float, float]], area: bool) -> MeasureMark:
        ground = self._view.ground
        places = [] if ground is None else [ground.to_crs(x, y) for x, y in corners]
        words = self.words(np.array(places, np.float64).reshape(-1, 2), area)
        return MeasureMark(tuple(corners), area, words)

    def _end(self, corners: list[tuple[float, float]], area: bool) -> None:
        self._ended = corners, area
        self._view.update()

    def _forget(self, _turned: bool) -> None:
        self._ended = None
        self._view.update()
