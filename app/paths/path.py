"""The quickest way to a place, point by point: distance, time, speed and height along it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.measure import Measure
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from core.errors import InputError
from raster.elevation import Elevation
from road.routes.route import Route
from road.routes.route_stations import Stations, stations_of

F64 = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TravelPath:
    """A way in the direction of travel.

    points : float64, (n, 2), n at least 2, in the CRS of what was solved. metres, amounts :
        float64, (n,), from the beginning, along the ground where times are; seconds, or the base
        of the measure.
    heights : float64, (n,), metres, NaN where unknown; None where nothing is known. above_sea :
        whether they are heights, and not what has been climbed since the beginning.
    delay : of the start, in what is counted. start : its index among those solved from. outward :
        whether it begins there, and does not end there.
    crs_wkt : "" where none is named.
    """

    points: F64
    metres: F64
    amounts: F64
    measure: Measure
    crs_wkt: str
    heights: F64 | None = None
    above_sea: bool = False
    delay: float = 0.0
    start: int = 0
    outward: bool = True

    @property
    def length_m(self) -> float:
        return float(self.metres[-1])

    @property
    def total(self) -> float:
        """What is on the clock at the end: the delay, too."""
        return self.delay + float(self.amounts[-1])

    @property
    def is_time(self) -> bool:
        return self.measure.quantity == "time"

    @cached_property
    def kmh(self) -> F64:
        """float64, (n,); the speed up to each point, of the first up to the second. NaN where costs
        are no times, or where nothing but a turn lies between."""
        gone, took = np.diff(self.metres), np.diff(self.amounts)
        known = (gone > 0) & (took > 0) & self.is_time
        steps = np.full(len(gone), np.nan)
        np.divide(3.6 * gone, took, out=steps, where=known)
        return np.concatenate((steps[:1], steps))

    @cached_property
    def climb(self) -> tuple[float, float] | None:
        """Metres up and metres down, both positive; None where no height is known."""
        if self.heights is None:
            return None
        known = self.heights[np.isfinite(self.heights)]
        if len(known) < 2:
            return None
        steps = np.diff(known)
        return float(steps[steps > 0].sum()), float(-steps[steps < 0].sum())


def path_to(
    result: Result, x: float, y: float, elevation: Elevation | None = None
) -> TravelPath | None:
    """The way between the starts and a place, in CRS units; None where it is not reached, or where
    a start is. For any thread.

    elevation : heights over the cells of the result; of roads alone their slopes are taken.
    """
    return _FINDERS[result.lies_on](result, x, y, elevation)


def _on_cells(solved: Solved, x: float, y: float, elevation: Elevation | None) -> TravelPath | None:
    points, seconds = solved.timed_way(x, y)
    if len(points) < 2:
        return None
    grid, outward = solved.grid, solved.outward
    if outward:
        points, seconds = points[::-1], seconds[::-1]
    steps = np.diff(points, axis=0) * grid.metres_per_unit
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    known = _known_heights(solved)
    if known is not None and solved.slopes is not None and solved.slopes.surface:
        lengths = np.hypot(lengths, np.nan_to_num(np.diff(known(points))))
    metres = np.concatenate(([0.0], np.cumsum(lengths)))
    stations = Stations(points, metres, np.abs(seconds - seconds[0]))
    delay = float(seconds[0] if outward else seconds[-1])
    heights = _heights(solved, elevation)
    return _path(solved, stations, delay, outward, grid.crs_wkt, heights)


def _on_roads(solved: RoadSolved, x: float, y: float, _: Elevation | None) -> TravelPath | None:
    try:
        route, amount = solved.route_to(x, y), solved.at(x, y).amount
    except InputError:
        return None
    if route is None or not route.parts:
        return None
    outward = solved.times.search.direction == "from"
    delay = max(amount - route.cost, 0.0)
    return _path(solved, stations_of(route), delay, outward, solved.graph.crs_wkt)


def path_of_route(route: Route, measure: Measure) -> TravelPath | None:
    """The same of a route that was searched for itself; None where it ends where it begins."""
    if not route.parts:
        return None
    found = stations_of(route)
    columns = found.points, found.metres, found.costs, measure, route.graph.crs_wkt, found.rise
    return TravelPath(*columns)


def _on_both(solved: Any, x: float, y: float, elevation: Elevation | None) -> TravelPath | None:
    """solved : of cells and roads."""
    found = solved.stretches_to(x, y)
    if found is None or not found[0].parts:
        return None
    route, stations, amount = found
    outward = solved.both.times.search.direction == "from"
    delay = max(amount - route.cost, 0.0)
    crs_wkt = solved.grid.crs_wkt
    return _path(solved, stations, delay, outward, crs_wkt, _heights(solved, elevation))


_FINDERS: Mapping[str, Callable[[Any, float, float, Elevation | None], TravelPath | None]] = {
    "cells": _on_cells,
    "roads": _on_roads,
    "cells and roads": _on_both,
}
"""Functions that find the way, by what times lie on."""

Heights = Callable[[F64], F64]
"""Function that tells the heights of places, float64, (n, 2): metres, NaN where unknown."""


def _heights(solved: Solved, elevation: Elevation | None) -> Heights | None:
    if elevation is None:
        return _known_heights(solved)
    bounds = solved.grid.bounds
    return lambda points: elevation.at(bounds, points)


def _known_heights(solved: Solved) -> Heights | None:
    """Those of the cells, between the heights of their centres, if any are known."""
    heights, grid = solved.heights, solved.grid
    if heights is None:
        return None

    def at(points: F64) -> F64:
        down = (grid.top - points[:, 1]) / grid.cell_y - 0.5
        return heights.at(down, (points[:, 0] - grid.left) / grid.cell_x - 0.5)

    return at


def _path(
    result: Result,
    stations: Stations,
    delay: float,
    outward: bool,
    crs_wkt: str | None,
    heights: Heights | None = None,
) -> TravelPath | None:
    """The path by its stations. heights : of places; None for by slopes, if these are known."""
    if len(stations.points) < 2:
        return None
    points = stations.points
    found = stations.rise if heights is None else heights(points)
    ends = points[0] if outward else points[-1]
    return TravelPath(
        points,
        stations.metres,
        stations.costs,
        result.measure,
        crs_wkt or "",
        found,
        heights is not None,
        delay,
        _nearest_start(result, ends),
        outward,
    )


def _nearest_start(result: Result, place: F64) -> int:
    """Index of the start that stands nearest to a place."""
    met = zip(result.starts, result.met, strict=True)
    places = [where or (start.x, start.y) for start, where in met]
    away = [math.dist(where, place) for where in places]
    return min(range(len(away)), key=lambda k: away[k] if away[k] == away[k] else math.inf)
