"""Heights of the cells of a raster in whole units, three bytes a cell: what slopes are made of."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.errors import InputError
from raster.grid import Window, sample_indices

UNKNOWN = 0xFFFFFF
"""Height in units of a cell of which no height is known; steps to it and from it count as level."""

_MOST_UNITS = UNKNOWN - 0x100
"""Largest height in units: the upper 16 bits tell unknown ones by themselves."""

FINEST = 12
"""Units are a power of two of a metre, at finest this one: 1/4096 m."""

_ROWS_AT_ONCE = 256

_NEXT_TO_NOTHING = 1e-6
"""Share of a neighbour in a height below which it does not matter: centres are found in reals."""


@dataclass(frozen=True, eq=False)
class CellHeights:
    """Heights of the cells of a raster: lowest + unit · (256 · high + low) metres.

    high : uint16, (rows, cols). low : uint8, same shape. UNKNOWN where no height is known.
    lowest : metres. unit : metres, a power of two. name, path : of their file. notes : what the
    user should know of them.
    """

    high: NDArray[np.uint16]
    low: NDArray[np.uint8]
    lowest: float
    unit: float
    name: str = "elevation"
    notes: tuple[str, ...] = ()
    path: Path | None = None

    @property
    def shape(self) -> tuple[int, int]:
        return int(self.high.shape[0]), int(self.high.shape[1])

    def units(self, rows: Any, cols: Any) -> NDArray[np.int32]:
        """int32; heights in units of the cells that two indices choose."""
        high, low = self.high[rows, cols], self.low[rows, cols]
        return np.asarray(high.astype(np.int32) << 8 | low)

    def metres(self, rows: Any, cols: Any) -> NDArray[np.float64]:
        """float64, metres of the same; NaN where unknown."""
        units = self.units(rows, cols)
        return np.where(units == UNKNOWN, np.nan, self.lowest + self.unit * units)

    def at(self, down: NDArray[np.float64], across: NDArray[np.float64]) -> NDArray[np.float64]:
        """float64, (n,), metres at places in rows and columns, whole at centres: between those of
        the cells around; NaN where one that matters is unknown."""
        rows, cols = self.shape
        down, across = np.clip(down, 0, rows - 1), np.clip(across, 0, cols - 1)
        row, col = down.astype(np.int64), across.astype(np.int64)
        found = np.zeros(len(row))
        for below, beside in ((0, 0), (0, 1), (1, 0), (1, 1)):
            share = np.abs(1 - below - (down - row)) * np.abs(1 - beside - (across - col))
            cells = np.minimum(row + below, rows - 1), np.minimum(col + beside, cols - 1)
            found += np.where(share > _NEXT_TO_NOTHING, share * self.metres(*cells), 0.0)
        return found

    @cached_property
    def most_rise(self) -> int:
        """The largest difference between neighbouring cells, in units."""
        return int(_most_rise(self.high, self.low))

    def window(self, window: Window) -> CellHeights:
        """The heights of a window."""
        row, col, height, width = window
        cells = slice(row, row + height), slice(col, col + width)
        high, low = np.array(self.high[cells], order="C"), np.array(self.low[cells], order="C")
        return CellHeights(high, low, self.lowest, self.unit, self.name)

    def coarser(self, factor: int) -> CellHeights:
        """The heights in the middle of blocks of `factor` × `factor` cells."""
        rows, cols = (-(-side // factor) for side in self.shape)
        down = np.minimum(np.arange(rows) * factor + factor // 2, self.shape[0] - 1)
        across = np.minimum(np.arange(cols) * factor + factor // 2, self.shape[1] - 1)
        return self._picked(down, across)

    def thinned(self, shape: tuple[int, int]) -> CellHeights:
        """Those of so many rows and columns, evenly spread, as `VelocityGrid.kmh` picks speeds."""
        down, across = (sample_indices(0, *each) for each in zip(self.shape, shape, strict=True))
        return self._picked(down, across)

    def _picked(self, down: NDArray[np.int64], across: NDArray[np.int64]) -> CellHeights:
        cells = down[:, None], across[None, :]
        return CellHeights(self.high[cells], self.low[cells], self.lowest, self.unit, self.name)

    def sample(self, side: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """int32; an even sample of rises to the east, and to the south, in units, of at most
        side² cells each; those of unknown cells are left out."""
        rows, cols = (sample_indices(0, n, min(n, side)) for n in self.shape)
        found = []
        for down, right in ((0, 1), (1, 0)):
            r, c = rows[rows + down < self.shape[0]], cols[cols + right < self.shape[1]]
            here = self.units(r[:, None], c[None, :])
            there = self.units(r[:, None] + down, c[None, :] + right)
            found.append((there - here)[(here != UNKNOWN) & (there != UNKNOWN)])
        return found[0], found[1]


def heights_of(metres: NDArray[np.floating[Any]], name: str = "elevation") -> CellHeights:
    """Heights from metres, any real dtype, (rows, cols), NaN where unknown. Raises InputError where
    none is known."""
    lowest, highest = math.inf, -math.inf
    for first in range(0, len(metres), _ROWS_AT_ONCE):
        some = metres[first : first + _ROWS_AT_ONCE]
        some = some[np.isfinite(some)]
        if some.size:
            lowest, highest = min(lowest, float(some.min())), max(highest, float(some.max()))
    if lowest > highest:
        raise InputError("no cell has a height", where=name, advice="Choose another raster.")
    lowest = float(math.floor(lowest))
    unit = 2.0**-FINEST
    while (highest - lowest) / unit > _MOST_UNITS:
        unit *= 2
    high, low = np.empty(metres.shape, np.uint16), np.empty(metres.shape, np.uint8)
    for first in range(0, len(metres), _ROWS_AT_ONCE):
        some = metres[first : first + _ROWS_AT_ONCE].astype(np.float64)
        known = np.isfinite(some)
        units = np.rint((np.where(known, some, lowest) - lowest) / unit).astype(np.uint32)
        units = np.where(known, units, UNKNOWN)
        high[first : first + len(some)] = units >> 8
        low[first : first + len(some)] = units & 0xFF
    return CellHeights(high, low, lowest, unit, name)


@njit(cache=True, nogil=True)
def _most_rise(high: Any, low: Any) -> Any:
    rows, cols = high.shape
    most = np.int64(0)
    for row in range(rows):
        for col in range(cols):
            here = np.int64(high[row, col]) << 8 | low[row, col]
            if here == UNKNOWN:
                continue
            for down, right in ((0, 1), (1, -1), (1, 0), (1, 1)):
                r, c = row + down, col + right
                if r < rows and 0 <= c < cols:
                    there = np.int64(high[r, c]) << 8 | low[r, c]
                    if there != UNKNOWN:
                        most = max(most, abs(there - here))
    return most
