"""What inputs must be to be used together; each an error that says which is not."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable

from core.errors import InputError
from raster.builder.burn import Lines
from raster.builder.target import TargetGrid
from raster.files.builder.placing import bounds_between
from raster.files.builder.sampling import SampledRaster

LEAST_SHARE = 1e-4
"""Share of a grid below which what its inputs cover tells of a mistaken extent."""

MOST_MARGIN = 1500
"""Most cells around a window that may decide about it: each window is read with as many."""

SAMPLED = 512
"""Cells a side of the parts that tell the unit of fractions, of a raster that is not held."""


def expect_names(files: Iterable[str]) -> None:
    """InputError for a name that a recipe, which is UTF-8, cannot say, nor GDAL read."""
    for file in files:
        try:
            os.path.abspath(file).encode()
        except UnicodeEncodeError as error:
            raise InputError(
                "its name is not in UTF-8, which recipes are written in",
                where=file,
                advice="Rename it, or its folder.",
            ) from error


def expect_crs(raster: SampledRaster, grid: TargetGrid) -> None:
    """InputError where one of raster and grid has a CRS, and the other none."""
    if (raster.reference.wkt is None) != (grid.crs_wkt is None):
        raise InputError(
            "names no CRS, and the grid has one"
            if raster.reference.wkt is None
            else "has a CRS, and the grid has none",
            where=raster.where,
            advice="Give all rasters a CRS, with gdal_edit.py -a_srs EPSG:… or a .prj.",
        )


def expect_percent(rasters: tuple[SampledRaster, ...]) -> None:
    """InputError for fractions that end at 1: shares from which water or a ceiling holds are
    percent."""
    if all(raster.greatest(SAMPLED) <= 1.0 for raster in rasters):
        raise InputError(
            "the fractions are nowhere greater than 1",
            where=rasters[0].where,
            advice="Give percent, 0 to 100: gdal_calc.py --calc='A*100.0' makes them.",
        )


def expect_some(inputs: Collection[tuple[SampledRaster, ...]], grid: TargetGrid) -> None:
    """InputError where an input has no cell in the grid, or where all have next to none of it."""
    shares = [_share(rasters, grid) for rasters in inputs]
    if shares and max(shares) < LEAST_SHARE:
        raise InputError(
            f"the inputs cover {max(shares):.1g} of {grid.cols} × {grid.rows} cells",
            where="grid.extent",
            advice="Check its numbers and their unit.",
        )


def _share(rasters: tuple[SampledRaster, ...], grid: TargetGrid) -> float:
    """Share of the grid that the rasters of an input lie on, about; InputError where none does."""
    left, bottom, right, top = grid.bounds
    found = 0.0
    for raster in rasters:
        place = raster.placement
        corners = [place.point(c, r) for c in (0, place.cols) for r in (0, place.rows)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        own = min(xs), min(ys), max(xs), max(ys)
        turn = 0.0
        if raster.reference.wkt and grid.crs_wkt:
            # The grid is the smaller: a map of the world has no place in a UTM zone.
            around = bounds_between(grid.bounds, grid.crs_wkt, raster.reference.wkt)
            left, bottom, right, top = around
            turn = 360.0 if raster.reference.geographic else 0.0
        # Of rasters from 0° to 360° the longitudes of the west are 180° to 360°.
        across = max(
            min(own[2], right + off) - max(own[0], left + off) for off in (-turn, 0.0, turn)
        )
        down = min(own[3], top) - max(own[1], bottom)
        if across > 0 and down > 0:
            found += across * down / ((right - left) * (top - bottom))
    if found:
        return found
    raise InputError(
        "lies elsewhere: it has no cell in the grid",
        where=rasters[0].where,
        advice="Give inputs of one place, or another grid.extent.",
    )


def expect_within(lines: Lines, grid: TargetGrid, name: str) -> None:
    """InputError where no point of the lines lies about the grid. name : of their file."""
    points = lines.points
    if len(points):
        low, high = points.min(axis=0), points.max(axis=0)
        if high[0] >= 0 and high[1] >= 0 and low[0] <= grid.cols and low[1] <= grid.rows:
            return
    raise InputError(
        "lies elsewhere: nothing of it is on the grid",
        where=name,
        advice="Give inputs of one place, or check its CRS.",
    )


def expect_narrow(margin: int, grid: TargetGrid, strips: bool) -> None:
    """InputError for a strip, or a search for land cover, over so many cells that no window with
    them around it could be held."""
    if margin > MOST_MARGIN:
        metres = MOST_MARGIN * min(grid.step_x, grid.step_y)
        raise InputError(
            f"strips and the search for land cover reach over {margin:,} cells",
            where="water" if strips else "landcover.reach_m",
            advice=f"Give {metres:.6g} m at most in all, or larger cells.",
        )
