"""Certainties into files: what is told of them, and the table of formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from app.exports.request import Export
from app.exports.table import Format, format_among
from app.uncertainty.certainty import Certainty
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress

FORMATS: Mapping[str, tuple[Format, ...]] = {
    "cells": (Format("GeoTIFF", (".tif", ".tiff"), "summary:as_tiff"),),
    "roads": (
        Format("CSV", (".csv",), "summary:as_csv"),
        Format("GeoPackage", (".gpkg",), "vertices:as_points"),
        Format("GeoJSON", (".geojson", ".json"), "vertices:as_points"),
        Format("Shapefile", (".shp",), "vertices:as_points"),
        Format("FlatGeobuf", (".fgb",), "vertices:as_points"),
    ),
}
"""Formats by what the times lie on."""


@dataclass(frozen=True, eq=False)
class SummaryExport:
    """Where to write what is known."""

    path: Path
    found: Certainty
    progress: Progress = no_progress
    cancel: Cancel = NEVER

    @property
    def asked(self) -> Export[Any]:
        """As the writers of results are asked."""
        result = self.found.times[50]
        return Export(self.path, result, progress=self.progress, cancel=self.cancel)


def formats_of(found: Certainty) -> Sequence[Format]:
    """Those of what it lies on."""
    return FORMATS[found.lies_on]


def export_summary(export: SummaryExport) -> tuple[str, ...]:
    """Write it; the suffix decides the format; returns notes. Raises ExportError and
    CancelledError; an old file is then as it was."""
    row = format_among(formats_of(export.found), export.path)
    module, _, function = row.writer.partition(":")
    write = getattr(import_module(f"app.exports.uncertainty.{module}"), function)
    return cast(tuple[str, ...], write(export))
