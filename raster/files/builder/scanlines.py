"""Where cells lie among those of a raster, as closely as GDAL's warp has it by default.

GDAL transforms the first, the middle and the last centre of a row. Where the middle one lies within
a tolerance of the line between the other two, all of the row is put on that line; else each half is
looked at in the same way (`GDALApproxTransform`, written from its description and source). Rows are
those of the whole grid, so that no cell depends on the window in which it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
Exact = Callable[[NDArray[Any], NDArray[Any]], tuple[F64, F64]]

SHORTEST = 5
"""Centres of a part of a row up to which each is transformed itself."""


def along_rows(exact: Exact, rows: I64, cols: int, tolerance: float) -> tuple[F64, F64]:
    """Column and row of a raster under each centre of rows of a grid; float64, (rows, cols).

    exact : from columns and rows of the grid, as fractions, to those of the raster. rows : which.
    cols : of the whole grid. tolerance : in cells of the raster, the sum of both axes.
    """
    found = np.full((2, len(rows), cols), np.inf)
    # Parts of rows that are looked at next: place among the rows, first column, columns.
    part = np.arange(len(rows)), np.zeros(len(rows), np.int64), np.full(len(rows), cols)
    while len(part[0]):
        part = _looked_at(exact, rows, part, tolerance, found)
    return found[0], found[1]


def _looked_at(
    exact: Exact, rows: I64, part: tuple[I64, I64, I64], tolerance: float, found: F64
) -> tuple[I64, I64, I64]:
    """Fill in the parts that are close enough to a line, or short; the halves of the others."""
    at, begin, count = part
    middle, last = (count - 1) // 2, count - 1
    ends = [np.array(exact(begin + off + 0.5, rows[at] + 0.5)) for off in (0, middle, last)]
    with np.errstate(invalid="ignore", divide="ignore"):
        slope = (ends[2] - ends[0]) / last
        error = np.abs(ends[0] + slope * middle - ends[1]).sum(axis=0)
        straight = (error <= tolerance) & (count > SHORTEST)
    if straight.any():
        piece, off = _cells(count[straight])
        place = at[straight][piece], begin[straight][piece] + off
        for axis in (0, 1):
            found[axis][place] = ends[0][axis, straight][piece] + slope[axis, straight][piece] * off
    short = count <= SHORTEST
    if short.any():
        piece, off = _cells(count[short])
        row, col = at[short][piece], begin[short][piece] + off
        found[:, row, col] = exact(col + 0.5, rows[row] + 0.5)
    again = ~straight & (count > SHORTEST)
    half = middle[again]
    return (
        np.concatenate((at[again], at[again])),
        np.concatenate((begin[again], begin[again] + half)),
        np.concatenate((half, count[again] - half)),
    )


def _cells(count: I64) -> tuple[I64, I64]:
    """Of parts of so many cells: for each cell which part it is of, and its place there."""
    piece = np.repeat(np.arange(len(count)), count)
    return piece, np.arange(len(piece)) - np.repeat(np.cumsum(count) - count, count)
