"""What a raster of counts holds within each band of a result, on cells or on roads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from app.bands import Bands
from app.exports.request import Export, ExportOptions
from app.exports.road_cells import cell_times
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from core.cancel import Cancel
from core.progress import no_progress
from raster.files.amounts import amounts_in_bands
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimes
from road.files.source.projection import utm_plane

Cells = tuple[VelocityGrid, TravelTimes]


def people_in(
    path: Path, result: Result, bands: Bands, options: ExportOptions, cancel: Cancel
) -> tuple[float, ...]:
    """People, or whatever the raster counts, by band; on roads those in cells beside them, as a
    raster of their times has it. Raises InputError, CancelledError."""
    grid, times = _CELLS[result.lies_on](result, options, cancel)
    return tuple(amounts_in_bands(path, grid, times, bands.limits, cancel))


def _of_cells(result: Result, options: ExportOptions, cancel: Cancel) -> Cells:
    solved = cast(Solved, result)
    return solved.grid, solved.times


def _of_roads(result: Result, options: ExportOptions, cancel: Cancel) -> Cells:
    solved = cast(RoadSolved, result)
    export = Export(Path(), solved, None, options=options, cancel=cancel)
    found = cell_times(export, utm_plane(solved.graph), no_progress)
    return found.grid, found.times


_CELLS: dict[str, Callable[[Result, ExportOptions, Cancel], Cells]] = {
    "cells": _of_cells,
    "roads": _of_roads,
}
