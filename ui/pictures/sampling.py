"""Travel times at the size of a picture. NumPy only, no Qt."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from core.geometry.between_cells import between_cells
from raster.grid import Window
from raster.travel_times import TravelTimes
from ui.pictures.patch import Patch, Rows

Seconds = NDArray[np.float32]


def sampled(
    times: TravelTimes, patch: Patch, samples: int = 1, rows: Rows | None = None
) -> Seconds:
    """Seconds of a patch, or of some rows of it, `samples` × `samples` a pixel; inf where
    unreached. The nearest cell where cells are the smaller, else the field runs straight from one
    cell's middle to the next."""
    window, (height, width) = patch.window, patch.shape
    first, end = rows or patch.all_rows
    per_row = window.height / height
    if height * samples <= window.height or width * samples <= window.width:
        top = math.floor(first * per_row)
        bottom = max(min(math.ceil(end * per_row), window.height), top + 1)
        part = Window(window.row + top, window.col, bottom - top, window.width)
        return times.seconds(part, ((end - first) * samples, width * samples))
    all_rows, all_cols = times.shape
    top = max(window.row + math.floor(first * per_row) - 1, 0)
    bottom = min(window.row + math.ceil(end * per_row) + 1, all_rows)
    left = max(window.col - 1, 0)
    right = min(window.col + window.width + 1, all_cols)
    around = Window(top, left, bottom - top, right - left)
    cells = times.seconds(around, (around.height, around.width))
    down = _positions(window.row - top, window.height, height * samples)
    across = _positions(window.col - left, window.width, width * samples)
    return between_cells(cells, down[first * samples : end * samples], across)


def _positions(first: int, length: int, count: int) -> NDArray[np.float32]:
    """Where `count` pixels over `length` cells lie; a cell's middle is a whole number."""
    return ((np.arange(count) + 0.5) * (length / count) - 0.5 + first).astype(np.float32)
