"""What a raster of counts holds within each band of a result, on cells or on roads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import numpy as np

from app.bands import Bands
from app.exports.request import Export, ExportOptions
from app.exports.road_cells import cell_times
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from core.cancel import Cancel
from core.progress import no_progress
from raster.files.amounts import Bounds, amounts_in_bands
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimes
from road.files.source.projection import utm_plane

Cells = tuple[VelocityGrid, TravelTimes, Bounds | None]


def people_in(
    path: Path, result: Result, bands: Bands, options: ExportOptions, cancel: Cancel
) -> tuple[tuple[float, ...], float]:
    """People, or whatever the raster counts, by band; on roads those in cells beside them, as a
    raster of their times has it. With all in the extent of the terrain, or of the roads. Raises
    InputError, CancelledError."""
    grid, times, extent = _CELLS[result.lies_on](result, options, cancel)
    found, everybody = amounts_in_bands(path, grid, times, bands.limits, extent, cancel)
    return tuple(found), everybody


def _of_cells(result: Result, options: ExportOptions, cancel: Cancel) -> Cells:
    solved = cast(Solved, result)
    return solved.grid, solved.times, None


def _of_roads(result: Result, options: ExportOptions, cancel: Cancel) -> Cells:
    solved = cast(RoadSolved, result)
    export = Export(Path(), solved, None, options=options, cancel=cancel)
    graph, plane = solved.graph, utm_plane(solved.graph)
    found = cell_times(export, plane, no_progress)
    assert graph.x is not None  # it has a plane
    assert graph.y is not None
    points = plane.from_roads(np.column_stack((graph.x, graph.y)))
    (left, bottom), (right, top) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return found.grid, found.times, (left, bottom, right, top)


_CELLS: dict[str, Callable[[Result, ExportOptions, Cancel], Cells]] = {
    "cells": _of_cells,
    "cells and roads": _of_cells,
    "roads": _of_roads,
}
