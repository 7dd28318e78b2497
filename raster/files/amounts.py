"""Amounts on the cells of any raster, such as people, summed by bands of travel times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyproj
import rasterio
import rasterio.windows
from numpy.typing import NDArray
from pyproj.exceptions import ProjError
from rasterio.warp import transform_bounds

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.files.links import check_links, check_opened
from raster.files.gdal_errors import GDAL_ERRORS, reason_of
from raster.files.source import resolve
from raster.grid import VelocityGrid
from raster.travel_times import NO_CLASS, TravelTimes

MOST_PARTS = 16
"""Most parts along the side of a cell into which its amount is divided."""

PARTS_AT_ONCE = 2_000_000
"""Parts that are looked at between two looks at a cancel: a second."""

F64 = NDArray[np.float64]
Bounds = tuple[float, float, float, float]


def amounts_in_bands(
    path: Path,
    grid: VelocityGrid,
    times: TravelTimes,
    limits: Sequence[float],
    extent: Bounds | None = None,
    cancel: Cancel = NEVER,
) -> tuple[list[float], float]:
    """What lies within each band, the sum of the raster's values there, and what lies in all of the
    extent.

    Cells larger than those with times are divided into parts, whose middles decide; no data and
    numbers below 0 count nothing. limits : ascending seconds. extent : in the grid's CRS, widened
    to the grid where it does not hold it; None for the grid. Raises InputError for a raster that
    cannot be used, CancelledError.
    """
    classes = times.classes(grid.whole(), grid.shape, limits)
    found, everything = amounts_in_classes(path, grid, classes, NO_CLASS, extent, cancel)
    held: list[float] = found[: len(limits)].tolist()
    return held, everything


def amounts_in_classes(
    path: Path,
    grid: VelocityGrid,
    classes: NDArray[np.unsignedinteger[Any]],
    none: int,
    extent: Bounds | None = None,
    cancel: Cancel = NEVER,
) -> tuple[F64, float]:
    """The sums, float64, `none`, of classes of the grid's cells, below `none`, which is the class
    of those that have none; else as `amounts_in_bands`.

    classes : unsigned, (rows, cols).
    """
    if not path.is_file():
        raise InputError("there is no such file", where=str(path), advice="Check the name.")
    source = resolve(path)
    check_links(source.gdal_name, source.where)
    sums, box = np.zeros(none + 1), _widened(grid.bounds, extent or grid.bounds)
    try:
        with rasterio.Env(), rasterio.open(source.gdal_name) as dataset:
            check_opened(dataset.driver, dataset.files, source.gdal_name, source.where)
            carry = _carrier(dataset, grid, path)
            parts = _parts(dataset, grid, carry)
            for first, rows, cols in _blocks(dataset, grid, box, parts):
                cancel.check("the statistics")
                window = rasterio.windows.Window(cols[0], first, cols[1] - cols[0], rows)
                values = dataset.read(1, window=window, masked=True).astype(np.float64)
                counts = np.nan_to_num(values.filled(0.0), posinf=0.0).clip(min=0.0)
                corner = first, cols[0]
                _add(counts, corner, parts, dataset.transform, carry, grid, box, classes, sums)
    except GDAL_ERRORS as error:
        raise InputError(
            f"cannot be read: {reason_of(error)}", where=str(path), advice="Fetch it again."
        ) from error
    return sums[:none], float(sums.sum())


def _widened(bounds: Bounds, other: Bounds) -> Bounds:
    """The bounds that hold both."""
    (left, bottom, right, top), (west, south, east, north) = bounds, other
    return min(left, west), min(bottom, south), max(right, east), max(top, north)


def _carrier(dataset: Any, grid: VelocityGrid, path: Path) -> pyproj.Transformer | None:
    """From the raster's coordinates to the grid's; None where they are the same."""
    if dataset.transform.is_degenerate:
        raise InputError("has cells without an area", where=str(path), advice="Fetch it again.")
    if not grid.crs_wkt:
        return None
    if dataset.crs is None:
        raise InputError("names no CRS", where=str(path), advice="Give it one.")
    try:
        own, target = (pyproj.CRS.from_wkt(w) for w in (dataset.crs.to_wkt(), grid.crs_wkt))
    except ProjError as error:
        raise InputError(
            "names a CRS that is not understood", where=str(path), advice="Give it another."
        ) from error
    if own.equals(target, ignore_axis_order=True):
        return None
    return pyproj.Transformer.from_crs(own, target, always_xy=True)


def _placed(transform: Any, col: Any, row: Any) -> tuple[F64, F64]:
    """Coordinates of places among cells. (Affine 2 and 3 have no operator for it in common that
    stays.)"""
    x = col * transform.a + row * transform.b + transform.c
    return x, col * transform.d + row * transform.e + transform.f


def _parts(dataset: Any, grid: VelocityGrid, carry: pyproj.Transformer | None) -> int:
    """Parts along a side of a cell, so that none is larger than a cell with a time."""
    row, col = dataset.height / 2, dataset.width / 2
    x, y = _placed(dataset.transform, col + np.array([0, 1, 0]), row + np.array([0, 0, 1]))
    if carry is not None:
        x, y = carry.transform(x, y)
    sides = np.hypot(x[1:] - x[0], y[1:] - y[0])
    if not np.isfinite(sides).all():
        return 1
    return int(min(max(math.ceil(sides.max() / min(grid.cell_x, grid.cell_y)), 1), MOST_PARTS))


def _blocks(dataset: Any, grid: VelocityGrid, bounds: Bounds, parts: int) -> Any:
    """(first row, rows, (first column, end)) of what may lie within bounds in the grid's CRS."""
    whole = rasterio.windows.Window(0, 0, dataset.width, dataset.height)
    if grid.crs_wkt and dataset.crs is not None:
        bounds = transform_bounds(grid.crs_wkt, dataset.crs, *bounds, densify_pts=21)
    transform = dataset.transform
    if np.isfinite(bounds).all() and transform.b == transform.d == 0:
        left, right = sorted((x - transform.c) / transform.a for x in bounds[::2])
        top, bottom = sorted((y - transform.f) / transform.e for y in bounds[1::2])
        first = max(math.floor(left) - 1, 0), max(math.floor(top) - 1, 0)
        ends = min(math.ceil(right) + 1, whole.width), min(math.ceil(bottom) + 1, whole.height)
    else:
        first, ends = (0, 0), (whole.width, whole.height)
    if ends[0] <= first[0]:
        return
    at_once = max(PARTS_AT_ONCE // (parts * parts * (ends[0] - first[0])), 1)
    for row in range(first[1], ends[1], at_once):
        yield row, min(at_once, ends[1] - row), (first[0], ends[0])


def _add(
    counts: F64,
    begin: tuple[int, int],
    parts: int,
    transform: Any,
    carry: pyproj.Transformer | None,
    grid: VelocityGrid,
    box: Bounds,
    classes: NDArray[np.unsignedinteger[Any]],
    sums: F64,
) -> None:
    """Add what cells hold to their bands, or to none in the rest of a box, a part of each after
    another."""
    rows, cols = np.nonzero(counts)
    share = counts[rows, cols] / (parts * parts)
    for part in range(parts * parts):
        down, across = divmod(part, parts)
        across_cells = begin[1] + cols + (across + 0.5) / parts
        x, y = _placed(transform, across_cells, begin[0] + rows + (down + 0.5) / parts)
        if carry is not None:
            x, y = carry.transform(x, y)
        col = np.floor((np.asarray(x) - grid.left) / grid.cell_x)
        row = np.floor((grid.top - np.asarray(y)) / grid.cell_y)
        inside = (col >= 0) & (col < grid.cols) & (row >= 0) & (row < grid.rows)
        band = np.full(len(col), len(sums) - 1, classes.dtype)
        band[inside] = classes[row[inside].astype(np.int64), col[inside].astype(np.int64)]
        left, bottom, right, top = box
        counted = inside | ((x >= left) & (x <= right) & (y >= bottom) & (y <= top))
        sums += np.bincount(band[counted], share[counted], len(sums))
