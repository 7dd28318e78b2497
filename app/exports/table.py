"""The table of exports: what kind of result goes into what kind of file, and who writes it.

The command line and the window both ask here. Every export is written beside its target and
renamed, so that a failed or cancelled one leaves the old file whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from app.bands import Bands
from app.exports.request import Export, ExportOptions
from app.solving.result import Result
from core.cancel import NEVER, Cancel
from core.errors import ExportError
from core.progress import Progress, no_progress
from resources.colormaps import DEFAULT

if TYPE_CHECKING:
    from app.exports.plans.file_plan import FilePlan


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written, and what its reader should know."""

    path: Path
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its name in dialogs, its suffixes, the usual one first, and its writer.

    writer : "module:function" of this folder, which takes an Export and returns notes for the
        reader; it raises ExportError or CancelledError. Loaded when it is first called, since GDAL
        and PROJ take a third of a second. Empty for what is written elsewhere.
    part : attribute of a result that is written; empty for all of it.
    """

    label: str
    suffixes: tuple[str, ...]
    writer: str = ""
    part: str = ""

    def write(self, export: Export[Any]) -> tuple[str, ...]:
        """Write the file, and return notes."""
        if self.part:
            export = replace(export, result=getattr(export.result, self.part))
        module, _, function = self.writer.partition(":")
        write = getattr(import_module(f"app.exports.{module}"), function)
        return cast(tuple[str, ...], write(export))


def _features(writer: str) -> tuple[Format, ...]:
    """The formats of layers of features."""
    return (
        Format("GeoPackage", (".gpkg",), writer),
        Format("GeoJSON", (".geojson", ".json"), writer),
        Format("Shapefile", (".shp",), writer),
        Format("FlatGeobuf", (".fgb",), writer),
        Format("KML", (".kml",), writer),
    )


def _of_roads(rows: tuple[Format, ...], part: str) -> tuple[Format, ...]:
    """The same for the roads of a result on cells and roads."""
    return tuple(replace(row, label=f"{row.label} of roads", part=part) for row in rows)


_ROAD_CELLS = Format("GeoTIFF", (".tif", ".tiff"), "road_cells:times_tiff")
_VERTICES_CSV = Format("CSV", (".csv",), "roads:vertices_csv")
_TIMES_CSV = replace(_VERTICES_CSV, label="CSV of vertices")

_OWNERS_TIFF = Format("GeoTIFF", (".tif", ".tiff"), "owners:owners_tiff")
_OWNERS_CSV = Format("CSV", (".csv",), "owners:owners_csv")

_STATISTICS = Format("CSV", (".csv",), "csv:statistics_csv")
_ZONAL = (Format("CSV", (".csv",), "zonal.table:zonal_csv"),)

_PAGE = Format("Web map", (".html", ".htm"), "web.page:of_cells")

_OF_CELLS: Mapping[str, tuple[Format, ...]] = {
    "times": (
        Format("GeoTIFF", (".tif", ".tiff"), "raster:times_tiff"),
        Format("Cloud optimised GeoTIFF", (".cog.tif", ".cog.tiff"), "raster:times_cog"),
        Format("Esri ASCII grid", (".asc",), "raster:times_text"),
    ),
    "bands": (Format("GeoTIFF", (".tif", ".tiff"), "raster:bands_tiff"),),
    "polygons": _features("features:polygons"),
    "isolines": _features("features:lines"),
    "owners": (_OWNERS_TIFF, *_features("owners:polygons"), _OWNERS_CSV),
    "statistics": (_STATISTICS,),
    "zonal": _ZONAL,
    "page": (_PAGE,),
}
_VERTICES = (*_features("roads:vertices")[:-1], _VERTICES_CSV)  # points are no KML

EXPORTS: Mapping[str, Mapping[str, tuple[Format, ...]]] = {
    "cells": _OF_CELLS,
    "cells and roads": {
        **_OF_CELLS,
        "times": (
            *_OF_CELLS["times"],
            replace(_TIMES_CSV, part="on_vertices"),
            *_of_roads(_features("roads:lines"), "on_pieces"),
        ),
        "vertices": _of_roads(_VERTICES, "on_vertices"),
        "page": (replace(_PAGE, writer="web.page:of_cells_and_roads"),),
    },
    "roads": {
        "times": (
            _TIMES_CSV,
            *_features("roads:lines"),
            _ROAD_CELLS,
        ),
        "lines": (*_features("roads:lines"), Format("CSV", (".csv",), "roads:lines_csv")),
        "vertices": _VERTICES,
        "cells": (_ROAD_CELLS,),
        "polygons": _features("road_areas:polygons"),
        "owners": (*_features("owners:streets"), _OWNERS_CSV),
        "statistics": (_STATISTICS,),
        "zonal": _ZONAL,
        "page": (replace(_PAGE, writer="web.page:of_roads"),),
    },
}
"""Formats of exports: what a result's times lie on → kind → formats. The times of roads take any
suffix that no other kind claims."""

REPORTS = (Format("PDF", (".pdf",)), Format("PNG", (".png",)))
"""Formats of the one page that says what a result is; the window draws it."""


def format_among(formats: Sequence[Format], path: Path) -> Format:
    """The format that a file's name asks for; ExportError for a suffix of none."""
    name = path.name.lower()
    fits = [
        (len(suffix), row)
        for row in formats
        for suffix in row.suffixes
        if name.endswith(suffix) and len(name) > len(suffix)
    ]
    if not fits:
        known = ", ".join(row.suffixes[0] for row in formats)
        raise ExportError(
            f"files of type '{path.suffix}' are not written here",
            where=str(path),
            advice=f"Use {known}.",
        )
    return max(fits, key=lambda fit: fit[0])[1]


def export(
    kind: str,
    path: Path,
    result: Result,
    bands: Bands | None = None,
    *,
    colormap: str = DEFAULT,
    options: ExportOptions | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
    plan: FilePlan | None = None,
) -> ExportReport:
    """Write a kind of export of a result to a file, whose suffix decides the format.

    bands : what to divide the times into; None for bands that fit. plan : is told what the file
    would hold, which is then not written.
    Raises ExportError, also for an unknown suffix, and CancelledError.
    """
    options = options or ExportOptions()
    asked = Export(Path(path), result, bands, colormap, options, progress, cancel, plan)
    row = format_among(EXPORTS[result.lies_on][kind], asked.path)
    return ExportReport(asked.path, row.write(asked))
