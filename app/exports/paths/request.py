"""What a writer of paths is told, and the table of formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from app.exports.table import ExportReport, Format, format_among
from app.paths.pins import NamedPath
from core.cancel import NEVER, Cancel
from core.errors import ExportError

if TYPE_CHECKING:
    from app.exports.plans.file_plan import FilePlan

FORMATS = (
    Format("GPX", (".gpx",), "gpx:write_gpx"),
    Format("GeoJSON", (".geojson", ".json"), "lines:write_lines"),
    Format("GeoPackage", (".gpkg",), "lines:write_lines"),
)
"""Formats of paths."""


@dataclass(frozen=True, eq=False)
class PathExport:
    """Paths, at least one, and where to write them. plan : is told what the file would hold, which
    is then not written."""

    path: Path
    paths: Sequence[NamedPath]
    cancel: Cancel = NEVER
    plan: FilePlan | None = None


def export_paths(export: PathExport) -> ExportReport:
    """Write paths to a file, whose suffix decides the format. Raises ExportError and
    CancelledError; an old file is then as it was."""
    row = format_among(FORMATS, export.path)
    if not export.paths:
        raise ExportError("there is no path to write", where=str(export.path), advice="Pin one.")
    module, _, function = row.writer.partition(":")
    write = getattr(import_module(f"app.exports.paths.{module}"), function)
    return ExportReport(export.path, cast(tuple[str, ...], write(export)))
