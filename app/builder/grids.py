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
    rasters: Mapping[str, tuple[SampledRaster, ...]],
    roads: tuple[Bounds, str] | None,
) -> TargetGrid:
    """The grid; InputError where nothing says how large its cells are, or where they lie.

    rasters : by input, all its tiles. roads : bounds and CRS of roads, for a recipe without any
    raster.
    """
    tiles = _tiles(choice, rasters)
    first = tiles[0] if tiles else None
    reference = _reference(choice, first, roads)
    like = first if first is not None and _serves(first, reference) else None
    if like is None:
        return _anew(choice, tiles, roads, reference)
    place = like.placement
    cell_x, cell_y = (choice.cell, choice.cell) if choice.cell else (place.cell_x, place.cell_y)
    if choice.extent is None and not choice.cell and len(tiles) == 1:
        rows, cols, left, top = place.rows, place.cols, place.left, place.top
    else:
        bounds = choice.extent or _bounds_of(tiles, reference)
        rows, cols, left, top = snapped(bounds, cell_x, cell_y, (place.left, place.top))
    return TargetGrid(
        rows, cols, left, top, cell_x, cell_y, reference.metres_per_unit, reference.wkt
    )


def _tiles(
    choice: GridChoice, rasters: Mapping[str, tuple[SampledRaster, ...]]
) -> tuple[SampledRaster, ...]:
    """Those of the input whose cells the grid shares; none without a raster."""
    if choice.like:
        return rasters[choice.like]
    return next(iter(rasters.values()), ())


def _bounds_of(tiles: tuple[SampledRaster, ...], reference: Reference) -> Bounds:
    """What all tiles cover together, in the grid's CRS."""
    found = [_bounds_on(tile, reference) for tile in tiles]
    left, bottom, right, top = zip(*found, strict=True)
    return min(left), min(bottom), max(right), max(top)


def _bounds_on(raster: SampledRaster, reference: Reference) -> Bounds:
    place = raster.placement
    corners = [place.point(c, r) for c in (0, place.cols) for r in (0, place.rows)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    own = min(xs), min(ys), max(xs), max(ys)
    if not (raster.reference.wkt and reference.wkt):
        return own
    return bounds_between(own, raster.reference.wkt, reference.wkt)


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
    tiles: tuple[SampledRaster, ...],
    roads: tuple[Bounds, str] | None,
    reference: Reference,
) -> TargetGrid:
    """A grid of square cells whose edges lie at multiples of their size."""
    bounds, cell = choice.extent, choice.cell
    if bounds is None or cell is None:
        found, size = _extent(tiles, roads, reference)
        bounds = bounds or found
        cell = cell or size
    if cell is None:
        raise InputError(
            "nothing says how large the cells are", where="grid", advice="Give cell = 30, say."
        )
    rows, cols, left, top = snapped(bounds, cell, cell, (0.0, 0.0))
    return TargetGrid(rows, cols, left, top, cell, cell, reference.metres_per_unit, reference.wkt)


def _extent(
    tiles: tuple[SampledRaster, ...], roads: tuple[Bounds, str] | None, reference: Reference
) -> tuple[Bounds, float | None]:
    """Bounds in the grid's CRS, and a size of cells that keeps the number of those of the first
    tile, rounded to two digits; None without a raster."""
    if not tiles:
        if roads is None:
            raise InputError("nothing says where the cells lie", where="grid", advice="Say extent.")
        return bounds_between(roads[0], roads[1], reference.wkt or ""), None
    first = tiles[0]
    bounds = _bounds_of(tiles, reference)
    if not (first.reference.wkt and reference.wkt):
        return bounds, first.placement.cell_x
    left, bottom, right, top = _bounds_on(first, reference)
    cells = first.placement.rows * first.placement.cols
    size = math.sqrt((right - left) * (top - bottom) / cells)
    digits = 1 - math.floor(math.log10(size))
    return bounds, round(size, digits)


def coarse(grid: TargetGrid, most_cells: int) -> TargetGrid:
    """The grid itself, or one of the same extent with no more cells than so many."""
    every = math.ceil(math.sqrt(grid.rows * grid.cols / most_cells))
    return replace(grid) if every <= 1 else grid.coarser(every)
