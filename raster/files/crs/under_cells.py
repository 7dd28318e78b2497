"""Which cell of one grid lies under the centre of each cell of another, to the last cell.

A transformation of every centre is slow (some two million a second), and GDAL's warp, which
interpolates between few, takes a neighbour for one cell in fourteen. Here, too, most centres are
interpolated, but how far off that may be is measured, and centres that come closer than that to a
border between cells are transformed themselves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyproj
from numpy.typing import NDArray
from rasterio.transform import Affine

from raster.files.crs.reference import Placement

LATTICE = 32
"""Cells between two centres that are transformed. On cells of 30 m interpolation is then off by
some thousandths of a cell, so that about one in a hundred has to be transformed as well."""

SAFETY = 4.0
"""Factor by which the error may exceed that measured in the middle of each mesh and of its sides,
where that of a bilinear interpolation is largest."""

F64 = NDArray[np.float64]


class CellsUnder:
    """Finds cells of `source` under those of `target`.

    source_crs, target_crs : WKT. The source may be rotated; one in degrees may cross the date line.
    """

    def __init__(
        self, source: Placement, source_crs: str, target: Placement, target_crs: str
    ) -> None:
        crs = pyproj.CRS.from_wkt(source_crs)
        self._source, self._target = source, target
        self._back = pyproj.Transformer.from_crs(target_crs, crs, always_xy=True)
        self._to_cells = ~source.transform
        self._turn = self._full_turn(crs)

    def rows_from(self, first: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """For `count` rows of the target from row `first`.

        Returns the index, int64, (count, cols), of the source's cell (row by row), 0 where there
        is none; and whether there is one.
        """
        rows, cols = np.arange(first, first + count), np.arange(self._target.cols)
        col, row, error = self._interpolated(rows, cols)
        limit = SAFETY * error + 1e-9
        # A NaN, where the lattice has no place in the source, is never safe.
        safe = (np.abs(col - np.rint(col)) > limit) & (np.abs(row - np.rint(row)) > limit)
        at_row, at_col = np.nonzero(~safe)
        col[at_row, at_col], row[at_row, at_col] = self._exact(rows[at_row], cols[at_col])
        with np.errstate(invalid="ignore"):
            inside = (col >= 0) & (col < self._source.cols) & (row >= 0) & (row < self._source.rows)
        index = np.zeros(col.shape, np.int64)
        index[inside] = row[inside].astype(np.int64) * self._source.cols
        index[inside] += col[inside].astype(np.int64)
        return index, inside

    def _exact(self, row: NDArray[Any], col: NDArray[Any]) -> tuple[F64, F64]:
        """Column and row in the source of the middles of target cells; infinite without a place."""
        x, y = _applied(self._target.transform, col + 0.5, row + 0.5)
        x, y = self._back.transform(np.atleast_1d(x), np.atleast_1d(y))
        if self._turn:
            x = x - self._turn * np.rint((x - self._source.centre[0]) / self._turn)
        with np.errstate(invalid="ignore"):
            return _applied(self._to_cells, np.asarray(x), np.asarray(y))

    def _interpolated(
        self, rows: NDArray[np.int64], cols: NDArray[np.int64]
    ) -> tuple[F64, F64, float]:
        """Column and row in the source, float64, (rows, cols), and by how much they may be off."""
        knot_rows, knot_cols = _knots(rows), _knots(cols)
        knots = self._exact_at(knot_rows, knot_cols)
        error = 0.0
        for at_rows, at_cols in (
            (_middles(knot_rows), knot_cols),
            (knot_rows, _middles(knot_cols)),
            (_middles(knot_rows), _middles(knot_cols)),
        ):
            exact = self._exact_at(at_rows, at_cols)
            for values, there in zip(knots, exact, strict=True):
                with np.errstate(invalid="ignore"):
                    off = np.abs(_between(values, knot_rows, knot_cols, at_rows, at_cols) - there)
                error = max(error, float(np.max(off[np.isfinite(off)], initial=0.0)))
        col, row = (_between(values, knot_rows, knot_cols, rows, cols) for values in knots)
        return col, row, error

    def _exact_at(self, rows: F64, cols: F64) -> tuple[F64, F64]:
        row, col = np.meshgrid(rows, cols, indexing="ij")
        shape = row.shape
        col, row = self._exact(row.ravel(), col.ravel())
        return col.reshape(shape), row.reshape(shape)

    @staticmethod
    def _full_turn(crs: pyproj.CRS) -> float:
        """Longitude once around the globe, in the CRS's unit; 0 where x is no longitude."""
        if not crs.is_geographic:
            return 0.0
        return 2 * np.pi / float(crs.axis_info[0].unit_conversion_factor)


def _applied(transform: Affine, x: F64, y: F64) -> tuple[F64, F64]:
    a, b, c, d, e, f = transform[:6]
    return a * x + b * y + c, d * x + e * y + f


def _knots(cells: NDArray[np.int64]) -> F64:
    """Every LATTICE-th cell, the last one too; at least two, for one cell the next beside it."""
    last = max(int(cells[-1]), int(cells[0]) + 1)
    return np.append(np.arange(cells[0], last, LATTICE, dtype=np.float64), last)


def _middles(knots: F64) -> F64:
    return (knots[1:] + knots[:-1]) / 2


def _between(values: F64, rows: F64, cols: F64, at_rows: Any, at_cols: Any) -> F64:
    """Bilinear between values, (rows, cols), at a lattice; float64, (at_rows, at_cols)."""
    above, down = _share(rows, at_rows)
    left, right = _share(cols, at_cols)
    with np.errstate(invalid="ignore"):  # infinite beyond the reach of a projection
        along = values[:, left] * (1 - right) + values[:, left + 1] * right
        return np.asarray(along[above] * (1 - down[:, None]) + along[above + 1] * down[:, None])


def _share(knots: F64, at: Any) -> tuple[NDArray[np.int64], F64]:
    """The knot before each place, and how far it is from there to the next, 0 to 1."""
    before = np.clip(np.searchsorted(knots, at, side="right") - 1, 0, len(knots) - 2)
    return before, (at - knots[before]) / (knots[before + 1] - knots[before])
