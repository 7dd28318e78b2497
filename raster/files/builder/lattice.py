"""Where the centres of the cells of a grid lie among those of a raster, the same in every window.

Between knots of a lattice that is fixed to the grid, places are interpolated: to transform every
centre is slow. How fine the lattice is, is settled once, by errors that are measured all over the
grid, so that no cell depends on the window in which it is asked for. A tolerance asks for what
GDAL's warp does instead, which `scanlines` has.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyproj
from numpy.typing import NDArray
from pyproj.exceptions import CRSError, ProjError
from rasterio.transform import Affine

from core.errors import InputError
from raster.builder.target import TargetGrid
from raster.files.builder.scanlines import along_rows
from raster.grid import Window

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

STEPS = (32, 16, 8, 4, 2, 1)
"""Cells between two knots, from the fastest to the exact one."""

CLOSE = 0.002
"""Share of a cell of the raster by which an interpolated place may be off where it was measured."""

SAFETY = 4.0
"""Factor by which it may be off elsewhere."""

PROBES = 12
"""Meshes a side of the grid in whose middle the error is measured."""


class CellPlaces:
    """Columns and rows of a raster, as fractions, under the centres of a grid's cells.

    transform, crs_wkt : of the raster; None for a raster without a CRS, which then has the grid's.
    where : the raster's file, for errors. tolerance : cells of the raster by which GDAL would let
    places be off; 0 for those that are true to `CLOSE`.
    """

    def __init__(
        self,
        transform: Affine,
        crs_wkt: str | None,
        grid: TargetGrid,
        where: str,
        tolerance: float = 0.0,
    ) -> None:
        self._tolerance = tolerance
        self._grid, self._to_cells = grid, ~transform
        self._across: pyproj.Transformer | None = None
        self._turn = 0.0
        self._middle = grid.left + grid.cols * grid.cell_x / 2
        if crs_wkt and grid.crs_wkt:
            try:
                own, target = (pyproj.CRS.from_wkt(text) for text in (crs_wkt, grid.crs_wkt))
                if not own.equals(target, ignore_axis_order=True):
                    self._across = pyproj.Transformer.from_crs(target, own, always_xy=True)
            except (CRSError, ProjError) as error:
                raise InputError(
                    "names a CRS that is not understood", where=where, advice="Give it another."
                ) from error
            if own.is_geographic and self._across is not None:
                self._turn = 2 * np.pi / float(own.axis_info[0].unit_conversion_factor)
                middle = self._across.transform(
                    self._middle, grid.top - grid.rows * grid.cell_y / 2
                )[0]
                self._centre = float(middle) if np.isfinite(middle) else 0.0
                # Of rasters from 0° to 360° the longitudes of the west are 180° to 360°.
                begin = transform.c
                if self._centre < begin - self._turn / 4:
                    self._centre += self._turn
        exact = self._across is None or tolerance > 0
        self.step = 1 if exact else self._settled()
        self._last: tuple[Window, tuple[F64, F64]] | None = None

    def at(self, window: Window) -> tuple[F64, F64]:
        """Column and row of each centre; float64, (height, width), infinite without a place. Those
        of the last window are kept: several rasters may lie alike."""
        if self._last is None or self._last[0] != window:
            self._last = window, self._computed(window)
        return self._last[1]

    def _computed(self, window: Window) -> tuple[F64, F64]:
        rows = np.arange(window.row, window.row + window.height)
        cols = np.arange(window.col, window.col + window.width)
        if self._tolerance > 0 and self._across is not None:
            return self._as_gdal(rows, cols)
        if self._across is None or self.step == 1:
            row, col = np.meshgrid(rows + 0.5, cols + 0.5, indexing="ij")
            return self.exact(col, row)
        knot_rows, knot_cols = _knots(rows, self.step), _knots(cols, self.step)
        row, col = np.meshgrid(knot_rows + 0.5, knot_cols + 0.5, indexing="ij")
        values = self.exact(col, row)
        return tuple(_between(v, knot_rows, knot_cols, rows, cols, self.step) for v in values)  # type: ignore[return-value]

    def _as_gdal(self, rows: I64, cols: I64) -> tuple[F64, F64]:
        """The same within the tolerance; beside the grid, where GDAL has none, as they are."""
        within = (cols >= 0) & (cols < self._grid.cols)
        close = along_rows(self.exact, rows, self._grid.cols, self._tolerance)
        row, col = np.meshgrid(rows + 0.5, cols[~within] + 0.5, indexing="ij")
        found = np.empty((len(rows), len(cols))), np.empty((len(rows), len(cols)))
        for each, line, beside in zip(found, close, self.exact(col, row), strict=True):
            each[:, within], each[:, ~within] = line[:, cols[within]], beside
        return found

    def nearest(self, window: Window) -> tuple[I64, I64]:
        """Column and row of the raster's cell under each centre; int64, far outside where there is
        none. Those too near to an edge of cells for interpolation are transformed themselves."""
        col, row = (each.copy() for each in self.at(window))
        if self._across is not None and self.step > 1:
            with np.errstate(invalid="ignore"):
                near = np.abs(col - np.rint(col)) < SAFETY * CLOSE
                near |= np.abs(row - np.rint(row)) < SAFETY * CLOSE
            at_row, at_col = np.nonzero(near)
            x, y = self.exact(window.col + at_col + 0.5, window.row + at_row + 0.5)
            col[at_row, at_col], row[at_row, at_col] = x, y
        return _floored(col), _floored(row)

    def exact(self, col: Any, row: Any) -> tuple[F64, F64]:
        """The same of any places of the grid, given as fractions of columns and rows."""
        grid = self._grid
        x, y = grid.left + np.asarray(col) * grid.cell_x, grid.top - np.asarray(row) * grid.cell_y
        if self._across is not None:
            x, y = (np.asarray(each) for each in self._across.transform(x, y))
            if self._turn:
                x = x - self._turn * np.rint((x - self._centre) / self._turn)
        a, b, c, d, e, f = self._to_cells[:6]
        with np.errstate(invalid="ignore"):
            return np.asarray(a * x + b * y + c), np.asarray(d * x + e * y + f)

    def _settled(self) -> int:
        """The widest step of the lattice that is close enough."""
        grid = self._grid
        rows = np.unique(np.linspace(0, grid.rows - 1, PROBES).astype(np.int64))
        cols = np.unique(np.linspace(0, grid.cols - 1, PROBES).astype(np.int64))
        for step in STEPS[:-1]:
            worst = 0.0
            for off_row, off_col in ((0.5, 0.5), (0.5, 0.0), (0.0, 0.5)):
                row, col = np.meshgrid(rows // step, cols // step, indexing="ij")
                mesh = [
                    self.exact((col + right) * step + 0.5, (row + down) * step + 0.5)
                    for down, right in ((0, 0), (0, 1), (1, 0), (1, 1))
                ]
                exact = self.exact((col + off_col) * step + 0.5, (row + off_row) * step + 0.5)
                weights = (
                    (1 - off_row) * (1 - off_col), (1 - off_row) * off_col,
                    off_row * (1 - off_col), off_row * off_col,
                )  # fmt: skip
                for axis in (0, 1):
                    with np.errstate(invalid="ignore"):
                        off = sum(w * corner[axis] for w, corner in zip(weights, mesh, strict=True))
                        error = np.abs(np.asarray(off) - exact[axis])
                    worst = max(worst, float(np.max(error[np.isfinite(error)], initial=0.0)))
            if worst <= CLOSE:
                return step
        return 1


def _knots(cells: I64, step: int) -> I64:
    first, last = int(cells[0]) // step, int(cells[-1]) // step + 1
    return np.arange(first, last + 1) * step


def _between(
    values: F64,
    knot_rows: I64,
    knot_cols: I64,
    rows: I64,
    cols: I64,
    step: int,
) -> F64:
    """Bilinear between values at knots; float64, (rows, cols)."""
    above, left = (rows - knot_rows[0]) // step, (cols - knot_cols[0]) // step
    down, right = ((rows % step) / step)[:, None], (cols % step) / step
    with np.errstate(invalid="ignore"):
        along = values[:, left] * (1 - right) + values[:, left + 1] * right
        return np.asarray(along[above] * (1 - down) + along[above + 1] * down)


def _floored(places: F64) -> I64:
    far = np.where(np.isfinite(places), places, -1e15)
    return np.asarray(np.floor(np.clip(far, -1e15, 1e15)), np.int64)
