"""What there is to say of a place on the map, and the line from there to its start. No truth here:
a reader is made for what is shown, and thrown away with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from app.roads.open_roads import OpenRoads
from app.solving.road_solved import RoadReading, RoadSolved
from core.errors import IsofrontError
from raster.grid import VelocityGrid
from raster.paths import least_cost_path
from raster.travel_times import TravelTimes
from road.graph import RoadGraph
from road.properties import RoadClass
from road.routes.route import Route
from road.routes.route_line import line_of
from road.speed_limits import in_words
from ui.canvas.markers import path_length
from ui.texts import DEGREES_A_METRE, amount, coordinate, duration, length, street_class

Line = NDArray[np.float64]
"""float64, (n, 2): CRS points from a place to the start that serves it."""

Way = Callable[[float, float], Line]
"""Function from a CRS point to the way from it to its start; empty where there is no way."""

_FAR_M = 30.0
"""Metres from the pointer to its street from which on they are shown."""


class WayShown(NamedTuple):
    """A way to a place: its line, what stands beside it, and on roads its turns."""

    line: Line
    note: tuple[str, ...]
    route: Route | None = None


class PlaceReader(Protocol):
    """Reads out what is shown. solved : whether it has times, and not those of a preview."""

    @property
    def solved(self) -> bool: ...
    def place(self, x: float, y: float) -> tuple[str, str, str]:
        """Position, what is there, and the travel time."""
        ...

    def way(self, x: float, y: float) -> WayShown | None:
        """The way to a place, for any thread; None where it is not reached."""
        ...


def _tr(text: str) -> str:
    return QCoreApplication.translate("Hover", text)


@dataclass(frozen=True, eq=False)
class CellReader:
    """Reads cells: speed and time, and the quickest way over them.

    way_over : how one comes there, where that is not told by the times of the cells alone.
    """

    grid: VelocityGrid
    times: TravelTimes | None
    zero_speed_kmh: float
    preview: bool
    way_over: Way | None = None

    @property
    def solved(self) -> bool:
        return self.times is not None and not self.preview

    def place(self, x: float, y: float) -> tuple[str, str, str]:
        grid = self.grid
        cell = min(grid.cell_x, grid.cell_y)
        position = f"{coordinate(x, cell)}, {coordinate(y, cell)}"
        place = grid.cell_at(x, y)
        if place is None:
            return position, _tr("outside"), ""
        speed = grid.kmh_at(*place)
        if np.isnan(speed):
            return position, _tr("no data"), ""
        if not grid.passable(*place, self.zero_speed_kmh):
            return position, _tr("barrier"), ""
        words = f"{speed:.3g} km/h"
        if speed <= 0:
            words = _tr("0 → {speed:g} km/h").format(speed=self.zero_speed_kmh)
        return position, words, self._time_words(place)

    def _time_words(self, place: tuple[int, int]) -> str:
        if self.times is None:
            return ""
        seconds = self.times.seconds_at(*place)
        if np.isinf(seconds):
            return _tr("not reached")
        return f"{'≈ ' if self.preview else ''}{duration(seconds)}"

    def way(self, x: float, y: float) -> WayShown | None:
        cell, times = self.grid.cell_at(x, y), self.times
        assert times is not None
        if cell is None or np.isinf(times.seconds_at(*cell)):
            return None
        if self.way_over is not None:
            line = self.way_over(x, y)
        else:
            line = self._centres(least_cost_path(self.grid, times, *cell, self.zero_speed_kmh))
        if not len(line):
            return None
        metres = path_length(line, self.grid.metres_per_unit)
        cell = self.grid.cell_at(*line[0].tolist()) or cell
        return WayShown(line, (duration(times.seconds_at(*cell)), length(metres)))

    def _centres(self, cells: NDArray[np.int64]) -> Line:
        x = self.grid.left + (cells[:, 1] + 0.5) * self.grid.cell_x
        y = self.grid.top - (cells[:, 0] + 0.5) * self.grid.cell_y
        return np.column_stack((x, y))


@dataclass(frozen=True, eq=False)
class RoadReader:
    """Reads roads: the nearest street and its time; the way is a route."""

    roads: OpenRoads
    result: RoadSolved | None
    preview: bool

    @property
    def solved(self) -> bool:
        return self.result is not None and not self.preview

    def place(self, x: float, y: float) -> tuple[str, str, str]:
        graph, solved = self.roads.graph, self.result
        unit = DEGREES_A_METRE if graph.geographic else 1.0
        position = f"{coordinate(x, unit)}, {coordinate(y, unit)}"
        try:
            if solved is None:
                snapped = self.roads.snapped(x, y)
                street = street_words(graph, snapped.places[0].arc)
                return position, _with_distance(street, snapped.distance_m), ""
            reading = solved.at(x, y)
        except IsofrontError:
            return position, _tr("no road here"), ""
        street = street_words(graph, reading.arc)
        words = _with_distance(street, reading.snapped.distance_m)
        return position, words, _time_words(reading, solved)

    def way(self, x: float, y: float) -> WayShown | None:
        solved = self.result
        assert solved is not None
        try:
            route = solved.route_to(x, y)
            if route is None or not route.parts:
                return None
            time = _time_words(solved.at(x, y), solved)
        except IsofrontError:
            return None
        line = line_of(route)
        outward = solved.times.search.direction == "from"
        return WayShown(line[::-1] if outward else line, (time, length(route.length_m)), route)


def _with_distance(street: str, metres: float) -> str:
    return street if metres < _FAR_M else f"{street} · {length(metres)}"


def _time_words(reading: RoadReading, solved: RoadSolved) -> str:
    if not reading.reached:
        return _tr("not reached")
    return amount(reading.amount, solved.measure)


def street_words(graph: RoadGraph, arc: int) -> str:
    """Class, limit and way of a street, as far as they are known."""
    code, way = RoadClass(int(graph.arcs.road_class[arc])), int(graph.arcs.way[arc])
    words = [street_class(code) if code != RoadClass.UNKNOWN else ""]
    limit = in_words(int(graph.arcs.speed_limit[arc]))
    words += [limit, f"way {way}" if way >= 0 else ""]
    return " · ".join(word for word in words if word) or "road"
