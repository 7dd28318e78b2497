"""The table of exports: what kind of result goes into what kind of file, and who writes it.

The command line and the window both ask here. Every export is written beside its target and
renamed, so that a failed or cancelled one leaves the old file whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.bands import Bands
from app.exports.request import Export, Writer
from app.solving.solved import Solved
from core.cancel import NEVER, Cancel
from core.errors import ExportError
from core.progress import Progress, no_progress
from resources.colormaps import DEFAULT


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written, and what its reader should know."""

    path: Path
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its name in dialogs, its suffixes, the usual one first, and its writer."""

    label: str
    suffixes: tuple[str, ...]
    write: Writer


# GDAL and PROJ take a third of a second to load: the writers load them when first called.


def _times_tiff(export: Export) -> tuple[str, ...]:
    from app.exports.raster import times_tiff

    return times_tiff(export)


def _times_cog(export: Export) -> tuple[str, ...]:
    from app.exports.raster import times_tiff

    return times_tiff(export, cog=True)


def _times_text(export: Export) -> tuple[str, ...]:
    from app.exports.raster import times_text

    return times_text(export)


def _bands_tiff(export: Export) -> tuple[str, ...]:
    from app.exports.raster import bands_tiff

    return bands_tiff(export)


def _polygons(export: Export) -> tuple[str, ...]:
    from app.exports.features import polygons

    return polygons(export)


def _isolines(export: Export) -> tuple[str, ...]:
    from app.exports.features import lines

    return lines(export)


def vector_formats(write: Writer, *, points: bool = False) -> tuple[Format, ...]:
    """The formats of features, all by one writer; KML is not written of points."""
    formats = (
        Format("GeoPackage", (".gpkg",), write),
        Format("GeoJSON", (".geojson", ".json"), write),
        Format("Shapefile", (".shp",), write),
        Format("FlatGeobuf", (".fgb",), write),
        Format("KML", (".kml",), write),
    )
    return formats[:-1] if points else formats


FORMATS: dict[str, tuple[Format, ...]] = {
    "times": (
        Format("GeoTIFF", (".tif", ".tiff"), _times_tiff),
        Format("Cloud optimised GeoTIFF", (".cog.tif", ".cog.tiff"), _times_cog),
        Format("Esri ASCII grid", (".asc",), _times_text),
    ),
    "bands": (Format("GeoTIFF", (".tif", ".tiff"), _bands_tiff),),
    "polygons": vector_formats(_polygons),
    "isolines": vector_formats(_isolines),
}

# What there is of roads stands in `app.exports.road_table`.

SUFFIXES: dict[str, list[tuple[str, str]]] = {
    kind: [(row.label, row.suffixes[0]) for row in rows] for kind, rows in FORMATS.items()
}
"""Formats that file dialogs offer: kind of result → (name of the format, suffix)."""


def find_format(kind: str, path: Path) -> Format:
    """The format that a file's name asks for; ExportError for a suffix not in the table."""
    return format_among(FORMATS[kind], path)


def format_among(formats: Sequence[Format], path: Path) -> Format:
    """The same among some formats."""
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


def export_times(
    path: Path,
    solved: Solved,
    *,
    cog: bool = False,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> ExportReport:
    """Travel times in seconds to .tif or .asc; `cog`, or the suffix .cog.tif, for a COG.

    Like all exports raises ExportError, also for an unknown suffix, and CancelledError.
    """
    export = Export(Path(path), solved, None, progress=progress, cancel=cancel)
    write = find_format("times", export.path).write
    if cog and write is _times_text:
        raise ExportError(
            "an ASCII grid cannot be cloud optimised", where=str(path), advice="Write .tif."
        )
    return ExportReport(export.path, (_times_cog if cog else write)(export))


def _export_divided(
    kind: str,
    path: Path,
    solved: Solved,
    bands: Bands,
    *,
    colormap: str = DEFAULT,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> ExportReport:
    export = Export(path, solved, bands, colormap, progress, cancel)
    return ExportReport(path, find_format(kind, path).write(export))


export_bands = partial(_export_divided, "bands")
"""Writer of the band of every cell to .tif: 1, 2, …, and 0 where nothing is reached."""

export_polygons = partial(_export_divided, "polygons")
"""Writer of one feature per band that reaches any cell, to .gpkg, .geojson, .shp, .fgb or .kml."""

export_isolines = partial(_export_divided, "isolines")
"""Writer of one feature per limit, to the formats of polygons."""
