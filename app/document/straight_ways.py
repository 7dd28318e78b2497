"""Ways over joined ground as they are drawn along straight lines: smooth between their roads."""

from __future__ import annotations

import numpy as np

from app.document.combined import CombinedTerrain
from core.times import UNREACHED
from raster.straight_paths import straight_path
from raster.travel_times import TravelTimeGrid
from road.graph import F64, I64
from road.routes.route import Route

NEAR = 2.0
"""Cells from where a smooth way comes out to the cell that it is to end in, at most; where it runs
elsewhere, as to another road that is as quick, the way is drawn from cell to cell."""


def places_along(terrain: CombinedTerrain, times: TravelTimeGrid, route: Route) -> F64:
    """Where a way passes its vertices, float64, (parts + 1, 2), in CRS units.

    route : on the graph, in steps that explain its times. times : of the cells. Roads are where
    they are; of cells in a row each but the last is passed where the descent along straight lines
    (`raster.straight_paths`) is at that cell's time.
    """
    graph = route.graph
    arcs = np.array([part.arc for part in route.parts], np.int64)
    passed = np.append(graph.tail[arcs], graph.head[arcs[-1:]]).astype(np.int64)
    assert graph.x is not None
    assert graph.y is not None
    places = np.column_stack((graph.x[passed], graph.y[passed]))
    on_ground = np.concatenate(([False], passed < terrain.joined.cells, [False]))
    turns = np.flatnonzero(on_ground[1:] != on_ground[:-1])
    for first, end in turns.reshape(-1, 2).tolist():
        if end - first > 2:
            _smoothen(terrain, times, passed[first:end], places[first:end])
    return places


def _smoothen(terrain: CombinedTerrain, times: TravelTimeGrid, cells: I64, places: F64) -> None:
    """Move the places of cells in a row that lie between the first and the last."""
    grid = terrain.grid
    row, col = np.divmod(cells, grid.cols)
    ticks = times.labels[row, col].astype(np.int64)
    late, soon = (-1, 0) if ticks[-1] > ticks[0] else (0, -1)
    if ticks[late] >= UNREACHED:
        return
    end, zero = (int(row[late]), int(col[late])), terrain.zero_speed_kmh
    points, at = straight_path(grid, times, *end, zero, until=float(ticks[soon]))
    kept = at > ticks[soon]
    points, at = points[kept], at[kept]
    if not len(at) or np.hypot(*(points[-1] - (row[soon], col[soon]))) > NEAR:
        return
    known = np.append(at, ticks[soon])[::-1]
    x = np.append(grid.left + (points[:, 1] + 0.5) * grid.cell_x, places[soon, 0])[::-1]
    y = np.append(grid.top - (points[:, 0] + 0.5) * grid.cell_y, places[soon, 1])[::-1]
    places[1:-1, 0] = np.interp(ticks[1:-1], known, x)
    places[1:-1, 1] = np.interp(ticks[1:-1], known, y)
