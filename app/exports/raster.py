"""Travel times and bands of a result to raster files."""

from __future__ import annotations

from dataclasses import replace

from app.asked.keys import keys_of_cells
from app.exports.plans.cells import band_cells, time_cells
from app.exports.request import Export
from app.exports.tags import completeness, made_by, named_starts, program, starts_of
from app.solving.solved import Solved
from core.errors import ExportError
from core.times import UNLIMITED
from raster.files.category_table import Category
from raster.files.text.write import write_times_text
from raster.files.write import write_bands, write_times
from raster.geometry import STRAIGHT
from raster.isochrones.contours import band_areas

COST_MODEL = (
    "8 neighbours; seconds of a step between cells a and b: "
    "3.6 * distance_m / 2 * (1 / kmh_a + 1 / kmh_b)"
)


def cost_model(solved: Solved) -> str:
    """What a step costs, in words: with slopes, and along which lines."""
    words, slopes = COST_MODEL, solved.slopes
    if slopes is not None and slopes.model.added:
        words += "; times lambda, and the seconds a metre of ISOFRONT_SLOPE_MODEL on top"
    elif slopes is not None:
        words += "; times the factor of the slope by ISOFRONT_SLOPE_MODEL"
    straight = solved.times.geometry == STRAIGHT
    return f"{words}; and straight lines in all directions between them" if straight else words


def tags_of(solved: Solved) -> dict[str, str]:
    """What a GeoTIFF says of its own making, as text."""
    times = solved.times
    limit = "none" if times.limit_seconds == UNLIMITED else f"{times.limit_seconds:.10g}"
    tags = {
        **program(),
        "ISOFRONT_TERRAIN": solved.grid.name,
        "ISOFRONT_STARTS": starts_of(solved),
        **named_starts(solved),
        "ISOFRONT_LIMIT_S": limit,
        "ISOFRONT_COST_MODEL": cost_model(solved),
        "ISOFRONT_GEOMETRY": times.geometry,
        "ISOFRONT_ZERO_SPEED": (
            f"{solved.zero_speed_kmh:.10g} km/h" if solved.zero_speed_kmh > 0 else "barrier"
        ),
        **_slope_tags(solved),
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


def _slope_tags(solved: Solved) -> dict[str, str]:
    slopes = solved.slopes
    if slopes is None:
        return {}
    return {
        "ISOFRONT_SLOPE_MODEL": slopes.text,
        "ISOFRONT_ELEVATION": slopes.heights.name,
        "ISOFRONT_ELEVATION_UNIT_M": f"{slopes.heights.unit:.10g}",
        "ISOFRONT_DIRECTION": slopes.direction,
    }


def times_tiff(export: Export[Solved]) -> tuple[str, ...]:
    """Seconds to GeoTIFF; returns notes."""
    solved = export.result
    if export.plan is not None:
        export.plan.parts.append(time_cells(export, solved.grid, solved.times))
        return ()
    write_times(
        export.path,
        solved.grid,
        solved.times,
        tags_of(solved) | keys_of_cells(solved),
        cog=export.options.cog,
        compression=export.options.compression,
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
    if export.plan is not None:
        export.plan.parts.append(time_cells(export, solved.grid, solved.times, as_text=True))
        return ()
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
    if export.plan is not None:
        export.plan.parts.append(band_cells(export, solved.grid, solved.times, bands))
        return ()
    classes = "; ".join(f"{n}: {c.name}" for n, c in enumerate(categories, start=1))
    write_bands(
        export.path,
        solved.grid,
        solved.times,
        bands.limits,
        categories,
        tags_of(solved) | {"ISOFRONT_CLASSES": classes},
        compression=export.options.compression,
        progress=export.progress,
        cancel=export.cancel,
    )
    return _notes(export)


def _notes(export: Export[Solved]) -> tuple[str, ...]:
    if export.result.grid.crs_wkt is None:
        return (f"{export.path.name} names no CRS, because the terrain names none.",)
    return ()
