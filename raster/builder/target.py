"""The grid that speeds are made on: where its cells lie, and its windows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from core.errors import InputError
from raster.grid import NorthUp, Window

BLOCK = 1024
"""Cells a side of the windows that are made at once: some 8 MiB an array of float64."""

MOST_CELLS = 1 << 36
"""Most cells of a grid: 64 Gi, beyond which an extent or a cell size has another unit."""

NEAR = 1e-6
"""Share of a cell within which an edge counts as lying on that of a cell."""

Bounds = tuple[float, float, float, float]
"""left, bottom, right, top in units of a CRS."""


@dataclass(frozen=True)
class TargetGrid(NorthUp):
    """North-up cells. left, top : outer corner in units of the CRS; cell_x, cell_y : sizes of a
    cell, both positive; metres_per_unit : length of a unit; crs_wkt : None without a CRS."""

    rows: int
    cols: int
    left: float
    top: float
    cell_x: float
    cell_y: float
    metres_per_unit: float = 1.0
    crs_wkt: str | None = None

    def __post_init__(self) -> None:
        if not (self.rows >= 1 and self.cols >= 1 and self.rows * self.cols <= MOST_CELLS):
            raise InputError(
                f"a grid of {self.cols} × {self.rows} cells",
                where="grid",
                advice="Check the unit of the extent and of the cell.",
            )

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows, self.cols

    def coarser(self, every: int) -> TargetGrid:
        """The same extent, about, on cells `every` times as large: for a first look."""
        rows, cols = max(self.rows // every, 1), max(self.cols // every, 1)
        size_x, size_y = self.cell_x * self.cols / cols, self.cell_y * self.rows / rows
        unit, crs = self.metres_per_unit, self.crs_wkt
        return TargetGrid(rows, cols, self.left, self.top, size_x, size_y, unit, crs)


def snapped(
    bounds: Bounds, cell_x: float, cell_y: float, corner: tuple[float, float]
) -> tuple[int, int, float, float]:
    """Rows, columns, left and top of the least grid that covers bounds and has an edge of a cell at
    `corner`, (x, y)."""
    left, bottom, right, top = bounds
    x, y = corner
    first = math.floor((left - x) / cell_x + NEAR)
    last = math.ceil((right - x) / cell_x - NEAR)
    upper = math.floor((y - top) / cell_y + NEAR)
    lower = math.ceil((y - bottom) / cell_y - NEAR)
    return lower - upper, last - first, x + first * cell_x, y - upper * cell_y


def windows(rows: int, cols: int, side: int = BLOCK) -> Iterator[Window]:
    """Squares that cover rows and columns, row by row; those at the end are smaller."""
    for row in range(0, rows, side):
        for col in range(0, cols, side):
            yield Window(row, col, min(side, rows - row), min(side, cols - col))


def grown(window: Window, margin: int) -> Window:
    """The window with so many cells more on each side, also beyond the grid."""
    return Window(
        window.row - margin,
        window.col - margin,
        window.height + 2 * margin,
        window.width + 2 * margin,
    )
