"""Travel times and bands of a result to raster files."""

from __future__ import annotations

from dataclasses import replace

from app.exports.request import Export
from app.exports.tags import completeness, made_by, program, starts_of
from app.solving.solved import Solved
from core.errors import ExportError
from core.times import UNLIMITED
from raster.files.category_table import Category
from raster.files.text.write import write_times_text
from raster.files.write import write_bands, write_times
from raster.isochrones.contours import band_areas

COST_MODEL = (
    "8 neighbours; seconds of a step between cells a and b: "
    "3.6 * distance_m / 2 * (1 / kmh_a + 1 / kmh_b)"
)


def tags_of(solved: Solved) -> dict[str, str]:
    """What a GeoTIFF says of its own making, as text."""
    times = solved.times
    limit = "none" if times.limit_seconds == UNLIMITED else f"{times.limit_seconds:.10g}"
    tags = {
        **program(),
        "ISOFRONT_TERRAIN": solved.grid.name,
        "ISOFRONT_STARTS": starts_of(solved),
        "ISOFRONT_LIMIT_S": limit,
        "ISOFRONT_COST_MODEL": COST_MODEL,
        "ISOFRONT_ZERO_SPEED": (
            f"{solved.zero_speed_kmh:.10g} km/h" if solved.zero_speed_kmh > 0 else "barrier"
        ),
        "ISOFRONT_METRES_PER_UNIT": f"{solved.grid.metres_per_unit:.10g}",
        "ISOFRONT_TICK_S": f"{times.tick_seconds:.17g}",
        **made_by(solved),
        "ISOFRONT_REACHED_CELLS": str(times.reached),
        "ISOFRONT_MAX_S": f"{times.max_seconds:.10g}",
        **completeness(solved),
    }
    if solved.precision is not None:
        tags["ISOFRONT_PRECISION"] = f"{solved.precision:.2g}"
    if solved.validated is not None:
        tags["ISOFRONT_VALIDATED"] = "yes" if solved.validated else "no"
    return tags | dict(solved.tags)


def times_tiff(export: Export[Solved]) -> tuple[str, ...]:
    """Seconds to GeoTIFF; returns notes."""
    solved = export.result
    write_times(
        export.path,
        solved.grid,
        solved.times,
        tags_of(solved),
        cog=export.options.cog,
        progress=export.progress,
        cancel=export.cancel,
    )
    return _notes(export)


def times_cog(export: Export[Solved]) -> tuple[str, ...]:
    """The same, cloud optimised whatever was chosen."""
    return times_tiff(replace(export, options=replace(export.options, cog=True)))


def times_text(export: Export[Solved]) -> tuple[str, ...]:
    """Seconds to an Esri ASCII grid; returns notes."""
    solved = export.result
    if export.options.cog:
        words, advice = "an ASCII grid cannot be cloud optimised", "Write .tif."
        raise ExportError(words, where=str(export.path), advice=advice)
    return write_times_text(
        export.path, solved.grid, solved.times, progress=export.progress, cancel=export.cancel
    )


def bands_tiff(export: Export[Solved]) -> tuple[str, ...]:
    """Bands to GeoTIFF; returns notes."""
    solved = export.result
    bands = export.asked.with_beyond(solved.times.max_seconds)
    colours = bands.colours(export.colormap).tolist()
    areas = band_areas(solved.times, solved.grid, bands.limits)
    categories = [
        Category(label, start, end, float(area), (red, green, blue, alpha))
        for label, (start, end), area, (red, green, blue, alpha) in zip(
            bands.labels(), bands.pairs, areas, colours, strict=True
        )
    ]
    classes = "; ".join(f"{n}: {c.name}" for n, c in enumerate(categories, start=1))
    write_bands(
        export.path,
        solved.grid,
        solved.times,
        bands.limits,
        categories,
        tags_of(solved) | {"ISOFRONT_CLASSES": classes},
        progress=export.progress,
        cancel=export.cancel,
    )
    return _notes(export)


def _notes(export: Export[Solved]) -> tuple[str, ...]:
    if export.result.grid.crs_wkt is None:
        return (f"{export.path.name} names no CRS, because the terrain names none.",)
    return ()
