"""Which cells lie in an area, those whose centre does, and the area of cells."""

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


def area_of_cells(held: NDArray[np.bool_]) -> list[NDArray[np.float64]]:
    """The rings of an area of cells that are joined by their edges: the outer one, then its holes.

    held : bool, (rows, cols), with one such area. Returns float64, (n, 2) each, corners in columns
    and rows, none of them twice.
    """
    shapes = rasterio.features.shapes(held.astype(np.uint8), mask=held, connectivity=4)
    area, _ = next(shapes)
    return [np.array(ring[:-1], np.float64) for ring in area["coordinates"]]
