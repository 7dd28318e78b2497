"""What there is to say of a place on the map, and the line from there to its start. No truth here:
a reader is made for what is shown, and thrown away with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from app.measure import duration
from app.roads.open_roads import OpenRoads
from app.solving.road_solved import RoadReading, RoadSolved
from app.solving.solved import Solved
from core.errors import IsofrontError
from raster.grid import VelocityGrid
from road.graph import RoadGraph
from road.properties import RoadClass
from road.routes.route import Route, street_name
from road.routes.route_line import line_of
from ui.canvas.markers import path_length
from ui.texts import (
    amount,
    coordinate,
    length,
    posted,
    street_class,
)
from ui.texts import speed as speed_words

Line = NDArray[np.float64]
"""float64, (n, 2): CRS points from a place to the start that serves it."""

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
    """Reads cells: speed and time, and the quickest way there."""

    grid: VelocityGrid
    result: Solved | None
    zero_speed_kmh: float

    @property
    def solved(self) -> bool:
        return self.result is not None and not self.result.preview

    def place(self, x: float, y: float) -> tuple[str, str, str]:
        grid = self.grid
        cell = min(grid.cell_x, grid.cell_y)
        position = f"{coordinate(x, cell)}, {coordinate(y, cell)}"
        place = grid.cell_at(x, y)
        if place is None:
            return position, _tr("outside"), ""
        speed, street = grid.kmh_at(*place), self._street(x, y)
        if np.isnan(speed):
            words = _tr("no data")
        elif not grid.passable(*place, self.zero_speed_kmh):
            words = _tr("barrier")
        else:
            words = speed_words(speed)
            if speed <= 0:
                words = f"0 → {speed_words(self.zero_speed_kmh)}"
            return position, f"{words}{street}", self._time_words(place)
        return position, f"{words}{street}", ""

    def _street(self, x: float, y: float) -> str:
        """What else is in the cell under the pointer."""
        return ""

    def _time_words(self, place: tuple[int, int]) -> str:
        if self.result is None:
            return ""
        seconds = self.result.times.seconds_at(*place)
        if np.isinf(seconds):
            return _tr("not reached")
        return f"{'≈ ' if self.result.preview else ''}{duration(seconds)}"

    def way(self, x: float, y: float) -> WayShown | None:
        result, cell = self.result, self.grid.cell_at(x, y)
        if result is None or cell is None or np.isinf(result.times.seconds_at(*cell)):
            return None
        line, route = self._way(result, x, y)
        if not len(line):
            return None
        end = self.grid.cell_at(*line[0].tolist()) or cell
        # By the streets' own lengths where there are any, as in the panel.
        metres = route.length_m if route else path_length(line, self.grid.metres_per_unit)
        return WayShown(line, (duration(result.times.seconds_at(*end)), length(metres)), route)

    def _way(self, result: Any, x: float, y: float) -> tuple[Line, Route | None]:
        """The line, and what there is to tell of it turn by turn. result : of the reader."""
        return result.way(x, y), None


@dataclass(frozen=True, eq=False)
class JoinedReader(CellReader):
    """The same where roads lie on the cells, with the street under the pointer."""

    roads: OpenRoads

    def _street(self, x: float, y: float) -> str:
        found = self.roads.snap_index.nearest(x, y, self.roads.passable)
        if found is None or found.distance_m > min(self.grid.step_x, self.grid.step_y) / 2:
            return ""
        return f" · {street_words(self.roads.graph, found.places[0].arc)}"

    def _way(self, result: Any, x: float, y: float) -> tuple[Line, Route | None]:
        found: tuple[Line, Route | None] = result.route_to(x, y)
        return found


@dataclass(frozen=True, eq=False)
class RoadReader:
    """Reads roads: the nearest street and its time; the way is a route."""

    roads: OpenRoads
    result: RoadSolved | None

    @property
    def solved(self) -> bool:
        return self.result is not None and not self.result.preview

    def place(self, x: float, y: float) -> tuple[str, str, str]:
        graph, result = self.roads.graph, self.result
        unit = self.roads.resolution
        position = f"{coordinate(x, unit)}, {coordinate(y, unit)}"
        try:
            if result is None:
                snapped = self.roads.snapped(x, y)
                street = street_words(graph, snapped.places[0].arc)
                return position, _with_distance(street, snapped.distance_m), ""
            reading = result.at(x, y)
        except IsofrontError:
            return position, _tr("no road here"), ""
        street = street_words(graph, reading.arc)
        words = _with_distance(street, reading.snapped.distance_m)
        return position, words, _time_words(reading, result)

    def way(self, x: float, y: float) -> WayShown | None:
        result = self.result
        try:
            route = None if result is None else result.route_to(x, y)
            if result is None or route is None or not route.parts:
                return None
            time = _time_words(result.at(x, y), result)
        except IsofrontError:
            return None
        line = line_of(route)
        outward = result.times.search.direction == "from"
        far = length(route.length_m)
        note = (time,) if far == time else (time, far)  # where ways are to be short
        return WayShown(line[::-1] if outward else line, note, route)


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
    limit = posted(int(graph.arcs.speed_limit[arc]))
    words += [limit, street_name(graph, way) or (f"way {way}" if way >= 0 else "")]
    return " · ".join(word for word in words if word) or "road"
