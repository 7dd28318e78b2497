"""What lies under the pointer: position, speed, travel time and the quickest way there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.solving.jobs import Task
from core.cancel import Cancel
from core.progress import Progress
from raster.grid import VelocityGrid
from raster.paths import least_cost_path
from raster.travel_times import TravelTimes
from ui.bridge import Bridge
from ui.controllers.under_pointer import UnderPointer
from ui.texts import coordinate, duration

Way = Callable[[float, float], NDArray[np.float64]]
"""Function from a CRS point to the way from it to the start that serves it, float64 (n, 2); empty
where there is no way."""


class Field(NamedTuple):
    """What the map shows: a grid and, where solved, its times.

    way : how one comes there, where that is not told by the times of the cells alone.
    """

    grid: VelocityGrid
    times: TravelTimes | None
    zero_speed_kmh: float
    preview: bool
    way: Way | None = None


class Hover(UnderPointer):
    """Reads out speed and travel time; the line is the quickest way there."""

    path = Signal(object)  # float64 (n, 2) CRS points from the pointer to its start, or None

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(bridge, parent)
        self._field: Field | None = None

    def show_field(self, field: Field | None) -> None:
        """Read out another field from now on, also where the pointer rests."""
        self._field = field
        self._look_again()

    # -- reading

    def _read(self, x: float, y: float) -> tuple[str, str, str]:
        if self._field is None:
            return "", "", ""
        grid, times = self._field.grid, self._field.times
        cell = min(grid.cell_x, grid.cell_y)
        position = f"{coordinate(x, cell)}, {coordinate(y, cell)}"
        place = grid.cell_at(x, y)
        if place is None:
            return position, self.tr("outside"), ""
        speed = grid.kmh_at(*place)
        if np.isnan(speed):
            return position, self.tr("no data"), ""
        if not grid.passable(*place, self._field.zero_speed_kmh):
            return position, self.tr("barrier"), ""
        words = f"{speed:.3g} km/h"
        if speed <= 0:
            words = self.tr("0 → {speed:g} km/h").format(speed=self._field.zero_speed_kmh)
        return position, words, self._time_words(times, place)

    def _time_words(self, times: TravelTimes | None, place: tuple[int, int]) -> str:
        if times is None:
            return ""
        seconds = times.seconds_at(*place)
        if np.isinf(seconds):
            return self.tr("not reached")
        return f"{'≈ ' if self._field and self._field.preview else ''}{duration(seconds)}"

    # -- the path

    def _is_solved(self) -> bool:
        field = self._field
        return field is not None and field.times is not None and not field.preview

    def _search(self, x: float, y: float) -> Task | None:
        field = self._field
        assert field is not None
        assert field.times is not None
        cell = field.grid.cell_at(x, y)
        if cell is None or np.isinf(field.times.seconds_at(*cell)):
            self._drop_path()
            return None
        grid, times, zero, way = field.grid, field.times, field.zero_speed_kmh, field.way

        def work(progress: Progress, cancel: Cancel) -> NDArray[np.float64]:
            if way is not None:
                return way(x, y)
            return _points(grid, least_cost_path(grid, times, *cell, zero))

        return self._bridge.run("path", work, self._draw, quiet=True)

    def _draw(self, points: NDArray[np.float64]) -> None:
        if not len(points):
            self._drop_path()
            return
        self._drawn = True
        self.path.emit(points)

    def _emit_no_path(self) -> None:
        self.path.emit(None)


def _points(grid: VelocityGrid, cells: NDArray[np.int64]) -> NDArray[np.float64]:
    """Centres of cells, float64 (n, 2), in CRS units."""
    x = grid.left + (cells[:, 1] + 0.5) * grid.cell_x
    y = grid.top - (cells[:, 0] + 0.5) * grid.cell_y
    return np.column_stack((x, y))
