"""Partition of a grid into square blocks of tiles: what is brought into memory and taken out whole.

Blocks are numbered row by row. At the right and bottom edge they may stick out of the grid; a
window never does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError
from raster.grid import Window
from raster.tiles.cells import TILE


@dataclass(frozen=True)
class BlockPartition:
    """A grid of rows × cols cells in blocks of side × side cells; side is a power of two."""

    rows: int
    cols: int
    side: int

    def __post_init__(self) -> None:
        if self.side < TILE or self.side & (self.side - 1):
            raise ParameterError(
                f"blocks of {self.side} cells",
                advice=f"Give a power of two, {TILE} or more, such as 1024.",
            )

    @property
    def block_rows(self) -> int:
        return -(-self.rows // self.side)

    @property
    def block_cols(self) -> int:
        return -(-self.cols // self.side)

    @property
    def count(self) -> int:
        return self.block_rows * self.block_cols

    @property
    def across(self) -> int:
        """Tiles along a side of a block."""
        return self.side // TILE

    @property
    def cells(self) -> int:
        """Cells that a block takes in memory, those outside the grid included."""
        return self.side * self.side

    def block_of(self, row: int, col: int) -> int:
        return row // self.side * self.block_cols + col // self.side

    def window(self, block: int) -> Window:
        """The cells of a block that lie in the grid."""
        row, col = (index * self.side for index in divmod(block, self.block_cols))
        return Window(row, col, min(self.side, self.rows - row), min(self.side, self.cols - col))

    def least_around(self, of_block: NDArray[np.int64]) -> NDArray[np.int64]:
        """The smallest number among each block and its eight neighbours; int64, (count,)."""
        largest = np.iinfo(np.int64).max
        padded = np.pad(
            of_block.reshape(self.block_rows, self.block_cols), 1, constant_values=largest
        )
        rows = np.minimum(np.minimum(padded[:-2], padded[1:-1]), padded[2:])
        around: NDArray[np.int64] = np.minimum(
            np.minimum(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:]
        ).ravel()
        return around


def side_for(rows: int, cols: int, cells: int) -> int:
    """Side of blocks for a memory of so many cells: a power of two from 256 to 2048.

    A front that crosses the whole grid touches about four blocks for each block along a side, if
    it is round, and three times as many where slow ground keeps parts of it back. The largest
    blocks of which so many find room: smaller ones cost more bookkeeping, larger ones would leave
    and come back.
    """
    side = 2048
    while side > 256 and cells // side**2 < 12 * max(rows, cols) // side:
        side //= 2
    # A small grid still is more than one block, so that work and copies overlap.
    while side > 64 and side >= max(rows, cols):
        side //= 2
    return side
