"""Where a start can stand: on a passable cell, or on a road that is open."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QCoreApplication

from app.document.road_starts import good_start as good_road_start
from app.editing.session import Session
from app.roads.open_roads import OpenRoads
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import InputError, IsofrontError
from raster.grid import VelocityGrid
from raster.starts import good_start, nearest_passable


class Standing(Protocol):
    """Answers for what a session holds now. remedy : what a button says that uses `nearest`."""

    @property
    def remedy(self) -> str: ...
    def refusal(self, start: PlacedStart) -> IsofrontError | None: ...
    def nearest(self, start: PlacedStart) -> tuple[float, float] | None: ...
    def same_place(self, one: PlacedStart, other: PlacedStart) -> bool: ...
    def good_start(self, cancel: Cancel) -> PlacedStart | None:
        """For any thread."""
        ...

    def none_good(self) -> InputError: ...


def standing_of(session: Session) -> Standing | None:
    """None where nothing is open."""
    if session.roads is not None:
        return OnRoads(session, session.roads)
    return OnTerrain(session, session.grid) if session.grid is not None else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("Standing", text)


class OnTerrain:
    """On cells of a raster."""

    def __init__(self, session: Session, grid: VelocityGrid) -> None:
        self._session, self._grid = session, grid
        self._zero = session.options.zero_speed_kmh
        self.remedy = _tr("Use the nearest passable cell")

    def refusal(self, start: PlacedStart) -> IsofrontError | None:
        try:
            self._session.start_at(start.x, start.y)
        except InputError as error:
            return error
        return None

    def nearest(self, start: PlacedStart) -> tuple[float, float] | None:
        grid = self._grid
        if not (math.isfinite(start.x) and math.isfinite(start.y)):
            return None
        row = min(max(math.floor((grid.top - start.y) / grid.cell_y), 0), grid.rows - 1)
        col = min(max(math.floor((start.x - grid.left) / grid.cell_x), 0), grid.cols - 1)
        cell = nearest_passable(grid, row, col, self._zero)
        return None if cell is None else grid.centre_of(*cell)

    def same_place(self, one: PlacedStart, other: PlacedStart) -> bool:
        return self._grid.cell_at(one.x, one.y) == self._grid.cell_at(other.x, other.y)

    def good_start(self, cancel: Cancel) -> PlacedStart | None:
        cell = good_start(self._grid, self._zero)
        return None if cell is None else PlacedStart(*self._grid.centre_of(*cell))

    def none_good(self) -> InputError:
        advice = _tr("Let 0 km/h count as 1 km/h (Solver panel), or check the file.")
        return InputError(_tr("No cell of this raster can be entered"), advice=advice)


class OnRoads:
    """At the nearest point on a road, however far from it one clicks."""

    def __init__(self, session: Session, roads: OpenRoads) -> None:
        self._session, self._roads = session, roads
        self.remedy = _tr("Use the nearest road")

    def refusal(self, start: PlacedStart) -> IsofrontError | None:
        try:
            self._session.source_of(start)
        except IsofrontError as error:
            return error
        return None

    def nearest(self, start: PlacedStart) -> tuple[float, float] | None:
        if not (math.isfinite(start.x) and math.isfinite(start.y)):
            return None
        try:
            found = self._roads.snap_index.nearest(start.x, start.y, self._roads.weights)
        except IsofrontError:
            return None
        return None if found is None else (found.x, found.y)

    def same_place(self, one: PlacedStart, other: PlacedStart) -> bool:
        """On the same point of a road; a start that is merely named anew is not moved."""
        if self.refusal(one) is not None or self.refusal(other) is not None:
            return False
        (_, here), (_, there) = self._session.source_of(one), self._session.source_of(other)
        if here is None or there is None:
            return False
        near = 1e-12 * max(abs(here.x), abs(here.y), 1.0)
        return abs(here.x - there.x) <= near and abs(here.y - there.y) <= near

    def good_start(self, cancel: Cancel) -> PlacedStart | None:
        """The vertex in the middle of the largest part from which one also comes back."""
        try:
            found = good_road_start(self._roads, cancel)
        except InputError:
            return None
        return found if math.isnan(found.x) else replace(found, vertex=-1)

    def none_good(self) -> InputError:
        advice = _tr("Choose another profile, or open classes of roads (Vehicle panel).")
        return InputError(_tr("No road is open to this vehicle"), advice=advice)


def moved(start: PlacedStart, x: float, y: float) -> PlacedStart:
    """A start at a place on the map, wherever it was or however it was named."""
    return replace(start, x=x, y=y, vertex=-1)
