"""Roads burned into a velocity raster: all cells that a road touches take the road's speed.

Source: Fjellborg 2024, section 1.6: roads overwrite the speed of the ground. A raster cannot tell a
bridge from a crossing, nor a motorway from its verge: see `app.document.combined` for what can.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.errors import InputError
from core.times import UNREACHED
from raster.grid import VelocityGrid
from road.costs.metric import Weights
from road.files.source.projection import projected
from road.graph import F32, RoadGraph
from road.maps.bands_lines import part_lines
from road.maps.rasterise import CellGrid, speeds_on_cells
from road.streets import streets_of
from road.turns import NO_ARC

STEP_KMH = 0.1
"""Step in km/h to which speeds are rounded, so that they can be codes of a raster of codes."""


@dataclass(frozen=True, eq=False)
class Burned:
    """A raster with roads in it, and how many of its cells these touch."""

    grid: VelocityGrid
    cells: int


def burn_roads(grid: VelocityGrid, graph: RoadGraph, weights: Weights) -> Burned:
    """A new raster in which roads that are open overwrite the speed of the cells they touch,
    barriers and missing data too; the fastest counts where several do.

    Raises InputError for weights that are no times, roads without positions or lengths, and CRSs
    that do not fit together.
    """
    if not weights.is_time:
        raise InputError(
            f"costs in {weights.unit} have no speed",
            where=graph.name,
            advice="Choose a metric of times.",
        )
    if graph.crs_wkt or grid.crs_wkt:
        graph = projected(graph, grid.crs_wkt or "")
    streets = streets_of(graph)
    kmh = arc_speeds(graph, weights)
    back = np.where(streets.back == NO_ARC, streets.arc, streets.back)
    fastest = np.maximum(kmh[streets.arc], kmh[back])
    fastest = (np.rint(fastest / STEP_KMH) * STEP_KMH).astype(np.float32)
    count = streets.count
    lines = part_lines(graph, streets.arc, np.zeros(count), np.ones(count))
    burned = np.full(grid.shape, np.nan, np.float32)
    cells = speeds_on_cells(cells_of(grid), lines.first, lines.points, fastest, burned)
    return Burned(_with_speeds(grid, burned), cells)


def arc_speeds(graph: RoadGraph, weights: Weights) -> F32:
    """float32, arcs; km/h by length and cost, 0 where an arc is closed or has no length."""
    seconds = weights.arc_costs.astype(np.float64) * weights.tick_seconds
    held = (weights.arc_costs < UNREACHED) & (seconds > 0)
    kmh = np.zeros(graph.arc_count, np.float32)
    kmh[held] = 3.6 * graph.arcs.length_m[held] / seconds[held]
    return kmh


def cells_of(grid: VelocityGrid) -> CellGrid:
    """Where the cells of a raster lie, for what knows no rasters."""
    return CellGrid(
        grid.rows, grid.cols, grid.left, grid.top, grid.cell_x, grid.cell_y, grid.metres_per_unit
    )


def _with_speeds(grid: VelocityGrid, burned: F32) -> VelocityGrid:
    """The raster with these speeds where they are not NaN, by codes where it has codes enough."""
    touched = ~np.isnan(burned)
    note = f"Roads are burned into {int(touched.sum()):,} cells."
    if grid.code_speed is None:
        values = np.where(touched, burned, np.asarray(grid.values, np.float32))
        return replace(grid, values=values, notes=(*grid.notes, note))
    speeds, which = np.unique(burned[touched], return_inverse=True)
    used = np.bincount(grid.values.ravel(), minlength=len(grid.code_speed)) > 0
    code_speed, coded = grid.code_speed, grid.values
    if np.count_nonzero(~used) < len(speeds) and len(code_speed) == 256:
        coded = coded.astype(np.uint16)
        code_speed = np.concatenate((code_speed, np.full(65536 - 256, np.nan)))
        used = np.concatenate((used, np.zeros(65536 - 256, np.bool_)))
    free = np.flatnonzero(~used)
    if len(free) < len(speeds):
        values = np.where(touched, burned, grid.kmh_of(grid.values))
        return replace(grid, values=values, code_speed=None, notes=(*grid.notes, note))
    code_speed, codes = code_speed.copy(), free[: len(speeds)]
    code_speed[codes] = np.round(speeds.astype(np.float64), 1)
    coded = coded.copy()
    coded[touched] = codes[which].astype(coded.dtype)
    return replace(grid, values=coded, code_speed=code_speed, notes=(*grid.notes, note))
