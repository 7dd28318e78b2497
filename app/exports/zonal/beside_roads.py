"""Zones of cells beside roads: whose road is nearest in time, and the band of that time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from app.exports.request import ExportOptions
from app.exports.road_cells import carrier_of, cells_around, pace_of
from app.solving.road_solved import RoadSolved
from core.cancel import Cancel
from core.errors import InputError
from core.times import UNREACHED, limit_in_ticks
from raster.files.amounts import Bounds
from raster.grid import VelocityGrid
from road.files.source.projection import utm_plane
from road.graph import F64
from road.maps.bands import timed_lines
from road.maps.ownership import sources_of_lines
from road.maps.rasterise import ticks_on_cells


def zones_beside_roads(
    solved: RoadSolved, bands: Bands, options: ExportOptions, cancel: Cancel
) -> tuple[VelocityGrid, NDArray[np.uint16], Bounds]:
    """Cells with what is off the road as a raster of times has it; the zone of each, uint16: start
    times bands and band, or starts times bands for none; and the extent of the roads.

    Each start's streets are walked from by themselves: a cell is theirs who are there first, of
    several at the same tick of the first. Raises InputError for roads without positions, or where
    none is reached.
    """
    graph, times, off_road = solved.graph, solved.times, options.off_road
    if graph.x is None or graph.y is None:
        raise InputError("values are summed on maps, and the roads have no positions")
    assert solved.owners is not None
    plane, lines = utm_plane(graph), timed_lines(times, times.limit_seconds)
    if not len(lines.points):
        raise InputError("no road is reached", advice="Choose another start.")
    entered = solved.owners.entered
    by_arc = None if entered is None else entered.source
    source = sources_of_lines(times, lines, np.asarray(solved.owners.of, np.int32), by_arc)
    points, reach = plane.from_roads(lines.points), off_road.reach_m
    cells = cells_around(points, options.cell_m, reach, plane.metres_per_unit)
    best = np.full((cells.rows, cells.cols), UNREACHED, np.uint32)
    count = len(bands.limits)
    owner = np.full(best.shape, len(solved.starts), np.uint16)
    for number in range(len(solved.starts)):
        cancel.check("the zones")
        own = source == number
        if not own.any():
            continue
        kept = np.repeat(own, np.diff(lines.first))
        first = np.concatenate(([0], np.cumsum(np.diff(lines.first)[own])))
        labels = ticks_on_cells(
            cells,
            first,
            points[kept],
            lines.ticks[kept],
            reach=reach,
            pace=pace_of(solved, off_road),
            most=times.limit_ticks,
            cancel=cancel,
        )
        sooner = labels < best
        best[sooner], owner[sooner] = labels[sooner], number
    edges = [limit_in_ticks(limit, times.search.scale) for limit in bands.limits]
    band = np.searchsorted(np.array(edges, np.uint32), best, side="left")
    there = (best < UNREACHED) & (band < count)
    zone = np.where(there, owner.astype(np.int64) * count + band, len(solved.starts) * count)
    around: F64 = plane.from_roads(np.column_stack((graph.x, graph.y)))
    (left, bottom), (right, top) = around.min(axis=0).tolist(), around.max(axis=0).tolist()
    extent = left, bottom, right, top
    return carrier_of(cells, plane, off_road), zone.astype(np.uint16), extent
