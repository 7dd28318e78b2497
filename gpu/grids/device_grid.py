"""A velocity grid on the device, in the tiled layout of gpu/include/tile_grid.cuh."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpu.module import Module, load
from gpu.sources import layout_of
from raster.grid import VelocityGrid
from raster.oblong import ALONG, ASLANT, REACH, SHARE
from raster.steps import DIAGONAL, EAST_WEST, NORTH_SOUTH, StepCosts

TILE = 32
CELLS = TILE * TILE

THROUGH_BYTES = 8 * TILE * (TILE + 1)
"""Shared memory through which a warp transposes two numbers a cell, padded by a column."""

GRID = layout_of("Grid", "include/tile_grid.cuh")

VALUE_BYTES = {"uint8": 1, "uint16": 2, "float32": 4}

BAND_TILE_ROWS = 64
"""Tile rows that go through a row-major staging buffer at a time."""


PRICING_BLOCKS = 16
"""Thread blocks per multiprocessor of the kernel that prices all cells: as many as may be
resident."""


def slant(costs: StepCosts) -> int:
    """How much longer a diagonal step is than the longer straight one, in units of 2⁻³¹, cut off:
    at most √2, which fits 32 bits."""
    return int(2**31 * costs.scale[DIAGONAL] / costs.scale[:DIAGONAL].max())


def tell_straight_lines(record: np.void, costs: StepCosts) -> None:
    """Fill in the fields of struct Grid that straight lines need."""
    record["straight_lines"] = costs.straight
    for name, part in (("share", SHARE), ("reach", REACH), ("along", ALONG), ("aslant", ASLANT)):
        record[name] = costs.shapes[:, part]


class DeviceGrid:
    """Values of a grid on a device; half costs are priced per tick.

    uint8 codes stay so; only their table of half costs changes with the tick. The half costs of
    float32 speeds are packed beside them, 4 bytes a cell or 8 where cells are not square: to divide
    in float64 at each visit of a tile would take longer than all else. So are those of uint16 codes
    where cells are square, since their table is too large for what is near to a multiprocessor.
    """

    def __init__(self, grid: VelocityGrid, device: int) -> None:
        import cupy

        self.grid, self.device = grid, device
        self.tile_rows, self.tile_cols = -(-grid.rows // TILE), -(-grid.cols // TILE)
        self.tiles = self.tile_rows * self.tile_cols
        coded = int(_is_packed(grid) and grid.code_speed is not None)
        self.layout = self.module("grids/tile_layout", CODED=coded)
        self.values = cupy.empty(self.tiles * CELLS, grid.values.dtype)
        self._upload()
        packed = np.uint32 if self.square else np.uint64
        self._packed = cupy.empty(self.tiles * CELLS if _is_packed(grid) else 0, packed)
        self._table = cupy.zeros(3 * self._codes, cupy.uint32)
        self._priced_at = (0.0, 0.0)
        self._record: tuple[StepCosts, np.void] | None = None
        self._lost = cupy.zeros(1, cupy.uint32)

    @property
    def _codes(self) -> int:
        return 0 if self.grid.code_speed is None else len(self.grid.code_speed)

    @property
    def square(self) -> bool:
        return self.grid.step_x == self.grid.step_y

    def module(self, stem: str, **constants: int) -> Module:
        """A module compiled for this grid's type of values and shape of cells."""
        own = {"VALUE": _value_bytes(self.grid), "SQUARE": int(self.square)}
        own["PRICED"] = int(_is_packed(self.grid))
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
        """struct Grid at the tick of `costs`, on the current stream; valid until the next call."""
        if self._record is None or self._record[0] is not costs:
            self._record = costs, self._record_at(costs)
        return self._record[1]

    def _record_at(self, costs: StepCosts) -> np.void:
        record: np.void = np.zeros(1, GRID)[0]
        record["values"] = (self._packed if _is_packed(self.grid) else self.values).data.ptr
        record["table"] = self._table.data.ptr if self._codes else 0
        record["codes"] = self._codes
        record["rows"], record["cols"] = self.grid.rows, self.grid.cols
        record["tile_rows"], record["tile_cols"] = self.tile_rows, self.tile_cols
        record["scale"] = [costs.scale[k] for k in (EAST_WEST, NORTH_SOUTH, DIAGONAL)]
        record["zero_speed"] = costs.zero_speed
        record["slant"] = slant(costs)
        tell_straight_lines(record, costs)
        priced_at = float(costs.scale[0]), costs.zero_speed
        if self._priced_at != priced_at:
            self._price(costs, record)
            self._priced_at = priced_at
        return record

    def _price(self, costs: StepCosts, record: np.void) -> None:
        if self._codes:
            self._table.set(np.ascontiguousarray(costs.table).ravel())
        if not _is_packed(self.grid):
            return
        import cupy

        most = cupy.cuda.Device(self.device).attributes["MultiProcessorCount"] * PRICING_BLOCKS
        chunks = self.tiles * CELLS // 4
        blocks = min(most, -(-chunks // 256))
        self.layout.launch(
            "price", blocks, 256, record, self.values, self._packed, np.uint64(chunks)
        )

    def loses_cells(self, costs: StepCosts, labels: object) -> bool:
        """Whether a cell has no label only because its path reached UNREACHED ticks; on the current
        stream."""
        self._lost.fill(0)
        self.layout.launch("outgrown", self.tiles, 256, self.priced(costs), labels, self._lost)
        return bool(self._lost.get()[0])

    @staticmethod
    def bytes_needed(grid: VelocityGrid) -> int:
        """Bytes of the values on the device, packed half costs included."""
        tiles = -(-grid.rows // TILE) * -(-grid.cols // TILE)
        packed = _value_bytes(grid) if _is_packed(grid) else 0
        return tiles * CELLS * (VALUE_BYTES[grid.values.dtype.name] + packed)

    def by_address(self, starts: dict[int, int]) -> dict[int, int]:
        """Labels of starts, by cell, by where these lie in an array of labels."""
        rows, cols = divmod(np.fromiter(starts, np.int64, len(starts)), self.grid.cols)
        return dict(zip(self.label_address(rows, cols).tolist(), starts.values(), strict=True))

    def label_address(self, row: Any, col: Any) -> Any:
        """Index of a cell in an array of labels; of int, or int64 of any shape."""
        tile = row // TILE * self.tile_cols + col // TILE
        row, col = row % TILE, col % TILE
        return tile * CELLS + (row >> 2) * 128 + col * 4 + (row & 3)


def _is_packed(grid: VelocityGrid) -> bool:
    """Whether half costs are packed a cell, once for a tick. Diagonal ones in tables of codes are
    bounded by both straight ones where cells are not square, which leaves two bits too few."""
    if grid.code_speed is None:
        return True
    return grid.values.dtype == np.uint16 and grid.step_x == grid.step_y


def _value_bytes(grid: VelocityGrid) -> int:
    """VALUE of tile_grid.cuh: bytes of what kernels read of a cell."""
    if not _is_packed(grid):
        return VALUE_BYTES[grid.values.dtype.name]
    return 4 if grid.step_x == grid.step_y else 8
