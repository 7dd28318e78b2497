"""Which cells lie in an area: those whose centre does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import rasterio.features
from numpy.typing import NDArray


def cells_in_area(
    rings: Sequence[NDArray[np.float64]], shape: tuple[int, int]
) -> NDArray[np.bool_]:
    """bool, of `shape`: whether the centre of each cell lies within the rings by the even-odd rule.

    rings : float64, (n, 2) each, corners in columns and rows of cells, of which the one at
    (row, col) has its centre at (col + 0.5, row + 0.5); the first need not be there again.
    """
    closed = [np.concatenate((ring, ring[:1])).tolist() for ring in rings]
    area = {"type": "Polygon", "coordinates": closed}
    held: NDArray[np.uint8] = rasterio.features.rasterize(
        [(area, 1)], out_shape=shape, fill=0, dtype="uint8", all_touched=False
    )
    return held.astype(np.bool_)
