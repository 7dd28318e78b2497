"""What the numbers of a velocity raster mean, and how they become km/h."""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

KMH_PER_MS = 3.6
"""Speed in km/h of a metre per second; also the reciprocal of a second per metre."""


class Units(Enum):
    """What a cell's number says: how fast one moves there, or how slowly."""

    KMH = "kmh"
    MS = "ms"
    S_PER_M = "s_per_m"
    S_PER_CELL = "s_per_cell"

    @property
    def label(self) -> str:
        """Name for people."""
        return _LABELS[self]

    @property
    def is_slowness(self) -> bool:
        """Whether a larger number means slower."""
        return self in (Units.S_PER_M, Units.S_PER_CELL)


_LABELS = {
    Units.KMH: "km/h",
    Units.MS: "m/s",
    Units.S_PER_M: "seconds per metre",
    Units.S_PER_CELL: "seconds per cell",
}


def to_kmh(
    numbers: NDArray[np.floating[Any]], units: Units, cell_metres: float = 1.0
) -> NDArray[np.float64]:
    """km/h of a raster's numbers; float64, same shape, NaN stays NaN (no data).

    cell_metres : what a cell measures across; only seconds per cell ask for it. Where cells are
        not square it is the mean of both sizes.

    0 or below is a barrier and becomes 0, in every unit: no time per metre is no speed that
    exists. An infinite speed is no data, an infinite slowness a barrier.
    """
    numbers = np.asarray(numbers, np.float64)
    if units.is_slowness:
        metres = cell_metres if units is Units.S_PER_CELL else 1.0
        with np.errstate(divide="ignore"):
            speeds = KMH_PER_MS * metres / numbers
    else:
        speeds = numbers * (KMH_PER_MS if units is Units.MS else 1.0)
        speeds[np.isinf(speeds)] = np.nan
    return np.where(numbers <= 0, 0.0, speeds)
