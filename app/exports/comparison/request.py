"""Comparisons into files: what is told of one, and the table of formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import cast

from app.exports.comparison.results import Comparison
from app.exports.table import Format, format_among
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress

_OF_CELLS = (Format("GeoTIFF", (".tif", ".tiff"), "cells:difference_tiff"),)

FORMATS: Mapping[str, tuple[Format, ...]] = {
    "cells": _OF_CELLS,
    "cells and roads": _OF_CELLS,
    "roads": (
        Format("GeoPackage", (".gpkg",), "roads:difference_lines"),
        Format("GeoJSON", (".geojson", ".json"), "roads:difference_lines"),
        Format("Shapefile", (".shp",), "roads:difference_lines"),
        Format("FlatGeobuf", (".fgb",), "roads:difference_lines"),
        Format("KML", (".kml",), "roads:difference_lines"),
        Format("CSV of vertices", (".csv",), "roads:vertices_csv"),
    ),
}
"""Formats of a difference, by what both results lie on."""

STATISTICS = (Format("CSV", (".csv",)),)
"""Formats of what is won and lost within each limit."""


@dataclass(frozen=True, eq=False)
class ComparisonExport:
    """A comparison, where to write it and how."""

    path: Path
    comparison: Comparison
    progress: Progress = no_progress
    cancel: Cancel = NEVER

    def writing(self, fraction: float) -> None:
        """Report a fraction of the whole."""
        self.progress(fraction, f"writing {self.path.name}")


def told_apart(comparison: Comparison) -> dict[str, str]:
    """What differs between both questions, as a tag of files; nothing where that is not known."""
    return {"ISOFRONT_DIFFERS": comparison.differs} if comparison.differs else {}


def formats_of(lies_on: str) -> Sequence[Format]:
    """Of a comparison on this."""
    return FORMATS[lies_on]


def export_comparison(export: ComparisonExport) -> tuple[str, ...]:
    """Write the difference to a file, whose suffix decides the format; returns notes. Raises
    ExportError and CancelledError; an old file is then as it was."""
    row = format_among(formats_of(export.comparison.lies_on), export.path)
    module, _, function = row.writer.partition(":")
    write = getattr(import_module(f"app.exports.comparison.{module}"), function)
    notes = cast(tuple[str, ...], write(export))
    export.writing(1.0)
    return (*export.comparison.notes, *notes)
