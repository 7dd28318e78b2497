"""A velocity grid on the device, in the tiled layout of gpu/include/tile_grid.cuh."""

from __future__ import annotations

import numpy as np

from gpu.module import Module, load
from raster.grid import VelocityGrid
from raster.steps import DIAGONAL, EAST_WEST, NORTH_SOUTH, StepCosts

TILE = 32
CELLS = TILE * TILE

THROUGH_BYTES = 8 * TILE * (TILE + 1)
"""Shared memory through which a warp transposes two numbers a cell, padded by a column."""

GRID = np.dtype(
    [
        ("values", "u8"), ("table", "u8"), ("codes", "u4"), ("rows", "i4"), ("cols", "i4"),
        ("tile_rows", "i4"), ("tile_cols", "i4"), ("scale", "f8", (3,)), ("zero_speed", "f8"),
    ],
    align=True,
)  # fmt: skip
"""struct Grid of tile_grid.cuh."""

VALUE_BYTES = {"uint8": 1, "uint16": 2, "float32": 4}

BAND_TILE_ROWS = 64
"""Tile rows that go through a row-major staging buffer at a time."""


class DeviceGrid:
    """Values of a grid on a device; half costs are priced per solve.

    uint8 and uint16 codes stay so; only their table of half costs changes with the tick.
    """

    def __init__(self, grid: VelocityGrid, device: int) -> None:
        import cupy

        self.grid, self.device = grid, device
        self.tile_rows, self.tile_cols = -(-grid.rows // TILE), -(-grid.cols // TILE)
        self.tiles = self.tile_rows * self.tile_cols
        self.value_bytes = VALUE_BYTES[grid.values.dtype.name]
        self.layout = self.module("grids/tile_layout")
        self.values = cupy.empty(self.tiles * CELLS, grid.values.dtype)
        self._upload()
        self._table = cupy.zeros(3 * self._codes, cupy.uint32)
        self._priced_at = (0.0, 0.0)

    @property
    def _codes(self) -> int:
        return 0 if self.grid.code_speed is None else len(self.grid.code_speed)

    @property
    def square(self) -> bool:
        return self.grid.step_x == self.grid.step_y

    def module(self, stem: str, **constants: int) -> Module:
        """A module compiled for this grid's type of values and shape of cells."""
        own = {"VALUE": self.value_bytes, "SQUARE": int(self.square)}
        return load(stem, own | constants, self.device)

    def bands(self) -> list[tuple[int, int]]:
        """(first row, rows) of row bands whose first rows are multiples of TILE."""
        height = BAND_TILE_ROWS * TILE
        return [
            (top, min(height, self.grid.rows - top)) for top in range(0, self.grid.rows, height)
        ]

    def _upload(self) -> None:
        import cupy

        for top, rows in self.bands():
            band = cupy.asarray(np.ascontiguousarray(self.grid.values[top : top + rows]))
            self.layout.launch(
                "values_to_tiles",
                -(-rows // TILE) * self.tile_cols,
                256,
                band,
                self.values,
                np.int32(top),
                np.int32(rows),
                np.int32(self.grid.rows),
                np.int32(self.grid.cols),
                np.int32(self.tile_cols),
            )

    def priced(self, costs: StepCosts) -> np.void:
        """struct Grid at the tick of `costs`; valid until the next call."""
        priced_at = float(costs.scale[0]), costs.zero_speed
        if self._codes and self._priced_at != priced_at:
            self._table.set(np.ascontiguousarray(costs.table).ravel())
            self._priced_at = priced_at
        record: np.void = np.zeros(1, GRID)[0]
        record["values"] = self.values.data.ptr
        record["table"] = self._table.data.ptr if self._codes else 0
        record["codes"] = self._codes
        record["rows"], record["cols"] = self.grid.rows, self.grid.cols
        record["tile_rows"], record["tile_cols"] = self.tile_rows, self.tile_cols
        record["scale"] = [costs.scale[k] for k in (EAST_WEST, NORTH_SOUTH, DIAGONAL)]
        record["zero_speed"] = costs.zero_speed
        return record

    @staticmethod
    def bytes_needed(grid: VelocityGrid) -> int:
        """Bytes of the values on the device."""
        tiles = -(-grid.rows // TILE) * -(-grid.cols // TILE)
        return tiles * CELLS * VALUE_BYTES[grid.values.dtype.name]

    def label_address(self, row: int, col: int) -> int:
        """Index of a cell in an array of labels."""
        tile = row // TILE * self.tile_cols + col // TILE
        row, col = row % TILE, col % TILE
        return tile * CELLS + (row >> 2) * 128 + col * 4 + (row & 3)
