"""Velocity rasters with edits burnt into them, as files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from app.document.document import Document
from app.document.edit_words import tags_of_edits
from app.document.terrain import OnCells
from app.exports.table import Format, format_among
from app.exports.tags import program
from core.cancel import NEVER, Cancel
from core.errors import ExportError
from core.files.packing import Compression
from core.progress import Progress, no_progress
from raster.files.edits.speeds import write_speeds

SPEEDS = (Format("GeoTIFF", (".tif", ".tiff")), Format("Esri ASCII", (".asc",)))
"""Formats of velocity rasters."""


def burn_edits(
    path: Path,
    document: Document,
    *,
    compression: Compression = "deflate",
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> tuple[str, ...]:
    """Write the speeds of a document's cells, edits and burned roads included; returns notes.

    Raises ExportError, also for a document without cells and for the file that is open.
    """
    format_among(SPEEDS, path)
    if not isinstance(document, OnCells):
        raise ExportError("no raster is open", where=str(path), advice="Open a raster first.")
    if document.path is not None and document.path.resolve() == path.resolve():
        raise ExportError(
            "is the raster that is open", where=path.name, advice="Choose another name."
        )
    return write_speeds(
        path,
        document.grid,
        tags_of_speeds(document),
        compression=compression,
        progress=progress,
        cancel=cancel,
    )


def tags_of_speeds(document: OnCells) -> Mapping[str, str]:
    """What the file says of its own making."""
    given = dict(getattr(document, "tags", ()))
    edits = dict(tags_of_edits(document.edited))
    return {**program(), "ISOFRONT_TERRAIN": document.grid.name, **given, **edits}
