"""Walled ground, and where one starts on it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

# Cells of 10 m, speeds in km/h; 36 km/h is a second a cell. The wall leaves a way round below.
#   x from 1000, y from 2040 down
WALLED = np.array(
    [
        [36, 36, 0, 36],
        [36, 36, 0, 36],
        [36, 36, -9999, 36],
        [36, 36, 36, 36],
    ]
)
START = "1005,2035"


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}
