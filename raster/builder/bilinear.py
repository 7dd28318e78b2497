"""Values between the four cells around a place."""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray


def between(
    values: NDArray[np.float32],
    first: tuple[int, int],
    shape: tuple[int, int],
    col: NDArray[np.float64],
    row: NDArray[np.float64],
) -> NDArray[np.float32]:
    """Values at places; float32, shape of `col`. Those of the four cells around that are unknown
    are left out; NaN where the place lies outside, or in a cell that is unknown, as GDAL's warp has
    it.

    values : float32, part of a raster, NaN where unknown; first : its first row and column; shape :
    rows and columns of the whole raster. col, row : as fractions, (0, 0) the outer corner.
    """
    found = np.full(col.shape, np.nan, np.float32)
    _between(
        np.ascontiguousarray(values, np.float32), np.int64(first[0]), np.int64(first[1]),
        np.int64(shape[0]), np.int64(shape[1]), np.ascontiguousarray(col),
        np.ascontiguousarray(row), found,
    )  # fmt: skip
    return found


@njit(cache=True, nogil=True)
def _between(values, first_row, first_col, rows, cols, col, row, found):  # type: ignore[no-untyped-def]
    last_row, last_col = values.shape[0] - 1, values.shape[1] - 1
    for i in range(found.shape[0]):
        for j in range(found.shape[1]):
            x, y = col[i, j], row[i, j]
            if not (x >= 0.0 and x <= cols and y >= 0.0 and y <= rows):
                continue
            own_row = min(max(math.floor(y) - first_row, 0), last_row)
            own_col = min(max(math.floor(x) - first_col, 0), last_col)
            if math.isnan(values[own_row, own_col]):
                continue
            left, upper = math.floor(x - 0.5), math.floor(y - 0.5)
            across, down = x - 0.5 - left, y - 0.5 - upper
            total = 0.0
            weight = 0.0
            for below in range(2):
                share_y = down if below else 1.0 - down
                at_row = min(max(int(upper) + below - first_row, 0), last_row)
                for beside in range(2):
                    at_col = min(max(int(left) + beside - first_col, 0), last_col)
                    value = values[at_row, at_col]
                    if not math.isnan(value):
                        share = share_y * (across if beside else 1.0 - across)
                        total += share * value
                        weight += share
            if weight > 1e-9:
                found[i, j] = total / weight
