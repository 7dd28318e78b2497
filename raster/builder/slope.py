"""Slope of the ground after Horn, *Hill shading and the reflectance map*, Proceedings of the IEEE
69 (1981): the gradient of eight neighbours, those beside the cell counting twice."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def horn_degrees(
    metres: NDArray[np.floating[Any]], step_x: float, step_y: float
) -> NDArray[np.float32]:
    """Slope in degrees of all cells but those of the rim; float32, (rows - 2, cols - 2).

    metres : (rows, cols), NaN where nothing is known; step_x, step_y : metres between two cells.
    NaN where the cell itself has no height. A neighbour without one lies on the line through the
    cell and the neighbour opposite, or is as high as the cell where that has none either.
    """
    z = np.asarray(metres, np.float64)
    middle = z[1:-1, 1:-1]
    rows, cols = z.shape
    around = {
        (down, across): z[1 + down : rows - 1 + down, 1 + across : cols - 1 + across]
        for down in (-1, 0, 1)
        for across in (-1, 0, 1)
        if (down, across) != (0, 0)
    }
    if np.isnan(z).any():
        around = {
            (down, across): _known(each, around[-down, -across], middle)
            for (down, across), each in around.items()
        }
    east = (around[-1, 1] + 2 * around[0, 1] + around[1, 1]) - (
        around[-1, -1] + 2 * around[0, -1] + around[1, -1]
    )
    south = (around[1, -1] + 2 * around[1, 0] + around[1, 1]) - (
        around[-1, -1] + 2 * around[-1, 0] + around[-1, 1]
    )
    rise = np.hypot(east / (8 * step_x), south / (8 * step_y))
    degrees = np.degrees(np.arctan(rise))
    return np.where(np.isnan(middle), np.nan, degrees).astype(np.float32)


def _known(
    one: NDArray[np.float64], opposite: NDArray[np.float64], middle: NDArray[np.float64]
) -> NDArray[np.float64]:
    through = np.where(np.isnan(opposite), middle, 2 * middle - opposite)
    return np.where(np.isnan(one), through, one)
