"""Times on roads carried to the cells of a raster, and that as a GeoTIFF.

A cell takes the time of the road point from which it is reached first when the rest of the way is
walked, or of the nearest road where nobody walks; further from roads than a stated distance nothing
is reached. Both are written into the file.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from app.asked.keys import keys_of_roads
from app.exports.plans.cells import time_cells
from app.exports.request import Export, OffRoad
from app.exports.roads import no_positions
from app.exports.tags import road_tags
from app.exports.warm_up import warm_cells
from app.measure import Measure
from app.solving.road_solved import RoadSolved
from core.errors import ExportError, ParameterError
from core.progress import Progress, part_of
from core.times import UNREACHED
from raster.files.write import write_times
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimeGrid
from road.files.source.projection import Plane, utm_plane
from road.graph import F64
from road.maps.bands import timed_lines
from road.maps.rasterise import CellGrid, ticks_on_cells

CELLS_SHARE = 0.6
"""Share of the progress that goes to the cells; the rest is writing."""

USUAL_CELLS = 4_000_000
MOST_CELLS = 150_000_000

CELL_SIDES = (5.0, 10.0, 20.0, 30.0, 50.0, 100.0, 200.0, 300.0, 500.0, 1000.0)


@dataclass(frozen=True, eq=False)
class CellTimes:
    """Times on cells, and where these lie; the grid's speed is that off roads."""

    grid: VelocityGrid
    times: TravelTimeGrid


def cell_times(export: Export[RoadSolved], plane: Plane, progress: Progress) -> CellTimes:
    """Times of a solve on roads on cells of a plane.

    Raises InputError for roads without positions, where nothing is reached, or too many cells.
    """
    solved, options, off_road = export.result, export.options, export.options.off_road
    export.cancel.check("the export")
    times = solved.times
    lines = timed_lines(times, times.limit_seconds)
    if not len(lines.points):
        raise ExportError("no road is reached", advice="Choose another start.")
    points = plane.from_roads(lines.points)
    cells = cells_around(points, options.cell_m, off_road.reach_m, plane.metres_per_unit)
    labels = ticks_on_cells(
        cells,
        lines.first,
        points,
        lines.ticks,
        reach=off_road.reach_m,
        pace=pace_of(solved, off_road),
        most=times.limit_ticks,
        progress=progress,
        cancel=export.cancel,
    )
    held = labels < UNREACHED
    most = int(labels[held].max()) if held.any() else 0
    scale = times.search.scale
    return CellTimes(
        carrier_of(cells, plane, off_road),
        TravelTimeGrid(
            labels, scale, times.limit_seconds, int(held.sum()), most, partial=times.partial
        ),
    )


def times_tiff(export: Export[RoadSolved]) -> tuple[str, ...]:
    """Seconds on cells to GeoTIFF, or metres or whatever else the costs count; returns notes."""
    solved = export.result
    if solved.graph.x is None:
        raise no_positions(export)
    warm_cells(solved, export.progress, export.cancel)
    if not solved.times.reached and not solved.times.starts_on_arcs():
        raise ExportError(
            "no road is reached within the limits",
            where=str(export.path),
            advice="Choose other limits, or another start.",
        )
    cells = cell_times(export, utm_plane(solved.graph), part_of(export.progress, 0.0, CELLS_SHARE))
    measure = solved.measure
    told = export.options.off_road.text(measure.quantity)
    tags = road_tags(solved) | {"ISOFRONT_OFF_ROAD": told, "ISOFRONT_UNIT": measure.base}
    if export.plan is not None:
        export.plan.parts.append(time_cells(export, cells.grid, cells.times))
        return (f"Cells of {cells.grid.step_x:g} m: {told}.",)
    write_times(
        export.path,
        cells.grid,
        _in_base(cells.times, measure),
        tags | keys_of_roads(solved.roads),
        unit=measure.base,
        compression=export.options.compression,
        progress=part_of(export.progress, CELLS_SHARE, 1.0),
        cancel=export.cancel,
    )
    return (f"Cells of {cells.grid.step_x:g} m: {told}.",)


def _in_base(times: TravelTimeGrid, measure: Measure) -> TravelTimeGrid:
    """The same counted in the measure's base unit, as features have it."""
    worth = measure.worth(measure.base)
    return replace(
        times, tick_seconds=times.tick_seconds / worth, limit_seconds=times.limit_seconds / worth
    )


def pace_of(solved: RoadSolved, off_road: OffRoad) -> float:
    """Ticks a metre of walking; where costs count metres, the way counts as well."""
    measure = solved.measure
    if off_road.walk_kmh == 0 or measure.quantity == "count":
        return 0.0
    if measure.quantity == "length":
        return measure.worth("m")
    return 3.6 / off_road.walk_kmh / solved.times.search.scale


def cells_around(points: F64, cell_m: float, reach: float, metres: float) -> CellGrid:
    """Cells that hold all points and what is within reach; corners at whole numbers of cells."""
    if not (0 <= cell_m < math.inf):
        raise ParameterError(f"cells of {cell_m} m", advice="Give a positive size.")
    margin = reach / metres
    left, bottom = points.min(axis=0) - margin
    right, top = points.max(axis=0) + margin

    def fitted(side: float) -> CellGrid:
        first_col, first_row = math.floor(left / side), math.floor(-top / side)
        cols, rows = math.ceil(right / side) - first_col, math.ceil(-bottom / side) - first_row
        return CellGrid(rows, cols, first_col * side, -first_row * side, side, side, metres)

    if cell_m > 0:
        grid = fitted(cell_m / metres)
        if grid.rows * grid.cols > MOST_CELLS:
            enough = cell_m * math.sqrt(grid.rows * grid.cols / MOST_CELLS)
            raise ParameterError(
                f"cells of {cell_m:g} m would be {grid.rows} × {grid.cols}",
                advice=f"Choose {enough:.2g} m or more.",
            )
        return grid
    grids = (fitted(side / metres) for side in CELL_SIDES)
    return next((g for g in grids if g.rows * g.cols <= USUAL_CELLS), fitted(1000.0 / metres))


def carrier_of(cells: CellGrid, plane: Plane, off_road: OffRoad) -> VelocityGrid:
    """A grid of one speed that says where the cells lie, at no memory."""
    speeds = np.full(256, max(off_road.walk_kmh, 1.0))
    return VelocityGrid(
        np.broadcast_to(np.uint8(0), (cells.rows, cells.cols)),
        speeds,
        cells.cell_x,
        cells.cell_y,
        cells.left,
        cells.top,
        plane.metres_per_unit,
        plane.wkt or None,
        "roads",
    )
