"""The best origin of each cell and the least time, as a raster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from app.exports.matrix.request import MatrixExport
from app.exports.raster import tags_of
from app.exports.road_cells import carrier_of, cells_around, pace_of
from app.exports.tags import road_tags
from app.matrix.union import union_of
from app.solving.road_solved import RoadSolved
from core.errors import ExportError
from core.parallel.nearest_rows import NOBODY
from core.progress import part_of
from core.times import UNREACHED
from raster.files.write import CellField, write_fields
from raster.grid import VelocityGrid
from road.files.source.projection import utm_plane
from road.maps.bands import timed_lines
from road.maps.ownership import sources_of_lines
from road.maps.rasterise import ticks_on_cells

MOST_NAMED = 1000
"""Origins that a file's tags name; of more the first."""

WORK_SHARE = 0.6
"""Share of the progress that goes to the cells; the rest is writing."""

I32 = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class BestOnCells:
    """What is written. fields : its bands. note : on how it came about, "" for none."""

    grid: VelocityGrid
    fields: tuple[CellField, ...]
    tags: dict[str, str]
    note: str = ""


def best_tiff(export: MatrixExport) -> tuple[str, ...]:
    """Bands: the least time, the number of the origin that it is from, the first being 1, and on
    terrain the number of origins within the limit; returns notes."""
    found = _ON[export.matrix.job.document.shows](export)
    told = {"ISOFRONT_ORIGINS": named_origins(export.origins)}
    write_fields(
        export.path,
        found.grid,
        found.fields,
        found.tags | told,
        progress=part_of(export.progress, WORK_SHARE, 1.0),
        cancel=export.cancel,
    )
    return (found.note,) if found.note else ()


def _on_terrain(export: MatrixExport) -> BestOnCells:
    job, nearest = export.matrix.job, export.matrix.nearest
    grid = cast(VelocityGrid, job.document.grid)
    union: Any = union_of(job, part_of(export.progress, 0.0, WORK_SHARE), export.cancel)
    seconds, row = nearest.seconds[0], nearest.row[0]
    fields = (
        CellField("least travel time", "s", seconds.reshape(grid.shape)),
        CellField("number of the nearest origin", "", _numbers(row).reshape(grid.shape)),
        CellField("origins within the limit", "", nearest.count.astype(float).reshape(grid.shape)),
    )
    return BestOnCells(grid, fields, tags_of(union))


def _on_roads(export: MatrixExport) -> BestOnCells:
    job, off_road = export.matrix.job, export.options.off_road
    union = union_of(job, part_of(export.progress, 0.0, 0.3), export.cancel).on_graph
    solved = cast(RoadSolved, union)
    if solved.graph.x is None:
        raise ExportError(
            "the roads have no positions", where=str(export.path), advice="Write .csv."
        )
    times, plane = solved.times, utm_plane(solved.graph)
    lines = timed_lines(times, times.limit_seconds)
    if not len(lines.points):
        raise ExportError("no road is reached", where=str(export.path), advice="Check the origins.")
    points = plane.from_roads(lines.points)
    cells = cells_around(points, export.options.cell_m, off_road.reach_m, plane.metres_per_unit)
    line_of = np.full((cells.rows, cells.cols), NOBODY, np.int32)
    ticks = ticks_on_cells(
        cells,
        lines.first,
        points,
        lines.ticks,
        reach=off_road.reach_m,
        pace=pace_of(solved, off_road),
        most=times.limit_ticks,
        line_of=line_of,
        progress=part_of(export.progress, 0.3, WORK_SHARE),
        cancel=export.cancel,
    )
    held, measure = ticks < UNREACHED, solved.measure
    amounts: NDArray[np.float64] = np.where(held, ticks * times.search.scale, np.nan)
    of_line = sources_of_lines(times, lines, export.matrix.nearest.row[0])
    origin = np.where(held, of_line[line_of], NOBODY)
    what = "travel time" if measure.quantity == "time" else "travel cost"
    fields = (
        CellField(f"least {what}", measure.base, measure.shown(amounts)),
        CellField("number of the nearest origin", "", _numbers(origin)),
    )
    told = off_road.text(measure.quantity)
    tags = road_tags(solved) | {"ISOFRONT_OFF_ROAD": told, "ISOFRONT_UNIT": measure.base}
    grid = carrier_of(cells, plane, off_road)
    return BestOnCells(grid, fields, tags, f"Cells of {grid.step_x:g} m: {told}.")


_ON = {"roads": _on_roads, "cells": _on_terrain, "cells and roads": _on_terrain}


def _numbers(row: I32) -> NDArray[np.float64]:
    """Numbers that begin with 1; NaN for nobody."""
    return np.where(row == NOBODY, np.nan, row + 1.0)


def named_origins(ids: tuple[str, ...]) -> str:
    """ "1: id; 2: id; …"."""
    listed = [f"{number}: {name}" for number, name in enumerate(ids[:MOST_NAMED], start=1)]
    more = len(ids) - MOST_NAMED
    return "; ".join((*listed, f"and {more} more") if more > 0 else listed)
