"""What lies under the pointer among roads: the street, its time, and the route between."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.roads.open_roads import OpenRoads
from app.solving.jobs import Task
from app.solving.road_solved import RoadReading, RoadSolved
from core.errors import IsofrontError
from road.graph import F64, RoadGraph
from road.properties import RoadClass
from road.routes.route import Route
from road.routes.route_line import line_of
from road.speed_limits import in_words
from ui.bridge import Bridge
from ui.controllers.under_pointer import UnderPointer
from ui.texts import DEGREES_A_METRE, amount, coordinate, length, street_class

_FAR_M = 30.0
"""Metres from the pointer to its street from which on they are shown."""


class RoadField(NamedTuple):
    """What the map shows: roads and, where solved, their times."""

    roads: OpenRoads
    solved: RoadSolved | None
    preview: bool


class FoundRoute(NamedTuple):
    """A route with its line, (n, 2) CRS points from the pointer on."""

    route: Route
    line: F64


class RoadHover(UnderPointer):
    """Reads out the street and its time; the line is the route."""

    path = Signal(object, object)  # float64 (n, 2) CRS points or None, and its note
    route = Signal(object)  # Route; what it says stays until there is another

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(bridge, parent)
        self._field: RoadField | None = None

    def show_field(self, field: RoadField | None) -> None:
        """Read out other roads or times from now on, also where the pointer rests."""
        same = field is not None and self._field is not None and field.solved is self._field.solved
        self._field = field
        if not same:
            self._look_again()

    # -- reading

    def _read(self, x: float, y: float) -> tuple[str, str, str]:
        if self._field is None:
            return "", "", ""
        roads, solved = self._field.roads, self._field.solved
        unit = DEGREES_A_METRE if roads.graph.geographic else 1.0
        position = f"{coordinate(x, unit)}, {coordinate(y, unit)}"
        try:
            if solved is None:
                snapped = roads.snapped(x, y)
                street = street_words(roads.graph, snapped.places[0].arc)
                return position, self._with_distance(street, snapped.distance_m), ""
            reading = solved.at(x, y)
        except IsofrontError:
            return position, self.tr("no road here"), ""
        street = street_words(roads.graph, reading.arc)
        words = self._with_distance(street, reading.snapped.distance_m)
        return position, words, self._time_words(reading, solved)

    def _with_distance(self, street: str, metres: float) -> str:
        return street if metres < _FAR_M else f"{street} · {length(metres)}"

    def _time_words(self, reading: RoadReading, solved: RoadSolved) -> str:
        if not reading.reached:
            return self.tr("not reached")
        return amount(reading.amount, solved.measure)

    # -- the route

    def _is_solved(self) -> bool:
        field = self._field
        return field is not None and field.solved is not None and not field.preview

    def _search(self, x: float, y: float) -> Task:
        assert self._field is not None
        assert self._field.solved is not None
        solved = self._field.solved
        return self._bridge.run(
            "route",
            lambda progress, cancel: found_route(solved, x, y),
            lambda found: self._draw(found, solved, (x, y)),
            lambda error: self._drop_path(),
            quiet=True,
        )

    def _draw(self, found: FoundRoute | None, solved: RoadSolved, at: tuple[float, float]) -> None:
        if found is None:
            self._drop_path()
            return
        self._drawn = True
        reading = solved.at(*at)
        note = (self._time_words(reading, solved), length(found.route.length_m))
        self.path.emit(found.line, note)
        self.route.emit(found.route)

    def _emit_no_path(self) -> None:
        self.path.emit(None, ())


def found_route(solved: RoadSolved, x: float, y: float) -> FoundRoute | None:
    """The route between the starts and a place; None where it is not reached."""
    route = solved.route_to(x, y)
    if route is None or not route.parts:
        return None
    line = line_of(route)
    outward = solved.times.search.direction == "from"
    return FoundRoute(route, line[::-1] if outward else line)


def street_words(graph: RoadGraph, arc: int) -> str:
    """Class, limit and way of a street, as far as they are known."""
    code, way = RoadClass(int(graph.arcs.road_class[arc])), int(graph.arcs.way[arc])
    words = [street_class(code) if code != RoadClass.UNKNOWN else ""]
    limit = in_words(int(graph.arcs.speed_limit[arc]))
    words += [limit, f"way {way}" if way >= 0 else ""]
    return " · ".join(word for word in words if word) or "road"
