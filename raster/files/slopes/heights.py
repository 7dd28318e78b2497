"""Heights of the very cells of a raster of speeds, from any raster file, for its slopes.

Where the file's cells are the raster's they are taken as they are; else they are warped to them,
between the four heights around, of finer rasters by the mean of what a cell covers.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rasterio.crs import CRS
from rasterio.errors import CRSError
from rasterio.transform import Affine
from rasterio.warp import Resampling, reproject, transform_bounds

from core.cancel import NEVER, Cancel
from core.files.user_paths import expanded
from core.progress import Progress, no_progress
from raster.files.elevation import (
    ABSURD_M,
    ANY_CRS,
    cannot_be_carried,
    expect_some,
    lies_elsewhere,
    metres_a_unit,
)
from raster.files.gdal_errors import GDAL_ERRORS
from raster.files.opening import check_band, open_reader
from raster.files.reader import Reader
from raster.files.source import resolve
from raster.grid import VelocityGrid
from raster.slopes.heights import CellHeights, heights_of

STRIP_CELLS = 1 << 22
"""Cells that are warped between two looks at a cancel."""

MARGIN = 3
"""Cells of the file beyond the raster's edge that warping may look at."""

SAME = 1e-3
"""Cells by which two grids may lie apart and be the same."""


def read_heights(
    path: str | Path,
    grid: VelocityGrid,
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> CellHeights:
    """Heights of the cells of `grid` out of band 1 of a file; InputError, CancelledError.

    Where one of the two names no CRS its coordinates are taken for those of the other.
    """
    with open_reader(resolve(path, None)) as reader:
        check_band(reader, 1)
        where = reader.source.where
        metres = metres_a_unit(reader)
        theirs, ours = _crs_of_both(reader.reference.crs, grid)
        window = _part_needed(reader, theirs, ours, grid, where)
        held = _held(reader, window, progress, cancel)
        first = Affine.translation(window[1].start, window[0].start)
        transform = reader.placement.transform @ first
    held *= np.float32(metres)
    expect_some(held, where)
    cancel.check("reading the heights")
    if _same_cells(transform, held.shape, theirs, ours, grid):
        found = held
    else:
        found = _warped(held, transform, theirs, ours, grid, where, progress, cancel)
    del held
    if np.isnan(found).all():
        raise lies_elsewhere(where)
    heights, place = heights_of(found, expanded(path).name), expanded(path)
    return replace(heights, notes=tuple(_notes(found, grid, metres)), path=place)


def _crs_of_both(theirs: CRS | None, grid: VelocityGrid) -> tuple[CRS, CRS]:
    ours = None if grid.crs_wkt is None else CRS.from_wkt(grid.crs_wkt)
    if theirs is None or ours is None:
        theirs = ours = CRS.from_string(ANY_CRS)
    return theirs, ours


def _part_needed(
    reader: Reader, theirs: CRS, ours: CRS, grid: VelocityGrid, where: str
) -> tuple[slice, slice]:
    """Rows and columns of the file that lie under the raster, with a margin."""
    place = reader.placement
    try:
        left, bottom, right, top = transform_bounds(ours, theirs, *grid.bounds)
    except (*GDAL_ERRORS, CRSError) as error:
        raise cannot_be_carried(where, error) from error
    corners = [~place.transform @ corner for corner in
               ((left, bottom), (left, top), (right, bottom), (right, top))]  # fmt: skip
    spans = []
    for axis, count in ((1, place.rows), (0, place.cols)):
        along = [corner[axis] for corner in corners]
        if not all(map(math.isfinite, along)):
            raise lies_elsewhere(where)
        first = max(math.floor(min(along)) - MARGIN, 0)
        spans.append(slice(first, min(math.ceil(max(along)) + MARGIN, count)))
    if any(span.start >= span.stop for span in spans):
        raise lies_elsewhere(where)
    return spans[0], spans[1]


def _held(
    reader: Reader, part: tuple[slice, slice], progress: Progress, cancel: Cancel
) -> NDArray[np.float32]:
    """The heights of a part of the file as they stand there, NaN for none."""
    rows, cols = part
    held = np.full((rows.stop - rows.start, cols.stop - cols.start), np.nan, np.float32)
    for block in reader.blocks(1, cancel):
        progress(0.5 * block.row / reader.placement.rows, "Reading elevation")
        first, last = max(block.row, rows.start), min(block.row + len(block.values), rows.stop)
        if first >= last:
            continue
        some: Any = slice(first - block.row, last - block.row), cols
        values = block.values[some].astype(np.float32)
        sound = block.valid[some] & (np.abs(values) < ABSURD_M)
        held[first - rows.start : last - rows.start] = np.where(sound, values, np.float32(np.nan))
    return held


def _same_cells(
    transform: Affine, shape: tuple[int, int], theirs: CRS, ours: CRS, grid: VelocityGrid
) -> bool:
    if shape != grid.shape or theirs != ours:
        return False
    own = ~_cells_of(grid) @ transform
    corners = ((0, 0), (shape[1], shape[0]))
    return all(math.dist(own @ corner, corner) < SAME for corner in corners)


def _cells_of(grid: VelocityGrid) -> Affine:
    return Affine.translation(grid.left, grid.top) @ Affine.scale(grid.cell_x, -grid.cell_y)


def _warped(
    held: NDArray[np.float32],
    transform: Affine,
    theirs: CRS,
    ours: CRS,
    grid: VelocityGrid,
    where: str,
    progress: Progress,
    cancel: Cancel,
) -> NDArray[np.float32]:
    """The heights at the cells of the grid, float32, NaN for none."""
    found = np.full(grid.shape, np.nan, np.float32)
    high = max(STRIP_CELLS // grid.cols, 1)
    for row in range(0, grid.rows, high):
        cancel.check("warping the heights")
        progress(0.5 + 0.5 * row / grid.rows, "Warping elevation")
        try:
            reproject(
                held,
                found[row : row + high],
                src_transform=transform,
                src_crs=theirs,
                src_nodata=np.nan,
                dst_transform=_cells_of(grid) @ Affine.translation(0, row),
                dst_crs=ours,
                dst_nodata=np.nan,
                resampling=Resampling.bilinear,
            )
        except (*GDAL_ERRORS, CRSError) as error:
            raise cannot_be_carried(where, error) from error
    return found


def _notes(metres: NDArray[np.float32], grid: VelocityGrid, unit: float) -> list[str]:
    """What the user should know of heights that were read."""
    notes = [] if unit == 1.0 else [f"Heights are in feet, and were taken for {unit:.6g} m each."]
    missing = passable = 0
    for row in range(0, grid.rows, 512):
        moving = grid.kmh_of(grid.values[row : row + 512]) > 0
        passable += int(moving.sum())
        missing += int((moving & np.isnan(metres[row : row + 512])).sum())
    if missing:
        share = 100 * missing / max(passable, 1)
        notes.append(
            f"{missing:,} cells that can be entered ({share:.2g} %) have no height: steps into "
            "them and out of them count as level."
        )
    return notes
