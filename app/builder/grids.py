"""The grid of a result: as the recipe says, or as its first raster has it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from app.builder.recipe import GridChoice
from core.errors import InputError
from raster.builder.target import Bounds, TargetGrid, snapped
from raster.files.builder.placing import Reference, bounds_between, local_utm, reference_named
from raster.files.builder.sampling import SampledRaster

FLATTEST = 16
"""Ratio of a cell's sides from which it is not taken over as it is."""


def target_grid(
    choice: GridChoice,
    rasters: Mapping[str, SampledRaster],
    roads: tuple[Bounds, str] | None,
) -> TargetGrid:
    """The grid; InputError where nothing says how large its cells are, or where they lie.

    rasters : by input, the first of each. roads : bounds and CRS of roads, for a recipe without any
    raster.
    """
    first = _first(choice, rasters)
    reference = _reference(choice, first, roads)
    like = first if first is not None and _serves(first, reference) else None
    if like is None:
        return _anew(choice, first, roads, reference)
    place = like.placement
    cell_x, cell_y = (choice.cell, choice.cell) if choice.cell else (place.cell_x, place.cell_y)
    whole = (
        place.left, place.top - place.rows * place.cell_y,
        place.left + place.cols * place.cell_x, place.top,
    )  # fmt: skip
    if choice.extent is None and not choice.cell:
        rows, cols, left, top = place.rows, place.cols, place.left, place.top
    else:
        bounds = choice.extent or whole
        rows, cols, left, top = snapped(bounds, cell_x, cell_y, (place.left, place.top))
    return TargetGrid(
        rows, cols, left, top, cell_x, cell_y, reference.metres_per_unit, reference.wkt
    )


def _first(choice: GridChoice, rasters: Mapping[str, SampledRaster]) -> SampledRaster | None:
    if choice.like:
        return rasters[choice.like]
    return next(iter(rasters.values()), None)


def _reference(
    choice: GridChoice, first: SampledRaster | None, roads: tuple[Bounds, str] | None
) -> Reference:
    if choice.crs:
        return reference_named(choice.crs)
    if first is not None:
        own = first.reference
        if not own.geographic:
            if own.wkt is None and first.placement.looks_like_degrees():
                raise InputError(
                    "names no CRS, and its coordinates look like degrees",
                    where=first.where,
                    advice="Give it one with gdal_edit.py -a_srs EPSG:4326.",
                )
            return Reference(own.wkt, own.metres_per_unit or 1.0)
        return local_utm(first.placement.centre, own.wkt or "")
    if roads is None:
        raise InputError(
            "nothing says where the cells lie", where="grid", advice="Give crs, cell and extent."
        )
    (left, bottom, right, top), wkt = roads
    if not wkt:
        raise InputError("names no CRS", where="roads", advice="Say grid.crs.")
    return local_utm(((left + right) / 2, (bottom + top) / 2), wkt)


def _serves(raster: SampledRaster, reference: Reference) -> bool:
    """Whether a raster's own cells are of the grid's CRS and run north and east."""
    place = raster.placement
    upright = not (place.rotated or place.south_up or place.mirrored)
    same = raster.reference.wkt == reference.wkt or raster.reference.wkt is None
    return (
        upright
        and same
        and max(place.cell_x / place.cell_y, place.cell_y / place.cell_x) < FLATTEST
    )


def _anew(
    choice: GridChoice,
    first: SampledRaster | None,
    roads: tuple[Bounds, str] | None,
    reference: Reference,
) -> TargetGrid:
    """A grid of square cells whose edges lie at multiples of their size."""
    bounds, cell = choice.extent, choice.cell
    if bounds is None or cell is None:
        found, size = _extent(first, roads, reference)
        bounds = bounds or found
        cell = cell or size
    if cell is None:
        raise InputError(
            "nothing says how large the cells are", where="grid", advice="Give cell = 30, say."
        )
    rows, cols, left, top = snapped(bounds, cell, cell, (0.0, 0.0))
    return TargetGrid(rows, cols, left, top, cell, cell, reference.metres_per_unit, reference.wkt)


def _extent(
    first: SampledRaster | None, roads: tuple[Bounds, str] | None, reference: Reference
) -> tuple[Bounds, float | None]:
    """Bounds in the grid's CRS, and a size of cells that keeps the number of them, rounded to two
    digits; None without a raster."""
    if first is None:
        if roads is None:
            raise InputError("nothing says where the cells lie", where="grid", advice="Say extent.")
        return bounds_between(roads[0], roads[1], reference.wkt or ""), None
    place = first.placement
    corners = [place.point(c, r) for c in (0, place.cols) for r in (0, place.rows)]
    own = (
        min(x for x, _ in corners), min(y for _, y in corners),
        max(x for x, _ in corners), max(y for _, y in corners),
    )  # fmt: skip
    if not (first.reference.wkt and reference.wkt):
        return own, place.cell_x
    bounds = bounds_between(own, first.reference.wkt, reference.wkt)
    left, bottom, right, top = bounds
    size = math.sqrt((right - left) * (top - bottom) / (place.rows * place.cols))
    digits = 1 - math.floor(math.log10(size))
    return bounds, round(size, digits)


def coarse(grid: TargetGrid, most_cells: int) -> TargetGrid:
    """The grid itself, or one of the same extent with no more cells than so many."""
    every = math.ceil(math.sqrt(grid.rows * grid.cols / most_cells))
    return replace(grid) if every <= 1 else grid.coarser(every)
