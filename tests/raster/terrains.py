"""Terrains that several tests walk on; the same seed gives the same cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def noise(rows: int, cols: int, seed: int, barriers: float = 0.2) -> NDArray[np.float64]:
    """Whole km/h, 1..89, a share of the cells barriers; the first cell is passable."""
    rng = np.random.default_rng(seed)
    kmh = rng.integers(1, 90, (rows, cols)).astype(np.float64)
    kmh[rng.random((rows, cols)) < barriers] = 0
    kmh[0, 0] = 30
    return kmh


def rolling(rows: int, cols: int) -> NDArray[np.float64]:
    """Gentle waves of 20..60 km/h, a hundred cells from crest to crest; no barriers."""
    down = np.sin(np.arange(rows) * (2 * np.pi / 100))
    right = np.cos(np.arange(cols) * (2 * np.pi / 100))
    return np.asarray(40 + 10 * np.add.outer(down, right))
