"""The table of exports of roads, as `app.exports.table` is that of terrain."""

from __future__ import annotations

from pathlib import Path

from app.bands import Bands
from app.exports.request import AreaMethod, OffRoad, RoadExport
from app.exports.table import ExportReport, Format, format_among, vector_formats
from app.solving.road_solved import RoadSolved
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from resources.colormaps import DEFAULT

# GDAL and PROJ take a third of a second to load: the writers load them when first called.


def _vertices_csv(export: RoadExport) -> tuple[str, ...]:
    from app.exports.csv import times_csv

    return times_csv(export.path, export.solved, export.progress, export.cancel)


def _vertices(export: RoadExport) -> tuple[str, ...]:
    from app.exports.roads import vertices

    return vertices(export)


def _lines(export: RoadExport) -> tuple[str, ...]:
    from app.exports.roads import lines
    from app.exports.warm_up import warm_pieces

    warm_pieces(export.solved, export.progress, export.cancel)
    return lines(export)


def _lines_csv(export: RoadExport) -> tuple[str, ...]:
    from app.exports.roads import lines_csv
    from app.exports.warm_up import warm_pieces

    warm_pieces(export.solved, export.progress, export.cancel)
    return lines_csv(export)


def _cells(export: RoadExport) -> tuple[str, ...]:
    from app.exports.road_cells import times_tiff
    from app.exports.warm_up import warm_cells

    warm_cells(export.solved, export.progress, export.cancel)
    return times_tiff(export)


def _areas(export: RoadExport) -> tuple[str, ...]:
    from app.exports.road_areas import polygons
    from app.exports.warm_up import warm_areas, warm_cells

    warm = warm_cells if export.method == "walk" else warm_areas
    warm(export.solved, export.progress, export.cancel)
    return polygons(export, method=export.method, tolerance_m=export.tolerance_m)


_TIFF = Format("GeoTIFF", (".tif", ".tiff"), _cells)

ROAD_FORMATS: dict[str, tuple[Format, ...]] = {
    "times": (Format("CSV of vertices", (".csv",), _vertices_csv), *vector_formats(_lines), _TIFF),
    "lines": (*vector_formats(_lines), Format("CSV", (".csv",), _lines_csv)),
    "vertices": (
        *vector_formats(_vertices, points=True),
        Format("CSV", (".csv",), _vertices_csv),
    ),
    "cells": (_TIFF,),
    "polygons": vector_formats(_areas),
}
"""Formats of results on roads by kind; "times" takes any suffix that no other kind claims."""


def export_roads(
    kind: str,
    path: Path,
    solved: RoadSolved,
    bands: Bands | None = None,
    *,
    colormap: str = DEFAULT,
    cell_m: float = 0.0,
    method: AreaMethod = "buffer",
    tolerance_m: float = 0.0,
    off_road: OffRoad | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> ExportReport:
    """Write a kind of result, a key of ROAD_FORMATS; the suffix decides the format.

    bands : the limits that lines and polygons are cut at; None for some that hold all.
    cell_m, method, tolerance_m, off_road : see RoadExport.
    Raises ExportError, also for an unknown suffix, and CancelledError.
    """
    how = (colormap, cell_m, progress, cancel, method, tolerance_m, off_road)
    export = RoadExport(Path(path), solved, bands, *how)
    return ExportReport(export.path, format_among(ROAD_FORMATS[kind], export.path).write(export))
